# Numbers picked by a generator of our own, through every operation: compared with CPython's output.
import math, cmath
s = 12345
def rnd():
    global s
    s = (s * 6364136223846793005 + 1442695040888963407) % 2**64
    return s >> 11
def rf():
    k = rnd() % 6
    x = rnd() / 2**53
    if k == 0: return x * 2 - 1
    if k == 1: return (x - 0.5) * 20
    if k == 2: return (x - 0.5) * 10.0 ** (rnd() % 600 - 300)
    if k == 3: return float(rnd() % 41 - 20)
    if k == 4: return [0.0, -0.0, math.inf, -math.inf, math.nan, 5e-324, 1e308, -1e308, 1.0, -1.0, 0.5, 2.0**-1022, 171.5, -170.5][rnd() % 14]
    return (x - 0.5) * 400
def ri():
    k = rnd() % 4
    if k == 0: return rnd() % 21 - 10
    if k == 1: return (rnd() - 2**52) << (rnd() % 200)
    if k == 2: return (1 << (rnd() % 140)) + rnd() % 5 - 2
    return (rnd() % 2**40 - 2**39)
def t(f, *a):
    try: return repr(f(*a))
    except Exception as e: return type(e).__name__ + ':' + str(e)
F1 = [n for n in "acos acosh asin asinh atan atanh cbrt ceil cos cosh degrees erf erfc exp exp2 expm1 fabs floor frexp gamma isfinite isinf isnan lgamma log log10 log1p log2 modf radians sin sinh sqrt tan tanh trunc ulp".split()]
for i in range(60):
    x = rf()
    print(x, [t(getattr(math, n), x) for n in F1])
F2 = "atan2 copysign fmod nextafter pow remainder isclose hypot log".split()
for i in range(60):
    x = rf(); y = rf()
    print(x, y, [t(getattr(math, n), x, y) for n in F2], t(divmod, x, y), t(pow, x, y), t(lambda: x // y), t(lambda: x % y), t(math.dist, [x, y, 1], [y, x, 2]), t(math.hypot, x, y, x, 3.0), t(math.fsum, [x, y, 1.0, -x, 1e-20]), t(round, x, rnd() % 40 - 20), t(round, x), x < y, t(math.ldexp, x, rnd() % 3000 - 1500), t(lambda: x.as_integer_ratio()), x.hex(), t(float.fromhex, x.hex()), hash(x) if x == x else 0)
for i in range(90):
    a = ri(); b = ri(); c = ri()
    print(a, b, t(divmod, a, b), a + b, a - b, a * b, a & b, a | b, a ^ b, ~a, -a, abs(a), t(lambda: a / b), t(lambda: a << (b % 100)), t(lambda: a >> (b % 100)), t(pow, a, b % 50), t(pow, a, b, c), math.gcd(a, b), math.lcm(a, b), t(math.isqrt, a), t(round, a, -(rnd() % 30)), a < b, a == b, hash(a), a.bit_length(), a.bit_count(), t(lambda: a.to_bytes(20, 'little', signed=True)), t(float, a), a < 1e10, a == float(a % 2**53), a > -1.5e18, t(math.log, a), t(math.log2, a), t(math.log10, a), hex(a), oct(b), bin(c), f"{a:,} {b:_x} {a:+.3e} {b:>50} {c:#o}", int(str(a)), int(hex(b), 16), int(bin(c), 2), t(lambda: 1.5 * a), t(lambda: a % 2.5), t(lambda: 0.1 + b))
for i in range(40):
    n = rnd() % 400; k = rnd() % 420
    print(n, k, math.comb(n, k), math.perm(n, k % 30), math.factorial(n), math.prod(range(1, k % 50 + 1)), math.comb(2**70 + n, k % 20), math.perm(2**65 + n, k % 9))
CF = "acos acosh asin asinh atan atanh cos cosh exp log log10 phase polar sin sinh sqrt tan tanh isinf".split()
for i in range(60):
    z = complex(rf(), rf()); w = complex(rf(), rf())
    print(z, [t(getattr(cmath, n), z) for n in CF], t(lambda: z * w), t(lambda: z / w), t(lambda: z + w), t(lambda: z ** w), t(lambda: z ** (rnd() % 7 - 3)), t(abs, z), z == w, t(cmath.rect, z.real, z.imag), t(complex, str(z)), hash(z) if z == z else 0, t(cmath.log, z, w))
for i in range(60):
    r = range(ri() % 100, ri() % 1000 - 300, (ri() % 20 - 10) or 1)
    v = rnd() % 200 - 50
    sl = slice(*[None if rnd() % 4 == 0 else rnd() % 40 - 20 for _ in range(2)], (rnd() % 9 - 4) or None)
    print(r, len(r), list(r)[:5], v in r, t(r.index, v), r.count(v), t(lambda: r[v]), r[sl], list(r[sl])[:4] == list(r)[sl][:4], sum(r), t(max, r), t(min, r), list(reversed(r))[:3], r == range(r.start, r.stop + 1, r.step), r[::-1])
big = [ri() for _ in range(300)]
print(sum(big), sum(big, 0.5), math.prod(big[:60]), max(big), min(big), sum([float(x) for x in big]), math.fsum(big))
print(math.factorial(3000) % (10**50 + 7), len(str(math.factorial(1500))), math.comb(5000, 2500) % (10**40 + 1), math.lcm(*range(1, 200)), math.gcd(*[x * 210 for x in big]), 3**5000 % 10**30, pow(3, 10**40, 10**30 + 7), math.isqrt(10**2001))
