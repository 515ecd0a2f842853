"""This module provides access to the mathematical functions defined by the C standard."""

# The functions are native (math.cpp). Here are their twins, for objects of a program's classes: they make
# numbers of their arguments and call the native again.

from operator import index as _index


def _number(value):
    # What C code takes as a real number: a float, or what __float__ or __index__ make of an object.
    cls = class_of(value)
    if cls is float:
        return value
    if type_lookup(cls, "__float__") is __missing__ and type_lookup(cls, "__index__") is __missing__:
        raise TypeError(f"must be real number, not {cls.__name__}")
    return float(value)


def _acos(x):
    return acos(_number(x))


def _acosh(x):
    return acosh(_number(x))


def _asin(x):
    return asin(_number(x))


def _asinh(x):
    return asinh(_number(x))


def _atan(x):
    return atan(_number(x))


def _atanh(x):
    return atanh(_number(x))


def _cbrt(x):
    return cbrt(_number(x))


def _cos(x):
    return cos(_number(x))


def _cosh(x):
    return cosh(_number(x))


def _degrees(x):
    return degrees(_number(x))


def _erf(x):
    return erf(_number(x))


def _erfc(x):
    return erfc(_number(x))


def _exp(x):
    return exp(_number(x))


def _exp2(x):
    return exp2(_number(x))


def _expm1(x):
    return expm1(_number(x))


def _fabs(x):
    return fabs(_number(x))


def _frexp(x):
    return frexp(_number(x))


def _gamma(x):
    return gamma(_number(x))


def _isfinite(x):
    return isfinite(_number(x))


def _isinf(x):
    return isinf(_number(x))


def _isnan(x):
    return isnan(_number(x))


def _lgamma(x):
    return lgamma(_number(x))


def _log10(x):
    return log10(_number(x))


def _log1p(x):
    return log1p(_number(x))


def _log2(x):
    return log2(_number(x))


def _modf(x):
    return modf(_number(x))


def _radians(x):
    return radians(_number(x))


def _sin(x):
    return sin(_number(x))


def _sinh(x):
    return sinh(_number(x))


def _sqrt(x):
    return sqrt(_number(x))


def _tan(x):
    return tan(_number(x))


def _tanh(x):
    return tanh(_number(x))


def _ulp(x):
    return ulp(_number(x))


def _atan2(y, x):
    return atan2(_number(y), _number(x))


def _copysign(x, y):
    return copysign(_number(x), _number(y))


def _fmod(x, y):
    return fmod(_number(x), _number(y))


def _nextafter(x, y):
    return nextafter(_number(x), _number(y))


def _pow(x, y):
    return pow(_number(x), _number(y))


def _remainder(x, y):
    return remainder(_number(x), _number(y))


def _ceil(x):
    method = bind_special(x, "__ceil__")
    if method is not __missing__:
        return method()
    return ceil(_number(x))


def _floor(x):
    method = bind_special(x, "__floor__")
    if method is not __missing__:
        return method()
    return floor(_number(x))


def _trunc(x):
    return bind_special(x, "__trunc__")()


def _log(args):
    return log(*[_number(x) for x in args])


def _comb(n, k):
    return comb(_index(n), _index(k))


def _perm(n, k):
    return perm(_index(n), None if k is None else _index(k))


def _factorial(n):
    return factorial(_index(n))


def _isqrt(n):
    return isqrt(_index(n))


def _gcd(integers):
    return gcd(*[_index(n) for n in integers])


def _lcm(integers):
    return lcm(*[_index(n) for n in integers])


def _hypot(coordinates):
    return hypot(*[_number(x) for x in coordinates])


def _dist(p, q):
    return dist([_number(x) for x in p], [_number(x) for x in q])


def _fsum(seq):
    return fsum([_number(x) for x in seq])


def _ldexp(x, i):
    return ldexp(_number(x), i)


def _isclose(a, b, rel_tol, abs_tol):
    if rel_tol is __missing__:
        rel_tol = 1e-09
    if abs_tol is __missing__:
        abs_tol = 0.0
    return isclose(_number(a), _number(b), rel_tol=_number(rel_tol), abs_tol=_number(abs_tol))


def _prod(iterable, start):
    total = start
    for item in iterable:
        total = total * item
    return total


def sumprod(p, q, /):
    """Return the sum of products of values from two iterables p and q."""
    products, floats = [], False
    left, right = iter(p), iter(q)
    for x in left:
        y = next(right, sumprod)
        if y is sumprod:
            raise ValueError("Inputs are not the same length")
        floats = floats or isinstance(x, float) or isinstance(y, float)
        products.append((x, y))
    if next(right, sumprod) is not sumprod:
        raise ValueError("Inputs are not the same length")
    if floats and all([isinstance(value, (int, float)) for pair in products for value in pair]):
        return _sum_of_float_products(products)
    total = 0
    for x, y in products:
        total += x * y
    return total


def _sum_of_float_products(products):
    # Each product is two floats, one rounded and what rounding lost, found by halves of factors (Dekker, 1971); the sum is rounded once.
    terms, total = [], 0.0
    for x, y in products:
        x, y = float(x), float(y)
        product = x * y
        total += product
        terms.append(product)
        a, b = x * 134217729.0, y * 134217729.0
        a, b = a - (a - x), b - (b - y)
        terms.append((x - a) * (y - b) - (((product - a * b) - (x - a) * b) - a * (y - b)))
    return fsum(terms) if isfinite(total) and all(map(isfinite, terms)) else total
