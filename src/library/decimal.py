"""Decimal fixed-point and floating-point arithmetic, after the General Decimal Arithmetic Specification that CPython implements, too.

A number is a sign, an int coefficient and an exponent; what is not finite says so in _special. Numbers of a few dozen digits are added,
rounded and so on natively (decimal.cpp: _quick_…). All other work is on Python's ints, so the session's limits hold here as everywhere.
The current context lives in the session, next to its modules."""

import contextvars as _contextvars
import math
import numbers
import sys
from collections import namedtuple

# States of earlier releases, which may have stopped in what is there now, find all of its names here.
from _decimal.digits import (
    ROUND_05UP,
    ROUND_CEILING,
    ROUND_DOWN,
    ROUND_FLOOR,
    ROUND_HALF_DOWN,
    ROUND_HALF_EVEN,
    ROUND_HALF_UP,
    ROUND_UP,
    _DIGITS_AT_ONCE,
    _ROUNDINGS,
    _aligned,
    _digits,
    _divide_nearest,
    _exp_scaled,
    _fits,
    _grouped,
    _int_of,
    _length,
    _ln10,
    _ln_scaled,
    _ln_small,
    _rounded,
    _shifted,
    _take_digits,
)
from _decimal.signals import (
    Clamped,
    ConversionSyntax,
    DecimalException,
    DivisionByZero,
    DivisionImpossible,
    DivisionUndefined,
    FloatOperation,
    Inexact,
    InvalidContext,
    InvalidOperation,
    Overflow,
    Rounded,
    SignalDict,
    Subnormal,
    Underflow,
    _BAD_SIGNALS,
    _CONDITIONS,
    _SHOWN,
    _SIGNALS,
    _only,
    _signal,
    _signal_dict,
)

__all__ = [
    "Decimal",
    "Context",
    "DecimalTuple",
    "DefaultContext",
    "BasicContext",
    "ExtendedContext",
    "DecimalException",
    "Clamped",
    "InvalidOperation",
    "DivisionByZero",
    "Inexact",
    "Rounded",
    "Subnormal",
    "Overflow",
    "Underflow",
    "FloatOperation",
    "DivisionImpossible",
    "InvalidContext",
    "ConversionSyntax",
    "DivisionUndefined",
    "ROUND_DOWN",
    "ROUND_HALF_UP",
    "ROUND_HALF_EVEN",
    "ROUND_CEILING",
    "ROUND_FLOOR",
    "ROUND_UP",
    "ROUND_HALF_DOWN",
    "ROUND_05UP",
    "setcontext",
    "getcontext",
    "localcontext",
    "MAX_PREC",
    "MAX_EMAX",
    "MIN_EMIN",
    "MIN_ETINY",
    "HAVE_THREADS",
    "HAVE_CONTEXTVAR",
]
# Written in C in CPython: no methods of a class that has them as attributes.
__unbound__ = ["getcontext", "localcontext", "setcontext"]


_BAD_ROUNDING = (
    "valid values for rounding are:\n  [ROUND_CEILING, ROUND_FLOOR, ROUND_UP, ROUND_DOWN,\n   ROUND_HALF_UP, ROUND_HALF_DOWN, "
    "ROUND_HALF_EVEN,\n   ROUND_05UP]"
)


def _check_rounding(rounding):
    if not isinstance(rounding, str) or rounding not in _ROUNDINGS:
        raise TypeError(_BAD_ROUNDING)


def _checked_rounding(rounding, context):
    if rounding is None:
        return context.rounding
    _check_rounding(rounding)
    return rounding


MAX_PREC = 999999999999999999
MAX_EMAX = 999999999999999999
MIN_EMIN = -999999999999999999
MIN_ETINY = MIN_EMIN - (MAX_PREC - 1)
HAVE_THREADS = True
HAVE_CONTEXTVAR = True
__version__ = "1.70"
__libmpdec_version__ = "2.5.1"

DecimalTuple = namedtuple("DecimalTuple", "sign digits exponent")
DecimalTuple.__module__ = "decimal"


# --- contexts

_DEFAULT_KEY = "decimal.DefaultContext"


class _Defaults:
    prec = 28
    rounding = ROUND_HALF_EVEN
    Emin = -999999
    Emax = 999999
    capitals = 1
    clamp = 0
    traps = {signal: signal in (InvalidOperation, DivisionByZero, Overflow) for signal in _SIGNALS}


_DEFAULTS = _Defaults()


@c_class
class Context:
    """Precision, rounding, the exponents' bounds, and which signals are trapped."""

    def __init__(self, prec=None, rounding=None, Emin=None, Emax=None, capitals=None, clamp=None, flags=None, traps=None):
        # What isn't given is as in DefaultContext, which the program may have changed.
        default = session_state().get(_DEFAULT_KEY, _DEFAULTS)
        self.prec = default.prec if prec is None else prec
        self.rounding = default.rounding if rounding is None else rounding
        self.Emin = default.Emin if Emin is None else Emin
        self.Emax = default.Emax if Emax is None else Emax
        self.capitals = default.capitals if capitals is None else capitals
        self.clamp = default.clamp if clamp is None else clamp
        self.traps = default.traps if traps is None else _only(traps)
        self.flags = _only([] if flags is None else flags)

    def __setattr__(self, name, value):
        if name in _BOUNDS:
            _check_range(name, value)
            value = int(value)
        elif name == "rounding":
            _check_rounding(value)
        elif name == "traps" or name == "flags":
            value = _signal_dict(value)
        elif type(self) is Context:
            raise AttributeError(f"'decimal.Context' object has no attribute '{name}'")
        object.__setattr__(self, name, value)

    def __delattr__(self, name):
        if name in _BOUNDS or name in ("rounding", "traps", "flags"):
            raise AttributeError("context attributes cannot be deleted")
        object.__delattr__(self, name)

    def __repr__(self):
        flags = ", ".join([s.__name__ for s in _SHOWN if self.flags[s]])
        traps = ", ".join([s.__name__ for s in _SHOWN if self.traps[s]])
        return (
            f"Context(prec={self.prec}, rounding={self.rounding}, Emin={self.Emin}, Emax={self.Emax}, capitals={self.capitals}, "
            f"clamp={self.clamp}, flags=[{flags}], traps=[{traps}])"
        )

    def copy(self):
        return Context(self.prec, self.rounding, self.Emin, self.Emax, self.capitals, self.clamp, self.flags, self.traps)

    __copy__ = copy

    def __reduce__(self):
        flags = [signal for signal in _SIGNALS if self.flags[signal]]
        traps = [signal for signal in _SIGNALS if self.traps[signal]]
        return type(self), (self.prec, self.rounding, self.Emin, self.Emax, self.capitals, self.clamp, flags, traps)

    def clear_flags(self):
        """Sets all flags to False."""
        for signal in _SIGNALS:
            dict.__setitem__(self.flags, signal, False)

    def clear_traps(self):
        """Sets all traps to False."""
        for signal in _SIGNALS:
            dict.__setitem__(self.traps, signal, False)

    def Etiny(self):
        """The exponent of the last digit of the smallest number."""
        return self.Emin - self.prec + 1

    def Etop(self):
        """The exponent of the last digit of the largest number."""
        return self.Emax - self.prec + 1

    def _raise(self, condition, result=None):
        # The condition is noted; a trapped one is raised, else `result` stands (NaN by default).
        _signal(self, (condition,))
        return _NAN if result is None else result

    def create_decimal(self, num="0", /):
        """A number, rounded to the context."""
        if isinstance(num, str):
            parsed = _parse(num)
            # A NaN's digits must fit, too.
            if parsed is None or (parsed[3] in ("nan", "snan") and parsed[1] and _length(parsed[1]) > self.prec - self.clamp):
                return self._raise(ConversionSyntax)
            return _fix(_make(*parsed), self)
        number = _make(*_parts(num, self))
        if number.is_nan() and number._int and _length(number._int) > self.prec - self.clamp:
            return self._raise(ConversionSyntax)
        return _fix(number, self)

    def create_decimal_from_float(self, f, /):
        """The number that a float is, rounded to the context."""
        return _fix(Decimal.from_float(f), self)

    def radix(self):
        return _make(0, 10, 0)

    def copy_decimal(self, x, /):
        return _operand(x)

    def canonical(self, x, /):
        if not isinstance(x, Decimal):
            raise TypeError("argument must be a Decimal")
        return x

    def _apply(self, x, /):
        # The number as the context has it: rounded, a NaN's digits shortened.
        x = _operand(x)
        return _quiet(x, self, x._special) if x.is_nan() else _fix(x, self)

    def abs(self, x, /):
        return _operand(x).__abs__(self)

    def add(self, x, y, /):
        return _add(_operand(x), _operand(y), self)

    def subtract(self, x, y, /):
        return _subtract(_operand(x), _operand(y), self)

    def multiply(self, x, y, /):
        return _multiply(_operand(x), _operand(y), self)

    def divide(self, x, y, /):
        return _divide(_operand(x), _operand(y), self)

    def divide_int(self, x, y, /):
        return _floor_divide(_operand(x), _operand(y), self)

    def divmod(self, x, y, /):
        return _divmod(_operand(x), _operand(y), self)

    def remainder(self, x, y, /):
        return _remainder(_operand(x), _operand(y), self)

    def remainder_near(self, x, y, /):
        return _operand(x).remainder_near(y, self)

    def power(self, a, b, modulo=None):
        return _power(_operand(a), _operand(b), modulo, self)

    def plus(self, x, /):
        return _operand(x).__pos__(self)

    def minus(self, x, /):
        return _operand(x).__neg__(self)

    def sqrt(self, x, /):
        return _operand(x).sqrt(self)

    def exp(self, x, /):
        return _operand(x).exp(self)

    def ln(self, x, /):
        return _operand(x).ln(self)

    def log10(self, x, /):
        return _operand(x).log10(self)

    def logb(self, x, /):
        return _operand(x).logb(self)

    def fma(self, x, y, z, /):
        return _operand(x).fma(y, z, self)

    def compare(self, x, y, /):
        return _operand(x).compare(y, self)

    def compare_signal(self, x, y, /):
        return _operand(x).compare_signal(y, self)

    def compare_total(self, x, y, /):
        return _operand(x).compare_total(y)

    def compare_total_mag(self, x, y, /):
        return _operand(x).compare_total_mag(y)

    def copy_abs(self, x, /):
        return _operand(x).copy_abs()

    def copy_negate(self, x, /):
        return _operand(x).copy_negate()

    def copy_sign(self, x, y, /):
        return _operand(x).copy_sign(y)

    def max(self, x, y, /):
        return _operand(x).max(y, self)

    def max_mag(self, x, y, /):
        return _operand(x).max_mag(y, self)

    def min(self, x, y, /):
        return _operand(x).min(y, self)

    def min_mag(self, x, y, /):
        return _operand(x).min_mag(y, self)

    def next_minus(self, x, /):
        return _operand(x).next_minus(self)

    def next_plus(self, x, /):
        return _operand(x).next_plus(self)

    def next_toward(self, x, y, /):
        return _operand(x).next_toward(y, self)

    def normalize(self, x, /):
        return _operand(x).normalize(self)

    def quantize(self, x, y, /):
        return _operand(x).quantize(y, context=self)

    def same_quantum(self, x, y, /):
        return _operand(x).same_quantum(y)

    def scaleb(self, x, y, /):
        return _operand(x).scaleb(y, self)

    def shift(self, x, y, /):
        return _operand(x).shift(y, self)

    def rotate(self, x, y, /):
        return _operand(x).rotate(y, self)

    def logical_and(self, x, y, /):
        return _operand(x).logical_and(y, self)

    def logical_or(self, x, y, /):
        return _operand(x).logical_or(y, self)

    def logical_xor(self, x, y, /):
        return _operand(x).logical_xor(y, self)

    def logical_invert(self, x, /):
        return _operand(x).logical_invert(self)

    def to_integral_value(self, x, /):
        return _operand(x).to_integral_value(context=self)

    to_integral = to_integral_value

    def to_integral_exact(self, x, /):
        return _operand(x).to_integral_exact(context=self)

    def to_sci_string(self, x, /):
        return _text(_operand(x), self.capitals)

    def to_eng_string(self, x, /):
        return _operand(x).to_eng_string(self)

    def number_class(self, x, /):
        return _operand(x).number_class(self)

    def is_canonical(self, x, /):
        if not isinstance(x, Decimal):
            raise TypeError("argument must be a Decimal")
        return True

    def is_finite(self, x, /):
        return _operand(x).is_finite()

    def is_infinite(self, x, /):
        return _operand(x).is_infinite()

    def is_nan(self, x, /):
        return _operand(x).is_nan()

    def is_normal(self, x, /):
        return _operand(x).is_normal(self)

    def is_qnan(self, x, /):
        return _operand(x).is_qnan()

    def is_signed(self, x, /):
        return _operand(x).is_signed()

    def is_snan(self, x, /):
        return _operand(x).is_snan()

    def is_subnormal(self, x, /):
        return _operand(x).is_subnormal(self)

    def is_zero(self, x, /):
        return _operand(x).is_zero()


