import datetime as d, time as tm
from datetime import date, datetime, timedelta, timezone, time
def error(f, *a, **k):
    try: return f(*a, **k)
    except Exception as e: return f"{type(e).__name__}: {e}"
a = datetime(2024, 2, 28, 23, 59, 30, 123456)
print(a, repr(a), a + timedelta(days=2, seconds=45), a - datetime(2023, 1, 1), a.isoformat(), a.date(), a.time(), a.weekday(), a.isocalendar(), a.timetuple(), a.replace(year=2020), a.toordinal(), a.strftime("%Y-%m-%d %H:%M:%S.%f %a %A %b %B %j %U %W %y %I %p %% %c %x %X %V %G %u %w"), f"{a:%d/%m/%Y}", a.ctime(), a.timestamp())
print(timedelta(days=1.5, hours=2), repr(timedelta(-1, 5)), timedelta(seconds=1e-6 * 1.5), timedelta(1) / 3, timedelta(1) // timedelta(hours=5), timedelta(1) % timedelta(hours=5), divmod(timedelta(1), timedelta(hours=7)), timedelta(1) * 1.5, -timedelta(1), abs(timedelta(-1, 5)), timedelta(weeks=1, milliseconds=5).total_seconds(), timedelta(1) > timedelta(hours=23), bool(timedelta(0)), str(timedelta(-1)), timedelta.max, timedelta.min, sum([timedelta(1), timedelta(2)], timedelta()), timedelta(microseconds=0.5), timedelta(microseconds=1.5), timedelta(hours=25).days, repr(timedelta()))
tz = timezone(timedelta(hours=5, minutes=30))
b = datetime(2024, 1, 1, 12, tzinfo=timezone.utc)
print(b, b.astimezone(tz), repr(b.astimezone(tz)), b == b.astimezone(tz), hash(b) == hash(b.astimezone(tz)), tz, repr(tz), timezone(timedelta(hours=-3), "BRT"), b.strftime("%z %Z"), b.utcoffset(), b.tzname(), timezone.utc, repr(timezone.utc), b.timestamp(), b - timedelta(hours=1), datetime.fromtimestamp(1e9, tz), datetime.fromtimestamp(0, timezone.utc), timezone(timedelta(hours=-3, minutes=-30)))
for s in ["2024-01-15", "2024-01-15T10:20", "2024-01-15 10:20:30", "2024-01-15T10:20:30.123", "2024-01-15T10:20:30.123456+05:30", "2024-01-15T10:20:30Z", "20240115T102030", "2024-W03-1", "2024-01-15T10", "bad", "2024-13-01", "2024-01-15T25:00", "2024-01-15T10:20:30-08:00:15", "2024-1-5", "2024-01-15T", ""]:
    print(s, "|", error(datetime.fromisoformat, s), "|", error(date.fromisoformat, s))
for s in ["10:20", "10:20:30.5", "T10", "10:20:30+02:00", "25:00", "x", "10:2"]:
    print(s, error(time.fromisoformat, s))
for s, f in [("2024-01-15", "%Y-%m-%d"), ("15/Jan/24 10:05 PM", "%d/%b/%y %I:%M %p"), ("Monday January 5 2015", "%A %B %d %Y"), ("12:30:45.123", "%H:%M:%S.%f"), ("2024-01-15T10:20:30+0530", "%Y-%m-%dT%H:%M:%S%z"), ("2024-01-15T10:20:30Z", "%Y-%m-%dT%H:%M:%S%z"), ("2024 100", "%Y %j"), ("x", "%Y"), ("2024-01-15x", "%Y-%m-%d"), ("2024-02-30", "%Y-%m-%d"), ("1/2/2024", "%m/%d/%Y"), ("5", "%Q"), ("2024-13-01", "%Y-%m-%d"), ("  a", "%Y"), ("12 AM", "%I %p"), ("Tue Mar  5 10:00:00 2024", "%c"), ("100%", "%j%%")]:
    print(s, f, error(datetime.strptime, s, f))
print(date(2024, 12, 31).isocalendar(), date(2021, 1, 3).isocalendar()[1], date.fromisocalendar(2020, 53, 5), date(2024, 3, 1) - date(2024, 2, 1), date(2024, 1, 31) + timedelta(30), date.fromordinal(738000), repr(date.min), date.max, date(2024, 1, 1) < date(2024, 1, 2), date(2024, 1, 1) == datetime(2024, 1, 1), error(lambda: date(2024, 1, 1) < datetime(2024, 1, 1)), sorted([date(2024, 5, 1), date(2023, 5, 1)]), {date(2024, 1, 1): 1}[date(2024, 1, 1)], date(2024, 1, 1).strftime("%A"), f"{date(2024, 1, 1)}", date.fromtimestamp(86400 * 365), date(2024,2,29).replace(year=2028))
for c in [lambda: date(2024, 13, 1), lambda: date(2023, 2, 29), lambda: date(0, 1, 1), lambda: datetime(2024, 1, 1, 24), lambda: datetime(2024, 1, 1, 1, 60), lambda: date("a", 1, 1), lambda: timedelta(days=10**12), lambda: timedelta("a"), lambda: date.max + timedelta(1), lambda: datetime(2024, 1, 1) - datetime(2024, 1, 1, tzinfo=timezone.utc), lambda: datetime(2024, 1, 1) < datetime(2024, 1, 1, tzinfo=timezone.utc), lambda: datetime(2024, 1, 1) == datetime(2024, 1, 1, tzinfo=timezone.utc), lambda: timezone(timedelta(days=1)), lambda: timedelta(1) / 0, lambda: datetime(2024,1,1,tzinfo=5), lambda: date.fromisoformat(5)]:
    print(error(c))
print(time(10, 30), repr(time(10, 30, 15, 5)), time(10) < time(11), time(10, 30).isoformat(timespec="minutes"), time(1, 2, 3).strftime("%H.%M.%S"), datetime.combine(date(2024, 1, 1), time(5)), time.min, time.max, repr(time(1, tzinfo=timezone.utc)), time(1, tzinfo=timezone.utc), datetime(2024, 1, 1).isoformat(sep=" ", timespec="milliseconds"), datetime.min, datetime.max, time(10) == time(10, 0, 0), hash(time(1)) == hash(time(1)))
print(tm.gmtime(0), tm.strftime("%Y-%m-%d", tm.gmtime(86400)), tm.strptime("2024-05-06", "%Y-%m-%d"), tm.gmtime(1.5).tm_sec, tm.asctime(tm.gmtime(0)))
class MyDate(date): pass
print(MyDate(2024, 1, 1) + timedelta(1), type(MyDate(2024, 1, 1) + timedelta(1)).__name__, isinstance(a, date), d.MINYEAR, d.UTC)
print(repr(datetime(2026, 1, 2, tzinfo=timezone.utc, fold=1)), repr(time(1, tzinfo=timezone.utc, fold=1)))
