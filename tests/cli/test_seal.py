"""--seal-keys: states that the command writes are sealed, and those that it reads must be."""

import os
import unittest

from command import BAD_STATE, PAUSED, RAISED, USAGE, CommandTest

PROGRAM = "a = ask(1)\nb = ask(2)\na + b\n"
PLACE = ["--bind", 'run="r-17"', "--bind", "seq=1"]


class Sealed(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("agent.py", PROGRAM)
        self.first = self.fermata("keygen", "keys").out.strip()

    def start(self, *more, state="state"):
        self.fermata("start", "agent.py", "--function", "ask", "-o", state, "--seal-keys", "keys", *more, code=PAUSED)

    def refused(self, kind, *arguments):
        ran = self.fermata(*arguments, code=BAD_STATE)
        self.assertIn(f": {kind}: ", ran.err)
        return ran.err

    def test_a_run_under_seal(self):
        self.start(*PLACE)
        self.assertNotIn(b"ask", self.read("state"))
        self.fermata("inspect", "state", "--seal-keys", "keys", *PLACE)
        resume = ("resume", "state", "--seal-keys", "keys", "-o", "state")
        self.fermata(*resume, "--result", "20", *PLACE, "--rebind", "seq=2", code=PAUSED)
        self.refused("replayed", *resume, "--result", "22", *PLACE)
        last = self.fermata(*resume, "--result", "22", *PLACE, "--bind", "seq=2", "--json")
        self.assertEqual(last.report["result"], 42)
        self.refused("sealed", "resume", "state", "-o", "state")

    def test_a_refused_state_stays_as_it_was(self):
        self.start(*PLACE)
        before = self.read("state")
        self.refused("replayed", "resume", "state", "--result", "1", "-o", "state", "--seal-keys", "keys")
        self.assertEqual(self.read("state"), before)

    def test_without_keys_it_says_that_it_is_sealed_and_with_which_key(self):
        self.start(*PLACE)
        self.assertEqual(self.fermata("inspect", "state").out, f"status    sealed\nkey       {self.first}\n")
        self.assertEqual(self.fermata("inspect", "state", "--json").report, {"status": "sealed", "key": self.first})
        for command in (["resume", "state", "-o", "other"], ["check", "state"], ["convert", "state", "other"], ["repl", "--load", "state"]):
            self.assertIn(f"'{self.first}'", self.refused("sealed", *command))
        self.assertFalse(os.path.exists(self.path("other")))

    def test_a_plain_state_is_refused_where_sealed_ones_are_asked_for(self):
        self.fermata("start", "agent.py", "--function", "ask", "-o", "plain", code=PAUSED)
        for command in (["resume", "plain", "-o", "other"], ["check", "plain"], ["convert", "plain", "other"], ["inspect", "plain"]):
            self.refused("not sealed", *command, "--seal-keys", "keys")
        self.fermata("check", "agent.py", "--function", "ask", "--seal-keys", "keys", code=BAD_STATE)

    def test_tampered_truncated_and_foreign(self):
        self.start()
        sealed = self.read("state")
        self.write("changed", sealed[:-1] + bytes([sealed[-1] ^ 1]))
        self.refused("tampered", "inspect", "changed", "--seal-keys", "keys")
        self.write("short", sealed[:30])
        self.refused("truncated", "inspect", "short", "--seal-keys", "keys")
        self.refused("truncated", "inspect", "short")
        self.fermata("keygen", "others")
        self.refused("foreign key", "inspect", "state", "--seal-keys", "others")

    def test_keys_change_and_retire(self):
        self.start(*PLACE)
        self.assertEqual(self.fermata("keygen", "keys", "--id", "k2").out, "k2\n")
        self.fermata("convert", "state", "anew.json", "--seal-keys", "keys", *PLACE)
        self.assertEqual(self.fermata("inspect", "anew.json", "--json").report["key"], "k2")
        lines = self.read("keys").decode().splitlines(keepends=True)
        self.assertEqual([line.split()[0] for line in lines], ["#", "k2", self.first])
        os.chmod(self.path("keys"), 0o600)
        self.write("keys", "".join(line for line in lines if not line.startswith(self.first)))
        self.refused("foreign key", "inspect", "state", "--seal-keys", "keys", *PLACE)
        self.assertIn("ask(1)", self.fermata("inspect", "anew.json", "--seal-keys", "keys", *PLACE).out)

    def test_a_seal_is_put_on_and_taken_off(self):
        self.fermata("start", "agent.py", "--function", "ask", "-o", "plain", code=PAUSED)
        self.fermata("convert", "plain", "sealed", "--seal-keys", "keys", *PLACE, "--seal")
        self.refused("replayed", "inspect", "sealed", "--seal-keys", "keys")
        self.fermata("convert", "sealed", "again", "--seal-keys", "keys", *PLACE, "--unseal")
        self.assertEqual(self.read("again"), self.read("plain"))
        for option in ("--seal", "--unseal"):
            self.fermata("convert", "plain", "other", option, code=USAGE)
        self.fermata("convert", "plain", "other", "--seal", "--unseal", "--seal-keys", "keys", code=USAGE)

    def test_the_other_commands(self):
        self.fermata("run", "agent.py", "--handler", "ask=echo 1", "--approve", "ask", "-o", "state", "--seal-keys", "keys", code=PAUSED)
        ran = self.fermata("check", "state", "--function", "other", "--seal-keys", "keys", code=RAISED)
        self.assertIn("there is no function ask() any more", ran.out)
        self.fermata("resume", "state", "--handler", "ask=echo 1", "--perform", "-o", "state", "--seal-keys", "keys", code=PAUSED)
        self.fermata("trace", "agent.py", "--function", "ask", "-o", "traced", "--seal-keys", "keys", code=PAUSED)
        self.assertIn("ask(1)", self.fermata("inspect", "traced", "--seal-keys", "keys").out)

    def test_a_repl(self):
        keys = ["--seal-keys", "keys", "--bind", "day=1"]
        self.fermata("repl", "--save", "state", *keys, stdin=b"x = 41\n")
        self.refused("replayed", "repl", "--load", "state", "--seal-keys", "keys")
        ran = self.fermata("repl", "--load", "state", "--save", "state", *keys, "--rebind", "day=2", stdin=b"x + 1\n")
        self.assertEqual(ran.out, "42\n")
        self.fermata("inspect", "state", "--seal-keys", "keys", "--bind", "day=2")

    def test_values_that_a_state_is_bound_to(self):
        self.start("--bind", "n=1")
        for other in (["n=2"], ['n="1"'], ["n=1", "m=1"], ['n={"$bytes": "MQ=="}'], []):
            self.refused("replayed", "inspect", "state", "--seal-keys", "keys", *(part for text in other for part in ("--bind", text)))
        self.fermata("inspect", "state", "--seal-keys", "keys", "--bind", "n=2", "--bind", "n=1")
        for wrong in ("n", "n=text", "n=true", "n=1.5", "n=null", "n=[1]", "n=99999999999999999999"):
            self.fermata("inspect", "state", "--seal-keys", "keys", "--bind", wrong, code=USAGE)

    def test_files_of_keys(self):
        self.assertEqual(os.stat(self.path("keys")).st_mode & 0o777, 0o600)
        self.start()
        inspect = ("inspect", "state", "--seal-keys", "keys")
        os.chmod(self.path("keys"), 0o644)
        self.assertIn("others may read it (its mode is 0644): chmod 600", self.fermata(*inspect, code=USAGE).err)
        self.fermata("keygen", "keys", code=USAGE)
        os.chmod(self.path("keys"), 0o600)
        key = self.read("keys").split()[-1].decode()
        self.write("keys", f"{self.first} {key[:-2]}\n")
        self.assertNotIn(key[:10], self.fermata(*inspect, code=USAGE).err)
        self.fermata("inspect", "state", "--seal-keys", "none", code=USAGE)
        self.fermata("inspect", "state", "--bind", "n=1", code=USAGE)
        self.fermata("keygen", "more", "--id", "no id", code=USAGE)
        self.assertFalse(os.path.exists(self.path("more")))

    def test_what_is_wrong_is_said_before_anything_runs(self):
        self.write("loud.py", "print('ran')\nask()")
        for wrong in (["--seal-keys", "none"], ["--seal-keys", "keys", "--bind", "n=1.5"]):
            ran = self.fermata("start", "loud.py", "--function", "ask", "-o", "state", *wrong, code=USAGE)
            self.assertEqual(ran.out, "")

    def test_the_package_and_the_command_open_each_other(self):
        self.start(*PLACE)
        script = """if True:
            import fermata, sys
            sealer = fermata.Sealer.from_file("keys")
            step = fermata.load(open("state", "rb").read(), sealer=sealer, bound={"run": "r-17", "seq": 1}).resume(20)
            open("state", "wb").write(step.save(sealer=sealer, bound={"run": "r-17", "seq": 2}))
        """
        package = os.path.join(os.path.dirname(os.environ.get("FERMATA", "")), "bindings/python")
        if not os.path.exists(os.path.join(package, "fermata")):
            self.skipTest("this build has no Python")
        ran = self.python("-P", "-c", f"import sys; sys.path.insert(0, {package!r})\n" + script)
        self.assertEqual((ran.code, ran.err), (0, ""))
        last = self.fermata("resume", "state", "--result", "22", "-o", "state", "--seal-keys", "keys", *PLACE, "--bind", "seq=2", "--json")
        self.assertEqual(last.report["result"], 42)


if __name__ == "__main__":
    unittest.main()
