"""Threads that a program starts: over several feeds, in states, around calls of the host."""

import unittest

import fermata


class ProgramThreads(unittest.TestCase):
    def test_a_daemon_works_through_several_feeds(self):
        session = fermata.Session()
        session.feed(
            """
import queue, threading
tasks, results = queue.Queue(), []
def work():
    while True:
        results.append(tasks.get() ** 2)
        tasks.task_done()
threading.Thread(target=work, daemon=True).start()
"""
        )
        session.feed("for n in range(5): tasks.put(n)\ntasks.join()")
        self.assertEqual(session.feed("results").value, [0, 1, 4, 9, 16])
        again = fermata.Session.load(session.save())
        again.feed("tasks.put(7); tasks.join()")
        self.assertEqual(again.feed("results[-1]").value, 49)

    def test_a_feed_waits_for_threads_that_go_on_by_themselves(self):
        session = fermata.Session()
        fed = session.feed(
            """
import threading, time
from concurrent.futures import ThreadPoolExecutor
pool = ThreadPoolExecutor(2)
future = pool.submit(pow, 2, 10)
def work():
    time.sleep(0.01)
    print("done")
threading.Thread(target=work).start()
"""
        )
        self.assertEqual(fed.stdout, "done\n")
        self.assertEqual(session.feed("future.result()").value, 1024)
        self.assertEqual(session.feed("pool.submit(len, 'abc').result()").value, 3)

    def test_a_busy_daemon_keeps_no_feed_from_its_end(self):
        session = fermata.Session()
        session.feed("import threading\nn = 0\ndef f():\n  global n\n  while True: n += 1\nthreading.Thread(target=f, daemon=True).start()")
        self.assertEqual(session.feed("sum(range(1000))").value, 499500)

    def test_calls_of_the_host(self):
        def double(x: int) -> int:
            return 2 * x

        program = fermata.Program(
            "from concurrent.futures import ThreadPoolExecutor\nwith ThreadPoolExecutor(4) as pool:\n  r = list(pool.map(double, range(8)))\nr",
            functions=[double],
        )
        self.assertEqual(program.run().value, [2 * n for n in range(8)])
        step, given = program.start(), []
        while isinstance(step, fermata.Paused):
            given.append(step.call.args[0])
            step = fermata.load(step.save()).resume(2 * step.call.args[0])
        self.assertEqual((sorted(given), step.value), (list(range(8)), [2 * n for n in range(8)]))


if __name__ == "__main__":
    unittest.main()
