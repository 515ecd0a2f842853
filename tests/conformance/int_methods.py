def error(function, *args, **kwargs):
    try:
        return "no error: " + repr(function(*args, **kwargs))
    except Exception as e:
        return f"{type(e).__name__}: {e}"


assert (255).bit_length() == 8 and (0).bit_length() == 0 and (-255).bit_length() == 8 and (255).bit_count() == 8 and (-7).bit_count() == 3
assert (1024).to_bytes(2, "big") == b"\x04\x00" and (1024).to_bytes(10, "little") == b"\x00\x04" + bytes(8)
assert (-1024).to_bytes(10, "big", signed=True) == b"\xff" * 8 + b"\xfc\x00" and (5).to_bytes() == b"\x05"
assert int.from_bytes(b"\x00\x10", "big") == 16 and int.from_bytes(b"\x00\x10", byteorder="little") == 4096
assert int.from_bytes(b"\xfc\x00", "big", signed=True) == -1024 and int.from_bytes([255, 0, 0], "big") == 16711680
assert (7).conjugate() == 7 and (7).real == 7 and (7).imag == 0 and (7).numerator == 7 and (7).denominator == 1
assert (5).as_integer_ratio() == (5, 1) and (True).as_integer_ratio() == (1, 1)
assert int() == 0 and int(3.99) == 3 and int(-3.99) == -3 and int(True) == 1 and int("  42\n") == 42 and int("-1_000") == -1000 and int("+7") == 7
assert int("ff", 16) == 255 and int("0xff", 16) == 255 and int("0xff", 0) == 255 and int("0b11", 0) == 3 and int("z", 36) == 35 and int("0o17", 0) == 15 and int(b"12") == 12
assert int("٣") == 3 and int(1e20) == 10 ** 20
print(int(2.0 ** 100), int(-1e22), int("9" * 50))
print(bin(10), bin(-10), oct(8), oct(-8), hex(255), hex(-255), bin(0), hex(2 ** 70))
print(str(-5), repr(10 ** 25), (5).__add__(3), (5).__add__(3.0), int.__mul__(4, 5), (5).__eq__("a"))
print(error(int, "abc"), error(int, ""), error(int, "1.5"), error(int, "12", 1), error(int, "9", 8), error(int, 5, 10))
print(error(int, None), error(int, []), error(int, float("nan")), error(int, float("inf")), error(int, "1__0"), error(int, "_1"))
print(error((256).to_bytes, 1, "big"), error((-1).to_bytes, 1, "big"), error((1).to_bytes, 1, "middle"), error((1).to_bytes, -1, "big"))
print(round(15, -1), round(25, -1), round(-15, -1), round(12345, -2), round(7), round(1234567, -10), round(5, 3))
print(isinstance(True, int), issubclass(bool, int), bool("0"), bool(""), bool([]), bool(0.0), str(True), repr(False))
print(abs(-5), abs(-2 ** 70), abs(True), -True, +True, ~True)
print((10).__divmod__(3), (10).__rsub__(3), (2).__pow__(5), (2).__pow__(5, 7), (5).__index__(), (5).__float__(), (5).__bool__())
class Celsius(int):
    def __str__(self): return f"{int(self)}°"
    def __add__(self, other): return Celsius(int(self) + int(other))
c = Celsius(20)
print(c, repr(c), c + 1, type(c + 1).__name__, c * 2, c == 20, {20: "x"}[c], f"{c:5d}|", [c], Celsius("5"))
class Index:
    def __index__(self): return 3
print([1, 2, 3, 4][Index()], hex(Index()), int(Index()), "abcd"[Index()], list(range(Index())), 1 << 3 == 8)
class Trunc:
    def __int__(self): return 42
print(int(Trunc()), error(lambda: [1][Trunc()]), error(hex, 1.5), error(bin, "1"))
