"""Calls that make no sense: each is refused with an error that says what was wrong, and changes nothing."""

import asyncio
import collections
import dataclasses
import threading
import pathlib
import enum
import subprocess
import sys
import unittest

import fermata
from fermata import Limits, Program, UsageError


class NoRepr:
    def __repr__(self):
        raise ValueError("no repr")


class Wrong(unittest.TestCase):
    def refused(self, error, text, call, *args, **kwargs):
        with self.assertRaises(error) as caught:
            call(*args, **kwargs)
        self.assertEqual(str(caught.exception), text)

    def test_texts(self):
        self.refused(TypeError, "code must be a str, not 'NoneType'", Program, None)
        self.refused(TypeError, "code must be a str, not 'bytes'", fermata.check, b"1")
        self.refused(TypeError, "code must be a str, not 'int'", fermata.Session().feed, 5)
        self.refused(TypeError, "the name of a program must be a str, not 'int'", Program, "1", name=5)
        self.refused(TypeError, "a state must be bytes or str, not 'int'", fermata.load, 5)

    def test_inputs(self):
        self.refused(UsageError, "missing input 'a'", Program("a", inputs=["a"]).run)
        self.refused(
            UsageError, "unknown input 'b': Program(…, inputs=['a', 'b']) would take it", Program("a", inputs=["a"]).run, {"a": 1, "b": 2}
        )
        self.refused(
            UsageError, "unknown inputs 'a', 'b': Program(…, inputs=['a', 'b']) would take them", Program("a").run, {"a": 1, "b": 2}
        )

    def test_lists_of_names(self):
        state = Program("f()", functions=["f"]).start().save()
        self.refused(UsageError, "inputs must be a list of names, not 'xy'", Program, "x", inputs="xy")
        self.refused(UsageError, "inputs must be a list of names: 1 isn't one", Program, "x", inputs=[1])
        self.refused(UsageError, "inputs must be a list of names, not 5", fermata.check, "x", inputs=5)
        self.refused(UsageError, "pause_at must be a list of names, not 'f'", Program("1").start, pause_at="f")
        self.refused(UsageError, "allow must be a list of names, not 'f'", fermata.load, state, allow="f")
        self.refused(UsageError, "methods must be a list of names, not 'query'", fermata.HandleType, "Db", methods="query")

    def test_mappings(self):
        state = Program("f()", functions=["f"]).start().save()
        self.refused(UsageError, "inputs must be a mapping from names to values, not 'list'", Program("x", inputs=["x"]).run, ["x"])
        self.refused(UsageError, "inputs must be a mapping from names to values, not 'int'", fermata.Session().feed, "x", inputs=5)
        self.refused(UsageError, "handles must be a mapping from names to objects, not ['a']", fermata.load, state, handles=["a"])
        self.refused(UsageError, "functions must be a list, or a mapping from names", Program, "1", functions=5)
        self.refused(UsageError, "types must be a list of classes, not <enum 'Enum'>", Program, "1", types=enum.Enum)

    def test_numbers(self):
        self.refused(TypeError, "seed must be an int, not 'float'", Program("1").run, seed=1.5)
        self.refused(UsageError, "seed must be a number from 0 to 2**64 - 1, not -1", Program("1").run, seed=-1)
        self.refused(TypeError, "limits must be a fermata.Limits, not 'dict'", Program("1").run, limits={"steps": 5})
        self.refused(UsageError, "limit steps must be a number from 0 to 2**63 - 1, not -1", Limits, steps=-1)
        self.refused(UsageError, "limit steps must be a number from 0 to 2**63 - 1, not True", Limits, steps=True)

    def test_answers(self):
        step = Program("f()", functions=["f"]).start()
        for id in (7, -1, 2**80):
            self.refused(UsageError, f"no call with id {id} is pending", step.resume, answers={id: 1})
        self.refused(UsageError, "calls are answered by their ids, which are numbers", step.resume, answers={"1": 1})
        self.refused(UsageError, "1 call is pending: answer with {id: value}, not [1]", step.resume, answers=[1])
        self.refused(UsageError, "only an exception can be thrown, not <class 'ValueError'>", step.throw, ValueError)
        self.refused(
            TypeError,
            "a value of type 'object' can't enter the sandbox; give plain values in its place, a dataclass, or a handle of it (fermata.handle)",
            step.resume,
            object(),
        )
        self.assertEqual(step.resume(3).value, 3)
        stopped = Program("while True: pass").start(limits=Limits(steps=10))
        self.refused(UsageError, "only an exception can be thrown, not 'stop'", stopped.throw, "stop")

    def test_handles(self):
        shelf = fermata.HandleType("Shelf")
        self.refused(UsageError, "a handle has a HandleType and a name, not <HandleType Shelf> and 5", shelf, object(), 5)
        self.refused(UsageError, "a handle has a HandleType and a name, not 'Shelf' and 'main'", fermata.Handle, "Shelf", "main", object())

    def test_values_that_cant_cross_say_where_they_are(self):
        @dataclasses.dataclass
        class Box:
            content: object

        run = Program("x", inputs=["x"]).run
        said = "a value of type 'range' can't enter the sandbox: it is at ['x']"
        self.refused(TypeError, said + "['a'][1][2]; give a list of its items", run, {"x": {"a": (1, {2: range(3)})}})
        self.refused(TypeError, said + ".content[0]; give a list of its items", run, {"x": Box([range(3)])})
        self.refused(TypeError, said + "[a tuple]; give a list of its items", run, {"x": {(1,): range(3)}})

    def test_a_session_that_an_event_loop_runs(self):
        async def slow():
            await asyncio.sleep(0.05)
            with self.assertRaises(UsageError):
                session.step.resume(7)
            return 5

        async def main():
            feed = asyncio.ensure_future(session.feed_async("await slow()"))
            await asyncio.sleep(0.02)
            step = session.step
            for refused in (lambda: session.feed("1"), step.resume, session.abandon, lambda: step.throw(ValueError()), step.resume_due):
                with self.assertRaisesRegex(UsageError, "the session is run by an event loop"):
                    refused()
            with self.assertRaisesRegex(UsageError, "the session is run by an event loop"):
                await session.step.run_async()
            self.assertEqual(fermata.load(session.step.save()).resume(6).value, 6)
            return await feed

        session = fermata.Session(functions=[slow])
        self.assertEqual(asyncio.run(main()).value, 5)
        self.assertEqual(session.feed("1").value, 1)


