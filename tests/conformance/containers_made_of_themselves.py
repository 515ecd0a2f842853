# Containers initialised with themselves, iterators over released views, and None where a date is asked for its parts.
import array
import datetime
from collections import deque

for made in ({1, 2, 3}, {1: 2}, [1, 2], bytearray(b"ab"), deque([1, 2]), deque([1, 2], 2)):
    made.__init__(made)
    print(made)


def left(iterator, view):
    next(iterator)
    view.release()
    try:
        print(next(iterator, "ended"))
    except ValueError as e:
        print(e)


for data in (b"abc", b"a", bytearray(b"ab"), array.array("i", [1, 2])):
    for over in (iter, reversed):
        view = memoryview(data)
        left(over(view), view)

day, clock, moment = datetime.date(2020, 2, 29), datetime.time(1, 2), datetime.datetime(2020, 1, 1, 5)
for ask in (
    lambda: day.replace(None),
    lambda: day.replace(day=None),
    lambda: day.replace(day=1),
    lambda: clock.replace(None),
    lambda: clock.replace(fold=None),
    lambda: clock.replace(fold=2),
    lambda: clock.replace(tzinfo=3),
    lambda: clock.replace(tzinfo=datetime.timezone.utc),
    lambda: moment.replace(None),
    lambda: moment.replace(tzinfo=None),
    lambda: moment.replace(hour="a"),
    lambda: moment.replace(minute=None),
    lambda: moment.replace(fold=True).fold,
):
    try:
        print(repr(ask()))
    except (TypeError, ValueError) as e:
        print(type(e).__name__, e)
