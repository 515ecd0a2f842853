"""The commands over a store: submit, work, runs, show, log, inbox, approve, deny, answer, cancel, retry."""

import os
import unittest

from command import BAD_STATE, DONE, RAISED, USAGE, CommandTest

PROGRAM = "x = lookup(order)\nprint('found', x)\ny = refund(x, amount=200)\nask(y)\n"
KEY = 'cat > /dev/null; echo "\\"$FERMATA_IDEMPOTENCY_KEY\\""'


class Stores(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("agent.py", PROGRAM)

    def submit(self, *more, file="agent.py"):
        return self.fermata("submit", file, *more).out.strip()

    def work(self, *more):
        handlers = ["--handler", "lookup=echo 5", "--handler", f"refund={KEY}", "--approve", "refund", "--function", "ask"]
        return self.fermata("work", "--drain", "--no-jail", *handlers, *more)

    def run_of(self, run):
        return self.fermata("show", run, "--json").report

    def to_approval(self):
        run = self.submit("--input", "order=17")
        self.work()
        return run

    def test_a_run_with_an_approval_and_an_answer(self):
        run = self.to_approval()
        self.assertEqual(self.run_of(run)["status"], "waiting")
        (asked,) = self.fermata("inbox", "--json").report["calls"]
        self.assertEqual((asked["function"], asked["args"], asked["kwargs"]), ("refund", [5], {"amount": 200}))
        self.assertIn("refund(5, amount=200)", self.fermata("inbox").out)
        self.fermata("approve", asked["key"], "--shown", asked["shown"], "--args", "[6]", "--by", "ada")
        self.work()
        shown = self.run_of(run)
        self.assertEqual(shown["stack"][0]["locals"]["y"], repr(asked["key"]))
        self.assertEqual(shown["stdout"], "found 5\n")
        self.assertEqual([call["function"] for call in shown["calls"]], ["ask"])
        self.fermata("answer", run[:12], "--result", '{"good": true}')
        self.work()
        self.assertEqual(self.run_of(run)["result"], {"good": True})
        log = self.fermata("log", run, "--verify", "--json").report
        self.assertEqual(log["violations"], [])
        self.assertEqual(log["events"][0]["kind"], "submit")
        self.assertEqual(self.run_of(run + "@1")["at"], 1)

    def test_a_denied_call_raises(self):
        run = self.to_approval()
        self.fermata("deny", run, "--reason", "too much", "--by", "ada")
        self.work()
        error = self.run_of(run)["error"]
        self.assertEqual((error["type"], error["message"]), ("PermissionError", "refund() was denied by ada: too much"))

    def test_what_has_changed_since_it_was_shown_is_not_approved(self):
        run = self.to_approval()
        told = self.fermata("approve", run, "--shown", "0" * 64, code=USAGE).err
        self.assertIn("isn't what was shown any more", told)
        self.fermata("approve", run)
        self.assertIn("no call of run", self.fermata("approve", run, code=USAGE).err)

    def test_a_key_is_submitted_once(self):
        first = self.submit("--key", "order-17", "--input", "order=1")
        self.assertEqual(self.submit("--key", "order-17"), first)
        self.assertEqual(self.fermata("submit", "agent.py", "--key", "order-17", "--json").report, {"run": first, "new": False})
        self.assertEqual(len(self.fermata("runs", "--json").report["runs"]), 1)
        self.write("other.py", "1")
        self.assertIn("whose program is another one", self.fermata("submit", "other.py", "--key", "order-17", code=USAGE).err)

    def test_what_is_decided_is_told(self):
        run = self.to_approval()
        told = self.fermata("approve", run, "--kwargs", '{"amount": 50}').out
        self.assertIn("approve: refund(5, amount=50), instead of refund(5, amount=200)", told)
        self.assertEqual(self.fermata("inbox").out, "")
        self.work()
        (asked,) = self.fermata("inbox", "--json").report["calls"]
        self.assertEqual(asked["function"], "ask")  # which no tool answers
        self.assertIn("fermata answer " + asked["key"], self.fermata("inbox").out)

    def test_what_cannot_be_compiled_is_not_kept(self):
        self.write("bad.py", "def\n")
        self.assertIn("SyntaxError", self.fermata("submit", "bad.py", code=RAISED).err)
        self.assertFalse(os.path.exists(self.path("fermata.db")))

    def test_a_limit_and_more_of_it(self):
        self.write("long.py", "for i in range(100000): pass\n'done'\n")
        run = self.submit("--limit-steps", "1000", file="long.py")
        self.work()
        self.assertEqual(self.run_of(run)["reason"], "the limit of steps is used up")
        self.fermata("retry", run, "--limit-steps", "1000000")
        self.work()
        self.assertEqual(self.run_of(run)["result"], "done")
        self.assertIn("only a dead one", self.fermata("retry", run, code=USAGE).err)

    def test_cancelling_and_listing(self):
        run = self.submit("--queue", "slow", "--tag", "team=a", "--priority", "2")
        self.work()
        self.assertEqual(self.run_of(run)["status"], "ready")
        self.fermata("cancel", run, "--reason", "not needed")
        self.assertEqual(self.run_of(run)["reason"], "not needed")
        self.assertEqual(self.run_of(run)["tags"], {"team": "a"})
        self.assertEqual(self.fermata("runs", "--status", "ready", "--json").report, {"runs": []})
        self.assertIn("cancelled", self.fermata("runs", "--queue", "slow").out)
        self.assertIn("has ended", self.fermata("cancel", run, code=USAGE).err)

    def test_sealed_states(self):
        self.fermata("keygen", "keys")
        run = self.submit("--input", "order=17", "--seal-keys", "keys")
        self.work("--seal-keys", "keys")
        self.assertIn("found 5", self.fermata("show", run, "--seal-keys", "keys").out)
        self.assertIn("is sealed, and there are no keys", self.fermata("show", run, code=BAD_STATE).err)
        self.fermata("approve", run, "--seal-keys", "keys")

    def test_where_the_store_is(self):
        told = self.fermata("runs", code=USAGE).err
        self.assertIn("there is no store 'fermata.db'", told)
        self.fermata("submit", "agent.py", "--store", "sqlite:///" + self.path("other.db"))
        self.assertEqual(len(self.fermata("runs", "--store", "other.db", "--json").report["runs"]), 1)
        self.write("text", "x" * 5000)
        self.assertIn("can't open the store", self.fermata("runs", "--store", "text", code=BAD_STATE).err)

    def test_wrong_options(self):
        run = self.submit()
        for arguments in (
            ("runs", "--status", "lost"),
            ("show", "nothing"),
            ("show", run + "@9"),
            ("show", run + "@x"),
            ("answer", run),
            ("answer", run + ":1", "--result", "1"),
            ("work", "--drain", "--approve", "pay"),
            ("work", "--drain", "--idempotent", "pay"),
            ("submit", "agent.py", "--input", "x=y"),
        ):
            self.assertTrue(self.fermata(*arguments, code=USAGE).err, arguments)

    def test_a_jail_is_the_default(self):
        run = self.submit("--input", "order=17")
        self.fermata("work", "--drain", "--handler", "lookup=echo 5", "--function", "refund", "--function", "ask", code=DONE)
        self.assertEqual(self.run_of(run)["status"], "waiting")


if __name__ == "__main__":
    unittest.main()
