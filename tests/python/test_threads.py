"""Threads, loops, signals and the end of the process: nothing deadlocks, nothing crashes, wrong use is a UsageError."""

import asyncio
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
import unittest

import fermata

FIB = "def fib(n):\n    return n if n < 2 else fib(n - 1) + fib(n - 2)\nfib(n)"
LONG = fermata.Limits(time_ms=60_000, steps=0)


def in_threads(n, run):
    """What each thread's run(i) gave or raised."""
    results = [None] * n

    def work(i):
        try:
            results[i] = run(i)
        except BaseException as error:
            results[i] = error

    threads = [threading.Thread(target=work, args=(i,)) for i in range(n)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
        if thread.is_alive():
            raise AssertionError("a thread hangs")
    return results


def process(code):
    """Runs a script in a Python of its own; its exit code, what it printed, and its standard error."""
    ran = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, timeout=60)
    return ran.returncode, ran.stdout, ran.stderr


class Threads(unittest.TestCase):
    def test_one_program_on_many(self):
        program = fermata.Program(FIB, inputs=["n"])
        self.assertEqual(in_threads(8, lambda i: program.run({"n": 10 + i}).value), [55, 89, 144, 233, 377, 610, 987, 1597])

    def test_the_gil_is_free_while_a_program_runs(self):
        ticks = []
        over = threading.Event()

        def tick():
            while not over.is_set():
                ticks.append(1)
                time.sleep(0.001)

        thread = threading.Thread(target=tick)
        thread.start()
        fermata.Program("for i in range(5_000_000): pass").run(limits=LONG)
        over.set()
        thread.join()
        self.assertGreater(len(ticks), 3)

    def test_callbacks_of_many_threads(self):
        program = fermata.Program("sum(f(i) for i in range(500))", functions={"f": lambda i: i * 2})
        self.assertEqual(in_threads(6, lambda i: program.run().value), [249500] * 6)

    def test_a_session_is_one_threads_at_a_time(self):
        session = fermata.Session(limits=LONG)
        started = threading.Barrier(4)

        def feed(i):
            started.wait()
            return session.feed("for i in range(30_000_000): pass\n'done'").value

        results = in_threads(4, feed)
        good = [r for r in results if r == "done"]
        self.assertGreaterEqual(len(good), 1)
        for result in results:
            if result != "done":
                self.assertIsInstance(result, fermata.UsageError)
        self.assertEqual(session.feed("1").value, 1)

    def test_another_thread_goes_on(self):
        step = fermata.Program("def g():\n    yield f()\nlist(g())", functions=["f"]).start()
        self.assertEqual(in_threads(1, lambda i: step.resume(4).value), [[4]])

    def test_another_thread_drops_it(self):
        steps = [fermata.Program("f()", functions=["f"]).start() for _ in range(100)]
        in_threads(4, lambda i: [steps.pop() for _ in range(25)] and None)
        self.assertEqual(steps, [])

    def test_interrupt_from_another_thread(self):
        session = fermata.Session(limits=LONG)
        timer = threading.Timer(0.1, session.interrupt)
        timer.start()
        step = session.feed("while True: pass")
        self.assertIsInstance(step, fermata.Exhausted)
        self.assertEqual(step.limit, "interrupt")

    def test_values_that_another_thread_changes(self):
        import dataclasses

        @dataclasses.dataclass
        class Item:
            n: int = 0

        shared = {i: [Item(i)] for i in range(50)}
        over = threading.Event()

        def change():
            i = 50
            while not over.is_set():
                shared[i] = [Item(i)]
                shared.pop(i - 50, None)
                i += 1

        thread = threading.Thread(target=change)
        thread.start()
        program = fermata.Program("len(x)", inputs=["x"])
        copied = refused = 0
        for _ in range(200):
            try:
                self.assertGreater(program.run({"x": shared}).value, 0)
                copied += 1
            except RuntimeError as error:  # as Python itself says it
                self.assertIn("changed size", str(error))
                refused += 1
        over.set()
        thread.join()
        self.assertEqual(copied + refused, 200)
        self.assertGreater(copied, 0)


