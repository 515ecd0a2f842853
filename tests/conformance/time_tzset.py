"""time.tzset(): local time by the variable TZ, as C's library reads it."""

import datetime
import os
import time

WINTER, SUMMER = 1_700_000_000, 1_720_000_000


def shown():
    print(time.tzname, time.timezone, time.altzone, time.daylight)
    for seconds in (WINTER, SUMMER):
        print(time.strftime("%H:%M %Z %z", time.localtime(seconds)), datetime.datetime.fromtimestamp(seconds), time.ctime(seconds))
    print(time.mktime((2024, 7, 4, 12, 0, 0, 0, 0, -1)), datetime.datetime(2024, 1, 4, 12).astimezone().isoformat())


for zone in (
    "America/New_York",
    ":Asia/Kolkata",
    "",
    "UTC",
    "EST5EDT",
    "AAA3BBB",
    "EST+05EDT,M4.1.0,M10.5.0",
    "AEST-10AEDT-11,M10.5.0,M3.5.0",
    "CET-1CEST,M3.5.0",
    "EST5EDT4,J60/2,300",
    "UTC+3",
    "<-03>3",
    "<+0330>-3:30",
    "Foo/Bar",
    "X",
    "garbage 12",
):
    os.environ["TZ"] = zone
    time.tzset()
    print(repr(zone))
    shown()

os.environ["TZ"] = "Asia/Tokyo"  # nothing changes before tzset()
print(time.localtime(SUMMER).tm_hour)
time.tzset()
print(time.localtime(SUMMER).tm_hour)


class Holder:
    tzset = time.tzset


print(Holder().tzset())
