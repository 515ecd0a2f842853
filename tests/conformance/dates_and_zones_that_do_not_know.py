# Zones whose utcoffset() is None make a naive datetime; dates beside datetimes; what isocalendar() gives, pickled and copied.
import copy
import json
import pickle
from datetime import date, datetime, timedelta, timezone, tzinfo


class Unknown(tzinfo):
    def utcoffset(self, dt):
        return None

    def dst(self, dt):
        return timedelta(0)

    def tzname(self, dt):
        return "unknown"


moment = datetime(2024, 3, 10, 12, 30, 15, 7, tzinfo=Unknown())
utc = datetime(2024, 3, 10, 12, 30, 15, 7, tzinfo=timezone.utc)
far = timezone(timedelta(hours=5, minutes=30), "far")
plain = moment.replace(tzinfo=None)
print(moment.astimezone(far) == plain.astimezone(far), moment.astimezone() == plain.astimezone())
print(utc.astimezone(far), utc.astimezone(far).astimezone(timezone.utc) == utc, utc.astimezone(timezone.utc) is utc)
for call in (lambda: moment.astimezone(Unknown()), lambda: moment - utc, lambda: moment.timestamp(), lambda: utc.astimezone(5)):
    try:
        print(call())
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)


class Stamp(datetime):
    pass


print(repr(Stamp(2024, 1, 1, tzinfo=timezone.utc).astimezone(far)))

day, midnight = date(2024, 3, 10), datetime(2024, 3, 10)
print(day == midnight, midnight == day, day.__eq__(midnight), day.__eq__(midnight + timedelta(1)), date.__lt__(day, midnight + timedelta(1)))
for call in (lambda: day < midnight, lambda: midnight < day, lambda: day >= midnight):
    try:
        print(call())
    except TypeError as error:
        print(error)

parts = day.isocalendar()
print(parts, pickle.loads(pickle.dumps(parts)), copy.copy(parts), copy.deepcopy(parts), parts == (2024, 10, 7))
print(json.JSONEncoder, json.JSONDecoder, json.encoder.JSONEncoder is json.JSONEncoder, pickle.loads(pickle.dumps(json.JSONEncoder)))
