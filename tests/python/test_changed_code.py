"""Runs sleep for months, and the host's code changes: what fits today's code loads and goes on, what doesn't is named when the state is
loaded."""

import dataclasses
import enum
import typing
import unittest

import fermata

try:
    import pydantic
except ImportError:
    pydantic = None

ENCODINGS = ("msgpack", "json")


def classes(**fields):
    """Order, as it is with these fields: name=type, or name=(type, default)."""
    parts = [
        (
            name,
            *(
                [told[0], dataclasses.field(default_factory=told[1]) if callable(told[1]) else told[1]]
                if isinstance(told, tuple)
                else [told]
            ),
        )
        for name, told in fields.items()
    ]
    return dataclasses.make_dataclass("Order", parts)


Order = classes(id=int, total=int)
Color = enum.Enum("Color", {"RED": 1, "BLUE": 2})
Point = typing.NamedTuple("Point", [("x", int), ("y", int)])


def paused(code, types=(Order, Color, Point), functions=("ask", "lookup"), **options):
    """The states, in both encodings, of a program at its first call."""
    step = fermata.Program(code, functions=list(functions), types=types, **options).start()
    assert isinstance(step, fermata.Paused), step
    return [step.save(encoding) for encoding in ENCODINGS]


class Case(unittest.TestCase):
    def refused(self, state, kind, *words, **options):
        for load in (fermata.load, fermata.Session.load):
            with self.assertRaises(fermata.StateError) as caught:
                load(state, **options)
            self.assertEqual(caught.exception.kind, kind, caught.exception)
            for word in words:
                self.assertIn(word, str(caught.exception))


