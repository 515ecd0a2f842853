"""Tools that fail: retries, time limits, calls that are held for a person, what is kept of each attempt."""

import asyncio
import pickle
import threading
import time
import unittest

import fermata
from durable_support import StoreCase
from fermata import Retries


def quickly(**more):
    return Retries(**{"pause": 0.001, "longest": 0.002, **more})


class NoCredit(Exception):
    pass


class Declarations(unittest.TestCase):
    def test_wrong_ones(self):
        for wrong, said in (
            ({"retries": 1}, "it must be idempotent"),
            ({"retries": -1}, "retries must be a number or fermata.Retries"),
            ({"retries": True}, "retries must be a number"),
            ({"retries": Retries(attempts=0), "idempotent": True}, "attempts must be a number from 1"),
            ({"retries": Retries(pause=-1)}, "pause must be a number of seconds, not -1"),
            ({"retries": Retries(longest=float("inf"))}, "longest must be a number of seconds"),
            ({"retries": Retries(final=ValueError)}, "final must be a list of exception classes"),
            ({"retries": Retries(final=[7])}, "final must be a list of exception classes"),
            ({"timeout": 0}, "timeout must be more than 0 seconds"),
            ({"timeout": "1"}, "timeout must be a number of seconds, not '1'"),
            ({"concurrency": 0}, "concurrency must be a number from 1"),
            ({"rate": 5}, r"such as \(10, 1.0\), not 5"),
            ({"rate": (0, 1)}, "the calls of a rate must be a number from 1"),
            ({"rate": (1, 0)}, "the seconds of a rate must be more than 0"),
        ):
            with self.subTest(wrong), self.assertRaisesRegex(fermata.UsageError, said):
                fermata.tool(**wrong)


class Later(StoreCase):
    def test_the_answer_comes_later(self):
        tokens = []

        @fermata.tool
        def render(name):
            context = fermata.context()
            tokens.append((context.token, context.callback))
            raise fermata.AnswersLater(within=60)

        @fermata.tool(idempotent=True)
        async def upload(name):
            tokens.append((fermata.context().token, None))
            raise fermata.AnswersLater

        run = self.store.submit("import asyncio\nfilm = render('a')\nfilm, await upload('b')")
        fermata.Worker(self.store, [render, upload], callback_url="https://agents.example/", jail=False).drain()
        self.assertEqual([call.state for call in self.store.calls_pending()], ["deferred"])
        self.assertEqual(self.store.stats()[0].deferred, 1)
        token, callback = tokens.pop()
        self.assertEqual(callback, f"https://agents.example/v1/answers/{token}")
        with self.assertRaisesRegex(fermata.RefusedError, "no call has this token"):
            self.store.answer_by_token(token + "0", 1)
        self.assertTrue(self.store.answer_by_token(token, {"film": (1, 2)}))
        self.assertFalse(self.store.answer_by_token(token, {"film": (1, 2)}))
        self.drain(render, upload)
        self.store.answer_by_token(tokens.pop()[0], ValueError("no room"))
        self.drain(render, upload)
        with self.assertRaisesRegex(fermata.RuntimeError, "no room"):
            run.result()

    def test_wrong_ones(self):
        for within in (0, -1, "1", True, float("inf"), float("nan")):
            with self.subTest(within), self.assertRaisesRegex(fermata.UsageError, "within must be a number of seconds"):
                fermata.AnswersLater(within)
        with self.assertRaisesRegex(fermata.UsageError, "callback_url must be"):
            fermata.Worker(self.store, callback_url="agents.example")
        later = pickle.loads(pickle.dumps(fermata.AnswersLater(5)))
        self.assertEqual((later.within, str(later)), (5, "the answer comes later"))


