"""People and runs: approvals, calls that nobody answers, calls in doubt."""

import contextlib
import dataclasses
import datetime
import enum
import threading
import time
import unittest
import uuid
from decimal import Decimal

import fermata
from durable_support import StoreCase


@dataclasses.dataclass
class Order:
    id: int
    amount: int


class Size(enum.Enum):
    S = "small"
    L = "large"


made = []


@fermata.tool(approve=True)
def refund(order: int, amount: int = 1, *, reason: str = "") -> str:
    made.append((order, amount, reason))
    return f"refunded {amount} for {order}"


CODE = """
try:
    said = refund(17, 249, reason="broken")
except PermissionError as error:
    said = str(error)
said
"""


class Approvals(StoreCase):
    options = {"functions": [refund], "types": [Order, Size]}

    def setUp(self):
        super().setUp()
        made.clear()

    def asked(self, code=CODE):
        run = self.store.submit(code, name="agent.py")
        self.drain(refund)
        (approval,) = self.store.approvals()
        self.assertEqual((approval.run, run.status), (run, "waiting"))
        return approval

    def test_a_tool_has_words_for_what_is_asked(self):
        @fermata.tool(name="refund", approve=True, summary="refund {amount} of {order.id}, {{{reason}}}")
        def with_words(order: Order, amount: int = 1, *, reason: str = "") -> None:
            pass

        self.store.submit("refund(Order(17, 3), reason='it broke')")
        self.drain(with_words)
        (approval,) = self.store.approvals()
        self.assertEqual(approval.summary, "refund 1 of 17, {'it broke'}")
        approval.deny(by="bo", reason="no")
        self.store.submit(CODE)
        self.drain(refund)
        (approval,) = self.store.approvals()
        self.assertEqual(approval.summary, "Refund order 17, amount 249, reason 'broken'")

    def test_words_that_cannot_be_said(self):
        def pay(amount, *rest):
            pass

        for summary, problem in (
            ("{price}", r"names price, which isn't a parameter of pay\(\)"), ("{amount:.2f}", r"\{amount:.2f\} isn't an argument's name"),
            ("{amount!r}", "{amount!r} isn't"), ("{}", "{} isn't"), ("{amount", "a '{' has no other"), ("a } b", "a '}' has no other"), ("", "a text of at most"),
            (7, "a text of at most 1000 bytes, not 7"), ("x" * 1001, "a text"), ("{amount[}", "isn't|expected"), ("{amount..x}", "isn't an argument"),
        ):  # fmt: skip
            with self.subTest(summary), self.assertRaisesRegex(fermata.UsageError, problem):
                fermata.tool(summary=summary)(pay)
        for summary in ("pay", "{0}", "{amount.a[b c].d} {rest[0]}", "{{}}"):
            fermata.tool(summary=summary)(pay)
        for summary in ("{anything}", "{options}", "{x:}", "{x.1}", "{٣}", "{01}", " \n"):
            with self.subTest(summary), self.assertRaises(fermata.UsageError):
                fermata.tool(summary=summary)(lambda x, **options: None)

    def test_words_about_a_field_that_is_not_there(self):
        def pay(order: Order) -> None:
            pass

        cases = (("{order.amuont}", r"order has no field amuont \(did you mean amount\?\)"), ("{order.id.x}", None), ("{order[x]}", None))
        for summary, problem in cases:
            tool = fermata.tool(approve=True, summary=summary)(pay)
            with self.subTest(summary):
                if problem is None:
                    self.drain(tool)
                    continue
                with self.assertRaisesRegex(fermata.UsageError, r"the summary of pay\(\): " + problem):
                    self.drain(tool)

    def said(self, run):
        self.drain(refund)
        return run.result()

    def test_what_is_shown(self):
        approval = self.asked()
        self.assertEqual(str(approval), "refund(17, 249, reason='broken')")
        self.assertEqual((approval.function, approval.args, approval.kwargs), ("refund", (17, 249), {"reason": "broken"}))
        self.assertEqual(approval.arguments, {"order": 17, "amount": 249, "reason": "broken"})
        self.assertEqual((approval.name, approval.line, approval.queue, approval.tenant), ("agent.py", 3, "default", "default"))
        self.assertEqual((approval.policy, approval.key), ("approve", f"{approval.run.id}:1:1"))
        self.assertEqual(approval.run.calls()[0].state, "awaiting_approval")
        self.assertEqual(self.store.approvals(tenant="other"), [])

    def test_approve(self):
        approval = self.asked()
        approval.approve(by="ada")
        self.assertEqual(self.store.approvals(), [])
        self.assertEqual(self.said(approval.run), "refunded 249 for 17")
        self.assertEqual(made, [(17, 249, "broken")])
        decided = next(event for event in approval.run.history() if event.kind == "decide")
        self.assertEqual((decided.data["who"], decided.data["verdict"]), ("ada", "approve"))
        (record,) = self.store.audit()
        self.assertEqual((record.who, record.how, record.action, record.run), ("ada", "python", "decide", approval.run.id))
        self.assertEqual((record.data["shown"], record.at), (decided.data["shown"], decided.at))
        self.assertTrue(record.origin)
        self.assertEqual(self.store.audit(after=0), [record])
        self.assertEqual(self.store.audit(who="bo") + self.store.audit(after=1) + self.store.audit(until=record.at), [])
        with self.assertRaises(fermata.UsageError):
            self.store.audit(most=0)

    def test_approve_with_other_arguments(self):
        approval = self.asked()
        approval.approve(by="ada", args={"amount": 80, "reason": "less"})
        self.assertEqual(self.said(approval.run), "refunded 80 for 17")
        self.assertEqual(made, [(17, 80, "less")])
        call = approval.run.calls()[0]
        self.assertEqual((call.args, call.kwargs), ((17, 80), {"reason": "less"}))

    def test_arguments_that_do_not_fit_change_nothing(self):
        approval = self.asked()
        for args, said in (
            ({"sum": 1}, "unexpected keyword argument 'sum'"),
            ([17, 80], "args must be a mapping"),
            ({"amount": object()}, "can't enter the sandbox"),
            ({7: 1}, "args must be a mapping from parameter names"),
        ):
            with self.subTest(args), self.assertRaisesRegex((fermata.UsageError, TypeError), said):
                approval.approve(by="ada", args=args)
        for by in ("", None):
            with self.assertRaisesRegex(fermata.UsageError, "by must be the name of who decides"):
                approval.approve(by=by)
        self.assertEqual(self.store.approvals()[0].key, approval.key)

    def test_edited_arguments_are_as_their_worker_declares_them(self):
        @fermata.tool(approve=True)
        def ship(order: Order, to: list[str], amount: float = 1.0) -> str:
            return f"{order.amount} to {to}"

        run = self.store.submit("ship(Order(17, 2), ['ada'])")
        worker = fermata.Worker(self.store, [ship], jail=False, poll_ms=20)
        thread = threading.Thread(target=worker.run)
        thread.start()
        self.addCleanup(thread.join)
        self.addCleanup(worker.stop)
        deadline = time.monotonic() + 30
        while not self.store.approvals() and time.monotonic() < deadline:
            time.sleep(0.02)
        here = fermata.Store(self.where, functions=[ship], types=[Order])
        self.addCleanup(here.close)
        (approval,) = here.approvals()
        for args, said in (
            ({"to": ["bo", 5]}, r"to\[1\] has to be a text, not 5"),
            ({"order": {"id": 17}}, r"order\.amount is missing"),
            ({"amount": "much"}, "amount has to be a number, not 'much'"),
        ):
            with self.subTest(args), self.assertRaisesRegex(fermata.UsageError, f"call {approval.key} isn't approved: {said}"):
                approval.approve(by="ada", args=args)
        self.assertEqual(len(self.store.approvals()), 1)
        approval.approve(by="ada", args={"order": Order(17, 1), "to": ["bo"], "amount": 2})
        self.assertEqual(run.result(30), "1 to ['bo']")

    def test_edited_arguments_are_what_their_types_ask_for(self):
        got = []

        @fermata.tool(approve=True)
        def pay(amount: Decimal, day: datetime.date, size: Size, order: Order, id: uuid.UUID, many: tuple[Decimal, ...] = ()) -> Order:
            got.append((amount, day, size, order, id, many))
            return order

        def answered(edit, functions=()):
            run = self.store.submit(
                "import datetime, decimal, uuid\npay(decimal.Decimal(1), day, Size.S, Order(1, 2), id).amount", inputs=inputs
            )
            worker.drain()
            here = fermata.Store(self.where, functions=functions, types=[Order, Size])
            with contextlib.closing(here):
                (approval,) = here.approvals()
                approval.approve(by="ada", args=edit)
            worker.drain()
            return run

        inputs = {"day": datetime.date(2026, 1, 1), "id": uuid.UUID(int=1)}
        worker = fermata.Worker(self.store, [pay], jail=False)
        edit = {
            "amount": "90.10",
            "day": "2026-02-28",
            "size": "large",
            "order": {"id": 7, "amount": 8},
            "id": str(uuid.UUID(int=2)),
            "many": ["1", 2],
        }
        wanted = (Decimal("90.10"), datetime.date(2026, 2, 28), Size.L, Order(7, 8), uuid.UUID(int=2), (Decimal(1), Decimal(2)))
        for functions in ((), (pay,)):
            self.assertEqual(answered(edit, functions).result(30), 8)
            self.assertEqual(got.pop(), wanted)
        for wrong, said in (
            ({"amount": "ninety"}, "amount has to be a Decimal"),
            ({"amount": 3.5}, 'amount has to be a Decimal, such as "84.50", not 3.5'),
            ({"day": "2026-02-30"}, "day has to be a date"),
            ({"size": "xl"}, "size has to be one of 'small', 'large', not 'xl'"),
            ({"order": {"id": "x", "amount": 1}}, "order.id has to be a whole number"),
            ({"id": "2"}, "id has to be a UUID"),
            ({"many": [1.5]}, r"many\[0\] has to be a Decimal"),
        ):
            with self.subTest(wrong), self.assertRaisesRegex(fermata.UsageError, said):
                answered(wrong)
            self.store.approvals()[0].deny(by="ada")
            worker.drain()
        # An answer instead is what the function gives.
        run = self.store.submit("pay(1, day, Size.S, Order(1, 2), id).amount", inputs=inputs)
        worker.drain()
        (approval,) = self.store.approvals()
        with self.assertRaisesRegex(fermata.UsageError, "answer.amount is missing"):
            approval.answer({"id": 1}, by="ada")
        approval.answer({"id": 1, "amount": 5}, by="ada")
        worker.drain()
        self.assertEqual((run.result(30), got), (5, []))

    def test_a_store_that_does_not_know_the_function(self):
        approval = self.asked()
        (approval,) = fermata.Store(self.where).approvals()
        self.assertEqual(approval.arguments, {"order": 17, "amount": 249, "reason": "broken"})
        approval.approve(by="ada", args={"amount": 80})  # (its worker has told what that is)
        self.assertEqual(self.said(approval.run), "refunded 80 for 17")
        run = self.store.submit("largest(17, 249)")
        asks = lambda call: fermata.Allow() if call.is_due else fermata.Ask("size")
        worker = fermata.Worker(self.store, {"largest": max}, policy=asks, jail=False)
        worker.drain()
        (approval,) = fermata.Store(self.where).approvals()
        with self.assertRaisesRegex(fermata.UsageError, "nobody has told what largest\\(\\) calls its arguments"):
            approval.approve(by="ada", args={"amount": 80})
        approval.approve(by="ada", args={"1": 80})
        worker.drain()
        self.assertEqual(run.result(30), 80)

    def test_deny(self):
        approval = self.asked()
        approval.deny("too much", by="bo")
        self.assertEqual(self.said(approval.run), "refund() was denied by bo: too much")
        self.assertEqual(made, [])

    def test_answer_instead(self):
        approval = self.asked()
        approval.answer("done by hand", by="bo")
        self.assertEqual(self.said(approval.run), "done by hand")
        approval = self.asked()
        approval.answer(PermissionError("not like this"), by="bo")
        self.assertEqual(self.said(approval.run), "not like this")
        self.assertEqual(made, [])

    def test_the_first_decision_counts(self):
        approval = self.asked()
        again = self.store.approvals()[0]
        approval.deny(by="ada")
        for late in (lambda: again.approve(by="bo"), lambda: approval.deny(by="ada"), lambda: again.answer(1, by="bo")):
            with self.assertRaisesRegex(fermata.RefusedError, "ada decided: deny"):
                late()

    def test_what_was_shown_has_changed(self):
        code = "import asyncio\nawait asyncio.gather(ask(), refund_later(1))"
        later = fermata.tool(name="refund_later", approve=True)(fetch_refund)
        run = self.store.submit(code)
        self.drain(later, "async def ask() -> str: ...")
        (approval,) = self.store.approvals()
        run.calls()[0].answer("the other goes on")
        self.drain(later, "async def ask() -> str: ...")
        with self.assertRaisesRegex(fermata.RefusedError, "shown|changed"):
            approval.approve(by="ada")
        self.store.approvals()[0].approve(by="ada")
        self.drain(later, "async def ask() -> str: ...")
        self.assertEqual(run.result(), ["the other goes on", 2])

    def test_who_does_what_else(self):
        run = self.store.submit("x = await receive('go')")
        run.send("go", 1, by="ada")
        run.cancel("enough", by="bo")
        run.store.submit("1").cancel()
        told = [(record.action, record.who) for record in self.store.audit()]
        self.assertEqual(told[-2:], [("cancel", "bo"), ("send", "ada")])
        self.assertNotIn(told[0][1], ("ada", "bo"))

    def test_nobody_is_asked_about_a_call_that_does_not_fit(self):
        run = self.store.submit("refund()")
        self.drain(refund)
        self.assertEqual(self.store.approvals(), [])
        self.assertEqual(self.outcome(run).message, "refund() missing 1 required positional argument: 'order'")

    def test_nobody_is_asked_about_a_value_that_is_not_what_it_is_called(self):
        @fermata.tool(approve=True)
        def paint(size: Size) -> str:
            made.append(size)
            return size.name

        code = "o = object.__new__(Size)\no._name_, o._value_ = 'EVIL', 'small'\ntry:\n    r = paint(o)\nexcept (TypeError, PermissionError) as e:\n    r = str(e)\nr"
        for policy in (None, lambda call: fermata.Ask("sure?")):
            run = self.store.submit(code)
            self.drain(paint, policy=policy)
            self.assertEqual((run.status, self.store.approvals(), made), ("done", [], []))
            self.assertIn("no member 'EVIL'", run.result())

    def test_instances(self):
        @fermata.tool(approve=True)
        def ship(order: Order) -> Order:
            return order

        run = self.store.submit("ship(Order(17, 2))")
        self.drain(ship)
        (approval,) = self.store.approvals()
        self.assertEqual(approval.args, (Order(17, 2),))
        approval.approve(by="ada", args={"0": Order(17, 1)})
        self.drain(ship)
        self.assertEqual(run.result(), Order(17, 1))


