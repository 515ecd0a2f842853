"""decimal's exceptions, which are its signals, and what a context keeps of them."""

_BAD_SIGNALS = (
    "valid values for signals are:\n  [InvalidOperation, FloatOperation, DivisionByZero,\n   Overflow, Underflow, Subnormal, "
    "Inexact, Rounded,\n   Clamped]"
)


class DecimalException(ArithmeticError):
    """Base of all of decimal's exceptions."""

    __module__ = "decimal"


class Clamped(DecimalException):
    __module__ = "decimal"


class InvalidOperation(DecimalException):
    __module__ = "decimal"


class ConversionSyntax(InvalidOperation):
    __module__ = "decimal"


class DivisionImpossible(InvalidOperation):
    __module__ = "decimal"


class InvalidContext(InvalidOperation):
    __module__ = "decimal"


class DivisionByZero(DecimalException, ZeroDivisionError):
    __module__ = "decimal"


class DivisionUndefined(InvalidOperation, ZeroDivisionError):
    __module__ = "decimal"


class Inexact(DecimalException):
    __module__ = "decimal"


class Rounded(DecimalException):
    __module__ = "decimal"


class Subnormal(DecimalException):
    __module__ = "decimal"


class Overflow(Inexact, Rounded):
    __module__ = "decimal"


class Underflow(Inexact, Rounded, Subnormal):
    __module__ = "decimal"


class FloatOperation(DecimalException, TypeError):
    __module__ = "decimal"


_SIGNALS = (InvalidOperation, FloatOperation, DivisionByZero, Overflow, Underflow, Subnormal, Inexact, Rounded, Clamped)
_CONDITIONS = {
    ConversionSyntax: InvalidOperation,
    DivisionImpossible: InvalidOperation,
    DivisionUndefined: InvalidOperation,
    InvalidContext: InvalidOperation,
}
# As the repr of a context orders them.
_SHOWN = (Clamped, InvalidOperation, DivisionByZero, Inexact, FloatOperation, Overflow, Rounded, Subnormal, Underflow)


class SignalDict(dict):
    """Whether each signal is set, or trapped: the keys are all signals, always."""

    __module__ = "decimal"

    def __setitem__(self, signal, value):
        if signal not in _SIGNALS:
            raise KeyError(_BAD_SIGNALS)
        dict.__setitem__(self, signal, bool(value))

    def __delitem__(self, signal):
        raise ValueError("signal keys cannot be deleted")

    def __getitem__(self, signal):
        if signal not in _SIGNALS:
            raise KeyError(_BAD_SIGNALS)
        return dict.__getitem__(self, signal)

    def __repr__(self):
        return "{" + ", ".join([f"{signal}:{self[signal]}" for signal in _SIGNALS]) + "}"

    def copy(self):
        return dict(self)

    def _unchangeable(self, *args, **kwargs):
        raise ValueError("signal keys cannot be deleted")

    clear = pop = popitem = _unchangeable

    def update(self, *args, **kwargs):
        for signal, value in dict(*args, **kwargs).items():
            self[signal] = value


def _signal_dict(signals):
    # From another such dict.
    if not isinstance(signals, dict):
        raise TypeError("argument must be a signal dict")
    if len(signals) != len(_SIGNALS) or any(signal not in signals for signal in _SIGNALS):
        raise KeyError("invalid signal dict")
    return SignalDict([(signal, bool(signals[signal])) for signal in _SIGNALS])


def _only(signals):
    # What a context is made with: such a dict, or a list of the signals that are set.
    if not isinstance(signals, list):
        return signals
    for signal in signals:
        if signal not in _SIGNALS:
            raise KeyError(_BAD_SIGNALS)
    return {signal: signal in signals for signal in _SIGNALS}


def _signal(context, conditions):
    # Notes the conditions in the context's flags; raises when one of them is trapped.
    flags, traps = context.flags, context.traps
    trapped = False
    for condition in conditions:
        signal = _CONDITIONS.get(condition, condition)
        if not dict.__getitem__(flags, signal):
            dict.__setitem__(flags, signal, True)
        trapped = trapped or dict.__getitem__(traps, signal)
    if trapped:
        of_signals = [signal for signal in _SIGNALS if signal in conditions and traps[signal]]
        shown = [c for c in conditions if c in _CONDITIONS and traps[InvalidOperation]] + of_signals
        raise (InvalidOperation if shown[0] in _CONDITIONS else shown[0])(shown)