class Failures(StoreCase):
    def until_over(self, run, *tools):
        while run.status not in ("done", "raised", "dead"):
            self.drain(*tools)
        return self.outcome(run)

    def test_what_fails_is_tried_again(self):
        keys = []

        @fermata.tool(idempotent=True, retries=quickly(attempts=3))
        def fetch(n):
            context = fermata.context()
            keys.append(context.idempotency_key)
            if context.attempt < 3:
                raise ConnectionError(f"attempt {context.attempt}")
            return n

        run = self.store.submit("fetch(5)")
        self.assertEqual(self.until_over(run, fetch), 5)
        self.assertEqual(len(set(keys)), 1)
        attempts = run.attempts()
        self.assertEqual([attempt.outcome for attempt in attempts], ["failed", "failed", "answered"])
        self.assertEqual([attempt.number for attempt in attempts], [1, 2, 3])
        first = attempts[0]
        self.assertEqual((str(first.error), type(first.error.exception)), ("ConnectionError: attempt 1", ConnectionError))
        self.assertTrue(first.began <= first.ended)
        self.assertEqual((attempts[2].error, attempts[2].traceback), (None, None))

    def test_an_attempts_traceback_is_the_tools(self):
        def fail():
            raise KeyError("who")

        async def fail_later():
            await asyncio.sleep(0)
            fail()

        run = self.store.submit("try: fail()\nexcept KeyError: pass\nawait fail_later()")
        self.drain(fail, fail_later)
        for attempt in run.attempts():
            lines = attempt.traceback.splitlines()
            self.assertEqual((lines[0], lines[-1]), ("Traceback (most recent call last):", "KeyError: 'who'"))
            self.assertIn(__file__, lines[1])
            self.assertIn('    raise KeyError("who")', lines)
        error = self.outcome(run)
        self.assertNotIn(__file__, error.traceback)  # the program isn't told
        self.assertEqual(error.type, "KeyError")

    def test_when_all_attempts_have_failed(self):
        @fermata.tool(idempotent=True, retries=quickly(attempts=2))
        def fetch():
            raise ConnectionError("no")

        run = self.store.submit("fetch()")
        self.assertEqual(self.until_over(run, fetch).type, "ConnectionError")
        self.assertEqual([attempt.outcome for attempt in run.attempts()], ["failed", "raised"])

    def test_final_errors(self):
        @fermata.tool(idempotent=True, retries=quickly(attempts=9, final=[LookupError, "NoCredit"]))
        def fetch(kind):
            raise {"key": KeyError, "credit": NoCredit}[kind]("no")

        for kind, name in (("key", "KeyError"), ("credit", "NoCredit")):
            run = self.store.submit(f"fetch({kind!r})")
            self.assertEqual(self.until_over(run, fetch).type, name)
            self.assertEqual(len(run.attempts()), 1)

    def test_a_call_that_does_not_fit_is_not_tried_again(self):
        @fermata.tool(idempotent=True, retries=quickly(attempts=9, hold=True))
        def fetch(n):
            return n

        run = self.store.submit("fetch(1, 2)")
        self.assertEqual(self.until_over(run, fetch).type, "TypeError")
        self.assertEqual(len(run.attempts()), 1)

    def test_a_tool_that_needs_a_person(self):
        key = []

        def charge(amount):
            if not key:
                raise fermata.HoldCall("the key isn't accepted")
            return f"charged {amount}"

        run = self.store.submit("charge(5)")
        self.drain(charge)
        (call,) = self.store.calls_pending()
        self.assertEqual((run.status, call.state, call.reason), ("waiting", "held", "the key isn't accepted"))
        with self.assertRaisesRegex(fermata.RefusedError, "takes a reconciliation"):
            call.answer("charged")
        key.append("new")
        call.reconcile(by="ada", happened=False)
        self.drain(charge)
        self.assertEqual(run.result(), "charged 5")
        (stats,) = self.store.stats()
        self.assertEqual((stats.queue, stats.runs, stats.held, stats.unanswered), ("default", {"done": 1}, 0, 0))

    def test_failures_that_are_held(self):
        @fermata.tool(retries=Retries(hold=True))
        def fetch():
            raise ConnectionError("no")

        run = self.store.submit("fetch()")
        self.drain(fetch)
        (stats,) = self.store.stats()
        self.assertEqual((stats.held, stats.runs, stats.oldest), (1, {"waiting": 1}, None))
        (call,) = self.store.calls_pending()
        self.assertEqual(call.reason, "1 attempt failed, the last with ConnectionError: no")
        call.reconcile(by="ada", happened=True, answer="by telephone")
        self.drain(fetch)
        self.assertEqual(run.result(), "by telephone")

    def test_a_tool_that_takes_too_long(self):
        cancelled = []

        @fermata.tool(timeout=0.02)
        async def slow():
            try:
                await asyncio.sleep(3600)
            except asyncio.CancelledError:
                cancelled.append(True)
                raise

        run = self.store.submit("await slow()")
        self.drain(slow)
        (call,) = self.store.calls_pending()
        self.assertEqual((call.state, cancelled), ("in_doubt", [True]))
        call.reconcile(by="ada", happened=True, answer=1)
        self.drain(slow)
        self.assertEqual(run.result(), 1)

        @fermata.tool(timeout=0.02, idempotent=True)
        async def late():
            await asyncio.sleep(3600)

        self.assertEqual(self.until_over(self.store.submit("await late()"), late).type, "TimeoutError")

        @fermata.tool(idempotent=True)
        async def own():
            async with asyncio.timeout(0.01):
                await asyncio.sleep(3600)

        self.assertEqual(self.until_over(self.store.submit("await own()"), own).type, "TimeoutError")

    def test_a_plain_tool_that_takes_too_long_goes_on(self):
        goes_on, ended = threading.Event(), threading.Event()

        @fermata.tool(timeout=0.02, idempotent=True)
        def slow():
            goes_on.wait(60)
            ended.set()
            return 1

        run = self.store.submit("try:\n    slow()\nexcept TimeoutError:\n    x = 'too long'\nx")
        worker = threading.Thread(target=self.drain, args=(slow,))
        worker.start()
        self.assertEqual(run.result(60), "too long")
        self.assertTrue(worker.is_alive())  # it waits for the tool
        goes_on.set()
        worker.join(60)
        self.assertTrue(ended.is_set())

    def test_no_more_at_once_and_in_some_time(self):
        at_once, most = [], []
        lock = threading.Lock()

        @fermata.tool(concurrency=2, rate=(3, 0.05))
        def fetch(n):
            with lock:
                at_once.append(n)
                most.append(len(at_once))
            time.sleep(0.005)
            with lock:
                at_once.remove(n)
            return n

        runs = [self.store.submit(f"fetch({n})") for n in range(6)]
        self.drain(fetch, concurrency=6)
        self.assertEqual([run.result() for run in runs], list(range(6)))
        self.assertLessEqual(max(most), 2)

    def test_a_retry_needs_a_higher_limit(self):
        run = self.store.submit("for n in range(10_000): pass", limits=fermata.Limits(steps=1_000))
        self.drain()
        error = self.outcome(run)
        self.assertEqual((type(error), error.limit, run.info().limit), (fermata.RunDeadError, "steps", "steps"))
        with self.assertRaisesRegex(fermata.RefusedError, "steps"):
            run.retry()


if __name__ == "__main__":
    unittest.main()
