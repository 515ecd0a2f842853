"""What somebody who approves a call sees of the program: its values as repr() shows them in CPython, though none of its code runs."""

import dataclasses
import unittest

import fermata

DEFINITIONS = """
import collections, dataclasses, datetime, decimal, enum, fractions, ipaddress, typing, uuid
from decimal import Decimal

class Color(enum.Enum):
    RED = "red"
    NONE = None

class Level(enum.IntEnum):
    LOW = 1

class Right(enum.Flag):
    READ = 1
    WRITE = 2

@dataclasses.dataclass
class Item:
    what: str
    price: Decimal
    tags: list = dataclasses.field(default_factory=list)
    secret: str = dataclasses.field(default="", repr=False)

@dataclasses.dataclass(frozen=True, slots=True)
class Slotted:
    n: int

class Point(typing.NamedTuple):
    x: int
    y: Decimal

Pair = collections.namedtuple("Pair", "a b")

class Stack(list):
    pass
"""
VALUES = """
None
True
-5
2.5
1e300
10 ** 40
3 + 4j
'it\\'s'
'ä\\n'
b'x\\x00'
bytearray(b'y')
[1, [2, []]]
(1,)
()
(Decimal('1.50'), [Decimal('-0'), Decimal('1E+5'), Decimal('NaN'), Decimal('-Infinity')])
{'a': Decimal('249.00'), 5: {'b': [Decimal(1)]}}
set()
frozenset()
{Decimal('1.5')}
frozenset({datetime.date(2026, 11, 22)})
range(3)
range(1, 10, 2)
slice(1, None)
...
datetime.date(2026, 1, 2)
datetime.time(10)
datetime.time(10, 30, 0, 5)
datetime.time(0, 0, 7)
datetime.datetime(2026, 11, 22, 10, 0)
datetime.datetime(2026, 11, 22, 10, 0, 30)
datetime.datetime(2026, 11, 22, 10, 0, 0, 7, fold=1)
datetime.datetime(2026, 11, 22, tzinfo=datetime.timezone.utc)
datetime.datetime(2026, 11, 22, 1, 2, 3, 4, tzinfo=datetime.timezone(datetime.timedelta(hours=-3, minutes=30), 'here'))
datetime.time(1, tzinfo=datetime.timezone(datetime.timedelta(hours=2)))
datetime.timezone.utc
datetime.timedelta()
datetime.timedelta(days=-1, seconds=5)
datetime.timedelta(microseconds=7)
fractions.Fraction(-1, 3)
uuid.UUID(int=5)
ipaddress.ip_address('10.0.0.1')
ipaddress.ip_network('10.0.0.0/8')
ipaddress.ip_address('::1')
Color.RED
Color.NONE
[Level.LOW, {Color.RED: Level.LOW}]
Right.READ
Right.READ | Right.WRITE
Item('pen', Decimal('1.20'), ['a'], 'x')
[Item('pen', Decimal('1.20'))]
Slotted(5)
Point(1, Decimal('2'))
Pair([1], None)
collections.deque([1, Decimal(2)])
collections.deque([1], maxlen=3)
collections.defaultdict(list, {'a': [Decimal(1)]})
collections.Counter('a')
collections.Counter()
collections.OrderedDict([('a', Decimal(1))])
collections.OrderedDict()
{'a': Decimal(1)}.keys()
{'a': Decimal(1)}.values()
{'a': Decimal(1)}.items()
ValueError('x', Decimal('1'))
KeyError('x')
StopIteration()
Stack([Decimal('1')])
int
len
"""


def shown(code, **options):
    """The globals as they are shown where the program asks."""
    return fermata.Program(code + "\nask()", functions=["ask"], **options).start()


