# Runs a module's tests with CPython's own unittest, in Fermata. The outcome of each test is a line on standard output that `run` reads.
import doctest
import traceback
import unittest

running = None  # the name of the test that runs
current_module = None
wanted = ""  # a part of the names of the tests that run


# How the reasons of skips begin that are of modules that Fermata hasn't: ours, and an ImportError's.
MISSING = ("needs module ", "No module named ")


# How the errors begin of what would write files, in a tree that is read-only.
REFUSED = ("[Errno 30] Read-only file system", "[Errno 2] No usable temporary directory", "open() is not granted")


class MissingModule(unittest.SkipTest):
    # A module that Fermata hasn't: the test counts as failed.
    def __init__(self, what):
        super().__init__(what)


def name_of(test):
    if isinstance(test, doctest.DocTestCase):
        name = test.id().removeprefix(current_module.__name__).lstrip(".") or "module"
        return f"doctest.{name}".replace(" ", "_")
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
        if str(error[1]).startswith(REFUSED):
            self._tell(test, "skip", "needs files")
        else:
            self._tell(test, "fail", _why(error[1]))

    def addSkip(self, test, reason):
        if isinstance(test, unittest.case._SubTest):
            return  # the rest of the test counts
        # unittest gives a skip's text alone.
        self._tell(test, "fail" if reason.startswith(MISSING) else "skip", reason)

    def addSubTest(self, test, subtest, error):
        if error is not None:
            self.addError(test, error)

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


def run_suite(suite):
    """Runs the tests of a suite that are wanted, the classes in the order of the file: what comes after an endless one doesn't run."""
    order = {cls: at for at, cls in enumerate(vars(current_module).values()) if isinstance(cls, type)}
    tests = [test for test in _flat(suite) if wanted in name_of(test)]
    tests.sort(key=lambda test: order.get(type(test), len(order)))
    unittest.TestSuite(tests).run(Result(tests))


def run_module(module, only=""):
    """Runs all tests of a module: by its own list, when it makes one."""
    global wanted, current_module
    wanted, current_module = only, module
    if hasattr(module, "test_main"):
        module.test_main()
    else:
        run_suite(unittest.defaultTestLoader.loadTestsFromModule(module))
