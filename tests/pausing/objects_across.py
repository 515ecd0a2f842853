"""Objects as arguments and answers: each comes back as a value of the same kind."""
import collections
import dataclasses
import datetime
import decimal
import enum
import uuid
from datetime import timedelta, timezone


class Color(enum.Enum):
    RED = 1
    BLUE = "b"


class Access(enum.Flag):
    READ = 1
    WRITE = 2


@dataclasses.dataclass
class Line:
    name: str
    price: decimal.Decimal


@dataclasses.dataclass(frozen=True)
class Order:
    id: int
    lines: list
    due: datetime.date


Point = collections.namedtuple("Point", "x y")

# Of the library: the same classes, equal, good as keys.
VALUES = [
    datetime.date(2026, 2, 28), datetime.date.max, datetime.time(1, 2, 3, 4), datetime.time(23, fold=1, tzinfo=timezone.utc),
    datetime.datetime(2026, 11, 21, 10, tzinfo=timezone(timedelta(hours=-3, minutes=-30))), datetime.datetime(1, 1, 1, 0, 0, 0, 1, fold=1),
    timedelta(days=-3, microseconds=5), timedelta(0), decimal.Decimal("1.50"), decimal.Decimal("-1E+30"), decimal.Decimal("-Infinity"),
    uuid.UUID(int=7), uuid.UUID("ffffffff-1234-5678-9abc-def012345678"), 1.5 - 2j, complex("inf"),
]
for value in VALUES:
    back = ask(value)
    print(repr(back), type(back) is type(value), back == value, hash(back) == hash(value))
back = ask({value: [value, (value,)] for value in VALUES})
print(list(back) == VALUES, all([back[value] == [value, (value,)] for value in VALUES]))
print(ask({datetime.date(2026, 1, 1)}), ask(frozenset([decimal.Decimal("2")])) == {2}, ask((datetime.date(2026, 1, 1), 5)))
print(sorted(ask([datetime.date(2026, 1, day) for day in (3, 1, 2)])))
print(ask(datetime.date(2026, 1, 31)) + timedelta(1), ask(decimal.Decimal("0.1")) * 3, ask(timedelta(1)) * 2 + timedelta(2))

# Of the program: classes of the same names, made for the answers.
back = ask(Order(1, [Line("tea", decimal.Decimal("3.20")), Line("cup", decimal.Decimal(4))], datetime.date(2026, 12, 24)))
print(back, back.lines[0].price + 1, dataclasses.is_dataclass(back), [f.name for f in dataclasses.fields(back)])
print(dataclasses.asdict(back))
print(dataclasses.replace(back.lines[0], name="milk"), back.lines[0] == back.lines[0], back.lines[0] == back.lines[1])
other = ask(Order(1, [Line("tea", decimal.Decimal("3.20")), Line("cup", decimal.Decimal(4))], datetime.date(2026, 12, 24)))
print(other == back, type(other) is type(back), type(other.lines[1]) is type(back.lines[0]))
try:
    ask(back)
    back.lines.append(other)
    print(len(ask(back).lines), len(other.lines))
finally:
    back.lines.pop()
back = ask(Point(1, [2]))
print(back, back.x, back[1], isinstance(back, tuple), back._asdict(), back._replace(x=5), *back)
back = ask([Color.RED, Color.BLUE, Color.RED])
print(back, back[0] is back[2], back[0] == back[1], back[1].value, back[1].name, isinstance(back[0], enum.Enum), type(back[0]) is type(ask(Color.BLUE)))
print({ask(Color.RED): 1}[back[0]], ask({Color.RED: Color.BLUE}))
print(ask(Access.READ | Access.WRITE).value, ask(Access.READ).name)


def total(order):
    return sum([line.price for line in order.lines], decimal.Decimal(0))


print(total(ask(Order(2, [Line("tea", decimal.Decimal("3.20"))] * 3, datetime.date(2026, 12, 24)))))
print([ask(line).name for line in [Line("a", decimal.Decimal(1)), Line("b", decimal.Decimal(2))]])
print(f"{ask(datetime.date(2026, 5, 4)):%d.%m.%Y} {ask(decimal.Decimal('2.345')):.2f}")
match ask(Point(3, 4)):
    case (x, y):
        print(x, y)