class Shown(unittest.TestCase):
    def test_as_repr_shows_it(self):
        names = {}
        exec(DEFINITIONS, names)
        expressions = VALUES.split("\n")[1:-1]
        code = DEFINITIONS + "values = [\n" + "\n".join(f"    (lambda: {expression})," for expression in expressions) + "\n]\n"
        step = fermata.Program(code + "def show(value):\n    ask()\nfor value in values:\n    show(value())", functions=["ask"]).start()
        for expression in expressions:
            with self.subTest(expression):
                expected = repr(eval(expression, names))
                self.assertEqual(step.stack[-1].locals["value"], expected)
            step = step.resume()
        self.assertIsInstance(step, fermata.Done)

    def test_instances_of_the_programs_own_classes(self):
        code = """
from decimal import Decimal
class Order:
    def __init__(self, id, total):
        self.id, self.total = id, total
class Told(Order):
    def __repr__(self):
        raise AssertionError("the program's code must not run")
class Slots:
    __slots__ = ("a",)
class Loud(str):
    def __repr__(self): return "!"
class Failed(Exception):
    pass
order = Order(1, Decimal("5"))
told = [Told(2, [order])]
slots = Slots()
slots.a = Decimal(1)
empty = Order.__new__(Order)
loud = {"x": Loud("y")}
failed = Failed("why", order)
endless = [order]
endless.append(endless)
order.itself = order
del order.itself
deep = []
for _ in range(100): deep = [deep]
long = ["x" * 10_000, Decimal(1)]
"""
        step = shown(code)
        order = "<Order object: id=1, total=Decimal('5')>"
        expected = {
            "order": order,
            "told": f"[<Told object: id=2, total=[{order}]>]",
            "slots": "<Slots object: a=Decimal('1')>",
            "empty": "<Order object>",
            "loud": "{'x': <Loud object 'y'>}",
            "failed": f"Failed('why', {order})",
            "endless": f"[{order}, [...]]",
        }
        for name, text in expected.items():
            with self.subTest(name):
                self.assertEqual(step.globals[name], text)
        self.assertTrue(all(len(text.encode()) <= 210 for text in step.globals.values()), step.globals)
        self.assertTrue(step.globals["long"].startswith("['xxx") and step.globals["long"].endswith("…"))

    def test_a_class_whose_repr_is_no_function(self):
        for repr_ in ("None", "13", "0", "1.5", "2.5e300", "True", "2**32", "10**30", "'x'", "[]", "...", "len", "object()", "K"):
            step = shown(f"class K:\n    pass\nK.__repr__ = {repr_}\nk = K()\nk.a = 1\nwithin = [k]")
            self.assertEqual((step.globals["k"], step.globals["within"]), ("<K object: a=1>", "[<K object: a=1>]"))

    def test_a_modules_locals_are_what_the_program_has_made(self):
        class Refused(Exception):
            pass

        @dataclasses.dataclass
        class Item:
            n: int

        async def rate(currency):
            ...

        code = "import json\nfrom math import sqrt\ntotal = 5\nitems = [Item(1)]\ndef add(): pass\nclass Own: pass\nawait rate('EUR')"
        program = fermata.Program(code, inputs=["given"], functions=[rate, len], types=[Item, Refused])
        for step in (program.start({"given": 7}), fermata.load(program.start({"given": 7}).save())):
            frame = next(frame for frame in step.tasks["Task-1"] if frame.function == "<module>")
            self.assertEqual(frame.locals, {"given": "7", "total": "5", "items": "[Item(n=1)]"})
            self.assertEqual(frame.locals.keys() | {"add", "Own"}, step.globals.keys())
        step = shown("total = 5")
        self.assertEqual(step.stack[0].locals, {"total": "5"})
        self.assertIn("total", step._repr_html_())

    def test_where_a_limit_stopped_it(self):
        code = "from decimal import Decimal\ndata = {'a': [1, (2, Decimal('3'))]}\nx = []\n"
        for more, limits in (
            ("while True: pass", fermata.Limits(steps=10_000)),
            ("while True: x.append([])", fermata.Limits(heap_bytes=8 << 20)),
            ("while True: print('y' * 100)", fermata.Limits(output_bytes=1000)),
        ):
            with self.subTest(more):
                step = fermata.Program(code + more).start(limits=limits)
                if not isinstance(step, fermata.Exhausted):
                    self.assertEqual(step.error.type, "MemoryError")
                    continue
                self.assertEqual(step.globals["data"], "{'a': [1, (2, Decimal('3'))]}")
                with self.assertRaises(fermata.LimitError) as raised:
                    step.value
                self.assertIn("data = {'a': [1, (2, Decimal('3'))]}", raised.exception.display("full"))

    def test_calls_of_shared_values(self):
        code = "x = [1]\nfor _ in range(60): x = [x, x]\nhold(x, 2)\nlook(x, y=3)"
        step = fermata.Program(code, functions=["hold"]).start()
        self.assertTrue(repr(step.call).startswith("<Call 1: hold([[[["), repr(step.call)[:100])
        self.assertLess(len(repr(step.call)), 10_000)
        session = fermata.Session(functions={"look": lambda x, y: x})
        session.feed("x = [1]\nfor _ in range(60): x = [x, x]\nNone")
        record = session.feed("look(x, y=3)\nlook(4, y=5)").calls[-1]
        self.assertEqual(repr(record), "<CallRecord 2: look(4, y=5) = 4, line 2>")

    def test_looking_changes_nothing(self):
        step = shown(DEFINITIONS + "item = [Item('pen', Decimal('1.20')), {Color.RED}, 'x' * 5000]")
        state, spent = step.save(), step.spent
        for _ in range(3):
            step.stack, step.globals
        self.assertEqual(step.save(), state)
        self.assertEqual(step.session.step.spent, spent)


if __name__ == "__main__":
    unittest.main()
