"""Runs a unittest file in a pool: tests/support/in_pool must be on PYTHONPATH. The tests that tests/python/not_in_pool.txt lists must fail
there, and files that it lists with * aren't run. A second argument N runs each N-th test alone, from the first one on."""

import os
import sys
import unittest

from some_tests import run, tests_in

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def listed(file):
    """Names of tests, {"Class.test"}, from lines `file Class.test  # why`."""
    with open(os.path.join(ROOT, "tests/python/not_in_pool.txt"), encoding="utf-8") as lines:
        named = [line.split("#")[0].split() for line in lines if not line.startswith("#") and line.strip()]
    return {name for its, name in named if its == file}


def main():
    path, step = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1
    tests = tests_in(path)
    wanted = listed(os.path.basename(path))
    if "*" in wanted:
        return run([])
    for test in tests:
        name = f"{type(test).__name__}.{test._testMethodName}"
        if name in wanted:
            wanted.remove(name)
            method = getattr(test, test._testMethodName)
            setattr(test, test._testMethodName, unittest.expectedFailure(lambda method=method: method()))
            test.__unittest_expecting_failure__ = True  # (unittest looks for it at the test, too, and before it runs)
    if wanted:
        sys.exit(f"tests/python/not_in_pool.txt lists tests that aren't there: {', '.join(sorted(wanted))}")
    return run(tests[::step])


if __name__ == "__main__":
    sys.exit(main())
