"""The proleptic Gregorian calendar: years, months, days, weeks of ISO 8601, and what is checked of dates and times."""

from operator import index as _index

MINYEAR = 1
MAXYEAR = 9999
_MAXORDINAL = 3652059

_DAYS_BEFORE_MONTH = (0, 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334)
_DAYS_IN_MONTH = (0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def _is_leap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def _days_before_year(year):
    y = year - 1
    return y * 365 + y // 4 - y // 100 + y // 400


def _days_in_month(year, month):
    return 29 if month == 2 and _is_leap(year) else _DAYS_IN_MONTH[month]


def _days_before_month(year, month):
    return _DAYS_BEFORE_MONTH[month] + (month > 2 and _is_leap(year))


def _to_ordinal(year, month, day):
    return _days_before_year(year) + _days_before_month(year, month) + day


def _from_ordinal(n):
    n -= 1
    n400, n = divmod(n, 146097)
    year = n400 * 400 + 1
    n100, n = divmod(n, 36524)
    n4, n = divmod(n, 1461)
    n1, n = divmod(n, 365)
    year += n100 * 100 + n4 * 4 + n1
    if n1 == 4 or n100 == 4:
        return year - 1, 12, 31
    month = (n + 50) >> 5
    before = _days_before_month(year, month)
    if before > n:
        month -= 1
        before = _days_before_month(year, month)
    return year, month, n - before + 1


def _report_missing(year, month):
    # CPython looks at the arguments from left to right.
    for number, name, value in ((1, "year", year), (2, "month", month)):
        if value is __missing__:
            raise TypeError(f"function missing required argument '{name}' (pos {number})")
        container_index(value)
    raise TypeError("function missing required argument 'day' (pos 3)")


def _check_date(year, month, day):
    year, month, day = _index(year), _index(month), _index(day)
    if not MINYEAR <= year <= MAXYEAR:
        raise ValueError(f"year {year} is out of range")
    if not 1 <= month <= 12:
        raise ValueError("month must be in 1..12")
    if not 1 <= day <= _days_in_month(year, month):
        raise ValueError("day is out of range for month")
    return year, month, day


def _check_time(hour, minute, second, microsecond, fold):
    hour, minute, second, microsecond = _index(hour), _index(minute), _index(second), _index(microsecond)
    if not 0 <= hour <= 23:
        raise ValueError("hour must be in 0..23")
    if not 0 <= minute <= 59:
        raise ValueError("minute must be in 0..59")
    if not 0 <= second <= 59:
        raise ValueError("second must be in 0..59")
    if not 0 <= microsecond <= 999999:
        raise ValueError("microsecond must be in 0..999999")
    fold = _index(fold)
    if fold not in (0, 1):
        raise ValueError("fold must be either 0 or 1")
    return hour, minute, second, microsecond, fold


def _iso_week1(year):
    first = _to_ordinal(year, 1, 1)
    weekday = (first + 6) % 7
    monday = first - weekday
    return monday + 7 if weekday > 3 else monday


def _iso_calendar(year, month, day):
    week1 = _iso_week1(year)
    today = _to_ordinal(year, month, day)
    week, weekday = divmod(today - week1, 7)
    if week < 0:
        year -= 1
        week, weekday = divmod(today - _iso_week1(year), 7)
    elif week >= 52 and today >= _iso_week1(year + 1):
        year += 1
        week = 0
    return year, week + 1, weekday + 1


def _day_of_timestamp(days):
    """(year, month, day) of a day that is counted from 1970."""
    found = _from_ordinal(days + 719163)
    if not MINYEAR <= found[0] <= MAXYEAR:
        if not -2147483648 <= found[0] - 1900 <= 2147483647:
            raise OSError(75, "Value too large for defined data type")
        raise ValueError(f"year {found[0]} is out of range")
    return found
