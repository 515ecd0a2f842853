from typing import *
import typing
def error(f, *a):
    try: return f(*a)
    except Exception as e: return f"{type(e).__name__}: {e}"
T = TypeVar("T"); K = TypeVar("K")
print(List[int], Dict[str, List[int]], Optional[int], Union[int, str], Union[int, None], Union[int, int], Callable[[int], str], Callable[..., Any], Tuple[int, ...], Any, List, Optional[List[T]], List[T][int], Dict[K, T][str, int], Literal["a", 1], ClassVar[int], Annotated[int, "x"], Type[int], Iterable[str], Generator[int, None, str], Set["X"], T)
print(List[int] == List[int], hash(List[int]) == hash(List[int]), Union[int, str] == Union[str, int], Optional[int] == Union[None, int], List[int] | None, int | List[str], Union[Union[int, str], float])
print(get_origin(List[int]), get_args(Dict[str, int]), get_args(Callable[[int, str], bool]), get_origin(Union[int, str]) is Union, get_args(Optional[int]), get_origin(list[int]), get_args(list[int]), get_origin(int))
class Box(Generic[T]):
    def __init__(self, v): self.v = v
    def get(self) -> T: return self.v
class IntBox(Box[int]): pass
class Pair(Generic[K, T]): pass
print(Box[int](5).get(), Box(6).v, IntBox(1).v, Box[int], Pair[int, str], isinstance(IntBox(1), Box), Box.__parameters__, Box[T][int], error(lambda: Box[int][str]))
class Row(NamedTuple):
    name: str
    n: int = 5
    def hello(self): return "hi " + self.name
print(Row("a"), Row("b", 2)._asdict(), Row("c").hello(), Row("a") == ("a", 5), Row._fields, Row("a")._replace(n=9), Row.__annotations__, isinstance(Row("a"), tuple), len(Row("a")), [*Row("z")], Row._field_defaults)
P2 = NamedTuple("P2", [("x", int), ("y", int)])
print(P2(1, 2), P2(1, y=3).y)
class Movie(TypedDict, total=False):
    name: str
    year: int
m = Movie(name="x")
print(m, type(m) is dict, Movie.__annotations__, Movie.__total__)
class Speaker(Protocol):
    def speak(self) -> str: ...
@runtime_checkable
class Closer(Protocol):
    def close(self): ...
class Dog:
    def speak(self): return "w"
    def close(self): pass
print(isinstance(Dog(), Closer), isinstance(5, Closer), error(lambda: isinstance(5, Speaker)), error(Speaker))
class Cat(Speaker):
    def speak(self): return "m"
print(Cat().speak())
UserId = NewType("UserId", int)
print(UserId(5), cast(int, "a"), TYPE_CHECKING, isinstance([], List), isinstance({}, Mapping), isinstance([], typing.Sequence), error(lambda: isinstance([], List[int])))
def f(a: int, b: "str" = "x") -> Optional[int]: ...
print(get_type_hints(f), f.__annotations__)
class C:
    x: ClassVar[int] = 5
    y: List[int]
print(get_type_hints(C))
@overload
def g(x: int) -> int: ...
@final
def g(x): return x
print(g(5), error(lambda: Optional[int, str]), error(lambda: Union[()]), error(lambda: List[int, str]), error(lambda: Any()), AnyStr, error(lambda: List()))
class MyList(List[int]): pass
class MyMap(Dict[str, T]): pass
print(MyList([1]), MyMap(a=1), MyMap[int], Self, NoReturn, Final[int], error(lambda: Dict[int]))

# collections.abc and builtin generics, subscripted
import collections.abc as abc
import functools

T, U = TypeVar("T"), TypeVar("U")
print(abc.Iterable[int], abc.Mapping[str, int], abc.Callable[[int], str], abc.Callable[..., int], abc.Callable[[], None], abc.Sequence[list[int]] | None)
print(list[T][int], dict[T, U].__parameters__, abc.Callable[[T], int][str], list[list[T]][int], tuple[T, ...], (list[T] | None), functools.partial[int])
for bad in (lambda: abc.Callable[int], lambda: abc.Hashable[int], lambda: list[int][str], lambda: list[T][int, str], lambda: int[int]):
    try:
        print(bad())
    except TypeError as e:
        print(e)


class Pair(abc.Sequence[int]):
    def __len__(self):
        return 2

    def __getitem__(self, i):
        if i > 1:
            raise IndexError
        return i


print(list(Pair()), Pair.__orig_bases__, 1 in Pair(), list(reversed(Pair())))
