"""Values of classes at the border of the package: dates, decimals, enums, named tuples, dataclasses, models, handles."""

import asyncio
import collections
import dataclasses
import datetime
import decimal
import enum
import typing
import unittest
import uuid

import fermata
from fermata._values import Types


@dataclasses.dataclass
class Item:
    name: str
    price: decimal.Decimal = decimal.Decimal("1.50")


@dataclasses.dataclass(frozen=True)
class Order:
    id: int
    items: list = dataclasses.field(default_factory=list)
    total: int = dataclasses.field(init=False, default=0)


class Color(enum.Enum):
    RED = 1
    BLUE = "b"


class Access(enum.Flag):
    READ = 1
    WRITE = 2


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2


class Point(typing.NamedTuple):
    x: int
    y: int = 0


class Database:
    version = "1.2"

    def __init__(self):
        self.asked = []

    def query(self, text, *, limit=10):
        self.asked.append((text, limit))
        return [text, limit]

    async def slow(self, x):
        await asyncio.sleep(0.001)
        return x + 1

    def __len__(self):
        return 7

    def drop(self):
        raise AssertionError("not allowed")


DATABASE = fermata.HandleType("Database", methods=["query", "__len__"], attributes=["version"], asynchronous=["slow"])


def echo(x, types=()):
    return fermata.Program("x", inputs=["x"], types=types).run({"x": x}).value


