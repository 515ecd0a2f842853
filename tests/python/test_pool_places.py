"""Pools with a number of processes: who waits for one, how long, and who gives one back."""

import asyncio
import concurrent.futures
import gc
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
import unittest

import fermata
from fermata import Pool, Program, Session


def setUpModule():
    try:
        Pool().close()
    except fermata.JailError as error:
        raise unittest.SkipTest(str(error)) from None


def kill(session):
    os.kill(session._native.process(), signal.SIGKILL)


class Places(unittest.TestCase):
    def test_one_thread_is_told(self):
        code = """
            import fermata
            pool = fermata.Pool(2)
            steps = [fermata.Program("f()", functions=["f"], pool=pool).start() for _ in range(2)]
            print(pool)
            try:
                fermata.Session(pool=pool)
            except fermata.JailError as error:
                print(error)
            steps.pop().session.close()
            print(fermata.Session(pool=pool).feed("1").value)
            kept = [fermata.Program("1", pool=pool).start()]
            kept.append(kept)   # garbage, from then on
            del kept
            print(fermata.Session(pool=pool).feed("2").value)
        """
        done = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, timeout=60)
        said = "all 2 processes of the pool are in use, and this thread, the only one, would wait for itself. Close sessions, or give the pool "
        self.assertEqual((done.stdout, done.stderr), (f"<Pool 2 of 2 in use>\n{said}more processes\n1\n2\n", ""))

    def held_by_garbage(self, pool):
        """The pool's only process has the session of a LimitError that is part of a cycle."""
        errors = []
        try:
            Program("while True: pass", pool=pool).run(limits=fermata.Limits(steps=1000))
        except fermata.LimitError as error:
            errors.append(error)
            errors.append(errors)
        gc.collect()
        self.assertEqual(pool.stats.sessions, 1)

    def test_garbage_is_looked_for_while_one_waits(self):
        with Pool(1, wait_ms=2**31 - 1) as pool:
            self.held_by_garbage(pool)
            with concurrent.futures.ThreadPoolExecutor(1) as threads:
                self.assertEqual(threads.submit(Program("1", pool=pool).run).result().value, 1)
            self.held_by_garbage(pool)
            self.assertEqual(asyncio.run(Program("2", pool=pool).run_async()).value, 2)

    def test_threads_wait(self):
        with Pool(2, wait_ms=30_000) as pool:
            most, lock, values = [0], threading.Lock(), []

            def look(i):
                with lock:
                    most[0] = max(most[0], pool.stats.sessions)
                time.sleep(0.01)
                return i

            program = Program("f(i)", inputs=["i"], functions={"f": look}, pool=pool)
            threads = [threading.Thread(target=lambda i=i: values.append(program.run({"i": i}).value)) for i in range(12)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.assertEqual((sorted(values), most[0]), (list(range(12)), 2))

    def test_who_waits_hears_that_the_pool_is_closed(self):
        with Pool(1) as pool:
            held, program, said = Session(pool=pool), Program("1", pool=pool), []

            def run():
                try:
                    said.append(program.run())
                except fermata.UsageError as error:
                    said.append(str(error))

            thread = threading.Thread(target=run)
            thread.start()
            while not pool.stats.waiting:
                time.sleep(0.01)
        held.close()
        thread.join(30)
        self.assertEqual(said, ["the pool is closed"])

    def test_waiting_has_an_end(self):
        with Pool(1, wait_ms=50) as pool:
            kept = Program("f()", functions=["f"], pool=pool).start()
            stop = threading.Event()
            other = threading.Thread(target=stop.wait)
            other.start()
            try:
                with self.assertRaisesRegex(fermata.JailError, "none has become free for 0.05 s"):
                    Session(pool=pool)
            finally:
                stop.set()
                other.join()

            async def wait():
                with self.assertRaisesRegex(fermata.JailError, "none has become free for 0.05 s"):
                    await Program("1", pool=pool).run_async()

            asyncio.run(wait())
            self.assertEqual(pool.stats.waiting, 0)
            del kept
            self.assertEqual(Session(pool=pool).feed("1").value, 1)

    def test_tasks_wait_and_let_others_go_on(self):
        async def nap(i):
            await asyncio.sleep(0.01)
            return i

        async def main():
            program = Program("await nap(i)", inputs=["i"], functions=[nap], pool=pool)
            results = await asyncio.gather(*(program.run_async({"i": i}) for i in range(12)))
            return [result.value for result in results]

        with Pool(2) as pool:
            self.assertEqual(asyncio.run(main()), list(range(12)))

    def test_who_is_cancelled_takes_none(self):
        async def main():
            kept = Program("f()", functions=["f"], pool=pool).start()
            program = Program("1", pool=pool)
            for given in (False, True):
                task = asyncio.ensure_future(program.run_async())
                await asyncio.sleep(0.01)
                self.assertEqual(pool.stats.waiting, 1)
                if given:
                    kept.session.close()  # at the same moment
                task.cancel()
                with self.assertRaises(asyncio.CancelledError):
                    await task
                await asyncio.sleep(0.01)
                self.assertEqual(pool.stats.waiting, 0)
            return (await program.run_async()).value

        with Pool(1) as pool:
            self.assertEqual(asyncio.run(main()), 1)

    def test_what_raises_gives_its_place_back(self):
        def fails(stream, text):
            raise KeyError("of on_output")

        async def never():
            await asyncio.sleep(100)

        async def cancelled(code, method):
            async with asyncio.timeout(0.3):
                await getattr(Program(code, functions={"never": never}, pool=pool), method)()

        with Pool(1, wait_ms=1) as pool:
            errors = []
            endless = "while True: pass"
            for code, method in (
                (endless, "run_async"),
                ("import time\ntime.sleep(100)", "run_async"),
                ("await never()", "run_async"),
                (endless, "start_async"),
            ):
                with self.assertRaises(TimeoutError) as caught:
                    asyncio.run(cancelled(code, method))
                errors.append(caught.exception)
                self.assertEqual(Program("1 + 2", pool=pool).run().value, 3)
            for method in ("run", "start"):
                with self.assertRaises(KeyError) as caught:
                    getattr(Program("print(1)", pool=pool), method)(on_output=fails)
                errors.append(caught.exception)
                self.assertEqual(Program("1 + 2", pool=pool).run().value, 3)

    def test_a_crash_gives_its_place_back(self):
        with Pool(1) as pool:
            step = Program("f()", functions=["f"], pool=pool).start()
            kill(step.session)
            step = step.resume()
            self.assertEqual(step.status, "crashed")
            self.assertEqual(Session(pool=pool).feed("1").value, 1)


if __name__ == "__main__":
    unittest.main()
