"""__subclasses__() of builtin classes and of the library's shows the program's own, in their order."""

import abc, collections, enum, fractions, pathlib, zipfile


def own(cls):
    return [c.__name__ for c in cls.__subclasses__() if c.__module__ == __name__]


class Plugin(abc.ABC):
    pass


class B(int):
    pass


class A(int):
    pass


class C(fractions.Fraction, abc.ABC):
    pass


class Error(Exception):
    pass


class Worse(Error, KeyError):
    pass


class Color(enum.Enum):
    RED = 1


Meta = type("Meta", (type,), {})
Of = Meta("Of", (A,), {})
Point = collections.namedtuple("Point", "x y")
print(own(abc.ABC), own(int), own(A), own(fractions.Fraction), own(Exception), own(Error), own(KeyError), own(enum.Enum), own(tuple))
print(type.__subclasses__(type)[-1], own(dict), own(bool))
print(own(object), [c.__name__ for c in Plugin.__subclasses__()])


class Late(pathlib.PurePosixPath):
    pass


Late.__bases__ = (pathlib.PureWindowsPath,)
print(own(pathlib.PurePosixPath), own(pathlib.PureWindowsPath))


def made(n):
    return [type(f"T{i}", (zipfile.ZipFile,), {}) for i in range(n)]


kept = made(30)
print(own(zipfile.ZipFile) == [f"T{i}" for i in range(30)])
