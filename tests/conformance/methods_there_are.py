# Which special methods builtin classes have, as hasattr and dir tell; list[int] by its method; what views of dicts and sets make together.
import collections
import re
import types

for cls in (int, float, complex, bool, str, bytes, bytearray, list, tuple, dict, set, frozenset, range, slice, memoryview, zip, enumerate, collections.deque, type(None)):
    names = [n for n in ("add", "radd", "iadd", "mul", "rmul", "imul", "or", "ror", "ior", "sub", "rsub", "and", "mod", "rmod", "bool", "len", "contains", "getitem",
                         "setitem", "class_getitem", "iter", "next", "reversed", "call", "index", "int", "round", "lt", "hash", "neg", "divmod") if hasattr(cls, f"__{n}__")]
    print(cls.__name__, *names)
print([n for n in dir(list) if n.startswith("__") and "add" in n or "class_get" in n], [n for n in dir(str) if "bool" in n or "add" in n])

for cls in (list, dict, tuple, set, frozenset, type, enumerate, collections.deque, collections.OrderedDict, collections.defaultdict, re.Pattern, re.Match,
            types.MappingProxyType, ExceptionGroup, BaseExceptionGroup, types.AsyncGeneratorType, int, str, range, zip, map):
    for get in (lambda: cls[int], lambda: cls[int, str].__args__, lambda: cls[()], lambda: cls.__class_getitem__(int)):
        try:
            print(get(), end=" ")
        except Exception as e:
            print(type(e).__name__, e, end=" ")
    print()


class L(list):
    def __radd__(self, other):
        return "radd"


class D(dict):
    def __class_getitem__(cls, key):
        return "own", cls.__name__, key


print(L[int], L.__class_getitem__(int), D[int], super(D, D).__class_getitem__(int), [].__class_getitem__(int), [1] + L(), L() + [1])

keys, items = {1: 2, 2: 3, 3: 4}.keys(), {1: 2}.items()


class F(frozenset):
    pass


class S(set):
    pass


for other in ({1}, {1, 2, 3, 5}, frozenset([1]), frozenset([1, 2, 3, 4, 5]), F([1]), S([1, 2, 3, 4]), [1], {1: 1}.keys(), {(1, 2)}, frozenset({(1, 2), 3})):
    for view in (keys, items):
        for action in (lambda a, b: a & b, lambda a, b: a | b, lambda a, b: a - b, lambda a, b: a ^ b):
            for pair in ((view, other), (other, view)):
                try:
                    made = action(*pair)
                    print(type(made).__name__, sorted(map(str, made)), end=" ")
                except TypeError as e:
                    print(e, end=" ")
    print()
