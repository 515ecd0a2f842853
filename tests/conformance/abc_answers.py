# What abstract classes answered is remembered; what changes the answer is seen all the same.
import abc
import collections.abc as c


class Plain: pass
class Sub(Plain): pass
class Root(abc.ABC): pass
class Leaf(Root): pass


def ask(*pairs):
    print([isinstance(a(), b) for a, b in pairs for _ in range(2)], [issubclass(a, b) for a, b in pairs for _ in range(2)])


pairs = (Plain, Root), (Sub, Root), (Sub, Leaf), (int, Root), (Leaf, Root)
ask(*pairs)
before = abc.get_cache_token()
print(Leaf.register(Plain) is Plain, abc.get_cache_token() != before)
ask(*pairs)
Root.register(int)
ask(*pairs, (bool, Root))


class Later(Root):
    @classmethod
    def __subclasshook__(cls, subclass):
        return True if subclass is str else NotImplemented


ask((str, Root), (str, Later), (str, Leaf), (bytes, Root))


# The library's own.
class Sized1:
    def __len__(self): return 1


class Both(Sized1):
    def __iter__(self): return iter(())
    def __contains__(self, x): return False


class NotIterable(Both):
    __iter__ = None


ask((Sized1, c.Sized), (Sized1, c.Iterable), (Both, c.Collection), (Both, c.Sequence), (NotIterable, c.Collection), (NotIterable, c.Iterable), (list, c.Sequence),
    (dict, c.Mapping), (dict, c.Sequence), (int, c.Hashable), (list, c.Hashable))
c.Sequence.register(Both)
ask((Both, c.Sequence), (NotIterable, c.Sequence), (Both, c.Reversible), (Sized1, c.Sequence))
match Both():
    case [*_]: print("a sequence")
    case _: print("none")
print([isinstance(x, (c.Mapping, c.Sequence, str)) for x in ({}, [], 5, "a", Both(), None)], isinstance([], c.Mapping | c.Sequence), isinstance(5, c.Mapping | None))


# Instances that say they are of another class, and metaclasses with an opinion.
class Says:
    def __init__(self, cls): self.cls = cls
    @property
    def __class__(self): return self.cls


for cls in list, dict, int, Leaf:
    print([isinstance(Says(cls), b) for b in (c.Sequence, c.Mapping, Root, Leaf, Says) for _ in range(2)])


class Meta(abc.ABCMeta):
    def __instancecheck__(cls, instance):
        return instance == 7 or super().__instancecheck__(instance)

    def __subclasscheck__(cls, subclass):
        return subclass is float or super().__subclasscheck__(subclass)


class Odd(metaclass=Meta): pass
class Odder(Odd, Root): pass


print([isinstance(x, cls) for x in (7, 8, 1.5, Odd(), Odder(), "s") for cls in (Odd, Odder, Root)], [issubclass(x, cls) for x in (float, int, Odder) for cls in (Odd, Root)])
for bad in 5, "x", None:
    for ask1 in (lambda: issubclass(bad, Root), lambda: Root.register(bad), lambda: Root.__subclasscheck__(bad)):
        try: ask1()
        except TypeError as e: print(e)
try: Leaf.register(Root)
except RuntimeError as e: print(e)


# What is abstract.
class Parts(abc.ABC):
    @property
    @abc.abstractmethod
    def p(self): pass
    @classmethod
    @abc.abstractmethod
    def k(cls): pass
    @staticmethod
    @abc.abstractmethod
    def s(): pass
    q = abc.abstractproperty(lambda self: 1)
    @abc.abstractmethod
    def m(self): pass
    class Inner: pass
    value, text = 5, "abc"


class Thing:
    __isabstractmethod__ = True


class More(Parts):
    p = k = s = None
    thing = Thing()
    def m(self): pass


print(sorted(Parts.__abstractmethods__), sorted(More.__abstractmethods__))
for cls in Parts, More:
    try: cls()
    except TypeError as e: print(e)
More.q = More.thing = 1
print(abc.update_abstractmethods(More) is More, More.__abstractmethods__, type(More()).__name__)


class Bad:
    @property
    def __isabstractmethod__(self): raise ZeroDivisionError


try:
    class _(abc.ABC): bad = Bad()
except ZeroDivisionError: print("asked")


# Protocols are abstract classes, too.
import typing


@typing.runtime_checkable
class Data(typing.Protocol):
    size: int
    def read(self): ...


class Deeper(Data, typing.Protocol):
    more: int


class Reader:
    size = 5
    def read(self): return 1


Data.register(float)
for x in Reader(), 5, 1.5, "s":
    print(isinstance(x, Data), isinstance(x, Data), isinstance(x, typing.SupportsFloat), isinstance(x, (Data, str)))
