import collections
import copy
import dataclasses
import datetime
import decimal
import enum
import fractions
import io
import pickle
import pickletools


class Colour(enum.Enum):
    RED = 1


@dataclasses.dataclass
class Point:
    x: int
    y: list = dataclasses.field(default_factory=list)


class Slots:
    __slots__ = ("a", "b")

    def __init__(self, a):
        self.a = a


class Reduced:
    def __init__(self, n):
        self.n = n

    def __reduce__(self):
        return Reduced, (self.n + 1,)


class Stateful:
    def __init__(self):
        self.kept, self.dropped = 1, 2

    def __getstate__(self):
        return {"kept": self.kept}

    def __setstate__(self, state):
        self.__dict__.update(state, restored=True)


Named = collections.namedtuple("Named", "a b")
shared = [1]
cyclic = [shared, shared]
cyclic.append(cyclic)
values = [
    None, True, 0, -1, 2 ** 70, 1.5, float("inf"), 1j, "é\n", b"\x00x", bytearray(b"y"), (1, (2,)), [1], {"a": [1]}, {1, 2}, frozenset("a"), ..., range(3),
    Colour.RED, Point(1, [2]), Reduced(1).n, decimal.Decimal("1.50"), fractions.Fraction(1, 3), datetime.datetime(2024, 1, 2, 3, tzinfo=datetime.timezone.utc),
    datetime.timedelta(1, 2), collections.OrderedDict(b=1, a=2), collections.deque([1], 3), collections.Counter("aab"), collections.defaultdict(int, a=1),
    Named(1, 2), slice(1, 2), len, Point, int, dict.fromkeys, complex,
]
for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
    for value in values:
        again = pickle.loads(pickle.dumps(value, protocol))
        if not (again == value and type(again) is type(value)):
            print(protocol, value, again)
    again = pickle.loads(pickle.dumps(cyclic, protocol))
    print(protocol, again[0] is again[1], again[2] is again, pickle.loads(pickle.dumps(Reduced(1), protocol)).n,
          pickle.loads(pickle.dumps(Stateful(), protocol)).__dict__)
slots = pickle.loads(pickle.dumps(Slots(3)))
print(slots.a, hasattr(slots, "b"))
for wrong in (lambda: 1, iter([1]).__class__, (n for n in [1]), type("Local", (), {})()):
    try:
        pickle.dumps(wrong)
        print("pickled")
    except Exception as e:
        print(type(e).__name__)
for data in (b"", b"garbage", pickle.dumps([1])[:-1], b"cos\nnothing_of_that_name\n."):
    try:
        print(pickle.loads(data))
    except (pickle.UnpicklingError, EOFError, ValueError, AttributeError):  # CPython's in C, and its in Python, don't agree which
        print("refused")


class Refusing(pickle.Unpickler):
    def find_class(self, module, name):
        raise pickle.UnpicklingError(f"{module}.{name} is forbidden")


class Persistent(pickle.Pickler):
    def persistent_id(self, obj):
        return "kept" if obj is shared else None


try:
    Refusing(io.BytesIO(pickle.dumps(Point(1)))).load()
except pickle.UnpicklingError as e:
    print(e)
stream = io.BytesIO()
Persistent(stream).dump([shared, 2])
print(len(pickletools.optimize(stream.getvalue())) > 0)
pickletools.dis(pickle.dumps((1, "a", [None]), 2))
print(copy.deepcopy(Point(1, [2])))


class Holder:
    loads, dumps = pickle.loads, pickle.dumps


print(Holder().loads(Holder().dumps([1])))

import re
import uuid
for protocol in range(6):
    copies = pickle.loads(pickle.dumps([re.compile("a(b)", re.I), uuid.UUID(int=5)], protocol))
    print(copies[0] == re.compile("a(b)", re.I), copies[0].match("AB").group(1), copies[1])
