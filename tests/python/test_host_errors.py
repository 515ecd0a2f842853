"""Exceptions of the host's functions: found again by who wrote them, named and caught by programs."""

import asyncio
import configparser
import csv
import decimal
import json
import pickle
import queue
import re
import socket
import sqlite3
import statistics
import struct
import traceback
import unittest

import fermata


class OrderError(Exception):
    pass


class NoStock(OrderError, KeyError):
    pass


class Refused(OrderError):
    def __init__(self, code):
        super().__init__(code)
        self.code = code

    def __str__(self):
        return f"refused with {self.code}"


class Unlisted(NoStock):
    pass


class Elsewhere(OSError):
    pass


TYPES = [NoStock, OrderError, Refused]


def buggy(x):
    return {}[x]


def raising(error):
    def tool():
        raise error

    return tool


def caught(error, code, types=TYPES):
    return fermata.Program(code, functions={"tool": raising(error)}, types=types).run().value


class Cause(unittest.TestCase):
    def error(self, code, functions=(buggy,), **options):
        with self.assertRaises(fermata.RuntimeError) as found:
            fermata.Program(code, functions=list(functions), **options).run()
        return found.exception

    def test_the_hosts_exception_is_the_cause_with_its_traceback(self):
        error = self.error("def f():\n    buggy('k')\nf()")
        cause = error.__cause__
        self.assertIsInstance(cause, KeyError)
        self.assertEqual(traceback.extract_tb(cause.__traceback__)[-1].name, "buggy")
        self.assertIn("return {}[x]", "".join(traceback.format_exception(error)))

    def test_attributes_of_declared_classes_cross(self):
        class Refused(Exception):
            def __init__(self, message, code, response):
                super().__init__(message)
                self.code, self.response, self.items, self._secret, self.errno = code, response, {"a": [1]}, "s", 5

        code = "try: tool()\nexcept Refused as e: r = (str(e), e.args, e.code, e.items, hasattr(e, 'response'), hasattr(e, '_secret'), e.errno)\nr"
        error = Refused("no", 51, object())
        self.assertEqual(caught(error, code, types=[Refused]), ("no", ("no",), 51, {"a": [1]}, False, False, 5))
        self.assertEqual(
            caught(error, "try: tool()\nexcept Exception as e: r = (type(e).__name__, str(e), vars(e))\nr", types=[]), ("Refused", "no", {})
        )

        program = fermata.Program(
            "try: tool()\nexcept Refused as e: kept = e\nask()\nkept.code", functions=["tool", "ask"], types=[Refused]
        )
        step = fermata.load(program.start().save(), types=[Refused]).throw(error)
        self.assertEqual(fermata.load(step.save("json"), types=[Refused]).resume(None).value, 51)

    def test_attributes_that_are_the_classes_own(self):
        class Missing(FileNotFoundError):
            pass

        error = Missing(2, "gone")
        error.filename, error.hint, error.handle = "f", "look", object()
        self.assertEqual(
            caught(error, "try: tool()\nexcept Missing as e: r = (e.errno, e.filename, e.hint, e.args)\nr", types=[Missing]),
            (2, "f", "look", (2, "gone")),
        )

    def test_the_programs_own_tracebacks_name_the_tool(self):
        code = "import traceback\ntry: buggy(1)\nexcept KeyError as e: a = traceback.format_exc(); b = traceback.format_exception(e)\na, ''.join(b)"
        texts = fermata.Program(code, functions=[buggy]).run().value
        self.assertEqual(texts[0], texts[1])
        self.assertRegex(texts[0], r'line 2, in <module>\n(.*\n)*  File "<host>", in buggy\nKeyError: 1\n$')

    def test_through_what_the_program_makes_of_it(self):
        for code in (
            "try: buggy(1)\nexcept KeyError as e: raise ValueError('no') from e",
            "try: buggy(1)\nexcept KeyError: 1 / 0",
            "try: buggy(1)\nexcept KeyError as e: raise ExceptionGroup('g', [TypeError(), e])",
        ):
            self.assertIsInstance(self.error(code).__cause__, KeyError)
        for code in ("1 / 0", "try: buggy(1)\nexcept KeyError: pass\n1 / 0", "try: buggy(1)\nexcept KeyError: raise ValueError from None"):
            self.assertIsNone(self.error(code).__cause__)

    def test_asynchronous_functions_steps_and_throw(self):
        async def later(x):
            await asyncio.sleep(0)
            return buggy(x)

        error = self.error(
            "import asyncio\nasync def f():\n    async with asyncio.TaskGroup() as g: g.create_task(later(1))\nawait f()", [later]
        )
        self.assertEqual(traceback.extract_tb(error.__cause__.__traceback__)[-1].name, "buggy")
        step = fermata.Program("buggy(1)\n", functions=[buggy]).start()
        self.assertIsInstance(step.perform().error.__cause__, KeyError)
        thrown = PermissionError("no")
        step = fermata.Program("buggy(1)\n", functions=["buggy"]).start().throw(thrown)
        self.assertIs(step.error.__cause__, thrown)
        # Elsewhere there is only what the state says.
        self.assertIsNone(fermata.load(step.save()).error.__cause__)

    def test_the_last_of_many(self):
        error = self.error("for i in range(100):\n    try: buggy(i)\n    except KeyError as e: last = e\nraise last")
        self.assertEqual(error.__cause__.args, (99,))

    def test_tracebacks_name_the_tool_and_the_type(self):
        self.assertTrue(self.error("buggy('k')").traceback.endswith("    buggy('k')\n  File \"<host>\", in buggy\nKeyError: 'k'\n"))
        step = fermata.Program("tool()", functions={"tool": raising(Refused(402))}).start(pause_at=[])
        self.assertTrue(step.error.traceback.endswith('  File "<host>", in tool\nRefused: refused with 402\n'), step.error.traceback)


