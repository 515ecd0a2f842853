"""What the tests of the frameworks share."""

import importlib.util
import unittest


def needs(*packages: str) -> None:
    """Skips the test file when a package isn't installed. One that is installed and can't be imported fails."""
    missing = [package for package in packages if importlib.util.find_spec(package) is None]
    if missing:
        raise unittest.SkipTest(f"not installed: {', '.join(missing)}")
