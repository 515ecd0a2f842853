a = [1]; b = [a, a]; a.append(b); nan = float("nan"); big = 10 ** 30; big2 = big; s = "x" * 5; t = (a,)
d = {"self": None, "nan": nan, 1: big, 1.5: big2, nan: "key", (1, 2): s}; d["self"] = d
class C:
    count = 0
    def m(self): return self.n
    def __init__(self, n): self.n = n
C.extra = lambda self: ("extra", self.n); C.count = 5
def fn(x, y=[1]): y.append(x); return y
fn.attr = {"a": fn}; fn.__defaults__ = ([9],); fn.__doc__ = "doc"; fn.__name__ = "renamed"
bm = C(3).m; import functools; p = functools.partial(fn, 5); sup = "\ud800"; by = b"\x00\xff"; ba = bytearray(b"ab")
inf, ninf, nz = float("inf"), float("-inf"), -0.0; cx = complex(1, -0.0)
e = None
try:
    try: 1 / 0
    except ZeroDivisionError as z: raise ValueError("v") from z
except ValueError as v: e = v
fs = frozenset([1, (2, 3), nan]); st = {1, "a", nan, (1,)}; rg = range(1, 10 ** 20, 7); sl = slice(1, None, [2]); el = ...; ni = NotImplemented
ids = [id(a), id(b), id(C)]
print(ask("pause"))
print(ids == [id(a), id(b), id(C)], b[0] is b[1] is a, a[1] is b, d["self"] is d, d["nan"] is nan, d[nan], nan in [nan], nan in fs, nan in st, nan != nan, d[1] is d[1.5] is big, t[0] is a)
print(C.count, C(1).extra(), fn(1), fn.attr["a"] is fn, fn.__doc__, fn.__name__, bm(), bm.__self__.n, p(), p.func is fn, repr(sup), by, ba, inf, ninf, nz, cx, str(nz))
print(repr(e), repr(e.__cause__), e.__cause__ is e.__context__, e.__traceback__.tb_lineno, e.__cause__.__traceback__.tb_lineno, rg[3], len(range(0, 10 ** 15)), sl, el, ni, sorted(map(str, st)))
ba.append(1); print(ba, C.__mro__[1] is object, type(bm), type(C(1)) is C, C.m is C.__dict__["m"])

# Objects of the library that no name leads to are saved next to the program's own of the same class.
import datetime

zones = [datetime.timezone.utc.utcoffset(None), datetime.timedelta(0, 5)]
ask(1)
print(zones, ask(zones[0] == datetime.timedelta(0)))
