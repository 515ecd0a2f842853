# What builtins say about wrong counts, keywords and receivers; the types of methods and descriptors.
import collections
import datetime
import functools
import itertools
import operator
import re
import types


class L(list):
    pass


class D(dict):
    pass


def show(f):
    try:
        return repr(f())
    except Exception as e:
        return f"{type(e).__name__}: {e}"


for f in [
    lambda: "a".upper(1), lambda: "a".upper(x=1), lambda: "a".upper(1, x=1), lambda: str.upper(), lambda: str.upper(5), lambda: str.upper(5, 6, x=1), lambda: "a".split(1, 2, 3), lambda: "a".split(1, sep=2),
    lambda: "a".split(None, 1, sep="b"), lambda: "a".split(foo=1), lambda: "a".replace("b"), lambda: "a".join(), lambda: "a".center(), lambda: "a".encode(1, 2, 3), lambda: "".expandtabs("a", tabsize=3),
    lambda: [].append(), lambda: [].append(1, 2), lambda: [].append(x=1), lambda: [].insert(1), lambda: [].sort(1), lambda: [].sort(foo=1), lambda: [].index(), lambda: [].clear(1, x=2), lambda: list.append({}, 1),
    lambda: {}.get(), lambda: {}.pop(), lambda: {}.update(1, 2), lambda: {}.items(1), lambda: {}.fromkeys(), lambda: dict(1, 2), lambda: dict.fromkeys(), lambda: {}.copy(1, x=2), lambda: {}.setdefault(),
    lambda: (5).to_bytes(1, "big", True), lambda: (5).bit_length(1), lambda: int("1", foo=2), lambda: int(1, 2, 3), lambda: int(base=5), lambda: int("z", 99), lambda: int(5, 2), lambda: int.from_bytes("a", 5),
    lambda: int.from_bytes("a"), lambda: (1).__add__(), lambda: (1).__add__(1, 2), lambda: (1).__add__(x=1), lambda: int.__add__(), lambda: int.__add__("a", 1), lambda: [].__len__(1), lambda: list.__len__(), lambda: list.__len__(1),
    lambda: [].__getitem__(), lambda: {}.__contains__(), lambda: {}.__getitem__(1, 2), lambda: [].__mul__(), lambda: "a".__mul__("b"), lambda: (2).__pow__(), lambda: [].__setitem__(1), lambda: object.__init__(), lambda: object.__new__(),
    lambda: enumerate(), lambda: enumerate(start=1), lambda: enumerate([], 1, 2), lambda: enumerate([], foo=1), lambda: type(), lambda: type(1, 2), lambda: zip(1), lambda: zip(foo=1), lambda: map(), lambda: filter(1), lambda: reversed(),
    lambda: sum(), lambda: sum([], 1, 2), lambda: sum([1], foo=1), lambda: pow(1), lambda: pow(1, foo=2), lambda: pow(2.0, 1, "a"), lambda: round(), lambda: sorted(), lambda: sorted([], 1), lambda: len(), lambda: len(1, 2), lambda: abs(1, 2), lambda: isinstance(1),
    lambda: getattr(1), lambda: divmod(1), lambda: print(foo=1), lambda: max(), lambda: min(1), lambda: iter(), lambda: next(), lambda: hash(), lambda: chr(1, 2), lambda: open_ if 0 else callable(),
    lambda: bool(1, 2), lambda: bool(x=1), lambda: float(1, 2), lambda: str(1, 2, 3, 4), lambda: list(1, 2), lambda: list(x=1), lambda: tuple(1, 2), lambda: set(1, 2), lambda: range(), lambda: range(1, 2, 3, 4), lambda: range(x=1), lambda: slice(),
    lambda: complex("a_b"), lambda: complex("x"), lambda: b"a".translate(), lambda: b"a".hex(1, 2, 3),
    lambda: "abc".__delitem__(1), lambda: operator.delitem("abc", 1), lambda: operator.delitem("abc", slice(1)), lambda: operator.delitem({1}, 1), lambda: operator.delitem(5, 1), lambda: operator.delitem((1,), 0),
    lambda: itertools.count(1, 2, 3), lambda: itertools.count("a"), lambda: itertools.chain(x=1), lambda: itertools.islice([1]), lambda: itertools.islice(), lambda: itertools.cycle(), lambda: itertools.cycle(x=1), lambda: itertools.repeat(),
    lambda: itertools.product(foo=1), lambda: itertools.zip_longest(foo=1), lambda: itertools.starmap(1), lambda: itertools.combinations("a"), lambda: itertools.accumulate(), lambda: itertools.takewhile(1, 2, 3),
]:
    print(show(f))

for x in [str.upper, "a".upper, str.__add__, "a".__add__, dict.fromkeys, dict.__dict__["fromkeys"], object.__init__, object().__str__, int.from_bytes, len, list.__getitem__, list.__iter__, int.__format__, property.__get__, type.mro, object.__new__]:
    print(type(x).__name__, isinstance(x, (types.MethodDescriptorType, types.WrapperDescriptorType, types.MethodWrapperType, types.ClassMethodDescriptorType, types.BuiltinFunctionType)))
print(str.upper, str.__add__, dict.__dict__["fromkeys"], object.__init__)

# itertools' classes
c = itertools.count(5, 2)
print(next(c), c, itertools.count(), itertools.count(1.5), itertools.count(1, 0), itertools.repeat(1), itertools.repeat("a", 3), type(c), type(c).__module__, itertools.count.__name__)
for x in [itertools.chain(), itertools.cycle([]), itertools.islice([], 1), itertools.product(), itertools.permutations([]), itertools.combinations([], 1), itertools.accumulate([]), itertools.compress([], []), itertools.dropwhile(bool, []),
          itertools.takewhile(bool, []), itertools.filterfalse(bool, []), itertools.starmap(pow, []), itertools.pairwise([]), itertools.zip_longest(), itertools.chain.from_iterable([]), itertools.groupby([])]:
    print(type(x).__name__, type(x), isinstance(x, type(x)), iter(x) is x, hasattr(x, "__next__"), repr(x).split(" at ")[0])
print(isinstance(itertools.chain(), itertools.chain), isinstance(itertools.chain(), itertools.count), itertools.chain([1], [2]).__next__(), list(itertools.chain.from_iterable(["ab"])), itertools.chain[int])

# Classes that CPython has in C are named with their modules.
for x in [collections.deque(), collections.OrderedDict(), collections.defaultdict(int), collections.Counter(), re.compile("a"), itertools.count(), functools.partial(len), datetime.date(2020, 1, 1), datetime.timedelta(1), operator.itemgetter(1),
          types.SimpleNamespace()]:
    print(show(lambda: x.nothing), show(lambda: x + 1j), show(lambda: -x), show(lambda: x[0] if not isinstance(x, (dict, collections.deque)) else int(x)))
print(show(lambda: datetime.date.nothing), show(lambda: "a" + datetime.date(2020, 1, 1)), show(lambda: sum([datetime.date(2020, 1, 1)])), show(lambda: len(itertools.count())))

# In-place methods of subclasses return the object.
a, d = L([1]), D(a=1)
print(a.__iadd__([2]) is a, a.__imul__(2) is a, d.__ior__({"b": 2}) is d, a, d, list.__iadd__(a, [9]) is a, list(reversed(range(0, 2 ** 70, 2 ** 69))), type(iter(range(2 ** 70))).__name__)
