"""Arguments of host calls: whether they bind (in CPython's words), whether they are of their types, and what a program's text shows."""

import dataclasses
import decimal
import enum
import random
import unittest
from collections.abc import Collection, Iterable, Mapping, MutableMapping, Sequence, Set
from typing import Any, Literal, NamedTuple, Optional, TypedDict, Union

import fermata
from fermata._values import argument_findings, check_call, checked
from fermata._describe import Signature, signatures_of


class Colour(enum.Enum):
    RED = "red"
    BLUE = "blue"


@dataclasses.dataclass
class Order:
    id: int
    colour: Colour = Colour.RED


@dataclasses.dataclass
class Tree:
    left: "Tree | None" = None
    right: "Tree | None" = None


@dataclasses.dataclass(frozen=True, slots=True)
class Frozen:
    orders: list[Order]


class Point(NamedTuple):
    x: float
    y: float = 0.0


class Address(TypedDict):
    street: str


def random_function(generator: random.Random) -> str:
    names = list("abcdef")
    generator.shuffle(names)
    only, plain, keyword = (generator.randint(0, 2) for _ in range(3))
    positional = names[: only + plain]
    first_default = generator.randint(0, len(positional))
    parts = []
    for i, name in enumerate(positional):
        parts.append(name + ("=1" if i >= first_default else ""))
        if i == only - 1:
            parts.append("/")
    if generator.random() < 0.2:
        parts.append("*rest")
    elif keyword:
        parts.append("*")
    parts.extend(name + generator.choice(["", "=1"]) for name in names[only + plain : only + plain + keyword])
    if generator.random() < 0.2:
        parts.append("**extra")
    return f"def f({', '.join(parts)}): pass"


class Binding(unittest.TestCase):
    def test_messages_are_those_of_cpython(self) -> None:
        generator = random.Random(17)
        failures = 0
        for _ in range(400):
            source = random_function(generator)
            names: dict[str, Any] = {}
            exec(source, names)
            signatures = [signatures_of([names["f"]])[0], signatures_of([source])[0]]
            for _ in range(10):
                args = [0] * generator.randint(0, 5)
                kwargs = {name: 1 for name in generator.sample("abcdefgh", generator.randint(0, 3))}
                wanted = None
                try:
                    names["f"](*args, **kwargs)
                except TypeError as error:
                    wanted = str(error)
                    failures += 1
                for signature in signatures:
                    told = None
                    try:
                        check_call(signature, args, kwargs)
                    except TypeError as error:
                        told = str(error)
                    self.assertEqual(told, wanted, f"{source} called with {args} {kwargs}")
        self.assertGreater(failures, 1000)

    def test_the_name_is_the_one_it_is_offered_under(self) -> None:
        (signature,) = signatures_of({"lookup": lambda order_id: None})
        with self.assertRaisesRegex(TypeError, r"^lookup\(\) missing 1 required positional argument: 'order_id'$"):
            check_call(signature, (), {})

    def test_nothing_known_takes_anything(self) -> None:
        self.assertEqual(check_call(Signature("f"), (1,), {"a": 2}), ((1,), {"a": 2}))


