"""Pools: programs in processes that have nothing, and what becomes of these; who waits for one is in test_pool_places.py. (That the package
does in a pool what it does without is tested by the kind python-pool.)"""

import asyncio
import copy
import gc
import os
import pickle
import signal
import subprocess
import sys
import textwrap
import threading
import time
import unittest

import fermata
from fermata import Pool, Program, Session

POOL = None


def setUpModule():
    global POOL
    try:
        POOL = Pool(grace_ms=500)
    except fermata.JailError as error:
        raise unittest.SkipTest(str(error)) from None


def tearDownModule():
    POOL.close()


def kill(session, number=signal.SIGKILL):
    os.kill(session._native.process(), number)


def python(code, **more):
    return subprocess.run([sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, timeout=60, **more)


def is_there(pid):
    """Whether it runs: one that has ended and that nobody waits for doesn't."""
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


class Runs(unittest.TestCase):
    def test_all_ways(self):
        def lookup(n):
            return n * 2

        async def fetch(n):
            await asyncio.sleep(0)
            return n + 1

        program = Program("print('so far')\nlookup(n) + 1", inputs=["n"], functions=[lookup], pool=POOL)
        result = program.run({"n": 4})
        self.assertEqual((result.value, result.stdout, [call.function for call in result.calls]), (9, "so far\n", ["lookup"]))
        self.assertEqual(POOL.stats.sessions, 0)  # run() gives its process back, whoever has the result
        step = program.start({"n": 4})
        self.assertEqual(POOL.stats.sessions, 1)
        again = fermata.load(step.save(), functions=[lookup], pool=POOL)
        self.assertEqual((step.resume(5).value, again.perform().value), (6, 9))
        self.assertEqual(Program("await fetch(1)", functions=[fetch], pool=POOL).run().value, 2)
        self.assertEqual(asyncio.run(program.run_async({"n": 1})).value, 3)
        self.assertEqual(asyncio.run(program.start_async({"n": 1}, pause_at=[])).value, 3)
        with Session(functions=[lookup], pool=POOL) as session:
            self.assertEqual([session.feed("x = lookup(2)\nx").value, session.feed("x + 1").value], [4, 5])
            loaded = Session.load(session.save(), functions=[lookup], pool=POOL)
            self.assertEqual(loaded.feed("lookup(x)").value, 8)
        self.assertEqual(Program("n", inputs=["n"]).run({"n": [1, {"a": None}]}, pool=POOL).value, [1, {"a": None}])

    def test_a_programs_text_is_read_there(self):
        with self.assertRaisesRegex(fermata.SyntaxError, "invalid syntax") as caught:
            Program("x = = 1", name="mine.py", pool=POOL)
        self.assertEqual(caught.exception.findings[0].line, 1)
        program = Program("total + 1", pool=POOL)
        self.assertIsNone(program._native)
        self.assertEqual([finding.message for finding in program.check()], ["name 'total' is not defined"])
        self.assertEqual(program.check(), fermata.check("total + 1"))
        self.assertEqual(fermata.check("total + 1", pool=POOL), fermata.check("total + 1"))
        with self.assertRaises(fermata.StateError) as caught:
            fermata.load(b"no state", pool=POOL)
        self.assertEqual(caught.exception.kind, "not a state")

    def test_modules_made_ahead(self):
        with Pool(modules=["json", "decimal"]) as pool:
            code = "import decimal, json\njson.dumps(str(decimal.Decimal(1)))"
            self.assertEqual(Program(code, pool=pool).run().value, '"1"')

    def test_walls_and_options(self):
        walls = {wall.name: wall for wall in POOL.walls}
        self.assertTrue(walls["seccomp"].stands and walls["no_new_privs"].stands, walls)
        with self.assertRaisesRegex(fermata.JailError, "moat"):
            Pool(required=["moat"])
        for wrong in (
            {"processes": 0},
            {"processes": True},
            {"spares": -1},
            {"resting": 1.5},
            {"restarts": "3"},
            {"modules": ["no_such_module"]},
            {"modules": "json"},
            {"checkpoint": "steps"},
            {"heap_bytes": 2**63},
        ):
            with self.subTest(wrong), self.assertRaises(fermata.UsageError):
                Pool(**wrong)
        with Pool(heap_bytes=8_000_000) as pool:
            program = Program("x = []\nwhile True: x.append('a' * 1000 + str(len(x)))", pool=pool)
            self.assertEqual(program.start(limits=fermata.Limits(heap_bytes=8_000_000)).limit, "heap_bytes")
            with self.assertRaisesRegex(fermata.UsageError, "heap limit"):
                program.run()

    def test_what_is_no_pool(self):
        said = "pool must be a fermata.Pool, not 'x'"
        for use in (
            lambda: Program("1", pool="x"),
            lambda: Program("1").run(pool="x"),
            lambda: Program("1").start(pool="x"),
            lambda: asyncio.run(Program("1").run_async(pool="x")),
            lambda: Session(pool="x"),
            lambda: fermata.load(Session().feed("1").save(), pool="x"),
            lambda: fermata.check("1", pool="x"),
        ):
            with self.assertRaisesRegex(TypeError, said):
                use()

    def test_a_result_has_no_session_any_more(self):
        with Pool() as pool:
            result = Program("print(3)\n1", pool=pool).run()
            self.assertEqual(result.to_dict()["stdout"], "3\n")
            with self.assertRaisesRegex(fermata.UsageError, r"to_dict\(\) has what is known of it"):
                pickle.dumps(result)

    def test_is_closed(self):
        pool = Pool()
        step = Program("f()", functions=["f"], pool=pool).start()
        zygote = pool._native.zygote()
        with pool:
            self.assertIn("1", repr(pool))
        self.assertEqual(repr(pool), "<Pool, closed>")
        for use in (lambda: Program("1", pool=pool), lambda: Session(pool=pool), lambda: pool.stats, pool.__enter__):
            with self.assertRaisesRegex(fermata.UsageError, "closed"):
                use()
        self.assertTrue(is_there(zygote))
        self.assertEqual(step.resume(2).value, 2)  # sessions go on
        del step
        self.assertFalse(is_there(zygote))

    def test_a_closed_session(self):
        for pool in (POOL, None):
            session = Session(functions=["f"], pool=pool)
            step = session.feed("print(1)\nf(2)")
            session.close()
            session.close()
            self.assertEqual((step.stdout, step.call.args, step.current, session.step.status), ("1\n", (2,), False, "paused"))
            self.assertIn("f()", step._repr_html_())
            session.interrupt()
            for use in (step.resume, step.save, lambda: step.stack, lambda: session.feed("1"), session.abandon):
                with self.subTest(use), self.assertRaisesRegex(fermata.UsageError, "closed"):
                    use()
            self.assertEqual(session._native.process(), 0)

    def test_closed_while_it_runs(self):
        for pool in (POOL, None):
            session = Session(functions={"f": lambda: session.close()}, pool=pool)
            step = session.feed("f()\nwhile True: pass")
            self.assertEqual((step.status, session._native.closed, session._native.process()), ("exhausted", True, 0))
            session = Session(pool=pool)
            threading.Timer(0.1, session.close).start()
            self.assertEqual(session.feed("while True: pass").limit, "interrupt")
            self.assertEqual(session._native.process(), 0)

    def test_copies_stay_in_the_pool(self):
        step = Program("f() + 1", functions=["f"], pool=POOL).start()
        for same in (copy.copy(step), copy.deepcopy(step)):
            self.assertNotIn(same.session._native.process(), (0, step.session._native.process()))
            self.assertEqual(same.resume(1).value, 2)
        with self.assertRaisesRegex(TypeError, "save"):
            pickle.dumps(step)
        with self.assertRaises(TypeError):
            pickle.dumps(POOL)

    def test_ctrl_c(self):
        main = threading.main_thread().ident
        timer = threading.Timer(0.2, lambda: signal.pthread_kill(main, signal.SIGINT))
        program = Program("while True: pass", pool=POOL)
        timer.start()
        began = time.monotonic()
        with self.assertRaises(KeyboardInterrupt):
            program.run(limits=fermata.Limits(time_ms=20_000))
        self.assertLess(time.monotonic() - began, 5)
        with Session(pool=POOL) as session:
            threading.Timer(0.2, session.interrupt).start()
            self.assertEqual(session.feed("while True: pass").limit, "interrupt")

    def test_a_limit_can_be_raised(self):
        with self.assertRaises(fermata.LimitError) as caught:
            Program("n = 0\nfor i in range(10_000): n += i\nn", pool=POOL).run(limits=fermata.Limits(steps=1_000))
        self.assertEqual(caught.exception.step.resume(more=fermata.Limits(steps=1_000_000)).value, sum(range(10_000)))

    def test_other_threads_run_while_a_process_is_asked(self):
        step = Program("f()", functions=["f"], pool=POOL).start(limits=fermata.Limits(time_ms=500))
        kill(step.session, signal.SIGSTOP)
        thread = threading.Thread(target=lambda: self.assertRaises(fermata.CrashError, step.save))
        thread.start()
        turns = 0
        while thread.is_alive():
            time.sleep(0.01)
            turns += 1
        self.assertGreater(turns, 10)
        self.assertEqual(step.session.step.status, "crashed")


class Crashes(unittest.TestCase):
    def crashed(self, code="print('seen')\nf(1)\ng(2)\n3", number=signal.SIGSEGV):
        step = Program(code, functions=["f", "g"], pool=POOL).start().resume(5)
        kill(step.session, number)
        return step.resume(6)

    def test_is_a_step(self):
        before = POOL.stats.crashed
        step = self.crashed()
        match step:
            case fermata.Crashed(reason):
                self.assertEqual(reason, "killed by SIGSEGV")
            case _:
                self.fail(step)
        self.assertEqual((step.status, step.signal, step.stdout, str(step.last_call)), ("crashed", signal.SIGSEGV, "seen\n", "g(2)"))
        self.assertGreater(step.steps, 0)
        self.assertEqual(repr(step), "<Crashed killed by SIGSEGV>")
        self.assertEqual(repr(step.session.step), repr(step))
        told = step.to_dict()
        self.assertEqual((told["status"], told["signal"], told["last_call"]["function"]), ("crashed", signal.SIGSEGV, "g"))
        self.assertIn('"killed by SIGSEGV"', step.to_json())
        self.assertIn("killed by SIGSEGV, after g()", step._repr_html_())
        for use in (step.save, lambda: step.stack, lambda: step.session.feed("1")):
            with self.subTest(use), self.assertRaisesRegex(fermata.UsageError, "crashed"):
                use()
        self.assertEqual(POOL.stats.crashed, before + 1)

    def test_is_an_error(self):
        with self.assertRaises(fermata.CrashError) as caught:
            self.crashed().value
        error = caught.exception
        self.assertEqual(str(error), "the program's process has crashed: killed by SIGSEGV, after g(2)")
        self.assertEqual(error.display(), f"CrashError: {error}")
        self.assertIs(type(error.step), fermata.Crashed)
        other = pickle.loads(pickle.dumps(error))
        self.assertEqual((str(other), other.signal, other.last_call, other.step), (str(error), error.signal, error.last_call, None))

        def dies():
            kill(running[0])

        running = []
        session = Session(functions=[dies], pool=POOL)
        running.append(session)
        self.assertEqual(session.feed("dies()").signal, signal.SIGKILL)

    def test_a_hang(self):
        step = Program("f()\n2", functions=["f"], pool=POOL).start(limits=fermata.Limits(time_ms=200))
        kill(step.session, signal.SIGSTOP)
        self.assertRegex(step.resume(1).reason, "no answer for ")

    def test_while_it_is_asked_something_else(self):
        step = Program("f()", functions=["f"], pool=POOL).start()
        kill(step.session)
        with self.assertRaisesRegex(fermata.CrashError, "SIGKILL"):
            step.stack
        self.assertFalse(step.current)
        self.assertEqual(step.session.step.status, "crashed")
        session = Session(pool=POOL)
        session.feed("x = 1")
        kill(session)
        with self.assertRaisesRegex(fermata.CrashError, "SIGKILL"):
            session.forget(lambda name: True)
        self.assertEqual(session.step.status, "crashed")

    def test_goes_on_from_the_last_call(self):
        with Pool(checkpoint="calls", restarts=1) as pool:
            calls, program = [], Program("[print(i) or f(i) for i in range(4)]", functions=["f"], pool=pool)
            step = program.start()
            while isinstance(step, fermata.Paused):
                calls.append(step.call.args)
                kill(step.session)
                step = step.resume(step.call.args[0] * 2)
            self.assertEqual((step.value, step.stdout), ([0, 2, 4, 6], "0\n1\n2\n3\n"))
            self.assertEqual(calls, [(0,), (1,), (2,), (3,)])
            self.assertEqual(pool.stats.crashed, 4)

    def test_its_state_is_kept(self):
        with Pool(checkpoint="calls", restarts=0) as pool:
            step = Program("f(1) + g(2)", functions=["f", "g"], pool=pool).start().resume(5)
            kill(step.session)
            step = step.resume(6)
            self.assertIs(type(step), fermata.Crashed)
            again = fermata.load(step.save(), functions=["f", "g"])
            self.assertEqual(str(again.call), "g(2)")
            self.assertEqual(again.resume(6).value, 11)

    def test_of_a_run_on_an_event_loop(self):
        async def dies():
            os.kill(pid(), signal.SIGKILL)
            return 1

        def pid():
            return session._native.process()

        session = Session(functions=[dies], pool=POOL)
        step = asyncio.run(session.feed_async("await dies()"))
        self.assertEqual((step.status, str(step.last_call)), ("crashed", "dies()"))


class Modules(unittest.TestCase):
    """Those that need no framework."""

    def test_pyrun(self):
        from fermata.pyrun import RunPython

        def dies():
            kill(run._session)

        namespace = {}
        run = RunPython(namespace, pool=POOL)
        run.allow(dies)
        self.assertEqual(asyncio.run(run("x_ = 20\nx_ + 1"))["result"], 21)
        self.assertNotEqual(run._session._native.process(), 0)
        with self.assertRaisesRegex(fermata.CrashError, "SIGKILL"):
            asyncio.run(run("dies()"))
        self.assertEqual(asyncio.run(run("1 + 1"))["result"], 2)  # in another one
        namespace.update(run.g)
        self.assertEqual(asyncio.run(run("x_"))["result"], 20)  # what the caller has

    def test_safe_exec(self):
        from fermata.safe_exec import InteractiveExecutor, SafeExec

        gc.collect()  # (a RunPython is in a cycle)
        self.assertEqual(SafeExec("f(2)", {"f": lambda x: x + 1}, pool=POOL).run(), 3)
        self.assertEqual(POOL.stats.sessions, 0)
        executor = InteractiveExecutor("f(1)", external_functions=["f"], pool=POOL)
        state = executor.start()
        again = InteractiveExecutor.from_json(state.to_json(), pool=POOL)
        self.assertEqual((POOL.stats.sessions, again.resume(5).result), (2, 5))
        kill(state.step.session)
        state = executor.resume(1)
        self.assertTrue(state.completed)
        self.assertIn("SIGKILL", state.error)

    def test_patterns(self):
        from fermata.patterns import Executor, validate

        gc.collect()
        executor = Executor(pool=POOL)
        self.assertEqual(executor.execute("print(1)\n2"), {"success": True, "output": "1\n2\n", "error": None})
        self.assertEqual(POOL.stats.sessions, 0)
        self.assertEqual(validate("x", pool=POOL)["issues"], ["line 1: name 'x' is not defined"])

    def test_what_a_model_is_told(self):
        from fermata._core import failure, go_on, start

        step = start("print('so far')\nf(1)", ["f"], ["f"], None, pool=POOL)
        state = step.save()
        kill(step.session)
        step = step.resume(2)
        why = "The program was stopped: the process that ran it crashed after the call f(1) (killed by SIGKILL)."
        self.assertEqual(failure(step), why + "\nPrinted before that:\nso far\n")
        again = go_on(state, ["f"], ["f"], None, pool=POOL)
        self.assertEqual((again.session._pool, again.resume(3).value), (POOL, 3))

        async def main():
            from fermata._core import entered_async

            with self.assertRaises(fermata.SyntaxError):
                await asyncio.to_thread(start, "1 +", [], [], None, pool=await entered_async(pool))
            return (await asyncio.to_thread(start, "1", [], [], None, pool=await entered_async(pool))).value

        with Pool(1) as pool:
            self.assertEqual(asyncio.run(main()), 1)


class Processes(unittest.TestCase):
    def test_after_fork(self):
        step = Program("f() + 1", functions=["f"], pool=POOL).start()
        reader, writer = os.pipe()
        pid = os.fork()
        if pid == 0:
            try:
                said = []
                for use in (lambda: step.resume(1), step.save, lambda: Session(pool=POOL), lambda: POOL.stats):
                    try:
                        use()
                    except fermata.UsageError as error:
                        said.append("after fork() make another one" in str(error))
                step.session.interrupt()
                with Pool() as own:
                    said.append(Program("1 + 1", pool=own).run().value)
                del step
                gc.collect()
                os.write(writer, repr(said).encode())
            finally:
                os._exit(0)
        os.waitpid(pid, 0)
        os.close(writer)
        with os.fdopen(reader) as file:
            self.assertEqual(file.read(), repr([True] * 4 + [2]))
        self.assertEqual(step.resume(1).value, 2)

    def test_end_with_python(self):
        for ending in ("", "raise SystemExit(0)", "pool.close()", "import os; sys.stdout.flush(); os._exit(0)", "del pool, step"):
            code = f"""
                import fermata, sys, threading, time
                pool = fermata.Pool(processes=8)
                step = fermata.Program("f()", functions=["f"], pool=pool).start()
                def forever():
                    fermata.Program("while True: pass", pool=pool).run(limits=fermata.Limits(time_ms=0, steps=0))
                threading.Thread(target=forever, daemon=True).start()
                time.sleep(0.2)
                print(pool._native.zygote(), step.session._native.process())
                {ending}
            """
            done = python(code)
            with self.subTest(ending):
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                until = time.monotonic() + 10
                while any(map(is_there, done.stdout.split())) and time.monotonic() < until:
                    time.sleep(0.01)
                self.assertFalse(any(map(is_there, done.stdout.split())), done.stdout)

    def test_a_collected_pool(self):
        pool = Pool()
        self.assertEqual(Program("1", pool=pool).run().value, 1)
        zygote, descriptors = pool._native.zygote(), len(os.listdir("/proc/self/fd"))
        del pool
        gc.collect()
        self.assertFalse(is_there(zygote))
        self.assertLess(len(os.listdir("/proc/self/fd")), descriptors)

    def test_nothing_is_left_behind(self):
        def descriptors():
            return len(os.listdir("/proc/self/fd"))

        program = Program("f()", functions=["f"], pool=POOL)
        program.start()
        before = descriptors()
        for _ in range(50):
            step = program.start()
            kill(step.session)
            step.resume()
            del step
        self.assertLessEqual(descriptors(), before + 2)  # (spares come and go)
        self.assertEqual(POOL.stats.sessions, 0)


if __name__ == "__main__":
    unittest.main()
