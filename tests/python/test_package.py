"""The Python package: programs, steps, sessions, errors."""

import asyncio
import copy
import datetime
import gc
import importlib
import inspect
import json
import math
import pickle
import signal
import subprocess
import sys
import threading
import time
import unittest
import weakref

import fermata

APPROVAL = """\
order = lookup("ord-17")
print("found", order["id"])
answer = approve(amount=order["total"])
"refunded" if answer else "refused"
"""


def lookup(id):
    return {"id": id, "total": 84}


class Signatures(unittest.TestCase):
    """Whatever begins or loads a program lists what it takes, for editors and type checkers: alike."""

    def test_what_several_take_is_taken_alike(self):
        begins = [fermata.Program.run, fermata.Program.run_async, fermata.Program.start, fermata.Program.start_async, fermata.Session]
        alike = {}
        for function in (*begins, fermata.load):
            parameters = inspect.signature(function).parameters
            self.assertLessEqual({"seed", "clock", "zone", "entropy", "mounts", "packages", "limits", "on_output", "pool"}, set(parameters))
            for name in set(parameters) - {"self", "types", "pause_at"}:  # a load keeps those of the state
                kind = alike.setdefault(name, parameters[name])
                self.assertEqual((name, parameters[name].annotation, parameters[name].default), (name, kind.annotation, kind.default))

    def test_a_session_is_loaded_with_what_its_step_is(self):
        loads = [inspect.signature(fermata.load).parameters, inspect.signature(fermata.Session.load).parameters]
        self.assertEqual(list(loads[0].values()), list(loads[1].values()))


