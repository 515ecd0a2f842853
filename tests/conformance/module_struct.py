import struct
from struct import Struct, calcsize, error, iter_unpack, pack, pack_into, unpack, unpack_from


def err(function, *args, **kwargs):
    try:
        return function(*args, **kwargs)
    except Exception as e:
        return f"{type(e).__name__}: {e}"


for format in ("", "b", "bi", "@bi", "=bi", "<bhilq", ">bhilq", "!4s2p", "@bxi0q", "3x2h", "ddd", "n", "P", "e?c", "<n", "z", "5", "5 i", b"i", "99999999999999999999i", "i\0"):
    print(repr(format), err(calcsize, format))
print(err(calcsize, 5))
for order in "@=<>!":
    print(order, pack(order + "bBhHiIlLqQ", -1, 2, -3, 4, -5, 6, -7, 8, -9, 10), pack(order + "efd", 1.5, -2.25, 1e100), pack(order + "?c3s4p", True, b"x", b"ab", b"abcdef"))
    for code in "bBhHiIlLqQnNP?efd":
        row = []
        for value in (0, 1, -1, 127, 128, -128, -129, 65535, 65536, 1 << 31, 1 << 32, 1 << 63, -(1 << 63), 1 << 64, 1 << 100, True, 1.5, "x", None):
            row.append(err(pack, order + code, value))
        print(order, code, row)
class Number:
    def __init__(self, n): self.n = n
    def __index__(self): return self.n
    def __float__(self): return self.n + 0.5
    def __bool__(self): return self.n > 3
print(pack("<iBd?", Number(5), Number(6), Number(7), Number(8)), err(pack, "i", Number("x")), err(pack, "b", Number(500)), pack("?", Number(1)), pack("?", [0]), pack("?", ""))
for args in ((">H", 65536), ("c", "a"), ("c", b"ab"), ("s", "a"), ("3s", bytearray(b"ab")), ("p", b""), ("0p", b"abc"), ("0s", b"abc"), ("f", "a"), ("<f", 1e300), ("e", 1e300), ("e", 65520.0), ("e", 65519.9), ("e", 1e-8), ("e", 5.960464477539063e-08), ("i",), ("i", 1, 2), ("ii", 1), ("q x", 1), (5, 1), ("d", 1 << 2000)):
    print(args[:1], err(pack, *args))
print(unpack("<bBhH", bytes(range(200, 206))), unpack(">qQ", bytes(range(240, 256))), unpack("=3s0s2p?", b"abc\x05xy"[:6]), unpack("<efd", pack("<efd", 0.1, 0.1, 0.1)))
print(unpack("e", b"\x00\x7c"), unpack("e", b"\x01\x00"), unpack("e", b"\xff\xfb"), unpack("e", b"\x00\x80"), unpack(">e", b"\x7e\x00"))
for args in (("i", b"abc"), ("i", "abcd"), ("i", b"abcde"), ("i", 5)): print(args, err(unpack, *args))
for args in (("i", b"abc"), ("i", b"abcdef", 3), ("i", b"abcdef", -3), ("i", b"abcdef", -7), ("i", b"abcdef", 9), ("i", b"abcdef", 2), ("i", b"abcdef", "x"), ("i", bytearray(b"abcdef"), -4)): print(args, err(unpack_from, *args))
buffer = bytearray(6)
for args in ((0, 1), (3, 1), (-3, 1), (-7, 1), (9, 1), (), (0,), (-4, 7)): print(args, err(pack_into, "i", buffer, *args), buffer)
print(err(pack_into, "i", b"abcdef", 0, 1), err(pack_into), err(pack), err(struct.pack_into, "i"))
print(list(iter_unpack("<h", b"abcdef")), err(iter_unpack, "i", b"abc"), err(iter_unpack, "", b"abc"), type(iter_unpack("i", b"abcd")).__name__, len(list(iter_unpack("B", bytes(100)))))
s = Struct("<ih")
print(s.format, s.size, s.pack(1, 2), s.unpack(b"abcdef"), err(s.pack, 1), err(s.unpack, b"a"), s.unpack_from(b"xxabcdefyy", 2), list(s.iter_unpack(b"abcdefghijkl")), err(Struct, "z"))
s.pack_into(buffer, 0, 3, 4)
print(buffer, error.__mro__, error.__module__, err(s.pack_into, buffer))
for n in range(40):
    values = [(n * 7919 + i * 104729) % 65536 - 32768 for i in range(n)]
    packed = pack(f">{n}h", *values)
    assert list(unpack(f">{n}h", packed)) == values == [v for v, in iter_unpack(">h", packed)]
for i in range(0, 65536, 7):
    bits = i.to_bytes(2, "little")
    x, = unpack("<e", bits)
    assert x != x or pack("<e", x) == bits, (i, x)