class Functions(unittest.TestCase):
    def test_what_may_be_given_in_place_of_a_result_that_cannot_cross(self):
        class Remote(pathlib.PurePosixPath):  # a path of something else
            pass

        for value, advice in (
            (Remote("/tmp"), "'Remote' can't enter the sandbox; give its text, str(path)"),
            ({"all": (n for n in [1])}, "'generator' can't enter the sandbox: it is at ['all']; give a list of its items"),
            (collections.deque([1]), "'collections.deque' can't enter the sandbox; give a list of its items"),
            (
                threading.Lock(),
                "'_thread.lock' can't enter the sandbox; give plain values in its place, a dataclass, or a handle of it (fermata.handle)",
            ),
        ):
            with self.assertRaises(fermata.RuntimeError) as caught:
                Program("f()", functions={"f": lambda: value}).run()
            self.assertEqual(caught.exception.message, f"a value of type {advice}")
        told = "a value of type 'Remote' can't enter the sandbox: it is at ['x']; give its text, str(path)"
        with self.assertRaises(TypeError) as refused:
            Program("x", inputs=["x"]).run({"x": Remote("/tmp")})
        self.assertEqual(str(refused.exception), told)

    def test_a_result_that_cannot_cross_is_a_type_error_at_its_call(self):
        code = "try:\n    {}f()\nexcept TypeError as error:\n    r = str(error)\nr"
        told = "a value of type 'object' can't enter the sandbox; give plain values in its place, a dataclass, or a handle of it (fermata.handle)"

        async def slow():
            return object()

        self.assertEqual(Program(code.format(""), functions={"f": object}).run().value, told)
        self.assertEqual(Program(code.format(""), functions={"f": object}).start().perform().value, told)
        self.assertEqual(Program(code.format("await "), functions={"f": slow}).run().value, told)
        self.assertEqual(asyncio.run(Program(code.format("await "), functions={"f": slow}).run_async()).value, told)

    def test_one_that_is_cancelled_raises_at_its_call(self):
        async def gone():
            raise asyncio.CancelledError

        code = "import asyncio\ntry:\n    await gone()\nexcept asyncio.CancelledError as error:\n    r = isinstance(error, Exception)\nr"
        self.assertIs(asyncio.run(Program(code, functions=[gone]).run_async()).value, False)

    def test_files_of_an_os_error(self):
        def missing():
            open("/nowhere/a")

        def renamed():
            raise FileNotFoundError(2, "No such file", "/a", None, "/b")

        code = "try:\n    f()\nexcept FileNotFoundError as error:\n    r = (str(error), error.filename, error.filename2)\nr"
        text, first, second = Program(code, functions={"f": missing}).run().value
        self.assertEqual((text, first, second), ("[Errno 2] No such file or directory: '/nowhere/a'", "/nowhere/a", None))
        text, first, second = Program(code, functions={"f": renamed}).run().value
        self.assertEqual((text, first, second), ("[Errno 2] No such file: '/a' -> '/b'", "/a", "/b"))


