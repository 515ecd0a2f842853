"""A store that is sealed: who may open it, and how its key is changed."""

import subprocess
import unittest

from command import BAD_STATE, FERMATA, QUICK, CommandTest


class SealedStores(CommandTest):
    def run_of(self, run):
        return self.fermata("show", run, "--json", "--seal-keys", "keys").report

    def test_a_sealed_store(self):
        self.fermata("keygen", "keys", "--id", "first")
        self.write("n.py", "secret = 'Ada'\nlookup()\n")
        sealed = ("--seal-keys", "keys")
        run = self.fermata("submit", "n.py", *sealed).out.strip()
        for refused in ("work", "--drain", "--no-jail"), ("runs",), ("submit", "n.py"), ("show", run):
            with self.subTest(refused):
                self.assertIn("the store is sealed, with the key 'first': its keys are needed", self.fermata(*refused, code=BAD_STATE).err)
        work = ("work", "--drain", "--no-jail", *sealed)
        self.fermata(*work)
        self.assertEqual(self.run_of(run)["status"], "waiting")
        self.assertIn("1 moments of runs", self.fermata("stats", *sealed).out)
        self.assertEqual(self.fermata("stats", "--json", "--without-keys").report["moments"], 1)
        self.assertEqual(self.fermata("work", "--without-keys", "--no-jail", code=BAD_STATE).out, "")

        # Another key: nobody needs the first one afterwards, and nothing was lost.
        self.fermata("keygen", "keys", "--id", "second")
        self.fermata("answer", run, "--result", "1", "--without-keys")
        other = self.fermata("submit", "n.py", *sealed).out.strip()
        self.fermata(*work)
        self.assertEqual(self.fermata("migrate", "--json", *sealed).report, {"sealed": True, "key": "first"})
        self.assertEqual(self.run_of(run)["status"], "done")
        told = self.fermata("reseal", *sealed)
        self.assertEqual(told.out.splitlines()[1], "all that is sealed is so with the key second: others may be left out")
        self.assertEqual(
            self.fermata("reseal", "--json", *sealed).report, {"key": "second", "states": 0, "runs": 0, "webhooks": 0, "left": []}
        )
        with open(self.path("keys")) as file:
            lines = [line for line in file.read().splitlines(True) if not line.startswith("first")]
        self.write("keys", "".join(lines))
        self.fermata("answer", other, "--result", "1", *sealed)
        self.fermata(*work)
        self.assertEqual(self.run_of(other)["status"], "done")
        self.assertIn("verified: ", self.fermata("log", other, "--verify", *sealed).out)

        # And no key.
        self.fermata("reseal", "--unsealed", *sealed)
        self.assertEqual(self.fermata("migrate", "--json").report, {"sealed": False, "key": None})
        self.assertIn("secret", self.fermata("show", other + "@1").out)
        self.assertIn("fermata reseal --take-unsealed", self.fermata("runs", *sealed, code=BAD_STATE).err)
        self.fermata("reseal", "--take-unsealed", *sealed)
        self.fermata("migrate", "--allow-unsealed")
        self.assertIn("is sealed, and there are no keys", self.fermata("show", other + "@1", code=BAD_STATE).err)

    def test_a_new_key_while_it_is_killed(self):
        self.fermata("keygen", "keys", "--id", "first")
        sealed = ("--seal-keys", "keys")
        self.write("n.py", "lookup()\n")
        count = 20 if QUICK else 60
        for _ in range(count):
            self.fermata("submit", "n.py", *sealed)
        self.fermata("work", "--drain", "--no-jail", *sealed)
        self.fermata("keygen", "keys", "--id", "second")
        kills = 0
        for after in range(1, 200):
            process = subprocess.Popen([FERMATA, "reseal", *sealed], cwd=self.folder, stdout=subprocess.DEVNULL)
            try:
                process.wait(after * 0.002)
                break
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
                kills += 1
        self.assertGreater(kills, 0)
        self.assertEqual(self.fermata("reseal", "--json", *sealed).report["left"], [])
        with open(self.path("keys")) as file:
            lines = [line for line in file.read().splitlines(True) if not line.startswith("first")]
        self.write("keys", "".join(lines))
        runs = self.fermata("runs", "--most", "100", "--json", *sealed).report["runs"]
        self.assertEqual(len(runs), count)
        for run in runs:
            self.fermata("answer", run["run"], "--result", "1", *sealed)
        self.fermata("work", "--drain", "--no-jail", *sealed)
        self.assertEqual({run["status"] for run in self.fermata("runs", "--most", "100", "--json", *sealed).report["runs"]}, {"done"})


if __name__ == "__main__":
    unittest.main()
