# Zones that answer wrongly or twice, the C library's flags of strftime, timestamps out of range, and where an ISO text's date ends.
from datetime import date, datetime, time, timedelta, timezone, tzinfo


def error(function, *args):
    try:
        function(*args)
    except Exception as e:
        return f"{type(e).__name__}: {e}"
    raise AssertionError("no error")


# fixed zones look at what they are given
zone = timezone(timedelta(hours=1))
assert error(zone.utcoffset, 5) == "TypeError: utcoffset(dt) argument must be a datetime instance or None, not int"
assert error(zone.dst, 5) == "TypeError: dst(dt) argument must be a datetime instance or None, not int"
assert error(zone.tzname, "") == "TypeError: tzname(dt) argument must be a datetime instance or None, not str"
assert error(zone.fromutc, 5) == "TypeError: fromutc: argument must be a datetime"
assert error(zone.fromutc, datetime(2000, 1, 1)) == "ValueError: fromutc: dt.tzinfo is not self"
assert error(timezone, timedelta(0), None) == "TypeError: timezone() argument 2 must be str, not None"
assert error(timezone) == "TypeError: timezone() missing required argument 'offset' (pos 1)"


class Wrong(tzinfo):
    def utcoffset(self, dt): return "x"
    def dst(self, dt): return 7
    def tzname(self, dt): return 0


for value in (datetime(1, 1, 1, tzinfo=Wrong()), time(1, tzinfo=Wrong())):
    assert error(value.utcoffset) == "TypeError: tzinfo.utcoffset() must return None or timedelta, not 'str'"
    assert error(value.dst) == "TypeError: tzinfo.dst() must return None or timedelta, not 'int'"
    assert error(value.tzname) == "TypeError: tzinfo.tzname() must return None or a string, not 'int'"
    assert not isinstance(value, time) or value.strftime("%H:%M") == "01:00"  # the zone isn't asked
    assert error(value.strftime, "%Z").startswith("TypeError: tzinfo.")


# a zone with an hour that comes twice
class Twice(tzinfo):
    def utcoffset(self, dt):
        return timedelta(hours=-5) if dt is not None and dt.hour == 1 and dt.fold else timedelta(hours=-4)
    def dst(self, dt): return timedelta(0)
    def tzname(self, dt): return "T"


first = datetime(2002, 10, 27, 1, 30, tzinfo=Twice())
second = first.replace(fold=1)
assert first != first.astimezone(timezone.utc) and second != second.astimezone(timezone.utc)
assert first == second and hash(first) == hash(second)
assert first.astimezone(timezone.utc) < second.astimezone(timezone.utc)
plain = datetime(2002, 10, 27, 3, 30, tzinfo=Twice())
assert plain == datetime(2002, 10, 27, 7, 30, tzinfo=timezone.utc) and hash(plain) == hash(datetime(2002, 10, 27, 7, 30, tzinfo=timezone.utc))


class Asked(tzinfo):
    def utcoffset(self, dt): raise AssertionError("asked")


# in one zone times are compared as they stand
zone = Asked()
assert time(1, tzinfo=zone) < time(2, tzinfo=zone) and time(1, tzinfo=zone) == time(1, tzinfo=zone)

day = datetime(7, 3, 4, 5, 6, 7, 8)
for form, text in {
    "%4Y": "0007", "%Y": "7", "%10d": "0000000004", "%-d": "4", "%_d": " 4", "%05m": "00003", "%_5m": "    3", "%^a": "SUN", "%^B": "MARCH",
    "%#p": "am", "%P": "am", "%E": "%E", "%Ey": "07", "%Od": "04", "%Q": "%Q", "%": "%", "%-": "%-", "%5%": "    %", "%C": "0", "%08H": "00000005",
    "%-5H": "    5", "%10a": "       Sun", "%010a": "0000000Sun", "%^10b": "       MAR", "%10F": "   7-03-04", "%12T": "    05:06:07",
    "%_j": " 63", "%-e": "4", "%3S": "007", "%10c": "Sun Mar  4 05:06:07 7", "%3f": "%3f", "%f": "000008", "%e|%k|%l": " 4| 5| 5",
    "%z%Z": "", "%r": "05:06:07 AM", "%G-%V-%u": "7-09-7",
}.items():
    assert day.strftime(form) == text, (form, day.strftime(form))
assert date(2024, 12, 30).strftime("%z|%Z|%G|%j|%H") == "||2025|365|00"
assert datetime(2024, 1, 2, tzinfo=timezone(timedelta(hours=-3, minutes=-30))).strftime("%z %Z") == "-0330 UTC-03:30"

for function in (datetime.fromtimestamp, datetime.utcfromtimestamp, date.fromtimestamp):
    for value in (2 ** 63, -2 ** 63 - 1, 1e200, float("inf"), float("-inf")):
        assert error(function, value) == "OverflowError: timestamp out of range for platform time_t", value
    assert error(function, float("nan")) == "ValueError: Invalid value NaN (not a number)"
    assert error(function, "5") == "TypeError: 'str' object cannot be interpreted as an integer"
    assert error(function, 1e15) == "ValueError: year 31690708 is out of range"
    assert error(function, -62135596801) == "ValueError: year 0 is out of range"
    assert error(function, 1e18) == "OSError: [Errno 75] Value too large for defined data type"
assert datetime.utcfromtimestamp(-0.0000005) == datetime(1970, 1, 1) and datetime.utcfromtimestamp(0.9999999) == datetime(1970, 1, 1, 0, 0, 1)
assert datetime.utcfromtimestamp(-1.25) == datetime(1969, 12, 31, 23, 59, 58, 750000) and date.fromtimestamp(-0.5) == date(1969, 12, 31)

for text, value in {
    "2022W52520": datetime(2022, 12, 26, 20), "2022W527520": datetime(2023, 1, 1, 20), "2022-W52-5": datetime(2022, 12, 30),
    "2022-W52-5T10": datetime(2022, 12, 30, 10), "2022W52T20": datetime(2022, 12, 26, 20), "2022-01-01T10:20.5": datetime(2022, 1, 1, 10, 20, 0, 500000),
}.items():
    assert datetime.fromisoformat(text) == value, text
print("ok")
