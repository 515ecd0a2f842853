def error(function, *args, **kwargs):
    try:
        return "no error: " + repr(function(*args, **kwargs))
    except Exception as e:
        return f"{type(e).__name__}: {e}"


inf, nan = float("inf"), float("nan")
for x in (0.0, -0.0, 1.0, 0.1, 1 / 3, 1e16, 1e15, 123456789012345680.0, 1e-4, 1e-5, 0.00012345, 5e-324, 1.7976931348623157e308, 1e22, 1e23, 2.5, -1e100, inf, -inf, nan):
    print(x, repr(x), str(-x), f"{x}", f"{x:.3f}", f"{x:e}", f"{x:g}", f"{x:10.4}|", f"{x:%}" if abs(x) < 1e10 else "")
assert nan != nan and not nan < 1 and not nan > 1 and inf > 10 ** 400 and -inf < -10 ** 400
assert 0.0 == -0.0 and str(-0.0) == "-0.0" and 1.0 == 1 and hash(1.0) == hash(1) and hash(2.0 ** 70) == hash(2 ** 70) and hash(0.5) == 1152921504606846976
assert 7.5 // 2 == 3.0 and -7.5 // 2 == -4.0 and -7.5 % 2 == 0.5 and 7.5 % -2 == -0.5 and divmod(7.5, 2) == (3.0, 1.5)
assert 2.0 ** 0.5 == 1.4142135623730951 and 2 ** 0.5 == 2.0 ** 0.5 and (-8) ** 3.0 == -512.0 and 0.0 ** 0 == 1.0
assert (0.1).as_integer_ratio() == (3602879701896397, 36028797018963968) and (2.5).is_integer() is False and (4.0).is_integer()
assert 2 ** 53 == float(2 ** 53) and 2 ** 53 + 1 != float(2 ** 53) and 2 ** 53 + 1 > float(2 ** 53)
print((3.75).hex(), (-0.1).hex(), (0.0).hex(), inf.hex(), float.fromhex("0x1.8p+1"), float.fromhex("-0x.1p-3"))
print(float("1e5"), float(" 3.5 \n"), float("-Infinity"), float("nan"), float("1_0.5"), float(10 ** 20), float(True), float(), float("+.5"), float("5."), float(b"2.5"))
print(round(2.5), round(3.5), round(-2.5), round(2.675, 2), round(1234.567, -2), round(0.5), round(1.5), round(1e300, 2), round(2.5, 0), round(-0.4))
print(type(round(2.5)), type(round(2.5, 0)), round(1e22), round(2.5, None))
print(error(float, "abc"), error(float, ""), error(float, None), error(float, "1__0"), error(round, nan), error(round, inf), error(float, []))
print(error(lambda: 1.0 / 0), error(lambda: 1.0 // 0), error(lambda: 1.0 % 0), error(lambda: 0.0 ** -1), error(lambda: 1e308 ** 2), error(divmod, 1.0, 0.0))
print(1e308 * 10, -1e308 * 10, inf - inf, inf * 0, 1e308 + 1e308, abs(-0.0), -nan)
print(min(1.0, 1), max(1, 1.0), min(nan, 1), max(1, nan), sum([0.1] * 10), sum([1e100, 1.0, -1e100]))
print(0.1 + 0.2, 1e16 + 1, 1.1 * 3, 3.3 / 1.1, 100 * 1.1, 1 - 0.9, 4.35 * 100, 1e-7 * 1e7)
print(1.5 < 2, 1.5 == 1.5, 1 < 1.5 <= 2, 1.5 != "a", 1.5 == None, (1.5).__eq__("a"), (1.5).__add__("a"))
print(float.__name__, (1.5).real, (1.5).imag, (1.5).conjugate(), float(2).__int__(), (2.7).__trunc__(), (2.2).__ceil__(), (2.7).__floor__())
print(1e5, 1E5, 1_0.0_1, .5, 5., 1e-10, 0e0, 123e-2)
print([hash(x) for x in (0.0, -0.0, 1.5, -1.5, 1e100, inf, -inf)])
class F(float):
    def __repr__(self): return "F!"
print(F(1.5), [F(1.5)], F(1.5) + 1, f"{F(1.5)}", f"{F(1.5):.2f}", F("2.5") == 2.5)
