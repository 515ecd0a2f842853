"""Asynchronous functions and timers on the command line: run, start, resume, inspect."""

import json
import os
import subprocess
import time
import unittest

from command import DONE, EXHAUSTED, FERMATA, PAUSED, RAISED, USAGE, CommandTest, needs_python

GATHER = """\
import asyncio
async def one(i):
    return await fetch(i)
async def main():
    return await asyncio.gather(one(1), one(2), fetch(3))
await main()
"""
NAP = """\
import asyncio
print('before', flush=True)
await asyncio.sleep(0.2)
print('after')
"""


class Async(CommandTest):
    def start(self, text, *arguments, code=PAUSED):
        self.write("p.py", text)
        return self.fermata("start", "p.py", "-o", "a.json", "--json", *arguments, code=code).report

    def resume(self, *arguments, code=PAUSED):
        return self.fermata("resume", "a.json", *arguments, "-o", "a.json", "--json", code=code).report

    def test_all_are_pending(self):
        report = self.start(GATHER, "--async", "fetch")
        self.assertEqual(
            [(c["kind"], c["function"], c["args"], c["line"]) for c in report["pending"]],
            [("async", "fetch", [1], 3), ("async", "fetch", [2], 3), ("async", "fetch", [3], 5)],
        )
        one, two, three = [c["id"] for c in report["pending"]]
        report = self.resume("--call", str(two), "--result", '"two"')
        self.assertEqual([c["id"] for c in report["pending"]], [one, three])
        report = self.resume("--answer", f'{one}="one"', "--answer", f'{three}={{"x": [3]}}', code=DONE)
        self.assertEqual(report["result"], ["one", "two", {"x": [3]}])

    def test_wrong_answers(self):
        self.start(GATHER, "--async", "fetch")
        for arguments in (
            ["--answer", "99=1"],
            ["--answer", "x=1"],
            ["--answer", "1"],
            ["--answer", "1=nope"],
            ["--result", "1"],
            [],
            ["--answer", "1=1", "--answer", "1=2"],
        ):
            with self.subTest(arguments=arguments):
                self.fermata("resume", "a.json", *arguments, "-o", "b.json", code=USAGE)

    def test_run_answers_all(self):
        self.write("p.py", GATHER)
        report = self.fermata("run", "p.py", "--async", "fetch", "--handler", "fetch=echo '\"x\"'", "--json").report
        self.assertEqual(report["result"], ["x", "x", "x"])

    def test_run_sleeps(self):
        self.write("p.py", NAP)
        begin = time.monotonic()
        self.assertEqual(self.fermata("run", "p.py").out, "before\nafter\n")
        self.assertGreater(time.monotonic() - begin, 0.2)

    def test_timers_wait_in_a_file(self):
        begin = time.time()
        report = self.start(NAP)
        (timer,) = report["pending"]
        self.assertEqual((timer["kind"], timer["line"], "function" in timer), ("timer", 3, False))
        self.assertTrue(begin + 0.2 <= timer["due"] <= time.time() + 0.2)
        self.assertIn("timer 1: due 20", self.fermata("inspect", "a.json").out)
        time.sleep(max(0, timer["due"] - time.time()))
        self.assertEqual(self.resume(code=DONE)["stdout"], "before\nafter\n")

    def test_timers_may_be_over_early(self):
        report = self.start("import asyncio\nawait asyncio.sleep(86400 * 3)\n'done'")
        for value in (["--answer", '1="x"'], ["--result", "5"]):
            self.assertIn("1 is a timer, which takes no value", self.fermata("resume", "a.json", *value, "-o", "b.json", code=USAGE).err)
        self.assertRegex(
            self.fermata("resume", "a.json", "-o", "b.json", code=USAGE).err,
            "nothing is due yet; --call ID ends a timer now; pending:\\n.*due 20",
        )
        self.assertEqual(self.resume("--call", str(report["pending"][0]["id"]), code=DONE)["result"], "done")

    @needs_python
    def test_the_limit_of_wall_time_ends_a_sleep(self):
        self.write("tools.py", "import asyncio\nasync def forever(): await asyncio.sleep(3600)\n")
        for text in ("import asyncio\nawait asyncio.sleep(3600)", "import time\ntime.sleep(3600)", "await forever()"):
            self.write("p.py", text)
            ran = self.fermata("run", "p.py", "--tools", "tools.py", "--limit-wall-ms", "50", "-o", "a.json", code=EXHAUSTED)
            self.assertIn("wall_ms", ran.err)
            self.assertIn("pending", json.loads(self.fermata("inspect", "a.json", "--json").out))

    @needs_python
    def test_the_state_is_there_before_a_sleep(self):
        self.write("tools.py", "def pay(n): return n\n")
        self.write("p.py", "import time\nn = pay(1)\ntime.sleep(86400 * 3)\nn")
        self.fermata("run", "p.py", "--tools", "tools.py", "--approve", "pay", "-o", "a.json", code=PAUSED)
        for arguments in (["resume", "a.json", "--result", "5"], ["run", "p.py"]):
            process = subprocess.Popen(
                [FERMATA, *arguments, "--tools", "tools.py", "-o", "b.json"],
                cwd=self.folder,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            while not os.path.exists(self.path("b.json")):
                self.assertIsNone(process.poll())
                time.sleep(0.01)
            process.kill()
            process.wait()
            (timer,) = json.loads(self.fermata("inspect", "b.json", "--json").out)["pending"]
            self.assertEqual(timer["kind"], "timer")
            os.remove(self.path("b.json"))

    def test_inspect(self):
        self.start(GATHER, "--async", "fetch")
        page = self.fermata("inspect", "a.json").out
        for line in ("call 1: fetch(1), p.py line 3", "call 2: fetch(2), p.py line 3", "call 3: fetch(3), p.py line 5"):
            self.assertIn(line, page)
        report = json.loads(self.fermata("inspect", "a.json", "--json").out)
        self.assertEqual([c["kind"] for c in report["pending"]], ["async"] * 3)

    def test_raise(self):
        self.start("try:\n    await fetch()\nexcept ValueError as e:\n    r = repr(e)\nr", "--async", "fetch")
        self.assertEqual(self.resume("--raise", "ValueError: no", code=DONE)["result"], "ValueError('no')")

    def test_deadlock(self):
        self.write("p.py", "import asyncio\nawait asyncio.Event().wait()\n")
        ran = self.fermata("run", "p.py", code=RAISED)
        self.assertIn("deadlock", ran.err)


if __name__ == "__main__":
    unittest.main()
