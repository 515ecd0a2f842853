# user classes through every number builtin
import math, cmath
def e(f, s=""):
    try: print(s, '=>', repr(f()))
    except BaseException as x: print(s, '=>', type(x).__name__, x.args)
class I:
    def __repr__(s): return 'I()'
    def __init__(s, v=7): s.v = v
    def __index__(s): print('idx'); return s.v
class F:
    def __repr__(s): return 'F()'
    def __float__(s): print('flt'); return 2.25
class N:
    def __int__(s): return 41
class T:
    def __trunc__(s): return 13
    def __floor__(s): return 'fl'
    def __ceil__(s): return 'ce'
    def __round__(s, n=None): return ('round', n)
    def __abs__(s): return 'abs'
class D:
    def __repr__(s): return 'D()'
    def __divmod__(s, o): return ('divmod', o)
    def __rdivmod__(s, o): return ('rdivmod', o)
    def __pow__(s, o, m=None): return ('pow', o, m)
    def __rpow__(s, o): return ('rpow', o)
    def __radd__(s, o): return ('radd', o)
    def __lt__(s, o): return True
    def __gt__(s, o): return False
class Bad:
    def __int__(s): return 'x'
    def __float__(s): return 1
    def __index__(s): return 'x'
    def __complex__(s): return 1
class C:
    def __complex__(s): return 1+2j
class MyInt(int):
    def __add__(s, o): return 'add'
class MyFloat(float): pass
class P(int): pass
for f in (int, float, complex, abs, round, bin, hex, oct, math.floor, math.ceil, math.trunc, math.sqrt, math.factorial, math.isqrt, math.log, math.gamma, math.isnan, math.gcd, range, len, math.exp, cmath.sqrt, cmath.phase, math.hypot, bool, str, hash):
    for x in (I(), F(), N(), T(), D(), Bad(), C(), P(5), MyFloat(2.5), MyInt(3), True, 10**30, 'a', None, [], 1j, b'5', '12'):
        if f in (hash,) and not isinstance(x, (int, float, complex)): continue
        if f in (str, bool) and not isinstance(x, (int, float, complex)): continue
        if f is math.factorial and x == 10**30: continue
        e(lambda: f(x), f.__name__ + ' ' + type(x).__name__)
