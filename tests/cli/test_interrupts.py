"""Ctrl-C, whenever it comes, ends nothing by force: what was reached is in the state, and goes on from there."""

import os
import random
import signal
import subprocess
import time
import unittest

from command import EXHAUSTED, FERMATA, PAUSED, CommandTest, needs_python


class Interrupts(CommandTest):
    def interrupted(self, program, *arguments, after=0.05, group=False):
        """Runs until the program has printed a line, then a while, then interrupts. Gives the exit code and standard error."""
        self.write("p.py", program)
        process = subprocess.Popen(
            [FERMATA, "run", "p.py", "-o", "s.state", "--limit-steps", "0", *arguments],
            cwd=self.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        self.addCleanup(process.kill)
        self.assertEqual(process.stdout.readline(), b"begun\n")
        time.sleep(after)
        (os.killpg if group else os.kill)(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=20)
        return process.returncode, err.decode()

    def check_any_moment(self, *modes):
        self.write("tools.py", "def next(n): return n + 1\n")
        chance = random.Random(11)
        for _ in range(12):
            code, err = self.interrupted(
                "print('begun')\nn = 0\nwhile True:\n    assert next(n) == n + 1\n    n += 1",
                "--tools",
                "tools.py",
                *modes,
                after=chance.uniform(0, 0.05),
            )
            self.assertIn(code, (PAUSED, EXHAUSTED), err)
            self.fermata("resume", "s.state", "--tools", "tools.py", "--limit-steps", "3000", "-o", "t.state", code=EXHAUSTED)

    @needs_python
    def test_between_calls_of_tools(self):
        self.check_any_moment()

    @needs_python
    def test_between_calls_in_a_jail(self):
        self.check_any_moment("--jail")

    @needs_python
    def test_between_teleports(self):
        self.check_any_moment("--teleport", "50")

    def test_while_it_sleeps(self):
        program = "import time\nprint('begun')\ntime.sleep(600)\nprint('slept')"
        code, err = self.interrupted(program)
        self.assertEqual(code, PAUSED, err)
        self.assertIn("interrupted", err)
        self.assertEqual(self.fermata("resume", "s.state", "--call", "1", "-o", "s.state").out, "slept\n")

    def test_in_a_command(self):
        """The terminal interrupts the command, too: its call stays pending, and the program hears nothing of it."""
        program = "print('begun')\ntry:\n    print(ask())\nexcept RuntimeError as e:\n    print('failed', e)"
        for command in ("sleep 60", "sleep 60; exit 0", "trap 'exit 130' INT; sleep 60; exit 0"):
            with self.subTest(command):
                code, err = self.interrupted(program, "--handler", f"ask={command}", after=0.3, group=True)
                self.assertEqual(code, PAUSED, err)
                ran = self.fermata("resume", "s.state", "--handler", "ask=echo 5", "-o", "s.state")
                self.assertEqual(ran.out, "5\n")

    def test_a_command_that_goes_on(self):
        """Its answer isn't lost."""
        program = "print('begun')\nn = ask()\nwhile True: pass"
        code, err = self.interrupted(program, "--handler", "ask=trap '' INT; sleep 0.6; echo 7", after=0.3, group=True)
        self.assertEqual(code, EXHAUSTED, err)
        self.assertIn("n = 7", self.fermata("inspect", "s.state").out)

    def test_a_second_ends_it(self):
        self.write("p.py", "print('begun')\nask()")
        process = subprocess.Popen(
            [FERMATA, "run", "p.py", "--handler", "ask=trap '' INT; sleep 60"],
            cwd=self.folder,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )
        self.addCleanup(os.killpg, process.pid, signal.SIGKILL)
        process.stdout.readline()
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        time.sleep(0.2)
        self.assertIsNone(process.poll())
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(20), -signal.SIGINT)
        process.stdout.close()


if __name__ == "__main__":
    unittest.main()