class Values(unittest.TestCase):
    def test_library_values_come_back_equal(self):
        tz = datetime.timezone(datetime.timedelta(hours=5, minutes=30))
        values = [
            datetime.date(2026, 11, 21),
            datetime.datetime(2026, 11, 21, 10, 0, 0, 1, tz),
            datetime.datetime(2026, 10, 25, 2, 30, fold=1),
            datetime.time(10, 30, tzinfo=datetime.timezone.utc),
            datetime.timedelta(days=-1, microseconds=5),
            decimal.Decimal("-1.500E+7"),
            decimal.Decimal("NaN"),
            uuid.UUID("12345678-1234-5678-1234-567812345678"),
            1 - 2j,
        ]
        for value in values:
            with self.subTest(value=value):
                crossed = echo(value)
                self.assertIs(type(crossed), type(value))
                self.assertEqual(repr(crossed), repr(value))
                self.assertEqual(repr(echo([{"k": (value,)}])), repr([{"k": (value,)}]))

    def test_the_program_works_with_them(self):
        code = "import datetime, decimal\n(day + datetime.timedelta(days=1), price * 2, isinstance(day, datetime.date), price.__class__.__name__)"
        inputs = {"day": datetime.date(2026, 12, 31), "price": decimal.Decimal("1.1")}
        value = fermata.Program(code, inputs=list(inputs)).run(inputs).value
        self.assertEqual(value, (datetime.date(2027, 1, 1), decimal.Decimal("2.2"), True, "Decimal"))

    def test_values_of_the_hosts_classes_come_back_of_their_classes(self):
        order = Order(3, [Item("cup"), Item("tea", decimal.Decimal(2))])
        object.__setattr__(order, "total", 9)
        for value in (order, Color.RED, Color.BLUE, Access.READ | Access.WRITE, Level.HIGH, Point(1, 2), [Point(3)], {"k": Color.RED}):
            for types in ((), (Order, Item, Color, Access, Level, Point)):
                with self.subTest(value=value, declared=bool(types)):
                    crossed = echo(value, types)
                    self.assertEqual(crossed, value)
                    self.assertIs(type(crossed), type(value))

    def test_declared_types_are_names_of_the_program(self):
        code = "o = Order(id=1)\no.items.append(Item('a'))\np = Point(4)\n(o, o == Order(1, [Item('a')]), Color.BLUE, isinstance(p, tuple), p, Color('b') is Color.BLUE)"
        program = fermata.Program(code, types=[Order, Item, Color, Point])
        self.assertEqual(program.check(), [])
        value = program.run().value
        self.assertEqual(value, (Order(1, [Item("a")]), True, Color.BLUE, True, Point(4), True))

    def test_classes_that_the_host_does_not_know_are_records(self):
        code = "import dataclasses, enum, collections\n@dataclasses.dataclass\nclass A:\n    x: int\nE = enum.Enum('E', 'P Q')\nN = collections.namedtuple('N', 'a b')\n[A(5), E.Q, N(1, 2)]"
        a, e, n = fermata.Program(code).run().value
        self.assertEqual((a.type_name, a.x, a.fields, repr(a)), ("A", 5, {"x": 5}, "A(x=5)"))
        self.assertEqual((e.type_name, e.name, e.value), ("E", "Q", 2))
        self.assertEqual((n.type_name, n.fields), ("N", {"a": 1, "b": 2}))
        self.assertEqual(echo(a), a)
        with self.assertRaises(AttributeError):
            a.y

    def test_a_forged_value_of_a_hosts_class_is_refused(self):
        seen = []
        code = "import dataclasses\n@dataclasses.dataclass\nclass Item:\n    other: int\ntry:\n    pay(Item(1))\nexcept TypeError as e:\n    r = str(e)\nr"
        value = fermata.Program(code, functions={"pay": seen.append, "use": print}, types=[Item]).run().value
        self.assertIn("isn't the host's", value)
        self.assertEqual(seen, [])

    def test_host_functions_get_and_give_them(self):
        def price(item: Item) -> decimal.Decimal:
            assert isinstance(item, Item)
            return item.price

        code = "sum([price(i) for i in items])"
        self.assertEqual(
            fermata.Program(code, inputs=["items"], functions=[price]).run({"items": [Item("a"), Item("b")]}).value, decimal.Decimal("3.00")
        )

    def test_they_survive_saving(self):
        step = fermata.Program("got = ask(Order(2), Color.RED)\n(got, got.day)", functions=["ask"], types=[Order, Color]).start()
        for encoding in ("msgpack", "json"):
            again = fermata.load(step.save(encoding), types=[Order, Color])
            self.assertEqual(again.call.args, (Order(2), Color.RED))
            self.assertEqual(again.resume(datetime.date(2026, 1, 2)).value, (datetime.date(2026, 1, 2), 2))
        self.assertEqual(fermata.load(step.save()).call.args[0].type_name, "Order")

    def test_classes_that_come_from_others_do_in_programs(self):
        @dataclasses.dataclass
        class Base:
            id: int
            tags: list = dataclasses.field(default_factory=list)

        @dataclasses.dataclass
        class Middle(Base):  # which the program doesn't have
            note: str = ""

        @dataclasses.dataclass
        class Derived(Middle):
            more: int = 0

        @dataclasses.dataclass(frozen=True)
        class Alone:
            base: Base

        def get() -> list[Base]:
            return [Base(1), Derived(2, more=3)]

        code = """
found = get()
kinds = []
for one in found:
    match one:
        case Derived(id=i, more=m): kinds.append(("derived", i, m))
        case Base(id=i): kinds.append(("base", i))
made = Derived(4, ["x"], "n", 5)
[[isinstance(one, Base) for one in (*found, made)], [isinstance(one, Derived) for one in found], kinds, repr(made), made, Derived.__mro__[1] is Base, Alone(made).base is made]
"""
        self.assertIn("class Derived(Base):\n    id: int\n", fermata.describe([get], types=[Derived]))
        made = Derived(4, ["x"], "n", 5)
        expected = [
            [True] * 3,
            [False, True],
            [("base", 1), ("derived", 2, 3)],
            "Derived(id=4, tags=['x'], note='n', more=5)",
            made,
            True,
            True,
        ]
        for types in ([Base, Derived, Alone], [Derived, Alone, Base]):
            program = fermata.Program(code, functions=[get], types=types)
            self.assertEqual(program.run().value, expected)
            step = program.start(pause_at=["get"])
            self.assertEqual(fermata.load(step.save(), functions=[get], types=types).perform().value, expected)

    def test_enums_of_texts_and_numbers_are_texts_and_numbers(self):
        class Currency(str, enum.Enum):
            EUR = "EUR"
            USD = "USD"

        class Rate(float, enum.Enum):
            LOW = 1.5

        code = (
            "import json\nc = ask()\n[c == 'EUR', isinstance(c, str), {'EUR': 1}.get(c), json.dumps([c]), c.lower(), c is Currency.EUR, f'{c.value}', "
            "Currency('USD').name, Rate.LOW * 2, [m.value for m in Currency], c]"
        )
        expected = [True, True, 1, '["EUR"]', "eur", True, "EUR", "USD", 3.0, ["EUR", "USD"], Currency.EUR]
        step = fermata.Program(code, functions=["ask"], types=[Currency, Rate]).start()
        self.assertEqual(fermata.load(step.save(), types=[Currency, Rate]).resume(Currency.EUR).value, expected)
        self.assertEqual(step.resume(Currency.EUR).value, expected)

        def pay(currency: Currency) -> Currency:
            return currency

        self.assertIn("class Currency(str, Enum):", fermata.describe([pay]))

    def test_a_member_that_the_host_does_not_have_is_refused(self):
        """Whoever decides about a call is shown the member's name."""

        class Bits(enum.IntFlag):
            A = 1
            B = 2

        class Currency(str, enum.Enum):
            EUR = "EUR"
            USD = "USD"

        made_up = (
            "object.__new__(Color)|EVIL|1",
            "object.__new__(Color)|RED|'b'",
            "object.__new__(Color)|RED|99",
            "object.__new__(Color)|None|7",
            "Color.RED|HARMLESS|1",
            "Color.RED|RED|'b'",
            "object.__new__(Access)|READ|2",
            "object.__new__(Access)|NONE|3",
            "object.__new__(Access)|READ/WRITE|1",
            "int.__new__(Bits, 2)|A|2",
            "int.__new__(Bits, 9)|A/B|9",
            "str.__new__(Currency, 'EUR')|EUR|'USD'",
            "str.__new__(Currency, 'EUR')|X|'EUR'",
        )
        types = [Color, Access, Level, Bits, Currency]
        for told in made_up:
            made, name, value = told.split("|")
            name = None if name == "None" else name.replace("/", "|")
            own = f"one = {made}\none._name_ = {name!r}\none._value_ = {value}"
            self.refused(own, types, "isn't the host's: it has no member")
        for own in (
            "import enum\nclass Color(enum.Enum):\n    ANY = 1\none = Color.ANY",
            "import enum\nclass Color(enum.Enum):\n    BLUE = 1\none = Color.BLUE",
            "Color._member_map_['EVIL'] = Color.RED\nColor.RED._name_ = 'EVIL'\none = Color['EVIL']",
        ):
            self.refused(own, types, "isn't the host's: it has no member")

    def refused(self, own, types, words):
        seen = []
        code = f"{own}\ntry:\n    take(one)\nexcept TypeError as error:\n    print(error)"
        printed = []
        fermata.Program(code, functions={"take": seen.append}, types=types).run(on_output=lambda _, text: printed.append(text))
        with self.subTest(own=own):
            self.assertEqual(seen, [])
            self.assertIn(words, "".join(printed))
        with self.subTest(own=own), self.assertRaisesRegex(fermata.CrossingError, words):
            fermata.Program(f"{own}\n[one]", types=types).run().exact()

    def test_members_of_all_sorts_come_back(self):
        @dataclasses.dataclass
        class Size:
            width: int

        class Odd(enum.Enum):
            SIZE = Size(3)
            NAN = float("nan")
            MANY = (1, [2], {"a": {3}})
            DAY = datetime.date(2026, 1, 2)
            ALSO = datetime.date(2026, 1, 2)

        class Bits(enum.IntFlag):
            A = 1
            B = 2

        class Mode(enum.Flag):
            R = 4
            W = 2
            RW = 6

        for member in (
            *Odd,
            Odd.ALSO,
            *Bits,
            Bits(3),
            Bits(0),
            Bits(9),
            ~Bits.A,
            *Mode,
            Mode.RW,
            Mode(0),
            Mode.R | Mode.W,
            Level.LOW,
            Access(0),
            ~Access.READ,
        ):
            with self.subTest(member=member):
                step = fermata.Program("give(x, x)", inputs=["x"], functions=["give"], types=[type(member)]).start({"x": member})
                for paused in (step, fermata.load(step.save(), types=[type(member)])):
                    self.assertEqual(paused.call.args, (member, member))
                    self.assertEqual(repr(paused.call.args[0]), repr(member))

    def test_after_a_load_functions_get_the_classes_of_their_signatures(self):
        def day_of(order: Order) -> str:
            return f"{type(order).__name__} {order.id} {order.total}"

        def tells(color: Color) -> bool:
            return color is Color.RED

        program = fermata.Program("[day_of(order), tells(color)]", functions=[day_of, tells], inputs=["order", "color"])
        step = program.start({"order": Order(2), "color": Color.RED})
        for load in (
            lambda: fermata.load(step.save(), functions=[day_of, tells]),
            lambda: fermata.load(step.save(), functions=[day_of, tells], types=[Order, Color]),
            lambda: fermata.load(step.save("json"), functions={"day_of": day_of, "tells": tells}),
        ):
            loaded = load()
            self.assertEqual(loaded.call.args, (Order(2),))
            while not isinstance(loaded, fermata.Done):
                loaded = loaded.perform()
            self.assertEqual(loaded.value, [day_of(Order(2)), True])
        self.assertEqual(fermata.load(step.save(), functions=["day_of", "tells"]).call.args[0].type_name, "Order")

    def test_a_dict_that_is_an_ordereddict_or_defaultdict_crosses_as_dict(self):
        for value in (collections.OrderedDict(a=1), collections.defaultdict(int, a=1), collections.Counter("a")):
            self.assertEqual(echo(value), {"a": 1})

    def test_arrays_and_views_of_numbers_are_lists(self):
        for code, value in (
            ("array.array('d', [1.5, 2])", [1.5, 2.0]),
            ("array.array('u', 'äb')", ["ä", "b"]),
            ("[type('A', (array.array,), {})('q', [-1, 2 ** 40])]", [[-1, 2**40]]),
            ("memoryview(b'abcd').cast('H')", [25185, 25699]),
            ("memoryview(array.array('f', [0.5]))", [0.5]),
            ("memoryview(b'abcd')", b"abcd"),
            ("memoryview(b'abcd')[::2]", b"ac"),
        ):
            with self.subTest(code=code):
                seen = []
                step = fermata.Program(f"import array\nsee({code})\n{code}", functions={"see": lambda given: seen.append(given)}).run()
                self.assertEqual((step.exact(), seen), (value, [value]))
        with self.assertRaises(fermata.CrossingError):
            fermata.Program("memoryview(b'abcd').cast('B', (2, 2))").run().exact()