# What the context's numbers may be: the least, the greatest, and how the error names them.
_BOUNDS = {
    "prec": (1, MAX_PREC, "range for prec is [1, MAX_PREC]"),
    "Emin": (MIN_EMIN, 0, "range for Emin is [MIN_EMIN, 0]"),
    "Emax": (0, MAX_EMAX, "range for Emax is [0, MAX_EMAX]"),
    "capitals": (0, 1, "values for capitals are 0 or 1"),
    "clamp": (0, 1, "values for clamp are 0 or 1"),
}


def _check_size(value):
    if not -sys.maxsize - 1 <= value <= sys.maxsize:
        raise OverflowError("Python int too large to convert to C ssize_t")


def _check_range(name, value):
    low, high, text = _BOUNDS[name]
    if not isinstance(value, int):
        raise TypeError("an integer is required")
    _check_size(value)
    if not low <= value <= high:
        raise ValueError("valid " + text)


# The templates are each session's own: a program may change them, and this module is shared by all.
_TEMPLATES = {
    "DefaultContext": lambda: Context(),
    "BasicContext": lambda: Context(prec=9, rounding=ROUND_HALF_UP, traps=[DivisionByZero, Overflow, InvalidOperation, Clamped, Underflow]),
    "ExtendedContext": lambda: Context(prec=9, rounding=ROUND_HALF_EVEN, traps=[]),
}


def __dir__():
    import decimal

    return {*decimal.__dict__, *_TEMPLATES}


def __getattr__(name):
    if name not in _TEMPLATES:
        import decimal

        raise AttributeError(f"module 'decimal' has no attribute '{name}'", name=name, obj=decimal)
    kept = session_state()
    template = kept.get("decimal." + name)
    if template is None:
        template = kept["decimal." + name] = _TEMPLATES[name]()
    return template


_KEY = "decimal.context"
_current_context = _contextvars.ContextVar("decimal_context")


def getcontext():
    """The current context: each line of execution has its own, as tasks of asyncio are."""
    me = thread_ident()
    line = session_state().get("contextvars.context") if me == 1 else session_state().get("threads.contexts", {}).get(me)
    context = None if line is None else line._values.get(_current_context)
    if context is None:
        # Older states have it with what modules keep, those of format 1 among the modules.
        context = session_state().pop(_KEY, None) or sys.modules.pop(_KEY, None) or Context()
        _current_context.set(context)
    return context


def setcontext(context, /):
    """Make the context the current one."""
    if not isinstance(context, Context):
        raise TypeError("argument must be a context")
    _current_context.set(_own(context))


def _own(context):
    # The three templates are taken as copies, without their flags.
    kept = session_state()
    for name in _TEMPLATES:
        if kept.get("decimal." + name) is context:
            context = context.copy()
            context.clear_flags()
            return context
    return context


def _current(context):
    # The context that a method was given, or that of the program.
    if context is None:
        return getcontext()
    if not isinstance(context, Context):
        raise TypeError("optional argument must be a context")
    return context


class _ContextManager:
    def __init__(self, context):
        self._new = context

    def __enter__(self):
        self._saved = getcontext()
        setcontext(self._new)
        return self._new

    def __exit__(self, kind, error, traceback):
        setcontext(self._saved)


def localcontext(ctx=None, **kwargs):
    """A context manager that sets a copy of the context (the current one by default), changed as told."""
    context = _current(ctx).copy()
    for name, value in kwargs.items():
        if name not in _BOUNDS and name not in ("rounding", "flags", "traps"):
            raise TypeError(f"'{name}' is an invalid keyword argument for this function")
        setattr(context, name, value)
    return _ContextManager(context)


def _make(sign, coefficient, exponent, special=""):
    number = object.__new__(Decimal)
    number._sign = sign
    number._int = coefficient
    number._exp = exponent
    number._special = special
    return number


def _fix(number, context, conditions=(), rounding=None):
    # Rounds to the context's precision and bounds, and adds what that did to the conditions already noted.
    if number._special:
        if conditions:
            _signal(context, conditions)
        return number
    coefficient = number._int
    exponent = number._exp
    prec = context.prec
    # The usual case: it fits, and the bounds are far away.
    if (
        coefficient
        and -5000 < exponent < 5000
        and prec < 5000
        and coefficient < 10**prec
        and context.Emax > 10000
        and context.Emin < -10000
        and not context.clamp
    ):
        if conditions:
            _signal(context, conditions)
        return number
    result, conditions = _bounded(number, context, conditions, context.rounding if rounding is None else rounding)
    if conditions:
        _signal(context, conditions)
    return result


