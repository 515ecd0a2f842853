"""Dates and times, after the proleptic Gregorian calendar. The clock and the local zone are those that the host grants. What is usual
is done natively (datetime.cpp), for objects of these classes themselves."""

__all__ = ["date", "datetime", "time", "timedelta", "timezone", "tzinfo", "MINYEAR", "MAXYEAR", "UTC"]

from operator import index as _index

# States of earlier releases, which may have stopped in what is there now, find all of its names here.
from _datetime.calendar import (
    MAXYEAR,
    MINYEAR,
    _DAYS_BEFORE_MONTH,
    _DAYS_IN_MONTH,
    _MAXORDINAL,
    _check_date,
    _check_time,
    _day_of_timestamp,
    _days_before_month,
    _days_before_year,
    _days_in_month,
    _from_ordinal,
    _is_leap,
    _iso_calendar,
    _iso_week1,
    _report_missing,
    _to_ordinal,
)
from _datetime.texts import (
    _COMPOSED,
    _DAY_NAMES,
    _DIGITS,
    _FULL_DAYS,
    _FULL_MONTHS,
    _MONTH_NAMES,
    _SPACED,
    _before_offset,
    _format_offset,
    _format_time,
    _parse_hms,
    _strftime,
)


_KEPT = object()  # what replace() isn't told stays


def _check_tzinfo(tz):
    if tz is not None and not isinstance(tz, tzinfo):
        raise TypeError(f"tzinfo argument must be None or of a tzinfo subclass, not type '{type(tz).__name__}'")


def _cmp(a, b):
    return 0 if a == b else 1 if a > b else -1


def _divide_and_round(a, b):
    q, r = divmod(a, b)
    r *= 2
    if (r > b if b > 0 else r < b) or (r == b and q % 2 == 1):
        q += 1
    return q


# --- timedelta


