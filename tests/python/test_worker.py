"""fermata.Worker and its tools: plain and asynchronous ones, what they are told, how a worker ends."""

import asyncio
import contextvars
import dataclasses
import functools
import gc
import logging
import os
import threading
import time
import unittest
import weakref
from typing import Any

import fermata
from durable_support import StoreCase


@dataclasses.dataclass
class Link:
    next: Any


@fermata.tool
def lookup(order: int) -> int:
    return order * 10


class Declarations(unittest.TestCase):
    def test_it_stays_the_function(self):
        @fermata.tool(name="pay", idempotent=True)
        def refund(order: int, amount: int = 1) -> str:
            """Pays."""
            return f"{order}: {amount}"

        self.assertEqual((refund(1), refund.__name__, refund.__doc__), ("1: 1", "refund", "Pays."))
        self.assertEqual(fermata.describe([refund]).splitlines()[0], "def pay(order: int, amount: int = 1) -> str:")
        self.assertEqual(fermata.Program("pay(2)", functions=[refund]).run().value, "2: 1")
        self.assertEqual(fermata.Program("pay(2)", functions=[functools.partial(refund, amount=3)]).run().value, "2: 3")

    def test_wrong_ones(self):
        for wrong, said in (
            (lambda: fermata.tool(7), "a tool must be a function, not 7"),
            (lambda: fermata.tool(int), "a tool must be a function"),
            (lambda: fermata.tool(print), "can't be declared as a tool"),
            (lambda: fermata.tool(name="no name"), "must be an identifier, or several with dots between them, not 'no name'"),
            (lambda: fermata.tool(name="class"), "must be an identifier"),
            (lambda: fermata.tool(idempotent="yes"), "idempotent must be True or False, not 'yes'"),
            (lambda: fermata.tool(approve=1), "approve must be True or False, not 1"),
        ):
            with self.subTest(said), self.assertRaisesRegex(fermata.UsageError, said):
                wrong()


