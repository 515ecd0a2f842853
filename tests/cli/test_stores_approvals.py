"""What people do about approvals: claim, release, delegate, escalate, question, reply; grant, grants, revoke."""

import unittest

from command import USAGE, CommandTest


class Approvals(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("agent.py", "refund(17, amount=5)\n")

    def asked(self, *more):
        run = self.fermata("submit", "agent.py", *more).out.strip()
        self.work()
        return run

    def work(self, *more):
        return self.fermata("work", "--drain", "--no-jail", "--handler", "refund=echo 1", "--approve", "refund", *more)

    def inbox(self, *more):
        return self.fermata("inbox", "--json", *more).report["calls"]

    def refused(self, *arguments):
        ran = self.fermata(*arguments, code=USAGE)
        self.assertEqual(ran.out, "")  # nothing is said to have happened
        return ran.err

    def test_nobody_approves_what_they_submitted(self):
        run = self.asked("--by", "ada")
        self.assertEqual(self.inbox()[0]["by"], "ada")
        self.assertIn("submitted by ada", self.fermata("inbox").out)
        self.assertIn(f"ada submitted run {run}", self.refused("approve", run, "--by", "ada"))
        self.assertIn(f"ada submitted run {run}", self.refused("answer", run, "--result", "1", "--by", "ada"))
        self.fermata("approve", run, "--by", "bo")

    def test_who_decides_says_what_became_of_it(self):
        self.write("policy.py", "def policy(call):\n    return ask('big', roles=['finance'], quorum=2)\n")
        run = self.fermata("submit", "agent.py", "--by", "ada").out.strip()
        handlers = ("--handler", "refund=./nothing", "--policy", "policy.py")
        self.fermata("work", "--drain", "--no-jail", *handlers)
        for who in ("bo", "cy"):
            self.fermata("approve", run, "--by", who, "--as", "finance")
        self.fermata("work", "--drain", "--no-jail", *handlers)
        self.assertEqual((self.inbox()[0]["state"], self.inbox()[0]["policy"], self.inbox()[0]["roles"]), ("held", "big", ["finance"]))
        self.assertIn("people were asked about it (big), so finance may say so, 2 of them the same", self.fermata("inbox").out)
        for does in (("retry", f"{run}:1:1"), ("answer", run, "--result", "1"), ("answer", run, "--raise", "OSError: no")):
            self.assertIn(f"ada submitted run {run}", self.refused(*does, "--by", "ada", "--as", "finance"))
            self.assertIn("di has none of these roles", self.refused(*does, "--by", "di", "--as", "support"))
        self.assertIn("others have to say the same", self.fermata("answer", run, "--result", "1", "--by", "bo", "--as", "finance").out)
        self.assertIn("bo says: 1", self.fermata("inbox").out)
        self.assertIn("others have to", self.fermata("retry", f"{run}:1:1", "--by", "cy", "--as", "finance").out)
        self.assertEqual(self.inbox()[0]["said"], {"bo": 1, "cy": None})
        self.fermata("answer", run, "--result", "1", "--by", "cy", "--as", "finance")
        self.fermata("work", "--drain", "--no-jail", *handlers)
        self.assertEqual(self.fermata("show", run, "--json").report["status"], "done")
        self.assertIn("verified", self.fermata("log", run, "--verify").out)

    def test_each_decision_has_what_was_shown(self):
        self.write("policy.py", "def policy(call):\n    return ask('big', quorum=2)\n")
        run = self.fermata("submit", "agent.py").out.strip()
        self.fermata("work", "--drain", "--no-jail", "--handler", "refund=echo 1", "--policy", "policy.py")
        self.fermata("approve", run, "--by", "bo", "--reason", "fine")
        self.assertIn("bo approved refund(17, amount=5): fine", self.fermata("inbox").out)
        self.fermata("approve", run, "--kwargs", '{"amount": 3}', "--by", "cy")
        self.assertIn("cy approved refund(17, amount=5) as refund(17, amount=3)", self.fermata("inbox").out)
        self.fermata("deny", run, "--by", "di")
        told = [
            "bo approved refund(17, amount=5): fine",
            "cy approved refund(17, amount=5) as refund(17, amount=3)",
            "di denied refund(17, amount=3)",
        ]
        for command in ("show", "log"):
            out = self.fermata(command, run).out
            self.assertEqual([text for text in told if text in out], told, command)
        self.assertIn("is raised: di denied refund(17, amount=3)", self.refused("approve", f"{run}:1:1", "--by", "ed"))
        decisions = self.fermata("show", run, "--json").report["decisions"]
        self.assertEqual([one["arguments"]["kwargs"]["amount"] for one in decisions], [5, 5, 3])

    def test_claim_and_release(self):
        run = self.asked()
        shown = self.fermata("claim", run, "--by", "bo", "--for", "60", "--json").report
        self.assertEqual(shown["claimed_by"], "bo")
        self.assertIn("bo has claimed it until", self.fermata("inbox").out)
        self.assertIn("bo's, who has claimed it until", self.refused("deny", run, "--by", "ada"))
        self.assertIn("bo has", self.refused("release", run, "--by", "ada"))
        self.fermata("release", run, "--by", "bo")
        self.fermata("deny", run, "--by", "ada")

    def test_a_thread(self):
        run = self.asked("--by", "ada")
        self.assertIn("nobody has asked", self.refused("reply", run, "because", "--by", "ada"))
        self.fermata("question", run, "why?", "--by", "bo")
        told = self.fermata("reply", run, "it was broken", "--by", "ada").out
        self.assertIn("bo asks: why?\n  ada replies: it was broken\n", told)
        self.assertEqual([(one["who"], one["question"]) for one in self.inbox()[0]["thread"]], [("bo", True), ("ada", False)])

    def test_delegate_and_escalate(self):
        run = self.asked()
        self.fermata("delegate", run, "--to", "cy", "--by", "bo")
        self.assertIn("bo has handed call", self.refused("approve", run, "--by", "bo"))
        self.fermata("delegate", run, "--to", "bo", "--by", "bo")  # takes it back
        self.assertEqual(self.inbox()[0]["delegated"], {})
        self.fermata("delegate", run, "--to", "cy", "--by", "bo")
        self.assertIn("say to which roles", self.refused("escalate", run, "--by", "ada"))
        self.fermata("escalate", run, "--to", "boss", "--by", "ada")
        self.assertEqual(self.inbox("--role", "support"), [])
        self.assertEqual(self.inbox("--role", "boss")[0]["roles"], ["boss"])
        self.assertIn(f"fermata approve {run}:1:1 --as ROLE --shown ", self.fermata("inbox").out)
        self.assertIn(
            "takes a decision of boss: ada has none of these roles", self.refused("approve", run, "--by", "ada", "--as", "support")
        )
        self.fermata("approve", run, "--by", "ada", "--as", "boss")

    def test_a_grants_rules_have_the_parameters_names(self):
        declared = "import fermata\n\n\n@fermata.tool(approve=True)\ndef rollback(service, to, /, *, why='', **more): return to\n"
        self.write("tools.py", declared.replace(", /", ""))

        def asks(call):
            self.write("agent.py", call + "\n")
            run = self.fermata("submit", "agent.py").out.strip()
            self.fermata("work", "--drain", "--no-jail", "--tools", "tools.py")
            return run if self.fermata("show", run, "--json").report["status"] == "waiting" else None

        grant = ("--grant", "2h", "--reason", "r", "--times", "9")
        self.fermata("approve", asks("rollback('web', '1.0')"), "--by", "bo", *grant, "--any", "to")
        self.assertIsNone(asks("rollback('web', '5.5')"))
        self.assertIsNone(asks("rollback('web', to='5.5')"))
        self.assertIsNone(asks("rollback(to='7', service='web')"))
        self.assertTrue(asks("rollback('db', '5.5')"))
        self.assertTrue(asks("rollback(to='7', service='db')"))
        self.assertTrue(asks("rollback('web', '5.5', why='x')"))
        # What is surely not meant is said; the tools may be those of tomorrow.
        grant = ("grant", "--until", "2h", "--reason", "r")
        told = self.fermata(*grant, "rollback", "--any", "servise", "--any", "0").err
        self.assertEqual(told, "")  # it has **more
        self.write("tools.py", declared.replace(", **more", ""))
        asks("rollback('db', '5.5')")
        told = self.fermata(*grant, "rollback", "--any", "servise", "--any", "0", "--any", "to").err
        self.assertEqual(told, "fermata: warning: rollback() has no argument servise (did you mean service?)\n")
        # A rule holds for whatever has its name.
        self.write("tools.py", declared)
        self.assertTrue(asks("rollback('web', '5.5', service='db')"))

    def test_a_grant_at_a_decision(self):
        run = self.asked()
        self.assertIn("a grant needs a reason", self.refused("approve", run, "--grant", "2h"))
        self.assertIn("--grant takes a time", self.refused("approve", run, "--grant", "soon", "--reason", "x"))
        self.fermata("approve", run, "--by", "bo", "--grant", "2h", "--times", "2", "--between", "amount=0,10", "--reason", "small")
        (grant,) = self.fermata("grants", "--json").report["grants"]
        self.assertEqual((grant["by"], grant["times"], grant["used"], grant["call"]), ("bo", 2, 0, f"{run}:1"))
        self.assertEqual(grant["arguments"], [{"name": "amount", "between": [0, 10]}, {"name": "0", "is": 17}])
        used = self.asked()
        self.write("agent.py", "refund(18, amount=5)\n")
        self.asked()
        self.assertEqual(len(self.inbox()), 1)
        log = self.fermata("log", used, "--verify", "--json").report
        self.assertEqual(log["violations"], [])
        self.assertIn(grant["grant"], str(log["events"]))
        self.assertIn("used 1 of 2", self.fermata("grants").out)
        self.fermata("revoke", grant["grant"][:14], "--by", "cy")
        self.assertEqual(self.fermata("grants").out, "")
        self.assertIn("revoked by cy", self.fermata("grants", "--all").out)
        self.assertIn("cy revoked grant", self.refused("revoke", grant["grant"]))

    def test_a_grant_by_itself(self):
        grant = ["grant", "refund", "--reason", "x", "--until"]
        self.asked()  # makes the store
        self.assertIn("say which arguments are meant", self.refused(*grant, "1h"))
        self.assertIn("a grant that ends now", self.refused(*grant, "2020-01-01", "--any-others"))
        for arguments in (["--is", "0=17", "--is", "amount=6"], ["--any", "0"], ["--any-others", "--tenant", "other"]):
            self.fermata(*grant, "1h", *arguments)
        self.asked()
        self.assertEqual(len(self.inbox()), 2)
        self.fermata(*grant, "1h", "--is", "0=17", "--any", "amount", "--program", "agent.py", "--by", "bo")
        self.asked()
        self.assertEqual(len(self.inbox()), 2)
        self.asked()
        self.assertEqual(len(self.inbox()), 3)


if __name__ == "__main__":
    unittest.main()
