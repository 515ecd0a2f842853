"""What crosses between a program and its host: values of the library as themselves, parts that are shared, and what can't cross as an
Instance."""

import dataclasses
import datetime
import fractions
import ipaddress
import json
import pickle
import unittest
import zoneinfo

import fermata


def run(code, **inputs):
    return fermata.Program(code, inputs=list(inputs)).run(inputs)


def asked(code, answer=None, **more):
    """What ask() got of the program, which the answer goes to."""
    got = []

    def ask(*args, **kwargs):
        got.append((args, kwargs))
        return answer

    return got, fermata.Program(code, functions={"ask": ask}, **more).run()


@dataclasses.dataclass
class Box:
    content: object = None


def doubled(levels):
    part = [1]
    for _ in range(levels):
        part = [part, part]
    return part


def levels_of(value):
    levels = 0
    while len(value) == 2:
        assert value[0] is value[1]
        value, levels = value[0], levels + 1
    return levels


class LibraryValues(unittest.TestCase):
    def test_they_cross_as_themselves_both_ways(self):
        values = [
            fractions.Fraction(-1, 3),
            fractions.Fraction(10**6000, 7),
            *map(ipaddress.ip_address, ["10.0.0.1", "::1", "fe80::1%eth0", "::ffff:1.2.3.4"]),
            *map(ipaddress.ip_network, ["10.0.0.0/8", "2001:db8::/32", "0.0.0.0/0"]),
            *map(ipaddress.ip_interface, ["10.1.2.3/8", "2001:db8::1/64"]),
        ]
        for value in values:
            result = run("[x, {x: (x,)}]", x=value)
            self.assertEqual(result.exact(), [value, {value: (value,)}])
            self.assertIs(type(result.value[0]), type(value))
        made = run(
            "import fractions, ipaddress\n[fractions.Fraction(6, 4), ipaddress.ip_network('10.0.0.0/8')[7], ipaddress.ip_interface('::1/8')]"
        ).exact()
        self.assertEqual(made, [fractions.Fraction(3, 2), ipaddress.ip_address("10.0.0.7"), ipaddress.ip_interface("::1/8")])

    def test_paths(self):
        from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath

        class Remote(PurePosixPath):
            pass

        texts = ["", ".", "/", "a/b", "/a/b", "//a/b", "///a", "../x", "a b/ä'\"", "~"]
        windows = [PureWindowsPath(text) for text in ("c:/a/b", "c:a", "//host/share/a", "a\\b", "/a")]
        for value in [*map(Path, texts), *map(PurePath, texts), *windows]:
            result = run("[x, {x: (x,)}, repr(x), x.parts, x / 'more']", x=value)
            self.assertEqual(result.exact(), [value, {value: (value,)}, repr(value), value.parts, value / "more"])
            self.assertIs(type(result.value[0]), type(value))
            self.assertEqual(json.loads(result.to_json())["value"][0], str(value))
        self.assertEqual(
            run("from pathlib import Path\nimport os\nos.mkdir('d')\n[*Path('d').resolve().parent.iterdir()]").value, [Path("/home/user/d")]
        )
        mine = run("from pathlib import Path\nclass Mine(type(Path())): pass\nMine('a')").value  # as a program's kind of date does
        self.assertEqual((type(mine), mine), (type(Path()), Path("a")))
        # The host's path of another class may be one of something else.
        with self.assertRaisesRegex(TypeError, r"a value of type 'Remote' can't enter the sandbox: .*; give its text, str\(path\)"):
            run("x", x=Remote("a"))

    def test_zones_keep_their_rules(self):
        berlin = datetime.datetime(2026, 7, 1, 12, tzinfo=zoneinfo.ZoneInfo("Europe/Berlin"))
        result = run("[t, t.tzname(), t.utcoffset(), t.isoformat()]", t=berlin).value
        self.assertEqual(result[1:], ["CEST", datetime.timedelta(hours=2), berlin.isoformat()])
        self.assertEqual((result[0], result[0].tzinfo), (berlin, zoneinfo.ZoneInfo("Europe/Berlin")))
        moved = run("t.replace(month=1)", t=berlin).value
        self.assertEqual((moved, moved.tzname(), moved.utcoffset()), (berlin.replace(month=1), "CET", datetime.timedelta(hours=1)))
        noon = datetime.time(12, tzinfo=zoneinfo.ZoneInfo("Europe/Berlin"))
        self.assertEqual(repr(run("t", t=noon).value), repr(noon))
        made = run(
            "from zoneinfo import *\nfrom datetime import *\ndatetime(2026, 10, 25, 2, 30, tzinfo=ZoneInfo('Europe/Berlin'), fold=1)"
        ).value
        self.assertEqual(repr(made), "datetime.datetime(2026, 10, 25, 2, 30, fold=1, tzinfo=zoneinfo.ZoneInfo(key='Europe/Berlin'))")
        fixed = datetime.timezone(datetime.timedelta(hours=-5), "Somewhere <0>")
        for at in (datetime.datetime(2026, 1, 1, tzinfo=fixed), datetime.time(1, 2, 3, tzinfo=fixed, fold=1)):
            self.assertEqual(repr(run("t", t=at).value), repr(at))
        made = run("from datetime import *\ndatetime(2026, 1, 1, tzinfo=timezone(timedelta(hours=1), 'Europe/Berlin'))").value
        self.assertEqual(made.tzinfo, zoneinfo.ZoneInfo("Europe/Berlin"))
        plain = datetime.datetime(2026, 1, 1, tzinfo=datetime.timezone(datetime.timedelta(hours=1)))
        self.assertEqual(repr(run("t", t=plain).value), repr(plain))
        utc = zoneinfo.ZoneInfo("UTC")
        for at in (plain.astimezone(utc), datetime.time(1, 2, 3, tzinfo=utc)):
            self.assertEqual(run("[t, repr(t)]", t=at).value, [at, repr(at)])
            self.assertEqual(repr(run("t", t=at).value), repr(at))
        self.assertIs(run("t", t=plain.astimezone(datetime.timezone.utc)).value.tzinfo, datetime.timezone.utc)

    def test_a_zone_that_would_be_lost_is_refused(self):
        class Somewhere(datetime.tzinfo):
            def utcoffset(self, when):
                return None

            tzname = utcoffset

            def __str__(self):
                return "Somewhere"

        late = datetime.time(12, tzinfo=Somewhere())
        with self.assertRaisesRegex(TypeError, "a time whose zone Somewhere gives no offset can't enter the sandbox"):
            fermata.Program("t", inputs=["t"]).run({"t": late})
        step = fermata.Program("f()", functions={"f": lambda: late}).start(pause_at=[])
        self.assertEqual(step.error.type, "TypeError")
        fixed = datetime.time(12, tzinfo=datetime.timezone.utc)
        self.assertEqual(fermata.Program("t", inputs=["t"]).run({"t": fixed}).value, fixed)

    def test_what_has_items_arrives_as_a_list(self):
        code = """
import collections, itertools
def squares():
    for i in range(3):
        yield i * i
counts = {"a": 1, "b": 2}
ask(range(3), collections.deque([1, 2]), counts.keys(), counts.values(), counts.items(), squares(), map(abs, [-1]), zip("ab", [1, 2]),
    iter([7]), enumerate("x"), itertools.islice(itertools.count(5), 2), (c for c in "yz"), k=[squares(), {"deep": (reversed([1, 2]),)}])
"""
        ((args, kwargs),) = asked(code)[0]
        want = (
            [0, 1, 2],
            [1, 2],
            ["a", "b"],
            [1, 2],
            [("a", 1), ("b", 2)],
            [0, 1, 4],
            [1],
            [("a", 1), ("b", 2)],
            [7],
            [(0, "x")],
            [5, 6],
            ["y", "z"],
        )
        self.assertEqual((args, kwargs), (want, {"k": [[0, 1, 4], {"deep": ([2, 1],)}]}))
        self.assertEqual(
            run("import collections\n[range(2, 9, 3), collections.deque('ab'), {1: 2}.items()]").exact(), [[2, 5, 8], ["a", "b"], [(1, 2)]]
        )

    def test_asynchronous_functions_get_lists_too(self):
        async def ask(x):
            return x

        program = fermata.Program("[await ask(i for i in range(3)), await ask(map(str, [1]))]", functions=[ask])
        self.assertEqual(program.run().value, [[0, 1, 2], ["1"]])

    def test_a_generator_may_pause_while_its_items_are_taken(self):
        code = "def slow():\n    yield step(1)\n    yield step(2)\nask(slow(), [0])\n"
        step = fermata.Program(code, functions=["ask", "step"]).start()
        for answer in ("a", "b"):
            self.assertEqual((step.call.function, step.call.line), ("step", 2 if answer == "a" else 3))
            step = fermata.load(fermata.load(step.save()).resume(answer).save("json"))
        self.assertEqual((step.call.function, step.call.args, step.call.line), ("ask", (["a", "b"], [0]), 4))
        self.assertEqual(step.resume(5).value, 5)
        self.assertEqual(step.spent.host_calls, 3)

    def test_there_is_an_end_to_it(self):
        with self.assertRaisesRegex(fermata.RuntimeError, "a 'itertools.count' of more than 1000000 items can't leave"):
            asked("import itertools\nask(itertools.count())", check_types=False)
        with self.assertRaisesRegex(fermata.RuntimeError, "a quarter of the heap limit"):
            asked("ask(range(10**15))")
        with self.assertRaisesRegex(fermata.RuntimeError, "ZeroDivisionError"):
            asked("ask(1 // i for i in [1, 0])")
        # An iterator that isn't the library's is refused, and so is one where only its items could cross.
        with self.assertRaisesRegex(fermata.RuntimeError, "holds a value of type 'It' .*can't leave the sandbox"):
            asked("class It:\n    def __iter__(self): return self\n    def __next__(self): raise StopIteration\nask([It(), iter([])])")
        with self.assertRaisesRegex(fermata.RuntimeError, "TypeError: an argument of host function 'ask' holds an iterator"):
            asked("from dataclasses import dataclass\n@dataclass\nclass B:\n    c: object\nask(B(iter([])))")


