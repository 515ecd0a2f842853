"""People who decide together: roles, several of them, deadlines, claims, threads; standing grants."""

import datetime
import threading
import time
import unittest

import fermata
from durable_support import StoreCase
from fermata import Allow, Ask, Between, Grant, HoldCall, RefusedError, UsageError

made = []


def refund(order: int, amount: int = 1) -> int:
    made.append((order, amount))
    return amount


class Deciding(StoreCase):
    options = {"functions": [refund]}

    def setUp(self):
        super().setUp()
        made.clear()

    def asked(self, ask, code="refund(17, 5)", **options):
        run = self.store.submit(code, **options)
        self.go(ask)
        return next(approval for approval in self.store.approvals() if approval.run == run)

    def go(self, ask=None):
        self.drain(refund, policy=lambda call: ask or Allow())

    def refused(self, said):
        return self.assertRaisesRegex(RefusedError, said)

    def test_several_people_of_a_role(self):
        approval = self.asked(Ask("much", roles=["finance"], quorum=2), by="ada")
        self.assertEqual((approval.policy, approval.roles, approval.quorum, approval.submitted_by), ("much", ("finance",), 2, "ada"))
        self.assertEqual(approval.run.info().by, "ada")
        with self.refused("ada submitted run"):
            approval.approve(by="ada", roles=["finance"])
        with self.refused("bo has none of these roles"):
            approval.approve(by="bo", roles=["support"])
        with self.refused("nobody answers it alone"):
            approval.answer(5, by="bo", roles=["finance"])
        self.assertFalse(approval.approve(by="bo", roles=["finance"]))
        with self.refused("bo has approved call .* already"):
            approval.approve(by="bo", roles=["finance"])
        (now,) = self.store.approvals(role="finance")
        self.assertEqual(([one.who for one in now.approved], self.store.approvals(role="support")), (["bo"], []))
        self.assertTrue(now.approve(by="cy", roles=["finance"], reason="fine"))
        self.go()
        self.assertEqual(approval.run.result(), 5)
        decisions = approval.run.decisions()
        self.assertEqual([(one.who, one.verdict, one.reason) for one in decisions], [("bo", "approve", None), ("cy", "approve", "fine")])

    def test_who_may_not_decide_does_not_answer_either(self):
        def refund(order: int, amount: int = 1) -> int:
            raise HoldCall("the bank is closed")

        approval = self.asked(Ask(), by="ada")
        approval.approve(by="bo")
        self.drain(refund, policy=lambda call: Allow())
        (call,) = self.store.calls_pending()
        self.assertEqual(call.state, "held")
        for happened in ({"happened": True, "answer": 5}, {"happened": False}):
            with self.refused("ada submitted run .* somebody else has to decide"):
                call.reconcile(by="ada", **happened)
        self.assertTrue(call.reconcile(by="bo", happened=True, answer=4))
        self.go()
        self.assertEqual(approval.run.result(), 4)

    def test_who_decides_says_what_became_of_it(self):
        approval = self.asked(Ask(roles=["finance"], quorum=2), by="ada")
        for who in ("bo", "cy"):
            approval.approve(by=who, roles=["finance"])
        self.drain()  # no worker has its tool
        (call,) = self.store.calls_pending()
        self.assertEqual((call.state, call.roles, call.quorum, call.said), ("pending", ("finance",), 2, {}))
        with self.refused("somebody who may decide on it"):
            call.answer(5)
        with self.refused("di has none of these roles"):
            call.answer(5, by="di", roles=["support"])
        self.assertFalse(call.answer(5, by="bo", roles=["finance"]))
        self.assertFalse(call.answer(6, by="cy", roles=["finance"]))
        (call,) = self.store.calls_pending()
        self.assertEqual(call.said, {"bo": 5, "cy": 6})
        self.assertTrue(call.answer(5, by="cy", roles=["finance"]))
        self.go()
        self.assertEqual(approval.run.result(), 5)

    def test_other_arguments_are_decided_on_anew(self):
        approval = self.asked(Ask(quorum=2))
        approval.approve(by="ada")
        self.assertFalse(approval.approve(by="bo", args={"amount": 3}))
        with self.refused("isn't what was shown any more"):
            approval.approve(by="cy")
        (now,) = self.store.approvals()
        self.assertEqual((now.arguments, [one.who for one in now.approved]), ({"order": 17, "amount": 3}, ["bo"]))
        (edit,) = now.approved
        self.assertEqual((edit.args, edit.kwargs, edit.edited, edit.edited_args, edit.edited_kwargs), ((17, 5), {}, True, (17, 3), {}))
        self.assertTrue(now.approve(by="ada"))
        self.go()
        self.assertEqual(made, [(17, 3)])

    def test_a_deadline(self):
        approval = self.asked(Ask(deadline=datetime.timedelta(seconds=0.2), on_deadline="deny"))
        self.assertEqual(approval.on_deadline, "deny")
        self.assertIsNotNone(approval.deadline)
        time.sleep(0.25)
        with self.refused("nobody decides on it any more"):
            approval.approve(by="ada")
        self.go()
        self.assertRegex(self.outcome(approval.run).message, "refund\\(\\) was denied: nobody decided by 20")
        (decision,) = approval.run.decisions()
        self.assertEqual((decision.who, decision.channel), (None, "deadline"))

    def test_before_a_decision(self):
        approval = self.asked(Ask(roles=["finance"], escalate=["boss"], deadline=60, on_deadline="hold"), by="ada")
        approval.claim(by="bo", roles=["finance"], seconds=60)
        self.assertEqual(approval.claimed_by, "bo")
        with self.refused("is bo's, who has claimed it until"):
            approval.approve(by="cy", roles=["finance"])
        approval.release(by="bo")
        approval.ask("why?", by="bo", roles=["finance"])
        approval.reply("it was broken", by="ada")
        self.assertEqual(
            [(one.who, one.question, one.text) for one in approval.thread], [("bo", True, "why?"), ("ada", False, "it was broken")]
        )
        approval.delegate("di", by="bo", roles=["finance"])
        self.assertEqual(approval.delegated, {"bo": "di"})
        with self.refused("bo has handed call"):
            approval.deny(by="bo", roles=["finance"])
        approval.escalate(by="di")
        self.assertEqual((approval.roles, approval.escalated), (("boss",), True))
        approval.deny("no", by="ed", roles=["boss"])
        with self.refused("ed decided: deny"):
            approval.claim(by="ed", roles=["boss"])

    def test_grants(self):
        approval = self.asked(Ask("n"))
        grant = Grant(until=datetime.timedelta(hours=1), times=2, arguments={"amount": Between(0, 10)}, reason="small")
        approval.approve(by="ada", grant=grant)
        (standing,) = self.store.grants()
        self.assertEqual((standing.by, standing.times, standing.used, standing.queue), ("ada", 2, 0, "default"))
        self.assertEqual(standing.arguments, {"1": Between(0, 10), "0": 17})
        runs = [self.store.submit(code) for code in ("refund(17, 7)", "refund(18, 7)", "refund(17, 11)")]
        self.go(Ask("n"))
        self.assertEqual([run.status for run in runs], ["done", "waiting", "waiting"])
        (decision,) = runs[0].decisions()
        self.assertEqual((decision.grant, decision.who, decision.channel), (standing.id, "ada", "grant"))
        standing.revoke(by="bo")
        with self.refused("bo revoked grant"):
            standing.revoke(by="bo")
        self.assertEqual((self.store.grants(), self.store.grants(all=True)[0].revoked_by), ([], "bo"))

    def test_a_grant_by_itself(self):
        hour = datetime.timedelta(hours=1)
        code = "refund(17, amount=7)"
        self.store.grant("refund", Grant(hour, 5, {"0": 17, "amount": ...}, reason="r"), by="ada", roles=["boss"], program=code)
        self.store.grant("refund", Grant(hour, 5, others=True, reason="r"), by="ada", tenant="other")
        run, other = self.store.submit(code), self.store.submit(code + "\n")
        self.go(Ask("n", roles=["boss"]))
        self.assertEqual((run.status, other.status), ("done", "waiting"))

    def test_a_grants_last_use_by_many_workers(self):
        self.store.grant("refund", Grant(datetime.timedelta(hours=1), 7, others=True, reason="r"), by="ada")
        runs = [self.store.submit("refund(1), refund(2)") for _ in range(6)]
        threads = [threading.Thread(target=self.go, args=[Ask("n")]) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.go(Ask("n"))
        self.assertEqual((len(made), self.store.grants(all=True)[0].used), (7, 7))
        self.assertEqual(sum(run.status == "done" for run in runs) + len(self.store.approvals()), 6)

    def test_what_makes_no_sense(self):
        for wrong in (
            {"roles": "finance"},
            {"quorum": 0},
            {"on_deadline": "wait"},
            {"on_deadline": "escalate"},
            {"deadline": 0},
            {"deadline": datetime.timedelta(0)},
        ):
            with self.subTest(wrong), self.assertRaises(UsageError):
                Ask("n", **wrong)
        hour = datetime.timedelta(hours=1)
        for grant in (Grant(hour), Grant(-hour, reason="r"), Grant(hour, 0, reason="r"), Grant(hour, reason="r", same_program=True), "any"):
            with self.subTest(grant), self.assertRaises(UsageError):
                self.store.grant("refund", grant, by="ada")
        approval = self.asked(Ask("n"))
        for grant in (Grant(hour), Grant(hour, arguments={"sum": 5}, reason="r"), Grant(hour, arguments={"amount": 6}, reason="r"), 5):
            with self.subTest(grant), self.assertRaises(UsageError):
                approval.approve(by="ada", grant=grant)
        self.assertEqual(self.store.grants(all=True), [])
        self.assertEqual(fermata.Store(self.where).approvals()[0].key, approval.key)


if __name__ == "__main__":
    unittest.main()
