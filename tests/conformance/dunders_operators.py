def error(function, *args, **kwargs):
    try:
        return "no error: " + repr(function(*args, **kwargs))
    except Exception as e:
        return f"{type(e).__name__}: {e}"


names = {"add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**", "lshift": "<<", "rshift": ">>", "and": "&", "or": "|", "xor": "^", "matmul": "@"}
class Op:
    def __init__(self, name): self.name = name
    def __repr__(self): return self.name
class Right(Op): pass
class Sub(Op): pass
class InPlace(Op): pass
class Picky(Op): pass
for method, sign in names.items():
    setattr(Op, f"__{method}__", lambda self, other, sign=sign: f"({self}{sign}{other})")
    setattr(Right, f"__{method}__", lambda self, other: NotImplemented)
    setattr(Right, f"__r{method}__", lambda self, other, sign=sign: f"({other} r{sign} {self})")
    setattr(Sub, f"__r{method}__", lambda self, other, sign=sign: f"sub({other}{sign}{self})")
    setattr(InPlace, f"__i{method}__", lambda self, other, sign=sign: f"({self}{sign}={other})")
    setattr(Picky, f"__{method}__", lambda self, other: NotImplemented)
o, r, s, i, p = Op("o"), Right("r"), Sub("s"), InPlace("i"), Picky("p")
print(o + 1, o - o, o * 2, o / 2, o // 2, o % 2, o ** 2, o << 1, o >> 1, o & 1, o | 1, o ^ 1, o @ 1)
print(1 + r, 1 - r, 2 * r, 2 / r, 2 // r, 2 % r, 2 ** r, 1 << r, 1 >> r, 1 & r, 1 | r, 1 ^ r, 1 @ r, "s" + r, [1] + r, 1.5 * r, None & r, "%s" % r)
print(o + s, s + o, o ** s, o + r, error(lambda: r + o), error(lambda: p + p), error(lambda: p + 1), error(lambda: 1 - p), error(lambda: p @ p), error(lambda: p ** 2), error(lambda: r >> p))
x = i; x += 1; print(x)
x = i; x -= 1; print(x)
x = i; x **= 2; print(x)
x = i; x @= 2; print(x)
x = i; x >>= 2; print(x)
x = o; x += 1; print(x)
x = 5; x += r; print(x)
def aug():
    x = p
    x += 1
def aug2():
    x = "a"
    x -= 1
print(error(aug), error(aug2))
class Un:
    def __neg__(self): return "neg"
    def __pos__(self): return "pos"
    def __invert__(self): return "inv"
    def __abs__(self): return "abs"
    def __round__(self, n=None): return ("round", n)
    def __divmod__(self, o): return "divmod", o
    def __rdivmod__(self, o): return "rdivmod", o
    def __pow__(self, o, m=None): return "pow", o, m
    def __complex__(self): return 1j
    def __int__(self): return 7
    def __float__(self): return 7.5
    def __index__(self): return 2
    def __trunc__(self): return "trunc"
    def __floor__(self): return "floor"
    def __ceil__(self): return "ceil"
u = Un()
import math
print(-u, +u, ~u, abs(u), round(u), round(u, 2), divmod(u, 1), divmod(1, u), pow(u, 2), pow(u, 2, 3), u ** 4, int(u), float(u), [1, 2, 3][u], "abc" * 1, math.floor(u), math.ceil(u), math.trunc(u), hex(u), "x" * u, [0] * u, list(range(u)))
class Cmp:
    def __init__(self, v): self.v = v
    def __eq__(self, o): return ("eq", self.v) if isinstance(o, Cmp) else NotImplemented
    def __lt__(self, o): return ("lt", self.v) if isinstance(o, Cmp) else NotImplemented
    def __le__(self, o): return ("le", self.v)
a, b = Cmp(1), Cmp(2)
print(a == b, a != b, a < b, a > b, a <= b, a >= b, a == 1, 1 == a, a != 1, error(lambda: a < 1), error(lambda: 1 > a), 5 >= a, error(hash, a))
class SubCmp(Cmp):
    def __gt__(self, o): return "sub gt"
    def __eq__(self, o): return "sub eq"
print(a < SubCmp(3), a == SubCmp(3), SubCmp(3) > a, not a == b, [a] == [b], a in [b])
class BadBool:
    def __bool__(self): return 5
class BadLen:
    def __len__(self): return -1
class StrLen:
    def __len__(self): return "x"
class BadIndex:
    def __index__(self): return "x"
class BadRepr:
    def __repr__(self): return 5
class BadHash:
    def __hash__(self): return "x"
class BadIter:
    def __iter__(self): return 5
class BadInt:
    def __int__(self): return "5"
print(error(bool, BadBool()), error(len, BadLen()), error(bool, BadLen()), error(len, StrLen()), error(lambda: [1][BadIndex()]), error(repr, BadRepr()), error(str, BadRepr()), error(hash, BadHash()), error(iter, BadIter()), error(int, BadInt()), error(lambda: f"{BadRepr()!r}"))
class LenOnly:
    def __init__(self, n): self.n = n
    def __len__(self): return self.n
print(bool(LenOnly(0)), bool(LenOnly(2)), not LenOnly(0), [1 for _ in "a" if LenOnly(0)], LenOnly(0) or "falsy", LenOnly(3) and "truthy")
class BigHash:
    def __hash__(self): return 2 ** 70
print(hash(BigHash()) == hash(2 ** 70), type(hash(BigHash())), {BigHash(): 1} != {})
