def error(function, *args, **kwargs):
    try:
        return "no error: " + repr(function(*args, **kwargs))
    except Exception as e:
        return f"{type(e).__name__}: {e}"


cases = [
    (42, ["d", "5d", "<5d|", "^5|", "05d", "+d", " d", "x", "X", "#x", "#X", "o", "#o", "b", "#b", "08b", "#010b", "c", ",", "_", "_x", "_b", ">+8,d", "=+8d", "*^9d", "e", ".2f", "%", "n", "010,", "#_x"]),
    (-1234567, ["d", ",", "_d", "015,d", "=15", "<15|", "+,", "x", "_x", "b", ".1f", ",.2f", "e", "g"]),
    (10 ** 20, ["d", ",", "_", "x", "e", ".3e", "g", "30", "<30|", "^30|"]),
    (3.14159, ["", ".2f", ".0f", "#.0f", "8.2f", "08.2f", "+.2f", " .2f", "e", ".2e", "E", "g", ".3g", "G", "%", ".1%", ",.2f", "_.2f", "<10|", "^10.1f|", "=+10.1f", "n", ".10", ".1", "F", "x>10.2f"]),
    (1234567.891, ["", ",", "_", ",.1f", "_.3f", "g", ".3g", ".10g", "#g", "#.3g", "e", "015,.2f", "020,.1f"]),
    (-0.0, ["", ".1f", "g", "e", "+", "%", "05.1f"]),
    (1e-10, ["", "f", "g", "e", ".12f", "#.3g", "%"]),
    (float("inf"), ["", "f", "e", "06", "+", "%", "F", "<6|"]),
    (float("nan"), ["", "f", "F", "06", ".2f"]),
    ("abc", ["", "s", "6|", "<6|", ">6", "^6|", "*^7", ".2", "6.2|", "^6.1s|", "é>5", "06"]),
    ("żó𝄐", ["6|", ">6", ".2", "^7.2|"]),
    (True, ["", "d", "5", "x", "<5|", "b", "+", ","]),
]
for value, specs in cases:
    for spec in specs:
        print(repr(value), repr(spec), repr(error(format, value, spec)[10:]))
print(f"{'x':>{5}}|{3.14159:.{2}f}|{10:{'0'}{6}}|{'a':{'*'}^{7}}")
for value, spec in [(1, "q"), (1.0, "d"), ("a", "d"), ("a", "+"), ("a", "="), ("a", ","), (1, ".2"), (1, ".2d"), (1, "c,"), (1, "s"), (1.5, "x"), ([], "d"), (None, "5"), (1, ",_"), (1, "5,,"), (1114112, "c"), (1, "5.d"), ("a", ".x"), (1.5, "_n"), (1, ",x"), ((), ">5")]:
    print(repr(value), repr(spec), error(format, value, spec))
print(format(None, ""), format([1], ""), format((), ""), format({}, ""), format(print.__name__, ">7"))
print("{:>8}|{:<8}|{:^8}|".format("r", "l", "c"), "{0:{1}}".format(5, "03"), "{:{}.{}f}".format(2.71828, 8, 2))
class T:
    def __format__(self, spec): return f"<{spec}>"
print(f"{T()}", f"{T():abc}", f"{T():{1 + 1}}", format(T()), format(T(), "z"), "{:q}".format(T()))
class U:
    def __str__(self): return "U!"
print(f"{U()}", f"{U()!s:>5}", error(format, U(), "5"))

# Subclasses of int that are shown as floats.
class Half(int):
    def __float__(self):
        return int(self) / 2


class Whole(int):
    pass


print(format(Half(5), "g"), format(Half(5), ".3f"), f"{Half(5):e} {Half(5):%} {Half(5):d} {Half(5)} {Half(5):>4} {Half(5):x}", "{:g}".format(Half(7)))
print(format(Whole(5), "g"), f"{Whole(5):.1%}", format(True, "g"), int.__format__(Half(5), "d"))