def _bounded(number, context, conditions, rounding):
    # The number within the bounds of the context, and the conditions with those that this adds.
    coefficient, exponent, sign = number._int, number._exp, number._sign
    prec = context.prec
    etiny = context.Emin - prec + 1
    etop = context.Emax - prec + 1
    if coefficient == 0:
        bounded = min(max(exponent, etiny), etop if context.clamp else context.Emax)
        return (number, conditions) if bounded == exponent else (_make(sign, 0, bounded), conditions + (Clamped,))
    length = _length(coefficient)
    lowest = length + exponent - prec
    if lowest > etop:
        return _overflow(sign, context, rounding), conditions + (Overflow, Inexact, Rounded)
    subnormal = lowest < etiny
    if subnormal:
        lowest = etiny
        conditions = conditions + (Subnormal,)
    if exponent < lowest:
        drop = lowest - exponent
        if drop > length + 1:
            coefficient, drop = 1, 2  # far below: only that it is not zero matters
        kept, lost = _rounded(sign, coefficient, drop, rounding)
        if not _fits(kept, prec):
            kept //= 10
            lowest += 1
        if lowest > etop:
            return _overflow(sign, context, rounding), conditions + (Overflow, Inexact, Rounded)
        conditions = conditions + (Rounded,)
        if lost:
            conditions = conditions + ((Inexact, Underflow) if subnormal else (Inexact,))
            if kept == 0:
                conditions = conditions + (Clamped,)
        return _make(sign, kept, lowest), conditions
    if context.clamp and exponent > etop:
        return _make(sign, coefficient * 10 ** (exponent - etop), etop), conditions + (Clamped,)
    return number, conditions


def _overflow(sign, context, rounding):
    if rounding in (ROUND_DOWN, ROUND_05UP) or (rounding == ROUND_CEILING and sign) or (rounding == ROUND_FLOOR and not sign):
        return _make(sign, 10**context.prec - 1, context.Emax - context.prec + 1)
    return _make(sign, 0, 0, "inf")


def _overflowed(sign, context, rounding):
    # What is too large by far.
    _signal(context, (Overflow, Inexact, Rounded))
    return _overflow(sign, context, rounding)


def _rescale(number, exponent, rounding):
    # The same number with another exponent, whatever the precision; and whether digits were lost.
    if number._exp >= exponent:
        return _make(number._sign, number._int and number._int * 10 ** (number._exp - exponent), exponent), False
    drop = exponent - number._exp
    coefficient = number._int
    if drop > _length(coefficient) + 1:
        coefficient, drop = coefficient and 1, 2
    kept, lost = _rounded(number._sign, coefficient, drop, rounding)
    return _make(number._sign, kept, exponent), lost


# --- conversion


def _parse(text):
    # (sign, coefficient, exponent, special), or None.
    sign = 0
    if text[:1] in ("+", "-"):
        sign = 1 if text[0] == "-" else 0
        text = text[1:]
    lower = text.lower()
    if lower in ("inf", "infinity"):
        return sign, 0, 0, "inf"
    for special in ("nan", "snan"):
        if lower.startswith(special) and (len(lower) == len(special) or lower[len(special) :].isdecimal()):
            return sign, _int_of(lower[len(special) :]), 0, special
    mantissa, e, power = lower.partition("e")
    exponent = 0
    if e:
        below = power[:1] == "-"
        digits = power[1:] if power[:1] in ("+", "-") else power
        if not digits.isdecimal():
            return None
        # What is far beyond all bounds is only known to be so.
        exponent = int(digits) if len(digits) <= _DIGITS_AT_ONCE else 10**_DIGITS_AT_ONCE
        exponent = -exponent if below else exponent
    whole, dot, fraction = mantissa.partition(".")
    if not (whole or fraction) or (whole and not whole.isdecimal()) or (fraction and not fraction.isdecimal()):
        return None
    return sign, _int_of(whole + fraction), exponent - len(fraction), ""


def _operand(value):
    if isinstance(value, Decimal):
        return value
    if isinstance(value, int):
        return _from_int(value)
    raise TypeError(f"conversion from {type(value).__name__} to Decimal is not supported")


def _from_int(value):
    value = int(value)
    return _make(1, -value, 0) if value < 0 else _make(0, value, 0)


def _text(number, capitals=1, engineering=False):
    sign = "-" if number._sign else ""
    special = number._special
    if special:
        if special == "inf":
            return sign + "Infinity"
        return sign + ("NaN" if special == "nan" else "sNaN") + (_digits(number._int) if number._int else "")
    digits = _digits(number._int)
    exponent = number._exp
    left = exponent + len(digits)
    if exponent <= 0 and left > -6:
        place = left
    elif not engineering:
        place = 1
    elif number._int == 0:
        place = (left + 1) % 3 - 1
    else:
        place = (left - 1) % 3 + 1
    if place <= 0:
        whole, fraction = "0", "." + "0" * -place + digits
    elif place >= len(digits):
        whole, fraction = digits + "0" * (place - len(digits)), ""
    else:
        whole, fraction = digits[:place], "." + digits[place:]
    if left == place:
        return sign + whole + fraction
    return f"{sign}{whole}{fraction}{'E' if capitals else 'e'}{left - place:+d}"


def _quiet(number, context, special="nan"):
    # A NaN with as many of its digits as the context has room for.
    kept = context.prec - context.clamp
    payload = number._int
    if payload and _length(payload) > kept:
        payload %= 10**kept
    elif type(number) is Decimal and number._special == special:
        return number
    return _make(number._sign, payload, 0, special)


def _nans(a, b, context, c=None):
    # The NaN that an operation on these gives, or None. Signaling ones go first.
    quiet = None
    for number in (a, b, c):
        if number is not None and number._special:
            if number._special == "snan":
                _signal(context, (InvalidOperation,))
                return _quiet(number, context)
            if quiet is None and number._special == "nan":
                quiet = number
    return None if quiet is None else _quiet(quiet, context)


# --- arithmetic: each rounds to the context


def _add(a, b, context):
    if a._special or b._special:
        nan = _nans(a, b, context)
        if nan is not None:
            return nan
        if a._special:
            if b._special and a._sign != b._sign:
                return context._raise(InvalidOperation)
            return _plain(a)
        return _plain(b)
    exponent = min(a._exp, b._exp)
    if a._int == 0 and b._int == 0:
        sign = a._sign & b._sign
        if context.rounding == ROUND_FLOOR and a._sign != b._sign:
            sign = 1
        return _fix(_make(sign, 0, exponent), context)
    # A number far below the other's last digit only decides which way to round.
    if a._int and b._int:
        distance = a._exp - b._exp
        limit = context.prec + 2
        if distance > limit or -distance > limit:
            big, small = (a, b) if distance > 0 else (b, a)
            big_length = _length(big._int)
            if small._exp + _length(small._int) < big._exp + big_length - limit - 1 and small._exp + _length(small._int) < big._exp:
                low = min(big._exp, big._exp + big_length - limit) - 1
                if low > small._exp:
                    small = _make(small._sign, 1, low)
                a, b = big, small
                exponent = low if low < big._exp else big._exp
                exponent = min(exponent, small._exp)
    elif a._int == 0:
        exponent = max(exponent, b._exp - context.prec - 1)
        if b._exp <= exponent:
            return _fix(_plain(b), context)
        return _fix(_make(b._sign, b._int * 10 ** (b._exp - exponent), exponent), context)
    else:
        exponent = max(exponent, a._exp - context.prec - 1)
        if a._exp <= exponent:
            return _fix(_plain(a), context)
        return _fix(_make(a._sign, a._int * 10 ** (a._exp - exponent), exponent), context)
    x = a._int * 10 ** (a._exp - exponent)
    y = b._int * 10 ** (b._exp - exponent)
    total = (-x if a._sign else x) + (-y if b._sign else y)
    if total == 0:
        return _fix(_make(1 if context.rounding == ROUND_FLOOR and a._sign != b._sign else 0, 0, exponent), context)
    return _fix(_make(1, -total, exponent) if total < 0 else _make(0, total, exponent), context)


def _multiply(a, b, context):
    sign = a._sign ^ b._sign
    if a._special or b._special:
        nan = _nans(a, b, context)
        if nan is not None:
            return nan
        if (not a._special and a._int == 0) or (not b._special and b._int == 0):
            return context._raise(InvalidOperation)
        return _make(sign, 0, 0, "inf")
    return _fix(_make(sign, a._int * b._int, a._exp + b._exp), context)


def _divide(a, b, context):
    sign = a._sign ^ b._sign
    if a._special or b._special:
        nan = _nans(a, b, context)
        if nan is not None:
            return nan
        if a._special and b._special:
            return context._raise(InvalidOperation)
        if a._special:
            return _make(sign, 0, 0, "inf")
        _signal(context, (Clamped,))
        return _make(sign, 0, context.Etiny())
    if b._int == 0:
        if a._int == 0:
            return context._raise(DivisionUndefined)
        return context._raise(DivisionByZero, _make(sign, 0, 0, "inf"))
    ideal = a._exp - b._exp
    if a._int == 0:
        return _fix(_make(sign, 0, ideal), context)
    prec = context.prec
    if prec > 5000:
        # An exact quotient has at most this many digits; the whole precision is only for endless ones.
        enough = _length(a._int) + 4 * _length(b._int) + 4
        if enough < prec and 10 ** (4 * _length(b._int)) * a._int % b._int == 0:
            prec = enough
    shift = _length(b._int) - _length(a._int) + prec + 1
    exponent = ideal - shift
    if shift >= 0:
        quotient, rest = divmod(a._int * 10**shift, b._int)
    else:
        quotient, rest = divmod(a._int, b._int * 10**-shift)
    if rest:
        if quotient % 5 == 0:
            quotient += 1  # so that rounding sees that more follows
    else:
        while exponent < ideal and quotient % 10 == 0:
            quotient //= 10
            exponent += 1
    return _fix(_make(sign, quotient, exponent), context)


