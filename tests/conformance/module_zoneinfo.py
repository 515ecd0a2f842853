from zoneinfo import ZoneInfo, available_timezones, ZoneInfoNotFoundError
import datetime
z=datetime.datetime(2026,7,1,12,tzinfo=ZoneInfo("Europe/Berlin"))
print((z+datetime.timedelta(days=150)).isoformat(), z.replace(month=12).timestamp(), z.tzname(), z.dst(), repr(z), str(z.tzinfo))
print(len(available_timezones())>500, z.astimezone(ZoneInfo("America/New_York")), ZoneInfo("UTC") is ZoneInfo("UTC"))
try: ZoneInfo("Nowhere/X")
except ZoneInfoNotFoundError as e: print(e)
try: ZoneInfo("/etc/x")
except ValueError as e: print(e)
print(datetime.datetime(2040,7,1,tzinfo=ZoneInfo("Australia/Sydney")).utcoffset(), datetime.datetime(2026,10,25,2,30,fold=1,tzinfo=ZoneInfo("Europe/Berlin")).utcoffset())
import pickle, copy
print(copy.deepcopy(z)==z, pickle.loads(pickle.dumps(z.tzinfo)) is z.tzinfo)