class Shared(unittest.TestCase):
    def test_what_is_shared_stays_shared(self):
        for levels in (1, 22, 60):
            big = doubled(levels)
            got, result = asked("y = ask()\nassert y[0] is y[1]\nask(y, [y])\ny", big)
            self.assertEqual(levels_of(result.exact()), levels)
            args = got[1][0]
            self.assertIs(args[1][0], args[0])
            self.assertEqual(levels_of(args[0]), levels)
        box = Box([1])
        result = (
            fermata.Program("[x, y, x.content is y, x is z[0]]", inputs=["x", "y", "z"], types=[Box])
            .run({"x": box, "y": box.content, "z": (box,)})
            .value
        )
        self.assertEqual(result, [box, [1], True, True])
        self.assertIs(result[0].content, result[1])
        shared = run("a = [1]\nb = (a, {1: a}, {'k': a})\n[b, b, a]").value
        self.assertTrue(shared[0] is shared[1] and all(part is shared[2] for part in (shared[0][0], shared[0][1][1], shared[0][2]["k"])))
        # Equal is not the same.
        apart = run("[[1], [1]]").value
        self.assertIsNot(apart[0], apart[1])

    def test_a_saved_call_keeps_it(self):
        step = fermata.Program("a = [1]\nfor _ in range(60): a = [a, a]\nask(a, a)", functions=["ask"]).start()
        for encoding in ("msgpack", "json"):
            step = fermata.load(step.save(encoding))
            self.assertIs(step.call.args[0], step.call.args[1])
            self.assertEqual(levels_of(step.call.args[0]), 60)

    def test_texts_about_them_end(self):
        result = run("a = [1]\nfor _ in range(60): a = [a, a]\na")
        self.assertLess(len(repr(result)), 1000)
        self.assertLess(len(result._repr_html_()), 100_000)
        with self.assertRaisesRegex(fermata.Error, "too long"):
            result.to_json()
        with self.assertRaises(fermata.Error):
            fermata.Program("a = [1]\nfor _ in range(60): a = [a, a]\nf(a)", functions=["f"]).start().to_json()
        from fermata._core import plain

        self.assertLess(len(json.dumps(plain(result.value))), 30_000_000)

    def test_a_value_inside_itself_is_refused(self):
        a = []
        a.append({"a": a})
        box = Box()
        box.content = (box,)
        deep = []
        for _ in range(10_000):
            deep = [deep]
        paused = fermata.Program("try:\n    got = ask()\nexcept Exception as e:\n    got = repr(e)\ngot", functions=["ask"]).start
        for value, why in (
            (a, "a value that contains itself can't enter the sandbox"),
            (box, "a value that contains itself"),
            (deep, "a value nested too deeply"),
        ):
            with self.assertRaisesRegex(fermata.UsageError, why):
                run("x", x=value)
            step = paused()
            with self.assertRaisesRegex(fermata.UsageError, why):
                step.resume(value)
            self.assertEqual(step.resume(1).value, 1)
            # The program sees none of the package's classes.
            program = fermata.Program(
                "try:\n    ask()\nexcept ValueError as e:\n    got = type(e)\ngot is ValueError", functions={"ask": lambda: value}
            )
            self.assertTrue(program.run().value)
        with self.assertRaisesRegex(fermata.RuntimeError, "argument 2 of host function 'ask' holds a value that contains itself, which"):
            asked("a = []\na.append((a,))\nask(1, a)")
        result = run("a = [1]\na.append({'me': a})\na")
        self.assertEqual(result.value, [1, {"me": fermata.Instance("list", "builtins", "[1, {'me': [...]}]")}])


