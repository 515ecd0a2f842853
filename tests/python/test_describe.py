"""fermata.describe: stub text, JSON schemas and tool forms of host functions."""

import ast
import dataclasses
import datetime
import decimal
import enum
import functools
import json
import subprocess
import sys
import tempfile
import typing
import unittest
import uuid
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Literal, NamedTuple, NotRequired, Optional, TypedDict, Union

import fermata
from fermata._describe.docstrings import parse_docstring
from fermata._describe.schemas import strict_schema
from fermata._describe import MISSING, SourceText, Unresolved, signatures_of

try:
    import pydantic
except ImportError:
    pydantic = None


class Colour(enum.Enum):
    """What colour."""

    RED = "red"
    BLUE = "blue"


@dataclasses.dataclass
class Item:
    """One position of an order.

    Args:
        sku: The article's number.
    """

    sku: str
    count: int = 1


@dataclasses.dataclass
class Order:
    id: int
    items: list[Item] = dataclasses.field(default_factory=list)
    colour: Colour = Colour.RED
    parent: "Optional[Order]" = None


class Address(TypedDict):
    street: str
    number: NotRequired[int]


class Point(NamedTuple):
    x: float
    y: float = 0.0


async def lookup(order_id: int, *, deep: bool = False, since: datetime.datetime | None = None) -> Order:
    """Looks an order up.

    Args:
        order_id: The number on the invoice,
            without the prefix.
        deep: Whether items are wanted.

    Returns:
        The order.
    """
    raise NotImplementedError


def schema_of(annotation: Any) -> dict[str, Any]:
    def function(value):
        pass

    function.__annotations__ = {"value": annotation}
    return fermata.describe([function], "json")[0]["parameters"]["properties"]["value"]


class Docstrings(unittest.TestCase):
    def test_google(self) -> None:
        parsed = parse_docstring(lookup.__doc__)
        self.assertEqual(parsed.description, "Looks an order up.")
        self.assertEqual(
            parsed.parameters, {"order_id": "The number on the invoice, without the prefix.", "deep": "Whether items are wanted."}
        )
        self.assertEqual(parsed.returns, "The order.")

    def test_google_types_stars_and_colons(self) -> None:
        parsed = parse_docstring(
            "Adds.\n\nArgs:\n    a (dict[str, int], optional): One: two.\n    *rest: More.\n    **kw: Others.\n\n"
            "Returns:\n    dict[str, int]: counts"
        )
        self.assertEqual(parsed.parameters, {"a": "One: two.", "rest": "More.", "kw": "Others."})
        self.assertEqual(parsed.returns, "counts")

    def test_a_sentence_with_a_colon_is_no_type(self) -> None:
        self.assertEqual(parse_docstring("X.\n\nReturns:\n    The answer: 42").returns, "The answer: 42")

    def test_other_sections_stay(self) -> None:
        parsed = parse_docstring("Adds.\n\nArgs:\n    a: One.\n\nRaises:\n    ValueError: never")
        self.assertEqual(parsed.description, "Adds.\n\nRaises:\n    ValueError: never")

    def test_numpy(self) -> None:
        parsed = parse_docstring(
            "Adds.\n\nParameters\n----------\na, b : int\n    Numbers.\n\n    Big ones.\nc\n    Text.\n\n"
            "Returns\n-------\nint\n    The sum.\n\nNotes\n-----\nNone."
        )
        self.assertEqual(parsed.parameters, {"a": "Numbers.\nBig ones.", "b": "Numbers.\nBig ones.", "c": "Text."})
        self.assertEqual(parsed.returns, "The sum.")
        self.assertEqual(parsed.description, "Adds.\n\nNotes\n-----\nNone.")

    def test_rest(self) -> None:
        parsed = parse_docstring(
            "Adds.\n\n:param int a: One\n    and on.\n:type a: int\n:param b: Two.\n:returns: Sum.\n:raises ValueError: never"
        )
        self.assertEqual(parsed.parameters, {"a": "One and on.", "b": "Two."})
        self.assertEqual(parsed.returns, "Sum.")
        self.assertEqual(parsed.description, "Adds.\n\n:raises ValueError: never")

    def test_none(self) -> None:
        self.assertEqual(parse_docstring(None).description, "")


