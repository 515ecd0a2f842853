# C's simple types: sizes, how values wrap around, what is refused.
import ctypes
from ctypes import c_bool, c_byte, c_char, c_double, c_float, c_int, c_int32, c_long, c_short, c_size_t, c_ubyte, c_uint, c_uint32, c_uint64, sizeof

for kind in (c_byte, c_ubyte, c_short, c_int, c_uint, c_long, c_size_t, c_float, c_double, c_bool, c_char):
    print(kind.__name__, sizeof(kind), sizeof(kind()), kind(), kind().value, bool(kind()), ctypes.alignment(kind))
for n in (2**31, -1, 2**32 + 5, -(2**31) - 1, 2**63, 10**30, True):
    print([kind(n).value for kind in (c_byte, c_ubyte, c_short, c_int, c_uint, c_long, c_uint64)])
print(c_float(0.1).value, c_double(0.1).value, c_float(3), c_float(1e39).value, c_bool(5), c_char(b"x"), c_char(65).value)
x = c_int32(7)
x.value += 2**31
print(x, x.value, c_int32 is c_int, c_uint32 is c_uint, c_int32(0xDEADBEEF).value ^ 5, type(x).__name__, c_int.from_param(5).__class__ is type(c_int.from_param(5)))


def tried(function):
    try:
        print(function())
    except (TypeError, OSError) as e:
        print(type(e).__name__)


tried(lambda: c_int(1.5))
tried(lambda: c_int("1"))
tried(lambda: c_double("1"))
tried(lambda: c_char(b"ab"))
tried(lambda: sizeof(5))
tried(lambda: ctypes.CDLL("libnowhere.so"))


class Index:
    def __index__(self):
        return 300


print(c_int(Index()).value if False else c_ubyte(300).value)
class Mine(c_int):
    pass
print(Mine(5).value, sizeof(Mine), repr(Mine(5)).startswith("<"))
