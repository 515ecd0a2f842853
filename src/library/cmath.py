"""This module provides access to mathematical functions for complex numbers."""

# The functions are native (cmath.cpp); their twins for objects of a program's classes are here.


def _number(value):
    # What C code takes as a real number: a float, or what __float__ or __index__ make of an object.
    cls = class_of(value)
    if cls is float:
        return value
    if type_lookup(cls, "__float__") is __missing__ and type_lookup(cls, "__index__") is __missing__:
        raise TypeError(f"must be real number, not {cls.__name__}")
    return float(value)


def _complex(value):
    method = bind_special(value, "__complex__")
    if method is not __missing__:
        result = method()
        if not isinstance(result, complex):
            raise TypeError(f"__complex__ returned non-complex (type {class_of(result).__name__})")
        return payload(result)
    return complex(_number(value))


def _acos(z):
    return acos(_complex(z))


def _acosh(z):
    return acosh(_complex(z))


def _asin(z):
    return asin(_complex(z))


def _asinh(z):
    return asinh(_complex(z))


def _atan(z):
    return atan(_complex(z))


def _atanh(z):
    return atanh(_complex(z))


def _cos(z):
    return cos(_complex(z))


def _cosh(z):
    return cosh(_complex(z))


def _exp(z):
    return exp(_complex(z))


def _isfinite(z):
    return isfinite(_complex(z))


def _isinf(z):
    return isinf(_complex(z))


def _isnan(z):
    return isnan(_complex(z))


def _log10(z):
    return log10(_complex(z))


def _phase(z):
    return phase(_complex(z))


def _polar(z):
    return polar(_complex(z))


def _sin(z):
    return sin(_complex(z))


def _sinh(z):
    return sinh(_complex(z))


def _sqrt(z):
    return sqrt(_complex(z))


def _tan(z):
    return tan(_complex(z))


def _tanh(z):
    return tanh(_complex(z))


def _log(z, base):
    if base is __missing__:
        return log(_complex(z))
    return log(_complex(z), _complex(base))


def _rect(r, phi):
    return rect(_number(r), _number(phi))


def _isclose(a, b, rel_tol, abs_tol):
    rel_tol = 1e-09 if rel_tol is __missing__ else _number(rel_tol)
    abs_tol = 0.0 if abs_tol is __missing__ else _number(abs_tol)
    return isclose(_complex(a), _complex(b), rel_tol=rel_tol, abs_tol=abs_tol)