@c_class
class timedelta:
    """Difference between two datetime values."""

    __slots__ = ("_days", "_seconds", "_microseconds")

    def __reduce__(self):
        return type(self), (self._days, self._seconds, self._microseconds)

    def __new__(cls, days=0, seconds=0, microseconds=0, milliseconds=0, minutes=0, hours=0, weeks=0):
        made = _new_timedelta(cls, days, seconds, microseconds, milliseconds, minutes, hours, weeks)
        if made is not None:
            return made
        total = 0  # microseconds, exact
        left = 0.0  # the fractions of floats, in microseconds
        for name, value, unit in (
            ("days", days, 86400000000),
            ("seconds", seconds, 1000000),
            ("microseconds", microseconds, 1),
            ("milliseconds", milliseconds, 1000),
            ("minutes", minutes, 60000000),
            ("hours", hours, 3600000000),
            ("weeks", weeks, 604800000000),
        ):
            if isinstance(value, int):
                total += int(value) * unit
            elif isinstance(value, float):
                whole = int(value)
                total += whole * unit
                part = (value - whole) * unit
                whole = int(part)
                total += whole
                left += part - whole
            else:
                raise TypeError(f"unsupported type for timedelta {name} component: {type(value).__name__}")
        if left:
            whole = round(left)
            if abs(left - int(left)) == 0.5:  # half to even of the whole sum
                whole = int(left)
                if (total + whole) % 2:
                    whole += 1 if left > 0 else -1
            total += whole
        return cls._from_microseconds(total)

    @classmethod
    def _from_microseconds(cls, total):
        days, rest = divmod(total, 86400000000)
        if not -999999999 <= days <= 999999999:
            raise OverflowError(
                f"days={days}; must have magnitude <= 999999999" if abs(days) < 2**31 else "Python int too large to convert to C int"
            )
        self = object.__new__(cls)
        self._days = days
        self._seconds, self._microseconds = divmod(rest, 1000000)
        return self

    @property
    def days(self):
        return self._days

    @property
    def seconds(self):
        return self._seconds

    @property
    def microseconds(self):
        return self._microseconds

    def _total(self):
        return (self._days * 86400 + self._seconds) * 1000000 + self._microseconds

    def total_seconds(self):
        """Total seconds in the duration."""
        return self._total() / 1000000

    def __repr__(self):
        parts = []
        if self._days:
            parts.append(f"days={self._days}")
        if self._seconds:
            parts.append(f"seconds={self._seconds}")
        if self._microseconds:
            parts.append(f"microseconds={self._microseconds}")
        if not parts:
            parts.append("0")
        name = "datetime.timedelta" if type(self) is timedelta else type(self).__name__
        return f"{name}({', '.join(parts)})"

    def __str__(self):
        minutes, seconds = divmod(self._seconds, 60)
        hours, minutes = divmod(minutes, 60)
        text = f"{hours}:{minutes:02d}:{seconds:02d}"
        if self._days:
            text = f"{self._days} day{'' if abs(self._days) == 1 else 's'}, " + text
        if self._microseconds:
            text += f".{self._microseconds:06d}"
        return text

    def __add__(self, other):
        made = _moved(self, other, 1, timedelta)
        if made is not None:
            return made
        if isinstance(other, timedelta):
            return timedelta._from_microseconds(self._total() + other._total())
        return NotImplemented

    __radd__ = __add__

    def __sub__(self, other):
        made = _moved(self, other, -1, timedelta)
        if made is not None:
            return made
        if isinstance(other, timedelta):
            return timedelta._from_microseconds(self._total() - other._total())
        return NotImplemented

    def __rsub__(self, other):
        if isinstance(other, timedelta):
            return timedelta._from_microseconds(other._total() - self._total())
        return NotImplemented

    def __neg__(self):
        return timedelta._from_microseconds(-self._total())

    def __pos__(self):
        return timedelta(self._days, self._seconds, self._microseconds)

    def __abs__(self):
        return -self if self._days < 0 else +self

    def __mul__(self, other):
        if isinstance(other, int):
            return timedelta._from_microseconds(self._total() * other)
        if isinstance(other, float):
            a, b = other.as_integer_ratio()
            return timedelta._from_microseconds(_divide_and_round(self._total() * a, b))
        return NotImplemented

    __rmul__ = __mul__

    def __floordiv__(self, other):
        if isinstance(other, timedelta):
            return self._total() // other._total()
        if isinstance(other, int):
            return timedelta._from_microseconds(self._total() // other)
        return NotImplemented

    def __truediv__(self, other):
        if isinstance(other, timedelta):
            return self._total() / other._total()
        if isinstance(other, int):
            return timedelta._from_microseconds(_divide_and_round(self._total(), int(other)))
        if isinstance(other, float):
            a, b = other.as_integer_ratio()
            return timedelta._from_microseconds(_divide_and_round(b * self._total(), a))
        return NotImplemented

    def __mod__(self, other):
        if isinstance(other, timedelta):
            return timedelta._from_microseconds(self._total() % other._total())
        return NotImplemented

    def __divmod__(self, other):
        if isinstance(other, timedelta):
            q, r = divmod(self._total(), other._total())
            return q, timedelta._from_microseconds(r)
        return NotImplemented

    def __eq__(self, other):
        order = _order(self, other)
        if order is not None:
            return order == 0
        return self._total() == other._total() if isinstance(other, timedelta) else NotImplemented

    def __lt__(self, other):
        order = _order(self, other)
        if order is not None:
            return order < 0
        return self._total() < other._total() if isinstance(other, timedelta) else NotImplemented

    def __le__(self, other):
        order = _order(self, other)
        if order is not None:
            return order <= 0
        return self._total() <= other._total() if isinstance(other, timedelta) else NotImplemented

    def __gt__(self, other):
        order = _order(self, other)
        if order is not None:
            return order > 0
        return self._total() > other._total() if isinstance(other, timedelta) else NotImplemented

    def __ge__(self, other):
        order = _order(self, other)
        if order is not None:
            return order >= 0
        return self._total() >= other._total() if isinstance(other, timedelta) else NotImplemented

    def __hash__(self):
        return hash((self._days, self._seconds, self._microseconds))

    def __bool__(self):
        return self._total() != 0


timedelta.min = timedelta(-999999999)
timedelta.max = timedelta(days=999999999, hours=23, minutes=59, seconds=59, microseconds=999999)
timedelta.resolution = timedelta(microseconds=1)


# --- parsing


@c_class
class IsoCalendarDate(tuple):
    __slots__ = ()
    year = property(lambda self: self[0])
    week = property(lambda self: self[1])
    weekday = property(lambda self: self[2])

    def __repr__(self):
        return f"datetime.IsoCalendarDate(year={self[0]}, week={self[1]}, weekday={self[2]})"

    def __reduce__(self):
        return tuple, (tuple(self),)


def _parse_iso_date(text):
    """(year, month, day) of YYYY-MM-DD, YYYYMMDD, YYYY-Www-D and the like; None for anything else."""
    if len(text) < 7 or not text[:4].isdigit() or not text.isascii():
        return None
    year = int(text[:4])
    dashes = text[4] == "-"
    rest = text[5:] if dashes else text[4:]
    if rest[:1] == "W":
        rest = rest[1:]
        if not rest[:2].isdigit() or len(rest) < 2:
            return None
        week, weekday = int(rest[:2]), 1
        rest = rest[2:]
        if rest:
            if dashes != (rest[0] == "-"):
                return None
            rest = rest[dashes:]
            if len(rest) != 1 or not rest.isdigit():
                return None
            weekday = int(rest)
        found = date.fromisocalendar(year, week, weekday)
        return found._year, found._month, found._day
    if dashes:
        if len(rest) != 5 or rest[2] != "-" or not rest[:2].isdigit() or not rest[3:].isdigit():
            return None
        return year, int(rest[:2]), int(rest[3:])
    if len(rest) != 4 or not rest.isdigit():
        return None
    return year, int(rest[:2]), int(rest[2:])


def _parse_iso_time(text):
    """hour, minute, second, microsecond, tzinfo; None for anything else."""
    zone_at = -1
    for i, c in enumerate(text):
        if c in "+-Z":
            zone_at = i
            break
    clock = text if zone_at < 0 else text[:zone_at]
    values = _parse_hms(clock)
    if values is None and zone_at > 0:
        values = _parse_hms(_before_offset(clock))
    if values is None:
        return None
    tz = None
    if zone_at >= 0:
        if text[zone_at] == "Z":
            if zone_at != len(text) - 1:
                return None
            tz = timezone.utc
        else:
            offset = _parse_hms(text[zone_at + 1 :])
            if offset is None:
                return None
            delta = timedelta(hours=offset[0], minutes=offset[1], seconds=offset[2], microseconds=offset[3])
            if text[zone_at] == "-":
                delta = -delta
            tz = timezone.utc if not delta else timezone(delta)
    return (*values, tz)


def _split_timestamp(timestamp, with_fraction):
    """The timestamp's whole seconds, rounded down, and its microseconds, rounded half to even."""
    microsecond = 0
    if isinstance(timestamp, float):
        if timestamp != timestamp:
            raise ValueError("Invalid value NaN (not a number)")
        if abs(timestamp) >= 9223372036854775808.0:
            raise OverflowError("timestamp out of range for platform time_t")
        whole = int(timestamp // 1)
        if with_fraction:
            whole = int(timestamp)
            microsecond = round((timestamp - whole) * 1e6)
            if microsecond >= 1000000:
                whole, microsecond = whole + 1, microsecond - 1000000
            elif microsecond < 0:
                whole, microsecond = whole - 1, microsecond + 1000000
    else:
        whole = _index(timestamp)
        if not -9223372036854775808 <= whole < 9223372036854775808:
            raise OverflowError("timestamp out of range for platform time_t")
    return whole, microsecond


# --- date


def _packed(data, size, place):
    # The bytes that pickles hold, CPython's too: a str in those of Python 2. At `place` is the month, or the hour.
    if isinstance(data, str) and len(data) == size:
        data = data.encode("latin-1", "replace")
    if isinstance(data, bytes) and len(data) == size and (1 <= data[place] & 0x7F <= 12 if place else data[0] & 0x7F < 24):
        return data
    return None


def _packed_time(hour, minute, second, microsecond):
    return [hour, minute, second, microsecond >> 16, microsecond >> 8 & 255, microsecond & 255]


@c_class
class date:
    """date(year, month, day) --> date object"""

    __slots__ = ("_year", "_month", "_day")

    def __new__(cls, year=__missing__, month=__missing__, day=__missing__):
        if day is __missing__:
            packed = _packed(year, 4, 2)
            if packed is None or month is not __missing__:
                _report_missing(year, month)
            year, month, day = packed[0] * 256 + packed[1], packed[2], packed[3]
        made = _new_date(cls, year, month, day)
        if made is not None:
            return made
        year, month, day = _check_date(year, month, day)
        self = object.__new__(cls)
        self._year = year
        self._month = month
        self._day = day
        return self

    def __reduce__(self):
        return type(self), (bytes([*divmod(self._year, 256), self._month, self._day]),)

    @classmethod
    def today(cls):
        """Current date or datetime."""
        return cls.fromtimestamp(host_time())

    @classmethod
    def fromtimestamp(cls, timestamp, /):
        """Create a date from a POSIX timestamp."""
        whole = _split_timestamp(timestamp, False)[0]
        return cls(*_day_of_timestamp((whole + host_local(whole)[0]) // 86400))

    @classmethod
    def fromordinal(cls, ordinal, /):
        """Construct a date from a proleptic Gregorian ordinal."""
        ordinal = _index(ordinal)
        if ordinal < 1:
            raise ValueError("ordinal must be >= 1")
        if ordinal > _MAXORDINAL:
            raise ValueError("year is out of range")
        return cls(*_from_ordinal(ordinal))

    @classmethod
    def fromisoformat(cls, text, /):
        """Construct a date from a string in ISO 8601 format."""
        if not isinstance(text, str):
            raise TypeError("fromisoformat: argument must be str")
        made = _from_iso(cls, payload(text), False)
        if made is not None:
            return made
        found = _parse_iso_date(text) if len(text) in (7, 8, 10) else None
        if found is None:
            raise ValueError(f"Invalid isoformat string: {text!r}")
        return cls(*found)

    @classmethod
    def fromisocalendar(cls, year, week, day):
        """Construct a date from the ISO year, week number and weekday."""
        year, week, day = _index(year), _index(week), _index(day)
        if not MINYEAR <= year <= MAXYEAR:
            raise ValueError(f"Year is out of range: {year}")
        if not 0 < week < 53:
            first = (_to_ordinal(year, 1, 1) + 6) % 7
            if not (week == 53 and (first == 3 or (first == 2 and _is_leap(year)))):
                raise ValueError(f"Invalid week: {week}")
        if not 0 < day < 8:
            raise ValueError(f"Invalid weekday: {day} (range is [1, 7])")
        return cls(*_from_ordinal(_iso_week1(year) + (week - 1) * 7 + day - 1))

    @property
    def year(self):
        return self._year

    @property
    def month(self):
        return self._month

    @property
    def day(self):
        return self._day

    def __repr__(self):
        name = "datetime.date" if type(self) is date else type(self).__name__
        return f"{name}({self._year}, {self._month}, {self._day})"

    def isoformat(self):
        """Return string in ISO 8601 format, YYYY-MM-DD."""
        return f"{self._year:04d}-{self._month:02d}-{self._day:02d}"

    __str__ = isoformat

    def ctime(self):
        """Return ctime() style string."""
        return f"{_DAY_NAMES[self.weekday()]} {_MONTH_NAMES[self._month]} {self._day:2d} 00:00:00 {self._year:04d}"

    def strftime(self, format, /):
        """format -> strftime() style string."""
        return _strftime(self if isinstance(self, datetime) else None, format, self._year, self._month, self._day, 0, 0, 0, 0)

    def __format__(self, spec):
        if not isinstance(spec, str):
            raise TypeError(f"__format__() argument 1 must be str, not {type(spec).__name__}")
        return self.strftime(spec) if spec else str(self)

    def timetuple(self):
        """Return time tuple, compatible with time.localtime()."""
        return _struct_time(self, 0, 0, 0, -1)

    def toordinal(self):
        """Return proleptic Gregorian ordinal. January 1 of year 1 is day 1."""
        return _ordinal(self._year, self._month, self._day)

    def replace(self, year=_KEPT, month=_KEPT, day=_KEPT):
        """Return date with new specified fields."""
        return type(self)(
            self._year if year is _KEPT else year, self._month if month is _KEPT else month, self._day if day is _KEPT else day
        )

    def weekday(self):
        """Return the day of the week represented by the date. Monday == 0 ... Sunday == 6"""
        return (self.toordinal() + 6) % 7

    def isoweekday(self):
        """Return the day of the week represented by the date. Monday == 1 ... Sunday == 7"""
        return self.toordinal() % 7 or 7

    def isocalendar(self):
        """Return a named tuple containing ISO year, week number, and weekday."""
        return IsoCalendarDate(_iso_calendar(self._year, self._month, self._day))

    def _key(self):
        return (self._year, self._month, self._day)

    def __eq__(self, other):
        order = _order(self, other)
        if order is not None:
            return order == 0
        if isinstance(other, date):
            return self._key() == date._key(other)
        return NotImplemented

    def __lt__(self, other):
        order = _order(self, other)
        if order is not None:
            return order < 0
        if isinstance(other, date):
            return self._key() < date._key(other)
        return NotImplemented

    def __le__(self, other):
        order = _order(self, other)
        if order is not None:
            return order <= 0
        if isinstance(other, date):
            return self._key() <= date._key(other)
        return NotImplemented

    def __gt__(self, other):
        order = _order(self, other)
        if order is not None:
            return order > 0
        if isinstance(other, date):
            return self._key() > date._key(other)
        return NotImplemented

    def __ge__(self, other):
        order = _order(self, other)
        if order is not None:
            return order >= 0
        if isinstance(other, date):
            return self._key() >= date._key(other)
        return NotImplemented

    def __hash__(self):
        return hash(self._key())

    def __add__(self, other):
        made = _moved(self, other, 1, _date_class)
        if made is not None:
            return made
        return _date_class._later(self, other._days) if isinstance(other, timedelta) else NotImplemented

    __radd__ = __add__

    def _later(self, days):
        n = self.toordinal() + days
        if not 0 < n <= _MAXORDINAL:
            raise OverflowError("date value out of range")
        return type(self)(*_from_ordinal(n))

    def __sub__(self, other):
        made = _between(self, other, timedelta)
        if made is None:
            made = _moved(self, other, -1, _date_class)
        if made is not None:
            return made
        if isinstance(other, timedelta):
            return _date_class._later(self, -other._days)
        if isinstance(other, date) and not isinstance(other, datetime):
            return timedelta(self.toordinal() - other.toordinal())
        return NotImplemented


date.min = date(1, 1, 1)
date.max = date(9999, 12, 31)
date.resolution = timedelta(days=1)


def _struct_time(value, hour, minute, second, dst):
    import time as _time

    yearday = _days_before_month(value._year, value._month) + value._day
    return _time.struct_time((value._year, value._month, value._day, hour, minute, second, value.weekday(), yearday, dst))


# --- local time, as the host's zone has it


def _seconds_of_local(value):
    # Seconds since 1970 of what a local clock shows: with fold the second time that it does, and in a gap by the offset after it.
    shown = (value.toordinal() - 719163) * 86400 + value._hour * 3600 + value._minute * 60 + value._second
    before, after = host_local(shown - 86400)[0], host_local(shown + 86400)[0]
    fits = [shown - offset for offset in (before, after) if host_local(shown - offset)[0] == offset]
    if not fits:
        return shown - (after if value._fold else before)
    return max(fits) if value._fold else min(fits)


def _local_timezone(value):
    seconds = _seconds_of_local(value) if value._tzinfo is None else (value - _EPOCH) // timedelta(seconds=1)
    offset, _, name = host_local(seconds)
    return timezone(timedelta(seconds=offset), name)


# --- time zones


@c_class
class tzinfo:
    """Abstract base class for time zone info objects."""

    __slots__ = ()

    def tzname(self, dt):
        raise NotImplementedError("a tzinfo subclass must implement tzname()")

    def utcoffset(self, dt):
        raise NotImplementedError("a tzinfo subclass must implement utcoffset()")

    def dst(self, dt):
        raise NotImplementedError("a tzinfo subclass must implement dst()")

    def __reduce__(self):
        args = self.__getinitargs__() if hasattr(self, "__getinitargs__") else ()
        return type(self), args, self.__getstate__()

    def fromutc(self, dt):
        """datetime in UTC -> datetime in local time."""
        if not isinstance(dt, datetime):
            raise TypeError("fromutc: argument must be a datetime")
        if dt.tzinfo is not self:
            raise ValueError("fromutc: dt.tzinfo is not self")
        offset = dt.utcoffset()
        if offset is None:
            raise ValueError("fromutc: non-None utcoffset() result required")
        dst = dt.dst()
        if dst is None:
            raise ValueError("fromutc: non-None dst() result required")
        delta = offset - dst
        if delta:
            dt += delta
            dst = dt.dst()
            if dst is None:
                raise ValueError("fromutc(): dt.dst gave inconsistent results; cannot convert")
        return dt + dst


_tzinfo_class = tzinfo


@c_class
class timezone(tzinfo):
    """Fixed offset from UTC implementation of tzinfo."""

    def __new__(cls, offset=__missing__, name=__missing__):
        if offset is __missing__:
            raise TypeError("timezone() missing required argument 'offset' (pos 1)")
        if not isinstance(offset, timedelta):
            raise TypeError(f"timezone() argument 1 must be datetime.timedelta, not {type(offset).__name__}")
        if name is __missing__:
            name = None
        elif not isinstance(name, str):
            raise TypeError(f"timezone() argument 2 must be str, not {'None' if name is None else type(name).__name__}")
        if not timedelta(-1) < offset < timedelta(1):
            raise ValueError(
                "offset must be a timedelta strictly between -timedelta(hours=24) and timedelta(hours=24), " f"not {offset!r}."
            )
        if name is None and not offset and cls is timezone and "utc" in timezone.__dict__:
            return timezone.utc
        self = object.__new__(cls)
        self._offset = offset
        self._name = name
        return self

    def __getinitargs__(self):
        return (self._offset,) if self._name is None else (self._offset, self._name)

    def __reduce__(self):
        return type(self), self.__getinitargs__()

    def __eq__(self, other):
        return self._offset == other._offset if isinstance(other, timezone) else NotImplemented

    def __hash__(self):
        return hash(self._offset)

    def __repr__(self):
        if self is timezone.utc:
            return "datetime.timezone.utc"
        if self._name is None:
            return f"datetime.timezone({self._offset!r})"
        return f"datetime.timezone({self._offset!r}, {self._name!r})"

    def __str__(self):
        return self.tzname(None)

    def _check(self, name, dt):
        if dt is not None and not isinstance(dt, datetime):
            raise TypeError(f"{name}(dt) argument must be a datetime instance or None, not {type(dt).__name__}")

    def utcoffset(self, dt):
        self._check("utcoffset", dt)
        return self._offset

    def tzname(self, dt):
        self._check("tzname", dt)
        if self._name is not None:
            return self._name
        return "UTC" + _format_offset(self._offset) if self._offset else "UTC"

    def dst(self, dt):
        self._check("dst", dt)
        return None

    def fromutc(self, dt):
        if not isinstance(dt, datetime):
            raise TypeError("fromutc: argument must be a datetime")
        if dt._tzinfo is not self:
            raise ValueError("fromutc: dt.tzinfo is not self")
        return datetime.__add__(dt, self._offset)


timezone.utc = timezone(timedelta(0))
timezone.min = timezone(-timedelta(hours=23, minutes=59))
timezone.max = timezone(timedelta(hours=23, minutes=59))
UTC = timezone.utc


def _offset_of(tz, dt, name):
    if tz is None:
        return None
    offset = getattr(tz, name)(dt)
    if offset is not None:
        if not isinstance(offset, timedelta):
            raise TypeError(f"tzinfo.{name}() must return None or timedelta, not '{type(offset).__name__}'")
        if not -timedelta(1) < offset < timedelta(1):
            raise ValueError(f"{name}() must be strictly between -timedelta(hours=24) and timedelta(hours=24), not {offset}")
    return offset


def _name_of(tz, dt):
    name = tz.tzname(dt) if tz is not None else None
    if name is not None and not isinstance(name, str):
        raise TypeError(f"tzinfo.tzname() must return None or a string, not '{type(name).__name__}'")
    return name


# --- time


@c_class
class time:
    """time([hour[, minute[, second[, microsecond[, tzinfo]]]]]) --> a time object"""

    __slots__ = ("_hour", "_minute", "_second", "_microsecond", "_tzinfo", "_fold")

    def __new__(cls, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0):
        if (packed := _packed(hour, 6, 0)) is not None:
            if minute != 0:
                tzinfo = minute
            hour, minute, second, fold = packed[0] & 0x7F, packed[1], packed[2], packed[0] >> 7
            microsecond = int.from_bytes(packed[3:])
        hour, minute, second, microsecond, fold = _check_time(hour, minute, second, microsecond, fold)
        _check_tzinfo(tzinfo)
        self = object.__new__(cls)
        self._hour = hour
        self._minute = minute
        self._second = second
        self._microsecond = microsecond
        self._tzinfo = tzinfo
        self._fold = fold
        return self

    def __reduce_ex__(self, protocol, /):
        packed = bytes(_packed_time(self._hour | (self._fold << 7 if protocol > 3 else 0), self._minute, self._second, self._microsecond))
        return type(self), (packed,) if self._tzinfo is None else (packed, self._tzinfo)

    def __reduce__(self):
        return self.__reduce_ex__(2)

    @classmethod
    def fromisoformat(cls, text, /):
        """Construct a time from a string in ISO 8601 format."""
        if not isinstance(text, str):
            raise TypeError("fromisoformat: argument must be str")
        found = _parse_iso_time(text[1:] if text.startswith("T") else text)
        if found is None:
            raise ValueError(f"Invalid isoformat string: {text!r}")
        return cls(*found)

    @property
    def hour(self):
        return self._hour

    @property
    def minute(self):
        return self._minute

    @property
    def second(self):
        return self._second

    @property
    def microsecond(self):
        return self._microsecond

    @property
    def tzinfo(self):
        return self._tzinfo

    @property
    def fold(self):
        return self._fold

    def utcoffset(self):
        return _offset_of(self._tzinfo, None, "utcoffset")

    def dst(self):
        return _offset_of(self._tzinfo, None, "dst")

    def tzname(self):
        return _name_of(self._tzinfo, None)

    def isoformat(self, timespec="auto"):
        """Return string in ISO 8601 format."""
        return _format_time(self._hour, self._minute, self._second, self._microsecond, timespec) + _format_offset(self.utcoffset())

    __str__ = isoformat

    def __repr__(self):
        parts = [str(self._hour), str(self._minute)]
        if self._second or self._microsecond:
            parts.append(str(self._second))
        if self._microsecond:
            parts.append(str(self._microsecond))
        if self._tzinfo is not None:
            parts.append(f"tzinfo={self._tzinfo!r}")
        if self._fold:
            parts.append("fold=1")
        name = "datetime.time" if type(self) is time else type(self).__name__
        return f"{name}({', '.join(parts)})"

    def strftime(self, format, /):
        """format -> strftime() style string."""
        return _strftime(self, format, 1900, 1, 1, self._hour, self._minute, self._second, self._microsecond)

    def __format__(self, spec):
        if not isinstance(spec, str):
            raise TypeError(f"__format__() argument 1 must be str, not {type(spec).__name__}")
        return self.strftime(spec) if spec else str(self)

    def replace(self, hour=_KEPT, minute=_KEPT, second=_KEPT, microsecond=_KEPT, tzinfo=_KEPT, *, fold=_KEPT):
        """Return time with new specified fields."""
        return type(self)(
            self._hour if hour is _KEPT else hour,
            self._minute if minute is _KEPT else minute,
            self._second if second is _KEPT else second,
            self._microsecond if microsecond is _KEPT else microsecond,
            self._tzinfo if tzinfo is _KEPT else tzinfo,
            fold=self._fold if fold is _KEPT else fold,
        )

    def _microseconds(self):
        return ((self._hour * 60 + self._minute) * 60 + self._second) * 1000000 + self._microsecond

    def _compare(self, other, equality):
        a, b = self._microseconds(), other._microseconds()
        if self._tzinfo is other._tzinfo:
            return _cmp(a, b)
        mine, others = self.utcoffset(), other.utcoffset()
        if mine == others:
            return _cmp(a, b)
        if mine is None or others is None:
            if equality:
                return 2
            raise TypeError("can't compare offset-naive and offset-aware times")
        return _cmp(a - mine._total(), b - others._total())

    def __eq__(self, other):
        return self._compare(other, True) == 0 if isinstance(other, time) else NotImplemented

    def __lt__(self, other):
        return self._compare(other, False) < 0 if isinstance(other, time) else NotImplemented

    def __le__(self, other):
        return self._compare(other, False) <= 0 if isinstance(other, time) else NotImplemented

    def __gt__(self, other):
        return self._compare(other, False) > 0 if isinstance(other, time) else NotImplemented

    def __ge__(self, other):
        return self._compare(other, False) >= 0 if isinstance(other, time) else NotImplemented

    def __hash__(self):
        offset = (self.replace(fold=0) if self._fold else self).utcoffset()
        return hash(self._microseconds() - (0 if offset is None else offset._total()))


time.min = time(0, 0, 0)
time.max = time(23, 59, 59, 999999)
time.resolution = timedelta(microseconds=1)
_time_class = time


# --- datetime


@c_class
class datetime(date):
    """datetime(year, month, day[, hour[, minute[, second[, microsecond[,tzinfo]]]]])"""

    __slots__ = ("_hour", "_minute", "_second", "_microsecond", "_tzinfo", "_fold")

    def __new__(
        cls, year=__missing__, month=__missing__, day=__missing__, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0
    ):
        if day is __missing__:
            packed = _packed(year, 10, 2)
            if packed is None:
                _report_missing(year, month)
            if month is not __missing__:
                tzinfo = month
            year, month, day, hour, minute, second = packed[0] * 256 + packed[1], packed[2] & 0x7F, *packed[3:7]
            microsecond, fold = int.from_bytes(packed[7:]), packed[2] >> 7
        made = _new_datetime(cls, year, month, day, hour, minute, second, microsecond, tzinfo, fold, _tzinfo_class)
        if made is not None:
            return made
        year, month, day = _index(year), _index(month), _index(day)
        hour, minute, second, microsecond, fold = _index(hour), _index(minute), _index(second), _index(microsecond), _index(fold)
        year, month, day = _check_date(year, month, day)
        hour, minute, second, microsecond, fold = _check_time(hour, minute, second, microsecond, fold)
        _check_tzinfo(tzinfo)
        self = object.__new__(cls)
        self._year = year
        self._month = month
        self._day = day
        self._hour = hour
        self._minute = minute
        self._second = second
        self._microsecond = microsecond
        self._tzinfo = tzinfo
        self._fold = fold
        return self

    hour = property(lambda self: self._hour)
    minute = property(lambda self: self._minute)
    second = property(lambda self: self._second)
    microsecond = property(lambda self: self._microsecond)
    tzinfo = property(lambda self: self._tzinfo)
    fold = property(lambda self: self._fold)

    def __reduce_ex__(self, protocol, /):
        month = self._month | (self._fold << 7 if protocol > 3 else 0)
        packed = bytes(
            [*divmod(self._year, 256), month, self._day, *_packed_time(self._hour, self._minute, self._second, self._microsecond)]
        )
        return type(self), (packed,) if self._tzinfo is None else (packed, self._tzinfo)

    def __reduce__(self):
        return self.__reduce_ex__(2)

    @classmethod
    def now(cls, tz=None):
        """Returns new datetime object representing current time local to tz."""
        return cls.fromtimestamp(host_time(), tz)

    @classmethod
    def utcnow(cls):
        """Return a new datetime representing UTC day and time."""
        return cls.utcfromtimestamp(host_time())

    @classmethod
    def today(cls):
        """Current date or datetime."""
        return cls.fromtimestamp(host_time())

    @classmethod
    def _from_seconds(cls, timestamp, tz):
        whole, microsecond = _split_timestamp(timestamp, True)
        days, seconds = divmod(whole, 86400)
        return cls(*_day_of_timestamp(days), seconds // 3600, seconds // 60 % 60, seconds % 60, microsecond, tz)

    @classmethod
    def fromtimestamp(cls, timestamp, tz=None):
        """Create a datetime from a POSIX timestamp, in local time or that of a time zone."""
        _check_tzinfo(tz)
        if tz is not None:
            return tz.fromutc(cls._from_seconds(timestamp, tz))
        whole, microsecond = _split_timestamp(timestamp, True)
        offset = host_local(whole)[0]
        made = cls._from_seconds(whole + offset, None).replace(microsecond=microsecond)
        # The second of two times that the clock shows.
        earlier = host_local(whole - 86400)[0]
        if earlier > offset and host_local(whole - (earlier - offset))[0] == earlier:
            made = made.replace(fold=1)
        return made

    @classmethod
    def utcfromtimestamp(cls, timestamp, /):
        """Construct a naive UTC datetime from a POSIX timestamp."""
        return cls._from_seconds(timestamp, None)

    @classmethod
    def combine(cls, date, time, tzinfo=True):
        """Construct a datetime from a given date and a given time."""
        if not isinstance(date, _date_class):
            raise TypeError(f"combine() argument 1 must be datetime.date, not {type_name(date)}")
        if not isinstance(time, _time_class):
            raise TypeError(f"combine() argument 2 must be datetime.time, not {type_name(time)}")
        return cls(
            date._year,
            date._month,
            date._day,
            time._hour,
            time._minute,
            time._second,
            time._microsecond,
            time._tzinfo if tzinfo is True else tzinfo,
            fold=time._fold,
        )

    @classmethod
    def fromisoformat(cls, text, /):
        """Construct a datetime from a string in ISO 8601 format."""
        if not isinstance(text, str):
            raise TypeError("fromisoformat: argument must be str")
        made = _from_iso(cls, payload(text), True)
        if made is not None:
            return made
        if len(text) < 7:
            raise ValueError(f"Invalid isoformat string: {text!r}")
        # Where the date ends depends on its form. Digits after a week are its day, and the time, or the time alone.
        if text[4] == "-":
            if text[5] == "W":
                end = 10 if text[8:9] == "-" and not text[10:11].isdigit() else 8
            else:
                end = 10
        elif text[4] == "W":
            end = 7
            while text[end : end + 1].isdigit():
                end += 1
            if end >= 9:
                end = 7 if end % 2 == 0 else 8
        else:
            end = 8
        day = _parse_iso_date(text[:end])
        clock = (0, 0, 0, 0, None)
        if day is not None and len(text) > end:
            clock = _parse_iso_time(text[end + 1 :])
        if day is None or clock is None:
            raise ValueError(f"Invalid isoformat string: {text!r}")
        return cls(*day, *clock)

    @classmethod
    def strptime(cls, date_string, format, /):
        """string, format -> new datetime parsed from a string (like time.strptime())."""
        for number, argument in (1, date_string), (2, format):
            if not isinstance(argument, str):
                raise TypeError(f"strptime() argument {number} must be str, not {type(argument).__name__}")
        from _strptime import _strptime_datetime

        return _strptime_datetime(cls, date_string, format)

    def date(self):
        """Return date object with same year, month and day."""
        return _date_class(self._year, self._month, self._day)

    def time(self):
        """Return time object with same time but with tzinfo=None."""
        return _time_class(self._hour, self._minute, self._second, self._microsecond, fold=self._fold)

    def timetz(self):
        """Return time object with same time and tzinfo."""
        return _time_class(self._hour, self._minute, self._second, self._microsecond, self._tzinfo, fold=self._fold)

    def timetuple(self):
        """Return time tuple, compatible with time.localtime()."""
        dst = self.dst()
        return _struct_time(self, self._hour, self._minute, self._second, -1 if dst is None else 1 if dst else 0)

    def utctimetuple(self):
        """Return UTC time tuple, compatible with time.localtime()."""
        offset = self.utcoffset()
        value = self if not offset else datetime.__sub__(self, offset)
        return _struct_time(value, value._hour, value._minute, value._second, 0)

    def timestamp(self):
        """Return POSIX timestamp as float."""
        if self._tzinfo is None:
            return _seconds_of_local(self) + self._microsecond / 1e6
        return datetime.__sub__(self, _EPOCH).total_seconds()

    def replace(
        self, year=_KEPT, month=_KEPT, day=_KEPT, hour=_KEPT, minute=_KEPT, second=_KEPT, microsecond=_KEPT, tzinfo=_KEPT, *, fold=_KEPT
    ):
        """Return datetime with new specified fields."""
        return type(self)(
            self._year if year is _KEPT else year,
            self._month if month is _KEPT else month,
            self._day if day is _KEPT else day,
            self._hour if hour is _KEPT else hour,
            self._minute if minute is _KEPT else minute,
            self._second if second is _KEPT else second,
            self._microsecond if microsecond is _KEPT else microsecond,
            self._tzinfo if tzinfo is _KEPT else tzinfo,
            fold=self._fold if fold is _KEPT else fold,
        )

    def astimezone(self, tz=None):
        """Convert to local time in new timezone tz."""
        _check_tzinfo(tz)
        if tz is not None and tz is self._tzinfo:
            return self
        offset = self.utcoffset()
        plain = self.replace(tzinfo=None)
        if offset is None:  # of a zone that doesn't know, too
            offset = _local_timezone(plain).utcoffset(plain)
        utc = datetime.__sub__(plain, offset) if offset else plain
        if tz is None:
            tz = _local_timezone(utc.replace(tzinfo=timezone.utc))
        return tz.fromutc(utc.replace(tzinfo=tz, fold=0))

    def utcoffset(self):
        return _offset_of(self._tzinfo, self, "utcoffset")

    def dst(self):
        return _offset_of(self._tzinfo, self, "dst")

    def tzname(self):
        return _name_of(self._tzinfo, self)

    def ctime(self):
        """Return ctime() style string."""
        return (
            f"{_DAY_NAMES[self.weekday()]} {_MONTH_NAMES[self._month]} {self._day:2d} "
            f"{self._hour:02d}:{self._minute:02d}:{self._second:02d} {self._year:04d}"
        )

    def isoformat(self, sep="T", timespec="auto"):
        """Return string in ISO 8601 format, YYYY-MM-DDT[HH[:MM[:SS[.mmm[uuu]]]]][+HH:MM]."""
        if not isinstance(sep, str) or len(sep) != 1:
            raise TypeError(f"isoformat() argument 1 must be a unicode character, not {type(sep).__name__}")
        return (
            f"{self._year:04d}-{self._month:02d}-{self._day:02d}{sep}"
            + _format_time(self._hour, self._minute, self._second, self._microsecond, timespec)
            + _format_offset(self.utcoffset())
        )

    def __str__(self):
        return self.isoformat(sep=" ")

    def __repr__(self):
        parts = [str(self._year), str(self._month), str(self._day), str(self._hour), str(self._minute)]
        if self._second or self._microsecond:
            parts.append(str(self._second))
        if self._microsecond:
            parts.append(str(self._microsecond))
        if self._fold:
            parts.append("fold=1")
        if self._tzinfo is not None:
            parts.append(f"tzinfo={self._tzinfo!r}")
        name = "datetime.datetime" if type(self) is datetime else type(self).__name__
        return f"{name}({', '.join(parts)})"

    def strftime(self, format, /):
        """format -> strftime() style string."""
        return _strftime(self, format, self._year, self._month, self._day, self._hour, self._minute, self._second, self._microsecond)

    def _key(self):
        return (self._year, self._month, self._day, self._hour, self._minute, self._second, self._microsecond)

    def _compare(self, other, equality=False):
        if self._tzinfo is other._tzinfo:
            return _cmp(self._key(), other._key())
        mine, others = self.utcoffset(), other.utcoffset()
        if mine == others:
            found = _cmp(self._key(), other._key())
        elif mine is None or others is None:
            if equality:
                return 2
            raise TypeError("can't compare offset-naive and offset-aware datetimes")
        else:
            found = _cmp(self._microseconds() - mine._total(), other._microseconds() - others._total())
        if equality and not found and (self._folded(mine) or other._folded(others)):
            return 2
        return found

    def _folded(self, offset):
        """Whether the zone has the time twice or not at all: it equals no time of another zone."""
        return type(self._tzinfo) is not timezone and self._tzinfo is not None and self.replace(fold=1 - self._fold).utcoffset() != offset

    def __eq__(self, other):
        order = _order(self, other)
        if order is not None:
            return order == 0
        if isinstance(other, datetime):
            return self._compare(other, True) == 0
        return False if isinstance(other, _date_class) else NotImplemented

    def _ordered(self, other):
        if isinstance(other, datetime):
            return True
        if isinstance(other, _date_class):
            raise TypeError(f"can't compare {type_name(self)} to {type_name(other)}")
        return False

    def __lt__(self, other):
        order = _order(self, other)
        if order is not None:
            return order < 0
        return self._compare(other) < 0 if self._ordered(other) else NotImplemented

    def __le__(self, other):
        order = _order(self, other)
        if order is not None:
            return order <= 0
        return self._compare(other) <= 0 if self._ordered(other) else NotImplemented

    def __gt__(self, other):
        order = _order(self, other)
        if order is not None:
            return order > 0
        return self._compare(other) > 0 if self._ordered(other) else NotImplemented

    def __ge__(self, other):
        order = _order(self, other)
        if order is not None:
            return order >= 0
        return self._compare(other) >= 0 if self._ordered(other) else NotImplemented

    def __hash__(self):
        offset = (self.replace(fold=0) if self._fold else self).utcoffset()
        if offset is None:
            return hash(self._key())
        return hash(self._microseconds() - offset._total())

    def _microseconds(self):
        return ((self.toordinal() * 86400 + self._hour * 3600 + self._minute * 60 + self._second) * 1000000) + self._microsecond

    def __add__(self, other):
        made = _moved(self, other, 1, datetime)
        if made is not None:
            return made
        return datetime._later(self, other._total()) if isinstance(other, timedelta) else NotImplemented

    __radd__ = __add__

    def _later(self, microseconds):
        days, rest = divmod(self._microseconds() + microseconds, 86400000000)
        if not 0 < days <= _MAXORDINAL:
            raise OverflowError("date value out of range")
        seconds, microsecond = divmod(rest, 1000000)
        return type(self)(*_from_ordinal(days), seconds // 3600, seconds // 60 % 60, seconds % 60, microsecond, self._tzinfo)

    def __sub__(self, other):
        made = _between(self, other, timedelta)
        if made is None:
            made = _moved(self, other, -1, datetime)
        if made is not None:
            return made
        if isinstance(other, timedelta):
            return datetime._later(self, -other._total())
        if not isinstance(other, datetime):
            return NotImplemented
        difference = timedelta._from_microseconds(self._microseconds() - other._microseconds())
        if self._tzinfo is other._tzinfo:
            return difference
        mine, others = self.utcoffset(), other.utcoffset()
        if mine == others:
            return difference
        if mine is None or others is None:
            raise TypeError("can't subtract offset-naive and offset-aware datetimes")
        return difference + others - mine


_date_class = date
datetime.min = datetime(1, 1, 1)
datetime.max = datetime(9999, 12, 31, 23, 59, 59, 999999)
datetime.resolution = timedelta(microseconds=1)
_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
