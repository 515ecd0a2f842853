"""Values, exceptions and states that mean ill: each is refused with a Python exception, or crosses; nothing crashes or grows."""

import dataclasses
import enum
import gc
import random
import resource
import sys
import typing
import unittest

import fermata
from fermata import Limits, Program


class EvilInt(int):
    def __index__(self):
        raise ValueError("index")

    __int__ = __str__ = __repr__ = __eq__ = __index__
    __hash__ = int.__hash__


class EvilStr(str):
    def __str__(self):
        raise ValueError("str")

    encode = __hash__ = __eq__ = __str__


class EvilDict(dict):
    def __iter__(self):
        raise ValueError("iter")

    items = keys = values = __len__ = __iter__


class EvilList(list):
    def __len__(self):
        return 10**18

    def __iter__(self):
        raise ValueError("iter")


class NoClass:
    @property
    def __class__(self):
        raise ValueError("no class")


class Meta(type):
    @property
    def __name__(cls):
        raise ValueError("no name")


class NoName(metaclass=Meta):
    pass


def crosses(value):
    """The value that a program gives back, which it got from a function and as an input."""
    given = Program("x", inputs=["x"]).run({"x": value}).value
    got = Program("f()", functions={"f": lambda: value}).run().value
    assert type(given) is type(got)
    if not isinstance(given, int):
        assert repr(given) == repr(got), (given, got)
    return given


class Values(unittest.TestCase):
    def test_subclasses_are_not_asked(self):
        self.assertEqual(crosses([EvilInt(5)]), [5])
        self.assertEqual(crosses([EvilInt(2**100)]), [2**100])
        self.assertEqual(crosses([EvilStr("a\ud800")]), ["a\ud800"])
        self.assertEqual(crosses(EvilDict(a=EvilInt(1))), {"a": 1})
        self.assertEqual(crosses(EvilList([EvilList([])])), [[]])

    def test_what_cannot_cross(self):
        for value in (
            object(),
            int,
            range(3),
            memoryview(b"a"),
            ...,
            NoName(),
            lambda: 0,
            (i for i in ()),
            ValueError("x"),
            {int: 1},
            [NotImplemented],
            gc,
        ):
            with self.subTest(type=type(value)):
                with self.assertRaises(TypeError):
                    Program("x", inputs=["x"]).run({"x": value})
                with self.assertRaisesRegex(fermata.RuntimeError, "TypeError: a value of type"):
                    Program("f()", functions={"f": lambda: value}).run()
        with self.assertRaisesRegex(ValueError, "no class"):
            Program("x", inputs=["x"]).run({"x": NoClass()})

    def test_numbers_at_the_edges(self):
        for n in (2**63 - 1, 2**63, -(2**63), -(2**63) - 1, 10**5000, -(7**9000)):
            self.assertTrue(crosses(n) == n)
        nan = float("nan")
        self.assertEqual(repr(crosses({nan: 1, float("nan"): 2})), "{nan: 1, nan: 2}")
        self.assertEqual(crosses([float("inf"), -0.0]), [float("inf"), 0.0])

    def test_values_within_themselves(self):
        a = []
        a.append(a)
        d = {}
        d["d"] = (d,)

        @dataclasses.dataclass
        class Node:
            next: object = None

        node = Node()
        node.next = node
        deep = []
        for _ in range(100_000):
            deep = [deep]
        for value in (a, d, node, deep):
            why = "nested too deeply" if value is deep else "a value that contains itself"
            with self.assertRaisesRegex(ValueError, why):
                Program("x", inputs=["x"]).run({"x": value})
            with self.assertRaisesRegex(fermata.RuntimeError, why):
                Program("f()", functions={"f": lambda: value}).run()

    def test_deep_values_of_the_program(self):
        code = "a = []\nfor _ in range(100_000): a = [a]\n"
        with self.assertRaisesRegex(fermata.RuntimeError, "nested too deeply"):
            Program(code + "f(a)", functions={"f": lambda a: 1}).run()
        self.assertTrue(Program(code + "a").run().is_repr)

    def test_too_large_for_the_heap(self):
        limits = Limits(heap_bytes=8_000_000)
        with self.assertRaises(fermata.UsageError):
            Program("x", inputs=["x"]).run({"x": "a" * 50_000_000}, limits=limits)
        with self.assertRaisesRegex((fermata.RuntimeError, fermata.LimitError), "."):
            Program("f()", functions={"f": lambda: list(range(5_000_000))}).run(limits=limits)

    def test_values_change_while_they_are_copied(self):
        items, pairs = [], {}

        @dataclasses.dataclass
        class Clears:
            n: int = 1

            def __getattribute__(self, name):
                items.clear()
                pairs.clear()
                return object.__getattribute__(self, name)

        items += [Clears(), 2, 3]
        self.assertEqual(len(Program("x", inputs=["x"]).run({"x": items}).value), 1)
        pairs.update(a=Clears(), b=2)
        with self.assertRaisesRegex(fermata.UsageError, "changed size"):
            Program("x", inputs=["x"]).run({"x": pairs})

    def test_objects_that_are_not_what_they_say(self):
        class Numbered(tuple):
            _fields = (1, 2)

        class Endless(tuple):
            _fields = 5

        class Odd(enum.Enum):
            A = object()

        for value in (
            Numbered((1, 2)),
            Endless(),
            Odd.A,
            fermata.Record("X", {1: 2}),
            fermata.Record("X", {"x y": 1}),
            fermata.Record(5, {}),
        ):
            with self.subTest(value=type(value).__name__):
                with self.assertRaises((TypeError, fermata.UsageError)):
                    Program("x", inputs=["x"]).run({"x": value})
                with self.assertRaises(fermata.RuntimeError):
                    Program("f()", functions={"f": lambda: value}).run()

    def test_a_finalizer_runs_a_program(self):
        ran = []

        class Runs:
            def __del__(self):
                ran.append(Program("1").run().value)

        with self.assertRaises(fermata.RuntimeError):
            Program("f()", functions={"f": lambda: [Runs()]}).run()
        gc.collect()
        self.assertEqual(ran, [1])


