"""What the tests of the command line share: running it in a folder of its own."""

import json
import os
import subprocess
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FERMATA = os.path.abspath(os.environ.get("FERMATA", os.path.join(ROOT, "build", "fermata")))
CAN_JAIL = os.path.exists(os.path.join(os.path.dirname(FERMATA), "fermata-jail")) and "sanitize" not in FERMATA  # of this build
PLUGIN = os.path.join(os.path.dirname(FERMATA), "bindings/python/embedding/libfermata-python.so")
needs_python = unittest.skipUnless(os.path.exists(PLUGIN), "this build has no Python")
PYTHON = "/usr/bin/python3"
QUICK = "FERMATA_QUICK" in os.environ
SHORT = QUICK or "sanitize" in FERMATA

DONE, RAISED, USAGE, PAUSED, EXHAUSTED, BAD_STATE = range(6)


def some(items):
    """All of them, or a part where all would take too long: with `tests/run --quick` and `--sanitize`."""
    return items[::6] if SHORT else items


class Ran:
    def __init__(self, process):
        self.code = process.returncode
        self.out = process.stdout.decode("utf-8", "backslashreplace")
        self.err = process.stderr.decode("utf-8", "backslashreplace")

    @property
    def report(self):
        return json.loads(self.out.splitlines()[-1])


class CommandTest(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = os.path.realpath(folder.name)

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        with open(self.path(name), "wb") as file:
            file.write(text.encode() if isinstance(text, str) else text)
        return name

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def call(self, argv, stdin=b"", timeout=60):
        return Ran(subprocess.run(argv, cwd=self.folder, input=stdin, capture_output=True, timeout=timeout))

    def fermata(self, *arguments, code=DONE, stdin=b""):
        """Runs the command and checks its exit code."""
        ran = self.call([FERMATA, *arguments], stdin)
        self.assertEqual(ran.code, code, f"{arguments}\n{ran.out}{ran.err}")
        return ran

    def python(self, *arguments, stdin=b""):
        return self.call([PYTHON, *arguments], stdin)