class Types(unittest.TestCase):
    def check(self, annotation: Any, value: Any) -> Any:
        def f(a):
            ...

        f.__annotations__ = {"a": annotation}
        return check_call(signatures_of([f])[0], (value,), {}, check_types=True)[0][0]

    def test_what_fits_is_given_as_it_is(self) -> None:
        for annotation, value in [
            (int, 1),
            (float, 1.5),
            (float, 1),
            (str, "x"),
            (bool, True),
            (bytes, b"x"),
            (None, None),
            (Any, object),
            (list, [1]),
            (list[int], [1, 2]),
            (dict[str, int], {"a": 1}),
            (tuple[int, str], (1, "a")),
            (tuple[int, ...], (1, 2, 3)),
            (set[int], {1}),
            (Optional[int], None),
            (Union[int, str], "a"),
            (Literal["a", 2], 2),
            (Colour, Colour.RED),
            (Order, Order(1)),
            (Address, {"street": "x"}),
            (object, 1),
            ("Gone", 1),
        ]:
            with self.subTest(annotation=annotation):
                self.assertEqual(self.check(annotation, value), value)
                self.assertIs(type(self.check(annotation, value)), type(value))

    def test_an_int_is_a_decimal(self) -> None:
        def pay(amount: decimal.Decimal) -> str:
            return repr(amount)

        program = fermata.Program("pay(100)", functions=[pay], check_types=True)
        self.assertEqual(program.run().value, "Decimal('100')")
        self.assertEqual(fermata.Program("pay('1.50')", functions=[pay], check_types=True).run().value, "Decimal('1.50')")
        for wrong, raised in (("True", "TypeError"), ("1.5", "TypeError"), ("'1O0'", "ValueError"), ("'inf'", "ValueError")):
            self.assertEqual(fermata.Program(f"pay({wrong})", functions=[pay], check_types=True).start(pause_at=[]).error.type, raised)

    def test_what_does_not_fit(self) -> None:
        for annotation, value, message in [
            (int, "1", "f() argument 'a' must be int, not str"),
            (int, True, "f() argument 'a' must be int, not bool"),
            (int, 1.0, "f() argument 'a' must be int, not float"),
            (float, True, "f() argument 'a' must be float, not bool"),
            (str, None, "f() argument 'a' must be str, not NoneType"),
            (Optional[int], "x", "f() argument 'a' must be int | None, not str"),
            (list[int], [1, "x"], "f() argument 'a'[1] must be int, not str"),
            (list[int], (1,), "f() argument 'a' must be list[int], not tuple"),
            (set[int], {"x"}, "f() argument 'a': an item must be int, not str"),
            (Sequence[int], ["a"], "f() argument 'a'[0] must be int, not str"),
            (Sequence[int], "ab", "f() argument 'a'[0] must be int, not str"),
            (Sequence[int], {1}, "f() argument 'a' must be Sequence[int], not set"),
            (Iterable[str], {1: 2}, "f() argument 'a': a key must be str, not int"),
            (Collection[int], frozenset({"a"}), "f() argument 'a': an item must be int, not str"),
            (Set[int], {"a"}, "f() argument 'a': an item must be int, not str"),
            (Mapping[str, int], {"a": "x"}, "f() argument 'a'['a'] must be int, not str"),
            (MutableMapping[str, int], {1: 1}, "f() argument 'a': a key must be str, not int"),
            (Sequence[Order], [{"id": 1}, {"id": "x"}], "f() argument 'a'[1].id must be int, not str"),
            (Optional[Order], {"id": "x"}, "f() argument 'a'.id must be int, not str"),
            (Optional[list[int]], [1, "x"], "f() argument 'a'[1] must be int, not str"),
            (Union[Order, Point], {"id": "x"}, "f() argument 'a' must be Order | Point, not dict"),
            (dict[str, int], {"k": "v"}, "f() argument 'a'['k'] must be int, not str"),
            (tuple[int, str], (1,), "f() argument 'a' must be tuple[int, str], not a tuple of 1"),
            (Literal["a"], "b", "f() argument 'a' must be one of 'a', not 'b'"),
            (Literal[1], True, "f() argument 'a' must be one of 1, not True"),
            (Colour, "green", "f() argument 'a' must be one of 'red', 'blue', not 'green'"),
            (Order, {"id": "x"}, "f() argument 'a'.id must be int, not str"),
            (Order, {"id": 1, "more": 2}, "f() argument 'a': Order has no field 'more'"),
            (Order, {}, "f() argument 'a': Order lacks its field 'id'"),
            (Order, 7, "f() argument 'a' must be Order, not int"),
            (Address, {"street": 1}, "f() argument 'a'.street must be str, not int"),
        ]:
            with self.subTest(annotation=annotation, value=value), self.assertRaises((TypeError, ValueError)) as caught:
                self.check(annotation, value)
            self.assertEqual(str(caught.exception), message)

    def test_fields_of_instances(self) -> None:
        wrong: Any = "x"
        for annotation, value, message in [
            (Order, Order(wrong), "f() argument 'a'.id must be int, not str"),
            (Optional[Order], Order(wrong), "f() argument 'a'.id must be int, not str"),
            (Any, Order(wrong), "f() argument 'a'.id must be int, not str"),
            (list[Order], [Order(1), Order(wrong)], "f() argument 'a'[1].id must be int, not str"),
            (Point, Point(1.0, wrong), "f() argument 'a'.y must be float, not str"),
            (Tree, Tree(Tree(wrong)), "f() argument 'a'.left must be Tree | None, not str"),
        ]:
            with self.subTest(annotation=annotation, value=value), self.assertRaises((TypeError, ValueError)) as caught:
                self.check(annotation, value)
            self.assertTrue(str(caught.exception).endswith(message.split("argument 'a'")[1]), str(caught.exception))
        given: Any = Order(1, "blue")  # type: ignore[arg-type]
        self.assertEqual((self.check(Order, given), given.colour), (Order(1, Colour.BLUE), "blue"))
        frozen: Any = Frozen([{"id": 3}])  # type: ignore[list-item]
        self.assertEqual(self.check(Frozen, frozen), Frozen([Order(3)]))
        self.assertEqual(self.check(Point, Point(1)), Point(1))

    def test_what_is_shared_is_looked_at_once(self) -> None:
        tree, dicts, lists = Tree(), {}, [1]  # type: ignore[var-annotated]
        for _ in range(60):
            tree, dicts, lists = Tree(tree, tree), {"left": dicts, "right": dicts}, [lists, lists]  # type: ignore[list-item]
        self.assertIs(self.check(Tree, tree), tree)
        self.assertIsInstance(self.check(Tree, dicts), Tree)
        nested: Any = int
        for _ in range(61):
            nested = list[nested]
        self.assertIs(self.check(nested, lists), lists)
        deep = Tree()
        for _ in range(5000):
            deep = Tree(deep)
        with self.assertRaisesRegex(TypeError, r"argument 'a' is nested too deeply"):
            self.check(Tree, deep)

    def test_iterators_are_left_alone(self) -> None:
        items = iter(["a"])
        self.assertIs(self.check(Iterable[int], items), items)
        self.assertEqual(list(items), ["a"])

    def test_enums_by_value_and_classes_by_fields(self) -> None:
        self.assertEqual(self.check(Sequence[Order], ({"id": 1},)), (Order(1),))
        self.assertEqual(self.check(Mapping[str, Order], {"a": {"id": 1}}), {"a": Order(1)})
        self.assertEqual(self.check(Set[Colour], {"red"}), {Colour.RED})
        self.assertIs(self.check(Colour, "blue"), Colour.BLUE)
        self.assertEqual(self.check(Order, {"id": 1, "colour": "blue"}), Order(1, Colour.BLUE))
        self.assertEqual(self.check(list[Point], [{"x": 1}]), [Point(1)])
        self.assertIs(self.check(Optional[Colour], "red"), Colour.RED)

    def test_records_of_the_sandbox_become_instances(self) -> None:
        class Record:
            type_name = "Order"
            fields = {"id": 3, "colour": "blue"}

        self.assertEqual(self.check(Order, Record()), Order(3, Colour.BLUE))

    def test_star_parameters_and_defaults(self) -> None:
        def f(a: int = None, *rest: int, k: str = "x", **more: float):
            ...  # type: ignore[assignment]

        (signature,) = signatures_of([f])
        self.assertEqual(check_call(signature, (None, 2), {"k": "y", "z": 1}, check_types=True), ((None, 2), {"k": "y", "z": 1}))
        for args, kwargs in [((1, "x"), {}), ((), {"k": 1}), ((), {"z": "x"})]:
            with self.subTest(args=args, kwargs=kwargs), self.assertRaises(TypeError):
                check_call(signature, args, kwargs, check_types=True)


