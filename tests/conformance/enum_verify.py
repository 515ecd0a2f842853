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