class Exceptions(unittest.TestCase):
    def told(self, error):
        def f():
            raise error

        code = "try: f()\nexcept BaseException as e: r = type(e).__name__, str(e)\nr"
        value = Program(code, functions={"f": f}).run().value
        self.assertEqual(Program(code, functions=["f"]).start().throw(error).value, value)
        return value

    def test_classes_that_raise_when_they_are_asked(self):
        class NoText(Exception):
            def __str__(self):
                raise ValueError

        class NoArgs(Exception):
            args = property(lambda self: 1 / 0)

        class FiveArgs(Exception):
            args = property(lambda self: 5)

        class Named(type(Exception)):
            __name__ = property(lambda cls: 1 / 0)

        class NoName(Exception, metaclass=Named):
            pass

        class ArgsThatStay(ValueError):
            pass

        self.assertEqual(self.told(NoText("a"))[0], "NoText")
        self.assertEqual(self.told(NoArgs("a")), ("NoArgs", "a"))
        self.assertEqual(self.told(FiveArgs("a")), ("FiveArgs", "a"))
        self.assertEqual(self.told(NoName("a")), ("NoName", "a"))
        self.assertIn("a", self.told(ArgsThatStay("a", object()))[1])

    def test_names_that_are_none(self):
        for name in ("", "a b", "1", "é\ud800", "a" * 100_000, "None"):
            with self.subTest(name=name[:10]):
                self.assertIn("text", self.told(type("X", (Exception,), {"__doc__": None})("text"))[1])
                cls = type("X", (Exception,), {})
                try:
                    cls.__name__ = name
                except (ValueError, UnicodeEncodeError):
                    continue
                self.assertIn("text", self.told(cls("text"))[1])

    def test_builtin_ones(self):
        for error in (
            UnicodeDecodeError("utf8", b"a", 0, 1, "r"),
            OSError(2, "x"),
            MemoryError(),
            StopIteration(5),
            RecursionError("d"),
            KeyError(("a", 1)),
            AssertionError(),
        ):
            with self.subTest(error=error):
                self.assertEqual(self.told(error), (type(error).__name__, str(error)))
        # What is in a group can't cross, so it isn't one.
        self.assertEqual(self.told(ExceptionGroup("g", [ValueError(1)])), ("ExceptionGroup", "g (1 sub-exception)"))


