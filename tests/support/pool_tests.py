"""Runs a unittest file in a pool: tests/support/in_pool must be on PYTHONPATH. The tests that tests/python/not_in_pool.txt lists must fail
there, and files that it lists with * aren't run. A second argument N runs each N-th test alone, from the first one on."""

import importlib.util
import os
import sys
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def listed(file):
    """Names of tests, {"Class.test"}, from lines `file Class.test  # why`."""
    with open(os.path.join(ROOT, "tests/python/not_in_pool.txt"), encoding="utf-8") as lines:
        named = [line.split("#")[0].split() for line in lines if not line.startswith("#") and line.strip()]
    return {name for its, name in named if its == file}


def tests_of(suite):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from tests_of(test)
        else:
            yield test


def main():
    path, step = os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    sys.path[0] = os.path.dirname(path)
    spec = importlib.util.spec_from_file_location(os.path.basename(path)[: -len(".py")], path)
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    wanted = listed(os.path.basename(path))
    if "*" in wanted:
        return 0 if unittest.TextTestRunner().run(unittest.TestSuite()).wasSuccessful() else 1
    tests = list(tests_of(unittest.defaultTestLoader.loadTestsFromModule(module)))
    for test in tests:
        name = f"{type(test).__name__}.{test._testMethodName}"
        if name in wanted:
            wanted.remove(name)
            method = getattr(test, test._testMethodName)
            setattr(test, test._testMethodName, unittest.expectedFailure(lambda method=method: method()))
            test.__unittest_expecting_failure__ = True  # (unittest looks for it at the test, too, and before it runs)
    if wanted:
        sys.exit(f"tests/python/not_in_pool.txt lists tests that aren't there: {', '.join(sorted(wanted))}")
    return 0 if unittest.TextTestRunner().run(unittest.TestSuite(tests[::step])).wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
