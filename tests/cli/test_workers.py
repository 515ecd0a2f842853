"""Who works on a store, and what nobody there can answer: workers, warnings of submit, --unknown, runs that a worker has no keys for."""

import contextlib
import signal
import subprocess
import time
import unittest

from command import FERMATA, USAGE, CommandTest


class Workers(CommandTest):
    @contextlib.contextmanager
    def worker(self, *options):
        process = subprocess.Popen(
            [FERMATA, "work", "--no-jail", "--name", "w1", *options], cwd=self.folder, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL
        )
        try:
            self.until(self.workers)
            yield process
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(20)

    def until(self, holds):
        end = time.monotonic() + 30
        while time.monotonic() < end:
            if found := holds():
                return found
            time.sleep(0.05)
        self.fail("it never came")

    def workers(self):
        return self.fermata("workers", "--json").report["workers"]

    def submit(self, text, *options):
        self.write("agent.py", text)
        return self.fermata("submit", "agent.py", *options)

    def report(self, run, status):
        return self.until(lambda: (now := self.fermata("show", run, "--json").report)["status"] == status and now)

    def test_who_works(self):
        self.submit("1")
        with self.worker("--handler", "lookup=echo 1", "--function", "sign", "--queue", "default", "--queue", "slow", "--concurrency", "3"):
            (worker,) = self.workers()
            self.assertEqual((worker["worker"], worker["alive"], worker["queues"]), ("w1", True, ["default", "slow"]))
            self.assertEqual((worker["tools"], worker["functions"], worker["concurrency"]), (["lookup"], ["sign"], 3))
            text = self.fermata("workers").out
            self.assertIn("w1  works  ", text)
            self.assertIn("\n  answers lookup\n  lets wait for others sign\n", text)
        self.assertEqual(self.workers(), [])

    def test_a_misspelt_function_is_told(self):
        self.submit("1")
        with self.worker("--handler", "lookup=echo 1", "--function", "sign"):
            ran = self.submit("sign(1)\nlookupp(17)")
            problem = "no worker of queue 'default' knows lookupp() (did you mean lookup?)"
            self.assertIn(f"warning: {problem}: a run that calls it waits", ran.err)
            self.assertNotIn("sign", ran.err)
            run = ran.out.strip()
            self.assertIsNone(self.report(run, "waiting")["problem"])  # sign() is somebody's to answer
            self.fermata("answer", run, "--result", "1")
            self.until(lambda: self.fermata("show", run, "--json").report["problem"] == problem)
            self.assertIn(f"\nproblem   {problem}\n", self.fermata("show", run).out)
            self.assertIn(f"  {problem}: start one with --handler lookupp=COMMAND", self.fermata("inbox").out)
            self.assertEqual([call["problem"] for call in self.fermata("inbox", "--json").report["calls"]], [problem])
            self.assertIn(problem, self.fermata("runs").out)
            self.assertEqual(self.fermata("runs", "--json").report["runs"][0]["problem"], problem)
        self.assertIsNone(self.fermata("show", run, "--json").report["problem"])  # nobody is there who could know

    def test_classes_are_no_unknown_functions(self):
        self.write(
            "tools.py",
            "import dataclasses\n@dataclasses.dataclass\nclass Order:\n    number: int\ndef refund(order: Order) -> int:\n    return order.number\n",
        )
        self.submit("1")
        with self.worker("--tools", "tools.py"):
            self.assertEqual(self.workers()[0]["types"], ["Order"])
            ran = self.submit("refund(Order(17))")
            self.assertNotIn("Order", ran.err)
            ran = self.submit("refund(Ordr(17))")
            self.assertIn("no worker of queue 'default' knows Ordr() (did you mean Order?)", ran.err)

    def test_edited_arguments_are_checked_by_what_workers_know(self):
        self.write("tools.py", "def refund(order: int, amount: float = 1) -> float:\n    return amount\n")
        self.submit("1")
        with self.worker("--tools", "tools.py", "--approve", "refund"):
            run = self.submit("refund(17, amount=5)").out.strip()
            self.report(run, "waiting")
            refused = self.fermata("approve", run, "--by", "bo", "--kwargs", '{"amount": "much"}', code=USAGE)
            self.assertIn(f"call {run}:1:1 isn't approved: amount has to be a number, not 'much'", refused.err)
            refused = self.fermata("approve", run, "--by", "bo", "--args", "[]", code=USAGE)
            self.assertIn("refund() needs its argument order", refused.err)
            self.assertEqual(len(self.fermata("inbox", "--json").report["calls"]), 1)
            self.fermata("approve", run, "--by", "bo", "--kwargs", '{"amount": 4}')
            self.assertEqual(self.report(run, "done")["result"], 4)

    def test_edited_arguments_that_nobody_could_check(self):
        self.write("first.py", "def refund(*given):\n    return given\n")
        self.write("tools.py", "import decimal\n\ndef refund(order: int, amount: decimal.Decimal) -> str:\n    return repr(amount)\n")
        work = lambda file: self.fermata("work", "--drain", "--no-jail", "--tools", file, "--approve", "refund")
        run = self.submit("refund(17, 5)").out.strip()
        work("first.py")
        refused = self.fermata("approve", run, "--by", "bo", "--set", "amount=90", code=USAGE)
        self.assertIn("refund() has no argument amount", refused.err)
        approved = self.fermata("approve", run, "--by", "bo", "--set", '1="ninety"').out
        self.assertIn("approve: refund(17, 'ninety'), instead of refund(17, 5)\n", approved)
        work("tools.py")
        why = "amount has to be a Decimal, such as \"84.50\", not 'ninety'"
        self.assertIn("asked again: " + why, self.fermata("inbox").out)
        self.assertEqual(self.fermata("inbox", "--json").report["calls"][0]["reason"], why)
        refused = self.fermata("approve", run, "--by", "bo", "--set", "amount=nothing", code=USAGE)
        self.assertIn("--set", refused.err)
        approved = self.fermata("approve", run, "--by", "bo", "--set", 'amount="90.10"').out
        self.assertIn("approve: refund(17, Decimal('90.10')), instead of refund(17, 5)\n", approved)
        work("tools.py")
        self.assertEqual(self.report(run, "done")["result"], "Decimal('90.10')")

    def test_tools_that_do_not_fit_leave_a_run_to_others(self):
        old = "import dataclasses\n\n@dataclasses.dataclass\nclass Order:\n    id: str\n    total: float\n\n"
        old += "def order(id: str) -> Order:\n    return Order(id, 5.0)\n\ndef pay(order: Order) -> float:\n    return order.total\n"
        self.write("old.py", old)
        self.write("new.py", old.replace("total: float", "cents: int").replace("5.0", "500").replace("order.total", "order.cents"))
        work = lambda file: self.fermata("work", "--drain", "--no-jail", "--tools", file, "--approve", "pay")
        run = self.submit("pay(order('a'))").out.strip()
        work("old.py")
        self.fermata("approve", run, "--by", "bo")
        for _ in range(6):  # more often than a run may crash
            self.assertIn("is left to others: its state can't be loaded: changed type", work("new.py").err)
        shown = self.fermata("show", run, "--json").report
        self.assertEqual((shown["status"], shown["failures"]), ("ready", 0))
        self.assertIn("changed type", shown["reason"])
        for command in (("runs",), ("show", run)):
            self.assertIn("its state can't be loaded: changed type", self.fermata(*command).out)
        work("old.py")
        self.assertEqual(self.fermata("show", run, "--json").report["result"], 5.0)

    def test_a_name_that_reads_as_another_call(self):
        run = self.submit("refund('o-1', **{'amount=5, note': 'x'})").out.strip()
        self.fermata("work", "--drain", "--no-jail", "--handler", "refund=echo 1", "--approve", "refund")
        shown = "refund('o-1', **{'amount=5, note': 'x'})"
        for command in (("inbox",), ("show", run)):
            self.assertIn(shown, self.fermata(*command).out)

    def test_tools_at_hand(self):
        self.write("tools.py", "def lookup(order: int) -> int:\n    return order\n")
        ran = self.submit("lookup(1)\nlookupp(x)\nrun_id()\nspawn('1')\ngiven()", "--tools", "tools.py", "--input", "given=1")
        (line,) = ran.err.splitlines()
        self.assertIn("knows lookupp() (did you mean lookup?)", line)
        self.assertEqual(self.submit("lookup(1)\nlookupp(x)").err, "")

    def test_unknown_fails(self):
        run = self.submit("try:\n    x = lookupp(1)\nexcept NameError as error:\n    x = str(error)\nx").out.strip()
        self.fermata("work", "--drain", "--no-jail", "--handler", "lookup=echo 1", "--unknown", "fail")
        self.assertIn("name 'lookupp' is not defined", self.fermata("show", run, "--json").report["result"])
        # What another worker of the queue knows isn't unknown.
        with self.worker("--handler", "far=echo 7", "--queue", "default", "--concurrency", "1"):
            slow = self.submit("while True: pass", "--limit-time-ms", "20000").out.strip()
            self.report(slow, "running")
            run = self.submit("far() + 1", "--priority", "1").out.strip()
            other = subprocess.Popen(
                [FERMATA, "work", "--no-jail", "--name", "w2", "--unknown", "fail", "--handler", "near=echo 1"],
                cwd=self.folder,
                stderr=subprocess.DEVNULL,
            )
            try:
                self.report(run, "waiting")
            finally:
                other.send_signal(signal.SIGTERM)
                other.wait(20)
            self.fermata("cancel", slow)
            self.assertEqual(self.report(run, "done")["result"], 8)

    def test_what_it_has_no_keys_for_is_left_to_others(self):
        self.fermata("keygen", "keys")
        run = self.submit("ask(1) + 1", "--seal-keys", "keys").out.strip()
        self.fermata("work", "--drain", "--no-jail", "--function", "ask", "--seal-keys", "keys")
        self.fermata("answer", run, "--result", "41", "--seal-keys", "keys")
        self.fermata("migrate", "--allow-unsealed")  # the keys are thought to be lost
        ran = self.fermata("work", "--drain", "--no-jail", "--function", "ask")
        self.assertIn(f"run {run} is left to others: snapshot 1 of run {run} is sealed, and there are no keys", ran.err)
        events = [event["kind"] for event in self.fermata("log", run, "--json").report["events"]]
        self.assertEqual(events[-2:], ["claim", "release"])
        self.assertEqual(events.count("claim"), 2)
        self.fermata("reseal", "--take-unsealed", "--seal-keys", "keys")  # and found
        self.assertEqual(self.fermata("show", run, "--json", "--seal-keys", "keys").report["failures"], 0)
        self.fermata("work", "--drain", "--no-jail", "--function", "ask", "--seal-keys", "keys")
        self.assertEqual(self.fermata("show", run, "--json", "--seal-keys", "keys").report["result"], 42)


if __name__ == "__main__":
    unittest.main()