class Programs(unittest.TestCase):
    def test_a_program_gives_its_value_and_output(self):
        result = fermata.Program("import sys\nprint('out')\nprint('err', file=sys.stderr)\n[1, 2.5, 'ü', None, (True, b'x'), {3}]").run()
        self.assertEqual(result.value, [1, 2.5, "ü", None, (True, b"x"), {3}])
        self.assertEqual((result.stdout, result.stderr), ("out\n", "err\n"))
        self.assertGreater(result.spent.steps, 0)

    def test_values_cross_both_ways_unchanged(self):
        values = [
            None,
            True,
            0,
            -1,
            2**62,
            2**63,
            -(2**63),
            2**64,
            -(10**5000),
            1.5,
            -0.0,
            math.inf,
            "",
            "naïve 😀",
            "\ud800",
            b"\0\xff",
            [],
            [[1], ()],
            (1,),
            {},
        ]
        values += [{"a": {1: None}, (1, 2): [3]}, set(), {1, "b"}, frozenset({(1, 2)})]
        for value in values:
            with self.subTest(value=str(value)[:30] if not isinstance(value, int) else value.bit_length()):
                crossed = fermata.Program("x", inputs=["x"]).run({"x": value}).value
                self.assertEqual(crossed, value)
                self.assertIs(type(crossed), type(value))
        self.assertTrue(math.isnan(fermata.Program("x", inputs=["x"]).run({"x": math.nan}).value))

    def test_values_that_cannot_cross_say_which(self):
        program = fermata.Program("x", inputs=["x"])
        with self.assertRaisesRegex(TypeError, "a value of type 'object' can't enter the sandbox"):
            program.run({"x": [object()]})
        inside = []
        inside.append(inside)
        with self.assertRaisesRegex(ValueError, "contains itself"):
            program.run({"x": inside})

    def test_host_functions_are_called(self):
        def price(item, *, factor=1):
            return len(item) * factor

        result = fermata.Program("[price('ab'), price('abc', factor=2)]", functions=[price]).run()
        self.assertEqual(result.value, [2, 6])
        self.assertEqual(
            [(call.function, call.args, call.kwargs, call.value) for call in result.calls],
            [("price", ("ab",), {}, 2), ("price", ("abc",), {"factor": 2}, 6)],
        )

    def test_an_exception_of_a_host_function_can_be_caught_in_the_program(self):
        class NoFunds(Exception):
            pass

        def builtin():
            raise KeyError("k")

        def own():
            raise NoFunds("17 short")

        code = "r = []\nfor f in (builtin, own):\n    try: f()\n    except Exception as e: r.append((type(e).__mro__[-4:-2][0].__name__, str(e)))\nr"
        value = fermata.Program(code, functions=[builtin, own]).run().value
        self.assertEqual(value[0][1], "'k'")
        self.assertIn("17 short", value[1][1])

    def test_a_host_function_whose_result_cannot_cross_is_a_type_error_at_its_call(self):
        with self.assertRaisesRegex(fermata.RuntimeError, "TypeError: a value of type 'object' can't enter") as caught:
            fermata.Program("f()", functions={"f": object}).run()
        self.assertIn("line 1", caught.exception.traceback)

    def test_wrong_code_tells_where(self):
        with self.assertRaises(fermata.SyntaxError) as caught:
            fermata.Program("x = 1\nx = (", name="a.py")
        finding = caught.exception.findings[0]
        self.assertEqual((finding.kind, finding.line, finding.type), ("syntax", 2, "SyntaxError"))
        self.assertIn('File "a.py", line 2', str(caught.exception))

    def test_check_finds_names_and_modules(self):
        findings = fermata.Program("import numpy\nlookup(order)\nfoo", inputs=["order"], functions=[lookup]).check()
        self.assertEqual([(f.kind, f.line) for f in findings], [("unknown-import", 1), ("unknown-name", 3)])
        self.assertEqual([f.kind for f in fermata.check("x = (")], ["syntax"])

    def test_an_exception_that_leaves_the_program(self):
        with self.assertRaises(fermata.RuntimeError) as caught:
            fermata.Program("def f():\n    return {}['k']\nf()").run()
        error = caught.exception
        self.assertEqual((error.type, error.message), ("KeyError", "'k'"))
        self.assertIsInstance(error.exception, KeyError)
        self.assertEqual(error.exception.args, ("k",))
        self.assertIn("line 2, in f", error.traceback)
        self.assertIsInstance(error, fermata.Error)

    def test_inputs_must_be_those_declared(self):
        program = fermata.Program("a", inputs=["a"])
        for inputs in (None, {}, {"b": 1}, {"a": 1, "b": 2}):
            with self.assertRaises(fermata.UsageError):
                program.run(inputs)

    def test_functions_in_all_their_forms(self):
        class Tool:
            async def __call__(self):
                return 1

        granted = fermata.Program("1", functions={"a": lookup, "b": None, "c": "async def c(x: int) -> str: ...", "d": Tool()}).functions
        self.assertEqual(granted.grants, [("a", False), ("b", False), ("c", True), ("d", True)])
        stubs = "def first(x): ...\nasync def second(y): ..."
        self.assertEqual(
            fermata.Program("1", functions=[lookup, "name", stubs]).functions.grants,
            [("lookup", False), ("name", False), ("first", False), ("second", True)],
        )
        for wrong in ("lookup", lookup, ["not a name"], {"a b": None}, {"a": 3}, {"a": "def b(): ..."}, [lambda: 1]):
            with self.assertRaises(fermata.UsageError):
                fermata.Program("1", functions=wrong)

    def test_a_call_without_a_function_is_an_error_of_run(self):
        with self.assertRaisesRegex(fermata.Error, "waits for approve"):
            fermata.Program("approve(1)", functions=["approve"]).run()


class Command(unittest.TestCase):
    def test_the_package_says_what_can_be_run(self):
        ran = subprocess.run([sys.executable, "-m", "fermata"], capture_output=True, text=True)
        self.assertEqual((ran.returncode, ran.stdout), (2, ""))
        self.assertIn("python -m fermata.mcp", ran.stderr)