def _divide_int(a, b, context):
    # Quotient and remainder, b not zero and a finite; or None and None when the quotient is too long.
    sign = a._sign ^ b._sign
    if b._special:
        return _make(sign, 0, 0), _plain(a)
    ideal = min(a._exp, b._exp)
    if a._int == 0:
        return _make(sign, 0, 0), _make(a._sign, 0, ideal)
    distance = a.adjusted() - b.adjusted()
    if distance <= -2:
        # The remainder is the number itself, to that exponent as far as there is room.
        return _make(sign, 0, 0), _rescale(a, max(ideal, a._exp - context.prec - 1), context.rounding)[0]
    if distance <= context.prec:
        x, y = a._int, b._int
        if a._exp >= b._exp:
            x *= 10 ** (a._exp - b._exp)
        else:
            y *= 10 ** (b._exp - a._exp)
        quotient, rest = divmod(x, y)
        if _fits(quotient, context.prec):
            return _make(sign, quotient, 0), _make(a._sign, rest, ideal)
    return None, None


def _floor_divide(a, b, context):
    if a._special or b._special:
        nan = _nans(a, b, context)
        if nan is not None:
            return nan
        if a._special:
            return context._raise(InvalidOperation) if b._special else _make(a._sign ^ b._sign, 0, 0, "inf")
    elif b._int == 0:
        if a._int == 0:
            return context._raise(DivisionUndefined)
        return context._raise(DivisionByZero, _make(a._sign ^ b._sign, 0, 0, "inf"))
    quotient = _divide_int(a, b, context)[0]
    if quotient is None:
        return context._raise(DivisionImpossible)
    return quotient if b._special else _fix(quotient, context)


def _remainder(a, b, context):
    if a._special or b._special:
        nan = _nans(a, b, context)
        if nan is not None:
            return nan
        if a._special:
            return context._raise(InvalidOperation)
    elif b._int == 0:
        return context._raise(DivisionUndefined if a._int == 0 else InvalidOperation)
    rest = _divide_int(a, b, context)[1]
    return context._raise(DivisionImpossible) if rest is None else _fix(rest, context)


def _divmod(a, b, context):
    if a._special or b._special:
        nan = _nans(a, b, context)
        if nan is not None:
            return nan, nan
        if a._special:
            nan = context._raise(InvalidOperation)
            return (nan if b._special else _make(a._sign ^ b._sign, 0, 0, "inf")), nan
    elif b._int == 0:
        if a._int == 0:
            nan = context._raise(DivisionUndefined)
            return nan, nan
        _signal(context, (InvalidOperation, DivisionByZero))
        return _make(a._sign ^ b._sign, 0, 0, "inf"), _NAN
    quotient, rest = _divide_int(a, b, context)
    if quotient is None:
        nan = context._raise(DivisionImpossible)
        return nan, nan
    return quotient if b._special else _fix(quotient, context), _fix(rest, context)