class WhatFits(Case):
    def test_a_field_with_a_default_is_new(self):
        code = "a, b = Order(1, 2), Order(3, 4)\nnew = ask(a)\na.tags.append('x')\nlist(map(repr, (a, b, new, Order(5, 6), a == Order(1, 2)))) + [a, isinstance(new, Order)]"
        today = classes(id=int, total=int, vat=(int, 7), tags=(list, list))
        for state in paused(code):
            step = fermata.load(state, types=[today, Color, Point])
            self.assertEqual(step.call.args, (today(1, 2),))
            step = fermata.load(step.save(), types=[today, Color, Point])  # and once more
            value = step.resume(today(9, 9, 9)).value
            self.assertEqual(value, [
                "Order(id=1, total=2, vat=7, tags=['x'])", "Order(id=3, total=4, vat=7, tags=[])", "Order(id=9, total=9, vat=9, tags=[])",
                "Order(id=5, total=6, vat=7, tags=[])", "False", today(1, 2, 7, ["x"]), True])  # fmt: skip

    def test_frozen_ones_are_still_found_as_keys(self):
        before = dataclasses.make_dataclass("Key", [("a", int)], frozen=True)
        today = dataclasses.make_dataclass("Key", [("a", int), ("b", int, 0)], frozen=True)
        code = "k = Key(1)\nd = {k: 'one'}\nask()\nnew = Key(1, 0)\n(d[k], d[new], k == new, d[Key(1)], {k: 1} == {new: 1}, Key(1, 2) in d)"
        for state in paused(code, [before]):
            self.assertEqual(fermata.load(state, types=[today]).resume().value, ("one", "one", True, "one", True, False))

    def test_a_named_tuple_has_more_at_its_end(self):
        today = typing.NamedTuple("Point", [("x", int), ("y", int), ("z", int)])
        today.__new__.__defaults__ = (0,)
        today._field_defaults = {"z": 0}
        for state in paused("p = Point(1, 2)\nnew = ask(p)\n(p, p.y, new, new.z, isinstance(new, Point), repr(new))"):
            step = fermata.load(state, types=[Order, Color, today])
            self.assertEqual(step.call.args, (today(1, 2, 0),))
            self.assertEqual(step.resume(today(4, 5, 6)).value, (today(1, 2, 0), 2, today(4, 5, 6), 6, True, "Point(x=4, y=5, z=6)"))

    def test_members_are_new(self):
        today = enum.Enum("Color", {"RED": 1, "GREEN": 3, "BLUE": 2})
        for state in paused("c = Color.RED\nnew = ask(c)\n(c, new, new is Color.GREEN, [x.name for x in Color], Color(3).name)"):
            value = fermata.load(state, types=[Order, today, Point]).resume(today.GREEN).value
            self.assertEqual(value, (today.RED, today.GREEN, True, ["RED", "BLUE", "GREEN"], "GREEN"))
        for base in (enum.IntEnum, enum.IntFlag, enum.Flag):
            before, today = base("Bits", {"A": 1, "B": 2}), base("Bits", {"A": 1, "B": 2, "C": 4})
            for state in paused("b = Bits.A\nnew = ask(b)\n(b, new, new == Bits.C, Bits(4).name)", [before]):
                self.assertEqual(fermata.load(state, types=[today]).resume(today.C).value, (today.A, today.C, True, "C"))

    def test_a_default_is_of_another_new_class(self):
        address = dataclasses.make_dataclass("Address", [("city", str, "Paris")])
        color = enum.Enum("Color", {"RED": 1, "BLUE": 2, "TEAL": 3})
        today = classes(id=int, total=int, color=(typing.Any, color.TEAL), address=(address, address))
        for state in paused("o = Order(1, 2)\nask()\n(o.color.name, o.address.city, o)"):
            step = fermata.load(state, types=[today, color, Point, address]).resume()
            self.assertEqual(step.value, ("TEAL", "Paris", today(1, 2, color.TEAL, address())))

    def test_a_function_takes_more(self):
        def ask(order, reason="", *, urgent=False):
            return order.total

        for state in paused("ask(Order(1, 2))"):
            self.assertEqual(fermata.load(state, functions=[ask], types=[Order, Color, Point], pause_at=[]).perform().value, 2)

    def test_a_function_is_asynchronous_now_or_no_more(self):
        import asyncio

        async def ask():
            return 5

        def lookup():
            return 6

        for state in paused("ask()"):
            self.assertEqual(asyncio.run(fermata.load(state, functions=[ask], pause_at=[]).run_async()).value, 5)
        for state in paused("await lookup()", functions=["async def lookup(): ..."]):
            self.assertEqual(fermata.load(state, functions=[lookup], pause_at=[]).perform().value, 6)

    def test_a_function_that_is_not_there_any_more(self):
        def lookup():
            return 6

        for code, functions in (("ask(Order(1, 2))", ["ask", "lookup"]), ("await ask(5)", ["async def ask(a): ...", "lookup"])):
            for state in paused(code, functions=functions):
                for given in ([lookup], {"lookup": lookup, "ask_": print}):
                    self.refused(state, "changed function", "no function was given for ask(", "(program.py line", "'ask'", functions=given)
                    with self.assertRaises(fermata.StateError):
                        fermata.Session.load(state, functions=given)
                self.assertEqual(fermata.load(state, functions=[lookup, "ask"], types=[Order, Color, Point]).resume(7).value, 7)
                self.assertEqual(fermata.load(state).resume(7).value, 7)
        for state in paused("import time\ntime.sleep(5)\nlookup()"):  # what is called later comes to the host
            self.assertEqual(fermata.load(state, functions={"ask": print}).calls_pending[0].kind, "timer")

    def test_whoever_only_looks_needs_none_of_it(self):
        for state in paused("ask(Order(1, 2), Color.RED)"):
            self.assertEqual([type(value).__name__ for value in fermata.load(state).call.args], ["Record", "Record"])

    def test_limits_and_what_was_spent_stay(self):
        for state in paused("x = [Order(i, i) for i in range(500)]\nask()\nlen(x)"):
            step = fermata.load(state, types=[classes(id=int, total=int, tags=(list, list)), Color, Point])
            self.assertEqual(step.spent.steps, fermata.load(state).spent.steps)
            self.assertEqual(step.resume().value, 500)


