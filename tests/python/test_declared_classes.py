"""Options of the host's dataclasses: the program's class of the name has them, too."""

import dataclasses
import datetime
import typing
import unittest

import fermata


@dataclasses.dataclass
class Version:
    major: int
    note: str = dataclasses.field(default="", repr=False)


@dataclasses.dataclass(repr=False)
class Card:
    number: str


@dataclasses.dataclass(frozen=True, order=True)
class Release:
    major: int
    minor: int = 0
    label: str = dataclasses.field(default="", compare=False)


@dataclasses.dataclass(eq=False)
class Identity:
    n: int


@dataclasses.dataclass(unsafe_hash=True)
class Key:
    name: str
    seen: int = dataclasses.field(default=0, hash=False)


@dataclasses.dataclass(kw_only=True)
class Options:
    depth: int
    wide: bool = False


@dataclasses.dataclass
class Mixed:
    a: int
    b: int = dataclasses.field(kw_only=True)
    c: int = 3


@dataclasses.dataclass
class Computed:
    net: int
    gross: int = dataclasses.field(init=False)

    def __post_init__(self):
        self.gross = self.net + 1


@dataclasses.dataclass
class Seeded:
    n: int
    seed: dataclasses.InitVar[int]

    def __post_init__(self, seed):
        self.n += seed


@dataclasses.dataclass
class Scaled:
    n: int
    factor: dataclasses.InitVar[int] = 1

    def __post_init__(self, factor):
        self.n *= factor


@dataclasses.dataclass
class Node:
    name: str
    version: Version
    tags: list[str]
    parts: "dict[str, Node | None]"
    made: datetime.date | None = None
    other: typing.Callable[[int], str] | None = None


def run(code, *types, functions=(), **inputs):
    return fermata.Program(code, inputs=list(inputs), types=types, functions=functions).run(inputs).value


def raised(code, *types, **inputs):
    step = fermata.Program(code, inputs=list(inputs), types=types).start(inputs)
    return str(step.error)


class Repr(unittest.TestCase):
    def test_fields_that_are_not_shown(self):
        secret = Version(1, "SECRET-KEY")
        self.assertEqual(run("repr(v), v.note", Version, v=secret), ("Version(major=1)", "SECRET-KEY"))
        self.assertEqual(run("repr(Version(2, 'x'))", Version), "Version(major=2)")
        self.assertNotIn("SECRET", run("repr(c)", Card, c=Card("SECRET")))

    def test_classes_that_are_not_in_types(self):
        for value in (Version(1, "SECRET"), Card("SECRET")):
            step = fermata.Program("kept = [v]\nprint(v, kept)\nask(v)\nv", inputs=["v"], functions=["ask"]).start({"v": value})
            step = fermata.load(step.save())
            self.assertNotIn("SECRET", step.stdout + str(step.globals))
            answered = fermata.Program("repr(ask()), ask()", functions=["ask"]).start().resume(value).resume(value).value
            self.assertEqual(("SECRET" in answered[0], answered[1]), (False, value))
        self.assertEqual(run("repr(v), v.note, v", v=Version(1, "x")), ("Version(major=1)", "x", Version(1, "x")))

    def test_views_logs_and_tracebacks(self):
        code = "c = Card(v.note)\nboth = [v, c]\nask(v)\nraise ValueError(v)"
        step = fermata.Program(code, inputs=["v"], types=[Version, Card], functions=["ask"]).start({"v": Version(1, "SECRET")})
        for told in (str(step.globals), repr(step), str(step.to_dict())):
            self.assertNotIn("SECRET", told)
        self.assertEqual(step.globals["v"], "Version(major=1)")
        step = fermata.load(step.save(), types=[Version, Card])
        self.assertNotIn("SECRET", str(step.globals))
        self.assertNotIn("SECRET", step.resume(None).error.traceback)

    def test_models(self):
        try:
            import pydantic
        except ImportError:
            self.skipTest("pydantic isn't here")

        class Login(pydantic.BaseModel):
            user: str
            word: str = pydantic.Field(repr=False)

        self.assertEqual(run("repr(x), x.word", Login, x=Login(user="a", word="SECRET")), ("Login(user='a')", "SECRET"))
        self.assertIn("takes 1 positional argument but 3 were given", raised("Login('a', 'b')", Login))

    def test_a_state_of_before(self):
        """What the host hides today isn't shown of an old state's values, either."""
        Before = dataclasses.make_dataclass("Version", [("major", int), ("note", str, "")])
        step = fermata.Program("v = Version(1, 'SECRET')\nask()\nrepr(v), repr(Version(2, 'x'))", types=[Before], functions=["ask"]).start()
        self.assertIn("SECRET", step.globals["v"])
        step = fermata.load(step.save(), types=[Version])
        self.assertEqual(step.globals["v"], "Version(major=1)")
        self.assertEqual(step.resume(None).value, ("Version(major=1)", "Version(major=2)"))