class Shown(unittest.TestCase):
    def test_objects_without_a_repr(self):
        said = "&lt;NoRepr: its repr() raises ValueError&gt;"
        kind = fermata.HandleType("NoRepr")
        program = Program("f(x, again=x)", functions={"f": lambda x, again: kind(x, "x")}, inputs=["x"], types=[kind])
        inputs = {"x": kind(NoRepr(), "x")}
        step = program.start(inputs)
        self.assertEqual(str(step.call), "f(<NoRepr: its repr() raises ValueError>, again=<NoRepr: its repr() raises ValueError>)")
        self.assertIn(said, step._repr_html_())
        self.assertIn("its repr() raises ValueError", step.to_json())
        step = step.perform()
        self.assertIn(said, step._repr_html_())
        self.assertEqual(repr(step), "<Done <NoRepr: its repr() raises ValueError>>")
        result = program.run(inputs)
        self.assertIn(said, result._repr_html_())
        self.assertEqual(repr(result), "<Result <NoRepr: its repr() raises ValueError>>")

    def test_json_has_names_for_all_keys(self):
        self.assertIn('"value": {"(1, 2)": [3, {"b\'x\'": 4}]}', Program("{(1, 2): (3, {b'x': 4})}").run().to_json())


class Documents(unittest.TestCase):
    def test_all_that_is_public_has_a_docstring(self):
        self.assertEqual(fermata.__all__, sorted(fermata.__all__))
        for name in fermata.__all__:
            public = getattr(fermata, name)
            self.assertTrue(public.__doc__, name)
            for member, value in vars(public).items() if isinstance(public, type) else ():
                if not member.startswith("_") and (callable(value) or isinstance(value, (property, classmethod))):
                    self.assertTrue(value.__doc__, f"{name}.{member}")

    def test_tracebacks_name_errors_as_users_do(self):
        done = subprocess.run([sys.executable, "-c", "import fermata; fermata.Program('1/0').run()"], capture_output=True, text=True)
        self.assertEqual(
            [line for line in done.stderr.splitlines() if line.startswith("fermata")],
            ["fermata.RuntimeError: ZeroDivisionError: division by zero (program.py, line 1)"],
        )


class Imports(unittest.TestCase):
    def test_what_is_seldom_needed_comes_when_it_is(self):
        code = "import fermata, sys; print([name for name in ('asyncio', 'datetime', 'decimal', 'json', 'uuid') if name in sys.modules])"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        self.assertEqual(done.stdout, "[]\n")


if __name__ == "__main__":
    unittest.main()