class WhatDoesNot(Case):
    def test_fields(self):
        for state in paused("Order(1, 2)\nask()"):
            self.refused(state, "changed type", "Order has no field 'total' any more", "migrate", types=[classes(id=int), Color, Point])
            self.refused(
                state,
                "changed type",
                "Order has a new field 'vat' without a default",
                types=[classes(id=int, total=int, vat=int), Color, Point],
            )
            both = [classes(id=int, amount=int), enum.Enum("Color", {"RED": 1}), Point]
            self.refused(state, "changed type", "no field 'total'", "new field 'amount'", "no member 'BLUE'", types=both)

    def test_kinds(self):
        for state in paused("ask()"):
            self.refused(
                state,
                "changed type",
                "Order is a namedtuple now, the state's is a record",
                types=[typing.NamedTuple("Order", [("id", int), ("total", int)]), Color, Point],
            )

    def test_a_class_that_is_gone(self):
        for state in paused("ask()"):
            self.refused(state, "changed type", "Color, Point", "types doesn't list", types=[Order])
            self.refused(state, "changed type", "Order, Color, Point", types=[])

    def test_calls(self):
        ways = {
            "ask(1, reason='late')": (lambda order, why: 0, "unexpected keyword argument 'reason'"),
            "ask(1, 2)": (lambda order: 0, "takes 1 positional argument but 2 were given"),
            "ask(1)": (lambda order, why: 0, "missing 1 required positional argument: 'why'"),
            "ask(1, order=1)": (lambda *, order: 0, "takes 0 positional arguments but 1"),
        }
        for code, (function, words) in ways.items():
            for state in paused("\n" + code):
                self.refused(state, "changed function", "ask(1", "(program.py line 2)", words, functions={"ask": function})
                self.refused(state, "changed function", words, functions={"ask": function}, pause_at=["ask"])
                self.assertIsInstance(fermata.load(state), fermata.Paused)
        for state in paused("ask(1)"):
            self.refused(
                state, "changed function", "missing 1 required positional argument: 'b'", functions=["def ask(a: int, b: int) -> int: ..."]
            )

    def test_all_calls_that_wait_are_named(self):
        code = "import asyncio\nawait asyncio.gather(ask(1), lookup(2), ask(3))"
        for state in paused(code, functions=["async def ask(a): ...", "async def lookup(a): ..."]):
            self.refused(state, "changed function", "ask(1)", "ask(3)", functions={"ask": lambda: 0, "lookup": lambda a: 0})

    def test_a_call_that_never_fitted_is_an_error_at_the_call(self):
        """Nobody is asked for it, and no state waits for it."""
        import asyncio

        code = "try: {0}ask(1, 2, why=3)\nexcept TypeError as error: print(error)\n{0}ask(4)"
        told = "ask() got an unexpected keyword argument 'why'\n"

        def ask(a, b=0):
            return a

        async def ask_later(a, b=0):
            return a

        for functions in ([ask], ["def ask(a: int, b: int = 0) -> int: ..."]):
            program = fermata.Program(code.format(""), functions=functions)
            session = fermata.Session(functions=functions, pause_at=["ask"])
            for step in (
                program.start(),
                program.start(pause_at=["ask"]),
                asyncio.run(program.start_async()),
                session.feed(code.format("")),
            ):
                self.assertEqual((step.status, step.call.args, step.stdout), ("paused", (4,), told))
        program = fermata.Program(code.format("await "), functions={"ask": ask_later})
        for step in (
            program.start(),
            asyncio.run(program.start_async(pause_at=["ask"])),
            asyncio.run(fermata.Session(functions={"ask": ask_later}, pause_at=["ask"]).feed_async(code.format("await "))),
        ):
            self.assertEqual((step.status, step.call.args, step.stdout), ("paused", (4,), told.replace("ask()", "ask()")))
        step = fermata.Program(code.format(""), functions=["ask"]).start()  # nothing is known about it
        self.assertEqual(step.call.kwargs, {"why": 3})

    def test_types_of_arguments(self):
        def ask(n: str):
            return n

        for state in paused("ask(5)"):
            self.refused(state, "changed function", "ask() argument 'n' must be str, not int", functions=[ask], check_types=True)
            self.assertEqual(fermata.load(state, functions=[ask], pause_at=[]).perform().value, 5)

    def test_types_of_fields(self):
        today = classes(id=int, total=str)
        for state in paused("ask(Order(1, 2))"):
            types = [today, Color, Point]
            self.refused(
                state,
                "changed function",
                "'order'.total must be str, not int",
                functions={"ask": lambda order: 0},
                types=types,
                check_types=True,
            )
            self.assertEqual(fermata.load(state, functions={"ask": lambda order: 0}, types=types, pause_at=[]).perform().value, 0)

    def test_what_is_refused_at_load_is_refused_at_the_call(self):
        def ask(order: Order) -> str:
            return repr(order)

        def bad() -> Order:
            return Order(1, "2")

        types, functions = [Order, Color, Point], [ask, bad, "def look(n: int, order: Order | None = None) -> str: ..."]
        code = "try: {}\nexcept TypeError as e: r = str(e)\nr"
        for call, said in (
            ("ask(Order(1, 'x'))", "ask() argument 'order'.total must be int, not str"),
            ("ask(bad())", "ask() argument 'order'.total must be int, not str"),
            ("ask(5)", "ask() argument 'order' must be Order, not int"),
            ("look(1); look('1')", "look() argument 'n' must be int, not str"),
        ):
            for pause_at in (None, ["ask"], []):
                with self.subTest(call=call, pause_at=pause_at):
                    program = fermata.Program(code.format(call), functions=functions, types=types, check_types=True)
                    step = program.start(pause_at=pause_at)
                    while isinstance(step, fermata.Paused):
                        step = fermata.load(step.save(), functions=functions, types=types, check_types=True)
                        step = step.resume("") if step.call.function == "look" else step.perform()
                    self.assertEqual(step.value, said)

    def test_values_that_the_class_refuses(self):
        class Order:
            def __post_init__(self):
                raise ValueError("the total is at least 10")

        Order = dataclasses.make_dataclass("Order", [("id", int), ("total", int)], bases=(Order,))
        for state in paused("ask(Order(1, 2))"):
            self.refused(state, "changed type", "the total is at least 10", types=[Order, Color, Point])

    @unittest.skipUnless(pydantic, "no pydantic")
    def test_models(self):
        before = pydantic.create_model("Item", name=(str, ...), n=(int, 1))
        strict = pydantic.create_model("Item", name=(str, ...), n=(int, pydantic.Field(1, ge=5)))
        more = pydantic.create_model("Item", name=(str, ...), n=(int, 1), size=(str, "M"))
        other = pydantic.create_model("Item", title=(str, ...), n=(int, 1))
        for state in paused("ask(Item('a'))", [before]):
            self.assertEqual(fermata.load(state, types=[more]).call.args[0], more(name="a"))
            self.refused(state, "changed type", "greater than or equal to 5", types=[strict])
            self.refused(state, "changed type", "no field 'name'", types=[other])
            step = fermata.load(state, types=[other], migrate=lambda name, fields: {"title": fields["name"], "n": fields["n"]})
            self.assertEqual(step.call.args[0], other(title="a"))

    def test_handles(self):
        class Database:
            def query(self, text):
                return text

        database = fermata.HandleType("Database", methods=["query", "drop"])
        program = fermata.Program("db.query('a')", inputs=["db"], types=[database])
        state = program.start({"db": database(Database(), "main")}).save()
        self.assertEqual(fermata.load(state, types=[database], handles={"main": Database()}, pause_at=[]).perform().value, "a")
        self.refused(state, "changed function", "no object for the handle 'main'", types=[database])
        less = fermata.HandleType("Database", methods=["drop"])
        self.refused(
            state, "changed function", "the HandleType Database has no 'query' any more", types=[less], handles={"main": Database()}
        )

        class Other:
            def query(self):
                return 1

        self.refused(state, "changed function", "takes 0 positional arguments but 1 was given", types=[database], handles={"main": Other()})
        self.refused(state, "changed function", "'object' object has no attribute 'query'", types=[database], handles={"main": object()})


