"""Policies: functions that look at calls before a worker makes them."""

import unittest

import fermata
from durable_support import StoreCase
from fermata import Ask, Deny


def policy(call):
    if call.function == "transfer" and call.arguments["amount"] > 1000:
        return Deny("more than anybody may")
    if call.function == "transfer" and call.arguments["amount"] > 100:
        return Ask("more than 100")
    return None


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
        self.assertEqual(call.reason, "the policy wants transfer() approved, and nobody was asked: more than 100")

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

        for policy, said in ((broken, "the policy raised LookupError: no such rule"), (wrong, "a policy gives fermata.Ask")):
            run = self.store.submit("transfer('ada', 5)")
            with self.assertLogs("fermata", "INFO") as logged:
                self.go(policy)
            self.assertIn(said, "".join(logged.output))
            self.assertEqual((run.calls(), self.made), ([], []))
            run.cancel()

    def test_what_is_no_policy(self):
        with self.assertRaisesRegex(fermata.UsageError, "policy must be a function of a call, not 'strict'"):
            fermata.Worker(self.store, policy="strict")


if __name__ == "__main__":
    unittest.main()