class Signatures(unittest.TestCase):
    def test_what_functions_may_be(self) -> None:
        class Client:
            def get(self, key: str) -> int:
                "Gets."
                return 0

        class Caller:
            async def __call__(self, a: int) -> None:
                ...

        partial = functools.partial(lookup, deep=True)
        names = [s.name for s in signatures_of([lookup, Client().get, Caller(), "approve", "def f(a): ...\nasync def g(): ..."])]
        self.assertEqual(names, ["lookup", "get", "Caller", "approve", "f", "g"])
        self.assertEqual(signatures_of([partial])[0].name, "lookup")
        self.assertTrue(signatures_of([partial])[0].is_async)
        self.assertTrue(signatures_of([Caller()])[0].is_async)
        self.assertEqual([p.name for p in signatures_of([Client().get])[0].parameters or []], ["key"])
        self.assertEqual(signatures_of([Client().get])[0].doc, "Gets.")

    def test_a_mapping_names_its_functions(self) -> None:
        signatures = signatures_of({"a": lookup, "b": None, "c": "def c(x: int): ...", "d": lambda x: x})
        self.assertEqual([s.name for s in signatures], ["a", "b", "c", "d"])
        self.assertIsNone(signatures[1].parameters)
        self.assertEqual(signatures[2].parameters[0].annotation, int)

    def test_what_they_may_not_be(self) -> None:
        for wrong, error in [
            ([1], ValueError),
            ([lambda: 1], ValueError),
            ({"a b": None}, ValueError),
            (["a", "a"], ValueError),
            (["def f(:"], ValueError),
            (["x = print(1)"], ValueError),
            (["f()"], ValueError),
            ({"f": "def g(): ..."}, ValueError),
        ]:
            with self.subTest(wrong=wrong), self.assertRaises(error):
                signatures_of(wrong)

    def test_a_builtin_without_a_signature(self) -> None:
        signature = signatures_of({"get": dict.get, "maximum": max})[1]
        self.assertIsNone(signature.parameters)

    def test_stub_text_is_not_executed(self) -> None:
        signature = signatures_of(["def f(a=print('no'), b: __import__('os').x = 1, c: (lambda: 1) = 2): ..."])[0]
        a, b, c = signature.parameters or []
        self.assertEqual(a.default, SourceText("print('no')"))
        self.assertTrue(issubclass(b.annotation, Unresolved))
        self.assertTrue(issubclass(c.annotation, Unresolved))

    def test_stub_text_types(self) -> None:
        stub = (
            "def f(a: int | None, b: 'list[str]', c: Optional[dict[str, float]], "
            "d: Literal['x', 2], e: dt.datetime, f: Foo | None, *g: int): ..."
        )
        types = [p.annotation for p in signatures_of([stub])[0].parameters or []]
        self.assertEqual(types[:5], [Optional[int], list[str], Optional[dict[str, float]], Literal["x", 2], datetime.datetime])
        self.assertEqual(typing.get_args(types[5])[0].__name__, "Foo")

    def test_a_stub_may_leave_its_body_out(self) -> None:
        for stub in ("def f(a: int) -> bool", "async def f(a: int)", "def f(a):", "def f(a): ...", "def f(a):\n    'Doc.'"):
            with self.subTest(stub=stub):
                self.assertEqual(signatures_of([stub])[0].name, "f")

    def test_stub_classes(self) -> None:
        stub = (
            "class Colour(Enum):\n    RED = 'red'\nclass P(TypedDict, total=False):\n    x: int\n"
            "@dataclass\nclass Order:\n    'An order.'\n    id: int\n    tags: list[str] = []\n"
            "class Q(NamedTuple):\n    x: int\n    y: int = 2\n"
            "def f(o: Order, c: Colour, p: P, q: Q): ..."
        )
        schema = fermata.describe([stub], "json")[0]["parameters"]
        self.assertEqual(schema["properties"]["c"], {"type": "string", "const": "red"})
        self.assertEqual(schema["$defs"]["Order"]["required"], ["id"])
        self.assertEqual(schema["$defs"]["Order"]["description"], "An order.")
        self.assertEqual(schema["$defs"]["P"]["required"], [])
        self.assertEqual(schema["$defs"]["Q"]["required"], ["x"])
        self.assertIn("class Colour(Enum):\n    RED = 'red'", fermata.describe([stub]))

    def test_an_annotation_whose_name_is_gone(self) -> None:
        def f(a: "Gone", b: "int") -> "Gone":  # noqa: F821
            ...

        first, second = signatures_of([f])[0].parameters or []
        self.assertEqual(first.annotation.__name__, "Gone")
        self.assertEqual(second.annotation, int)
        self.assertIn("def f(a: Gone, b: int) -> Gone: ...", fermata.describe([f]))

    def test_a_default_that_is_missing_is_not_none(self) -> None:
        def f(a, b=None):
            ...

        first, second = signatures_of([f])[0].parameters or []
        self.assertIs(first.default, MISSING)
        self.assertIsNone(second.default)


