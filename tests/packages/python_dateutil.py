# packages: python-dateutil six
from dateutil import parser, relativedelta, rrule
from datetime import datetime

assert parser.parse("2024-02-29 10:30") == datetime(2024, 2, 29, 10, 30)
assert parser.parse("March 5, 2021 3pm") == datetime(2021, 3, 5, 15)
assert datetime(2024, 1, 31) + relativedelta.relativedelta(months=1) == datetime(2024, 2, 29)
assert list(rrule.rrule(rrule.WEEKLY, count=2, dtstart=datetime(2024, 1, 1))) == [datetime(2024, 1, 1), datetime(2024, 1, 8)]
from dateutil import tz

print(parser.parse("2024-01-01T00:00:00Z"), tz.UTC, tz.gettz("Europe/Berlin"))