# Classes whose own hash() costs nothing; what crosses are tuples and ints with Python's.
KEYS = """
class T(tuple):
    def __hash__(self): return 1
    def __eq__(self, other): return self is other
class I(int):
    def __hash__(self): return self // (2**61 - 1)
def tower(n, leaf=(1, 2)):
    for i in range(n): leaf = T((leaf, leaf))
    return leaf
"""


class Point(typing.NamedTuple):
    x: object


class Keys(unittest.TestCase):
    """Sets and dicts whose keys would keep the host's hash tables busy, for as long as the program likes."""

    def test_results(self):
        for made in (
            "{tower(45)}",
            "{tower(45): 1}",
            "[1, {'a': {(1, tower(60))}}]",
            "frozenset([frozenset([tower(60)])])",
            "{T((tower(20), i)) for i in range(100)}",
            "{I(i * (2**61 - 1)) for i in range(100000)}",
            "{I(i * (2**61 - 1)): i for i in range(100000)}",
            "{(1, I(i * (2**61 - 1))) for i in range(20000)}",
            "{float(I(i)) * 2.0**61 for i in range(0)} or {T((tower(12), I(i * (2**61 - 1)))) for i in range(300)}",
        ):
            with self.subTest(made), self.assertRaisesRegex(ValueError, "too long to hash its keys"):
                print(Program(KEYS + made).run().value)

    def test_arguments(self):
        code = KEYS + "try: f({tower(45)}, a={1: {tower(50)}})\nexcept ValueError as e: said = str(e)\n[said, f({tower(3)}, a=1)]"
        said, given = Program(code, functions={"f": lambda *args, **kwargs: len(args[0])}).run().value
        self.assertIn("too long to hash", said)
        self.assertEqual(given, 1)

    def test_records(self):
        code = KEYS + "f({Point(tower(50))})"
        with self.assertRaisesRegex(fermata.RuntimeError, "too long to hash"):
            Program(code, functions={"f": len}, types=[Point]).run()

    def test_what_ordinary_programs_have(self):
        made = "[{(i, str(i)) for i in range(50000)}, {i * 7: i for i in range(100000)}, {float(i) for i in range(1000)}, {tower(10)}, {2**70 + i for i in range(20000)}]"
        self.assertEqual([len(one) for one in Program(KEYS + made).run().value], [50000, 100000, 1000, 1, 20000])


class Code(unittest.TestCase):
    def test_constants_that_instructions_count_on_stay(self):
        code = """
import types
def outer():
    def inner(a, b=1, c=2): return a
    class C: x = [i for i in (1, 2)]
    return inner(5), C.x
def none(): pass
was = outer.__code__
said = []
for at, const in enumerate(was.co_consts):
    if isinstance(const, types.CodeType):
        try: types.FunctionType(was.replace(co_consts=was.co_consts[:at] + (none.__code__,) + was.co_consts[at + 1:]), globals())()
        except Exception as e: said.append(f"{type(e).__name__}: {e}"[:38])
said"""
        self.assertEqual(Program(code).run().value, ["ValueError: co_consts: this can't stand"[:38]] * 2)


CODE = """
import asyncio
class Point:
    def __init__(self, x): self.x = x
def gen(n):
    for i in range(n):
        yield f(i, [Point(i), {"a": (1, 2.5, b"x")}])
total = {1, 2}
text = "é" * 40
s = sorted([3, 1, 2], key=lambda k: next(gen(k)))
s
"""


