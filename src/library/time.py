"""Time as numbers and tuples. The clock and the zone are those that the host grants; the program's timers wait by the same clock."""

# Written in C in CPython: no methods of a class that has them as attributes.
__unbound__ = "*"


CLOCK_REALTIME, CLOCK_MONOTONIC, CLOCK_PROCESS_CPUTIME_ID, CLOCK_THREAD_CPUTIME_ID, CLOCK_MONOTONIC_RAW, CLOCK_BOOTTIME, CLOCK_TAI = (
    *range(5),
    7,
    11,
)
_OF_THE_ZONE = ("timezone", "altzone", "daylight", "tzname")


def __dir__():
    import time

    return {*time.__dict__, *_OF_THE_ZONE}


def __getattr__(name):
    # By the zone's two offsets around this year's solstices, as C's library gives them.
    if name not in _OF_THE_ZONE:
        raise AttributeError(f"module 'time' has no attribute '{name}'")
    january = host_time() // 31_556_952 * 31_556_952
    winter, summer = sorted((_local(int(january)), _local(int(january) + 15_768_000)), key=lambda local: local[0])
    if name == "timezone":
        return -winter[0]
    if name == "altzone":
        return -summer[0]
    return int(winter[0] != summer[0]) if name == "daylight" else (winter[2], summer[2])


def time():
    """Return the current time in seconds since the Epoch."""
    return host_time()


def time_ns():
    """Return the current time in nanoseconds since the Epoch."""
    return _ns(host_time())


def monotonic():
    """Monotonic clock, cannot go backward."""
    return host_monotonic()


def monotonic_ns():
    """Monotonic clock, cannot go backward, as nanoseconds."""
    return _ns(host_monotonic())


def perf_counter():
    """Performance counter for benchmarking."""
    return host_monotonic()


def perf_counter_ns():
    """Performance counter for benchmarking as nanoseconds."""
    return _ns(host_monotonic())


def process_time():
    """Process time for profiling: what the granted clock went on since the program first asked."""
    now = host_monotonic()
    return now - session_state().setdefault("time.start", now)


def process_time_ns():
    """Process time for profiling as nanoseconds."""
    return _ns(process_time())


def thread_time():
    """Thread time for profiling; there is one thread."""
    return process_time()


def thread_time_ns():
    """Thread time for profiling as nanoseconds."""
    return _ns(process_time())


def _ns(seconds):
    # The clock's microseconds: a float since 1970 has no finer ones.
    return round(seconds * 1_000_000) * 1000


def _to_clock(clk_id):
    # The function that tells a clock's time; without what leap seconds make of it, TAI is the usual time.
    number = container_index(clk_id)
    if not -(1 << 31) <= number < 1 << 31:
        raise OverflowError(f"signed integer is {'less than minimum' if number < 0 else 'greater than maximum'}")
    if number in (CLOCK_REALTIME, CLOCK_TAI):
        return host_time
    if number in (CLOCK_MONOTONIC, CLOCK_MONOTONIC_RAW, CLOCK_BOOTTIME):
        return host_monotonic
    if number in (CLOCK_PROCESS_CPUTIME_ID, CLOCK_THREAD_CPUTIME_ID):
        return process_time
    raise OSError(22, "Invalid argument")


def clock_gettime(clk_id, /):
    """Return the time of the specified clock clk_id."""
    return _to_clock(clk_id)()


def clock_gettime_ns(clk_id, /):
    """Return the time of the specified clock clk_id as nanoseconds."""
    return _ns(_to_clock(clk_id)())


def clock_getres(clk_id, /):
    """Return the resolution (precision) of the specified clock clk_id: as get_clock_info(), CPython's answer on Linux."""
    _to_clock(clk_id)
    return 1e-09


def clock_settime(clk_id, time, /):
    """Refused: the clock is the host's."""
    if _to_clock(clk_id) is not host_time:
        raise OSError(22, "Invalid argument")
    raise PermissionError(1, "Operation not permitted")


def clock_settime_ns(clk_id, time, /):
    """Refused: the clock is the host's."""
    clock_settime(clk_id, time)


