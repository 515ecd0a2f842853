"""Commands over a store that look at other moments and other ways of runs: fork, diff, what-if, runs --where, export, import, prune."""

import subprocess
import unittest

from command import DONE, EXHAUSTED, FERMATA, PAUSED, RAISED, USAGE, CommandTest

PROGRAM = """
def main(order):
    total = lookup(order) * 2
    print("total", total)
    if approve(total):
        refund(total)
        return "refunded"
    raise ValueError("not approved")

main(order)
"""
HANDLERS = ["--no-jail", "--handler", "lookup=echo 21", "--handler", "refund=echo 1", "--function", "approve"]


class Travel(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("agent.py", PROGRAM)
        self.run_id = self.submit("--input", "order=17")
        self.work()

    def submit(self, *more, file="agent.py"):
        return self.fermata("submit", file, *more).out.strip()

    def work(self, *more):
        return self.fermata("work", "--drain", *HANDLERS, *more)

    def show(self, run, *more):
        return self.fermata("show", run, "--json", *more).report

    def test_a_fork_goes_another_way(self):
        fork = self.fermata("fork", self.run_id, "--answer", "false").out.strip()
        self.fermata("answer", self.run_id, "--result", "true")
        self.work()
        self.assertEqual(self.show(self.run_id)["result"], "refunded")
        self.assertEqual(self.show(fork)["error"]["message"], "not approved")
        self.assertEqual(self.show(fork)["parent"], self.run_id)
        earlier = ("fork", self.run_id + "@1", "--answer", "1=5", "--json")
        self.assertIn("may do again what that has done since: refund(42) (answered)", self.fermata(*earlier, code=USAGE).err)
        earlier = self.fermata(*earlier, "--repeat").report["run"]
        self.work()
        self.assertEqual(self.show(earlier)["stdout"], "total 10\n")
        self.assertIn("doesn't wait for", self.fermata("fork", self.run_id + "@1", "--answer", "9=1", "--repeat", code=USAGE).err)
        self.assertIn("ID=JSON", self.fermata("fork", self.run_id, "--answer", "1", code=USAGE).err)

    def test_a_fork_is_seen_to_be_one(self):
        fork = self.fermata("fork", self.run_id, "--answer", "false", "--by", "ada").out.strip()
        told = f"agent.py (fork of {self.run_id} by ada)"
        self.assertIn(told, self.fermata("runs").out)
        self.assertIn(told, self.fermata("show", fork).out)

    def test_who_does_it(self):
        self.fermata("send", self.run_id, "go", "1", "--by", "ada")
        self.fermata("cancel", self.run_id, "--by", "bo", "--reason", "enough")
        told = self.fermata("audit").out
        self.assertRegex(told, r"(?m)^.*\bsend\b.*\bada\b")
        self.assertRegex(told, r"(?m)^.*\bcancel\b.*\bbo\b")

    def test_what_is_no_number(self):
        for wrong, said in (
            (["prune", "--older-than", "x"], "--older-than: 'x' is not a number, 0 or more"),
            (["prune", "--older-than", "-3"], "--older-than: '-3' is not a number, 0 or more"),
            (["submit", "agent.py", "--priority", "x"], "--priority: 'x' is not a whole number"),
            (["work", "--lease", "0"], "lease is 0"),
            (["work", "--concurrency", "0"], "concurrency is 0"),
        ):
            self.assertIn(said, self.fermata(*wrong, code=2).err)

    def test_what_changed(self):
        changes = self.fermata("diff", self.run_id + "@1", self.run_id + "@2", "--json").report["changes"]
        by_name = {(change["kind"], change["name"]): change["after"] for change in changes}
        self.assertEqual(by_name["local", "main.total"], "42")
        self.assertEqual(by_name["stdout", ""], "total 42\n")
        self.assertIn("+ local main.total: 42", self.fermata("diff", self.run_id + "@1", self.run_id, "--no-jail").out)

    def test_what_would_follow(self):
        report = self.fermata("what-if", self.run_id, "--answer", "true", "--answer", '2={"$raise": {"type": "OSError"}}', "--json").report
        yes, no = report["alternatives"]
        self.assertEqual((yes["status"], no["status"]), ("paused", "raised"))
        self.assertIn({"kind": "call", "name": "3", "before": None, "after": "refund(42)"}, yes["changes"])
        told = self.fermata("what-if", self.run_id, "--answer", "true", "--answer", "false", "--no-jail").out
        self.assertIn("with true: paused", told)
        self.assertIn("+ status: raised: ValueError: not approved", told)
        self.assertEqual(self.show(self.run_id)["status"], "waiting")
        self.fermata("what-if", self.run_id, code=USAGE)

    def test_runs_by_their_variables(self):
        self.submit("--input", "order=18", file="agent.py")
        ids = [run["run"] for run in self.fermata("runs", "--where", "total == 42", "--json").report["runs"]]
        self.assertEqual(ids, [self.run_id])
        self.assertEqual(self.fermata("runs", "--where", "total > 42", "--no-jail").out, "")
        misspelt = self.fermata("runs", "--where", "totl > 42")
        self.assertEqual(misspelt.out, "")
        self.assertIn("NameError: name 'totl' is not defined", misspelt.err)
        prices = "from decimal import Decimal\nimport datetime\n\n"
        self.write("prices.py", prices + "def f(price, day):\n    approve(1)\nf(Decimal('9.99'), datetime.date(2026, 1, 2))\n")
        run = self.submit(file="prices.py")
        self.work()
        found = self.fermata("runs", "--where", "price > 9 and day.year == 2026", "--json").report["runs"]
        self.assertEqual([one["run"] for one in found], [run])
        for wrong in "total >", "total = 42", "import os", "(":
            self.assertIn("--where takes an expression", self.fermata("runs", "--where", wrong, code=USAGE).err)

    def test_runs_by_their_tags(self):
        tagged = self.submit("--input", "order=18", "--tag", "team=a", "--tag", "for=ada")
        found = self.fermata("runs", "--tag", "team=a", "--json").report["runs"]
        self.assertEqual([one["run"] for one in found], [tagged])
        self.assertEqual(self.fermata("runs", "--tag", "team=a", "--tag", "for=bo").out, "")
        self.assertIn("--tag", self.fermata("runs", "--tag", "team", code=USAGE).err)

    def test_watching(self):
        watch = [FERMATA, "runs", "--watch", "--json", "--store", self.path("fermata.db")]
        with subprocess.Popen(watch, stdout=subprocess.PIPE, text=True) as process:
            try:
                self.assertIn('"waiting"', process.stdout.readline())
                self.fermata("cancel", self.run_id)
                self.assertIn('"cancelled"', process.stdout.readline())
            finally:
                process.terminate()

    def test_a_run_in_a_file(self):
        self.fermata("export", self.run_id, "run.json")
        imported = self.fermata("import", "run.json", "--store", "other.db", "--json").report
        self.assertEqual((imported["run"], imported["status"]), (self.run_id, "dead"))
        self.assertIn("is there already", self.fermata("import", "run.json", code=USAGE).err)
        self.fermata("retry", self.run_id, "--store", "other.db")
        self.fermata("answer", self.run_id, "--result", "true", "--store", "other.db")
        self.work("--store", "other.db")
        self.assertEqual(self.show(self.run_id, "--store", "other.db")["result"], "refunded")
        self.assertEqual(self.fermata("log", self.run_id, "--verify", "--json", "--store", "other.db").report["violations"], [])
        self.assertEqual(self.fermata("export", self.run_id, "-").out, self.fermata("export", self.run_id, "-").out)
        self.assertIn("isn't the file of a run", self.fermata("import", "agent.py", code=USAGE).err)

    def test_pruning_says_first_what_it_would_do(self):
        self.fermata("cancel", self.run_id)
        self.assertIn("nothing to prune", self.fermata("prune").err)
        told = self.fermata("prune", "--older-than", "0", "--status", "cancelled")
        self.assertIn(self.run_id, told.out)
        self.assertIn("--yes does that", told.err)
        self.assertEqual(self.fermata("prune", "--older-than", "0", "--status", "done", "--json").report["runs"], [])
        self.assertEqual(self.fermata("prune", "--older-than", "0", "--yes", "--json").report, {"pruned": True, "runs": [self.run_id]})
        self.assertEqual(self.fermata("runs").out, "")
        self.fermata("prune", "--status", "waiting", code=USAGE)

    def test_counting(self):
        (queue,) = self.fermata("stats", "--json").report["queues"]
        self.assertEqual((queue["queue"], queue["runs"], queue["unanswered"]), ("default", {"waiting": 1}, 1))
        self.assertIn("calls that wait for answers: 1", self.fermata("stats").out)

    def test_waiting_for_the_end(self):
        self.write("short.py", "print('hi')\n[1, 2]\n")
        with subprocess.Popen(
            [FERMATA, "work", *HANDLERS, "--store", self.path("fermata.db")], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as worker:
            try:
                self.assertEqual(self.fermata("submit", "short.py", "--wait", code=DONE).out, "hi\n[1, 2]\n")
                self.write("bad.py", "1 / 0\n")
                self.assertIn("ZeroDivisionError", self.fermata("submit", "bad.py", "--wait", code=RAISED).err)
                self.write("long.py", "while True: pass\n")
                self.fermata("submit", "long.py", "--wait", "--limit-steps", "1000", code=EXHAUSTED)
                told = self.fermata("submit", "agent.py", "--input", "order=1", "--wait", "--timeout", "0", "--json", code=PAUSED)
                self.assertTrue(told.report["new"])
            finally:
                worker.terminate()

    def test_what_would_not_go_on_after_a_deployment(self):
        report = self.fermata("doctor", "--store", "fermata.db", "--handler", "lookup", "--json").report
        self.assertEqual((report["examined"], report["ending"]), (1, 0))
        self.assertIn("approve(), which nobody answers then", report["troubles"][0]["text"])
        told = self.fermata("doctor", "--store", "fermata.db", "--function", "approve").out
        self.assertEqual(told, "1 run hasn't ended; 0 of them wouldn't go on\n")
        self.assertEqual(self.fermata("doctor", "--function", "approve").out, told)
        run = self.submit("--input", "order=18", file="agent.py")
        self.work("--approve", "lookup")
        self.assertEqual(self.fermata("show", run, "--json").report["calls"][-1]["state"], "awaiting_approval")
        told = self.fermata("doctor", "--handler", "refund").out
        self.assertIn(f"{run}  waiting  (held)", told)

    def test_a_member_that_was_approved_and_renamed(self):
        tools = "import enum\nclass C(enum.Enum):\n    {}\ndef pay(c: C) -> str:\n    return f'paid {{c.name}}'\n"
        for name, members in (("then", "TRAVEL = 1"), ("now", "TRIP = 1"), ("alias", "TRIP = 1\n    TRAVEL = 1")):
            self.write(f"{name}.py", tools.format(members))
        self.write("pays.py", "pay(C.TRAVEL)")
        run = self.submit("--store", "enum.db", file="pays.py")
        work = ["work", "--store", "enum.db", "--drain", "--approve", "pay", "--no-jail", "--tools"]
        self.fermata(*work, "then.py")
        told = self.fermata("doctor", "--store", "enum.db", "--tools", "now.py", code=1).out
        self.assertIn("1 run hasn't ended; 1 of them wouldn't go on", told)
        self.assertIn("it has no member 'TRAVEL'", told)
        self.fermata("approve", run, "--store", "enum.db")
        self.fermata(*work, "now.py")
        (call,) = self.fermata("show", run, "--store", "enum.db", "--json").report["calls"]
        self.assertEqual(call["state"], "held")
        self.fermata("retry", call["key"], "--store", "enum.db")
        self.fermata(*work, "alias.py")
        self.assertEqual(self.fermata("show", run, "--store", "enum.db", "--json").report["result"], "paid TRIP")


if __name__ == "__main__":
    unittest.main()