class Tools(StoreCase):
    def value(self, code, *tools, **options):
        run = self.store.submit(code)
        self.drain(*tools, **options)
        return self.outcome(run)

    def test_plain_functions(self):
        self.assertEqual(self.value("lookup(4) + lookup(order=2)", lookup), 60)
        run = self.store.submit("other(1)")
        fermata.Worker(self.store, {"other": lookup}, jail=False).drain()
        self.assertEqual(run.result(), 10)

    def test_asynchronous_functions(self):
        threads = []

        async def fetch(n):
            threads.append(threading.current_thread().name)
            await asyncio.sleep(0.001)
            return n + 1

        code = "import asyncio\nsum(await asyncio.gather(*[fetch(n) for n in range(5)]))"
        self.assertEqual(self.value(code, fetch), 15)
        self.assertEqual(set(threads), {"fermata tools"})
        run = self.store.submit(code)
        asyncio.run(fermata.Worker(self.store, [fetch], jail=False).drain_async())
        self.assertEqual(run.result(), 15)
        self.assertEqual(set(threads[5:]), {"MainThread"})  # the loop's

    def test_calls_of_one_program_run_side_by_side(self):
        both = threading.Barrier(2)

        async def meet(n):
            await asyncio.to_thread(both.wait, 30)
            return n

        self.assertEqual(self.value("import asyncio\nawait asyncio.gather(meet(1), meet(2))", meet), [1, 2])

    def test_runs_go_on_side_by_side(self):
        both = threading.Barrier(2)
        runs = [self.store.submit(f"meet({n})") for n in range(2)]

        def meet(n):
            both.wait(30)
            return n

        self.drain(meet)
        self.assertEqual([run.result() for run in runs], [0, 1])

    def test_a_tool_learns_its_call(self):
        told = []

        def plain():
            told.append((fermata.context(), fermata.current_call().function, fermata.current_call().line))

        async def later():
            await asyncio.sleep(0)
            told.append((fermata.context(), fermata.current_call().function, fermata.current_call().line))

        run = self.store.submit("plain()\nawait later()")
        self.drain(plain, later)
        run.result()
        for number, (context, function, line) in enumerate(told, 1):
            call = run.calls()[number - 1]
            self.assertEqual((context.run, context.idempotency_key, context.attempt), (run.id, call.key, 1))
            self.assertEqual((function, line), (call.function, number))
        self.assertEqual(len(told), 2)
        for outside in (fermata.context, fermata.current_call):
            with self.assertRaises(fermata.UsageError):
                outside()

    def test_a_tools_exception_is_the_programs(self):
        def fail(order):
            raise KeyError(order)

        async def fail_later(order):
            raise LookupError(order)

        async def stop(order):
            raise StopIteration(order)

        code = "try:\n    fail(1)\nexcept KeyError as error:\n    print(repr(error))\nawait fail_later(2)"
        run = self.store.submit(code)
        error = self.value(code, fail, fail_later)
        self.assertEqual((error.type, error.arguments), ("LookupError", (2,)))
        self.assertEqual(run.stdout, "KeyError(1)\n")
        self.assertEqual(self.value("stop(1)", lambda_named("stop", lambda order: next(iter(())))).type, "StopIteration")
        self.assertEqual(self.value("await stop(1)", stop).type, "RuntimeError")
        self.assertEqual(self.value("try:\n    leave()\nexcept SystemExit as error:\n    x = error.code\nx", leave), 3)
        self.assertEqual(self.value("try:\n    await leave()\nexcept SystemExit as error:\n    x = error.code\nx", leave_async), 3)

    def test_what_can_not_cross_is_a_type_error(self):
        error = self.value("give()", lambda_named("give", lambda: object()))
        self.assertEqual(error.type, "TypeError")
        self.assertIn("a value of type 'object' can't enter the sandbox", error.message)
        circle = []
        circle.append(circle)
        self.assertEqual(self.value("give()", lambda_named("give", lambda: circle)).type, "ValueError")
        self.assertEqual(self.value("give()", lambda_named("give", lambda: fermata.handle(object(), "thing"))).type, "TypeError")

    def test_deep_values(self):
        def nested(depth):
            value = []
            for _ in range(depth - 1):
                value = [value]
            return value

        self.assertEqual(self.value("give(150)", lambda_named("give", nested)), nested(150))
        self.assertEqual(self.value("give(300)", lambda_named("give", nested)).type, "ValueError")

        def chained(depth):
            value = None
            for _ in range(depth):
                value = Link(value)
            return value

        deepest = "n, link = 0, give(%d)\nwhile link: n, link = n + 1, link.next\nn"
        self.assertEqual(self.value(deepest % 90, lambda_named("give", chained)), 90)
        self.assertEqual(self.value(deepest % 199, lambda_named("give", chained)), 199)
        self.assertEqual(self.value("give(150)", lambda_named("give", chained)), chained(150))

    def test_arguments_that_do_not_fit(self):
        called = []

        def refund(order: int, amount: int = 1):
            called.append(order)

        error = self.value("refund(1, 2, 3)", refund)
        self.assertEqual((error.type, error.message), ("TypeError", "refund() takes from 1 to 2 positional arguments but 3 were given"))
        self.assertEqual(self.value("refund('x')", refund, check_types=True).message, "refund() argument 'order' must be int, not str")
        self.assertEqual(called, [])

    def test_names_and_stubs_wait_for_somebody(self):
        run = self.store.submit("ask('how many?') + await later(1)")
        self.drain("ask", "async def later(n: int) -> int: ...")
        self.assertEqual(run.status, "waiting")
        (call,) = self.store.calls_pending()
        self.assertEqual((str(call), call.run, call.tool, call.state, call.line), ("ask('how many?')", run, None, "pending", 1))
        call.answer(5)
        with self.assertRaisesRegex(fermata.RefusedError, "answered"):
            call.answer(6)
        self.drain("ask", "async def later(n: int) -> int: ...")
        self.store.calls_pending()[0].answer(TimeoutError("nobody"))
        self.drain("ask", "async def later(n: int) -> int: ...")
        self.assertEqual(self.outcome(run).type, "TimeoutError")

    def test_functions_that_nobody_has(self):
        run = self.store.submit("lookup(1)")
        self.drain()
        (call,) = self.store.calls_pending()
        self.assertEqual((run.status, str(call), call.tool), ("waiting", "lookup(1)", None))
        self.drain(lookup)  # a worker that has it
        self.assertEqual(run.result(), 10)

    def test_children(self):
        run = self.store.submit("child = spawn('child.py', n=20)\n[await child, child.status(), await spawn('n + 1', n=1)]")
        fermata.Worker(self.store, [], programs={"child.py": "n + 1"}, jail=False).drain()
        self.assertEqual(run.result(), [21, "done", 2])
        first, second = run.children()
        self.assertEqual((first.info().parent, first.info().root, first.info().name), (run.id, run.id, "child.py"))
        self.assertEqual(second.info().parent_call, [call.id for call in run.calls() if call.function == "spawn"][1])
        self.assertEqual({call.child for call in run.calls()}, {None, first.id, second.id})
        self.assertEqual(run.calls()[0].value.name, first.id)
        failing = self.store.submit("try:\n    await spawn('1 / 0')\nexcept ZeroDivisionError as e:\n    told = str(e)\ntold")
        fermata.Worker(self.store, jail=False).drain()
        self.assertEqual(failing.result(), "division by zero")
        with self.assertRaises(fermata.UsageError):
            fermata.Worker(self.store, programs=["1"])
        with self.assertRaises(fermata.SyntaxError):
            fermata.Worker(self.store, programs={"child.py": "def"})

    def test_context_variables_do_not_leak(self):
        variable = contextvars.ContextVar("variable", default=0)
        seen = []

        def plain():
            seen.append(variable.get())
            variable.set(1)

        self.value("for _ in range(3): plain()", plain)
        self.assertEqual(seen, [0, 0, 0])

    def test_in_a_jail(self):
        try:
            value = self.value("import sys\nlookup(3)", lookup, jail=True)
        except fermata.JailError as error:
            self.skipTest(str(error))
        self.assertEqual(value, 30)

    def test_limits_are_the_narrower_ones(self):
        run = self.store.submit("n = 0\nwhile True: n += 1")
        self.drain(limits=fermata.Limits(steps=1000))
        self.assertEqual(self.outcome(run).reason, "the limit of steps is used up: this worker permits 1000")

    def test_wrong_arguments(self):
        for wrong, error, said in (
            (lambda: fermata.Worker(self.where), TypeError, "store must be a fermata.Store"),
            (lambda: fermata.Worker(self.store, [lookup, lookup]), fermata.UsageError, "'lookup' is given twice"),
            (lambda: fermata.Worker(self.store, lookup), fermata.UsageError, "functions must be a list"),
            (lambda: fermata.Worker(self.store, [7]), fermata.UsageError, "7|int"),
            (lambda: fermata.Worker(self.store, queues="default"), fermata.UsageError, "queues must be a list of names"),
            (lambda: fermata.Worker(self.store, queues=[]), fermata.UsageError, "a worker needs a queue"),
            (lambda: fermata.Worker(self.store, concurrency=0), fermata.UsageError, "concurrency must be a number from 1"),
            (lambda: fermata.Worker(self.store, lease_ms=1.5), fermata.UsageError, "lease_ms must be a number"),
            (lambda: fermata.Worker(self.store, limits=5), TypeError, "limits must be a fermata.Limits"),
        ):
            with self.subTest(said), self.assertRaisesRegex(error, said):
                wrong()