class Checked(unittest.IsolatedAsyncioTestCase):
    async def test_a_function_that_checks(self) -> None:
        def paint(colour: Colour, times: int = 1) -> str:
            return f"{colour.name} {times}"

        async def later(n: int) -> int:
            return n + 1

        self.assertEqual(checked(paint, "paint")("red", times=2), "RED 2")
        with self.assertRaisesRegex(TypeError, r"^brush\(\) argument 'times' must be int, not str$"):
            checked(paint, "brush")("red", "x")
        self.assertEqual(await checked(later, "later")(1), 2)
        with self.assertRaises(TypeError):
            await checked(later, "later")("1")


class Programs(unittest.TestCase):
    def test_check_types(self) -> None:
        def paint(colour: Colour, order: Order | None = None) -> str:
            return f"{colour.name} {order}"

        async def later(n: int) -> int:
            return n + 1

        code = (
            "import asyncio\nr = [paint('red'), paint('blue', {'id': 1})]\n"
            "for call in (lambda: paint('green')), (lambda: paint('red', 7)), (lambda: paint()):\n"
            "    try: call()\n    except (TypeError, ValueError) as e: r.append(f'{type(e).__name__}: {e}')\n"
            "try: await later('1')\nexcept TypeError as e: r.append(str(e))\n"
            "r"
        )
        wanted = [
            "RED None",
            "BLUE Order(id=1, colour=<Colour.RED: 'red'>)",
            "ValueError: paint() argument 'colour' must be one of 'red', 'blue', not 'green'",
            "TypeError: paint() argument 'order' must be Order | None, not int",
            "TypeError: paint() missing 1 required positional argument: 'colour'",
            "later() argument 'n' must be int, not str",
        ]
        functions = [paint, later]
        self.assertEqual(fermata.Program(code, functions=functions, check_types=True).run().value, wanted)
        session = fermata.Session(functions=functions, check_types=True)
        self.assertEqual(session.feed(code).value, wanted)
        self.assertEqual(session.feed("paint('red')", functions=functions).value, "RED None")
        step = fermata.Program("paint('red')", functions=functions).start()
        again = fermata.load(step.save(), functions=functions, check_types=True)
        assert isinstance(again, fermata.Paused)
        self.assertEqual(again.perform().value, "RED None")

    def test_without_it_they_are_as_they_come(self) -> None:
        def paint(colour: Colour) -> str:
            return repr(colour)

        self.assertEqual(fermata.Program("paint('red')", functions=[paint]).run().value, "'red'")