class Handles(unittest.TestCase):
    def test_methods_and_attributes_are_calls_of_the_host(self):
        database = Database()
        program = fermata.Program("(db.query('a', limit=3), db.version, len(db), repr(db))", inputs=["db"], types=[DATABASE])
        result = program.run({"db": DATABASE(database, "main")})
        self.assertEqual(result.value, (["a", 3], "1.2", 7, "<Database 'main'>"))
        self.assertEqual(database.asked, [("a", 3)])
        self.assertEqual([call.function for call in result.calls], ["Database.query", "Database.version", "Database.__len__"])

    def test_nothing_else_can_be_used(self):
        for code in (
            "db.drop()",
            "db.asked",
            "db.x = 1",
            "type(db)()",
            "db.__dict__['asked']",
            "object.__new__(type(db))",
            "import copy; copy.copy(db).drop()",
        ):
            with self.subTest(code=code), self.assertRaises(fermata.RuntimeError):
                fermata.Program(code, inputs=["db"], types=[DATABASE]).run({"db": DATABASE(Database(), "main")})

    def test_a_handle_is_declared_by_being_an_input(self):
        database = Database()
        program = fermata.Program("db.query(1)", inputs=["db"])
        self.assertEqual(program.run({"db": fermata.handle(database, "d", methods=["query"])}).value, [1, 10])
        session = fermata.Session()
        self.assertEqual(session.feed("db.query(2)", inputs={"db": fermata.handle(database, "d", methods=["query"])}).value, [2, 10])
        self.assertEqual(session.feed("db.query(3)").value, [3, 10])

    def test_asynchronous_methods_are_awaited(self):
        program = fermata.Program("import asyncio\nawait asyncio.gather(db.slow(1), db.slow(2))", inputs=["db"], types=[DATABASE])
        self.assertEqual(program.run({"db": DATABASE(Database(), "main")}).value, [2, 3])

    def test_handles_are_bound_again_at_load(self):
        program = fermata.Program("ask()\ndb.query('later')", inputs=["db"], functions=["ask"], types=[DATABASE])
        step = program.start({"db": DATABASE(Database(), "main")})
        other = Database()
        session = fermata.load(step.save(), types=[DATABASE], handles={"main": other}, pause_at=["ask"]).resume()
        self.assertEqual(session.value, ["later", 10])
        self.assertEqual(other.asked, [("later", 10)])
        with self.assertRaisesRegex(fermata.UsageError, "no object for the handle 'main'"):  # not the program's mistake
            fermata.load(step.save(), types=[DATABASE], pause_at=["ask"]).resume()

    def test_host_functions_get_the_object_itself(self):
        database = Database()
        got = []
        fermata.Program("use(db)", inputs=["db"], functions={"use": got.append}, types=[DATABASE]).run({"db": DATABASE(database, "main")})
        self.assertIs(got[0], database)

    def test_what_dir_lists(self):
        code = "names = dir(db)\n[name for name in names if not name.isidentifier()], [name in names for name in ('query', 'version', 'slow', '__len__', 'other')]"
        value = fermata.Program(code, inputs=["db"], types=[DATABASE]).run({"db": DATABASE(object(), "main")}).value
        self.assertEqual(value, ([], [True, True, True, True, False]))

    def test_a_method_takes_handles_of_its_type_only(self):
        text = fermata.HandleType("Text", methods=["format", "join"])
        other = fermata.HandleType("Other", methods=["query"])
        code = (
            "def find(x):\n"  # the host function within the method
            "    for f in [x, *[c.cell_contents for c in getattr(x, '__closure__', None) or ()]]:\n"
            "        yield f\n"
            "told = []\n"
            "for method in find(type(t).__dict__['format']):\n"
            "    for receiver in ('{0.__class__}', db, None, 3):\n"
            "        try: told.append(method(receiver, db))\n"
            "        except Exception as e: told.append(type(e).__name__)\n"
            "told"
        )
        program = fermata.Program(code, inputs=["t", "db"], types=[text, DATABASE, other])
        told = program.run({"t": text("a {}", "text"), "db": DATABASE(Database(), "main")}).value
        self.assertEqual(set(told), {"TypeError"})

    def test_an_object_whose_handle_was_bound_anew_is_no_receiver(self):
        types = Types([DATABASE])
        query = types.functions()["Database.query"]
        first, second = Database(), Database()
        types.flatten(DATABASE(first, "a"))
        self.assertEqual(query(first, 1), [1, 10])
        types.flatten(DATABASE(second, "a"))
        self.assertEqual(query(second, 1), [1, 10])
        for wrong in (first, "text", None, Database()):
            with self.assertRaises(TypeError):
                query(wrong, 1)

    def test_a_name_bound_at_load_is_of_one_type(self):
        other = fermata.HandleType("Other", methods=["drop"])
        program = fermata.Program(
            "ask()\nfor use in (lambda: db.query('q'), lambda: o.drop()):\n    try: r = use()\n    except Exception as e: r = type(e).__name__\nr",
            inputs=["db", "o"],
            functions=["ask"],
            types=[DATABASE, other],
        )
        step = program.start({"db": DATABASE(Database(), "main"), "o": other(Database(), "main")})
        step = fermata.load(step.save(), types=[DATABASE, other], handles={"main": Database()}, pause_at=["ask"])
        with self.assertRaisesRegex(fermata.UsageError, "no object for the handle 'main'"):
            step.resume()
        self.assertEqual(step.session.step.call.function, "Other.drop")

    def test_a_host_function_returns_a_handle(self):
        def connect():
            return DATABASE(Database(), "made")

        self.assertEqual(fermata.Program("connect().query(5)", functions=[connect], types=[DATABASE]).run().value, [5, 10])


if __name__ == "__main__":
    unittest.main()