async def fetch_refund(order):
    return order + 1


class InDoubt(StoreCase):
    """A tool that may not be called twice, whose worker is gone."""

    def doubtful(self):
        """A run whose tool was called by a process that is gone."""
        run = self.store.submit("pay(17)")
        worker = self.process(
            """
            store = fermata.Store(where)

            def pay(order):
                os._exit(9)

            fermata.Worker(store, [pay], jail=False, lease_ms=200).run()
            """
        )
        self.assertEqual(worker.communicate(timeout=60), ("", ""))
        self.assertEqual(worker.returncode, 9)
        while run.status == "running":
            self.drain(pay, lease_ms=200)
        (call,) = self.store.calls_pending()
        self.assertEqual((call.run, call.state, call.attempts), (run, "in_doubt", 1))
        return call

    def test_it_happened(self):
        call = self.doubtful()
        call.reconcile(by="ada", happened=True, answer="paid")
        self.drain(pay)
        self.assertEqual(call.run.result(), "paid")
        self.assertEqual(self.store.calls_pending(), [])

    def test_it_did_not(self):
        call = self.doubtful()
        with self.assertRaisesRegex(fermata.UsageError, "what did not happen has no answer"):
            call.reconcile(by="ada", happened=False, answer=1)
        with self.assertRaisesRegex(fermata.RefusedError, "takes a reconciliation"):
            call.answer("paid")
        call.reconcile(by="ada", happened=False)
        self.drain(pay)
        self.assertEqual((call.run.result(), call.run.calls()[0].attempts), ("paid now", 2))


def pay(order):
    return "paid now"


if __name__ == "__main__":
    unittest.main()