class Classes(unittest.TestCase):
    def test_listed_classes_are_caught_by_name_and_by_those_above(self):
        for name in ("NoStock", "OrderError", "KeyError", "LookupError", "(ValueError, NoStock)"):
            self.assertEqual(
                caught(NoStock("x", 1), f"try: tool()\nexcept {name} as e: r = type(e).__name__, e.args\nr"), ("NoStock", ("x", 1))
            )
        code = "try: tool()\nexcept NoStock: r = 1\nexcept OrderError as e: r = str(e)\nr"
        self.assertEqual(caught(Refused(402), code), "refused with 402")
        self.assertEqual(caught(OrderError("plain"), code), "plain")

    def test_classes_that_are_not_listed_are_below_the_nearest_that_is(self):
        code = "try: tool()\nexcept NoStock as e: r = type(e).__name__, str(e)\nr"
        self.assertEqual(caught(Unlisted("x"), code), ("Unlisted", "'x'"))
        self.assertEqual(
            caught(Elsewhere("gone"), "try: tool()\nexcept OSError as e: r = type(e).__name__, str(e)\nr"), ("Elsewhere", "gone")
        )
        self.assertEqual(caught(OrderError("x"), "try: tool()\nexcept RuntimeError as e: r = type(e).__name__\nr", types=[]), "OrderError")

    def test_programs_raise_them_and_states_keep_them(self):
        program = fermata.Program(
            "try: tool()\nexcept OrderError as e: kept = e\nask()\nraise NoStock(kept.args)", functions=["tool", "ask"], types=TYPES
        )
        step = fermata.load(program.start().save(), types=TYPES).throw(NoStock(5))
        step = fermata.load(step.save("json"), types=TYPES).resume(None)
        self.assertEqual((step.error.type, step.error.message), ("NoStock", "(5,)"))
        self.assertEqual(fermata.check("raise OrderError", types=TYPES), [])


def json_error():
    try:
        json.loads("{")
    except ValueError as error:
        return error


def invalid():
    try:
        decimal.Decimal("x")
    except decimal.InvalidOperation as error:
        return error


