from dataclasses import *
import typing
from typing import List, ClassVar
def error(f, *a, **k):
    try: return f(*a, **k)
    except Exception as e: return f"{type(e).__name__}: {e}"
@dataclass
class P:
    x: int
    y: int = 5
    tags: List[str] = field(default_factory=list)
    KIND: ClassVar[str] = "p"
    def total(self): return self.x + self.y
print(P(1), P(1, 2), P(1, y=3) == P(1, 3), P(1).tags is P(1).tags, P(1).total(), P(x=4), error(P), error(P, 1, 2, 3, 4), error(P, 1, z=5), error(P, 1, x=2), error(hash, P(1)), P.KIND, [f.name for f in fields(P)], P(1) != P(2), P(1) == 5)
print(asdict(P(1, 2, ["a"])), astuple(P(1)), replace(P(1), y=9), is_dataclass(P), is_dataclass(P(1)), is_dataclass(5), P.__match_args__)
@dataclass(frozen=True, order=True)
class V:
    major: int
    minor: int = 0
print(V(1) < V(1, 2), sorted([V(2), V(1, 5), V(1)]), hash(V(1)) == hash(V(1, 0)), error(setattr, V(1), "major", 3), {V(1): "a"}[V(1)], error(lambda: V(1) < 3), error(delattr, V(1), "major"), max(V(1), V(3)))
@dataclass
class Base:
    a: int
    b: int = 2
@dataclass
class Child(Base):
    c: int = 3
    def __post_init__(self): self.d = self.a + self.c
print(Child(1), Child(1).d, Child(1, 2, 4).d, isinstance(Child(1), Base))
@dataclass
class K:
    a: int
    _: KW_ONLY
    b: int = 1
    c: int
print(K(1, c=5), error(K, 1), error(K, 1, 2))
@dataclass
class I:
    x: int
    scale: InitVar[int] = 2
    y: int = field(init=False, repr=False, default=0)
    def __post_init__(self, scale): self.y = self.x * scale
print(I(5), I(5).y, I(5, 3).y, error(lambda: replace(I(1), y=3)))
def bad1():
    @dataclass
    class B:
        a: int = 1
        b: int
def bad2():
    @dataclass
    class B:
        a: list = []
def bad3():
    @dataclass
    class B:
        a = field(default=1)
print(error(bad1), error(bad2), error(bad3))
Q = make_dataclass("Q", [("x", int), ("y", int, 5), "z"][:2])
print(Q(1), Q(1, 2).y)
@dataclass(eq=False)
class N:
    child: "N" = None
    v: int = 0
n = N(v=1); n.child = n
print(n, N() == N(), P.__doc__, repr(P), error(lambda: asdict(5)))
@dataclass
class Deep:
    ps: list
    d: dict
print(asdict(Deep([P(1)], {"k": P(2)})), P.__init__.__qualname__, P(1).__eq__(5))
@dataclass(repr=False, kw_only=True)
class R:
    a: int
    b: int = 0
print(R(a=1).b, error(R, 1), fields(R)[0].kw_only, fields(R)[1].default)
@dataclass
class Prop:
    v: int
    def __setattr__(self, k, v): object.__setattr__(self, k, v * 2)
print(Prop(4))