class Reentry(unittest.TestCase):
    def test_a_function_may_run_another_program(self):
        def f(n):
            return n if n == 0 else fermata.Program("f(n) + 1", inputs=["n"], functions={"f": f}).run({"n": n - 1}).value

        self.assertEqual(f(20), 20)

    def test_a_function_may_not_use_its_own_session(self):
        for use in (lambda s: s.feed("2"), lambda s: s.save(), lambda s: s.step.save(), lambda s: s.abandon()):
            session = fermata.Session(functions={"f": lambda: use(session) and 1, "g": lambda: 0})
            session.feed("0")
            with self.assertRaisesRegex(fermata.RuntimeError, "UsageError"):
                session.feed("f()").value
            self.assertEqual(session.feed("g()").value, 0)

    def test_output_raises(self):
        def out(stream, text):
            raise KeyError("x")

        with self.assertRaises(KeyError):
            fermata.Program("print(1)").run(on_output=out)
        session = fermata.Session(on_output=out)
        with self.assertRaises(KeyError):
            session.feed("print(1)\n5")
        self.assertEqual(session.step.value, 5)
        self.assertEqual(session.feed("6").value, 6)

    def test_run_async_within_run_async(self):
        async def f(n):
            if n == 0:
                return 0
            return (await fermata.Program("await f(n) + 1", inputs=["n"], functions=[f]).run_async({"n": n - 1})).value

        self.assertEqual(asyncio.run(f(10)), 10)

    def test_loops_of_many_threads(self):
        async def double(n):
            await asyncio.sleep(0)
            return n * 2

        program = fermata.Program("import asyncio\nsum(await asyncio.gather(*[double(i) for i in range(50)]))", functions=[double])
        self.assertEqual(in_threads(4, lambda i: asyncio.run(program.run_async()).value), [2450] * 4)

    def test_the_loop_turns_between_plain_calls(self):
        async def cancelled():
            program = fermata.Program("while True: f()", functions={"f": lambda: None})
            run = asyncio.create_task(program.run_async(limits=fermata.Limits(steps=0, time_ms=0, host_calls=0)))
            await asyncio.sleep(0.1)
            run.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await run

        asyncio.run(cancelled())

    def test_a_cancelled_run(self):
        async def main():
            ended = []

            async def forever():
                try:
                    await asyncio.sleep(60)
                finally:
                    ended.append(1)

            task = asyncio.create_task(fermata.Program("await forever()", functions=[forever]).run_async())
            await asyncio.sleep(0.1)
            task.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await task
            return ended

        self.assertEqual(asyncio.run(main()), [1])


class Interrupts(unittest.TestCase):
    def test_in_a_long_program(self):
        timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        with self.assertRaises(KeyboardInterrupt):
            fermata.Program("while True: pass").run(limits=LONG)

    def test_in_a_function(self):
        def f():
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(5)

        with self.assertRaises(KeyboardInterrupt):
            fermata.Program("try: f()\nexcept BaseException: pass", functions={"f": f}).run()

    def test_a_session_can_be_used_on(self):
        session = fermata.Session(limits=LONG)
        session.feed("x = 5")
        timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        with self.assertRaises(KeyboardInterrupt):
            session.feed("while True: pass")
        session.abandon()
        self.assertEqual(session.feed("x").value, 5)


class Ends(unittest.TestCase):
    def test_daemon_threads_that_run_programs(self):
        self.assertEqual(
            process(
                """
            import fermata, threading, time
            program = fermata.Program("while True: pass")
            run = lambda: program.run(limits=fermata.Limits(time_ms=0, steps=0))
            threading.Thread(target=run, daemon=True).start()
            time.sleep(0.2)
        """
            ),
            (0, "", ""),
        )

    def test_daemon_threads_within_functions(self):
        self.assertEqual(
            process(
                """
            import fermata, threading, time
            program = fermata.Program("while True: f()", functions={"f": lambda: time.sleep(0.0001)})
            run = lambda: program.run(limits=fermata.Limits(time_ms=0, steps=0, host_calls=0))
            for _ in range(4): threading.Thread(target=run, daemon=True).start()
            time.sleep(0.2)
        """
            ),
            (0, "", ""),
        )

    def test_daemon_threads_within_on_output(self):
        self.assertEqual(
            process(
                """
            import fermata, threading, time
            program = fermata.Program("while True: print(1)")
            run = lambda: program.run(limits=fermata.Limits(time_ms=0, steps=0, output_bytes=0), on_output=lambda stream, text: time.sleep(0.0001))
            for _ in range(4): threading.Thread(target=run, daemon=True).start()
            time.sleep(0.2)
        """
            ),
            (0, "", ""),
        )

    def test_sessions_that_are_there_at_the_end(self):
        self.assertEqual(
            process(
                """
            import fermata, sys
            class Keeper:
                def __del__(self):
                    print(self.step.resume(1).value)
            keeper = Keeper()
            keeper.self = keeper
            keeper.step = fermata.Program("def g():\\n    yield f()\\nlist(g())", functions=["f"]).start()
            paused = fermata.Program("f()", functions=["f"]).start()
            sys.modules["keeper"] = keeper
        """
            ),
            (0, "[1]\n", ""),
        )

    def test_fork(self):
        step = fermata.Program("f() + f()", functions=["f"]).start()
        pid = os.fork()
        if pid == 0:
            try:
                os._exit(step.resume(3).resume(4).value)
            finally:
                os._exit(99)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), 7)
        self.assertEqual(step.resume(5).resume(6).value, 11)

    def test_subinterpreters_are_refused(self):
        code, _, err = process(
            """
            import fermata
            try:
                import _xxsubinterpreters as interpreters
            except ImportError:
                raise SystemExit
            other = interpreters.create()
            try:
                interpreters.run_string(other, "import fermata")
            except interpreters.RunFailedError as error:
                assert "ImportError" in str(error), error
            else:
                raise AssertionError("it was imported")
            assert fermata.Program("1 + 1").run().value == 2
        """
        )
        self.assertEqual((code, err), (0, ""))


if __name__ == "__main__":
    unittest.main()