class Keyed(Exception):
    """Asked for too much."""

    limit: int

    def __init__(self, *, limit, rule="r"):
        super().__init__(f"at most {limit}")
        self.limit = limit
        self.rule = rule


class Picky(OrderError):
    def __init__(self, n):
        super().__init__(n + 1)


class BackAgain(unittest.TestCase):
    """What left the program as an exception of the host's."""

    def raised(self, code, *functions, types=(*TYPES, Keyed, Picky)):
        return fermata.Program(code, functions=functions, types=types).start(pause_at=[]).error

    def test_classes_of_types(self):
        error = self.raised("e = NoStock('x', 1)\ne.place = 5\ne._secret = 6\ne.f = print\nraise e")
        self.assertIs(type(error.exception), NoStock)
        self.assertEqual((error.exception.args, vars(error.exception)), (("x", 1), {"place": 5}))
        self.assertEqual(self.raised("raise Refused(402)").exception.code, 402)
        again = pickle.loads(pickle.dumps(error))
        self.assertEqual((type(again.exception), again.exception.args, again.exception.place), (NoStock, ("x", 1), 5))
        step = fermata.load(fermata.Program("raise NoStock('x')", types=TYPES).start().save(), types=TYPES)
        self.assertIs(type(step.error.exception), NoStock)
        self.assertIsNone(fermata.load(step.save()).error.exception)

    def test_arguments_that_cannot_cross(self):
        error = self.raised("class K:\n    def __init__(self): self.x = 5\nraise NoStock('x', K(), [1, print], 7)")
        first, instance, (one, function), last = error.exception.args
        self.assertEqual((first, one, last), ("x", 1, 7))
        self.assertEqual((instance.type_name, instance.attributes), ("K", {"x": 5}))
        self.assertEqual(repr(function), "<built-in function print>")
        self.assertEqual(self.raised("raise ValueError(ValueError(1), 'b')").exception.args[1], "b")
        again = pickle.loads(pickle.dumps(error))
        self.assertEqual(again.exception.args[3], 7)

    def test_others_are_none(self):
        self.assertIsNone(self.raised("class NoStock(Exception): pass\nraise NoStock('x')").exception)
        self.assertIsNone(self.raised("class Less(NoStock): pass\nraise Less('x')").exception)
        self.assertEqual(self.raised("raise Picky('text')").exception.args, ("text",))
        error = self.raised("e = NoStock(1)\ne.args = 5,\ne.add_note = 3\ne.with_traceback = 4\nraise e").exception
        self.assertEqual((error.args, vars(error)), ((5,), {}))

    def test_constructors_with_keywords(self):
        error = self.raised("tool()", raising(Keyed(limit=5)))
        self.assertEqual(
            (type(error.exception), error.exception.args, error.exception.limit, error.exception.rule), (Keyed, ("at most 5",), 5, "r")
        )
        (finding,) = fermata.check("raise Keyed(limit=5)", types=[Keyed])
        self.assertEqual((finding.kind, finding.type, finding.line), ("arguments", "TypeError", 1))
        self.assertIn("Keyed() takes no keyword arguments: its constructor is the host's", finding.message)
        self.assertEqual(fermata.check("raise Keyed('x')\nclass NoStock(Exception): pass\nNoStock(a=1)", types=[Keyed, NoStock]), [])
        self.assertIn("takes no keyword arguments", self.raised("raise Keyed(limit=5)").message)
        told = fermata.describe([], types=[Keyed, Refused, NoStock])
        self.assertIn("    limit: int\n    def __init__(self, *, limit, rule='r') -> None: ...  # raised by the host alone", told)
        self.assertIn("class Refused(OrderError):\n    def __init__(self, code) -> None: ...\n", told)
        self.assertIn("class NoStock(OrderError, KeyError):\n    pass\n", told)


