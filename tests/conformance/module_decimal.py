import decimal
import math
from decimal import (Decimal, getcontext, setcontext, localcontext, Context, ROUND_HALF_UP, ROUND_DOWN, ROUND_UP, ROUND_FLOOR, ROUND_CEILING,
                     ROUND_HALF_DOWN, ROUND_05UP, InvalidOperation, DivisionByZero)


def show(f):
    try:
        return repr(f())
    except Exception as e:
        return f"{type(e).__name__}: {e}"


D = Decimal
for f in [
    lambda: (D("1.10"), D(5), D(-3), D(0.1), D("1e5"), D(" 1_000.5 "), D("-0"), D("NaN"), D("-Infinity"), D((1, (1, 2, 3), -2)), D(), D(True)),
    lambda: D("abc"), lambda: D(""), lambda: D("1.2.3"), lambda: D(None), lambda: D([1, 2]), lambda: D(1j),
    lambda: D("1.1") + D("2.2"), lambda: D("1.1") + 1, lambda: 1 + D("1.1"), lambda: D(1) / 3, lambda: 2 / D(3), lambda: D("10") // 3, lambda: D("-10") // 3,
    lambda: D("-10") % 3, lambda: divmod(D(10), 3), lambda: D(2) ** 10, lambda: D(2) ** -1, lambda: D(2) ** D("0.5"), lambda: 2 ** D(3),
    lambda: D("1.1") + 1.5, lambda: D("1.1") * "a", lambda: D(1) / 0, lambda: D(0) / 0, lambda: D(1) % 0, lambda: D(1) // 0, lambda: divmod(D(1), 0),
    lambda: D("Inf") - D("Inf"), lambda: D("sNaN") + 1, lambda: D("1e999999") * 10,
    lambda: (D("1.0") == 1, D("0.1") == 0.1, D("0.5") == 0.5, D(1) < 2.5, D("1.0") == D("1.00"), D("NaN") == D("NaN"), D(1) != "1"),
    lambda: D("NaN") < 1, lambda: D(1) < "2", lambda: D(1) < 1j,
    lambda: hash(D("1.0")) == hash(1) == hash(1.0), lambda: hash(D("0.5")) == hash(0.5), lambda: {D(1): "a"}[1], lambda: hash(D("-1")), lambda: hash(D("1e100")) == hash(10 ** 100),
    lambda: D("3.14159").quantize(D("0.01")), lambda: D("2.675").quantize(D("0.01"), rounding=ROUND_HALF_UP), lambda: D("1e10").quantize(D("1e-28")),
    lambda: [D("2.5").quantize(D("1"), rounding=r) for r in (ROUND_HALF_UP, ROUND_DOWN, ROUND_UP, ROUND_FLOOR, ROUND_CEILING, ROUND_HALF_DOWN, ROUND_05UP)],
    lambda: [D("-2.5").quantize(D("1"), rounding=r) for r in (ROUND_HALF_UP, ROUND_DOWN, ROUND_UP, ROUND_FLOOR, ROUND_CEILING, ROUND_HALF_DOWN, ROUND_05UP)],
    lambda: D("1").quantize(D("1"), rounding="x"),
    lambda: (round(D("2.5")), round(D("2.675"), 2), round(D("1234.5"), -2), int(D("-3.9")), float(D("0.1")), math.floor(D("-1.5")), math.ceil(D("1.2")), math.trunc(D("1.9"))),
    lambda: (D(2).sqrt(), D(16).sqrt(), D("0.25").sqrt(), D(1).exp(), D(10).ln(), D(1000).log10(), D("2.5").log10()), lambda: D(-1).sqrt(), lambda: D(0).ln(),
    lambda: (D("1.500").normalize(), D("1000").normalize(), D("1.5").as_tuple(), D("-1.25").as_integer_ratio(), D("123.45").adjusted(), D("1e3").to_eng_string()),
    lambda: (D("-1.5").copy_abs(), abs(D("-1.5")), -D("0"), +D("1.5"), D(3).max(5), D(3).min(D("NaN")), D("1.2").compare(2), D(3).copy_sign(-1)),
    lambda: (D("1.5").is_nan(), D("NaN").is_nan(), D("Inf").is_infinite(), D("0").is_zero(), D("-1").is_signed(), bool(D(0)), bool(D("0.1")), D("1.5").number_class()),
    lambda: (str(D("1E+5")), str(D("0.0000001")), str(D("123E-10")), D("1.5").to_integral_value(), D("2.5").to_integral_exact(), D("1.5").fma(2, 3), D(5).scaleb(2)),
    lambda: [format(D("1234567.891"), s) for s in ("", ".2f", ",", ",.2f", "12.1f", "012.1f", "<12", "^12.0f", "*>14.2f", "+.1f", "e", ".3e", "g", ".3g", "%", ".1%", "_>15,.1f")],
    lambda: [format(D("0.5"), s) for s in ("%", ".0f", ".3f", "e", "E", "g")], lambda: format(D("NaN"), "010"), lambda: f"{D('-0.001'):.2f} {D('1e20')} {D('1e20'):,} {D('0E-8')}",
    lambda: format(D(1), "x"), lambda: "%.2f %s %d" % (D("1.555"), D("1.50"), D("7.9")), lambda: sum([D("0.1")] * 3), lambda: sum([D("0.1")] * 3) == D("0.3"),
    lambda: sorted([D(3), 1, D("2.5")]), lambda: max(D(1), 2), lambda: min([D("0.5"), D("0.25")]), lambda: D("1.5").real, lambda: isinstance(D(1), Decimal),
    lambda: D(10) in [10], lambda: type(D(1) + 1), lambda: D.from_float(0.25), lambda: D.from_float("a"), lambda: int(D("NaN")), lambda: int(D("Inf")), lambda: float(D("Inf")),
    lambda: pow(D(3), 4, 5), lambda: D("0") ** 0, lambda: D("-8") ** D("0.5"), lambda: D("1.1") ** 20, lambda: D(7) ** -3, lambda: D("1e-7") * 1, lambda: D(1).foo,
]:
    print(show(f))