class Stubs(unittest.TestCase):
    def test_a_function_and_its_classes(self) -> None:
        text = fermata.describe([lookup])
        self.assertIn(
            "async def lookup(\n    order_id: int,\n    *,\n"
            "    deep: bool = False,\n    since: datetime.datetime | None = None,\n) -> Order:\n"
            '    """Looks an order up.\n\n    Args:\n',
            text,
        )
        self.assertLess(text.index("class Item:"), text.index("class Order:"))
        self.assertLess(text.index("class Colour(Enum):"), text.index("class Order:"))
        self.assertIn("    items: list[Item] = field(default_factory=list)\n    colour: Colour = Colour.RED\n", text)

    def test_all_kinds_of_parameters(self) -> None:
        def f(a, b=1, /, c=2, *d: int, e, g: Annotated[str, "the g"] = "x", **h: Point) -> None:
            ...

        text = fermata.describe([f])
        self.assertIn("def f(a, b=1, /, c=2, *d: int, e, g: str = 'x', **h: Point) -> None:", text)
        self.assertIn("g: the g", text)
        self.assertIn("class Point(NamedTuple):\n    x: float\n    y: float = 0.0", text)

    def test_types_as_written_today(self) -> None:
        def f(
            a: Union[int, None, str],
            b: typing.List[typing.Dict[str, Any]],
            c: Callable[[int], str],
            d: Sequence[Address],
            e: tuple[int, ...],
            g: type[int],
            h: Optional[Literal["x"]],
            i: Mapping[str, decimal.Decimal],
            j: Callable[..., Any],
            k: tuple[()],
        ):
            ...

        text = fermata.describe([f])
        for part in (
            "a: int | str | None",
            "b: list[dict[str, Any]]",
            "c: Callable[[int], str]",
            "d: Sequence[Address]",
            "e: tuple[int, ...]",
            "g: type[int]",
            "h: Literal['x'] | None",
            "i: Mapping[str, Decimal]",
            "j: Callable[..., Any]",
            "k: tuple[()]",
            "    number: NotRequired[int]",
        ):
            self.assertIn(part, text)

    def test_the_text_is_python_whatever_the_docstring_has(self) -> None:
        def f():
            pass

        for doc in ('ends with "', 'has """ in it', "back\\slash \\", '"', "\\", 'two\nlines"""', "x\n'''", 'a"b""c"""d""""e'):
            f.__doc__ = doc
            tree = ast.parse(fermata.describe([f]))
            self.assertEqual(ast.get_docstring(tree.body[0]), doc)

    def test_types_that_are_asked_for_are_shown(self) -> None:
        self.assertIn("class Address(TypedDict):", fermata.describe(["f"], types=[Address]))
        self.assertIn("def f(*args, **kwargs): ...", fermata.describe(["f"]))

    def test_handle_types_are_classes(self) -> None:
        handle = fermata.HandleType("Database", methods=["query"], asynchronous=["watch"], attributes=["version"])
        text = fermata.describe([lookup], types=[handle, Address])
        self.assertIn(
            "class Database:\n    version: Any\n    def query(self, *args, **kwargs): ...\n"
            "    async def watch(self, *args, **kwargs): ...\n",
            text,
        )
        self.assertIn("import Any, NotRequired, TypedDict\n", text)
        self.assertIn("class Address(TypedDict):", text)

    def test_handle_types_of_a_class_have_its_signatures(self) -> None:
        class Database:
            """Orders."""

            version: int = 3

            def query(self, sql: str, *, limit: int = 10) -> list[str]:
                """Asks."""
                return [sql] * limit

            async def watch(self) -> None:
                ...

            def _own(self) -> None:
                ...

        kind = fermata.HandleType.from_class(Database, attributes=["version"])
        self.assertEqual((kind.name, kind.methods, kind.asynchronous), ("Database", ("query", "watch"), {"watch"}))
        text = fermata.describe([], types=[kind])
        compile(text, "stubs", "exec")
        for part in (
            'class Database:\n    """Orders."""\n    version: int\n',
            '    def query(self, sql: str, *, limit: int = 10) -> list[str]:\n        """Asks."""\n        ...\n',
            "    async def watch(self) -> None: ...\n",
        ):
            self.assertIn(part, text)
        program = fermata.Program("db.query('x', limit=1)", inputs=["db"], types=[kind])
        self.assertEqual(program.run({"db": kind(Database(), "main")}).value, ["x"])
        with self.assertRaisesRegex(fermata.UsageError, "Database has no method 'qury'"):
            fermata.HandleType.from_class(Database, methods=["qury"])

    def test_exception_classes_are_shown(self) -> None:
        class PolicyViolation(ValueError):
            """It is over the limit."""

        class Plain(PolicyViolation):
            pass

        text = fermata.describe([lookup], types=[PolicyViolation, Plain])
        self.assertIn('class PolicyViolation(ValueError):\n    """It is over the limit."""\n', text)
        self.assertIn("class Plain(PolicyViolation):\n    pass\n", text)

    def test_the_functions_of_a_program(self) -> None:
        functions = [lookup, "approve", "async def wait(seconds: float): ..."]
        self.assertEqual(fermata.describe(fermata.Program("1", functions=functions).functions), fermata.describe(functions))

    def test_nothing_gives_nothing(self) -> None:
        self.assertEqual(fermata.describe([]), "")

    def test_the_text_defines_what_it_uses(self) -> None:
        def g(when: datetime.date, price: decimal.Decimal, key: uuid.UUID, c: Callable[[int], Any], a: Address, p: Point) -> Literal["a"]:
            ...

        text = "from __future__ import annotations\n" + fermata.describe([lookup, g])
        with tempfile.NamedTemporaryFile("w", suffix=".py") as file:
            file.write(
                text + "\nimport typing\ntyping.get_type_hints(lookup), typing.get_type_hints(g)\nprint(Order(1), Colour.BLUE, Point(1))\n"
            )
            file.flush()
            done = subprocess.run([sys.executable, file.name], capture_output=True, text=True)
        self.assertEqual(done.stderr, "")
        self.assertIn("Order(id=1, items=[], colour=<Colour.RED: 'red'>, parent=None)", done.stdout)