class States(unittest.TestCase):
    def test_damaged_ones(self):
        """Ten thousand; what loads all the same goes on, a little."""
        rng = random.Random(7)
        step = Program(CODE, functions=["f"]).start()
        msgpack, text = step.save(), step.save("json")
        limits = Limits(steps=200_000, time_ms=300, heap_bytes=16_000_000)
        loaded = 0
        for i in range(10_000):
            damaged = bytearray(msgpack if i % 2 else text.encode())
            for _ in range(rng.choice((1, 1, 2, 8))):
                at = rng.randrange(len(damaged))
                kind = rng.randrange(4)
                if kind == 0:
                    damaged[at] = rng.randrange(256)
                elif kind == 1:
                    damaged[at] ^= 1 << rng.randrange(8)
                elif kind == 2:
                    del damaged[at : at + rng.randrange(1, 9)]
                else:
                    damaged[at:at] = damaged[rng.randrange(len(damaged)) :][: rng.randrange(1, 9)]
            state = bytes(damaged)
            if i % 20 == 0:
                state = state[: rng.randrange(len(state))]
            try:
                step = fermata.load(state, functions=["f"], limits=limits)
            except fermata.StateError as error:
                self.assertTrue(error.kind)
                continue
            loaded += 1
            for _ in range(3):
                if isinstance(step, fermata.Paused):
                    step = step.resume(1)
            repr(step)
        self.assertGreater(loaded, 100)

    def test_what_is_no_state(self):
        for data in (b"", "", b"\0" * 1000, "{}", "[]", "\ud800", b"\xff" * 100, "[" * 100_000, b"\x91" * 100_000):
            with self.assertRaises(fermata.StateError):
                fermata.load(data)
        for data in (None, 5, bytearray(b"a"), [b"a"]):
            with self.assertRaises(TypeError):
                fermata.load(data)

    def test_texts_that_are_no_programs(self):
        for code in ("\ud800", "x = '\0'", "(" * 100_000, "x = " + "-" * 100_000 + "1", "\\" * 1000, "\t x\n x", "if 1:\n" * 200):
            with self.assertRaises(fermata.SyntaxError):
                Program(code)
            self.assertTrue(fermata.check(code))

    def test_findings_repeat_a_long_line_only_so_often(self):
        for code in ("x=1;" + "x is 1;" * 5000, "def f():\n " + "a=1;global a;" * 5000, "a;" * 20_000, "class A:\n" + " a\n" * 20_000):
            findings = fermata.check(code)
            self.assertTrue(findings)
            self.assertLess(sum(len(finding.text) for finding in findings), (1 << 20) + 2 * len(code) + 1000)
        step = Program("x=1;" + "x is 1;" * 5000).start()
        self.assertLess(len(step.stderr), (1 << 20) + 100_000)
        with self.assertRaises(fermata.SyntaxError) as raised:
            Program("def f():\n " + "a=1;global a;" * 5000)
        self.assertLess(len(raised.exception.findings), 100)


class Growth(unittest.TestCase):
    def grown(self, run, rounds):
        """Bytes that the process grew by in the later rounds."""
        for _ in range(rounds // 5):
            run()
        gc.collect()
        before = resident()
        for _ in range(rounds):
            run()
        gc.collect()
        return resident() - before

    def test_runs(self):
        program = Program("d = {'a': [f(i) for i in range(3)]}\nd", functions={"f": lambda i: [i]})
        self.assertLess(self.grown(program.run, 20_000), 4_000_000)

    def test_programs(self):
        self.assertLess(self.grown(lambda: Program("def f(x): return [x]\nf(1)").run(), 5_000), 4_000_000)

    def test_states(self):
        program = Program("x = f()\nx", functions=["f"])
        self.assertLess(self.grown(lambda: fermata.load(program.start().save()).resume([1]), 5_000), 4_000_000)

    def test_failures(self):
        def f():
            raise ValueError([1])

        def run():
            for code in ("f()", "1/0", "g(object())"):
                try:
                    Program(code, functions={"f": f, "g": lambda x: 1}).run()
                except fermata.RuntimeError:
                    pass

        self.assertLess(self.grown(run, 3_000), 4_000_000)

    def test_a_session_that_is_fed_for_long(self):
        session = fermata.Session(functions={"f": lambda: 1})
        self.assertLess(self.grown(lambda: session.feed("x = f()"), 20_000), 1_000_000)

    def test_references(self):
        class Value:
            pass

        counts = []
        token = Value()
        program = Program("try: f()\nexcept Exception: pass", functions={"f": lambda: token})
        for _ in range(3):
            for _ in range(100):
                program.run()
            gc.collect()
            counts.append(sys.getrefcount(token))
        self.assertEqual(len(set(counts)), 1, counts)


def resident():
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * resource.getpagesize()
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


if __name__ == "__main__":
    unittest.main()