class Steps(unittest.TestCase):
    def test_start_stops_at_each_call(self):
        step = fermata.Program(APPROVAL, name="agent.py", functions=[lookup, "approve"]).start()
        self.assertIsInstance(step, fermata.Paused)
        self.assertEqual(
            (step.call.function, step.call.args, step.call.kwargs, step.call.line, step.call.kind), ("lookup", ("ord-17",), {}, 1, "call")
        )
        step = step.perform()
        self.assertEqual((step.call.function, step.call.kwargs, step.stdout), ("approve", {"amount": 84}, "found ord-17\n"))
        self.assertEqual(step.stack[-1].source_line, 'answer = approve(amount=order["total"])')
        step = step.resume(True)
        self.assertEqual((step.status, step.value), ("done", "refunded"))
        self.assertEqual([call.function for call in step.calls], ["lookup"])

    def test_pause_at_stops_there_only(self):
        step = fermata.Program(APPROVAL, functions=[lookup, "approve"]).start(pause_at=[])
        self.assertEqual(step.call.function, "approve")  # no function was given for it
        step = fermata.Program(APPROVAL, functions={"lookup": lookup, "approve": lambda amount: True}).start(pause_at=["approve"])
        self.assertEqual(step.call.function, "approve")
        self.assertEqual(step.perform().value, "refunded")

    def test_saved_states_go_on_elsewhere(self):
        for encoding in ("msgpack", "json"):
            step = fermata.Program(APPROVAL, functions=["lookup", "approve"]).start()
            data = step.save(encoding)
            self.assertIsInstance(data, bytes if encoding == "msgpack" else str)
            step = fermata.load(data, functions=[lookup]).perform()
            step = fermata.load(step.save(encoding))
            self.assertEqual(step.stdout, "found ord-17\n")
            self.assertEqual(step.throw(TimeoutError("nobody")).error.type, "TimeoutError")

    def test_a_state_that_has_ended_loads_as_it_was(self):
        done = fermata.load(fermata.Program("print(1)\n{'a': 1}").start().save())
        self.assertEqual((done.value, done.stdout), ({"a": 1}, "1\n"))
        raised = fermata.load(fermata.Program("1 / 0").start().save())
        self.assertEqual(raised.error.type, "ZeroDivisionError")

    def test_functions_can_be_refused_at_load(self):
        step = fermata.load(fermata.Program(APPROVAL, functions=["lookup", "approve"]).start().save(), allow=["lookup"])
        self.assertEqual(step.resume(lookup(1)).error.type, "PermissionError")

    def test_damaged_states_are_refused(self):
        with self.assertRaises(fermata.StateError) as caught:
            fermata.load(b"nonsense")
        self.assertTrue(caught.exception.kind)
        with self.assertRaises(TypeError):
            fermata.load(3)

    def test_a_step_that_is_over_says_so(self):
        first = fermata.Program("f(1)\nprint('x')\nf(2)", functions=["f"]).start()
        second = first.resume(1)
        for use in (first.resume, first.save, lambda: first.throw(ValueError()), lambda: first.stack):
            with self.assertRaises(fermata.UsageError):
                use()
        self.assertEqual((first.stdout, second.stdout, first.current, second.current), ("", "x\n", False, True))

    def test_steps_match(self):
        def told(step):
            match step:
                case fermata.Paused(fermata.Call(function=name)):
                    return name
                case fermata.Done(value):
                    return value
                case fermata.Raised(error):
                    return error.type
                case fermata.Exhausted(limit):
                    return limit

        told_of = [
            told(fermata.Program(code, functions=["f"]).start(limits=fermata.Limits(steps=100000)))
            for code in ("f()", "1", "x", "while True: pass")
        ]
        self.assertEqual(told_of, ["f", 1, "NameError", "steps"])

    def test_limits_pause_and_can_be_raised(self):
        code = "n = 0\nfor i in range(200000):\n    n += i\nn"
        with self.assertRaises(fermata.LimitError) as caught:
            fermata.Program(code).run(limits=fermata.Limits(steps=1000))
        step = caught.exception.step
        self.assertEqual((caught.exception.limit, step.limit), ("steps", "steps"))
        step = fermata.load(step.save(), limits=fermata.Limits()).resume()
        self.assertEqual(step.value, sum(range(200000)))
        with self.assertRaises(ValueError):
            fermata.Limits(steps=-1)

    def test_an_exception_can_be_thrown_into_an_exhausted_program(self):
        step = fermata.Program("try:\n    while True: pass\nexcept TimeoutError as e: r = str(e)\nr").start(
            limits=fermata.Limits(steps=1000)
        )
        session = step.session
        self.assertEqual(step.limit, "steps")
        step = fermata.load(step.save(), limits=fermata.Limits()).throw(TimeoutError("enough"))
        self.assertEqual(step.value, "enough")
        self.assertEqual(session.step.limit, "steps")

    def test_a_copied_step_is_a_session_of_its_own(self):
        step = fermata.Program("a = ask()\nb = ask()\n(a, b)", functions=["ask"]).start().resume(1)
        for again in (copy.copy(step), copy.deepcopy(step), pickle.loads(pickle.dumps(step))):
            self.assertEqual(again.resume(2).value, (1, 2))
        self.assertEqual(step.resume(3).value, (1, 3))

    def test_pickles_name_what_users_import(self):
        for name in fermata.__all__:
            if name != "Step":  # a union
                self.assertEqual(
                    (getattr(fermata, name).__module__, pickle.loads(pickle.dumps(getattr(fermata, name)))),
                    ("fermata", getattr(fermata, name)),
                )
        for module in ("code_interpreter", "patterns", "pyrun", "safe_exec"):
            offered = importlib.import_module(f"fermata.{module}")
            for name in offered.__all__:
                value = getattr(offered, name)
                if isinstance(value, (type, type(importlib.import_module))):
                    self.assertEqual(value.__module__, offered.__name__, name)

    def test_pickles_of_earlier_versions(self):
        """They name the files that the package had."""
        names = "_calls.Call _calls.CallRecord _calls.Spent _errors.Finding _frames.Frame _instances.Instance _instances.Record _limits.Limits".split()
        names += "_program.Result _session.load _surroundings.SteppingClock _values.Handle _values.HandleType".split()
        for path in names:
            file, name = path.split(".")
            self.assertIs(pickle.loads(f"cfermata.{file}\n{name}\n.".encode()), getattr(fermata, name), path)

    def test_errors_can_be_pickled(self):
        for code in ("{}['k']", "x = (", "while True: pass"):
            with self.assertRaises(fermata.Error) as caught:
                fermata.Program(code).run(limits=fermata.Limits(steps=1000))
            again = pickle.loads(pickle.dumps(caught.exception))
            self.assertEqual((type(again), str(again)), (type(caught.exception), str(caught.exception)))
        with self.assertRaises(fermata.StateError) as caught:
            fermata.load(b"")
        self.assertEqual(pickle.loads(pickle.dumps(caught.exception)).kind, caught.exception.kind)

    def test_answers_to_what_is_no_call(self):
        step = fermata.Program("f(1)", functions=["f"]).start()
        for answers in ({99: 1}, {"1": 1}, {-1: 1}, {None: 1}, {}):
            with self.assertRaises(fermata.UsageError):
                step.resume(answers=answers)
        self.assertEqual(step.resume(4).value, 4)

    def test_to_json_tells_what_there_is(self):
        step = fermata.Program(APPROVAL, functions=[lookup, "approve"]).start(pause_at=[])
        told = json.loads(step.to_json())
        self.assertEqual((told["status"], told["calls_pending"][0]["function"], told["stack"][0]["line"]), ("paused", "approve", 3))