class Schemas(unittest.TestCase):
    def test_types(self) -> None:
        cases: list[tuple[Any, dict[str, Any]]] = [
            (int, {"type": "integer"}),
            (float, {"type": "number"}),
            (str, {"type": "string"}),
            (bool, {"type": "boolean"}),
            (None, {"type": "null"}),
            (Any, {}),
            (list, {"type": "array"}),
            (list[int], {"type": "array", "items": {"type": "integer"}}),
            (Sequence[str], {"type": "array", "items": {"type": "string"}}),
            (set[int], {"type": "array", "items": {"type": "integer"}, "uniqueItems": True}),
            (dict, {"type": "object"}),
            (dict[str, int], {"type": "object", "additionalProperties": {"type": "integer"}}),
            (dict[str, Any], {"type": "object", "additionalProperties": True}),
            (tuple[int, ...], {"type": "array", "items": {"type": "integer"}}),
            (
                tuple[int, str],
                {"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}], "items": False, "minItems": 2, "maxItems": 2},
            ),
            (Optional[int], {"type": ["integer", "null"]}),
            (int | str | None, {"anyOf": [{"type": "integer"}, {"type": "string"}, {"type": "null"}]}),
            (Union[int, Any], {}),
            (Literal["a", "b"], {"type": "string", "enum": ["a", "b"]}),
            (Literal["a", 1], {"enum": ["a", 1]}),
            (Optional[Literal["a"]], {"anyOf": [{"type": "string", "const": "a"}, {"type": "null"}]}),
            (Colour, {"type": "string", "enum": ["red", "blue"]}),
            (datetime.datetime, {"type": "string", "format": "date-time"}),
            (datetime.date, {"type": "string", "format": "date"}),
            (datetime.timedelta, {"type": "string", "format": "duration"}),
            (uuid.UUID, {"type": "string", "format": "uuid"}),
            (Annotated[int, "the count"], {"type": "integer", "description": "the count"}),
            (Annotated[Optional[int], "the count"], {"type": ["integer", "null"], "description": "the count"}),
            (typing.NewType("UserId", int), {"type": "integer"}),
            (
                typing.List[typing.Dict[str, int]],
                {"type": "array", "items": {"type": "object", "additionalProperties": {"type": "integer"}}},
            ),
            (Callable[[int], str], {}),
        ]
        for annotation, schema in cases:
            with self.subTest(annotation=annotation):
                self.assertEqual(schema_of(annotation), schema)

    def test_classes_become_definitions(self) -> None:
        def f(order: Order, address: Address, point: Point):
            ...

        schema = fermata.describe([f], "json")[0]["parameters"]
        self.assertEqual(schema["properties"]["order"], {"$ref": "#/$defs/Order"})
        order = schema["$defs"]["Order"]
        self.assertEqual(order["required"], ["id"])
        self.assertEqual(order["properties"]["items"], {"type": "array", "items": {"$ref": "#/$defs/Item"}, "default": []})
        self.assertEqual(order["properties"]["colour"], {"type": "string", "enum": ["red", "blue"], "default": "red"})
        self.assertEqual(order["properties"]["parent"], {"anyOf": [{"$ref": "#/$defs/Order"}, {"type": "null"}], "default": None})
        self.assertEqual(schema["$defs"]["Item"]["properties"]["sku"]["description"], "The article's number.")
        self.assertEqual(schema["$defs"]["Address"]["required"], ["street"])
        self.assertEqual(schema["$defs"]["Point"]["properties"]["y"], {"type": "number", "default": 0.0})
        self.assertNotIn("description", order)  # dataclass() makes a docstring of its own

    def test_two_classes_of_one_name(self) -> None:
        first = dataclasses.make_dataclass("Thing", [("a", int)])
        second = dataclasses.make_dataclass("Thing", [("b", int)])

        def f(x, y):
            ...

        f.__annotations__ = {"x": first, "y": second}
        schema = fermata.describe([f], "json")[0]["parameters"]
        self.assertEqual(schema["properties"]["y"], {"$ref": "#/$defs/Thing_"})
        self.assertEqual(list(schema["$defs"]["Thing_"]["properties"]), ["b"])

    def test_parameters(self) -> None:
        schema = fermata.describe([lookup], "json")[0]["parameters"]
        self.assertEqual(schema["required"], ["order_id"])
        self.assertEqual(schema["additionalProperties"], False)
        self.assertEqual(
            schema["properties"]["order_id"], {"type": "integer", "description": "The number on the invoice, without the prefix."}
        )
        self.assertEqual(schema["properties"]["deep"], {"type": "boolean", "description": "Whether items are wanted.", "default": False})

    def test_starred_parameters(self) -> None:
        def f(*a: int, **k: str):
            ...

        schema = fermata.describe([f], "json")[0]["parameters"]
        self.assertEqual(schema["properties"], {"a": {"type": "array", "items": {"type": "integer"}}})
        self.assertEqual(schema["required"], [])
        self.assertEqual(schema["additionalProperties"], {"type": "string"})

    def test_a_name_alone_takes_anything(self) -> None:
        self.assertEqual(
            fermata.describe(["f"], "json")[0]["parameters"], {"type": "object", "properties": {}, "additionalProperties": True}
        )

    def test_defaults_that_are_no_json_are_left_out(self) -> None:
        def f(a: object = object(), b: float = float("nan"), c: tuple[int, ...] = (1,)):
            ...

        properties = fermata.describe([f], "json")[0]["parameters"]["properties"]
        self.assertNotIn("default", properties["a"])
        self.assertNotIn("default", properties["b"])
        self.assertEqual(properties["c"]["default"], [1])

    @unittest.skipIf(pydantic is None, "pydantic isn't installed")
    def test_pydantic_models(self) -> None:
        class Inner(pydantic.BaseModel):
            n: int = pydantic.Field(ge=0, description="how many")

        class Node(pydantic.BaseModel):
            inner: Inner
            children: list["Node"] = []  # noqa: F821

        def f(node: Node, count: Annotated[int, pydantic.Field(ge=1, description="one or more")] = 1):
            ...

        schema = fermata.describe([f], "json")[0]["parameters"]
        self.assertEqual(schema["properties"]["node"], {"$ref": "#/$defs/Node"})
        self.assertEqual(schema["properties"]["count"], {"type": "integer", "minimum": 1, "description": "one or more", "default": 1})
        self.assertEqual(schema["$defs"]["Inner"]["properties"]["n"]["description"], "how many")
        self.assertEqual(schema["$defs"]["Node"]["properties"]["children"]["items"], {"$ref": "#/$defs/Node"})
        self.assertIn("@dataclass(kw_only=True)\nclass Inner:\n    n: int  # how many", fermata.describe([f]))


class Forms(unittest.TestCase):
    def test_openai(self) -> None:
        (tool,) = fermata.describe([lookup], "openai")
        self.assertEqual(tool["type"], "function")
        self.assertEqual(set(tool["function"]), {"name", "description", "parameters"})
        self.assertEqual(tool["function"]["name"], "lookup")
        self.assertEqual(tool["function"]["description"], "Looks an order up.\n\nReturns: The order.")

    def test_anthropic(self) -> None:
        (tool,) = fermata.describe([lookup], "anthropic")
        self.assertEqual(set(tool), {"name", "description", "input_schema"})
        self.assertEqual(tool["input_schema"]["type"], "object")

    def test_json(self) -> None:
        (tool,) = fermata.describe([lookup], "json")
        self.assertIs(tool["async"], True)

    def test_everything_is_json(self) -> None:
        def f(order: Order, address: Address, point: Point, when: datetime.time, c: Colour = Colour.BLUE):
            ...

        for form in ("openai", "anthropic", "json"):
            json.dumps(fermata.describe([f, lookup, "name"], form), allow_nan=False)

    def test_another_form(self) -> None:
        with self.assertRaises(fermata.UsageError):
            fermata.describe([lookup], "yaml")

    def test_strict(self) -> None:
        def f(a: int, b: str = "x", c: Literal["p", "q"] = "p", d: Optional[Point] = None, e: list[Item] = []):
            ...  # noqa: B006

        function = fermata.describe([f], "openai", strict=True)[0]["function"]
        self.assertIs(function["strict"], True)
        schema = function["parameters"]
        self.assertEqual(schema["required"], ["a", "b", "c", "d", "e"])
        self.assertEqual(schema["properties"]["a"], {"type": "integer"})
        self.assertEqual(schema["properties"]["b"], {"type": ["string", "null"]})
        self.assertEqual(schema["properties"]["c"], {"anyOf": [{"type": "string", "enum": ["p", "q"]}, {"type": "null"}]})
        self.assertEqual(schema["properties"]["d"], {"anyOf": [{"$ref": "#/$defs/Point"}, {"type": "null"}]})
        self.assertEqual(schema["$defs"]["Item"]["required"], ["sku", "count"])

    def test_strict_where_it_cannot_be(self) -> None:
        for annotation in (Any, dict, dict[str, int], list, tuple[int, str], list[dict[str, Any]]):
            with self.subTest(annotation=annotation):
                self.assertIsNone(
                    strict_schema(
                        {"type": "object", "properties": {"a": schema_of(annotation)}, "required": ["a"], "additionalProperties": False}
                    )
                )

        def f(**k):
            ...

        function = fermata.describe([f], "openai", strict=True)[0]["function"]
        self.assertIs(function["strict"], False)


if __name__ == "__main__":
    unittest.main()
