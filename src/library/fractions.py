"""Rational numbers of any size."""

import math as _math
import numbers as _numbers
import re as _re

__all__ = ["Fraction"]

_FORMAT = _re.compile(
    r"\A\s*(?P<sign>[-+]?)(?=\d|\.\d)(?P<num>\d*|\d+(_\d+)*)"
    r"(?:(?:\s*/\s*(?P<denom>\d+(_\d+)*))?|(?:\.(?P<decimal>\d*|\d+(_\d+)*))?(?:E(?P<exp>[-+]?\d+(_\d+)*))?)\s*\Z",
    _re.IGNORECASE,
)
_FORM = _re.compile(
    r"(?P<shape>(?:(?P<fill>.?)(?P<align>[<>=^]))?(?P<sign>[-+ ]?)(?P<zero>0?)(?P<width>\d*)(?P<separator>[,_]?))"
    r"(?:\.(?P<precision>\d+))?(?P<kind>[eEfFgG%])",
    _re.DOTALL,
)
_HASH_MODULUS = 2**61 - 1


_EXPONENT = _re.compile(r"(e[-+])(\d)\Z", _re.IGNORECASE)


def _padded(text, form):
    # As wide as the format says.
    width = int(form["width"] or 0)
    if form["align"] == "=" or (form["zero"] and not form["align"]):
        sign = text[0] if text[0] in "+- " else ""
        return sign + text[len(sign) :].rjust(width - len(sign), form["fill"] or ("0" if form["zero"] else " "))
    return format(text, f"{form['fill'] or ''}{form['align'] or '>'}{width or ''}")


def _new(cls, numerator, denominator):
    """A fraction in lowest terms, as it stands."""
    self = object.__new__(cls)
    self._numerator = numerator
    self._denominator = denominator
    return self


