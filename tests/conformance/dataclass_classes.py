# Data classes and what else their classes have: slots, descriptors, methods of their own, annotations as text.
import dataclasses
import keyword
import types
import typing
import typing as t
from dataclasses import KW_ONLY, InitVar, asdict, dataclass, field, fields, make_dataclass
from typing import ClassVar


def error(function):
    try:
        return function()
    except Exception as e:
        return f"{type(e).__name__}: {e}"


@dataclass
class Own:
    x: int

    def __init__(self, x):
        self.x = 2 * x

    def __repr__(self):
        return "own"


print(Own(3).x, Own(3))


@dataclass(unsafe_hash=True)
class Hashed:
    x: int = 4


print(hash(Hashed()) == hash((4,)), hash(Hashed(5)))


@dataclass(slots=True)
class Slotted:
    x: int
    y: list = field(default_factory=list)
    z: int = field(default=3, init=False)

    def total(self):
        return self.x + len(self.y) + self.z


s = Slotted(1)
print(s, Slotted.__slots__, s.total(), error(lambda: setattr(s, "other", 1)) is not None, hasattr(s, "__dict__"), Slotted.x)


@dataclass(slots=True, frozen=True, order=True)
class Frozen(Slotted if False else object):
    a: int
    b: str = "b"


f = Frozen(1)
print(f, Frozen.__slots__, f < Frozen(2), {f: 1}[Frozen(1)], error(lambda: setattr(f, "a", 2)))


@dataclass(slots=True)
class Derived(Slotted):
    w: int = 9


print(Derived(1), Derived.__slots__, Derived(1, w=5).w)
print(error(lambda: dataclass(slots=True)(Derived)))
print(error(lambda: dataclass(weakref_slot=True)(Own)))


class Positive:
    def __set_name__(self, owner, name):
        self.name = "_" + name

    def __get__(self, instance, owner):
        return 7 if instance is None else getattr(instance, self.name)

    def __set__(self, instance, value):
        setattr(instance, self.name, abs(value))


@dataclass
class Described:
    n: int = Positive()



print(Described().n, Described(-3).n, Described.n)


class SetOnly:
    def __set__(self, instance, value):
        instance.__dict__["d"] = value + 1


class User:
    d = SetOnly()


u = User()
print(u.d is User.__dict__["d"])
u.d = 41
print(u.d)


class Base:
    x = 5


@dataclass
class Inherits(Base):
    x: int


print(Inherits())
Made = make_dataclass("Made", ["a", ("b", int), ("c", list, field(default_factory=list))], namespace={"twice": lambda self: self.a * 2}, slots=True)
print(Made(1, 2), Made(2, 3).twice(), asdict(Made("x", 1)), Made.__slots__)
for spec in (["1a"], ["for"], ["a", "a"], [("a",)], [3], [("a", int, 1, 2)]):
    print(error(lambda: make_dataclass("Bad", spec)))
print(fields(Made)[0].metadata, field(metadata={"k": 1}).metadata["k"], InitVar[int], InitVar[t.List[int]])
print(keyword.iskeyword("for"), keyword.iskeyword("match"), keyword.issoftkeyword("match"))


class Meta(type):
    @classmethod
    def __prepare__(mcs, name, bases, **kwargs):
        print("prepare", name, bases, kwargs)
        return {"prepared": 1}

    def __new__(mcs, name, bases, namespace, **kwargs):
        return super().__new__(mcs, name, bases, namespace)

    def __init__(cls, name, bases, namespace, **kwargs):
        super().__init__(name, bases, namespace)


C = types.new_class("C", (), {"metaclass": Meta, "key": 2}, lambda names: names.update(x=3))
print(C.prepared, C.x, type(C).__name__)
print([part if i != 0 else part.__name__ for i, part in enumerate(types.prepare_class("D", (C,), {"z": 1}))])

print(types.resolve_bases((C,)))


class HashLarge:
    def __hash__(self):
        return 2**62 + 5


print(hash(HashLarge()))