def get_clock_info(name, /):
    """What a clock is: CPython's answer on Linux, whatever the host grants."""
    if not isinstance(name, str):
        raise TypeError(f"get_clock_info() argument 1 must be str, not {type(name).__name__}")
    kinds = {
        "time": "REALTIME",
        "monotonic": "MONOTONIC",
        "perf_counter": "MONOTONIC",
        "process_time": "PROCESS_CPUTIME_ID",
        "thread_time": "THREAD_CPUTIME_ID",
    }
    if name not in kinds:
        raise ValueError("unknown clock")
    import types

    real = name == "time"
    return types.SimpleNamespace(
        implementation=f"clock_gettime(CLOCK_{kinds[name]})", monotonic=not real, adjustable=real, resolution=1e-09
    )


def sleep(seconds, /):
    """Delay execution for a given number of seconds: a timer that is pending, like a call of the host's."""
    if not isinstance(seconds, float):
        seconds = container_index(seconds)
    if seconds != seconds:
        raise ValueError("Invalid value NaN (not a number)")
    if seconds < 0:
        raise ValueError("sleep length must be non-negative")
    if seconds > _LONGEST:
        raise OverflowError("timestamp too large to convert to C _PyTime_t")
    if thread_others():
        return _sleep_among_threads(seconds)
    if seconds == 0:
        return
    id, others, over = host_timer(host_monotonic() + seconds, None), [], False
    while not over:
        answers = host_wait()
        for answer in answers:
            if answer[0] != id:
                others.append(answer)
            elif answer[1]:
                over = True
            else:
                host_put_back(others)
                raise answer[2]
    host_put_back(others)


def _sleep_among_threads(seconds):
    import _thread

    if seconds:
        _thread.sleep(host_monotonic() + seconds)
    else:
        thread_yield()


_LONGEST = 9_223_372_036.854775


_dict, _tuple = dict, tuple


_STRUCT_TM_ITEMS = 11


@c_class
class struct_time(tuple):
    """The time value as returned by gmtime(), localtime(), and strptime()."""

    n_fields = 11
    _zone = _offset = None
    n_sequence_fields = 9
    n_unnamed_fields = 0
    __match_args__ = ("tm_year", "tm_mon", "tm_mday", "tm_hour", "tm_min", "tm_sec", "tm_wday", "tm_yday", "tm_isdst")

    def __new__(cls, sequence, dict={}):
        if not isinstance(dict, _dict):
            raise TypeError("time.struct_time() takes a dict as second arg, if any")
        items = tuple(sequence)
        if len(items) < 9:
            raise TypeError(f"time.struct_time() takes an at least 9-sequence ({len(items)}-sequence given)")
        if len(items) > 11:
            raise TypeError(f"time.struct_time() takes an at most 11-sequence ({len(items)}-sequence given)")
        made = tuple.__new__(cls, items[:9])
        object.__setattr__(made, "_zone", items[9] if len(items) > 9 else dict.get("tm_zone"))
        object.__setattr__(made, "_offset", items[10] if len(items) > 10 else dict.get("tm_gmtoff"))
        return made

    def __setattr__(self, name, value):
        raise AttributeError("readonly attribute" if hasattr(self, name) else f"'time.struct_time' object has no attribute '{name}'")

    tm_year = property(lambda self: self[0])
    tm_mon = property(lambda self: self[1])
    tm_mday = property(lambda self: self[2])
    tm_hour = property(lambda self: self[3])
    tm_min = property(lambda self: self[4])
    tm_sec = property(lambda self: self[5])
    tm_wday = property(lambda self: self[6])
    tm_yday = property(lambda self: self[7])
    tm_isdst = property(lambda self: self[8])
    tm_zone = property(lambda self: self._zone)
    tm_gmtoff = property(lambda self: self._offset)

    def __repr__(self):
        return f"time.struct_time({', '.join([f'{name}={value!r}' for name, value in zip(self.__match_args__, self)])})"


def tzset():
    """Initialize, or reinitialize, the local timezone to the value stored in os.environ['TZ']."""
    from os import environ

    zone = environ.get("TZ")
    if zone is None:
        session_state().pop("TZ", None)
    else:
        session_state()["TZ"] = zone[:256]


def _local(seconds):
    # (offset, whether it is summer time, name) of the session's zone; while the image is made there is no host.
    return (0, False, "UTC") if making_image() else host_local(seconds)


