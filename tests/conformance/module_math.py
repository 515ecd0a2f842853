def error(function, *args, **kwargs):
    try:
        return "no error: " + repr(function(*args, **kwargs))
    except Exception as e:
        return f"{type(e).__name__}: {e}"


import math
from math import pi, sqrt as root, floor
print(pi, math.e, math.tau, math.inf, math.nan, root(2), floor(-1.5), math.ceil(1.2), math.trunc(-1.9), math.floor(5), type(math.floor(1e20)))
for f in ("sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "atanh", "exp", "expm1", "log1p", "sqrt", "fabs", "erf", "erfc", "gamma", "degrees", "radians", "cbrt", "exp2"):
    print(f, [round(getattr(math, f)(x), 12) for x in (0.25, 0.5, 0.75)])
print(math.log(8, 2), math.log(math.e), math.log2(8), math.log10(1000), math.log(10 ** 400), math.log2(2 ** 2000), math.log10(10 ** 500), math.pow(2, 0.5), math.hypot(3, 4), math.hypot(1, 2, 2), math.atan2(1, -1), math.copysign(1, -0.0), math.fmod(-7, 3), math.modf(3.25), math.frexp(8.5), math.ldexp(0.5, 4), math.dist((0, 0), (3, 4)), math.remainder(7, 4))
print(math.gcd(12, 18), math.gcd(), math.gcd(0, 5, 10), math.lcm(4, 6), math.lcm(), math.factorial(20), math.factorial(30), math.comb(10, 3), math.comb(3, 5), math.perm(5, 2), math.perm(4), math.isqrt(10 ** 30), math.isqrt(99), math.prod([1, 2, 3]), math.prod([], start=5), math.fsum([0.1] * 10), math.isclose(0.1 + 0.2, 0.3), math.isclose(1, 1.1, rel_tol=0.2), math.isclose(0, 1e-10, abs_tol=1e-9), math.isfinite(1), math.isinf(-math.inf), math.isnan(math.nan), math.nextafter(1, 2), math.ulp(1.0))
for call in [lambda: math.sqrt(-1), lambda: math.log(0), lambda: math.log(-1), lambda: math.factorial(-1), lambda: math.factorial(1.5), lambda: math.exp(1000), lambda: math.sqrt("a"), lambda: math.floor("a"), lambda: math.floor(math.inf), lambda: math.ceil(math.nan), lambda: math.gcd(1.5), lambda: math.isqrt(-1), lambda: math.comb(-1, 2), lambda: math.acos(2), lambda: math.pow(0, -1), lambda: math.fmod(1, 0), lambda: math.log(5, 1), lambda: math.nope, lambda: math.prod(5), lambda: math.sqrt(), lambda: math.sqrt(10 ** 400), lambda: math.cosh(1e4), lambda: math.dist([1], [1, 2]), lambda: math.perm(3, -1)]:
    print(error(call))
class F:
    def __float__(self): return 4.0
print(math.sqrt(F()), math.sqrt(True), math.floor(2.0 ** 70), math.ceil(-0.5), math.pow(1, math.nan), math.atan2(0.0, -0.0), sum(math.sin(i) for i in range(100)) < 1, repr(math)[:15])
