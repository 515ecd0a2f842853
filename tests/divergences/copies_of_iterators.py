# description: copy.copy() and copy.deepcopy() of builtin iterators (zip, map, iter([]), itertools.count, …) raise TypeError.
# cause: They are copied by pickling in CPython, which has given that up for itertools in 3.14; no iterator here can be pickled.
# workaround: itertools.tee(), or a list of what is left.
# cpython:
#   ['count', 'chain', 'zip_longest', 'product', 'zip', 'enumerate']
# fermata:
#   []
import copy
import itertools

copied = []
for iterator in (itertools.count(5), itertools.chain([1], [2]), itertools.zip_longest([1], [2]), itertools.product([1]), zip([1]), enumerate([1])):
    try:
        copy.copy(iterator)
        copied.append(type(iterator).__name__)
    except TypeError as e:
        assert str(e).startswith("cannot pickle '"), e
print(copied)