class Migrate(Case):
    today = [classes(id=int, amount=int), enum.Enum("Color", {"SCARLET": 10, "NAVY": 20}), Point]

    def migrate(self, name, fields):
        self.asked.append(name)
        if name == "Order":
            return {"id": fields["id"], "amount": fields["total"] * 100}
        return {"name": {"RED": "SCARLET", "BLUE": "NAVY"}[fields["name"]], "value": None}

    def setUp(self):
        self.asked = []

    def test_arguments_and_values_of_the_heap(self):
        order, color, _ = self.today
        code = "a, b = Order(1, 2), [Order(3, 4), Color.BLUE]\nnew = ask(a, Color.RED)\n(a.total, a, b, new, new.amount, isinstance(new, Order), repr(new), new == a)"
        for state in paused(code):
            for again in (state, fermata.load(state, types=self.today, migrate=self.migrate).save()):
                step = fermata.load(again, types=self.today, migrate=self.migrate)
                self.assertEqual(step.call.args, (order(1, 200), color.SCARLET))
                step = step.resume(order(5, 6))
                self.assertEqual(
                    step.value, (2, order(1, 200), [order(3, 400), color.NAVY], order(5, 6), 6, True, "Order(id=5, amount=6)", False)
                )

    def test_a_class_has_another_name(self):
        purchase = dataclasses.make_dataclass("Purchase", [("id", int)])
        for state in paused("x = [Order(1, 2)]\nask(x[0])\n(x, Color.RED, Point(1, 2))"):
            step = fermata.load(state, types=[purchase, Color, Point], migrate=lambda name, fields: purchase(fields["id"]))
            self.assertEqual(step.call.args, (purchase(1),))
            self.assertEqual(step.resume().value, ([purchase(1)], Color.RED, Point(1, 2)))

    def test_a_value_that_it_does_not_map_is_found_at_load(self):
        """Also one that no call passes."""
        for migrate, words in (
            (lambda name, fields: fields, "its fields are id, total"),
            (lambda name, fields: None, "migrate() gave nothing for Order(id=1, total=2)"),
            (lambda name, fields: {}[name], "migrate() raised KeyError for Order(id=1, total=2)"),
        ):
            for code in ("ask(Order(1, 2))", "x = {1: [Order(1, 2)]}\nask()\nx"):
                for state in paused(code):
                    self.refused(state, "changed type", words, types=self.today, migrate=migrate)

    def test_it_is_not_asked_about_what_fits(self):
        for state in paused("class Mine:\n    pass\nx = Order(1, 2)\nask(x, Color.RED)\nx"):
            step = fermata.load(state, types=[Order, Color, Point], migrate=self.migrate).resume()
            self.assertEqual((step.value, self.asked), (Order(1, 2), []))

    def test_a_field_of_the_same_name_is_of_another_type(self):
        """Values that the program makes from then on, too, whichever fit today's types; and once the state was saved again."""
        before, today = classes(id=str, total=float), classes(id=str, total=int)

        def cents(name, fields):
            return {**fields, "total": round(fields["total"] * 100)}

        for state in paused("a = Order('x', 2.5)\nask(a, Order('y', 2))\nlookup(Order('z', 3))\n(a, Order('z', 0.5).total)", [before]):
            for check_types in (False, True):
                for again in (state, fermata.load(state, types=[today], migrate=cents).save()):
                    step = fermata.load(
                        again, functions={"ask": None, "lookup": None}, types=[today], migrate=cents, check_types=check_types
                    )
                    self.assertEqual(step.call.args, (today("x", 250), today("y", 200)))
                    step = step.resume()
                    self.assertEqual(step.call.args, (today("z", 300),))
                    self.assertEqual(step.resume().value, (today("x", 250), 0.5))

    def test_only_a_change_of_types_counts(self):
        optional, text = typing.Optional[int], typing.Annotated[int, "in cents"]
        cents = typing.NewType("Cents", int)
        for before, today, asked in (
            (optional, int | None, 0), (int, text, 0), (typing.List[int], list[int], 0), (typing.Literal[1, 2], typing.Literal[2, 1], 0), (dict[str, Order], "dict[str, Order]", 0),
            (int, cents, 1), (int, float, 1), (list[int], list[str], 1), (int, optional, 1), (typing.Callable[[int], str], typing.Callable[[str], str], 1),
        ):  # fmt: skip
            with self.subTest(before=before, today=today):
                before, today = classes(id=int, total=before), classes(id=int, total=today, vat=(int, 7))
                point = typing.NamedTuple("Point", [("x", int), ("y", int)])
                for state in paused("ask(Order(1, 2), Point(1, 2))", [before, Point]):
                    self.asked = []
                    fermata.load(state, types=[today, point], migrate=lambda name, fields: self.asked.append(name) or fields)
                    self.assertEqual(set(self.asked), {"Order"} if asked else set())
                    known = fermata.load(state, types=[today, point]).save()  # it has the new field then, of today's type
                    fermata.load(
                        known, types=[classes(id=int, total=before.__annotations__["total"], vat=(int, 7)), point], migrate=self.migrate
                    )
                    self.assertEqual(set(self.asked), {"Order"} if asked else set())

    def test_states_that_do_not_tell_types(self):
        """Those of old releases: what isn't of today's types is mapped."""
        from unittest import mock

        before, today = classes(id=str, total=float), classes(id=str, total=int)
        with mock.patch("fermata._values.Types.shapes", lambda types: {}):
            states = paused("ask(Order('x', 2.5), Order('y', 2))", [before])
        for state in states:
            step = fermata.load(state, types=[today], migrate=lambda name, fields: {**fields, "total": round(fields["total"] * 100)})
            self.assertEqual(step.call.args, (today("x", 250), today("y", 2)))

    @unittest.skipUnless(pydantic, "no pydantic")
    def test_models_of_the_same_names(self):
        before, today = (pydantic.create_model("Item", name=(str, ...), n=(kind, 1)) for kind in (float, int))
        for state in paused("ask(Item(name='a', n=2.0))", [before]):
            step = fermata.load(state, types=[today], migrate=lambda name, fields: {**fields, "n": round(fields["n"] * 100)})
            self.assertEqual(step.call.args[0], today(name="a", n=200))

    def test_values_of_today_enter_as_they_were_before(self):
        before, today = classes(id=str, total=float), classes(id=str, total=int)
        other = classes(id=str, cents=int)
        code = "n = ask()\nlookup(n)\n(type(n) is Order, n.total, n, [n, n])"
        for now, ways in (
            (today, (lambda name, f: {**f, "total": round(f["total"] * 100)}, lambda name, f: {**f, "total": f["total"] / 100})),
            (
                other,
                (
                    lambda name, f: {"id": f["id"], "cents": round(f["total"] * 100)},
                    lambda name, f: {"total": f["cents"] / 100, "id": f["id"]},
                ),
            ),
        ):
            for state in paused(code, [before]):
                step = fermata.load(state, types=[now], migrate=ways[0], migrate_back=ways[1]).resume(now("y", 999))
                self.assertEqual(step.call.args, (now("y", 999),))
                step = fermata.load(step.save(), types=[now], migrate=ways[0], migrate_back=ways[1])
                self.assertEqual(step.resume().value, (True, 9.99, now("y", 999), [now("y", 999)] * 2))

    def test_values_of_today_that_can_not_be_what_they_were(self):
        before, today = classes(id=str, total=float), classes(id=str, total=int)
        code = "try: ask()\nexcept TypeError as e: r = str(e)\nr"
        for back, words in (
            (None, "give migrate_back"),
            (lambda name, fields: None, "migrate_back() gave None"),
            (lambda name, fields: {"id": 1}, "and not the fields id, total"),
        ):
            for state in paused(code, [before]):
                step = fermata.load(
                    state,
                    functions={"ask": lambda: today("y", 999)},
                    types=[today],
                    migrate=lambda name, fields: fields,
                    migrate_back=back,
                    pause_at=[],
                )
                self.assertIn(words, step.perform().value)

    def test_classes_of_the_program_are_not_its_affair(self):
        code = "import dataclasses\n@dataclasses.dataclass\nclass Own:\n    a: int\nask(Own(1))"
        for state in paused(code):
            step = fermata.load(state, types=[self.today[0], Color, Point], migrate=self.migrate)
            self.assertEqual(step.call.args[0].type_name, "Own")
            self.assertEqual(self.asked, [])


if __name__ == "__main__":
    unittest.main()