class Findings(unittest.TestCase):
    functions = signatures_of(["def lookup(order_id: int, *, deep: bool = False): ...", "def close(): ...", "anything"])

    def found(self, code: str) -> list[tuple[int, int, str]]:
        return [(f.line, f.column, f.message) for f in argument_findings(code, self.functions)]

    def test_calls_that_cannot_bind(self) -> None:
        self.assertEqual(
            self.found("x = 1\nlookup()\ny = [lookup(1, 2)]\nlookup(1, depth=2)\nlookup(1)\nclose(*x)\nanything(1, 2, z=3)\n"),
            [
                (2, 1, "lookup() missing 1 required positional argument: 'order_id'"),
                (3, 6, "lookup() takes 1 positional argument but 2 were given"),
                (4, 1, "lookup() got an unexpected keyword argument 'depth'"),
            ],
        )

    def test_what_stars_leave_open(self) -> None:
        self.assertEqual(self.found("lookup(*a)\nlookup(**k)\nlookup(*a, **k)\nclose(*a)\n"), [])
        self.assertEqual(self.found("close(1, *a)")[0][2], "close() takes 0 positional arguments but 1 was given")
        self.assertEqual(self.found("lookup(*a, nope=1)")[0][2], "lookup() got an unexpected keyword argument 'nope'")

    def test_a_name_that_the_program_binds_is_its_own(self) -> None:
        for binding in (
            "lookup = 1",
            "def lookup(): pass",
            "class lookup: pass",
            "import lookup",
            "import x as lookup",
            "for lookup in (): pass",
            "def f(lookup): pass",
            "[lookup for lookup in ()]",
            "(lookup := 2)",
            "with a as lookup: pass",
            "try: pass\nexcept E as lookup: pass",
            "match a:\n  case [*lookup]: pass",
            "match a:\n  case {**lookup}: pass",
            "lookup: int = 1",
            "del lookup",
        ):
            with self.subTest(binding=binding):
                self.assertEqual(self.found(f"{binding}\nlookup()\n"), [])

    def test_columns_are_characters(self) -> None:
        (finding,) = argument_findings('x = "äöü😀", lookup()\n', self.functions, "agent.py")
        self.assertEqual((finding.column, finding.end_column), (13, 21))
        self.assertEqual(
            finding.text,
            '  File "agent.py", line 1\n    x = "äöü😀", lookup()\n                ^^^^^^^^\n'
            "TypeError: lookup() missing 1 required positional argument: 'order_id'\n",
        )
        self.assertEqual((finding.kind, finding.type), ("arguments", "TypeError"))

    def test_a_call_of_several_lines(self) -> None:
        (finding,) = argument_findings("  \nif 1:\n    lookup(\n        1,\n        2,\n    )\n", self.functions)
        self.assertEqual((finding.line, finding.column, finding.end_line, finding.end_column), (3, 5, 6, 6))
        self.assertIn("\n    lookup(\n    ^^^^^^^\n", finding.text)

    def test_text_that_does_not_parse_shows_nothing(self) -> None:
        for code in (
            "def f(:",
            "lookup(\0)",
            "(" * 500 + ")" * 500,
            "type X = int\nlookup()" if not hasattr(__import__("ast"), "TypeAlias") else "lookup((",
        ):
            with self.subTest(code=code[:20]):
                self.assertEqual(self.found(code), [])


if __name__ == "__main__":
    unittest.main()
