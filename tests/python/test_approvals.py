"""Where a run pauses is kept in its state: loading keeps it, and only an explicit argument lets more be called without asking."""

import asyncio
import json
import unittest

import fermata

CODE = """
refund("a", 1)
refund("b", 2)
lookup("c")
"""
ASYNC_CODE = """
import asyncio
await asyncio.gather(lookup("a"), refund("b", 2))
await refund("c", 3)
"""


class Shop:
    """Functions that tell what was called."""

    def __init__(self):
        self.called = []

    def refund(self, order, amount):
        self.called.append(order)
        return amount

    def lookup(self, order):
        self.called.append(order)
        return order

    async def refund_async(self, order, amount):
        return self.refund(order, amount)

    async def lookup_async(self, order):
        return self.lookup(order)

    @property
    def functions(self):
        return {"refund": self.refund, "lookup": self.lookup}

    @property
    def asynchronous(self):
        return {"refund": self.refund_async, "lookup": self.lookup_async}


def with_pauses(state, pause_at):
    """The state as somebody forged it."""
    forged = json.loads(state)
    forged["pause_at"] = pause_at
    return json.dumps(forged)


class Approvals(unittest.TestCase):
    def setUp(self):
        self.shop = Shop()
        self.program = fermata.Program(CODE, functions=self.shop.functions)

    def waits(self, step, order):
        self.assertIsInstance(step, fermata.Paused)
        self.assertEqual([call.args[0] for call in step.calls_pending], [order])

    def test_a_run_starts_on_an_event_loop(self):
        program = fermata.Program(ASYNC_CODE, functions=self.shop.asynchronous)
        step = asyncio.run(program.start_async(pause_at=["refund"]))
        self.waits(step, "b")
        self.assertEqual((self.shop.called, step.session.pause_at), (["a"], {"refund"}))
        step = asyncio.run(asyncio.run(step.perform_async()).perform_async())
        self.assertEqual((step.status, self.shop.called), ("done", ["a", "b", "c"]))
        step = asyncio.run(program.start_async())
        self.assertEqual([call.function for call in step.calls_pending], ["lookup", "refund"])

    def test_loading_keeps_it(self):
        step = self.program.start(pause_at=["refund"])
        for encoding in ("msgpack", "json"):
            for load in (fermata.load, lambda *args, **options: fermata.Session.load(*args, **options).step):
                shop = Shop()
                again = load(step.save(encoding), functions=shop.functions)
                self.assertEqual(again.session.pause_at, {"refund"})
                again = again.resume(1)
                self.waits(again, "b")
                self.waits(asyncio.run(again.run_async()), "b")
                again = fermata.load(again.save(encoding), functions=shop.functions).perform()
                self.assertEqual((again.value, shop.called), ("c", ["b", "c"]))

    def test_every_call_stays_every_call(self):
        step = self.program.start()
        self.assertIsNone(step.session.pause_at)
        for load in (fermata.load, lambda *args, **options: fermata.Session.load(*args, **options).step):
            again = load(step.save(), functions=self.shop.functions)
            self.waits(again.resume(1), "b")
        with self.assertRaisesRegex(fermata.UsageError, "pauses at every call"):
            asyncio.run(fermata.load(step.save(), functions=self.shop.functions).run_async())
        self.assertEqual(self.shop.called, [])

    def test_no_pauses_stay_none(self):
        step = fermata.Program(CODE, functions={**self.shop.functions, "refund": None}).start(pause_at=[])
        step = fermata.load(step.save(), functions=self.shop.functions)
        self.assertEqual((step.session.pause_at, step.resume(1).value, self.shop.called), (frozenset(), "c", ["b", "c"]))

    def test_only_an_argument_widens(self):
        state = self.program.start(pause_at=["refund"]).save()
        self.assertEqual(fermata.load(state, functions=self.shop.functions, pause_at=[]).resume(1).value, "c")
        self.assertEqual(asyncio.run(fermata.load(state, functions=self.shop.functions).run_async(pause_at=[])).value, "c")
        self.waits(fermata.load(state, functions=self.shop.functions, pause_at=None).resume(1), "b")
        session = fermata.Session.load(state, functions=self.shop.functions, pause_at=["lookup"])
        self.waits(session.step.resume(1), "c")

    def test_asynchronous_functions(self):
        program = fermata.Program(ASYNC_CODE, functions=self.shop.asynchronous)
        step = asyncio.run(program.start(pause_at=["refund"]).run_async())
        self.assertEqual(self.shop.called, ["a"])
        self.waits(step, "b")
        shop = Shop()
        step = asyncio.run(fermata.load(step.save(), functions=shop.asynchronous).run_async())
        self.waits(step, "b")
        self.assertEqual(shop.called, [])
        with self.assertRaisesRegex(fermata.UsageError, "perform_async"):
            step.perform()
        step = asyncio.run(step.perform_async())
        self.waits(step, "c")
        self.assertEqual((asyncio.run(step.perform_async()).value, shop.called), (3, ["b", "c"]))

    def test_conversations(self):
        session = fermata.Session(functions=self.shop.functions, pause_at=["refund"])
        self.waits(session.feed("refund('a', 1)"), "a")
        session = fermata.Session.load(session.save(), functions=self.shop.functions)
        session.step.throw(PermissionError("no"))
        self.waits(session.feed("refund('b', 1)"), "b")
        session.abandon()
        self.assertEqual(session.feed("refund('c', 1)", pause_at=()).value, 1)
        session = fermata.Session.load(session.save(), functions=self.shop.functions)
        self.assertEqual(session.feed("refund('d', 1)").value, 1)
        self.assertEqual(self.shop.called, ["c", "d"])

    def test_feeding_a_session_of_another_process_asks(self):
        session = fermata.Session(functions=["refund"], pause_at=["refund"])
        session.feed("x = 1")
        session = fermata.Session.load(session.save(), functions=self.shop.functions)
        self.waits(asyncio.run(session.feed_async("refund('a', x)")), "a")

    def test_forged_states(self):
        state = self.program.start(pause_at=["refund"]).save("json")
        self.assertEqual(json.loads(state)["pause_at"], ["refund"])
        # What the host says isn't changed by a state.
        step = fermata.load(with_pauses(state, []), functions=self.shop.functions, pause_at=["refund"])
        self.waits(step.resume(1), "b")
        for odd in ("*", ["*", "refund"], ["refund", "*"]):
            with self.subTest(odd=odd):
                try:
                    step = fermata.load(with_pauses(state, odd), functions=self.shop.functions)
                except fermata.StateError:
                    continue
                self.assertIsNone(step.session.pause_at)
        for odd in (None, 5, {}, [5], [None], [["refund"]]):
            with self.subTest(odd=odd), self.assertRaises(fermata.StateError):
                fermata.load(with_pauses(state, odd))

    def test_a_misspelt_name_would_be_a_call_that_nobody_is_asked_about(self):
        step = self.program.start(pause_at=["refund"])
        state, functions = step.save(), self.shop.functions
        waiting = fermata.load(state, functions=functions)
        session = fermata.Session(functions=functions, pause_at=["refund"])
        for refuse in (
            lambda names: self.program.start(pause_at=names),
            lambda names: fermata.Session(functions=functions, pause_at=names),
            lambda names: session.feed("refund('a', 1)", pause_at=names),
            lambda names: asyncio.run(session.feed_async("refund('a', 1)", pause_at=names)),
            lambda names: session.feed("pay()", functions={"pay": print}, pause_at=names),
            lambda names: fermata.load(state, functions=functions, pause_at=names),
            lambda names: fermata.load(state, pause_at=names),
            lambda names: fermata.Session.load(state, functions=functions, pause_at=names),
            lambda names: asyncio.run(waiting.run_async(pause_at=names)),
        ):
            with self.assertRaisesRegex(fermata.UsageError, "'refnd'.*"):
                refuse(["lookup", "refnd"])
        with self.assertRaisesRegex(fermata.UsageError, "pause_at names 'refnd', which isn't a host function: did you mean 'refund'\\?"):
            fermata.load(state, functions=functions, pause_at=["refnd"])
        self.assertEqual((session.pause_at, waiting.session.pause_at, session.step, self.shop.called), ({"refund"}, {"refund"}, None, []))
        # A function that the host has and the state doesn't know, and the method of a handle, don't count.
        self.assertEqual(
            fermata.load(state, functions={**functions, "pay": print}, pause_at=["pay", "refund"]).session.pause_at, {"pay", "refund"}
        )
        shop_type = fermata.HandleType("Shop", methods=["lookup"], attributes=["called"])
        program = fermata.Program("shop.lookup('x')", inputs=["shop"])
        step = program.start({"shop": shop_type(self.shop, "main")}, pause_at=["Shop.lookup", "Shop.called"])
        self.assertEqual(step.call.function, "Shop.lookup")
        self.assertIsInstance(fermata.load(step.save(), pause_at=["Shop.lookup"]), fermata.Paused)
        with self.assertRaisesRegex(fermata.UsageError, "'Shop.look'.*'Shop.lookup'"):
            fermata.load(step.save(), pause_at=["Shop.look"])

    def test_a_copy_of_a_step(self):
        import copy

        step = copy.copy(self.program.start(pause_at=["refund"]))
        self.assertEqual(step.session.pause_at, {"refund"})


if __name__ == "__main__":
    unittest.main()