class Async(unittest.TestCase):
    CODE = "import asyncio\nawait asyncio.gather(*[fetch(i) for i in range(5)])"

    def test_run_async_goes_on_to_the_end_from_a_step_that_stopped_at_every_call(self) -> None:
        async def fetch(n: int) -> int:
            return n * 2

        step = fermata.Program("(await fetch(1)) + (await fetch(2))", functions=[fetch]).start()
        assert isinstance(step, fermata.Paused)
        again = fermata.load(step.save(), functions=[fetch])
        assert isinstance(again, fermata.Paused)
        self.assertEqual([asyncio.run(step.run_async(pause_at=[])).value, asyncio.run(again.run_async(pause_at=[])).value], [6, 6])

    def test_async_functions_run_at_the_same_time(self):
        running = most = 0

        async def fetch(i):
            nonlocal running, most
            running += 1
            most = max(most, running)
            await asyncio.sleep(0.01)
            running -= 1
            return i * 2

        program = fermata.Program(self.CODE, functions=[fetch])
        self.assertEqual(asyncio.run(program.run_async()).value, [0, 2, 4, 6, 8])
        self.assertEqual(most, 5)
        self.assertEqual(program.run().value, [0, 2, 4, 6, 8])

    def test_pending_calls_are_answered_in_any_order(self):
        step = fermata.Program(self.CODE, functions=["async def fetch(i): ..."]).start()
        self.assertEqual([call.kind for call in step.calls_pending], ["async"] * 5)
        with self.assertRaises(fermata.UsageError):
            step.resume(1)
        ids = {call.id: call.args[0] for call in step.calls_pending}
        for id in reversed(list(ids)):
            step = fermata.load(step.save())
            step = step.resume(answers={id: ids[id] * 3})
        self.assertEqual(step.value, [0, 3, 6, 9, 12])

    def test_the_stacks_of_waiting_tasks_are_there(self):
        code = "import asyncio\nasync def inner(x):\n    return await fetch(x)\nasync def outer(n):\n    note = n * 2\n    return await inner(note)\nawait asyncio.gather(outer(1), outer(2))"
        step = fermata.Program(code, functions=["async def fetch(x): ..."]).start()
        self.assertEqual([(f.function, f.line) for f in step.stack], [("outer", 6), ("inner", 3)])  # where the first call is awaited
        step = fermata.load(step.save())
        stacks = list(step.tasks.values())
        self.assertEqual(step.stack, stacks[1])
        self.assertEqual(
            [[(f.function, f.line) for f in stack] for stack in stacks],
            [[("<module>", 7)], [("outer", 6), ("inner", 3)], [("outer", 6), ("inner", 3)]],
        )
        self.assertEqual(stacks[2][0].locals, {"n": "2", "note": "4"})
        self.assertEqual(stacks[2][1].source_line.strip(), "return await fetch(x)")
        step = step.resume(answers={step.calls_pending[0].id: 0})
        self.assertEqual(len(step.tasks), 2)
        self.assertEqual([frame.locals.get("n") for frame in step.stack], ["2", None])

    def test_a_coroutine_that_a_program_puts_into_a_task_is_not_its_stack(self):
        code = """
import asyncio
async def harmless():
    amount = 5
    await asyncio.Future()
async def evil():
    task, other = asyncio.current_task(), harmless()
    other.send(None)
    task._coro = other
    return await fetch(1_000_000)
asyncio.run(evil())
"""
        step = fermata.Program(code, functions=["async def fetch(x): ..."]).start()
        self.assertNotIn("harmless", [frame.function for stack in (step.stack, *step.tasks.values()) for frame in stack])
        self.assertEqual(step.call.args, (1_000_000,))

    def test_looking_at_many_frames_is_bounded(self):
        names = ", ".join(f"v{i}" for i in range(200))
        code = f"""
import asyncio
text = "x" * 1000
async def deep(n):
    {names} = [text] * 200
    await (deep(n - 1) if n else fetch())
async def main():
    await asyncio.gather(*[deep(20) for _ in range(100)])
asyncio.run(main())
"""
        step = fermata.Program(code, functions=["async def fetch(): ..."]).start(limits=fermata.Limits(steps=0, time_ms=0))
        told = [len(frame.locals) for stack in step.tasks.values() for frame in stack]
        self.assertEqual((len(told), max(told), min(told)), (2101, 201, 0))
        self.assertEqual([(frame.function, len(frame.locals)) for frame in step.stack[-2:]], [("deep", 201), ("deep", 201)])

    def test_the_task_that_calls_is_found_however_many_there_are(self):
        code = """
import asyncio
async def waits():
    await asyncio.Future()
async def deep(n):
    return await (deep(n - 1) if n else fetch(n))
async def main():
    others = [asyncio.create_task(waits()) for _ in range(1200)]
    await asyncio.sleep(0)
    await asyncio.gather(deep(300), *others)
asyncio.run(main())
"""
        step = fermata.Program(code, functions=["async def fetch(x): ..."]).start()
        self.assertEqual([frame.function for frame in step.stack[1:]], ["deep"] * 301)
        self.assertEqual((step.stack[-1].locals, len(step.tasks)), ({"n": "0"}, 1001))

    def test_the_stack_goes_on_in_the_task_that_waits(self):
        code = "import asyncio\nasync def main(order):\n    total = order * 2\n    return await fetch(total)\ndef run():\n    kept = 1\n    return asyncio.run(main(7))\nrun()"
        step = fermata.Program(code, functions=["async def fetch(x): ..."]).start()
        self.assertEqual([(f.function, f.line) for f in step.stack], [("<module>", 8), ("run", 7), ("main", 4)])
        self.assertEqual([f.locals for f in step.stack[1:]], [{"kept": "1"}, {"order": "7", "total": "14"}])
        # None of the tasks awaits the call itself: the first one.
        code = "import asyncio\nasync def main():\n    both = 2\n    await asyncio.gather(fetch(1), fetch(2))\nasyncio.run(main())"
        step = fermata.Program(code, functions=["async def fetch(x): ..."]).start()
        self.assertEqual([(f.function, f.locals) for f in step.stack[1:]], [("main", {"both": "2"})])

    def test_timers_are_due(self):
        step = fermata.Program("import asyncio\nawait asyncio.sleep(3 * 86400)\n'awake'").start()
        self.assertEqual(step.call.kind, "timer")
        self.assertAlmostEqual(step.due, time.time() + 3 * 86400, delta=60)
        self.assertEqual(step.resume_due().status, "paused")
        loaded = fermata.load(step.session.step.save())
        for early in (
            lambda: loaded.resume(),
            lambda: loaded.resume(None),
            lambda: loaded.resume("up"),
            lambda: loaded.resume(answers={loaded.call.id: "up"}),
        ):
            with self.assertRaises(fermata.UsageError):
                early()
        with self.assertRaisesRegex(
            fermata.UsageError, "nothing is due yet: timer, due .*; resume_due\\(\\) .*, resume\\(answers=\\{1: None\\}\\) ends it now"
        ):
            loaded.resume()
        self.assertEqual(loaded.resume({loaded.call.id: None}).value, "awake")
        later = fermata.load(step.session.step.save(), clock=datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=4))
        self.assertEqual(later.resume().value, "awake")
        self.assertEqual(asyncio.run(fermata.Program("import asyncio\nawait asyncio.sleep(0.01)\n'up'").run_async()).value, "up")

    def test_a_call_with_a_timeout(self):
        code = "import asyncio\nawait asyncio.wait_for(tool(), 3600)"
        program = fermata.Program(code, functions=["async def tool(): ..."])
        step = program.start()
        self.assertEqual([call.kind for call in step.calls_pending], ["async", "timer"])
        match step:
            case fermata.Paused(call):
                self.assertEqual(call.function, "tool")
        timer = step.calls_pending[1]
        with self.assertRaisesRegex(fermata.UsageError, "a timer takes no value"):
            step.resume(answers={timer.id: "ok"})
        with self.assertRaisesRegex(fermata.UsageError, "a timer takes no value"):
            step.resume({timer.id: "ok", call.id: "ok"})
        self.assertEqual(step.resume({call.id: "ok"}).value, "ok")
        self.assertEqual(program.start().throw(KeyError("k")).error.type, "KeyError")  # at the only call
        step = program.start()
        self.assertEqual(step.resume({step.calls_pending[1].id: None}).error.type, "TimeoutError")

    def test_an_async_function_that_raises(self):
        async def fetch(i):
            raise LookupError(i)

        result = fermata.Program("try:\n    await fetch(1)\nexcept LookupError as e: r = e.args\nr", functions=[fetch]).run()
        self.assertEqual(result.value, (1,))
        self.assertIsInstance(result.calls[0].exception, LookupError)

    def test_the_calls_that_are_kept_are_the_last_ones(self):
        def f(x):
            return x

        result = fermata.Program("for i in range(10010): f(i)", functions=[f]).run()
        self.assertEqual([call.args[0] for call in result.calls], list(range(10, 10010)))
        self.assertEqual(result.spent.host_calls, 10010)

    def test_the_calls_that_are_kept_are_bounded_by_their_size(self):
        def size(text, more=None):
            return len(text)

        async def later(text):
            return len(text)

        result = fermata.Program("s = 'x' * (1 << 20)\nfor i in range(99): size(s, {'k': [s + 'y']})", functions=[size]).run()
        self.assertEqual(len(result.calls), 31)  # each of two MiB and a little
        result = fermata.Program("s = 'x' * (1 << 20)\nfor i in range(99): size(s, {'k': [s]})", functions=[size]).run()
        self.assertEqual(len(result.calls), 63)  # what is shared counts once
        result = fermata.Program("s = 'x' * (1 << 20)\nfor i in range(99): await later(s)", functions=[later]).run()
        self.assertEqual(len(result.calls), 63)

    def test_cancelling_a_run_cancels_what_it_waits_for(self):
        cancelled = []

        async def fetch(i):
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                cancelled.append(i)
                raise

        async def main():
            task = asyncio.create_task(fermata.Program(self.CODE, functions=[fetch]).run_async())
            await asyncio.sleep(0.05)
            task.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await task

        asyncio.run(main())
        self.assertEqual(sorted(cancelled), [0, 1, 2, 3, 4])

    def test_run_within_a_loop_says_what_to_use(self):
        async def fetch(i):
            return i

        async def main():
            with self.assertRaisesRegex(fermata.UsageError, "asynchronous form"):
                fermata.Program(self.CODE, functions=[fetch]).run()

        asyncio.run(main())

    def test_a_long_program_lets_the_loop_go_on(self):
        async def main():
            ticks = 0

            async def tick():
                nonlocal ticks
                while True:
                    ticks += 1
                    await asyncio.sleep(0.001)

            ticking = asyncio.create_task(tick())
            result = await fermata.Program("n = 0\nfor i in range(3000000):\n    n += 1\nn").run_async(limits=fermata.Limits(time_ms=0))
            ticking.cancel()
            return result.value, ticks

        value, ticks = asyncio.run(main())
        self.assertEqual(value, 3000000)
        self.assertGreater(ticks, 1)

    def test_a_plain_call_that_nobody_answers_needs_no_loop(self):
        async def main():
            with self.assertRaisesRegex(fermata.Error, "waits for approve"):
                fermata.Program("approve()", functions=["approve"]).run()

        asyncio.run(main())