def _whole(seconds):
    if seconds is None:
        seconds = host_time()
    whole = int(seconds // 1) if isinstance(seconds, float) else container_index(seconds)
    if not -(2**60) < whole < 2**60:
        raise OverflowError("timestamp out of range for platform time_t")
    return whole


def gmtime(seconds=None, /):
    """Convert seconds since the Epoch to a time tuple expressing UTC."""
    import datetime as _datetime

    return struct_time((*_datetime.datetime.utcfromtimestamp(_whole(seconds)).utctimetuple(), "GMT", 0))


def localtime(seconds=None, /):
    """Convert seconds since the Epoch to a time tuple expressing local time."""
    import datetime as _datetime

    seconds = _whole(seconds)
    offset, daylight, name = _local(seconds)
    fields = _datetime.datetime.utcfromtimestamp(seconds + offset).timetuple()
    return struct_time((*fields[:8], int(daylight), name, offset))


def mktime(tuple, /):
    """Convert a time tuple in local time to seconds since the Epoch."""
    import datetime as _datetime

    tuple = [container_index(field) for field in _nine(tuple, "mktime")]
    value = _datetime.datetime(tuple[0], 1, 1) + _months(tuple, _datetime)
    first, second = value.timestamp(), value.replace(fold=1).timestamp()
    if tuple[8] >= 0 and first != second and bool(tuple[8]) != _local(int(first))[1]:
        return second
    return first


def _months(t, _datetime):
    day = _datetime.date(t[0] + (t[1] - 1) // 12, (t[1] - 1) % 12 + 1, 1) - _datetime.date(t[0], 1, 1)
    return day + _datetime.timedelta(days=t[2] - 1, hours=t[3], minutes=t[4], seconds=t[5])


def _nine(items, who):
    if not isinstance(items, _tuple):
        raise TypeError("Tuple or struct_time argument required")
    if len(items) != 9:
        raise TypeError(f"{who}(): illegal time tuple argument")
    return items


def _fields_of(items, who):
    # A time tuple's fields as they are, in their ranges: the day of the week needn't be that of the date.
    fields = [container_index(item) for item in _nine(items, who)[:8]]
    fields[1], fields[2], fields[7] = fields[1] or 1, fields[2] or 1, fields[7] or 1
    for i, least, most, name in _RANGES:
        if not least <= fields[i] <= most:
            raise ValueError(f"{name} out of range")
    fields[6] %= 7
    return fields


_RANGES = (
    (1, 1, 12, "month"),
    (2, 1, 31, "day of month"),
    (3, 0, 23, "hour"),
    (4, 0, 59, "minute"),
    (5, 0, 61, "seconds"),
    (6, -1, 1 << 31, "day of week"),
    (7, 1, 366, "day of year"),
)


def asctime(tuple=None, /):
    """Convert a time tuple to a string, e.g. 'Sat Jun 06 16:26:11 1998'."""
    import datetime as _datetime

    year, month, day, hour, minute, second, weekday, yearday = _fields_of(localtime() if tuple is None else tuple, "asctime")
    return _datetime._strftime(None, "%a %b %e %H:%M:%S %Y", year, month, day, hour, minute, second, 0, weekday, yearday)


def ctime(seconds=None, /):
    """Convert a time in seconds since the Epoch to a string in local time."""
    return asctime(localtime(seconds))


def strftime(format, tuple=None, /):
    """Convert a time tuple to a string according to a format specification."""
    import datetime as _datetime

    if not isinstance(format, str):
        raise TypeError(f"strftime() argument 1 must be str, not {type(format).__name__}")
    if tuple is None:
        tuple = localtime()
    year, month, day, hour, minute, second, weekday, yearday = _fields_of(tuple, "strftime")
    value = None
    if "z" in format or "Z" in format:
        offset, name = getattr(tuple, "tm_gmtoff", None), getattr(tuple, "tm_zone", None)
        if offset is None:
            offset, _, name = _local(int(mktime(tuple)))
        value = _datetime.datetime(2000, 1, 1, tzinfo=_datetime.timezone(_datetime.timedelta(seconds=offset), name))
    return _datetime._strftime(value, format, year, month, day, hour, minute, second, 0, weekday, yearday)


def strptime(string, format="%a %b %d %H:%M:%S %Y", /):
    """Parse a string to a time tuple according to a format specification."""
    from _strptime import _strptime_time

    return _strptime_time(string, format)
