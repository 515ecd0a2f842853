"""Every script in examples/python ends with code 0 and writes no error."""

import glob
import os
import subprocess
import sys
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SCRIPTS = sorted(glob.glob(os.path.join(ROOT, "examples", "python", "*.py")))

# A line that each must print: that it went the way it shows.
SHOWN = {
    "approval.py": "decide: the program gave 'no refund: the manager said no'",
    "async_agent.py": "notify: The offer is there. Rome: cloudy, 19 degrees",
    "chat_session.py": "5: NameError: name 'tota1' is not defined",
    "describe_prompt.py": "class Pizza:",
    "handles_and_dataclasses.py": "refused: ",
    "limits_and_errors.py": "value: 19999900000",
    "queue_workers.py": "12 payments for 12 orders; what is wrong with the store: nothing",
}


class Examples(unittest.TestCase):
    def test_there_are_some(self) -> None:
        self.assertEqual(sorted(SHOWN), sorted(map(os.path.basename, SCRIPTS)))

    def test_each(self) -> None:
        for script in SCRIPTS:
            with self.subTest(script=os.path.basename(script)):
                done = subprocess.run(
                    [sys.executable, script], capture_output=True, text=True, timeout=60, env={**os.environ, "PYTHONHASHSEED": "0"}
                )
                self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
                self.assertIn(SHOWN[os.path.basename(script)], done.stdout)


if __name__ == "__main__":
    unittest.main()
