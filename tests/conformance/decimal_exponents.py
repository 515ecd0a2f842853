# Exponents of up to eighteen digits: no number is written out in full, and powers, exponentials and logarithms keep to the context's bounds.
from decimal import *

SIGNALS = (Clamped, Inexact, InvalidOperation, Overflow, Rounded, Subnormal, Underflow)
NUMBERS = [
    Decimal(text)
    for text in "0 -0E-999999999999999000 1E-999999999 -1.2E-742888888 1.23E+123456791 10123898 17291065 -5E+5 2 0.8 10 9.81 1.00000000000001".split()
]
CONTEXTS = [
    Context(prec=16, Emax=999999999, Emin=-999999999, traps=[]),
    Context(prec=5, Emax=9, Emin=-999999, rounding=ROUND_UP, traps=[]),
    Context(prec=9, Emax=384, Emin=-383, rounding=ROUND_05UP, clamp=1, traps=[]),
    Context(prec=28, Emax=MAX_EMAX, Emin=MIN_EMIN, rounding=ROUND_DOWN, traps=[]),
]


def show(context, function, *numbers):
    context.clear_flags()
    result = getattr(context, function)(*numbers)
    print(function, *numbers, context.prec, "->", result, *[signal.__name__ for signal in SIGNALS if context.flags[signal]])


for context in CONTEXTS:
    for number in NUMBERS:
        for function in "exp", "ln", "log10", "sqrt", "to_integral_value", "logical_invert", "next_plus", "normalize":
            show(context, function, number)
        for other in NUMBERS:
            for function in "power", "divide_int", "remainder", "compare", "quantize", "add":
                show(context, function, number, other)

show(CONTEXTS[0], "power", Decimal("1.23E+123456791"), Decimal("10123898"), Decimal("17291065"))
show(CONTEXTS[0], "power", Decimal("-3E+400"), Decimal("7E+20"), Decimal("-1001"))
show(CONTEXTS[0], "power", Decimal("-3"), Decimal("7.0"), Decimal("1001.00"))
show(CONTEXTS[0], "power", Decimal(7), Decimal("1E-999999999"), Decimal(10))
show(CONTEXTS[0], "log10", Decimal("1.0E-999999999999998999"))
print(int(Decimal("5E-999999999999999000")), int(Decimal("0E+999999999999999000")), Decimal("0E+999999999999999000").as_integer_ratio())
print(Decimal("1.00000001") ** Decimal("1E+13"))
