# every binary, reflected, in-place and unary operator, asking
import operator
names = "add sub mul truediv floordiv mod pow lshift rshift and or xor matmul".split()
class V:
    def __init__(self, n): self.n = n
for name in names:
    setattr(V, f"__{name}__", lambda self, o, name=name: ask(f"{name} {self.n} {getattr(o, 'n', o)}"))
    setattr(V, f"__r{name}__", lambda self, o, name=name: ask(f"r{name} {self.n} {o}"))
class W(V): pass
for name in names:
    def iop(self, o, name=name): self.n = ask(self.n + 1); return self
    setattr(W, f"__i{name}__", iop)
v = V(1)
print(v + 1, v - 1, v * 1, v / 1, v // 1, v % 1, v ** 1, v << 1, v >> 1, v & 1, v | 1, v ^ 1, v @ 1, sep="\n")
print(1 + v, 1 - v, 1 * v, 1 / v, 1 // v, 3 % v, 1 ** v, 1 << v, 1 >> v, 1 & v, 1 | v, 1 ^ v, [1] @ v, sep="\n")
x = v
x += 1; print(x)
w = W(1); o = w
w += 1; w -= 1; w *= 1; w /= 1; w //= 1; w %= 1; w **= 1; w <<= 1; w >>= 1; w &= 1; w |= 1; w ^= 1; w @= 1
print(w.n, w is o)
class U:
    def __neg__(self): return ask("neg")
    def __pos__(self): return ask("pos")
    def __invert__(self): return ask("inv")
    def __contains__(self, x): return ask(x)
    def __getitem__(self, k): return ask(str(k))
    def __setitem__(self, k, v): print("setitem", ask(str(k)), ask(v))
    def __delitem__(self, k): print("delitem", ask(str(k)))
u = U()
print(-u, +u, ~u, 1 in u, u[1], u[1:2], u[1, ...], u["k"]); u[1] = 2; u[1:2, 3] = 4; del u[5]; u[0] += "!"
print(operator.add(v, 1), operator.itemgetter(1, 2)(u), operator.attrgetter("n")(v), operator.methodcaller("__neg__")(u), sum([V(1)], 0))
class NI:
    def __add__(self, o): ask("try"); return NotImplemented
    __mul__ = __add__
class Rt:
    def __radd__(self, o): return ask("radd")
print(NI() + Rt())
try: NI() + 1
except TypeError as e: print(e)
try: NI() * NI()
except TypeError as e: print(e)
class Sub(V):
    def __radd__(self, o): return ask("sub first")
print(V(1) + Sub(2), [1] + [ask(2)], "a" * ask(3))
class Mis(dict):
    def __missing__(self, k): ask(k); self[k] = v = k * 2; return v
m = Mis(); print(m["a"], m["b"], m, m.get("c"), "%(z)s" % m, "{q}".format_map(m))
from collections import *
dd = defaultdict(lambda: ask([])); dd["x"].append(1); dd["y"]; dd["x"].append(2); print(dict(dd))
cnt = Counter(ask(w) for w in "abcab"); cnt.update(ask(c) for c in "cc"); print(cnt, cnt.most_common(1), +cnt, cnt - Counter("a"))
dq = deque((ask(n) for n in range(5)), maxlen=3); dq.extend(ask(n) for n in (7, 8)); dq.extendleft(map(ask, [1])); print(dq)
class Eq:
    def __init__(self, n): self.n = n
    def __eq__(self, o): return ask(self.n) == getattr(o, "n", o)
    def __repr__(self): return ask(f"Eq{self.n}")
dq = deque([Eq(1), Eq(2), Eq(1)]); print(dq.count(1), dq.index(2), 2 in dq, dq == deque([1, 2, 1])); dq.remove(2); print(dq)
od = OrderedDict((ask(k), Eq(n)) for n, k in enumerate("ab")); print(od == OrderedDict(a=0, b=1), od)
P = namedtuple("P", "x y", defaults=[ask(5)]); print(P(ask(1)), P(1, Eq(2)) == (1, 2), P(1)._replace(y=ask(3)), ChainMap({"a": Eq(1)}, {})["a"])