class Causes(unittest.TestCase):
    def told(self, raise_, code="c = e.__cause__\nr = type(c).__name__, c and c.args, e.__suppress_context__", types=TYPES):
        return (
            fermata.Program(
                "try: raise_()\nexcept Exception as e:\n " + code.replace("\n", "\n ") + "\nr", functions={"raise_": raise_}, types=types
            )
            .run()
            .value
        )

    def test_of_known_classes(self):
        def raise_():
            try:
                {}["k"]
            except KeyError as error:
                raise NoStock("x") from error

        self.assertEqual(self.told(raise_), ("KeyError", ("k",), True))
        error = fermata.Program("raise_()", functions={"raise_": raise_}, types=TYPES).start(pause_at=[]).error
        self.assertIn("KeyError: 'k'\n\nThe above exception was the direct cause of the following exception:\n", error.traceback)

    def test_others_and_rings(self):
        def unknown():
            raise NoStock("x") from Unlisted("secret")

        self.assertEqual(self.told(unknown), ("NoneType", None, False))

        def ring():
            first, second = NoStock(1), OrderError(2)
            first.__cause__, second.__cause__ = second, first
            raise first

        self.assertEqual(self.told(ring, "r = e.__cause__.args, e.__cause__.__cause__.args"), ((2,), (1,)))

        def library():
            raise OrderError("no JSON") from json_error()

        self.assertEqual(self.told(library, "import json\nr = type(e.__cause__) is json.JSONDecodeError, e.__cause__.lineno"), (True, 1))


class Library(unittest.TestCase):
    """Exceptions of the standard library's own classes."""

    def test_programs_catch_them_by_their_names(self):
        for error, name, said in (
            (json_error(), "json.JSONDecodeError", str(json_error())),
            (asyncio.QueueFull(), "asyncio.QueueFull", ""),
            (asyncio.InvalidStateError("y"), "asyncio.InvalidStateError", "y"),
            (invalid(), "decimal.InvalidOperation", str(invalid())),
            (statistics.StatisticsError("no data"), "statistics.StatisticsError", "no data"),
            (queue.Empty(), "queue.Empty", ""),
            (csv.Error("line"), "csv.Error", "line"),
            (struct.error("short"), "struct.error", "short"),
            (re.error("bad", "(", 0), "re.error", "bad at position 0"),
            (pickle.PicklingError("p"), "pickle.PicklingError", "p"),
            (configparser.NoOptionError("o", "s"), "configparser.NoOptionError", "No option 'o' in section: 's'"),
        ):
            module = name.partition(".")[0]
            with self.subTest(name):
                code = f"import {module}\ntry: tool()\nexcept {name} as e: r = type(e) is {name}, str(e)\nr"
                self.assertEqual(caught(error, code, types=[]), (True, said))

    def test_what_they_hold(self):
        code = "import json\ntry: tool()\nexcept ValueError as e: r = e.msg, e.pos, e.doc, e.lineno, e.args\nr"
        error = json_error()
        self.assertEqual(caught(error, code, types=[]), (error.msg, 1, "{", 1, error.args))
        code = "import configparser\ntry: tool()\nexcept configparser.Error as e: r = e.option, e.section\nr"
        self.assertEqual(caught(configparser.NoOptionError("o", "s"), code), ("o", "s"))

    def test_classes_below_them(self):
        class Unreadable(Exception):
            pass

        class BadAnswer(Unreadable, json.JSONDecodeError):
            pass

        code = "import json\ntry: tool()\nexcept json.JSONDecodeError as e: r = type(e).__name__, str(e)\nr"
        self.assertEqual(caught(BadAnswer("no", "x", 0), code, types=[]), ("BadAnswer", "no: line 1 column 1 (char 0)"))

    def test_what_the_sandbox_has_not(self):
        error = sqlite3.IntegrityError("twice")
        code = "try: tool()\nexcept RuntimeError as e: r = type(e).__name__, str(e)\nr"
        self.assertEqual(caught(error, code), (type(error).__name__, str(error)))
        code = "try: tool()\nexcept OSError as e: r = type(e).__name__, e.args\nr"
        self.assertEqual(caught(socket.gaierror(-2, "unknown"), code), ("gaierror", (-2, "unknown")))

    def test_who_only_says_so_is_none_of_them(self):
        error = type("JSONDecodeError", (Exception,), {"__module__": "json.decoder"})("no")
        code = "import json\ntry: tool()\nexcept json.JSONDecodeError: r = 1\nexcept RuntimeError as e: r = str(e)\nr"
        self.assertEqual(caught(error, code), "no")

    def test_a_function_that_was_cancelled(self):
        async def given_up():
            raise asyncio.CancelledError

        code = "import asyncio\ntry: await given_up()\nexcept asyncio.CancelledError as e: r = str(e)\nr"
        self.assertEqual(fermata.Program(code, functions=[given_up]).run().value, "the function was cancelled")

    def test_thrown_cancelled_and_kept(self):
        functions = ["async def f(): ...", "ask"]
        code = "import asyncio\ntry: await f()\nexcept asyncio.CancelledError as e: kept = e\nask()\nstr(kept), isinstance(kept, Exception)"
        step = fermata.load(fermata.Program(code, functions=functions).start().save()).throw(asyncio.CancelledError("stop"))
        self.assertEqual(fermata.load(step.save("json")).resume(None).value, ("stop", False))

    def test_out_of_the_program(self):
        for code, cls, said in (
            ("import json; json.loads('{')", json.JSONDecodeError, str(json_error())),
            ("import asyncio; raise asyncio.CancelledError('x')", asyncio.CancelledError, "x"),
            ("import decimal; decimal.Decimal('x')", decimal.InvalidOperation, str(invalid())),
            ("import csv; raise csv.Error('e')", csv.Error, "e"),
            ("import configparser; raise configparser.NoSectionError('s')", configparser.NoSectionError, "No section: 's'"),
        ):
            error = fermata.Program(code).start().error
            self.assertIs(type(error.exception), cls)
            self.assertEqual(error.message, said)
            self.assertEqual(type(pickle.loads(pickle.dumps(error)).exception), cls)
        for code in (
            "class JSONDecodeError(ValueError): __module__ = 'json.decoder'\nraise JSONDecodeError",
            "class X(Exception): __module__ = 'antigravity'\nraise X",
        ):
            error = fermata.Program(code).start().error
            self.assertEqual((error.module, error.exception), ("", None))

    def test_own_classes_are_not_those_of_their_names(self):
        for name in ("SystemExit", "KeyboardInterrupt", "ValueError"):
            error = fermata.Program(f"class {name}(Exception): pass\nraise {name}(7)").start().error
            self.assertEqual((error.type, error.module, error.exception), (name, "", None))
            error = fermata.Program(f"raise {name}(7)").start().error
            self.assertEqual((error.module, repr(error.exception)), ("builtins", f"{name}(7)"))


