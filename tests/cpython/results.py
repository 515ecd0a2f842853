# Runs a module's tests with CPython's own unittest, in Fermata. The outcome of each test is a line on standard output that `run` reads.
import traceback
import unittest

running = None  # the name of the test that runs
current_module = None  # what the stand-in for doctest looks through
wanted = ""  # a part of the names of the tests that run


MISSING = "needs module "


class MissingModule(unittest.SkipTest):
    # A module that Fermata hasn't: the test counts as failed.
    def __init__(self, what):
        super().__init__(what if what.startswith(MISSING) else MISSING + what.removeprefix("needs "))


def name_of(test):
    if hasattr(test, "doctest_name"):
        return test.doctest_name
    return f"{type(test).__qualname__}.{test._testMethodName}"


def _short(x):
    try:
        text = repr(x)
    except Exception:
        text = object.__repr__(x)
    return text if len(text) <= 300 else text[:300] + "…"


def _why(error):
    frames = traceback.extract_tb(error.__traceback__)
    lines = [f.lineno for f in frames if f.filename.endswith("_test.py") or "/test_" in f.filename or "_tests.py" in f.filename]
    return f"line {', '.join(map(str, lines))}: {type(error).__name__}: {_short(str(error))}"


def _report(kind, name, text=""):
    print(f"@@{kind} {name} {text!r}", flush=True)


class Result(unittest.TestResult):
    def __init__(self, tests):
        super().__init__()
        self.tests = tests
        self.told = None  # of the test that runs: the kind and text of its line

    def startTest(self, test):
        global running
        running = name_of(test)
        self.told = None
        print(f"@@begin {running}", flush=True)

    def stopTest(self, test):
        global running
        kind, text = self.told or ("ok", "")
        _report(kind, running, text)
        running = None
        # `tests` keeps it: what it made may go.
        vars(test).update({name: None for name in vars(test) if not name.startswith("_")})

    def _tell(self, test, kind, text):
        if isinstance(test, unittest.TestCase):
            if self.told is None or self.told[0] != "fail":
                self.told = kind, text
            return
        # A class, or the module, couldn't be set up: that is the outcome of all its tests.
        where = str(test)
        for each in self.tests:
            cls = unittest.util.strclass(type(each))
            if f"({cls})" in where or f"({type(each).__module__})" in where:
                _report(kind, name_of(each), text)

    def addSuccess(self, test):
        pass

    def addFailure(self, test, error):
        self.addError(test, error)

    def addError(self, test, error):
        self._tell(test, "fail", _why(error[1]))

    def addSkip(self, test, reason):
        if isinstance(test, unittest.case._SubTest):
            return  # the rest of the test counts
        # unittest gives a skip's text alone.
        self._tell(test, "fail" if reason.startswith(MISSING) else "skip", reason)

    def addSubTest(self, test, subtest, error):
        if error is not None:
            self._tell(test, "fail", f"{subtest._subDescription()}: {_why(error[1])}")

    def addExpectedFailure(self, test, error):
        pass

    def addUnexpectedSuccess(self, test):
        self._tell(test, "fail", "unexpected success")


def _flat(suite):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from _flat(test)
        else:
            yield test


def _run(suite):
    tests = [test for test in _flat(suite) if wanted in name_of(test)]
    unittest.TestSuite(tests).run(Result(tests))


def run_classes(classes):
    # In the order in which they are given, as the file has them.
    load = unittest.defaultTestLoader.loadTestsFromTestCase
    _run(unittest.TestSuite([load(cls) for cls in classes]))


def run_module(module, only=""):
    # Runs all tests of a module: by its own list, when it makes one.
    global wanted, current_module
    wanted, current_module = only, module
    if hasattr(module, "test_main"):
        return module.test_main()
    ours = (unittest.TestCase, unittest.IsolatedAsyncioTestCase, unittest.FunctionTestCase)
    run_classes([cls for cls in vars(module).values() if isinstance(cls, type) and issubclass(cls, unittest.TestCase) and cls not in ours])
    # The doctests that its load_tests adds.
    load = getattr(module, "load_tests", None)
    if load is None:
        return
    try:
        suite = load(unittest.defaultTestLoader, unittest.TestSuite(), None)
    except unittest.SkipTest:
        return
    _run([test for test in _flat(suite or ()) if hasattr(test, "doctest_name")])
