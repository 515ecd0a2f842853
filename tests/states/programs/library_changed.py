"""What a program has changed in the library, and what it has of it, goes on with its state."""
import calendar
import collections
import configparser
import json
import logging
import os
import random
import reprlib
import typing
import warnings

logging.Logger.trace = lambda self, text: print(self.name, text)
json.JSONEncoder.default = lambda self, o: ask(repr(o))
calendar.mdays[2] = 29
configparser.RawConfigParser.BOOLEAN_STATES["ja"] = True
os.environ["NAME"] = "value"
reprlib.aRepr.maxlist = 2
warnings.simplefilter("error")
random.seed(3)
Point = collections.namedtuple("Point", "x y", defaults=[0])
Pair = typing.NamedTuple("Pair", [("a", int), ("b", typing.Optional[str])])
order = collections.OrderedDict(b=1, a=2)
order.move_to_end("b")
counts = collections.Counter("hello")
chain = collections.ChainMap({"a": 1}, collections.defaultdict(list))
logging.getLogger("shop").setLevel(logging.INFO)


class Shown(logging.Handler):
    def emit(self, record):
        print("shown", ask(record.getMessage()), record.lineno)


logging.getLogger("shop").addHandler(Shown())
logging.getLogger("shop.orders").info("first %d", ask(1))
print(json.dumps([{1}, Point(1)]))
logging.getLogger("shop.orders").info("second")
logging.getLogger("shop").trace("traced")
print(calendar.mdays[2], configparser.ConfigParser().BOOLEAN_STATES["ja"], os.environ["NAME"], reprlib.repr([1, 2, 3]), random.random())
print(Point(1), Pair(1, None), order, counts.most_common(1), chain["zz"], typing.get_type_hints(Pair), isinstance(Point(1), collections.abc.Sequence))
try:
    warnings.warn("odd")
except UserWarning as e:
    print(repr(e), ask(2))