class Comparing(unittest.TestCase):
    def test_eq_order_and_hash(self):
        self.assertEqual(
            run("r == Release(1, 2, 'b'), r == Release(1, 3), hash(r) == hash(Release(1, 2))", Release, r=Release(1, 2, "a")),
            (True, False, True),
        )
        self.assertEqual(run("[r.minor for r in sorted([Release(1, 2), Release(1, 1), Release(0, 9)])]", Release), [9, 1, 2])
        self.assertEqual(run("a = Identity(1)\n(a == Identity(1), a == a, len({a, Identity(1)}))", Identity), (False, True, 2))
        self.assertEqual(run("{Key('a', 1), Key('b')}, hash(Key('a', 1)) == hash(Key('a', 2))", Key), ({Key("a", 1), Key("b")}, True))
        self.assertIn("unhashable type: 'Version'", raised("{Version(1)}", Version))
        self.assertIn("'<' not supported between instances of 'Version' and 'Version'", raised("Version(1) < Version(2)", Version))
        self.assertIn("cannot assign to field 'major'", raised("Release(1).major = 2", Release))


class Constructors(unittest.TestCase):
    def test_keyword_only(self):
        self.assertEqual(run("Options(depth=1)", Options), Options(depth=1))
        self.assertIn("takes 1 positional argument but 2 were given", raised("Options(1)", Options))
        self.assertEqual(run("Mixed(1, 2, b=4)", Mixed), Mixed(1, 2, b=4))
        self.assertEqual(
            run("Mixed.__match_args__, Options.__match_args__", Mixed, Options), (Mixed.__match_args__, Options.__match_args__)
        )

    def test_fields_that_the_host_computes(self):
        self.assertEqual(run("c, c.gross, Computed(5)", Computed, c=Computed(1)), (Computed(1), 2, Computed(5)))
        self.assertIn("takes 2 positional arguments but 3 were given", raised("Computed(1, 2)", Computed))
        self.assertEqual(run("c.gross = 7\nc", Computed, c=Computed(1)).gross, 7)

    def test_what_only_init_takes(self):
        self.assertEqual(run("s.n", Seeded, s=Seeded(1, 2)), 3)
        self.assertIn("Seeded() can't make one here: the host's __post_init__ asks for 'seed'", raised("Seeded(1, 2)", Seeded))
        self.assertEqual(run("Scaled(4)", Scaled), Scaled(4))
        self.assertIn("unexpected keyword argument 'factor'", raised("Scaled(4, factor=2)", Scaled))
        with self.assertRaisesRegex(TypeError, "a Seeded can't come back: its class asks for 'seed', which isn't kept"):
            run("s", Seeded, s=Seeded(1, 2))

    def test_a_default_factory_is_asked_for_each(self):
        self.assertEqual(run("a, b = Node('a', Version(1), [], {}), 2\na.made", Version, Node), None)


class Described(unittest.TestCase):
    def test_options(self):
        told = fermata.describe([], types=[Release, Identity, Options, Mixed])
        self.assertIn("@dataclass(frozen=True, order=True)\nclass Release:", told)
        self.assertIn("@dataclass(eq=False)\nclass Identity:", told)
        self.assertIn("@dataclass(kw_only=True)\nclass Options:\n    depth: int\n", told)
        self.assertIn("    b: int = field(kw_only=True)\n    c: int = 3\n", told)


class Hints(unittest.TestCase):
    def test_types_of_fields(self):
        code = (
            "import dataclasses, typing\n"
            "hints = typing.get_type_hints(Node)\n"
            "(hints['name'] is str, hints['version'] is Version, hints['tags'] == list[str], hints['parts'] == dict[str, Node | None],\n"
            " str(hints['made']), hints['other'] is object, [f.type is int for f in dataclasses.fields(Release)])"
        )
        self.assertEqual(run(code, Version, Node, Release), (True, True, True, True, "datetime.date | None", True, [True, True, False]))
        self.assertTrue(run("Release.__annotations__ == {'major': int, 'minor': int, 'label': str}", Release))

    def test_hints_in_states(self):
        step = fermata.Program(
            "ask()\nimport typing\ntyping.get_type_hints(Node)['tags'] == list[str]", types=[Version, Node], functions=["ask"]
        ).start()
        self.assertIs(fermata.load(step.save("json"), types=[Version, Node]).resume(None).value, True)


if __name__ == "__main__":
    unittest.main()
