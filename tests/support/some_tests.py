"""Runs a part of a unittest file: FILE N runs each N-th test, from the first one on, always the same. For tests/run --quick."""

import importlib.util
import os
import sys
import unittest


def tests_of(suite):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from tests_of(test)
        else:
            yield test


def tests_in(path):
    """All tests of a file, which is imported for that as if it were run."""
    path = os.path.abspath(path)
    sys.path[0] = os.path.dirname(path)
    spec = importlib.util.spec_from_file_location(os.path.basename(path)[: -len(".py")], path)
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return list(tests_of(unittest.defaultTestLoader.loadTestsFromModule(module)))


def run(tests):
    """The exit code."""
    return 0 if unittest.TextTestRunner().run(unittest.TestSuite(tests)).wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(run(tests_in(sys.argv[1])[:: int(sys.argv[2])]))
