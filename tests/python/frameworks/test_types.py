"""The package's types: mypy --strict over it, its examples and what the stub of the native module says of the module."""

import os
import subprocess
import sys
import tempfile
import unittest

from support import needs

needs("mypy")

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../.."))
# pybind11's classes have a metaclass of their own, and Program can't be made.
ALLOWED = "fermata._native.Program\nfermata._native.Program.__init__\nfermata._native.Session\n"


class Types(unittest.TestCase):
    def check(self, *arguments):
        with tempfile.TemporaryDirectory() as cache:
            process = subprocess.run(
                [sys.executable, "-m", *arguments], cwd=ROOT, capture_output=True, text=True, env={**os.environ, "MYPY_CACHE_DIR": cache}, check=False
            )
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)

    def test_package_and_examples_are_typed_strictly(self):
        # (In the environment that mypy runs in there is the package itself, too: its source is what is checked.)
        self.check("mypy", "--strict", "--config-file", "pyproject.toml", "bindings/python/fermata", "examples/python")

    def test_the_stub_of_the_native_module_is_what_it_is(self):
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as allowed:
            allowed.write(ALLOWED)
            allowed.flush()
            self.check("mypy.stubtest", "fermata._native", "--allowlist", allowed.name)


if __name__ == "__main__":
    unittest.main()
