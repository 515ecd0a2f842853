# What unseen programs and an attacker met: slots of dataclasses, dates and datetimes, a writer of json that is called again while it writes.
import copy
import dataclasses
import io
import time
import types
from dataclasses import InitVar, dataclass, field, fields, replace
from datetime import date, datetime, timedelta, timezone
from json.encoder import c_make_encoder, encode_basestring_ascii
from typing import ClassVar


@dataclass(slots=True)
class Slotted:
    x: int
    kept: ClassVar[int] = 3
    names: ClassVar[list] = []
    start: InitVar[int] = 5
    y: list = field(default_factory=list)

    def __post_init__(self, start):
        self.y.append(start)


one = Slotted(1)
print(Slotted.__slots__, Slotted.kept, one.kept, one.names, Slotted(1, 7).y, [f.name for f in fields(Slotted)])
print(replace(one, x=2, start=6), copy.copy(one), Slotted.start)


class Longer(timedelta):
    pass


def told(act):
    try:
        return act()
    except Exception as e:
        return f"{type(e).__name__}: {e}"


print(told(lambda: date(2020, 1, 1) - datetime(2019, 1, 1)), told(lambda: datetime(2019, 1, 1) - date(2020, 1, 1)))
print(date(2020, 1, 1) - date(2019, 1, 1), type(abs(Longer(-1))), type(+Longer(1)), type(abs(Longer(1))), abs(Longer(-1)))
print(time.gmtime(0).tm_zone, time.strftime("%Z", time.gmtime(0)), told(lambda: time.localtime(1e30)), told(lambda: time.gmtime(-1e30)))


def default(value):
    return "".join(encoder(["inner", len(value)], 0))


encoder = c_make_encoder(None, default, encode_basestring_ascii, None, ": ", ", ", False, False, True)
print("".join(encoder([1, {2}, {"a": [{3, 4}, 5]}, 6], 0)), "".join(encoder("x", 0)))


class Raw(io.RawIOBase):
    pass


class Mixed(io.TextIOBase):
    def __init__(self):
        self.errors_seen = 0


for act in (Raw().read, Raw().readall, lambda: Raw().write(b""), lambda: Raw().readinto(bytearray(1)), Mixed().read, Mixed().readline):
    print(told(act))
print(told(lambda: Mixed().write("")), Mixed().encoding, Mixed().newlines, hasattr(io.RawIOBase, "readinto"))
print(told(lambda: types.SimpleNamespace(1)), types.SimpleNamespace(a=1))


class Odd(datetime):
    def __add__(self, other):
        return "added"

    def __sub__(self, other):
        return "subtracted"


odd = Odd(2020, 1, 1, tzinfo=timezone.utc)
print(odd.timestamp(), odd.astimezone(timezone(timedelta(hours=2))), odd.astimezone(timezone.utc), odd.utctimetuple()[:6])
print(type(dataclasses._FIELD).__name__, repr(dataclasses._FIELD), [f._field_type is dataclasses._FIELD for f in fields(Slotted)])
for _ in range(20):
    pass
print([f._field_type is dataclasses._FIELD for f in fields(Slotted)], fields(one)[0].name)
