"""Random values cross into a session and back unchanged; hostile ones cross as what they are made of, or are refused with a clean error.

`test_crossing.py ROUNDS [SEED]` tries more of them by hand (with -X dev, an extension built with sanitizers, another Python).
"""

import collections
import dataclasses
import datetime
import decimal
import enum
import gc
import math
import random
import sys
import unittest
import uuid

import fermata

ROUNDS = 150
SEED = 4

Point = collections.namedtuple("Point", "x y")


class Colour(enum.Enum):
    RED = "red"
    BLUE = 2


class May(enum.Flag):
    READ = 1
    WRITE = 2


@dataclasses.dataclass
class Box:
    content: object = None
    label: str = ""


@dataclasses.dataclass(frozen=True)
class Key:
    part: object


TYPES = [Point, Colour, May, Box, Key]


class Values:
    """Makes values out of a random generator's numbers."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def text(self):
        choose = self.random.choice
        letters = choose(["ab ", "äßé", "日本", "😀𝄐", "\x00\x7f\x80", "\ud800\udfff", "a😀\ud83d"])
        return "".join(choose(letters) for _ in range(choose([0, 1, 3, 40])))

    def whole(self):
        r = self.random
        edge = r.choice([0, -1, 2**62 - 1, 2**62, 2**63 - 1, 2**63, -(2**63), -(2**62), -(2**62) - 1])
        return r.choice([edge, r.getrandbits(8), r.getrandbits(62), r.getrandbits(200), -r.getrandbits(3000)])

    def real(self):
        r = self.random
        edge = r.choice([0.0, -0.0, math.inf, -math.inf, math.nan, 5e-324, 1.7976931348623157e308])
        return r.choice([edge, r.random(), r.gauss(0, 1e200), float(r.getrandbits(60))])

    def moment(self):
        r = self.random
        zone = r.choice([None, datetime.timezone.utc, datetime.timezone(datetime.timedelta(minutes=r.randrange(-1439, 1440)))])
        day = datetime.datetime(r.randrange(1, 10000), r.randrange(1, 13), r.randrange(1, 29), r.randrange(24), tzinfo=zone)
        small = r.choice([0, r.randrange(10**6)])
        return day.replace(minute=r.randrange(60), second=r.randrange(60), microsecond=small, fold=r.randrange(2))

    def leaf(self):
        r = self.random
        kind = r.randrange(18)
        if kind == 0:
            return None
        if kind == 1:
            return r.random() < 0.5
        if kind in (2, 3, 4):
            return self.whole()
        if kind in (5, 6):
            return self.real()
        if kind in (7, 8, 9):
            return self.text()
        if kind == 10:
            return r.randbytes(r.choice([0, 1, 100]))
        if kind == 11:
            return self.moment()
        if kind == 12:
            difference = datetime.timedelta(r.randrange(-(10**6), 10**6), r.randrange(86400), r.randrange(10**6))
            return r.choice([self.moment().date(), self.moment().timetz(), difference])
        if kind == 13:
            return decimal.Decimal((r.randrange(2), tuple(r.randrange(10) for _ in range(r.choice([1, 5, 60]))), r.randrange(-500, 500)))
        if kind == 14:
            return decimal.Decimal(r.choice(["NaN", "sNaN7", "-Infinity", "-0E+9"]))
        if kind == 15:
            return r.choice([uuid.UUID(int=r.getrandbits(128)), complex(self.real(), self.real())])
        return r.choice([*Colour, May.READ, May.READ | May.WRITE, May(0)])

    def hashable(self, depth):
        r = self.random
        if depth and r.random() < 0.3:
            parts = [self.hashable(depth - 1) for _ in range(r.randrange(4))]
            return r.choice([tuple(parts), frozenset(parts), Key(tuple(parts))])
        while True:
            value = self.leaf()
            if not (isinstance(value, decimal.Decimal) and value.is_snan()):  # has no hash
                return value

    def value(self, depth):
        r = self.random
        if not depth or r.random() < 0.25:
            return self.leaf()
        kind, size = r.randrange(9), r.choice([0, 1, 2, 5])
        if kind < 2:
            return [self.value(depth - 1) for _ in range(size)]
        if kind == 2:
            return tuple(self.value(depth - 1) for _ in range(size))
        if kind < 5:
            return {self.hashable(2): self.value(depth - 1) for _ in range(size)}
        if kind == 5:
            return {self.hashable(2) for _ in range(size)}
        if kind == 6:
            return frozenset(self.hashable(2) for _ in range(size))
        if kind == 7:
            return Point(self.value(depth - 1), self.value(depth - 1))
        return Box(self.value(depth - 1), self.text())


def told(value):
    """A text that is the same for values that can't be told apart."""
    if type(value) in (list, tuple, Point):
        return f"{type(value).__name__}[{', '.join(map(told, value))}]"
    if type(value) in (set, frozenset):  # (their order isn't part of them)
        return f"{type(value).__name__}[{', '.join(sorted(map(told, value)))}]"
    if type(value) is dict:
        return f"dict[{', '.join(f'{told(key)}: {told(item)}' for key, item in value.items())}]"
    if type(value) in (Box, Key):
        return f"{type(value).__name__}[{', '.join(told(item) for item in vars(value).values())}]"
    fold = f" fold {value.fold}" if isinstance(value, (datetime.datetime, datetime.time)) else ""
    return f"{type(value).__name__} {value!a}{fold}" if type(value) is not complex else f"complex {value.real!r} {value.imag!r}"


class EagerlyCollected(unittest.TestCase):
    def setUp(self):
        self.threshold = gc.get_threshold()
        gc.set_threshold(1)  # what is made half, or let go too early, is found

    def tearDown(self):
        gc.set_threshold(*self.threshold)


