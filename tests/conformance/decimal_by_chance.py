# Everyday arithmetic of Decimals, of chance: results, signs, exponents, flags and what is trapped.
import decimal
import random
from decimal import Decimal
from fractions import Fraction

chance = random.Random(8)
ROUNDINGS = [name for name in dir(decimal) if name.startswith("ROUND_")]


def number():
    kind = chance.random()
    if kind < 0.1:
        return chance.choice(["0", "-0", "0.00", "-0E+3", "1E+400", "1E-400", "NaN", "-Infinity", "sNaN", "Infinity", "9" * 28, "9" * 37, "1" + "0" * 37])
    digits = "".join(chance.choice("0123456789" if chance.random() < 0.7 else "059") for _ in range(chance.choice([1, 2, 3, 5, 9, 17, 18, 19, 20, 28, 29, 36, 37, 38])))
    at = chance.randrange(len(digits) + 1)
    text = digits[:at] + ("." + digits[at:] if chance.random() < 0.7 else digits[at:])
    if chance.random() < 0.1:
        text += f"E{chance.randrange(-40, 40)}"
    return chance.choice(["", "", "-", "+"]) + text


def operand():
    return chance.choice([0, 1, -1, 7, 10**18, -(10**20), True, 2.5, Fraction(1, 3), "x"]) if chance.random() < 0.15 else Decimal(number())


def tried(f, *args):
    context = decimal.getcontext()
    context.clear_flags()
    try:
        result = f(*args)
        shown = repr(result)
    except Exception as e:
        shown = f"{type(e).__name__}: {e}"
    print(shown, "".join(str(int(flag)) for flag in context.flags.values()))


OPERATIONS = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "hash": lambda a, b: hash(a),
    "str": lambda a, b: str(a),
    "float": lambda a, b: float(a),
    "round": lambda a, b: round(a, chance.randrange(-3, 6)),
    "quantize": lambda a, b: a.quantize(b),
    "quantize to": lambda a, b: a.quantize(Decimal(1).scaleb(chance.randrange(-12, 5)), rounding=chance.choice(ROUNDINGS)),
    "sum": lambda a, b: sum([a, b, a]),
    "sorted": lambda a, b: sorted([a, b, a]),
    "max": lambda a, b: max(a, b),
    "format": lambda a, b: f"{Decimal(str(a)):.3f} {Decimal(str(a)):,} {b}",
}
for turn in range(4000):
    if turn % 20 == 0:
        context = decimal.getcontext()
        context.prec = chance.choice([28, 28, 28, 1, 2, 5, 9, 18, 35, 36, 50])
        context.rounding = chance.choice(ROUNDINGS)
        context.capitals = chance.choice([0, 1])
        context.clamp = int(chance.random() < 0.05)
        context.Emin, context.Emax = chance.choice([(-999999, 999999), (-999999, 999999), (-50, 50)])
        for signal in context.traps:
            context.traps[signal] = chance.random() < 0.1
    a, b = Decimal(number()) if chance.random() < 0.95 else operand(), operand()
    name = chance.choice(list(OPERATIONS))
    print(turn, name, end=" ")
    tried(OPERATIONS[name], a, b)
    if chance.random() < 0.2:
        tried(OPERATIONS[name], b, a)
    if chance.random() < 0.3:
        text = chance.choice(["", " ", "+", "_"]) + number() + chance.choice(["", "", " ", "_1", ".", "e", "٣"])
        tried(Decimal, text)
        tried(decimal.getcontext().create_decimal, text)


class Money(Decimal):
    pass


print(type(Money("1.5") + Money(2)).__name__, type(Money("1.5") + 1).__name__, type(Money("1.5")).__name__, type(+Money(1)).__name__, Money("1.5") == Decimal("1.5"))
decimal.setcontext(decimal.Context())
with decimal.localcontext() as inner:
    inner.prec = 3
    tried(lambda: Decimal(1) / Decimal(3))
tried(lambda: Decimal(1) / Decimal(3))
decimal.getcontext().traps[decimal.Inexact] = True
tried(lambda: Decimal(1) / Decimal(3))
tried(lambda: Decimal(1) / Decimal(4))
tried(lambda: Decimal("1.25").quantize(Decimal("0.1")))