print(getcontext())
getcontext().prec = 6
print(D(1) / 7, D("1.23456789") + 0, +D("1.23456789"), D("1.23456789"))
getcontext().rounding = ROUND_UP
print(D(1) / 3, show(lambda: setattr(getcontext(), "prec", 0)), show(lambda: setattr(getcontext(), "rounding", "x")))
with localcontext() as ctx:
    ctx.prec = 50
    print(D(2).sqrt(), D(1) / 7)
with localcontext(prec=4) as ctx:
    print(D(1) / 7)
print(getcontext().prec, getcontext().flags[decimal.Inexact])
getcontext().traps[DivisionByZero] = False
print(D(1) / 0, D(-1) / 0)
setcontext(Context(prec=9, traps=[]))
print(D(0) / 0, D("abc"), getcontext())
print(Context(prec=3).divide(D(1), D(3)), Context(prec=5).create_decimal("3.14159265"))
setcontext(Context(prec=40))
pi = sum(D(1) / 16 ** k * (D(4) / (8 * k + 1) - D(2) / (8 * k + 4) - D(1) / (8 * k + 5) - D(1) / (8 * k + 6)) for k in range(35))
print(pi, issubclass(InvalidOperation, ArithmeticError), issubclass(DivisionByZero, ZeroDivisionError))
balance = D("1000.00")
for month in range(12):
    balance += (balance * D("0.05") / 12).quantize(D("0.01"), rounding=ROUND_HALF_UP)
print(balance, f"${balance:,.2f}")
import fractions, json, statistics
setcontext(Context())
print(fractions.Fraction(1, 2) == D("0.5"), D("0.5") == fractions.Fraction(1, 2), D("0.5") < fractions.Fraction(2, 3), fractions.Fraction(2, 3) > D(1), D("NaN") == fractions.Fraction(1, 2), D("Inf") > fractions.Fraction(1, 2))
print(statistics.mean([D("1.5"), D("2.5")]), statistics.stdev([D(1), D(2), D(4)]), statistics.pstdev([D("1.1"), D("2.2")]), statistics.variance([D(1), D(2)]))
print(json.loads('{"price": 1.10}', parse_float=D), show(lambda: json.dumps(D(1))), show(lambda: Decimal(1, 2)), show(lambda: setcontext(5)), show(lambda: localcontext(5)))
print(show(lambda: D("1.5").to_integral_value("x")), show(lambda: D("1.5").quantize(D(1), "x")), D("1.5").to_integral_value(ROUND_UP), D("1.5").to_integral_exact(rounding=ROUND_DOWN))
