"""Functions that somebody is asked about before each call, outside stores: fermata.tool(approve=True)."""

import asyncio
import functools
import unittest

import fermata

made = []


@fermata.tool(approve=True)
def refund(order, amount=1):
    made.append((order, amount))
    return amount


@fermata.tool(approve=True)
async def refund_later(order):
    made.append(order)
    return order


def lookup(order):
    return order * 10


class Asking(unittest.TestCase):
    def setUp(self):
        made.clear()

    def test_run_cannot_wait(self):
        for functions, code in (
            ([refund], "refund(17)"),
            ({"refund": refund}, "import asyncio\nasyncio.run(asyncio.to_thread(refund, 17))"),
            ([functools.partial(refund, amount=2)], "refund(17)"),
            ({"shop.refund": refund}, "import shop\nshop.refund(17)"),
            ([refund_later], "await refund_later(17)"),
        ):
            program = fermata.Program(code, functions=functions)
            for run in (program.run, lambda: asyncio.run(program.run_async())):
                with self.subTest(code), self.assertRaisesRegex(fermata.UsageError, "isn't called before somebody has approved"):
                    run()
        self.assertEqual(made, [])
        self.assertEqual(fermata.Program("lookup(17)", functions=[lookup, refund]).run().value, 170)  # it doesn't call it

    def test_start_stops_there(self):
        program = fermata.Program("refund(lookup(17))", functions=[lookup, refund])
        for pause_at in ([], ["refund"]):
            step = program.start(pause_at=pause_at)
            self.assertEqual((step.call.function, step.call.args, step.session.pause_at), ("refund", (170,), frozenset({"refund"})))
        self.assertEqual(step.perform(amount=5).value, 5)
        self.assertEqual(made, [(170, 5)])
        step = program.start(pause_at=["lookup"])
        self.assertEqual(step.session.pause_at, {"lookup", "refund"})
        step = step.resume(3)
        self.assertEqual(step.call.args, (3,))
        self.assertIsNone(program.start().session.pause_at)
        step = asyncio.run(fermata.Program("await refund_later(1)", functions=[refund_later]).start_async(pause_at=[]))
        self.assertEqual(step.call.function, "refund_later")
        self.assertEqual(made, [(170, 5)])

    def test_sessions(self):
        session = fermata.Session(functions=[lookup])
        self.assertEqual(session.feed("lookup(1)").value, 10)
        step = session.feed("refund(1)", functions=[refund])
        self.assertEqual(step.call.function, "refund")
        step = session.feed("refund(2)", pause_at=[]) if step.resume(0).status == "done" else None
        self.assertEqual(step.call.args, (2,))
        self.assertEqual(made, [])

    def test_a_state_from_before_it_asked(self):
        step = fermata.Program("wait()\nrefund(1)", functions=["wait", lambda_of("refund")]).start(pause_at=[])
        loaded = fermata.load(step.save(), functions=["wait", refund])
        self.assertEqual(loaded.session.pause_at, {"refund"})
        self.assertEqual(loaded.resume(None).call.function, "refund")
        loaded = fermata.load(step.save(), functions=["wait", refund], pause_at=[])
        self.assertEqual(loaded.resume(None).call.function, "refund")
        self.assertEqual(made, [])


def lambda_of(name):
    def function(order):
        return order

    function.__name__ = name
    return function


if __name__ == "__main__":
    unittest.main()
