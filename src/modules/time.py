"""Time as numbers and tuples. The clock is the host's: the functions that read it, or wait, are refused until it grants one."""

# Written in C in CPython: no methods of a class that has them as attributes.
__unbound__ = "*"

timezone = 0
altzone = 0
daylight = 0
tzname = ("UTC", "UTC")


def _refuse(name):
    raise PermissionError(f"time.{name}(): there is no clock in the sandbox: the host has not granted one")


def time():
    """Return the current time in seconds since the Epoch."""
    _refuse("time")


def time_ns():
    _refuse("time_ns")


def monotonic():
    _refuse("monotonic")


def monotonic_ns():
    _refuse("monotonic_ns")


def perf_counter():
    _refuse("perf_counter")


def perf_counter_ns():
    _refuse("perf_counter_ns")


def process_time():
    _refuse("process_time")


def process_time_ns():
    _refuse("process_time_ns")


def thread_time():
    _refuse("thread_time")


def sleep(seconds, /):
    """Delay execution for a given number of seconds."""
    if seconds < 0:
        raise ValueError("sleep length must be non-negative")
    _refuse("sleep")


class struct_time(tuple):
    """The time value as returned by gmtime(), localtime(), and strptime()."""

    __slots__ = ()
    n_fields = 11
    n_sequence_fields = 9

    def __new__(cls, sequence, dict=None):
        items = tuple(sequence)
        if len(items) < 9:
            raise TypeError(f"time.struct_time() takes an at least 9-sequence ({len(items)}-sequence given)")
        if len(items) > 11:
            raise TypeError(f"time.struct_time() takes an at most 11-sequence ({len(items)}-sequence given)")
        return tuple.__new__(cls, items[:9])

    tm_year = property(lambda self: self[0])
    tm_mon = property(lambda self: self[1])
    tm_mday = property(lambda self: self[2])
    tm_hour = property(lambda self: self[3])
    tm_min = property(lambda self: self[4])
    tm_sec = property(lambda self: self[5])
    tm_wday = property(lambda self: self[6])
    tm_yday = property(lambda self: self[7])
    tm_isdst = property(lambda self: self[8])
    tm_zone = property(lambda self: "UTC")
    tm_gmtoff = property(lambda self: 0)

    def __repr__(self):
        names = ("tm_year", "tm_mon", "tm_mday", "tm_hour", "tm_min", "tm_sec", "tm_wday", "tm_yday", "tm_isdst")
        return f"time.struct_time({', '.join([f'{name}={value!r}' for name, value in zip(names, self)])})"


def gmtime(seconds=None, /):
    """Convert seconds since the Epoch to a time tuple expressing UTC."""
    if seconds is None:
        _refuse("gmtime")
    import datetime as _datetime
    return _datetime.datetime.utcfromtimestamp(int(seconds // 1)).utctimetuple()


def localtime(seconds=None, /):
    """Convert seconds since the Epoch to a time tuple; local time is UTC here."""
    if seconds is None:
        _refuse("localtime")
    return gmtime(seconds)


def mktime(tuple, /):
    """Convert a time tuple in local time to seconds since the Epoch."""
    import datetime as _datetime
    return (_datetime.datetime(tuple[0], 1, 1) + _months(tuple, _datetime)).timestamp()


def _months(t, _datetime):
    day = _datetime.date(t[0] + (t[1] - 1) // 12, (t[1] - 1) % 12 + 1, 1) - _datetime.date(t[0], 1, 1)
    return day + _datetime.timedelta(days=t[2] - 1, hours=t[3], minutes=t[4], seconds=t[5])


def asctime(tuple=None, /):
    """Convert a time tuple to a string, e.g. 'Sat Jun 06 16:26:11 1998'."""
    if tuple is None:
        _refuse("asctime")
    return strftime("%a %b %e %H:%M:%S %Y", tuple)


def ctime(seconds=None, /):
    """Convert a time in seconds since the Epoch to a string in local time."""
    if seconds is None:
        _refuse("ctime")
    return asctime(gmtime(seconds))


def strftime(format, tuple=None, /):
    """Convert a time tuple to a string according to a format specification."""
    if tuple is None:
        _refuse("strftime")
    import datetime as _datetime
    value = _datetime.datetime(tuple[0], tuple[1] or 1, tuple[2] or 1, tuple[3], tuple[4], min(tuple[5], 59), tzinfo=_datetime.timezone.utc)
    return value.strftime(format)


def strptime(string, format="%a %b %d %H:%M:%S %Y", /):
    """Parse a string to a time tuple according to a format specification."""
    import datetime as _datetime
    year, month, day, hour, minute, second, _, _, _ = _datetime._strptime(string, format)
    value = _datetime.date(year, month, day)
    return struct_time((year, month, day, hour, minute, second, value.weekday(), value.toordinal() - _datetime.date(year, 1, 1).toordinal() + 1, -1))
