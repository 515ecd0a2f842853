# Operators and isinstance() with instances of subclasses, of exceptions, and of classes that have one method of two.
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
class D(dict):
    def __index__(self): return 2
class Dn:
    def __index__(self): return 2
class L(list):
    def __index__(self): return 2
class Ts(tuple): pass
class S(str): pass
class I(int): pass
class St(set): pass
class E2(Exception):
    def __index__(self): return 2
for x in (D(), Dn(), L(), I(3), E2()):
    t(lambda: () * x); t(lambda: x * [1]); t(lambda: "a" * x); t(lambda: x * b"ab"); t(lambda: [1] * x); t(lambda: bytearray(b"a") * x); t(lambda: x * 1.5); t(lambda: x * x); t(lambda: x * 2 if not isinstance(x, list) else 0)
    def ip(v):
        v *= x; return v
    t(lambda: ip([1])); t(lambda: ip((1,))); t(lambda: ip("a")); t(lambda: ip(2)); t(lambda: ip(b"a"))
class A(Exception):
    def __getattribute__(): pass
t(lambda: isinstance(A(), int)); t(lambda: isinstance(1, A())); t(lambda: issubclass(A(), int)); t(lambda: issubclass(int, A())); t(lambda: isinstance(A(), A))
class M(type):
    @property
    def __class__(cls): return int
class Q(metaclass=M): pass
t(lambda: isinstance(Q, int)); t(lambda: issubclass(Q, int)); t(lambda: isinstance(1, Q))
class B:
    @property
    def __bases__(self): return (int,)
t(lambda: isinstance(1, B())); t(lambda: issubclass(bool, B())); t(lambda: issubclass(B(), int))
class SI:
    def __setitem__(): pass
class DI:
    def __delitem__(): pass
class SE(Exception):
    def __setitem__(): pass
class DE(Exception):
    def __delitem__(): pass
class SB(bytes):
    def __setitem__(): pass
def d(x): del x[0]
def s(x): x[0] = 1
for c in (SI, DI, SE, DE, SB):
    t(lambda: d(c())); t(lambda: s(c()))
t(lambda: b"a" + St()); t(lambda: b"a" + I(1)); t(lambda: b"a" + S("a")); t(lambda: bytearray(b"a") + St()); t(lambda: b"a" + Ts()); t(lambda: "a" + S("b")); t(lambda: b"a" + D())
t(lambda: ("", "a") > Ts([1])); t(lambda: ("", "a") <= Ts([1])); t(lambda: Ts([1]) > ("", "a")); t(lambda: ("", "a") == Ts([1])); t(lambda: [1] < Ts([1])); t(lambda: 1 < I(2)); t(lambda: 1 < Ts())
class EQ:
    def __init__(self, n): self.n = n
    def __eq__(self, o): print("eq", self.n); return True
    def __lt__(self, o): print("lt", self.n); return True
    def __gt__(self, o): print("gt", self.n); return True
t(lambda: (EQ(1),) == Ts([EQ(2)])); t(lambda: (EQ(1),) < Ts([EQ(2)])); t(lambda: Ts([EQ(1)]) == (EQ(2),)); t(lambda: [EQ(1)] == L([EQ(2)])); t(lambda: {1: EQ(1)} == D({1: EQ(2)}))
