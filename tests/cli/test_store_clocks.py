"""Workers of one SQLite file whose times of day differ, by libfaketime: a lease is a live worker's, and a dead one's is soon another's."""

import os
import signal
import subprocess
import time
import unittest

from command import FERMATA, CommandTest

LEASE = 2


class StoreClocks(CommandTest):
    def start(self, ahead, *arguments):
        """A worker that takes it to be so much later."""
        # (Without libfaketime's help the machine's own clock stays what it is, as when somebody sets the time of day.)
        environ = {**os.environ, "DONT_FAKE_MONOTONIC": "1", "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
        argv = ["faketime", "-f", ahead, FERMATA, "work", "--no-jail", "--lease", str(LEASE), *arguments]
        process = subprocess.Popen(
            argv, cwd=self.folder, env=environ, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True
        )
        self.addCleanup(self.end, process)
        return process

    def end(self, process):
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        process.stdout.close()

    def wait_for(self, condition, seconds=30):
        until = time.monotonic() + seconds
        while not condition():
            self.assertLess(time.monotonic(), until)
            time.sleep(0.05)

    def events(self, run):
        return [event["kind"] for event in self.fermata("log", run, "--json").report["events"]]

    def test_nobody_takes_a_lease_from_a_live_worker(self):
        self.write("agent.py", "slow()\n")
        for mine, others in (("+0", "+2h"), ("-2h", "+0"), ("+2h", "-2h")):
            with self.subTest(mine=mine, others=others):
                run = self.fermata("submit", "agent.py").out.strip()
                worker = self.start(mine, "--drain", "--handler", f"slow=echo x >> called; sleep {3 * LEASE}; echo 1")
                self.wait_for(lambda: "dispatch" in self.events(run))
                other = self.start(others, "--drain", "--handler", "slow=echo y >> called; echo 2")
                told = worker.communicate(timeout=60)[0] + other.communicate(timeout=60)[0]
                self.assertEqual((worker.returncode, other.returncode), (0, 0), told)
                self.assertEqual(self.events(run), ["submit", "claim", "advance", "dispatch", "answer", "advance"])
                self.assertEqual(self.read("called"), b"x\n")
                os.remove(self.path("called"))

    def test_another_takes_it_from_a_dead_one(self):
        self.write("agent.py", "slow()\n")
        for mine, others in (("+2h", "+0"), ("+0", "-2h")):
            with self.subTest(mine=mine, others=others):
                run = self.fermata("submit", "agent.py").out.strip()
                worker = self.start(mine, "--idempotent", "slow", "--handler", "slow=sleep 60; echo 1")
                self.wait_for(lambda: "dispatch" in self.events(run))
                self.end(worker)
                other = self.start(others, "--idempotent", "slow", "--handler", "slow=echo 2")
                since = time.monotonic()
                self.wait_for(lambda: self.events(run)[-1] == "advance" and "expire" in self.events(run), 10 * LEASE)
                self.assertLess(time.monotonic() - since, 10 * LEASE)
                self.assertEqual(self.fermata("show", run, "--json").report["result"], 2)
                self.end(other)


if __name__ == "__main__":
    unittest.main()
