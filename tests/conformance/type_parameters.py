# Type parameters and `type` statements (PEP 695). The judge here is 3.12's documentation: Debian's CPython is 3.11 and skips the source.
import sys

SOURCE = r'''
from typing import Generic, Protocol, TypeVar, TypeAliasType, get_type_hints, Callable

def error(source, kind=SyntaxError):
    try:
        exec(source, {})
    except kind as e:
        return e.msg if kind is SyntaxError else str(e)
    return "no error"

# functions
def first[T](items: list[T], default: T = None, *, key: T = 5) -> T:
    return items[0] if items else default
assert first([1]) == 1 and first([], 7) == 7
T, = first.__type_params__
assert repr(T) == "T" and T.__name__ == "T" and T.__bound__ is None and T.__constraints__ == () and T.__infer_variance__
assert T.__module__ == __name__ and isinstance(T, TypeVar)
assert first.__annotations__ == {"items": list[T], "default": T, "key": T, "return": T}
assert first.__defaults__ == (None,) and first.__kwdefaults__ == {"key": 5}
assert first.__name__ == first.__qualname__ == "first"
assert (lambda: 0).__type_params__ == ()

def several[A, B: int, C: (int, str), *Ts, **P](): return A, B, C, Ts, P
A, B, C, Ts, P = several()
assert several.__type_params__ == (A, B, C, Ts, P)
assert B.__bound__ is int and C.__constraints__ == (int, str) and C.__bound__ is None
assert [type(each).__name__ for each in several()] == ["TypeVar", "TypeVar", "TypeVar", "TypeVarTuple", "ParamSpec"]

# bounds are evaluated when somebody asks, and once
asked = []
def bound():
    asked.append(1)
    return int
def lazy[T: bound()](): pass
assert asked == []
assert lazy.__type_params__[0].__bound__ is int and lazy.__type_params__[0].__bound__ is int and asked == [1]
def wrong[T: 1 / 0](): pass
try:
    wrong.__type_params__[0].__bound__
except ZeroDivisionError as e:
    inner = e.__traceback__.tb_next
else:
    assert False
def earlier[S, T: list[S]](): pass
assert earlier.__type_params__[1].__bound__ == list[earlier.__type_params__[0]]
def later[T: list[S], S](): pass
assert later.__type_params__[0].__bound__ == list[later.__type_params__[1]]

# the function's body sees its parameters, as cells, and closures in it do
def outer[T](x: T):
    def inside():
        return T
    return inside
assert outer(1)() is outer.__type_params__[0]
def shadow[T](T: T):
    return T
assert shadow(3) == 3 and shadow.__annotations__["T"] is shadow.__type_params__[0]

# decorators and defaults stand outside
def keep(f):
    f.kept = True
    return f
T = "outer"
@keep
def decorated[T](x=T): return x
assert decorated.kept and decorated() == "outer"

async def waits[T](x: T) -> T: return T
coroutine = waits(1)
try:
    coroutine.send(None)
except StopIteration as e:
    assert e.value is waits.__type_params__[0] is waits.__annotations__["x"]

# classes
class Box[T]:
    """A box."""
    item: T
    def __init__(self, item: T): self.item = item
    def get[U](self, other: U) -> tuple[T, U]: return self.item, other
    def me(self): return __class__, super().__repr__
assert Box.__type_params__ == Box.__parameters__ and Box.__doc__ == "A box."
assert Box.__bases__ == (Generic,) and Box.__orig_bases__ == (Generic[Box.__type_params__[0]],)
assert Box[int](5).item == 5 and repr(Box[int]).endswith("Box[int]")
assert Box(1).get(2) == (1, 2) and Box.get.__qualname__ == "Box.get" and Box(1).me()[0] is Box
T, = Box.__type_params__
U, = Box.get.__type_params__
assert Box.get.__annotations__ == {"other": U, "return": tuple[T, U]} and Box.__annotations__ == {"item": T}

class Pair[A, B](Box[A], metaclass=type): pass
assert Pair.__mro__[1] is Box and Pair.__parameters__ == Pair.__type_params__ and Pair[int, str].__args__ == (int, str)
class Many[*Ts]: pass
assert repr(Many[int, str]).endswith("Many[int, str]")
class Calls[**P]: pass
assert Calls[int, str].__args__ == ((int, str),)
class Base:
    def __init_subclass__(cls, **kwargs): cls.given = kwargs
class Derived[T](Base, a=1): pass
assert Derived.given == {"a": 1} and Derived.__mro__[1:3] == (Base, Generic)
class Shape[T](Protocol):
    def area(self) -> T: ...
assert Shape.__parameters__ == Shape.__type_params__
assert error("class A[T](__import__('typing').Generic[T]): pass", TypeError) == "Cannot inherit from Generic[...] multiple types."
class Plain: pass
assert Plain.__type_params__ == () and "__type_params__" not in Plain.__dict__

# right in a class its names are seen, by bounds and aliases too
class Host:
    Name = int
    type Alias = list[Name]
    def method[T: Name](self, x: Name) -> T: return Name
    class Inner[T: Name](dict[Name, T]): pass
assert Host.Alias.__value__ == list[int] and Host.method.__annotations__["x"] is int
assert Host.method.__type_params__[0].__bound__ is int and Host.Inner.__type_params__[0].__bound__ is int
assert Host.Inner.__qualname__ == "Host.Inner" and Host.method.__qualname__ == "Host.method"
assert Host.Inner.__orig_bases__[0] == dict[int, Host.Inner.__type_params__[0]]
try:
    Host().method(1)
except NameError as e:
    assert str(e) == "name 'Name' is not defined"
else:
    assert False
def local():
    Name = str
    class Host:
        type A = Name
        Other = Name
        type B = Other
        def f[T: Name](self): return Name
    return Host
assert local().A.__value__ is str and local().B.__value__ is str and local().f.__type_params__[0].__bound__ is str and local()().f() is str

# mangled as the class's other names are
class Private:
    def __f[__T](self, x: __T) -> __T: return x
    def g(self): return self.__f
assert Private().g().__type_params__[0].__name__ == "__T"

# aliases
type Number = int | float
assert isinstance(Number, TypeAliasType) and Number.__name__ == "Number" and Number.__value__ == int | float
assert Number.__type_params__ == () and repr(Number) == "Number" and Number.__module__ == __name__
type Tree[T] = T | list[Tree[T]]
assert repr(Tree[int]) == "Tree[int]" and Tree[int].__origin__ is Tree and Tree[int].__args__ == (int,)
assert Tree.__value__.__args__[0] is Tree.__type_params__[0]
type Forward = Later
try:
    Forward.__value__
except NameError as e:
    assert str(e) == "name 'Later' is not defined"
Later = str
assert Forward.__value__ is str
type Callback[**P, R] = Callable[P, R]
assert Callback[[int], str].__args__ == ([int], str)
assert error("type X = int\nX[int]", TypeError) == "Only generic type aliases are subscriptable"
assert error("type X = int\nclass A(X): pass", TypeError)
assert (Number | None).__args__ == (Number, type(None))
type = 5
assert type == 5
type: int = 6
type[0:1] if False else None
del type
def aliases():
    type Local[T] = dict[T, outside]
    outside = int
    return Local
assert aliases().__value__.__args__[1] is int

# what may not be
assert error("def f[T, T](): pass") == "duplicate type parameter 'T'"
assert error("class A[]: pass") == "Type parameter list cannot be empty"
assert error("def f[T: (yield)](): pass") == "yield expression cannot be used within a TypeVar bound"
assert error("type X = (yield)") == "yield expression cannot be used within a type alias"
assert error("async def f():\n type X = (await a)") == "await expression cannot be used within a type alias"
assert error("type X = (a := 1)") == "named expression cannot be used within a type alias"
assert error("class A[T]((a := int)): pass") == "named expression cannot be used within the definition of a generic"
assert error("def f[T](x: (yield)): pass") == "yield expression cannot be used within the definition of a generic"
assert error("def f[T: [(a := 1) for x in y]](): pass") == "assignment expression within a comprehension cannot be used in a TypeVar bound"
assert error("def f[T]():\n def g():\n  nonlocal T") == "nonlocal binding not allowed for type parameter 'T'"
assert error("def f[*Ts: int](): pass") == "cannot use bound with TypeVarTuple"
assert error("def f[**P: int](): pass") == "cannot use bound with ParamSpec"
assert error("def f[T](x: T): pass\nf.__type_params__ = 1", TypeError) == "__type_params__ must be set to a tuple"

# hints
def hinted[T](x: "T", y: "list[int]") -> "T": pass
hints = get_type_hints(hinted)
assert hints["x"] is hinted.__type_params__[0] and hints["y"] == list[int]
'''

if sys.version_info >= (3, 12):
    exec(SOURCE, {"__name__": "__main__"})
print("ok")