def _power(a, b, modulo, context):
    if modulo is not None:
        return _power_modulo(a, b, _operand(modulo), context)
    if a._special or b._special:
        nan = _nans(a, b, context)
        if nan is not None:
            return nan
    if not b._special and b._int == 0:
        if not a._special and a._int == 0:
            return context._raise(InvalidOperation)
        return _ONE
    integral = not b._special and b._is_integer()
    odd = integral and (b._exp <= 0 and (b._int // 10**-b._exp) & 1 == 1)
    sign = 1 if a._sign and odd else 0
    if a._sign and not integral and (a._special or a._int):
        return context._raise(InvalidOperation)
    if not a._special and a._int == 0:
        return _make(sign, 0, 0, "inf" if b._sign else "")
    if a._special:
        return _make(sign, 0, 0, "inf") if not b._sign else _make(sign, 0, 0)
    order = _compare(_make(0, a._int, a._exp), _ONE)
    if b._special:
        if order == 0:
            _signal(context, (Inexact, Rounded))
            return _make(0, 10 ** (context.prec - 1), 1 - context.prec)
        return _make(0, 0, 0) if (order > 0) == (b._sign == 1) else _make(0, 0, 0, "inf")
    if order == 0:
        if integral:
            shown = min(context.prec - 1, -a._exp * int(b)) if a._exp < 0 and not b._sign else 0
            if shown > 0 and shown < -a._exp * int(b):
                _signal(context, (Rounded,))
            return _make(sign, 10 ** max(shown, 0), -max(shown, 0))
        _signal(context, (Inexact, Rounded))
        return _make(0, 10 ** (context.prec - 1), 1 - context.prec)
    # How large will it be? At least 10**(a power below |log10|a||) * |b|.
    least = _power_below_log10(a)
    adjusted = a.adjusted()
    if b.adjusted() + least > _length(max(context.Emax, -context.Etiny())):
        grows = (order > 0) != (b._sign == 1)
        if grows:
            return _overflowed(sign, context, context.rounding)
        return _fix(_make(sign, 1, context.Etiny() - 2), context)
    if integral:
        n = int(b.copy_abs())
        # Square and multiply with a few digits more, as libmpdec does: its results are the specification's to the last digit.
        working = context.copy()
        working.prec = min(context.prec + _length(n) + 2 + b._sign, MAX_PREC)
        working.clamp = 0
        working.rounding = ROUND_HALF_EVEN
        working.clear_traps()
        working.clear_flags()
        base = _make(0, a._int, a._exp)
        if b._sign:
            base = _divide(_ONE, base, working)
        result = base
        bit = 1 << n.bit_length() - 1
        while bit > 1:
            bit >>= 1
            result = _multiply(result, result, working)
            if n & bit:
                result = _multiply(result, base, working)
        conditions = tuple(signal for signal, met in working.flags.items() if met)
        if Overflow in conditions:
            return _overflowed(sign, context, context.rounding)
        return _fix(_make(sign, result._int, result._exp), context, conditions)
    # libmpdec's precision for it: what is rounded away there isn't seen by the context's rounding.
    working = max(context.prec, _length(a._int)) + 23
    if b.adjusted() + _length(abs(adjusted) + 1) + 2 < -working:
        return _fix(_make(0, 10**working, -working), context, (Inexact, Rounded))
    digits = working + 2 + abs(b.adjusted()) + _length(abs(adjusted) + 1)
    logarithm, scale = _ln_scaled(a._int, a._exp, digits)
    product = logarithm * b._int
    exponent = b._exp
    if exponent >= 0:
        product *= 10**exponent
    else:
        product = _divide_nearest(product, 10**-exponent)
    if b._sign:
        product = -product
    coefficient, power = _exp_scaled(product, scale, working + 3)
    drop = _length(coefficient) - working
    coefficient = _rounded(0, coefficient, drop, ROUND_HALF_EVEN)[0]
    return _fix(_make(0, coefficient, power + drop), context, (Inexact, Rounded))


def _power_below_log10(a):
    # A number n with 10**n <= |log10(a)|, for a positive number that isn't 1.
    adjusted = a.adjusted()
    if adjusted >= 1:
        return _length(adjusted) - 1
    if adjusted <= -2:
        return _length(-adjusted - 1) - 1
    # Between 1/10 and 10: |log10(a)| > |a - 1| / 25.
    one = 10**-a._exp
    return _length(abs(a._int - one)) + a._exp - 3


def _power_modulo(a, b, modulo, context):
    for number in (a, b, modulo):
        if number._special:
            nan = _nans(a, b, context, modulo)
            return context._raise(InvalidOperation) if nan is None else nan
    if not (a._is_integer() and b._is_integer() and modulo._is_integer()) or (b._sign and b._int) or modulo._int == 0:
        return context._raise(InvalidOperation)
    if modulo.adjusted() >= context.prec or (a._int == 0 and b._int == 0):
        return context._raise(InvalidOperation)
    # Neither number is written out: its exponent may have eighteen digits.
    modulus = _shifted(modulo._int, modulo._exp)
    power = _shifted(b._int, min(b._exp, 0))
    result = _shifted(a._int, min(a._exp, 0)) % modulus * pow(10, max(a._exp, 0), modulus) % modulus
    odd = b._exp <= 0 and power & 1
    result = pow(result, power, modulus)
    tens = max(b._exp, 0) if power else 0
    while tens and result > 1:
        step = min(tens, 1000)
        result = pow(result, 10**step, modulus)
        tens -= step
    return _make(a._sign if odd else 0, result, 0)


def _compare(a, b):
    # -1, 0, 1 for numbers that aren't NaN.
    if a._special or b._special:
        x = (-1 if a._sign else 1) if a._special else 0
        y = (-1 if b._sign else 1) if b._special else 0
        return (x > y) - (x < y)
    if a._int == 0 or b._int == 0 or a._sign != b._sign:
        x = 0 if a._int == 0 else -1 if a._sign else 1
        y = 0 if b._int == 0 else -1 if b._sign else 1
        return (x > y) - (x < y)
    x, y = a.adjusted(), b.adjusted()
    if x == y:
        x, y = a._int, b._int
        if a._exp > b._exp:
            x *= 10 ** (a._exp - b._exp)
        else:
            y *= 10 ** (b._exp - a._exp)
    order = (x > y) - (x < y)
    return -order if a._sign else order


# --- the number


@c_class
class Decimal:
    """A decimal number, never changed."""

    __slots__ = ("_sign", "_int", "_exp", "_special")

    def __new__(cls, value="0", context=None):
        if context is not None:
            _current(context)
        elif cls is Decimal:
            number = _quick_new(cls, value)
            if number is not None:
                return number
        if isinstance(value, str):
            parsed = _parse(value.strip().replace("_", ""))
            if parsed is None:
                return _converted(cls, _current(context)._raise(ConversionSyntax))
            sign, coefficient, exponent, special = parsed
            if not -100000 < exponent < 100000 and not special and not _representable(coefficient, exponent):
                return _converted(cls, _current(context)._raise(InvalidOperation))
        elif cls is Decimal and type(value) is Decimal:
            return value
        else:
            sign, coefficient, exponent, special = _parts(value, context)
            if not special and not -100000 < exponent < 100000 and not _representable(coefficient, exponent):
                return _converted(cls, _current(context)._raise(InvalidOperation))
        number = object.__new__(cls)
        number._sign = sign
        number._int = coefficient
        number._exp = exponent
        number._special = special
        return number

    @classmethod
    def from_float(cls, f, /):
        """The exact value of a float or an int."""
        if not isinstance(f, (int, float)):
            raise TypeError("argument must be int or float")
        number = _make(*_float_parts(f)) if isinstance(f, float) else _from_int(f)
        return number if cls is Decimal else cls(number)

    # --- text

    def __str__(self):
        text = _quick_text(self)
        return _text(self, getcontext().capitals) if text is None else text

    def __repr__(self):
        text = _quick_text(self)
        return f"Decimal('{_text(self, getcontext().capitals) if text is None else text}')"

    def to_eng_string(self, context=None):
        """Text whose exponent is a multiple of three."""
        return _text(self, _current(context).capitals, True)

    def __format__(self, specification, /):
        return _format(self, specification)

    # --- parts

    def as_tuple(self):
        """The sign, the digits and the exponent."""
        if self._special == "inf":
            return DecimalTuple(self._sign, (0,), "F")
        digits = tuple([int(d) for d in _digits(self._int)])
        if self._special:
            return DecimalTuple(self._sign, digits if self._int else (), "n" if self._special == "nan" else "N")
        return DecimalTuple(self._sign, digits, self._exp)

    def as_integer_ratio(self):
        """A pair of ints whose quotient is exactly this number."""
        if self._special:
            if self._special == "inf":
                raise OverflowError("cannot convert Infinity to integer ratio")
            raise ValueError("cannot convert NaN to integer ratio")
        n, d = self._int, 1
        if n == 0:
            pass
        elif self._exp >= 0:
            n *= 10**self._exp
        else:
            d = 10**-self._exp
            common = math.gcd(n, d)
            n, d = n // common, d // common
        return (-n if self._sign else n), d

    def adjusted(self):
        """The exponent of the first digit."""
        return 0 if self._special else self._exp + _length(self._int) - 1

    def _is_integer(self):
        return self._exp >= 0 or self._int == 0 or (-self._exp < _length(self._int) and self._int % 10**-self._exp == 0)

    @property
    def real(self):
        return self

    @property
    def imag(self):
        return _ZERO

    def conjugate(self):
        return self

    def canonical(self):
        return self

    def radix(self):
        return _make(0, 10, 0)

    def is_canonical(self):
        return True

    def is_finite(self):
        return not self._special

    def is_infinite(self):
        return self._special == "inf"

    def is_nan(self):
        return self._special in ("nan", "snan")

    def is_qnan(self):
        return self._special == "nan"

    def is_snan(self):
        return self._special == "snan"

    def is_signed(self):
        return self._sign == 1

    def is_zero(self):
        return not self._special and self._int == 0

    def is_normal(self, context=None):
        if self._special or self._int == 0:
            return False
        return _current(context).Emin <= self.adjusted()

    def is_subnormal(self, context=None):
        if self._special or self._int == 0:
            return False
        return self.adjusted() < _current(context).Emin

    def number_class(self, context=None):
        if self.is_nan():
            return "NaN" if self._special == "nan" else "sNaN"
        sign = "-" if self._sign else "+"
        if self._special:
            return sign + "Infinity"
        if self._int == 0:
            return sign + "Zero"
        return sign + ("Subnormal" if self.is_subnormal(context) else "Normal")

    # --- comparison

    def __bool__(self):
        return bool(self._special) or self._int != 0

    def __eq__(self, other):
        order = _quick_compare(self, other)
        if order is not None:
            return order == 0
        self, other = _comparable_pair(self, other)
        if other is NotImplemented:
            return other
        if self.is_nan() or other.is_nan():
            if self._special == "snan" or other._special == "snan":
                getcontext()._raise(InvalidOperation)
            return False
        return _compare(self, other) == 0

    def __lt__(self, other):
        order = _quick_compare(self, other)
        if order is not None:
            return order < 0
        order = _ordered(self, other)
        return order if order is NotImplemented else order is not None and order < 0

    def __le__(self, other):
        order = _quick_compare(self, other)
        if order is not None:
            return order <= 0
        order = _ordered(self, other)
        return order if order is NotImplemented else order is not None and order <= 0

    def __gt__(self, other):
        order = _quick_compare(self, other)
        if order is not None:
            return order > 0
        order = _ordered(self, other)
        return order if order is NotImplemented else order is not None and order > 0

    def __ge__(self, other):
        order = _quick_compare(self, other)
        if order is not None:
            return order >= 0
        order = _ordered(self, other)
        return order if order is NotImplemented else order is not None and order >= 0

    def __hash__(self):
        value = _quick_hash(self)
        if value is not None:
            return value
        if self._special:
            if self._special == "snan":
                raise TypeError("Cannot hash a signaling NaN value")
            return object.__hash__(self) if self._special == "nan" else hash(float("-inf" if self._sign else "inf"))
        prime = 2305843009213693951
        if self._exp >= 0:
            power = pow(10, self._exp, prime)
        else:
            power = pow(pow(10, -1, prime), -self._exp, prime)
        value = self._int * power % prime
        if self._sign:
            value = -value
        return -2 if value == -1 else value

    def compare(self, other, context=None):
        """-1, 0 or 1 as a Decimal; NaN when one of the two is."""
        other = _operand(other)
        nan = _nans(self, other, _current(context))
        return _from_int(_compare(self, other)) if nan is None else nan

    def compare_signal(self, other, context=None):
        """As compare(), but a NaN is always invalid."""
        context = _current(context)
        other = _operand(other)
        if self.is_nan() or other.is_nan():
            nan = _nans(self, other, context)
            _signal(context, (InvalidOperation,))
            return nan
        return _from_int(_compare(self, other))

    def compare_total(self, other, context=None):
        """The order of representations: also of numbers that are equal, and of NaNs."""
        _current(context)
        return _from_int(_compare_total(self, _operand(other)))

    def compare_total_mag(self, other, context=None):
        """As compare_total(), without the signs."""
        _current(context)
        return _from_int(_compare_total(self.copy_abs(), _operand(other).copy_abs()))

    def same_quantum(self, other, context=None):
        """Whether both have the same exponent, or are both infinite or both NaN."""
        _current(context)
        other = _operand(other)
        if self._special or other._special:
            return (self.is_nan() and other.is_nan()) or (self.is_infinite() and other.is_infinite())
        return self._exp == other._exp

    def max(self, other, context=None):
        """The larger of the two; a number rather than a NaN."""
        return _larger(self, _operand(other), 1, _current(context), False)

    def min(self, other, context=None):
        """The smaller of the two; a number rather than a NaN."""
        return _larger(self, _operand(other), -1, _current(context), False)

    def max_mag(self, other, context=None):
        """The one that is larger without its sign."""
        return _larger(self, _operand(other), 1, _current(context), True)

    def min_mag(self, other, context=None):
        """The one that is smaller without its sign."""
        return _larger(self, _operand(other), -1, _current(context), True)

    # --- signs

    def __neg__(self, context=None):
        context = _current(context)
        if self._special:
            nan = _nans(self, None, context)
            return _make(1 - self._sign, 0, 0, "inf") if nan is None else nan
        sign = 1 - self._sign
        if self._int == 0 and context.rounding != ROUND_FLOOR:
            sign = 0
        return _fix(_make(sign, self._int, self._exp), context)

    def __pos__(self, context=None):
        context = _current(context)
        if self._special:
            nan = _nans(self, None, context)
            return _plain(self) if nan is None else nan
        sign = self._sign
        if self._int == 0 and context.rounding != ROUND_FLOOR:
            sign = 0
        return _fix(_make(sign, self._int, self._exp), context)

    def __abs__(self, context=None):
        return self.__neg__(context) if self._sign else self.__pos__(context)

    def copy_abs(self):
        return _make(0, self._int, self._exp, self._special)

    def copy_negate(self):
        return _make(1 - self._sign, self._int, self._exp, self._special)

    def copy_sign(self, other, context=None):
        return _make(_operand(other)._sign, self._int, self._exp, self._special)

    # --- operators

    def __add__(self, other):
        result = _quick_add(self, other, _current_context)
        if result is not None:
            return result
        other = _comparable(other)
        return other if other is NotImplemented else _add(self, other, getcontext())

    __radd__ = __add__

    def __sub__(self, other):
        result = _quick_subtract(self, other, _current_context)
        if result is not None:
            return result
        other = _comparable(other)
        return other if other is NotImplemented else _subtract(self, other, getcontext())

    def __rsub__(self, other):
        result = _quick_subtract(other, self, _current_context)
        if result is not None:
            return result
        other = _comparable(other)
        return other if other is NotImplemented else _subtract(other, self, getcontext())

    def __mul__(self, other):
        result = _quick_multiply(self, other, _current_context)
        if result is not None:
            return result
        other = _comparable(other)
        return other if other is NotImplemented else _multiply(self, other, getcontext())

    __rmul__ = __mul__

    def __truediv__(self, other):
        result = _quick_divide(self, other, _current_context)
        if result is not None:
            return result
        other = _comparable(other)
        return other if other is NotImplemented else _divide(self, other, getcontext())

    def __rtruediv__(self, other):
        result = _quick_divide(other, self, _current_context)
        if result is not None:
            return result
        other = _comparable(other)
        return other if other is NotImplemented else _divide(other, self, getcontext())

    def __floordiv__(self, other):
        other = _comparable(other)
        return other if other is NotImplemented else _floor_divide(self, other, getcontext())

    def __rfloordiv__(self, other):
        other = _comparable(other)
        return other if other is NotImplemented else _floor_divide(other, self, getcontext())

    def __mod__(self, other):
        other = _comparable(other)
        return other if other is NotImplemented else _remainder(self, other, getcontext())

    def __rmod__(self, other):
        other = _comparable(other)
        return other if other is NotImplemented else _remainder(other, self, getcontext())

    def __divmod__(self, other):
        other = _comparable(other)
        return other if other is NotImplemented else _divmod(self, other, getcontext())

    def __rdivmod__(self, other):
        other = _comparable(other)
        return other if other is NotImplemented else _divmod(other, self, getcontext())

    def __pow__(self, other, modulo=None):
        other = _comparable(other)
        return other if other is NotImplemented else _power(self, other, modulo, getcontext())

    def __rpow__(self, other):
        other = _comparable(other)
        return other if other is NotImplemented else _power(other, self, None, getcontext())

    def remainder_near(self, other, context=None):
        """What is left when the nearest multiple of `other` is taken off."""
        context = _current(context)
        other = _operand(other)
        if self._special or other._special or other._int == 0:
            return _remainder(self, other, context)
        ideal = min(self._exp, other._exp)
        if self._int == 0:
            return _fix(_make(self._sign, 0, ideal), context)
        distance = self.adjusted() - other.adjusted()
        if distance > context.prec:
            return context._raise(DivisionImpossible)
        if distance < -1:
            return _fix(_rescale(self, max(ideal, self._exp - context.prec - 1), context.rounding)[0], context)
        exponent = ideal
        x = self._int * 10 ** (self._exp - exponent)
        y = other._int * 10 ** (other._exp - exponent)
        quotient, rest = divmod(x, y)
        if rest * 2 > y or (rest * 2 == y and quotient & 1):
            rest -= y
            quotient += 1
        if not _fits(quotient, context.prec):
            return context._raise(DivisionImpossible)
        sign = self._sign
        return _fix(_make(1 - sign, -rest, exponent) if rest < 0 else _make(sign, rest, exponent), context)

    def next_toward(self, other, context=None):
        """The number next to this one in the direction of `other`."""
        context = _current(context)
        other = _operand(other)
        nan = _nans(self, other, context)
        if nan is not None:
            return nan
        order = _compare(self, other)
        if order == 0:
            return self.copy_sign(other)
        result = _next(self, order > 0, context)
        if result._special:
            _signal(context, (Overflow, Inexact, Rounded))
        elif result.adjusted() < context.Emin:
            _signal(context, (Underflow, Subnormal, Inexact, Rounded) + ((Clamped,) if result._int == 0 else ()))
        return result

    def logical_and(self, other, context=None):
        """The digits, all 0 or 1, combined by `and`."""
        return _logical(self, other, _current(context), lambda a, b: a & b)

    def logical_or(self, other, context=None):
        """The digits, all 0 or 1, combined by `or`."""
        return _logical(self, other, _current(context), lambda a, b: a | b)

    def logical_xor(self, other, context=None):
        """The digits, all 0 or 1, combined by exclusive or."""
        return _logical(self, other, _current(context), lambda a, b: a ^ b)

    def logical_invert(self, context=None):
        """The digits, all 0 or 1, of the whole precision inverted."""
        context = _current(context)
        if not self._special and _digits(self._int).strip("01"):
            return context._raise(InvalidOperation)
        return _logical(self, _make(0, (10**context.prec - 1) // 9, 0), context, lambda a, b: a ^ b)

    def rotate(self, other, context=None):
        """The digits of the whole precision moved round, to the left, or to the right when negative."""
        context = _current(context)
        other = _operand(other)
        nan = _nans(self, other, context)
        if nan is not None:
            return nan
        by = _count_of_digits(other, context)
        if by is None:
            return context._raise(InvalidOperation)
        if self._special:
            return _plain(self)
        size = 10**context.prec
        high, low = divmod(self._int % size, 10 ** (context.prec - by % context.prec))
        return _make(self._sign, low * 10 ** (by % context.prec) % size + high, self._exp)

    def fma(self, other, third, context=None):
        """self * other + third, rounded once."""
        context = _current(context)
        other, third = _operand(other), _operand(third)
        if self._special or other._special:
            product = _multiply(self, other, context)
            # A NaN of the product's own, made or met, is the result; a quiet one that was met goes on, as the third may be signaling.
            if product._special == "nan" and not (self._special == "nan" or other._special == "nan"):
                return product
            if product._special == "nan" and "snan" in (self._special, other._special):
                return product
            return _add(product, third, context)
        return _add(_make(self._sign ^ other._sign, self._int * other._int, self._exp + other._exp), third, context)

    # --- to other numbers

    def __int__(self):
        if self._special:
            if self._special == "inf":
                raise OverflowError("cannot convert Infinity to integer")
            raise ValueError("cannot convert NaN to integer")
        value = self._int and _shifted(self._int, self._exp)
        return -value if self._sign else value

    __trunc__ = __int__

    def __float__(self):
        if self._special == "snan":
            raise ValueError("cannot convert signaling NaN to float")
        if self._special:
            return float(("-" if self._sign else "") + self._special)
        text = _quick_text(self)
        return float(_text(self) if text is None else text)

    def __complex__(self):
        return complex(float(self))

    def __floor__(self):
        return int(_integral(self, ROUND_FLOOR))

    def __ceil__(self):
        return int(_integral(self, ROUND_CEILING))

    def __round__(self, n=None):
        if n is None:
            return int(_integral(self, ROUND_HALF_EVEN))
        if not isinstance(n, int):
            raise TypeError("optional arg must be an integer")
        _check_size(n)
        return self.quantize(_make(0, 1, -n))

    # --- rounding

    def quantize(self, exp, rounding=None, context=None):
        """This number with the exponent of `exp`."""
        if context is None:
            result = _quick_quantize(self, exp, rounding, _current_context)
            if result is not None:
                return result
        context = _current(context)
        exp = _operand(exp)
        rounding = _checked_rounding(rounding, context)
        if self._special or exp._special:
            nan = _nans(self, exp, context)
            if nan is not None:
                return nan
            if self._special and exp._special:
                return _plain(self)
            return context._raise(InvalidOperation)
        exponent = exp._exp
        if not context.Etiny() <= exponent <= context.Emax:
            return context._raise(InvalidOperation)
        if self._int == 0:
            return _fix(_make(self._sign, 0, exponent), context)
        if self.adjusted() > context.Emax or self.adjusted() - exponent + 1 > context.prec:
            return context._raise(InvalidOperation)
        result, lost = _rescale(self, exponent, rounding)
        if result._int and (result.adjusted() > context.Emax or _length(result._int) > context.prec):
            return context._raise(InvalidOperation)
        conditions = ((Rounded, Inexact) if lost else (Rounded,)) if exponent > self._exp else ()
        return _fix(result, context, conditions)

    def to_integral_value(self, rounding=None, context=None):
        """The nearest int as a Decimal, without signals."""
        context = _current(context)
        rounding = _checked_rounding(rounding, context)
        if self._special:
            nan = _nans(self, None, context)
            return _plain(self) if nan is None else nan
        return _plain(self) if self._exp >= 0 else _rescale(self, 0, rounding)[0]

    to_integral = to_integral_value

    def to_integral_exact(self, rounding=None, context=None):
        """The nearest int as a Decimal; Inexact and Rounded are signalled."""
        context = _current(context)
        if self._special or self._exp >= 0:
            return self.to_integral_value(rounding, context)
        rounding = _checked_rounding(rounding, context)
        if self._int == 0:
            return _make(self._sign, 0, 0)
        result, lost = _rescale(self, 0, rounding)
        _signal(context, (Inexact, Rounded) if lost else (Rounded,))
        return result

    def normalize(self, context=None):
        """Without trailing zeros."""
        context = _current(context)
        if self._special:
            nan = _nans(self, None, context)
            return _plain(self) if nan is None else nan
        number = _fix(_plain(self), context)
        if number._special:
            return number
        coefficient, exponent = number._int, number._exp
        if coefficient == 0:
            return _make(number._sign, 0, 0)
        highest = context.Etop() if context.clamp else context.Emax
        while exponent < highest and coefficient % 10 == 0:
            coefficient //= 10
            exponent += 1
        return _make(number._sign, coefficient, exponent)

    def scaleb(self, other, context=None):
        """The exponent changed by `other`."""
        context = _current(context)
        other = _operand(other)
        nan = _nans(self, other, context)
        if nan is not None:
            return nan
        if other._special or other._exp != 0 or not -2 * (context.Emax + context.prec) <= int(other) <= 2 * (context.Emax + context.prec):
            return context._raise(InvalidOperation)
        return _plain(self) if self._special else _fix(_make(self._sign, self._int, self._exp + int(other)), context)

    def logb(self, context=None):
        """The exponent of the first digit, as a Decimal."""
        context = _current(context)
        nan = _nans(self, None, context)
        if nan is not None:
            return nan
        if self._special:
            return _make(0, 0, 0, "inf")
        if self._int == 0:
            return context._raise(DivisionByZero, _make(1, 0, 0, "inf"))
        return _fix(_from_int(self.adjusted()), context)

    def shift(self, other, context=None):
        """The digits moved to the left, or to the right when negative."""
        context = _current(context)
        other = _operand(other)
        nan = _nans(self, other, context)
        if nan is not None:
            return nan
        by = _count_of_digits(other, context)
        if by is None:
            return context._raise(InvalidOperation)
        if self._special:
            return _plain(self)
        coefficient = self._int % 10**context.prec
        coefficient = coefficient * 10**by % 10**context.prec if by >= 0 else coefficient // 10**-by
        return _make(self._sign, coefficient, self._exp)

    def next_plus(self, context=None):
        """The smallest number above this one."""
        return _next(self, 0, _current(context))

    def next_minus(self, context=None):
        """The largest number below this one."""
        return _next(self, 1, _current(context))

    # --- functions

    def sqrt(self, context=None):
        """The square root, correctly rounded."""
        context = _current(context)
        if self._special:
            nan = _nans(self, None, context)
            if nan is not None:
                return nan
            if not self._sign:
                return _plain(self)
        if not self._special and self._int == 0:
            return _fix(_make(self._sign, 0, self._exp >> 1), context)
        if self._sign:
            return context._raise(InvalidOperation)
        coefficient, exponent = self._int, self._exp
        if exponent & 1:
            coefficient *= 10
            exponent -= 1
        ideal = exponent >> 1
        if math.isqrt(coefficient) ** 2 == coefficient:
            shift = 0
        else:
            shift = context.prec + 2 - (_length(coefficient) + 1 >> 1)
        exact = True
        if shift >= 0:
            coefficient *= 100**shift
        else:
            coefficient, rest = divmod(coefficient, 100**-shift)
            exact = rest == 0
        root = math.isqrt(coefficient)
        exact = exact and root * root == coefficient
        exponent = ideal - shift
        if exact:
            while exponent < ideal and root % 10 == 0:
                root //= 10
                exponent += 1
            if exponent > ideal:
                root *= 10 ** (exponent - ideal)
                exponent = ideal
        elif root % 5 == 0:
            root += 1
        return _fix(_make(0, root, exponent), context, (), ROUND_HALF_EVEN)

    def exp(self, context=None):
        """e to this power."""
        context = _current(context)
        if self._special:
            nan = _nans(self, None, context)
            return nan if nan is not None else _ZERO if self._sign else _plain(self)
        if self._int == 0:
            return _ONE
        if self.adjusted() > _length(3 * (-context.Etiny() if self._sign else context.Emax)):
            return (
                _fix(_make(0, 1, context.Etiny() - 2), context, (), ROUND_HALF_EVEN)
                if self._sign
                else _overflowed(0, context, ROUND_HALF_EVEN)
            )
        digits = context.prec + 8
        if self.adjusted() < -digits:
            low = 10**digits
            return _half_even(_make(0, low - 1 if self._sign else low + 1, -digits), context)
        scale = 10 ** max(-self._exp, 0)
        x = self._int * 10 ** max(self._exp, 0)
        coefficient, exponent = _exp_scaled(-x if self._sign else x, scale, digits)
        return _half_even(_make(0, coefficient, exponent), context)

    def ln(self, context=None):
        """The natural logarithm."""
        context = _current(context)
        special = _log_special(self, context)
        if special is not None:
            return special
        if _compare(self, _ONE) == 0:
            return _ZERO
        return _log_finite(self, context, None)

    def log10(self, context=None):
        """The logarithm to base ten."""
        context = _current(context)
        special = _log_special(self, context)
        if special is not None:
            return special
        if self._int == 10 ** (_length(self._int) - 1):
            return _fix(_from_int(self.adjusted()), context, (), ROUND_HALF_EVEN)
        return _log_finite(self, context, 10)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        return type(self), (str(self),)


def _half_even(number, context):
    # The number, which has more digits than the context, and never an end: it is never exact.
    return _fix(_make(number._sign, number._int * 10 + 1, number._exp - 1), context, (Inexact, Rounded), ROUND_HALF_EVEN)


def _count_of_digits(number, context):
    # By how many digits to shift: an int within the precision; else None.
    if number._special or number._exp != 0 or number._int > context.prec:
        return None
    return -number._int if number._sign else number._int


def _logical(a, b, context, function):
    # Digit by digit; all must be 0 or 1, and the last ones count, as many as the precision.
    b = _operand(b)
    for number in (a, b):
        if number._special or number._sign or number._exp != 0:
            return context._raise(InvalidOperation)
    x, y = _digits(a._int), _digits(b._int)
    if x.strip("01") or y.strip("01"):
        return context._raise(InvalidOperation)
    result = function(int(x[-context.prec :], 2), int(y[-context.prec :], 2))
    return _make(0, _int_of(bin(result)[2:]), 0)


def _subtract(a, b, context):
    if b._special in ("nan", "snan"):
        return _add(a, b, context)
    return _add(a, _make(1 - b._sign, b._int, b._exp, b._special), context)


def _log_special(number, context):
    nan = _nans(number, None, context)
    if nan is not None:
        return nan
    if not number._special and number._int == 0:
        return _make(1, 0, 0, "inf")
    if number._sign:
        return context._raise(InvalidOperation)
    return _plain(number) if number._special else None


def _log_finite(number, context, base):
    extra = 10
    while True:
        value, scale = _ln_scaled(number._int, number._exp, context.prec + extra)
        if base == 10:
            value = value * scale // _ln10(scale)
        # Near 1 the logarithm's first digits are zeros: more are wanted then.
        if _length(abs(value)) >= context.prec + 4:
            break
        extra *= 2
    return _half_even(_make(1 if value < 0 else 0, abs(value), 1 - _length(scale)), context)


def _parts(value, context):
    # (sign, coefficient, exponent, special) of what isn't a text.
    if isinstance(value, int):
        value = int.__index__(value)
        return (1, -value, 0, "") if value < 0 else (0, value, 0, "")
    if isinstance(value, Decimal):
        return value._sign, value._int, value._exp, value._special
    if isinstance(value, float):
        _signal(_current(context), (FloatOperation,))
        return _float_parts(value)
    if isinstance(value, (tuple, list)):
        return _tuple_parts(value)
    raise TypeError(f"conversion from {type_name(value)} to Decimal is not supported")


def _float_parts(value):
    sign = 1 if math.copysign(1.0, value) < 0 else 0
    value = float.__abs__(value)  # of a subclass, too, whose methods may be others
    if value != value:
        return 0, 0, 0, "nan"
    if value == math.inf:
        return sign, 0, 0, "inf"
    n, d = value.as_integer_ratio()
    k = d.bit_length() - 1
    return sign, n * 5**k, -k, ""


def _tuple_parts(value):
    if len(value) != 3:
        raise ValueError("argument must be a sequence of length 3")
    sign, digits, exponent = value
    if not isinstance(sign, int) or sign not in (0, 1):
        raise ValueError("sign must be an integer with the value 0 or 1")
    if exponent == "F":
        return sign, 0, 0, "inf"
    if not isinstance(digits, (tuple, list)):
        raise ValueError("coefficient must be a tuple of digits")
    for digit in digits:
        if not isinstance(digit, int) or not 0 <= digit <= 9:
            raise ValueError("coefficient must be a tuple of digits")
    coefficient = _int_of("".join([str(int(digit)) for digit in digits]))
    if exponent in ("n", "N"):
        return sign, coefficient, 0, "nan" if exponent == "n" else "snan"
    if not isinstance(exponent, int):
        raise ValueError(
            "string argument in the third position must be 'F', 'n' or 'N'" if isinstance(exponent, str) else "exponent must be an integer"
        )
    _check_size(exponent)
    return sign, coefficient, exponent, ""


def _comparable(other, with_float=False, ordered=False):
    if isinstance(other, Decimal):
        return other
    if isinstance(other, int):
        return _from_int(other)
    if with_float:
        if isinstance(other, float):
            context = getcontext()
            # Whether they are equal may always be asked.
            if ordered:
                _signal(context, (FloatOperation,))
            else:
                context.flags[FloatOperation] = True
            return _make(*_float_parts(other))
        if isinstance(other, complex) and other.imag == 0:
            return _make(*_float_parts(other.real))
    return NotImplemented


def _comparable_pair(number, other, ordered=False):
    # Two Decimals in the same order as the number and the other one, which may be a float or a fraction.
    converted = _comparable(other, True, ordered)
    if converted is NotImplemented and isinstance(other, numbers.Rational):
        if number._special:
            return number, _from_int(other.numerator)
        return _make(number._sign, number._int * other.denominator, number._exp), _from_int(other.numerator)
    return number, converted


def _ordered(a, other):
    # The order, None when a NaN is among them (which is invalid), or NotImplemented.
    if isinstance(other, complex):
        return NotImplemented
    a, b = _comparable_pair(a, other, True)
    if b is NotImplemented:
        return b
    if a.is_nan() or b.is_nan():
        getcontext()._raise(InvalidOperation)
        return None
    return _compare(a, b)


def _compare_total(a, b):
    # -1, 0, 1: by sign, kind and value; what is equal by exponent, NaNs by their digits.
    if a._sign != b._sign:
        return -1 if a._sign else 1
    direction = -1 if a._sign else 1
    kinds = ("", "inf", "snan", "nan")
    x, y = kinds.index(a._special), kinds.index(b._special)
    if x == y and x != 1:
        if x:
            x, y = a._int, b._int
        else:
            x, y = _compare(a, b) * direction, 0
            if x == 0:
                x, y = a._exp, b._exp
    return direction if x > y else -direction if x < y else 0


def _plain(number):
    return number if type(number) is Decimal else _make(number._sign, number._int, number._exp, number._special)


def _converted(cls, number):
    # The same number, of another class.
    if cls is Decimal:
        return number
    made = object.__new__(cls)
    made._sign, made._int, made._exp, made._special = number._sign, number._int, number._exp, number._special
    return made


def _representable(coefficient, exponent):
    # Whether the largest context has the number as it is.
    length = _length(coefficient)
    if coefficient == 0:
        return MIN_ETINY <= exponent <= MAX_EMAX
    return length <= MAX_PREC and exponent >= MIN_ETINY and exponent + length - 1 <= MAX_EMAX


def _larger(a, b, wanted, context, magnitudes):
    if a._special == "nan" and b._special not in ("nan", "snan"):
        return _fix(_plain(b), context)
    if b._special == "nan" and a._special not in ("nan", "snan"):
        return _fix(_plain(a), context)
    nan = _nans(a, b, context)
    if nan is not None:
        return nan
    order = _compare(a.copy_abs(), b.copy_abs()) if magnitudes else _compare(a, b)
    order = order or _compare_total(a, b)
    return _fix(_plain(b if order * wanted < 0 else a), context)


def _integral(number, rounding):
    if number._special:
        int(number)  # raises
    return number if number._exp >= 0 else _rescale(number, 0, rounding)[0]


def _next(number, down, context):
    nan = _nans(number, None, context)
    if nan is not None:
        return nan
    if number._special:
        if number._sign == down:
            return _plain(number)
        return _make(number._sign, 10**context.prec - 1, context.Etop())
    rounding = ROUND_FLOOR if down else ROUND_CEILING
    fixed = _bounded(_plain(number), context, (), rounding)[0]
    if fixed._special or _compare(fixed, number) != 0:
        return fixed
    # A little more, or less: rounded away from it, that is the next one.
    working = context.copy()
    working.rounding = rounding
    working.clear_traps()
    return _add(number, _make(down, 1, context.Etiny() - 1), working)


# --- format()


def _format(number, specification):
    spec = specification
    fill, align = " ", ""
    if len(spec) > 1 and spec[1] in "<>=^":
        fill, align, spec = spec[0], spec[1], spec[2:]
    elif spec[:1] and spec[0] in "<>=^":
        align, spec = spec[0], spec[1:]
    sign = "-"
    if spec[:1] and spec[0] in "+- ":
        sign, spec = spec[0], spec[1:]
    no_negative_zero = spec[:1] == "z"
    if no_negative_zero:
        spec = spec[1:]
    zero = spec[:1] == "0"
    if zero:
        if align:
            raise ValueError("invalid format string")
        spec = spec[1:]
        fill, align = "0", "="
        if spec[:1] == "0":
            raise ValueError("invalid format string")
    width, spec = _take_digits(spec)
    separator = ""
    if spec[:1] == ",":
        separator, spec = ",", spec[1:]
    precision = None
    if spec[:1] == ".":
        precision, spec = _take_digits(spec[1:])
        if precision is None:
            raise ValueError("invalid format string")
    kind = spec[:1]
    if len(spec) > 1 or (kind and kind not in "eEfFgGn%"):
        raise ValueError("invalid format string")
    if kind == "n":
        if separator:
            raise ValueError("invalid format string")
        kind = "g"
    context = getcontext()
    width = width or 0
    sign_of = number._sign
    if number._special:
        body = _text(number.copy_abs())
        shown = "-" if sign_of else "" if sign == "-" else sign
        if fill == "0" and align == "=":
            fill, align = " ", ">"
        return _aligned(shown, body + ("%" if kind == "%" else ""), fill, align, width)
    if not kind:
        kind = "G" if context.capitals else "g"
    value = _make(0, number._int, number._exp + (2 if kind == "%" else 0))
    rounding = context.rounding
    signed = _make(sign_of, value._int, value._exp)
    if precision is not None:
        if kind in "eE":
            signed = _round_to(signed, precision + 1, rounding)
        elif kind in "fF%":
            signed = _rescale(signed, -precision, rounding)[0]
        elif _length(signed._int) > max(precision, 1):
            signed = _round_to(signed, max(precision, 1), rounding)
    if signed._int == 0 and signed._exp > 0 and kind in "fF%":
        signed = _make(sign_of, 0, 0)
    digits, exponent = _digits(signed._int), signed._exp
    left = exponent + len(digits)
    if kind in "eE":
        place = 1 - precision if signed._int == 0 and precision is not None else 1
    elif kind in "fF%":
        place = left
    elif exponent <= 0 and left > -6:
        place = left
    else:
        place = 1
    if place < 0:
        whole, fraction = "0", "0" * -place + digits
    elif place > len(digits):
        whole, fraction = digits + "0" * (place - len(digits)), ""
    else:
        whole, fraction = digits[:place] or "0", digits[place:]
    tail = "." + fraction if fraction else ""
    power = left - place
    if power != 0 or kind in "eE":
        if kind in "eEgG":
            tail += f"{'E' if kind in 'EG' else 'e'}{power:+d}"
    if kind == "%":
        tail += "%"
    if no_negative_zero and sign_of and signed._int == 0 and (kind != "F" or number._int == 0):  # as CPython has it
        sign_of = 0
    shown = "-" if sign_of else "" if sign == "-" else sign
    if separator:
        least = width - len(shown) - len(tail) if fill == "0" and align == "=" else 0
        whole = _grouped(whole, separator, least)
    elif fill == "0" and align == "=":
        whole = whole.rjust(width - len(shown) - len(tail), "0")
    return _aligned(shown, whole + tail, fill, align, width)


def _round_to(number, digits, rounding):
    # That many digits: fewer by rounding, more by zeros (only zero stays as it is).
    length = _length(number._int)
    if number._int == 0:
        return number
    exponent = number._exp + length - digits
    result = _rescale(number, exponent, rounding)[0]
    if _length(result._int) > digits:
        result = _rescale(result, exponent + 1, rounding)[0]
    return result


_ZERO = _make(0, 0, 0)
_ONE = _make(0, 1, 0)
_NAN = _make(0, 0, 0, "nan")
