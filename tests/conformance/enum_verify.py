# enum.verify and its checks.
from enum import CONTINUOUS, NAMED_FLAGS, UNIQUE, Enum, EnumCheck, Flag, IntEnum, IntFlag, verify


def check(checks, base, **members):
    try:
        return verify(*checks)(base("E", members)) is not None
    except Exception as e:
        return f"{type(e).__name__}: {e}"


print(list(EnumCheck), UNIQUE == "one name per value", repr(CONTINUOUS))
print(check([UNIQUE], Enum, a=1, b=2), check([UNIQUE], Enum, a=1, b=1, c=1))
print(check([CONTINUOUS], IntEnum, a=1, b=2, c=3), check([CONTINUOUS], IntEnum, a=1, b=4, c=9), check([CONTINUOUS], Enum, a=5))
print(check([CONTINUOUS], Flag, a=1, b=2, c=4), check([CONTINUOUS], Flag, a=1, b=8), check([CONTINUOUS], IntFlag, a=2, b=16, c=18))
print(check([NAMED_FLAGS], Flag, a=1, b=2, ab=3), check([NAMED_FLAGS], Flag, a=1, b=2, c=7), check([NAMED_FLAGS], Flag, a=1, c=7, d=24))
print(check([NAMED_FLAGS], Enum, a=1), check([UNIQUE, CONTINUOUS], IntEnum, a=1, b=3))
try:
    verify(UNIQUE)(int)
except TypeError as e:
    print(e)


# Order, names, auto() in tuples, members made of several flags.
import enum


def attempt(source):
    try:
        names = {"enum": enum}
        exec(source, names)
        return list(names["E"])
    except Exception as e:
        return f"{type(e).__name__}: {e}"


print(attempt("class E(enum.Enum):\n _order_ = 'a b'\n a = 1\n b = 2"))
print(attempt("class E(enum.Enum):\n _order_ = 'b a'\n a = 1\n b = 2"))
print(attempt("class E(enum.Enum):\n _order_ = 'a, b, c'\n a = 1\n b = 1\n c = 2"))
print(attempt("class E(enum.Flag):\n _order_ = 'a b'\n a = 1\n b = 2\n ab = 3"))
print(attempt("class E(enum.Enum):\n mro = 1"))
print(attempt("E = enum.Enum('E', {'': 1})"))
print([m.value for m in attempt("class E(enum.Enum):\n a = enum.auto(), enum.auto()\n b = enum.auto(), 'x'") if True])


class Water(enum.Flag):
    ONE = 1
    TWO = 2
    FOUR = 4


print((Water.ONE | Water.TWO) is (Water.TWO | Water.ONE), Water(3) is Water.ONE | Water.TWO, list(Water), enum.show_flag_values(5))