class Fraction(_numbers.Rational):
    """This class implements rational numbers."""

    __slots__ = ("_numerator", "_denominator")

    def __new__(cls, numerator=0, denominator=None, *, _normalize=True):
        if denominator is None:
            if type(numerator) is int:
                return _new(cls, numerator, 1)
            if isinstance(numerator, _numbers.Rational):
                return _new(cls, numerator.numerator, numerator.denominator)
            if isinstance(numerator, float) or hasattr(numerator, "as_integer_ratio"):
                return _new(cls, *numerator.as_integer_ratio())
            if isinstance(numerator, str):
                m = _FORMAT.match(numerator)
                if m is None:
                    raise ValueError(f"Invalid literal for Fraction: {numerator!r}")
                number = int(m.group("num") or "0")
                denominator = m.group("denom")
                if denominator:
                    denominator = int(denominator)
                else:
                    denominator = 1
                    decimal = m.group("decimal")
                    if decimal:
                        decimal = decimal.replace("_", "")
                        scale = 10 ** len(decimal)
                        number = number * scale + int(decimal)
                        denominator *= scale
                    exponent = m.group("exp")
                    if exponent:
                        exponent = int(exponent)
                        if exponent >= 0:
                            number *= 10**exponent
                        else:
                            denominator *= 10**-exponent
                if m.group("sign") == "-":
                    number = -number
                numerator = number
            else:
                raise TypeError("argument should be a string or a Rational instance")
        elif type(numerator) is int is type(denominator):
            pass
        elif isinstance(numerator, _numbers.Rational) and isinstance(denominator, _numbers.Rational):
            numerator, denominator = (numerator.numerator * denominator.denominator, denominator.numerator * numerator.denominator)
        else:
            raise TypeError("both arguments should be Rational instances")
        if denominator == 0:
            raise ZeroDivisionError(f"Fraction({numerator}, 0)")
        if not _normalize:
            return _new(cls, numerator, denominator)
        common = _math.gcd(numerator, denominator)
        if denominator < 0:
            common = -common
        return _new(cls, numerator // common, denominator // common)

    @classmethod
    def from_float(cls, f):
        """Converts a finite float to a rational number, exactly."""
        if isinstance(f, int):
            return cls(f)
        if not isinstance(f, float):
            raise TypeError(f"{cls.__name__}.from_float() only takes floats, not {f!r} ({type(f).__name__})")
        return _new(cls, *f.as_integer_ratio())

    @classmethod
    def from_decimal(cls, dec):
        """Converts a finite Decimal instance to a rational number, exactly."""
        return _new(cls, *dec.as_integer_ratio())

    def is_integer(self):
        return self._denominator == 1

    def as_integer_ratio(self):
        """Return a pair of integers, whose ratio is equal to the original Fraction."""
        return (self._numerator, self._denominator)

    def limit_denominator(self, max_denominator=1000000):
        """Closest Fraction to self with denominator at most max_denominator."""
        if max_denominator < 1:
            raise ValueError("max_denominator should be at least 1")
        if self._denominator <= max_denominator:
            return Fraction(self)
        p0, q0, p1, q1 = 0, 1, 1, 0
        n, d = self._numerator, self._denominator
        while True:
            a = n // d
            q2 = q0 + a * q1
            if q2 > max_denominator:
                break
            p0, q0, p1, q1 = p1, q1, p0 + a * p1, q2
            n, d = d, n - a * d
        k = (max_denominator - q0) // q1
        if 2 * d * (q0 + k * q1) <= self._denominator:
            return _new(Fraction, p1, q1)
        return _new(Fraction, p0 + k * p1, q0 + k * q1)

    @property
    def numerator(self):
        return self._numerator

    @property
    def denominator(self):
        return self._denominator

    def __repr__(self):
        return f"{self.__class__.__name__}({self._numerator}, {self._denominator})"

    def __str__(self):
        if self._denominator == 1:
            return str(self._numerator)
        return f"{self._numerator}/{self._denominator}"

    def __format__(self, spec, /):
        if not spec:
            return str(self)
        found = _FORM.fullmatch(spec)
        if not found:
            raise ValueError(f"Invalid format specifier {spec!r} for object of type {type(self).__name__!r}")
        from decimal import Decimal as _Decimal

        kind, precision = found["kind"], 6 if found["precision"] is None else int(found["precision"])
        # Rounded to the digits that are shown, once; a decimal shows them.
        if kind in "fF%":
            places = precision + (2 if kind == "%" else 0)
        else:
            digits = precision + 1 if kind in "eE" else precision or 1
            places = digits - 1 - self._exponent(digits)
        value = round(self * Fraction(10) ** places)
        shape = found["shape"].replace("_", ",") if found["separator"] else found["shape"]
        shown = f".{precision}{kind}"
        if kind in "gG":
            # As few digits as there are, in the shorter of two forms.
            while value and value % 10 == 0:
                value //= 10
                places -= 1
            count = len(str(abs(value)))
            short = not value or -4 <= count - 1 - places < digits
            shown = f".{max(places, 0) if value else 0}f" if short else f".{count - 1}{'e' if kind == 'g' else 'E'}"
        number = _Decimal((int(value < 0), tuple(map(int, str(abs(value)))), -places))
        if shown[-1] in "eE":
            return _padded(_EXPONENT.sub(r"\g<1>0\2", format(number, found["sign"] + shown)), found)
        text = format(number, shape + shown)
        return text.replace(",", "_") if found["separator"] == "_" else text

    def _exponent(self, digits):
        # The power of ten of the first digit, once the number is rounded to that many digits.
        if not self._numerator:
            return 0
        size = abs(self)
        exponent = len(str(size._numerator)) - len(str(size._denominator))
        if size < Fraction(10) ** exponent:
            exponent -= 1
        return exponent + (round(size / Fraction(10) ** (exponent - digits + 1)) >= 10**digits)

    # Sums and products in lowest terms without a large gcd: Knuth, TAOCP volume 2, 4.5.1.

    def _add(a, b):
        na, da, nb, db = a._numerator, a._denominator, b._numerator, b._denominator
        g = _math.gcd(da, db)
        if g == 1:
            return _new(Fraction, na * db + da * nb, da * db)
        s = da // g
        t = na * (db // g) + nb * s
        g2 = _math.gcd(t, g)
        return _new(Fraction, t // g2, s * (db // g2))

    def _sub(a, b):
        return Fraction._add(a, _new(Fraction, -b._numerator, b._denominator))

    def _mul(a, b):
        na, da, nb, db = a._numerator, a._denominator, b._numerator, b._denominator
        g1 = _math.gcd(na, db)
        g2 = _math.gcd(nb, da)
        return _new(Fraction, (na // g1) * (nb // g2), (db // g1) * (da // g2))

    def _div(a, b):
        nb, db = b._numerator, b._denominator
        if nb == 0:
            raise ZeroDivisionError(f"Fraction({a._numerator}, 0)" if a._denominator == 1 else f"Fraction({a._numerator * db}, 0)")
        if nb < 0:
            nb, db = -nb, -db
        return Fraction._mul(a, _new(Fraction, db, nb))

    def _floordiv(a, b):
        return (a._numerator * b._denominator) // (a._denominator * b._numerator)

    def _mod(a, b):
        da, db = a._denominator, b._denominator
        return Fraction((a._numerator * db) % (b._numerator * da), da * db)

    def _divmod(a, b):
        q = Fraction._floordiv(a, b)
        return q, Fraction._mod(a, b)

    def __add__(self, other):
        if isinstance(other, (int, Fraction)):
            return Fraction._add(self, _fraction(other))
        return _mixed(self, other, "__add__")

    def __radd__(self, other):
        if isinstance(other, _numbers.Rational):
            return Fraction._add(_fraction(other), self)
        return _mixed_reverse(self, other, "__add__")

    def __sub__(self, other):
        if isinstance(other, (int, Fraction)):
            return Fraction._sub(self, _fraction(other))
        return _mixed(self, other, "__sub__")

    def __rsub__(self, other):
        if isinstance(other, _numbers.Rational):
            return Fraction._sub(_fraction(other), self)
        return _mixed_reverse(self, other, "__sub__")

    def __mul__(self, other):
        if isinstance(other, (int, Fraction)):
            return Fraction._mul(self, _fraction(other))
        return _mixed(self, other, "__mul__")

    def __rmul__(self, other):
        if isinstance(other, _numbers.Rational):
            return Fraction._mul(_fraction(other), self)
        return _mixed_reverse(self, other, "__mul__")

    def __truediv__(self, other):
        if isinstance(other, (int, Fraction)):
            return Fraction._div(self, _fraction(other))
        return _mixed(self, other, "__truediv__")

    def __rtruediv__(self, other):
        if isinstance(other, _numbers.Rational):
            return Fraction._div(_fraction(other), self)
        return _mixed_reverse(self, other, "__truediv__")

    def __floordiv__(self, other):
        if isinstance(other, (int, Fraction)):
            return Fraction._floordiv(self, _fraction(other))
        return _mixed(self, other, "__floordiv__")

    def __rfloordiv__(self, other):
        if isinstance(other, _numbers.Rational):
            return Fraction._floordiv(_fraction(other), self)
        return _mixed_reverse(self, other, "__floordiv__")

    def __mod__(self, other):
        if isinstance(other, (int, Fraction)):
            return Fraction._mod(self, _fraction(other))
        return _mixed(self, other, "__mod__")

    def __rmod__(self, other):
        if isinstance(other, _numbers.Rational):
            return Fraction._mod(_fraction(other), self)
        return _mixed_reverse(self, other, "__mod__")

    def __divmod__(self, other):
        if isinstance(other, (int, Fraction)):
            return Fraction._divmod(self, _fraction(other))
        return _mixed(self, other, "__divmod__")

    def __rdivmod__(self, other):
        if isinstance(other, _numbers.Rational):
            return Fraction._divmod(_fraction(other), self)
        return _mixed_reverse(self, other, "__divmod__")

    def __pow__(self, other):
        if isinstance(other, _numbers.Rational):
            if other.denominator == 1:
                power = other.numerator
                if power >= 0:
                    return _new(Fraction, self._numerator**power, self._denominator**power)
                if self._numerator > 0:
                    return _new(Fraction, self._denominator**-power, self._numerator**-power)
                if self._numerator == 0:
                    raise ZeroDivisionError(f"Fraction({self._denominator ** -power}, 0)")
                return _new(Fraction, (-self._denominator) ** -power, (-self._numerator) ** -power)
            return float(self) ** float(other)
        return float(self) ** other

    def __rpow__(self, other):
        if self._denominator == 1 and self._numerator >= 0:
            return other**self._numerator
        if isinstance(other, _numbers.Rational):
            return Fraction(other.numerator, other.denominator) ** self
        if self._denominator == 1:
            return other**self._numerator
        return other ** float(self)

    def __pos__(self):
        return _new(Fraction, self._numerator, self._denominator)

    def __neg__(self):
        return _new(Fraction, -self._numerator, self._denominator)

    def __abs__(self):
        return _new(Fraction, abs(self._numerator), self._denominator)

    def __int__(self):
        return self.__trunc__()

    def __float__(self):
        return int(self._numerator) / int(self._denominator)

    def __trunc__(self):
        if self._numerator < 0:
            return -(-self._numerator // self._denominator)
        return self._numerator // self._denominator

    def __floor__(self):
        return self._numerator // self._denominator

    def __ceil__(self):
        return -(-self._numerator // self._denominator)

    def __round__(self, ndigits=None):
        if ndigits is None:
            whole, rest = divmod(self._numerator, self._denominator)
            if rest * 2 < self._denominator:
                return whole
            if rest * 2 > self._denominator:
                return whole + 1
            return whole if whole % 2 == 0 else whole + 1
        shift = 10 ** abs(ndigits)
        if ndigits > 0:
            return Fraction(round(self * shift), shift)
        return Fraction(round(self / shift) * shift)

    def __hash__(self):
        try:
            inverse = pow(self._denominator, -1, _HASH_MODULUS)
        except ValueError:
            value = 314159
        else:
            value = hash(hash(abs(self._numerator)) * inverse)
        value = value if self._numerator >= 0 else -value
        return -2 if value == -1 else value

    def __eq__(self, other):
        if type(other) is int:
            return self._numerator == other and self._denominator == 1
        if isinstance(other, _numbers.Rational):
            return self._numerator == other.numerator and self._denominator == other.denominator
        if isinstance(other, complex) and other.imag == 0:
            other = other.real
        if isinstance(other, float):
            if _math.isnan(other) or _math.isinf(other):
                return 0.0 == other
            return self == Fraction.from_float(other)
        return NotImplemented

    def _difference(self, other):
        """Something with the sign of self - other, or None."""
        if isinstance(other, _numbers.Rational):
            return self._numerator * other.denominator - self._denominator * other.numerator
        if isinstance(other, float):
            if _math.isnan(other) or _math.isinf(other):
                return 0.0 - other
            return self._difference(Fraction.from_float(other))
        return None

    def __lt__(self, other):
        difference = self._difference(other)
        return NotImplemented if difference is None else difference < 0

    def __gt__(self, other):
        difference = self._difference(other)
        return NotImplemented if difference is None else difference > 0

    def __le__(self, other):
        difference = self._difference(other)
        return NotImplemented if difference is None else difference <= 0

    def __ge__(self, other):
        difference = self._difference(other)
        return NotImplemented if difference is None else difference >= 0

    def __bool__(self):
        return bool(self._numerator)

    def __copy__(self):
        return self if type(self) is Fraction else self.__class__(self._numerator, self._denominator)

    def __deepcopy__(self, memo):
        return self.__copy__()

    def __reduce__(self):
        return (self.__class__, (self._numerator, self._denominator))


def _fraction(value):
    return value if isinstance(value, Fraction) else _new(Fraction, value.numerator, value.denominator)


def _calculate(a, b, name):
    if name == "__add__":
        return a + b
    if name == "__sub__":
        return a - b
    if name == "__mul__":
        return a * b
    if name == "__truediv__":
        return a / b
    if name == "__floordiv__":
        return a // b
    if name == "__mod__":
        return a % b
    return divmod(a, b)


def _mixed(a, b, name):
    """a op b for a float or complex b."""
    if isinstance(b, float):
        return _calculate(float(a), b, name)
    if isinstance(b, complex):
        return _calculate(complex(a), b, name)
    return NotImplemented


def _mixed_reverse(b, a, name):
    """a op b for a float or complex a."""
    if isinstance(a, float):
        return _calculate(a, float(b), name)
    if isinstance(a, complex):
        return _calculate(a, complex(b), name)
    return NotImplemented
