"""`fermata serve` with a worker in the same process."""

import unittest

from command import USAGE
from serving import ServedTest

REFUND = ("--handler", 'refund=python3 -c "import sys; print(sys.stdin.read() and 1)"')


class ServeWork(ServedTest):
    def ended(self, run):
        """What `show` says of it when somebody has run it to its end, or to where it waits."""
        while (report := self.fermata("show", run, "--json").report)["status"] in ("ready", "running"):
            pass
        return report

    def test_what_is_approved_on_a_page_is_called_by_the_same_process(self):
        run = self.submit("answer = refund(17)\nanswer")
        self.serve(*REFUND, "--approve", "refund")
        self.assertEqual(self.ended(run)["status"], "waiting")
        call = f"/calls/{run}/1"
        page = self.get(call)
        sent = {name: page.field(name) for name in ("csrf", "shown", "was")}
        self.post(call + "/decide", {"verdict": "approve", **sent}, csrf=sent["csrf"])
        while (report := self.ended(run))["status"] == "waiting":
            pass
        self.assertEqual((report["status"], report["result"]), ("done", 1))
        self.assertIn("approved by cy", self.get(call).words)

    def test_a_policy_is_asked(self):
        self.write("policy.py", "def policy(call):\n    return deny('never') if call.args[0] > 9 else allow()\n")
        few, many = self.submit("refund(1)", name="few.py"), self.submit("refund(10)", name="many.py")
        self.serve(*REFUND, "--policy", "policy.py")
        self.assertEqual(self.ended(few)["status"], "done")
        self.assertEqual(self.ended(many)["status"], "raised")
        self.assertIn("never", self.fermata("show", many).out)

    def test_any_option_of_a_worker_makes_one(self):
        other = self.submit("1 + 1", "--queue", "slow")
        self.serve()
        self.assertEqual(self.status_of(other), "ready")
        self.end(self.process)
        self.serve("--queue", "slow")
        self.assertEqual(self.ended(other)["result"], 2)

    def test_a_program_that_computes_is_handed_back_at_the_end(self):
        run = self.submit("while True: pass")
        self.serve("--queue", "default")
        while self.status_of(run) == "ready":
            pass
        self.end(self.process)
        self.assertEqual(self.status_of(run), "ready")

    def test_what_is_wrong_with_a_workers_options_is_told_before_anything_is_served(self):
        process = self.fermata("serve", "--listen", "127.0.0.1:0", *REFUND, "--approve", "refuse", code=USAGE)
        self.assertIn("--approve: none of --tools, --handler and --http has a function refuse()", process.err)


if __name__ == "__main__":
    unittest.main()
