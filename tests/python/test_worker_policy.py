"""Policies: functions that look at calls before a worker makes them."""

import dataclasses
import datetime
import decimal
import enum
import unittest

import fermata
from durable_support import StoreCase
from fermata import Allow, Ask, Deny


class Kind(enum.Enum):
    SOON = "soon"
    LATE = "late"


@dataclasses.dataclass
class Line:
    kind: Kind
    more: list["Line"] = dataclasses.field(default_factory=list)


def policy(call):
    if call.function == "transfer" and call.arguments["amount"] > 1000:
        return Deny("more than anybody may")
    if call.function == "transfer" and call.arguments["amount"] > 100:
        return Ask("more than 100")
    return Allow()


class Policies(StoreCase):
    def setUp(self):
        super().setUp()
        self.made = []

    def transfer(self, to, amount):
        self.made.append((to, amount))
        return amount

    def go(self, policy=policy, **options):
        self.drain(self.transfer, policy=policy, **options)

    def test_what_is_allowed(self):
        run = self.store.submit("transfer('ada', 5)")
        self.go()
        self.assertEqual((run.result(), self.made), (5, [("ada", 5)]))

    def test_what_a_person_is_asked_about(self):
        run = self.store.submit("transfer('ada', amount=500)")
        self.go()
        (approval,) = self.store.approvals()
        self.assertEqual((approval.policy, self.made), ("more than 100", []))
        approval.approve(by="bo", args={"amount": 300})
        self.go()
        self.assertEqual((run.result(), self.made), (300, [("ada", 300)]))

    def test_a_name_that_may_mean_two_arguments(self):
        def pay(amount=9000, /, **note):
            self.made.append(amount)

        def pays(*amounts, **note):
            self.made.append(sum(amounts))

        def little(call):
            amount = call.arguments["amount" if call.function == "pay" else "amounts"]
            return Allow() if (amount if call.function == "pay" else sum(amount)) <= 10 else Ask("much")

        calls = (
            "pay(5000, amount=1)",
            "pay(amount=1)",
            "pays(5000, amounts=[1])",
            "pays(amounts=[1])",
            "pays(5000, **{'**amounts': [1], 'amounts': 1})",
        )
        for call in calls:
            with self.subTest(call):
                run = self.store.submit(call)
                self.drain(pay, pays, policy=little)
                self.assertEqual((run.status, self.made), ("sleeping", []))
                (waits,) = run.calls()
                self.assertRegex(waits.reason, "may mean two arguments")
                run.cancel()
        run = self.store.submit("pays(3, 4, note=1)")
        self.drain(pay, pays, policy=little)
        self.assertEqual(self.made, [7])
        # Others are shown both.
        run = self.store.submit("pay(5000, amount=1)")
        here = fermata.Store(self.where, functions=[pay])
        self.drain(pay, policy=lambda call: Allow() if call.is_due else Ask("see"))
        (approval,) = here.approvals()
        self.assertEqual(approval.arguments, {"amount": 5000, "**amount": 1})
        here.close()

    def test_another_process_sees_the_classes_of_its_tools(self):
        seen = []

        def get() -> Line:
            return Line(Kind.LATE, [Line(Kind.SOON)])

        def gate(kind: Kind = Kind.SOON) -> int:
            seen.append(kind)
            return 1

        def pay(line: Line, *, later: dict[str, list[Line]] | None = None) -> str:
            seen.append((line, later))
            return type(line).__name__

        def never_late(call):
            if call.function == "pay":
                line = call.arguments["line"]
                seen.append(line.kind is Kind.LATE and line.more[0].kind is Kind.SOON)
                return Deny("late") if line.kind is Kind.LATE else Allow()
            return Ask("see") if call.function == "gate" and not call.is_due else Allow()

        text = "x = get()\ngate()\ntry:\n    pay(x, later={'a': [x]})\nexcept PermissionError as error:\n    y = str(error)\ny"
        run = self.store.submit(text)
        self.drain(get, gate, pay, policy=never_late)
        for functions in ([], [get, gate, pay]):
            other = fermata.Store(self.where, functions=functions)  # as another process has it
            (approval,) = other.approvals()
            if functions:
                approval.approve(by="ada", args={"kind": "late"})
                fermata.Worker(other, [get, gate, pay], policy=never_late, jail=False).drain()
            other.close()
        self.assertEqual((run.result(), seen), ("pay() was denied: late", [Kind.LATE, True, True]))
        seen.clear()
        run = self.store.submit("x = get()\ngate()\npay(x, later={'a': [x]})")
        self.drain(get, gate, pay, policy=lambda call: Ask("see") if call.function == "gate" and not call.is_due else Allow())
        other = fermata.Store(self.where)
        other.approvals()[0].approve(by="ada")
        fermata.Worker(other, [get, gate, pay], jail=False).drain()
        line = Line(Kind.LATE, [Line(Kind.SOON)])
        self.assertEqual((other.run(run.id).result(), seen), ("Line", [Kind.SOON, (line, {"a": [line]})]))
        other.close()

    def test_edited_arguments_of_a_function_that_takes_any_number(self):
        def pays(to, *amounts, **more):
            self.made.append((to, amounts, more))

        for given, wanted in (({"amounts": (1, 2)}, ("bo", (1, 2), {})), ({"to": "cy"}, ("cy", (5000, 6000), {}))):
            for functions in ([pays], []):
                self.store.submit("pays('bo', 5000, 6000)")
                self.drain(pays, policy=lambda call: Allow() if call.is_due else Ask("see"))
                here = fermata.Store(self.where, functions=functions)
                (approval,) = here.approvals()
                approval.approve(by="ada", args=given)
                here.close()
                self.drain(pays)
                self.assertEqual(self.made.pop(), wanted)

    def test_messages(self):
        run = self.store.submit("[await receive('bank'), await receive('bank')]")
        self.go()
        run.send("bank", decimal.Decimal("1.5"), key="first")
        run.send("bank", decimal.Decimal("1.5"), key="first")
        self.go()
        self.assertEqual(run.status, "waiting")
        run.send("bank", {"day": datetime.date(2026, 11, 27)})
        self.go()
        self.assertEqual(run.result(), [decimal.Decimal("1.5"), {"day": datetime.date(2026, 11, 27)}])
        with self.assertRaises(fermata.RefusedError):
            run.send("bank")

    def test_a_grant_of_decimals(self):
        bounds = fermata.Between(0, decimal.Decimal("84.50"))
        grant = fermata.Grant(datetime.timedelta(hours=1), 5, {"0": ..., "amount": bounds}, reason="small")
        self.store.grant("transfer", grant, by="bo")
        text = "import decimal\n[transfer('ada', amount=decimal.Decimal(n)) for n in ('84.5', '1E+1', '84.51')]"
        self.store.submit(text)
        self.drain(self.transfer, policy=lambda call: Ask("see") if not call.is_due else Allow())
        self.assertEqual([amount for _, amount in self.made], [decimal.Decimal("84.5"), decimal.Decimal("10")])
        self.assertEqual([str(approval) for approval in self.store.approvals()], ["transfer('ada', amount=Decimal('84.51'))"])

    def test_a_name_that_reads_as_another_call(self):
        self.store.submit("transfer('ada', **{'amount=5, note': 'x'})")
        fermata.Worker(self.store, {"transfer": lambda *a, **k: 1}, policy=lambda call: Ask(str(call)), jail=False).drain()
        (approval,) = self.store.approvals()
        self.assertEqual((str(approval), approval.policy), ("transfer('ada', **{'amount=5, note': 'x'})",) * 2)

    def test_what_is_denied(self):
        run = self.store.submit("try:\n    transfer('ada', 5000)\nexcept PermissionError as error:\n    x = str(error)\nx")
        self.go()
        self.assertEqual((run.result(), self.made), ("transfer() was denied: more than anybody may", []))

    def test_nobody_can_approve_what_the_policy_denies(self):
        run = self.store.submit("transfer('ada', amount=500)")
        self.go()
        self.store.approvals()[0].approve(by="bo", args={"amount": 5000})
        self.go()
        self.assertEqual((self.outcome(run).type, self.made), ("PermissionError", []))

    def test_an_approval_that_nobody_gave(self):
        """The call waited when no policy asked for one."""

        def transfer(to, amount):
            raise fermata.HoldCall("no network")

        self.store.submit("transfer('ada', 500)")
        self.drain(transfer)
        self.store.calls_pending()[0].reconcile(by="bo", happened=False)
        self.go()
        (call,) = self.store.calls_pending()
        self.assertEqual((call.state, self.made), ("held", []))
        self.assertEqual(call.reason, "transfer() has to be approved, and nobody was asked: more than 100")

    def test_a_retry_where_all_calls_are_approved_first(self):
        """The worker that made the first attempt asked nobody."""

        def transfer(to, amount):
            self.made.append((to, amount))
            worker.stop()
            raise OSError("no network")

        self.store.submit("transfer('ada', 5)")
        tools = [fermata.tool(transfer, idempotent=True, retries=fermata.Retries(3, pause=0.001))]
        worker = fermata.Worker(self.store, tools, jail=False)
        worker.run()
        self.drain(fermata.tool(transfer, idempotent=True, approve=True))
        (call,) = self.store.calls_pending()
        self.assertEqual((call.state, call.reason), ("held", "transfer() has to be approved, and nobody was asked: approve"))
        self.assertEqual(self.made, [("ada", 5)])

    def test_with_a_tool_that_is_always_approved(self):
        @fermata.tool(approve=True)
        def transfer(to, amount):
            self.made.append((to, amount))

        for amount, why in ((5, "approve"), (500, "more than 100")):
            run = self.store.submit(f"transfer('ada', {amount})")
            self.drain(transfer, policy=policy)
            (approval,) = self.store.approvals()
            self.assertEqual((approval.run, approval.policy), (run, why))
            approval.deny(by="bo")
        self.assertEqual(self.made, [])

    def test_a_policy_that_does_not_work(self):
        def broken(call):
            raise LookupError("no such rule")

        def wrong(call):
            return True

        def forgets(call):
            if call.arguments["amount"] > 10:
                return Ask("much")

        for policy, said in (
            (broken, f"the policy raised LookupError: no such rule ({__file__} line {broken.__code__.co_firstlineno + 1})"),
            (wrong, "a policy gives fermata.Allow(), fermata.Ask or fermata.Deny, not True"),
            (forgets, f"not None: is a return missing? ({__file__} line {forgets.__code__.co_firstlineno})"),
        ):
            run = self.store.submit("transfer('ada', 5)")
            with self.assertLogs("fermata", "WARNING") as logged:
                self.go(policy)
            self.assertIn(said, "".join(logged.output))
            (call,) = run.calls()
            self.assertEqual((call.state, call.attempts, run.info().failures, self.made), ("pending", 0, 0, []))
            self.assertIn(said, call.reason)
            self.assertIsNotNone(call.due)
            self.go()  # a worker that begins, whose policy works
            self.assertEqual((run.result(), self.made), (5, [("ada", 5)]))
            self.made.clear()

    def test_who_asks(self):
        seen = {}

        def policy(call):
            run = call.run
            seen.setdefault(run.id, []).append((call.is_due, call.attempt, call.asked, len(run.decisions)))
            if "intern" in run.roles or run.inputs["limit"] < call.arguments["amount"]:
                return Ask(f"{run.submitted_by} of {run.tenant} in {run.queue}")
            return Allow()

        code = "transfer('ada', amount=5)"
        options = {"tenant": "acme", "queue": "money", "name": "agent.py", "tags": {"for": "test"}}
        intern = self.store.submit(code, {"limit": 10}, by="ida", roles=["intern"], **options)
        boss = self.store.submit(code, {"limit": 10}, by="bo", roles=["boss"], **options)
        self.go(policy, queues=["money"])
        self.assertEqual(boss.result(), 5)
        self.assertEqual(seen[boss.id], [(False, 1, None, 0), (True, 1, None, 0)])
        (approval,) = self.store.approvals()
        self.assertEqual((approval.run, approval.policy), (intern, "ida of acme in money"))
        approval.approve(by="bo", roles=["boss"], args={"amount": 4}, reason="less")
        known = []

        def looks(call):
            known.append(call.run)
            return policy(call)

        self.go(looks, queues=["money"])
        self.assertEqual((intern.result(), seen[intern.id][-1]), (4, (True, 1, "ida of acme in money", 1)))
        run = known[-1]
        facts = (run.id, run.tenant, run.queue, run.name, run.submitted_by, run.roles, run.forked_by, run.parent, run.root, run.tags)
        self.assertEqual(facts, (intern.id, "acme", "money", "agent.py", "ida", ("intern",), (), None, None, {"for": "test"}))
        self.assertEqual((len(run.program), run.inputs, run.priority), (64, {"limit": 10}, 0))
        (decision,) = run.decisions
        self.assertEqual(decision[:8], ("transfer", ("ada",), {"amount": 4}, "bo", ("boss",), "approve", "python", "less"))
        self.assertEqual((decision.edited, decision.at.tzinfo is not None), (True, True))

    def test_whose_fork_it_is(self):
        known = []

        def policy(call):
            known.append((call.run.submitted_by, call.run.roles, call.run.forked_by, call.run.parent))
            return Ask("who?", self_approval=True)

        run = self.store.submit("transfer('ada', 5)", by="ida", roles=["boss"])
        self.go(policy)
        for who in ("ida", "bo"):
            fork = run.fork(run.info().seq, by=who)
            known.clear()
            next(asked for asked in self.store.approvals() if asked.run == fork).approve(by="cy")
            self.go(policy)
            self.assertEqual(known[-1], ("ida", ("boss",) if who == "ida" else (), (who,), run.id))
            self.assertEqual(fork.result(), 5)

    def test_what_is_no_policy(self):
        with self.assertRaisesRegex(fermata.UsageError, "policy must be a function of a call, not 'strict'"):
            fermata.Worker(self.store, policy="strict")


if __name__ == "__main__":
    unittest.main()
