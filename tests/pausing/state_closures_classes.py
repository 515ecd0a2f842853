def counter():
    n = 0
    def inc(): nonlocal n; n += 1; return n
    def get(): return n
    return inc, get
inc, get = counter(); inc(); inc2, get2 = counter(); cells = inc.__closure__
fs = []
for i in range(3):
    def f(i=i): return i
    fs.append(f)
def late():
    def a(): return b()
    x = ask("x")
    def b(): return x
    return a
ask(0); inc(); print(get(), get2(), inc.__closure__[0] is get.__closure__[0], cells[0] is inc.__closure__[0], [f() for f in fs], late()(), inc.__closure__[0].cell_contents)
class A:
    def __init__(self): self.cb = [self.m, lambda: self]
    def m(self): return self
a = A(); ask(1); print(a.cb[0]() is a, a.cb[1]() is a, a.m == a.cb[0], a.cb[0].__self__ is a)
def decorator(f):
    calls = []
    def w(*a): calls.append(a); return f(*a)
    w.calls = calls; return w
@decorator
def dec(x): return ask(x)
dec(1); ask(2); dec(2); print(dec.calls)
import functools
@functools.lru_cache(None)
def sq(x): return ask(x * x)
sq(2); ask(3); sq(2); sq(3); print(sq.cache_info())
class Desc:
    def __set_name__(s, o, n): s.n = "_" + n
    def __get__(s, o, t): return getattr(o, s.n, 0) if o else s
    def __set__(s, o, v): setattr(o, s.n, v)
class K: d = Desc()
k = K(); k.d = 5; ask(4); print(k.d, K.d.n); k.d += 1; print(k.__dict__)
import collections, enum, dataclasses, re
class Color(enum.Enum): RED = 1; BLUE = 2
@dataclasses.dataclass
class DC: x: int; y: list = dataclasses.field(default_factory=list)
P = collections.namedtuple("P", "a b"); p = P(1, [2]); dc = DC(1); dq = collections.deque([1, 2], maxlen=3); cnt = collections.Counter("aab"); dd = collections.defaultdict(list); dd["k"].append(1); od = collections.OrderedDict(a=1)
rx = re.compile(r"(?P<w>\w+)"); m = rx.search("hello world"); prop = property(lambda s: 1); col = Color.RED; sm = staticmethod(len); mp = K.__dict__; sup = None
ask(5)
dq.append(3); dq.append(4); dd["z"].append(2); print(p, p.b, dc, dq, cnt, dict(dd), od, m["w"], m.span(), rx.findall("a b"), col is Color.RED, Color(1) is col, {Color.RED: 1}[col], type(mp).__name__, DC(1) == dc, P._fields, Color.__members__)