class Crossing(EagerlyCollected):
    def test_values_come_back_unchanged(self):
        program = fermata.Program("echo(x, again=[x])", inputs=["x"], functions={"echo": lambda x, again: (x, again[0])}, types=TYPES)
        for seed in range(SEED, SEED + ROUNDS):
            value = Values(seed).value(4)
            with self.subTest(seed=seed):
                given, again = program.run({"x": value}).value
                self.assertEqual((told(given), told(again)), (told(value), told(value)))

    def test_values_survive_states(self):
        program = fermata.Program("y = wait(x)\n[x, y]", inputs=["x"], functions=["wait"], types=TYPES)
        for seed in range(SEED, SEED + ROUNDS):
            values = Values(seed)
            first, second = values.value(3), values.value(3)
            with self.subTest(seed=seed):
                step = program.start({"x": first})
                state = step.save(values.random.choice(["msgpack", "json"]))
                step = fermata.load(state, types=TYPES).resume(second)
                self.assertEqual(told(step.value), told([first, second]))

    def test_exceptions_keep_their_arguments(self):
        code = "try:\n    fail()\nexcept ValueError as error:\n    kept = error.args\nraise KeyError(*kept)"
        program = fermata.Program(code, functions=["fail"], types=TYPES)
        for seed in range(SEED, SEED + ROUNDS):
            values = Values(seed)
            args = tuple(values.value(2) for _ in range(values.random.randrange(3)))
            with self.subTest(seed=seed):
                self.assertEqual(told(program.start().throw(ValueError(*args)).error.arguments), told(args))


# --- hostile ones ---


class Refuses(Exception):
    """What hostile methods raise."""


def refuse(*args, **kwargs):
    raise Refuses


def hostile_class(base, random):
    """A subclass some of whose methods raise."""
    kept = {"__new__", "__init__", "__init_subclass__", "__class__", "__getattribute__", "__setattr__", "__dict__"}
    names = sorted(set(dir(base)) - kept)
    chosen = dict.fromkeys(random.sample(names, random.randrange(1, len(names))), refuse)
    return type(f"Hostile{base.__name__}", (base,), {"__hash__": base.__hash__, **chosen})


class Trap:
    """A dataclass's field that changes the container around it, or raises, when it is read."""

    def __init__(self, act):
        self.act = act

    def __get__(self, instance, owner):
        if instance is None:
            return None  # the field's default
        return self.act()

    def __set__(self, instance, value):
        pass


def trapped(act):
    return dataclasses.make_dataclass("Trapped", [("field", object)], namespace={"field": Trap(act)})(None)


class HostileValues(Values):
    def leaf(self):
        r = self.random
        kind = r.randrange(9)
        if kind > 4:
            return super().leaf()
        if kind == 0:
            return r.choice([object(), self.leaf, type, range(3), iter([]), memoryview(b"a"), ..., Values])
        if kind == 1:
            return trapped(refuse)
        base, value = r.choice([(int, self.whole()), (float, self.real()), (str, self.text()), (bytes, b"abc"), (bytearray, b"abc")])
        try:
            return hostile_class(base, r)(value)
        except Refuses:
            return None

    def hashable(self, depth):
        return Values(self.random.getrandbits(32)).hashable(depth)

    def value(self, depth):
        r = self.random
        value = super().value(depth)
        if type(value) in (list, dict, set, tuple) and r.random() < 0.5:
            try:
                value = hostile_class(type(value), r)(value)
            except Refuses:
                return value
        if isinstance(value, list) and r.random() < 0.3:
            changes = [lambda: list.clear(value), lambda: list.append(value, 1), lambda: list.__init__(value, range(100)), lambda: value]
            act = r.choice(changes)
            list.insert(value, r.randrange(len(range(list.__len__(value))) + 1), trapped(act))
        if isinstance(value, dict) and r.random() < 0.3:
            more = {i: i for i in range(50)}
            act = r.choice([lambda: dict.clear(value), lambda: dict.update(value, a=1), lambda: dict.update(value, more), lambda: value])
            dict.__setitem__(value, "trap", trapped(act))
        return value


ALLOWED = (TypeError, ValueError, RuntimeError, AttributeError, Refuses)


class Hostile(EagerlyCollected):
    def test_hostile_values_cross_or_are_refused(self):
        session = fermata.Session(functions={"echo": lambda value: value})
        session.feed("x = None")
        for seed in range(SEED, SEED + 2 * ROUNDS):
            with self.subTest(seed=seed):
                try:
                    step = session.feed("echo(x) and None", inputs={"x": HostileValues(seed).value(4)})
                except ALLOWED as error:
                    self.assertNotIsInstance(error, SystemError)
                else:
                    self.assertIn(step.status, ("done", "raised"))
                self.assertEqual(session.feed("1 + 1").value, 2)

    def test_functions_that_give_them(self):
        seeds = iter(range(SEED, SEED + ROUNDS))
        program = fermata.Program(
            f"refused = 0\nfor i in range({ROUNDS}):\n    try:\n        give()\n    except Exception:\n        refused += 1\nrefused",
            functions={"give": lambda: HostileValues(next(seeds)).value(4)},
        )
        self.assertIn(program.run().value, range(1, ROUNDS))


if __name__ == "__main__":
    if len(sys.argv) > 1 and sys.argv[1].isdigit():
        ROUNDS = int(sys.argv.pop(1))
        SEED = int(sys.argv.pop(1)) if len(sys.argv) > 1 and sys.argv[1].isdigit() else SEED
    unittest.main()
