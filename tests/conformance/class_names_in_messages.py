# Messages name classes that CPython writes in C with their module, as it does.
import collections
import contextvars
import csv
import datetime
import decimal
import io
import itertools
import os
import queue
import threading
import time
import weakref
import xml.etree.ElementTree as ET


def told(function, *args):
    try:
        return function(*args)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def enter(value):
    with value:
        pass


objects = [
    collections.deque(), collections.OrderedDict(), collections.Counter(), datetime.date(2020, 1, 1), datetime.datetime(2020, 1, 1),
    datetime.timedelta(), datetime.timezone.utc, datetime.date(2020, 1, 1).isocalendar(), decimal.Decimal(1), csv.reader([]),
    csv.writer(io.StringIO()), csv.get_dialect("excel"), io.StringIO(), io.BytesIO(), io.BufferedReader(io.BytesIO()),
    io.TextIOWrapper(io.BytesIO()), threading.Lock(), threading.RLock(), itertools.count(), queue.SimpleQueue(),
    contextvars.ContextVar("a"), contextvars.Context(), weakref.ref(collections.deque), time.localtime(0), os.stat("/"),
    os.terminal_size((1, 2)), ET.Element("a"), ET.TreeBuilder(), iter(collections.deque()),
]  # fmt: skip
for one in objects:
    print(told(lambda one=one: one.foo), told(lambda one=one: type(one).foo), told(lambda one=one: one + object()), sep="\n")
    print(told(lambda one=one: one()) if not callable(one) else "", told(hash, one).__class__.__name__, told(lambda one=one: "".join([one])))
    if not hasattr(one, "__enter__"):
        print(told(enter, one))

ordered = collections.OrderedDict(a=1, b=2)
print(ordered.keys(), ordered.values(), ordered.items(), [type(view) for view in (ordered.keys(), ordered.values(), ordered.items())])
print(dict.keys(ordered), type(ordered.keys()).__mro__, isinstance(ordered.items(), collections.abc.ItemsView))
print(list(reversed(ordered.items())), ordered.keys() & {"a"}, ordered.keys() == {"a", "b"})
print(ordered.keys().isdisjoint({"c"}), len(ordered.values()), ("a", 1) in ordered.items())


class Mine(collections.OrderedDict):
    pass


print(Mine(x=1).items(), Mine().keys())
print(told(int, bytearray(b"x")), told(int, b"x"), told(int, memoryview(b"x")))