class Sessions(unittest.TestCase):
    def test_names_are_kept(self):
        session = fermata.Session()
        session.feed("x = 1")
        self.assertEqual(session.feed("x + 1").value, 2)
        session = fermata.Session.load(session.save())
        self.assertEqual(session.feed("x += 5\nprint(x)\nx").stdout, "6\n")

    def test_wrong_code_changes_nothing(self):
        session = fermata.Session()
        session.feed("x = 1")
        with self.assertRaises(fermata.SyntaxError):
            session.feed("x = (")
        self.assertEqual(session.feed("x").value, 1)

    def test_text_that_cant_be_compiled_leaves_functions_and_output(self):
        shown = []
        session = fermata.Session(functions=[lookup], on_output=lambda stream, text: shown.append(text))
        step = session.feed("print('a')")
        with self.assertRaises(fermata.SyntaxError) as caught:
            session.feed("x = (", functions=["approve"], pause_at=["lookup"])
        self.assertEqual(caught.exception.findings[0].text.splitlines()[0], '  File "<input 2>", line 1')
        self.assertEqual((step.current, step.stdout, session.step.status), (True, "a\n", "done"))
        self.assertEqual(session.feed("lookup('a')['total']").value, 84)
        self.assertEqual(shown, ["a\n"])

    def test_a_name_in_place_of_a_function_pauses(self):
        session = fermata.Session(functions=[lookup])
        self.assertEqual(session.feed("lookup('a')['total']").value, 84)
        self.assertEqual(session.feed("lookup('a')", functions=["lookup"]).status, "paused")

    def test_a_feed_that_is_refused_declares_no_handles(self):
        class Shelf:
            def size(self):
                return 3

        session = fermata.Session(functions=["ask"])
        session.feed("ask()")
        inputs = {"shelf": fermata.handle(Shelf(), "main", methods=["size"])}
        with self.assertRaises(fermata.UsageError):
            session.feed("shelf.size()", inputs=inputs)
        session.abandon()
        self.assertEqual(session.feed("shelf.size()", inputs=inputs).value, 3)

    def test_functions_answer_and_may_be_replaced(self):
        session = fermata.Session(functions=[lookup, "approve"])
        self.assertEqual(session.feed("lookup('a')['total']").value, 84)
        step = session.feed("ok = approve()")
        self.assertEqual(step.resume(True).status, "done")
        self.assertEqual(session.feed("double(4) if ok else 0", functions={"double": lambda x: 2 * x}).value, 8)
        self.assertEqual(session.feed("lookup('a')").error.type, "PermissionError")

    def test_an_exception_leaves_the_session_usable(self):
        session = fermata.Session()
        self.assertEqual(session.feed("y = 2\n1 / 0").error.type, "ZeroDivisionError")
        self.assertEqual(session.feed("y").value, 2)

    def test_output_is_passed_on(self):
        seen = []
        session = fermata.Session(on_output=lambda stream, text: seen.append((stream, text)))
        session.feed("print('a')")
        session.feed("import sys\nprint('b', file=sys.stderr)")
        self.assertEqual(seen, [(1, "a\n"), (2, "b\n")])

    def test_async_feeds(self):
        async def fetch(x):
            return x + 1

        async def main():
            session = fermata.Session(functions=[fetch])
            await session.feed_async("a = await fetch(1)")
            return (await session.feed_async("await fetch(a)")).value

        self.assertEqual(asyncio.run(main()), 3)
        self.assertEqual(fermata.Session(functions=[fetch]).feed("await fetch(1)").value, 2)

    def test_a_session_in_use_says_so(self):
        session = None

        def again():
            return session.feed("1")

        session = fermata.Session(functions=[again])
        self.assertIn("in use", session.feed("again()").error.message)

    def test_sessions_are_freed_at_once(self):
        session = fermata.Session(functions=["f"])
        step = session.feed("f(1)")
        gone = weakref.ref(session)
        gc.disable()
        try:
            del session
            step = step.resume(2)
            self.assertIsNotNone(gone())
            del step
            self.assertIsNone(gone())
        finally:
            gc.enable()

    def test_a_session_that_its_own_function_refers_to_is_collected(self):
        def make():
            def again():
                return session is not None

            session = fermata.Session(functions=[again])
            self.assertIs(session.feed("again()").value, True)
            return weakref.ref(session)

        gone = make()
        gc.collect()
        self.assertIsNone(gone())

    def test_a_session_that_was_broken_off_goes_on(self):
        session = fermata.Session(limits=fermata.Limits(time_ms=0, steps=0))
        timer = threading.Timer(0.1, signal.raise_signal, [signal.SIGINT])
        timer.start()
        with self.assertRaises(KeyboardInterrupt):
            session.feed("n = 0\nstop = False\ntry:\n    while True: n += 1\nexcept TimeoutError: pass\nn > 0")
        self.assertEqual((type(session.step), session.step.limit), (fermata.Exhausted, "interrupt"))
        self.assertIs(session.step.throw(TimeoutError()).value, True)

    def test_stops_are_logged(self):
        with self.assertLogs("fermata", "DEBUG") as logged:
            fermata.Program("f(1)", functions=["f"]).start().resume(2)
        self.assertEqual([record.getMessage() for record in logged.records], ["<Paused f(1), line 1>", "<Done 2>"])

    def test_interrupt(self):
        session = fermata.Session()
        session.interrupt()
        step = session.feed("while True: pass")
        self.assertEqual(step.limit, "interrupt")
        session.abandon()
        self.assertEqual(session.feed("1").value, 1)


if __name__ == "__main__":
    unittest.main()