class Ends(StoreCase):
    def test_stop(self):
        worker = fermata.Worker(self.store, [lookup], jail=False, poll_ms=20)
        thread = threading.Thread(target=worker.run)
        thread.start()
        run = self.store.submit("lookup(1)")
        self.assertEqual(run.result(timeout=60), 10)
        with self.assertRaisesRegex(fermata.UsageError, "at work already"):
            worker.drain()
        (info,) = self.store.workers()
        self.assertEqual((info.process, info.alive), (os.getpid(), True))
        self.assertEqual((info.queues, info.tools, info.functions, info.runs), (("default",), ("lookup",), (), 0))
        self.assertLessEqual(info.since, info.seen)
        worker.stop()
        thread.join(60)
        self.assertEqual(self.store.workers(), [])
        self.assertFalse(thread.is_alive())
        again = self.store.submit("lookup(2)")
        worker.drain()
        self.assertEqual(again.result(), 20)
        worker.stop()
        worker.run()  # it was stopped before it began

    def test_tools_that_are_at_work_are_waited_for(self):
        begun, goes_on = threading.Event(), threading.Event()

        def slow():
            begun.set()
            goes_on.wait(60)
            return 1

        worker = fermata.Worker(self.store, [slow], jail=False, poll_ms=20)
        thread = threading.Thread(target=worker.run)
        thread.start()
        run = self.store.submit("slow() + slow()")
        begun.wait(60)
        worker.stop()
        goes_on.set()
        thread.join(60)
        self.assertEqual((run.status, run.calls()[0].state, run.calls()[0].value), ("ready", "answered", 1))
        self.drain(slow)
        self.assertEqual(run.result(), 2)

    def test_a_task_that_is_cancelled(self):
        async def main():
            begun, goes_on = asyncio.Event(), asyncio.Event()

            async def slow():
                begun.set()
                await goes_on.wait()
                return 1

            worker = fermata.Worker(self.store, [slow], jail=False, poll_ms=20)
            task = asyncio.create_task(worker.run_async())
            run = self.store.submit("await slow()\n'gone on'")
            await begun.wait()
            task.cancel()
            await asyncio.sleep(0.05)
            self.assertFalse(task.done())  # its tool is waited for
            task.cancel()
            goes_on.set()
            with self.assertRaises(asyncio.CancelledError):
                await task
            self.assertEqual(run.calls()[0].state, "answered")
            await worker.drain_async()
            self.assertEqual(await run.result_async(), "gone on")

        asyncio.run(main())

    def test_a_run_is_cancelled_while_its_tool_works(self):
        run = None

        def act():
            run.cancel("enough")
            return 1

        run = self.store.submit("act()\nact()")
        self.drain(act)
        with self.assertRaisesRegex(fermata.RunCancelledError, "enough"):
            run.result()
        self.assertEqual([call.state for call in run.calls()], ["in_doubt"])
        run.calls()[0].reconcile(by="ada", happened=True, answer=1)
        self.assertEqual([call.state for call in run.calls()], ["answered"])

    def test_the_store_is_closed_meanwhile(self):
        def act():
            self.store.close()
            return 1

        run = self.store.submit("act()")
        self.drain(act)
        again = fermata.Store(self.where).run(run.id)
        self.assertEqual(again.result(), 1)

    def test_what_happens_is_logged(self):
        with self.assertLogs("fermata", logging.INFO) as logged:
            run = self.store.submit("1")
            self.drain()
        self.assertIn(f"INFO:fermata:run {run.id} is done", logged.output)

    def test_what_needs_somebody_is_a_warning(self):
        @fermata.tool
        def hold(n: int) -> int:
            raise fermata.HoldCall("no key")

        @fermata.tool(approve=True)
        def asked(n: int) -> int:
            return n

        runs = [self.store.submit(code) for code in ("hold(1)", "while True: pass", "asked(1)", "1 / 0", "nobody(1)", "2")]
        with self.assertLogs("fermata", logging.INFO) as logged:
            self.drain(hold, asked, limits=fermata.Limits(steps=10_000))
        levels = {run.id: {record.levelname for record in logged.records if run.id in record.getMessage()} for run in runs}
        self.assertEqual([levels[run.id] for run in runs], [{"WARNING"}, {"WARNING"}, {"INFO"}, {"INFO"}, {"INFO"}, {"INFO"}])

    def test_a_worker_is_collected(self):
        class Agent:
            def __init__(self, store):
                self.worker = fermata.Worker(store, [self.act], jail=False)

            def act(self):
                return 1

        run = self.store.submit("act()")
        agent = Agent(self.store)
        agent.worker.drain()
        known = weakref.ref(agent)
        del agent
        gc.collect()
        self.assertIsNone(known())
        self.assertEqual(run.result(), 1)

    def test_threads_end(self):
        async def fetch():
            return 1

        self.store.submit("await fetch()")
        self.drain(fetch)
        deadline = time.monotonic() + 30
        while any(thread.name.startswith("fermata") for thread in threading.enumerate()) and time.monotonic() < deadline:
            time.sleep(0.01)
        self.assertEqual([thread.name for thread in threading.enumerate() if thread.name.startswith("fermata")], [])


def lambda_named(name, function):
    function.__name__ = name
    return function


def leave():
    raise SystemExit(3)


async def leave_async():
    raise SystemExit(3)


leave_async.__name__ = "leave"


if __name__ == "__main__":
    unittest.main()
