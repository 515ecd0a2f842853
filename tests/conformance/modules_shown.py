# How modules of the program's show themselves, and what dir() says about them.
import types


class Loader:
    def __repr__(self):
        return "<a loader>"


class Crafted(Loader):
    def module_repr(self, module):
        return "<crafted>"


class Failing(Loader):
    def module_repr(self, module):
        raise KeyError


class Spec:
    def __init__(self, name, origin, loader, has_location):
        self.name, self.origin, self.loader, self.has_location = name, origin, loader, has_location


for loader in None, Loader(), Crafted(), Failing():
    for name in "m", None, 5:
        for file in None, "f.py":
            m = types.ModuleType("m")
            if name is None:
                del m.__name__
            else:
                m.__name__ = name
            if file:
                m.__file__ = file
            m.__loader__ = loader
            print(m, repr(m), str(m))
for spec in Spec("s", None, None, False), Spec(None, None, Loader(), True), Spec("s", "where", None, True), Spec("s", "somehow", None, False):
    m = types.ModuleType("m")
    m.__spec__ = spec
    print(m)

m = types.ModuleType("m")
m.b = m.a = 1
print(dir(m)[-2:])
m.__dir__ = lambda: ["z", "y"]
print(dir(m))


class Odd(types.ModuleType):
    __dict__ = property(lambda self: 8)


try:
    dir(Odd("odd"))
except TypeError as e:
    print(e)
for made in types.ModuleType.__new__(types.ModuleType), types.ModuleType("named"):
    try:
        made.missing
    except AttributeError as e:
        print(e)

# What list[int] may be written of says so, and nothing has an operator of numbers that isn't one.
import collections
import re
for cls in list, dict, tuple, set, frozenset, enumerate, type({}.keys()), types.MappingProxyType, types.AsyncGeneratorType, collections.deque, re.Pattern, re.Match, str, int, range, type, map, zip:
    print(cls.__name__, hasattr(cls, "__class_getitem__"), "__radd__" in vars(cls), "__rmul__" in vars(cls))
print(list[int], list.__class_getitem__(int), dict.__class_getitem__((str, int)), type[int], re.Pattern[str], enumerate[int])


class Own(list):
    pass


class Meta(type):
    pass


print(Own[int].__origin__ is Own, Own.__class_getitem__(str).__args__)
for refused in str, Meta, range:
    try:
        refused[int]
    except TypeError as e:
        print(e)

proxy = types.MappingProxyType({1: 2})
try:
    proxy |= {3: 4}
except TypeError as e:
    print(e)


# The names of sources that compile() takes.
class Path:
    def __init__(self, name):
        self.name = name

    def __fspath__(self):
        return self.name


import warnings
warnings.simplefilter("ignore")
for name in "f.py", b"f.py", bytearray(b"f.py"), memoryview(b"f.py"), Path("f.py"), Path(b"f.py"), Path(5), [1], None:
    try:
        print(compile("1", name, "eval").co_filename)
    except TypeError as e:
        print(e)