class Groups(unittest.TestCase):
    def test_the_programs_cross(self):
        code = (
            "class Own(Exception): pass\ne = OSError(2, 'no', 'f')\ne.add_note('n')\n"
            "raise ExceptionGroup('g', [ValueError(1), Own('x'), ExceptionGroup('h', [KeyError('k'), e])])"
        )
        step = fermata.Program(code).start()
        for error in (step.error, pickle.loads(pickle.dumps(step.error)), fermata.load(step.save()).error):
            made = error.exception
            self.assertEqual((type(made), made.message, repr(made.exceptions[0])), (ExceptionGroup, "g", "ValueError(1)"))
            self.assertIs(type(made.exceptions[1]), fermata.RuntimeError)
            self.assertEqual((made.exceptions[1].type, made.exceptions[1].message), ("Own", "x"))
            inner = made.exceptions[2].exceptions[1]
            self.assertEqual((type(inner), inner.filename, inner.__notes__), (FileNotFoundError, "f", ["n"]))
            self.assertEqual([one.type for one in error.exceptions], ["ValueError", "Own", "ExceptionGroup"])
        for wrapped in ("[e, e]", "[e]"):
            error = fermata.Program(f"e = ValueError(1)\nfor i in range(100): e = ExceptionGroup('g', {wrapped})\nraise e").start().error
            self.assertIs(type(error.exception), ExceptionGroup)
        error = fermata.Program("raise ExceptionGroup('g', [ValueError(i) for i in range(5000)])").start().error
        self.assertEqual(len(error.exception.exceptions), 1000)

    def test_their_exceptions_cross(self):
        error = ExceptionGroup("many", [ValueError("a", 1), ExceptionGroup("inner", [NoStock("b"), json_error()])])
        code = (
            "import json\nr = []\ntry: tool()\nexcept* ValueError as g: r.append(repr(g.exceptions[0]))\n"
            "except* NoStock as g: r.append(str(g.exceptions[0].exceptions))\nr"
        )
        self.assertEqual(caught(error, code)[0], "ValueError('a', 1)")
        code = "try: tool()\nexcept ExceptionGroup as g: r = type(g).__name__, g.message, str(g), [type(e).__name__ for e in g.exceptions], g.exceptions[1].exceptions[0].args\nr"
        self.assertEqual(
            caught(error, code), ("ExceptionGroup", "many", "many (2 sub-exceptions)", ["ValueError", "ExceptionGroup"], ("b",))
        )

    def test_of_tasks(self):
        async def both():
            async def fail(n):
                raise KeyError(n)

            async with asyncio.TaskGroup() as group:
                group.create_task(fail(1))
                group.create_task(fail(2))

        code = "try: await both()\nexcept* KeyError as g: r = [e.args for e in g.exceptions]\nr"
        self.assertEqual(fermata.Program(code, functions=[both]).run().value, [(1,), (2,)])

    def test_kinds(self):
        class Many(ExceptionGroup):
            pass

        code = (
            "try: tool()\nexcept BaseExceptionGroup as g: r = type(g).__name__, isinstance(g, Exception), [str(e) for e in g.exceptions]\nr"
        )
        self.assertEqual(caught(Many("m", [ValueError("x")]), code), ("Many", True, ["x"]))
        self.assertEqual(caught(Many("m", [ValueError("x")]), code, types=[Many]), ("Many", True, ["x"]))
        step = fermata.Program(code, functions=["tool"]).start().throw(BaseExceptionGroup("m", [asyncio.CancelledError("x")]))
        self.assertEqual(step.value, ("BaseExceptionGroup", False, ["x"]))
        deep = ValueError("x")
        for _ in range(500):
            deep = ExceptionGroup("g", [deep])
        code = "n = 0\ntry: tool()\nexcept Exception as g:\n  e = g\n  while isinstance(e, ExceptionGroup): n, e = n + 1, e.exceptions[0]\nn, type(e).__name__"
        self.assertEqual(caught(deep, code), (50, "RuntimeError"))


