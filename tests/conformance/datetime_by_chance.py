# Dates, times and differences of chance: made, moved, subtracted, compared and read.
import random
from datetime import date, datetime, time, timedelta, timezone, tzinfo

chance = random.Random(9)


class Own(datetime):
    pass


class OwnDate(date):
    pass


class OwnDelta(timedelta):
    pass


class Zone(tzinfo):
    def utcoffset(self, dt):
        return timedelta(hours=1 if dt is None or dt.month % 2 else 2)

    def dst(self, dt):
        return None

    def tzname(self, dt):
        return "zone"

    def __repr__(self):
        return "Zone()"


ZONES = [None, None, None, timezone.utc, timezone(timedelta(hours=5, minutes=30)), Zone()]


def number(low, high):
    return chance.choice([low, high, low - 1, high + 1, True, 2.0, "x"]) if chance.random() < 0.06 else chance.randint(low, high)


def a_datetime():
    cls = Own if chance.random() < 0.1 else datetime
    fields = [chance.choice([number(1, 9999), number(1999, 2026)]), number(1, 12), number(1, 31), number(0, 23), number(0, 59), number(0, 59), number(0, 999999)]
    kwargs = {"fold": 1} if chance.random() < 0.1 else {}
    return cls(*fields[: chance.randint(3, 7)], tzinfo=chance.choice(ZONES), **kwargs)


def a_date():
    return chance.choice([date, date, date, OwnDate])(number(1, 9999), number(1, 12), number(1, 31))


def a_delta():
    cls = OwnDelta if chance.random() < 0.1 else timedelta
    units = ["days", "seconds", "microseconds", "milliseconds", "minutes", "hours", "weeks"]
    sizes = [10, 1000, 10**6, 10**9, 10**12, 10**15]
    return cls(**{unit: chance.choice([number(-(n := chance.choice(sizes)), n), chance.uniform(-100, 100)]) for unit in chance.sample(units, chance.randint(0, 3))})


def a_text():
    text = chance.choice([a_datetime, a_date])().isoformat()
    if chance.random() < 0.3:
        at = chance.randrange(len(text) + 1)
        text = text[:at] + chance.choice("0123456789-:.TZ +é") + text[at + chance.randint(0, 1) :]
    return text.replace("T", chance.choice("TTT _é"))


def tried(f, *args):
    try:
        result = f(*args)
        print(repr(result), getattr(result, "fold", ""), type(result).__name__)
    except Exception as e:
        print(f"{type(e).__name__}: {e}")


MAKERS = [a_datetime, a_datetime, a_date, a_delta, a_delta]
OPERATIONS = [
    lambda a, b: a + b,
    lambda a, b: a - b,
    lambda a, b: a < b,
    lambda a, b: a <= b,
    lambda a, b: a > b,
    lambda a, b: a >= b,
    lambda a, b: a == b,
    lambda a, b: a != b,
    lambda a, b: hash(a) == hash(b),
    lambda a, b: a - (a - b),
    lambda a, b: (a.toordinal(), a.weekday(), a.isoweekday(), tuple(a.isocalendar())),
    lambda a, b: (a.date(), a.time(), a.timetz(), str(a), a.isoformat()),
    lambda a, b: a.replace(month=2, day=29),
    lambda a, b: (-a, +a, abs(a), a.total_seconds(), bool(a), a * 3, a / 7, a // b, str(a)),
    lambda a, b: sorted([b, a, b]),
    lambda a, b: type(a) is date and date.__add__(a, b),
    lambda a, b: type(a) is date and date.__sub__(a, b),
    lambda a, b: type(a) is datetime and datetime.__sub__(a, b),
    lambda a, b: a.astimezone(timezone.utc),
    lambda a, b: datetime.combine(a, time(1, 2)) + b,
]
for turn in range(4000):
    print(turn, end=" ")
    kind = chance.random()
    try:
        a, b = chance.choice(MAKERS)(), chance.choice(MAKERS)()
        if kind < 0.2:
            b = a
        text = a_text()
    except Exception as e:
        print(f"{type(e).__name__}: {e}")
        continue
    tried(chance.choice(OPERATIONS), a, b)
    if kind > 0.7:
        tried(chance.choice([date, datetime, Own, OwnDate]).fromisoformat, text)
for extreme in (timedelta.max, timedelta.min, timedelta.resolution):
    for value in (datetime.max, datetime.min, date.max, date.min, timedelta.max, timedelta.min):
        tried(lambda: value + extreme)
        tried(lambda: value - extreme)
        tried(lambda: extreme - value)
        tried(lambda: value < extreme)