for f in (divmod, pow, lambda a, b: a + b, lambda a, b: a * b, lambda a, b: a // b, lambda a, b: a < b, lambda a, b: a == b, lambda a, b: a ** b, lambda a, b: a % b, lambda a, b: a & b, lambda a, b: a << b, min, max, math.pow, math.comb, math.ldexp, math.fmod, math.perm, math.lcm, round):
    for x in (I(), D(), P(5), MyFloat(2.5), MyInt(3), True, 3, 2.0, 2j):
        for y in (I(), D(), P(5), MyInt(3), MyFloat(1.5), False, 4, 0.5, 1j, None):
            e(lambda: f(x, y), f.__name__ + ' ' + type(x).__name__ + ' ' + type(y).__name__)
e(lambda: pow(D(), 2, 3)); e(lambda: pow(2, D(), 3)); e(lambda: pow(P(2), 5, 7)); e(lambda: pow(2, P(5), P(7)))
e(lambda: sum([1, D()])); e(lambda: sum([D()])); e(lambda: sum([P(5), P(6)])); e(lambda: sum([MyInt(1), 2])); e(lambda: sum(iter([1, 2, 3])))
e(lambda: sum(x for x in range(4))); e(lambda: sum([1, 2.5, 3j])); e(lambda: sum({1: 2, 3: 4})); e(lambda: sum([], True)); e(lambda: sum((), 5)); e(lambda: sum([True, True])); e(lambda: sum([[1], [2]], []))
e(lambda: sum([2**62, 2**62, 2**62, -2**63, 1.5])); e(lambda: sum([2**62]*5)); e(lambda: sum(range(5, -100, -7), 3)); e(lambda: sum(range(10), 0.5)); e(lambda: sum([10**400, 1.0]))
e(lambda: max([3, 1, 2], key=lambda v: -v)); e(lambda: min([], key=len, default='d')); e(lambda: max(iter('hello'))); e(lambda: min({5: 1, 3: 2})); e(lambda: max([[1], [1, 2]])); e(lambda: max(x for x in [1, 5, 2])); e(lambda: min(D(), D()) is not None); e(lambda: max('a', 'b', key=lambda s: -ord(s))); e(lambda: max(math.nan, 1)); e(lambda: max(1, math.nan)); e(lambda: min(1, 1.0)); e(lambda: max(None, 1)); e(lambda: max(5)); e(lambda: max(key=1)); e(lambda: min((), default=None))
r = range(I(2), I(20), I(3))
e(lambda: r); e(lambda: r[I(1)]); e(lambda: r[I(0):I(4):I(2)]); e(lambda: I(5) in r); e(lambda: P(5) in r); e(lambda: r.index(P(8))); e(lambda: r.count(P(8))); e(lambda: r.index(I(5))); e(lambda: 5.0 in r); e(lambda: 5.5 in r); e(lambda: (5+0j) in r); e(lambda: r.index(5.0)); e(lambda: 'a' in r); e(lambda: True in range(3)); e(lambda: range(MyFloat(1)))
class Eq:
    def __eq__(s, o): print('eq', o); return o == 8
e(lambda: Eq() in r); e(lambda: r.index(Eq())); e(lambda: r.count(Eq()))
big = range(2**70, 2**70 + 10, 3)
e(lambda: list(big)); e(lambda: list(reversed(big))); e(lambda: big[-1]); e(lambda: big[1:]); e(lambda: len(big)); e(lambda: list(big[::-1])); e(lambda: 2**70 + 3 in big); e(lambda: [x for x in range(2**63 - 2, 2**63 + 2)]); e(lambda: list(range(-2**63, -2**63 - 4, -2))); e(lambda: list(range(2**63-3, 2**63-1)))
e(lambda: list(reversed(range(-2**63, -2**63+3)))); e(lambda: range(0, 2**64, 2**62)[::-1]); e(lambda: hash(big)); e(lambda: big == range(2**70, 2**70 + 12, 3)); e(lambda: range(0, 3, 2) == range(0, 4, 2)); e(lambda: iter(range(5)).__length_hint__()); e(lambda: type(iter(range(5)))); e(lambda: bool(range(0))); e(lambda: range(10)[-3:]); e(lambda: range(10)[100:]); e(lambda: range(0, 100, 7)[-5:50:2]); e(lambda: range(10)[5:1:-2]); e(lambda: range(10)[None:None:-3]); e(lambda: range(3).start + range(3).stop + range(3).step); e(lambda: range(10)['a':]); e(lambda: repr(range(1, 5, 2)))
e(lambda: (5).to_bytes(I(3), 'little')); e(lambda: int.from_bytes(bytearray(b'ab'), 'big')); e(lambda: int.from_bytes((1, 2, 3))); e(lambda: int.from_bytes(iter([1, 2]), 'big')); e(lambda: P.from_bytes(b'\x05')); e(lambda: type(P.from_bytes(b'\x05')).__name__); e(lambda: MyFloat.fromhex('0x1p3')); e(lambda: type(MyFloat.fromhex('0x1p3')).__name__); e(lambda: (3).to_bytes(2, 'big', signed=[])); e(lambda: int.from_bytes([P(5), I(6)]));
class B:
    def __bytes__(s): return b'\x01\x02'
e(lambda: int.from_bytes(B()))
e(lambda: P('12') + 1); e(lambda: type(P(3) + P(4)).__name__); e(lambda: P(3).real); e(lambda: type(P(3).real).__name__); e(lambda: MyFloat(2.5).hex()); e(lambda: MyFloat('1.5')); e(lambda: P(b'12')); e(lambda: P()); e(lambda: P('ff', 16)); e(lambda: P(3.9)); e(lambda: P(N())); e(lambda: MyFloat(F())); e(lambda: int('12', I(8))); e(lambda: int(P(7))); e(lambda: type(int(P(7))).__name__); e(lambda: float(MyFloat(1.5))); e(lambda: type(float(MyFloat(1.5))).__name__); e(lambda: complex(C(), 1)); e(lambda: complex(1, C())); e(lambda: complex(I(2), F())); e(lambda: complex(2j, 3j)); e(lambda: complex(imag=2)); e(lambda: complex('  ( 1.5e3-2.5j ) ')); e(lambda: complex('j')); e(lambda: complex('-j')); e(lambda: complex('1+j')); e(lambda: complex('nan+infj')); e(lambda: complex('1_0j')); e(lambda: complex('1 +2j')); e(lambda: complex('')); e(lambda: complex('()')); e(lambda: complex('1e')); e(lambda: complex('1j2')); e(lambda: complex(0.0, -0.0)); e(lambda: -complex(0, 0)); e(lambda: complex('-0-0j')); e(lambda: [complex(1, -0.0), complex(-0.0, 2), 1e20j, complex(1e16, 1.5), complex(math.nan, math.inf)])
e(lambda: f"{1+2j:.2f} {1.5j} {3+0j!r:>10} {1+2j:>20} {1j:+.1e} {1234567+1j:,}"); e(lambda: (1+2j).conjugate()); e(lambda: (1+2j).real); e(lambda: (1+2j) ** 0.5); e(lambda: (1+2j) ** (1+1j)); e(lambda: (1+2j) ** 200); e(lambda: (1+2j) ** -3); e(lambda: 2 ** 1j); e(lambda: (1+2j) / (3-4j)); e(lambda: 1 / (1e-310j)); e(lambda: 1j == 1j); e(lambda: 1+0j == 1); e(lambda: 2**70 == 2**70 + 0j); e(lambda: {1: 'a'}[1+0j]); e(lambda: bool(0j)); e(lambda: (-8) ** (1/3)); e(lambda: (-2.0) ** 0.5); e(lambda: (1e200+1e200j) ** 2); e(lambda: abs(3+4j)); e(lambda: -(1+2j)); e(lambda: ~(1j)); e(lambda: 1j > 0); e(lambda: (3+4j).__abs__())