class Instances(unittest.TestCase):
    def test_containers_cross_item_by_item(self):
        result = run("class A:\n    def __init__(self): self.x = [1]\n[1, lambda: 0, {'k': A()}, A]")
        self.assertTrue(result.is_repr)
        one, function, holder, cls = result.value
        self.assertEqual((one, function.type_name, cls.type_name, cls.repr), (1, "function", "type", "<class '__main__.A'>"))
        a = holder["k"]
        self.assertEqual((a.type_name, a.module, a.attributes), ("A", "__main__", {"x": [1]}))
        self.assertRegex(a.repr, r"^<__main__\.A object at 0x\w+>$")
        self.assertFalse(run("[1]").is_repr)

    def test_the_programs_own_repr_runs_in_its_limits(self):
        code = """
class A:
    def __init__(self, n): self.n = n
    def __repr__(self): return f"A<{self.n}>" + "é"
class B:
    def __repr__(self): raise KeyError("no")
class C:
    def __repr__(self):
        while True: pass
class D:
    def __repr__(self): return ask()
[A(1), [A(2)], B(), C(), D(), A]
"""
        result = fermata.Program(code, functions={"ask": lambda: 1}).run()
        self.assertEqual([repr(x) for x in result.value[:2]], ["A<1>é", "[A<2>é]"])
        self.assertEqual(str(result.value[2]), "<B object: its __repr__ raises KeyError>")
        self.assertEqual(str(result.value[3]), "<C object: its __repr__ takes too long>")
        self.assertIn("D object", str(result.value[4]))
        self.assertEqual(result.calls, [])

    def test_a_saved_result_is_the_same_and_nothing_runs_again(self):
        code = "n = 0\nclass A:\n    def __repr__(self):\n        global n\n        n += 1\n        return f'A{n}'\n[A(), A()]"
        step = fermata.Program(code).start()
        self.assertEqual(repr(step.value), "[A1, A2]")
        for encoding in ("msgpack", "json"):
            again = fermata.load(step.save(encoding))
            self.assertEqual((again.value, again.is_repr, again.globals["n"]), (step.value, True, "2"))
            self.assertEqual(again.save(), step.save())
        fed = again.session.feed("[A(), n]")
        self.assertEqual(repr(fed.value), "[A3, 2]")

    def test_exact(self):
        self.assertEqual(run("[1]").exact(), [1])
        with self.assertRaises(fermata.CrossingError) as caught:
            run("from dataclasses import dataclass\n@dataclass\nclass R:\n    f: object\n{'a': [1, print], 'r': R(iter([]))}").exact()
        error = caught.exception
        self.assertEqual(
            [(where, found.type_name) for where, found in error.places],
            [("['a'][1]", "builtin_function_or_method"), ("['r'].f", "list_iterator")],
        )
        self.assertRegex(
            str(error), r"can't leave the sandbox as it is: at \['a'\]\[1\] a builtin_function_or_method, at \['r'\].f a list_iterator"
        )
        self.assertIsInstance(error, TypeError)
        copy = pickle.loads(pickle.dumps(error))
        self.assertEqual((copy.places, copy.value, str(copy)), (error.places, error.value, str(error)))
        with self.assertRaisesRegex(fermata.CrossingError, "as it is: a function$"):
            fermata.Program("lambda: 0").start().exact()

    def test_instances_are_values_and_do_not_come_back(self):
        value = run("class A: pass\na = A()\na.n = 1\na").value
        self.assertEqual(pickle.loads(pickle.dumps(value)), value)
        self.assertEqual(hash(pickle.loads(pickle.dumps(value))), hash(value))
        self.assertNotEqual(value, fermata.Instance("A", "__main__", value.repr))
        with self.assertRaises(AttributeError):
            value.repr = ""
        with self.assertRaisesRegex(fermata.UsageError, "input 'x': a A can't come back"):
            run("x", x=[value])

    def test_exceptions_and_deep_values(self):
        error = run("e = ValueError('x', 3)\ne.code = 7\n[e]").value[0]
        self.assertEqual(
            (error.type_name, error.repr, error.attributes), ("ValueError", "ValueError('x', 3)", {"args": ("x", 3), "code": 7})
        )
        deep = run("a = 1\nfor _ in range(1000): a = [a]\na")
        self.assertTrue(deep.is_repr)
        big = run("['x' * 1000] * 10 + [list(range(10**6))] * 2 + [object()]")
        self.assertEqual((len(big.value), big.is_repr), (13, True))
        too_big = run("[list(range(3 * 10**6)), 1]")
        self.assertEqual((too_big.value.type_name, too_big.is_repr), ("list", True))


if __name__ == "__main__":
    unittest.main()
