"""What the tests of the frameworks share."""

import importlib.util
import os
import sys
import unittest


def needs(*packages: str) -> None:
    """Skips the test file when a package isn't installed. One that is installed and can't be imported fails."""
    missing = [package for package in packages if importlib.util.find_spec(package) is None]
    if missing:
        raise unittest.SkipTest(f"not installed: {', '.join(missing)}")


def serves() -> None:
    """The test file uses those of the command's tests; it is skipped without the command."""
    if not os.path.exists(os.environ.get("FERMATA", "")):
        raise unittest.SkipTest("this build has no command")
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../cli"))
