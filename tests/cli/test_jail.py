"""--jail and doctor: what a jailed run shows, and what it does when its process dies."""

import unittest

from command import BAD_STATE, CAN_JAIL, FERMATA, PAUSED, RAISED, USAGE, CommandTest, needs_python

CRASHED = 6
PROGRAM = 'print("before", ask(1))\nprint("after")\n'

# Ends the processes that serve sessions: of the command's children, and theirs, those that have none.
KILLER = """\
import os, signal

def children(pid):
    with open(f"/proc/{pid}/task/{pid}/children") as file:
        return [int(child) for child in file.read().split()]

def kill_last(pid):
    below = children(pid)
    for child in below:
        kill_last(child)
    if not below:
        os.kill(pid, signal.SIGKILL)

def ask(value):
    kill_last(os.getpid())
    return value
"""


@unittest.skipUnless(CAN_JAIL, "this build has no jail")
class Jail(CommandTest):
    def test_a_program_does_what_it_does_outside(self):
        self.write("p.py", 'import json, sys\nprint(json.dumps({"a": [1, 2]}), file=sys.stderr)\nprint(sum(range(10)))\n1 / 0\n')
        jailed, plain = (self.fermata("run", option, "p.py", code=RAISED) for option in ("--jail", "--no-jail"))
        self.assertEqual((jailed.out, jailed.err), (plain.out, plain.err))
        self.assertIn("ZeroDivisionError", jailed.err)

    def test_a_state_goes_on_behind_the_wall_and_before_it(self):
        self.write("p.py", PROGRAM)
        self.fermata("start", "--jail", "p.py", "--function", "ask", "-o", "one.state", code=PAUSED)
        for option in ("--jail", "--no-jail"):
            self.assertEqual(self.fermata("resume", option, "one.state", "--result", "7", "-o", "end.state").out, "before 7\nafter\n")

    def test_what_is_advised_stays_behind_the_wall(self):
        self.write("p.py", "print(ask(1))\n")
        told = self.fermata("run", "--jail", "p.py", "--handler", "ask=echo 2", "--approve", "ask", "-o", "s.state", code=PAUSED).err
        self.assertIn("fermata resume s.state --jail --handler ask=… --perform -o s.state", told)

    def test_a_damaged_state_is_refused_as_outside(self):
        self.write("p.py", PROGRAM)
        self.fermata("start", "p.py", "--function", "ask", "-o", "one.state", code=PAUSED)
        self.write("cut.state", self.read("one.state")[:100])
        refused = [
            self.fermata("resume", option, "cut.state", "--result", "7", "-o", "x", code=BAD_STATE).err
            for option in ("--jail", "--no-jail")
        ]
        self.assertEqual(refused[0], refused[1])

    @needs_python
    def test_a_process_that_dies_is_an_outcome(self):
        self.write("p.py", PROGRAM)
        self.write("tools.py", KILLER)
        ran = self.fermata("run", "--jail", "--json", "p.py", "--tools", "tools.py", code=CRASHED)
        self.assertEqual(ran.report["status"], "crashed")
        self.assertEqual(ran.report["crash"]["last_call"]["function"], "ask")
        self.assertEqual(ran.report["crash"]["signal"], 9)

    # What reads somebody else's programs and states says so when it can't do that behind the wall.
    NOWHERE = ["/usr/bin/env", "FERMATA_JAIL=/nonexistent", FERMATA]

    def assert_jailed(self, *arguments, unjailed, code=0):
        ran = self.call([*self.NOWHERE, *arguments])
        self.assertEqual((ran.code, ran.out), (USAGE, ""), arguments)
        self.assertIn("there is no jail to be had: /nonexistent", ran.err)
        plain = self.call([*self.NOWHERE, *arguments, unjailed])
        self.assertEqual(plain.code, code, plain.err)
        jailed = self.fermata(*arguments, code=code)
        return jailed, plain

    def test_check_reads_programs_and_states_behind_the_wall(self):
        self.write("p.py", "print(ask(1), other)\n1 +\n")
        jailed, plain = self.assert_jailed("check", "--jail", "p.py", unjailed="--no-jail", code=RAISED)
        self.assertEqual(jailed.out, plain.out)
        self.assertIn("p.py:2:4: SyntaxError", jailed.out)
        self.write("p.py", "print(ask(1), other)\n")
        jailed, plain = self.assert_jailed("check", "--jail", "p.py", "--function", "ask", unjailed="--no-jail", code=RAISED)
        self.assertEqual(jailed.out, plain.out)
        self.assertIn("other", jailed.out)
        self.fermata("start", "p.py", "--function", "ask", "-o", "s.state", code=PAUSED)
        jailed, plain = self.assert_jailed("check", "--jail", "s.state", "--function", "b", unjailed="--no-jail", code=RAISED)
        self.assertEqual(jailed.out, plain.out)
        self.assertIn("no function ask() any more", jailed.out)

    def test_what_comes_to_a_store_and_from_it_is_read_behind_the_wall(self):
        self.write("bad.py", "1 +\n")
        jailed, plain = self.assert_jailed("submit", "bad.py", unjailed="--no-jail", code=RAISED)
        self.assertEqual(jailed.err, plain.err)
        self.assertIn("SyntaxError", jailed.err)
        self.write("p.py", "x = 17\nask(x)\n")
        self.assert_jailed("submit", "p.py", "--key", "k", unjailed="--no-jail")
        self.fermata("work", "--drain", "--function", "ask")
        (run,) = [one["run"] for one in self.fermata("runs", "--json").report["runs"]]
        jailed, plain = self.assert_jailed("show", run, unjailed="--no-jail")
        self.assertEqual(jailed.out, plain.out)
        self.assertIn("x = 17", jailed.out)

    def test_a_trace_is_never_behind_it(self):
        self.write("p.py", "print(1)\n")
        self.assertIn("can't be jailed", self.fermata("trace", "--jail", "p.py", code=USAGE).err)

    def test_no_jail_to_be_had_is_said_before_anything_runs(self):
        self.write("p.py", "print(1)\n")
        for program, why in (("/nonexistent", "No such file or directory"), ("/bin/true", "doesn't start")):
            ran = self.call(["/usr/bin/env", f"FERMATA_JAIL={program}", FERMATA, "run", "--jail", "p.py"])
            self.assertEqual((ran.code, ran.out), (USAGE, ""))
            self.assertIn(f"{program}", ran.err)
            self.assertIn(why, ran.err)

    def test_the_doctor_names_every_wall(self):
        report = self.fermata("doctor", "--json").report
        self.assertTrue(report["jail"], report)
        walls = {wall["name"]: wall["stands"] for wall in report["walls"]}
        self.assertTrue(walls["seccomp"] and walls["no_new_privs"] and walls["rlimits"] and walls["descriptors"], walls)
        for name in ("user", "mount", "net", "pid", "ipc", "uts", "landlock"):
            self.assertIn(name, walls)
        table = self.fermata("doctor").out
        for wall in report["walls"]:
            self.assertIn(wall["detail"], table)

    def test_the_doctor_says_why_there_is_no_jail(self):
        ran = self.call(["/usr/bin/env", "FERMATA_JAIL=/nonexistent", FERMATA, "doctor"])
        self.assertIn("Programs can't be jailed here: /nonexistent: No such file or directory", ran.out)
        self.assertNotIn("✓ fermata-jail", ran.out)


if __name__ == "__main__":
    unittest.main()
