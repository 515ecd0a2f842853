import functools, itertools, copy, contextlib, dataclasses, enum, abc, collections, re, operator
from dataclasses import dataclass, field
print(functools.reduce(lambda a, b: ask(a + b), [1, 2, 3], ask(10)), functools.partial(ask, "p")(), functools.partial(lambda a, *, b: ask(a + b), b=1)(2))
@functools.lru_cache(maxsize=2)
def sq(n): return ask(n * n)
print(sq(2), sq(2), sq(3), sq(4), sq(2), sq.cache_info())
@functools.cache
def fib(n): return n if n < 2 else ask(fib(n - 1) + fib(n - 2))
print(fib(10))
class CP:
    @functools.cached_property
    def v(self): return ask("computed")
c = CP(); print(c.v, c.v)
@functools.singledispatch
def show(x): return ask("other")
@show.register
def _(x: int): return ask("int")
@show.register(list)
def _(x): return [show(y) for y in x]
print(show([1, "a", [2]]))
@functools.wraps(ask) if False else functools.wraps(sq)
def wrapped(): pass
class Cp:
    def __init__(self, n): self.n = n
    def __copy__(self): return Cp(ask(self.n) + 1)
    def __deepcopy__(self, memo): return Cp(ask(self.n) + 100)
print(copy.copy(Cp(1)).n, copy.deepcopy([Cp(1), {"k": Cp(2)}])[1]["k"].n)
class Rd:
    def __init__(self, n=0): self.n = n
    def __reduce__(self): return (Rd, (ask(self.n) + 1,))
print(copy.copy(Rd(1)).n, copy.deepcopy([Rd(5)])[0].n)
class St:
    def __getstate__(self): return ask({"z": 1})
    def __setstate__(self, s): self.s = ask(s)
print(copy.copy(St()).s)
@dataclass(order=True)
class DC:
    a: int
    b: list = field(default_factory=lambda: ask([1]))
    c: int = field(default=0, init=False, compare=False)
    def __post_init__(self): self.c = ask(self.a * 2)
print(DC(1), DC(2) > DC(1), DC(1) == DC(1), dataclasses.replace(DC(1), a=5), dataclasses.asdict(DC(3)), sorted([DC(2), DC(1)]))
class Color(enum.Enum):
    RED = ask(1); GREEN = ask(2)
    def __str__(self): return ask(self.name.lower())
    @classmethod
    def _missing_(cls, v): return ask(True) and cls.RED
print(Color.RED, f"{Color.GREEN}", Color(77), [str(c) for c in Color])
class Auto(enum.IntEnum):
    @staticmethod
    def _generate_next_value_(name, start, count, last): return ask(count * 10)
    A = enum.auto(); B = enum.auto()
print(list(Auto))
class Abs(abc.ABC):
    @abc.abstractmethod
    def run(self): ...
    @classmethod
    def __subclasshook__(cls, C): return ask("run" in C.__dict__) if cls is Abs else NotImplemented
class Duck:
    def run(self): pass
print(isinstance(Duck(), Abs), issubclass(int, Abs))
@contextlib.contextmanager
def cm(n):
    ask(f"enter{n}")
    try: yield ask(n)
    except KeyError as e: print("swallowed", ask(str(e)))
    finally: print("exit", ask(n))
with cm(1) as x, cm(2) as y: print(x, y); raise KeyError("k")
with contextlib.ExitStack() as st:
    st.enter_context(cm(3)); st.callback(lambda: print("cb", ask(1))); st.push(lambda *e: ask(False))
    print("in", ask(0))
with contextlib.suppress(ValueError): raise ValueError(ask("v"))
with contextlib.closing(type("X", (), {"close": lambda s: print("closed", ask(1))})()): pass
@cm(5)
def decorated(): return ask("decorated")
print(decorated())
class M:
    def __init__(self, n, swallow=False): self.n, self.swallow = n, swallow
    def __enter__(self): ask(self.n); return self
    def __exit__(self, t, e, tb): print("exit", self.n, t and t.__name__, e); return ask(self.swallow)
def f():
    with M(1), M(2):
        return ask("ret")
def g():
    for i in range(3):
        with M(i):
            if ask(i) == 1: break
            continue
    else: print("never")
    try: return ask("a")
    finally:
        print("fin", ask("b"))
def h():
    for i in range(3):
        try:
            try:
                if i == 0: continue
                if i == 2: return ask("h")
                raise KeyError(ask(i))
            finally: print("inner", ask(i))
        except KeyError as e: print("caught", e)
        else: print("else", ask(i))
        finally:
            if ask(i) == 1: print("one")
def k():
    while True:
        try: return ask(1)
        finally: break
    return "overridden"
print(f(), g(), h(), k())
with M(7, True): raise ValueError(ask("x"))
try:
    with M(8): raise ValueError("y")
except ValueError as e: print("out", e, ask(1))
try:
    try: raise ValueError("first")
    finally: ask("mid")
except ValueError as e:
    try: raise KeyError(ask("second")) from e
    except KeyError as e2: print(repr(e2.__cause__), e2.__context__ is e)
try:
    try: 1 / ask(0)
    except ZeroDivisionError: ask("handling"); raise
except ZeroDivisionError as e: print("re-raised", e, e.__context__)
class Sum:
    def __init__(self):
        with M("init"):
            self.total = sum(s for s in sorted((ask(i) for i in (3, 1, 2)), key=lambda v: ask(-v)))
print(Sum().total, sum(Sum().total for _ in range(2)))