class Notes(unittest.TestCase):
    def test_they_cross_both_ways(self):
        error = OrderError("no")
        error.add_note("order 17")
        error.add_note("ask the manager")
        self.assertEqual(
            caught(error, "try: tool()\nexcept OrderError as e: e.add_note('own'); r = e.__notes__\nr"),
            ["order 17", "ask the manager", "own"],
        )
        step = fermata.Program("tool()", functions={"tool": raising(ExceptionGroup("g", [error]))}, types=TYPES).start(pause_at=[])
        self.assertIn("order 17\n", step.error.traceback)
        step = fermata.Program("e = KeyError('k')\ne.add_note('a')\ne.add_note('b')\nraise e").start()
        self.assertEqual(
            (step.error.notes, step.error.exception.__notes__, repr(step.error.exception)), (("a", "b"), ["a", "b"], "KeyError('k')")
        )
        self.assertEqual(fermata.load(step.save()).error.notes, ("a", "b"))
        self.assertEqual(fermata.Program("e = KeyError('k')\ne.__notes__ = 5\nraise e").start().error.notes, ())
        self.assertEqual(fermata.Program("e = KeyError('k')\ne.__notes__ = [5, 'x', print]\nraise e").start().error.notes, ())


if __name__ == "__main__":
    unittest.main()
