# A small unittest for CPython's test files: what they use of it, run by Fermata. Results are lines on standard output that run reads.
import sys


class SkipTest(Exception):
    pass


class MissingModule(SkipTest):
    # A module that Fermata hasn't: the test counts as failed.
    pass


class _Raised:
    # What assertRaises gives: a context manager that keeps the exception.
    def __init__(self, case, expected, pattern=None, msg=None):
        self.case = case
        self.expected = expected
        self.pattern = pattern
        self.msg = msg
        self.exception = None

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        if kind is None:
            names = getattr(self.expected, "__name__", None) or ", ".join(e.__name__ for e in self.expected)
            raise self.case.failureException(f"{names} not raised" + (f": {self.msg}" if self.msg else ""))
        if not issubclass(kind, self.expected):
            return False
        self.exception = value.with_traceback(None)
        if self.pattern is not None:
            import re
            pattern = re.compile(self.pattern) if isinstance(self.pattern, (str, bytes)) else self.pattern
            if not pattern.search(str(value)):
                raise self.case.failureException(f'"{pattern.pattern}" does not match "{value}"')
        return True


class _Warned:
    # What assertWarns gives: a context manager that keeps the first warning of the class that is expected.
    def __init__(self, case, expected, pattern=None, msg=None):
        self.case = case
        self.expected = expected
        self.pattern = pattern
        self.msg = msg

    def __enter__(self):
        import warnings
        for module in list(sys.modules.values()):
            registry = getattr(module, "__warningregistry__", None)
            if registry:
                registry.clear()
        self.catching = warnings.catch_warnings(record=True)
        self.warnings = self.catching.__enter__()
        warnings.simplefilter("always", self.expected)
        return self

    def __exit__(self, kind, value, traceback):
        self.catching.__exit__(kind, value, traceback)
        if kind is not None:
            return False
        import re
        found = [w for w in self.warnings if isinstance(w.message, self.expected)]
        if found:
            self.warning, self.filename, self.lineno = found[0].message, found[0].filename, found[0].lineno
        if self.pattern is not None:
            found = [w for w in found if re.search(self.pattern, str(w.message))]
        if not found:
            names = getattr(self.expected, "__name__", None) or ", ".join(e.__name__ for e in self.expected)
            raise self.case.failureException(f"{names} not triggered" + (f": {self.msg}" if self.msg else ""))
        self.warning, self.filename, self.lineno = found[0].message, found[0].filename, found[0].lineno
        return False


class _Logged:
    # What assertLogs gives: the records and their texts.
    def __init__(self, case, logger, level, wanted):
        import logging
        self.case = case
        self.logger = logger if isinstance(logger, logging.Logger) else logging.getLogger(logger)
        self.level = logging.getLevelName(level) if isinstance(level, str) else level or logging.INFO
        self.wanted = wanted

    def __enter__(self):
        import logging
        records = self.records = []
        output = self.output = []

        class Keeper(logging.Handler):
            def emit(self, record):
                records.append(record)
                output.append(f"{record.levelname}:{record.name}:{record.getMessage()}")

        self.before = self.logger.handlers, self.logger.level, self.logger.propagate
        self.logger.handlers, self.logger.propagate = [Keeper()], False
        self.logger.setLevel(self.level)
        return self

    def __exit__(self, kind, value, traceback):
        self.logger.handlers, level, self.logger.propagate = self.before
        self.logger.setLevel(level)
        if kind is None and bool(self.records) != self.wanted:
            raise self.case.failureException("no logs triggered" if self.wanted else f"unexpected logs: {self.output}")
        return False


class _SubTest:
    def __init__(self, case, msg, params):
        self.case = case
        self.msg = msg
        self.params = params

    def what(self):
        return (f"[{self.msg}] " if self.msg is not None else "") + ", ".join(f"{k}={_short(v)}" for k, v in self.params.items())

    def __enter__(self):
        return None

    def __exit__(self, kind, value, traceback):
        if kind is None:
            return False
        if issubclass(kind, SkipTest):
            return not issubclass(kind, MissingModule)
        if issubclass(kind, Exception):
            self.case._failures.append((f"({self.what()}) ", value))
            return True
        return False


class TestCase:
    failureException = AssertionError
    longMessage = True
    maxDiff = 640

    def __init__(self, methodName="runTest"):
        self._testMethodName = methodName
        self._cleanups = []
        self._failures = []

    def setUp(self): pass
    def tearDown(self): pass
    @classmethod
    def setUpClass(cls): pass
    @classmethod
    def tearDownClass(cls): pass

    def id(self):
        return f"{type(self).__module__}.{type(self).__qualname__}.{self._testMethodName}"

    def __str__(self):
        return f"{self._testMethodName} ({self.id()})"

    def addCleanup(self, function, /, *args, **kwargs):
        self._cleanups.append((function, args, kwargs))

    def doCleanups(self):
        while self._cleanups:
            function, args, kwargs = self._cleanups.pop()
            self._call(function, *args, **kwargs)

    # What subclasses do otherwise: calling a function of the test, and all that a test is.
    def _call(self, function, *args, **kwargs):
        return function(*args, **kwargs)

    def _set_up(self):
        self.setUp()

    def _tear_down(self):
        self.tearDown()

    def _run_all(self, function):
        failures = self._failures
        try:
            self._set_up()
            try:
                self._call(function)
            except SkipTest:
                raise
            except Exception as e:
                failures.append(("", e))
            finally:
                self._tear_down()
        except SkipTest:
            raise
        except Exception as e:
            failures.append(("", e))
        finally:
            self.doCleanups()

    def enterContext(self, manager):
        value = manager.__enter__()
        self.addCleanup(manager.__exit__, None, None, None)
        return value

    def skipTest(self, reason):
        raise SkipTest(reason)

    def subTest(self, msg=None, **params):
        return _SubTest(self, msg, params)

    def addTypeEqualityFunc(self, kind, function): pass

    def fail(self, msg=None):
        raise self.failureException(msg)

    def _check(self, fine, text, msg):
        if not fine:
            raise self.failureException(text if msg is None else f"{text} : {msg}")

    def assertTrue(self, x, msg=None): self._check(x, f"{x!r} is not true", msg)
    def assertFalse(self, x, msg=None): self._check(not x, f"{x!r} is not false", msg)
    def assertEqual(self, a, b, msg=None):
        if not a == b:
            self._check(False, f"{_short(a)} != {_short(b)}", msg)
    def assertNotEqual(self, a, b, msg=None):
        if not a != b:
            self._check(False, f"{_short(a)} == {_short(b)}", msg)
    def assertIs(self, a, b, msg=None): self._check(a is b, "not the same object", msg)
    def assertIsNot(self, a, b, msg=None): self._check(a is not b, "the same object", msg)
    def assertIsNone(self, x, msg=None): self._check(x is None, f"{_short(x)} is not None", msg)
    def assertIsNotNone(self, x, msg=None): self._check(x is not None, "unexpectedly None", msg)
    def assertIn(self, a, b, msg=None):
        if a not in b:
            self._check(False, f"{_short(a)} not found in {_short(b)}", msg)
    def assertNotIn(self, a, b, msg=None):
        if a in b:
            self._check(False, f"{_short(a)} unexpectedly found in {_short(b)}", msg)
    def assertIsInstance(self, a, b, msg=None): self._check(isinstance(a, b), f"{_short(a)} is not an instance of {b!r}", msg)
    def assertNotIsInstance(self, a, b, msg=None): self._check(not isinstance(a, b), f"{_short(a)} is an instance of {b!r}", msg)
    def assertLess(self, a, b, msg=None): self._check(a < b, f"{_short(a)} not less than {_short(b)}", msg)
    def assertLessEqual(self, a, b, msg=None): self._check(a <= b, f"{_short(a)} not less than or equal to {_short(b)}", msg)
    def assertGreater(self, a, b, msg=None): self._check(a > b, f"{_short(a)} not greater than {_short(b)}", msg)
    def assertGreaterEqual(self, a, b, msg=None): self._check(a >= b, f"{_short(a)} not greater than or equal to {_short(b)}", msg)

    def assertAlmostEqual(self, a, b, places=None, msg=None, delta=None):
        if a == b:
            return
        difference = abs(a - b)
        if delta is not None:
            return self._check(difference <= delta, f"{a!r} != {b!r} within {delta!r}", msg)
        self._check(round(difference, 7 if places is None else places) == 0, f"{a!r} != {b!r} within {places} places", msg)

    def assertNotAlmostEqual(self, a, b, places=None, msg=None, delta=None):
        difference = abs(a - b)
        near = difference <= delta if delta is not None else round(difference, 7 if places is None else places) == 0
        self._check(not (a == b) and not near, f"{a!r} == {b!r} within limits", msg)

    def assertCountEqual(self, first, second, msg=None):
        first, rest = list(first), list(second)
        same = len(first) == len(rest)
        for x in first:
            if not same:
                break
            if x in rest:
                rest.remove(x)
            else:
                same = False
        self._check(same, f"element counts differ: {_short(first)}, {_short(second)}", msg)

    def assertRegex(self, text, pattern, msg=None):
        import re
        pattern = re.compile(pattern) if isinstance(pattern, (str, bytes)) else pattern
        self._check(pattern.search(text), f"{pattern.pattern!r} not found in {_short(text)}", msg)

    def assertNotRegex(self, text, pattern, msg=None):
        import re
        pattern = re.compile(pattern) if isinstance(pattern, (str, bytes)) else pattern
        self._check(not pattern.search(text), f"{pattern.pattern!r} found in {_short(text)}", msg)

    def assertRaises(self, expected, *args, msg=None, **kwargs):
        context = _Raised(self, expected, msg=msg)
        if not args:
            return context
        function, *args = args
        if function is None:
            return context
        with context:
            function(*args, **kwargs)

    def assertRaisesRegex(self, expected, pattern, *args, msg=None, **kwargs):
        context = _Raised(self, expected, pattern, msg)
        if not args:
            return context
        function, *args = args
        with context:
            function(*args, **kwargs)

    def assertWarns(self, expected, *args, msg=None, **kwargs):
        return self._warned(_Warned(self, expected, None, msg), args, kwargs)

    def assertWarnsRegex(self, expected, pattern, *args, msg=None, **kwargs):
        return self._warned(_Warned(self, expected, pattern, msg), args, kwargs)

    def _warned(self, context, args, kwargs):
        if not args:
            return context
        function, *args = args
        with context:
            function(*args, **kwargs)

    def assertNoLogs(self, logger=None, level=None): return _Logged(self, logger, level, False)
    def assertLogs(self, logger=None, level=None): return _Logged(self, logger, level, True)

    def assertSequenceEqual(self, a, b, msg=None, seq_type=None):
        self._check(list(a) == list(b), f"sequences differ: {_short(a)} != {_short(b)}", msg)

    assertListEqual = assertTupleEqual = assertSetEqual = assertDictEqual = assertMultiLineEqual = assertEqual

    def assertDictContainsSubset(self, subset, dictionary, msg=None):
        self._check({**dictionary, **subset} == dictionary, f"{_short(subset)} not within {_short(dictionary)}", msg)

    # Names of old.
    assertEquals = assertEqual
    assert_ = failUnless = assertTrue


class IsolatedAsyncioTestCase(TestCase):
    # One runner, and so one context, for all parts of a test.
    async def asyncSetUp(self): pass
    async def asyncTearDown(self): pass

    def addAsyncCleanup(self, function, /, *args, **kwargs):
        self.addCleanup(function, *args, **kwargs)

    async def enterAsyncContext(self, manager):
        value = await manager.__aenter__()
        self.addAsyncCleanup(manager.__aexit__, None, None, None)
        return value

    def _run_all(self, function):
        import asyncio
        with asyncio.Runner(debug=False) as self._runner:
            super()._run_all(function)

    def _call(self, function, *args, **kwargs):
        import inspect
        self._runner.get_loop()
        context = self._runner._context

        async def called():
            result = function(*args, **kwargs)
            return await result if inspect.isawaitable(result) else result

        # What isn't a coroutine runs in the context, but in no task.
        if inspect.iscoroutinefunction(function):
            return self._runner.run(called(), context=context)
        result = context.run(function, *args, **kwargs)
        return self._runner.run(result, context=context) if inspect.iscoroutine(result) else result

    def _set_up(self):
        self._call(self.setUp)
        self._call(self.asyncSetUp)

    def _tear_down(self):
        self._call(self.asyncTearDown)
        self._call(self.tearDown)


def _short(x):
    try:
        text = repr(x)
    except Exception:
        text = object.__repr__(x)
    return text if len(text) <= 300 else text[:300] + "…"


# --- skipping

def skip(reason=""):
    def decorate(item):
        item.__unittest_skip__ = True
        item.__unittest_skip_why__ = reason if isinstance(reason, str) else ""
        return item
    if not isinstance(reason, str):
        return decorate(reason)
    return decorate


def skipIf(condition, reason):
    return skip(reason) if condition else lambda item: item


def skipUnless(condition, reason):
    return lambda item: item if condition else skip(reason)(item)


def expectedFailure(item):
    item.__unittest_expecting_failure__ = True
    return item


# --- running

class TestSuite(list):
    def addTest(self, test): self.append(test)
    def addTests(self, tests): self.extend(tests)


class TestLoader:
    testMethodPrefix = "test"

    def getTestCaseNames(self, cls):
        return [name for name in dir(cls) if name.startswith("test") and callable(getattr(cls, name))]

    def loadTestsFromTestCase(self, cls):
        return TestSuite(cls(name) for name in self.getTestCaseNames(cls))

    def loadTestsFromModule(self, module):
        return TestSuite()


defaultTestLoader = TestLoader()


def makeSuite(cls, prefix="test"):
    return defaultTestLoader.loadTestsFromTestCase(cls)


def main(*args, **kwargs): pass


def addModuleCleanup(function, *args, **kwargs): pass


def _report(kind, name, text=""):
    print(f"@@{kind} {name} {text!r}", flush=True)


def _skipped(name, error):
    _report("fail" if isinstance(error, MissingModule) else "skip", name, str(error))


def _why(error):
    import traceback
    frames = traceback.extract_tb(error.__traceback__)
    lines = [f.lineno for f in frames if f.filename.endswith("_test.py") or "/test_" in f.filename or "_tests.py" in f.filename]
    return f"line {', '.join(map(str, lines))}: {type(error).__name__}: {_short(str(error))}"


running = None  # the name of the test that runs


def _run_doctests(module, only):
    # Those that the module's load_tests adds.
    global current_module, running
    current_module = module
    load = getattr(module, "load_tests", None)
    doctest = sys.modules.get("doctest")
    if load is None or doctest is None:
        return
    suite = TestSuite()
    try:
        suite = load(defaultTestLoader, suite, None) or suite
    except SkipTest:
        pass
    waiting = [suite]
    while waiting:
        at = waiting.pop(0)
        if isinstance(at, list):
            waiting[:0] = at
            continue
        name = f"doctest.{getattr(at, 'name', '')}".replace(" ", "_")
        if not isinstance(at, doctest.DocTestCase) or only not in name:
            continue
        print(f"@@begin {name}", flush=True)
        running = name
        try:
            at.setUp()
            at.runTest()
        except SkipTest as e:
            _skipped(name, e)
        except Exception as e:
            _report("fail", name, str(e))
        else:
            _report("ok", name)


def _run_method(cls, name):
    method = getattr(cls, name)
    full = f"{cls.__qualname__}.{name}"
    if getattr(cls, "__unittest_skip__", False) or getattr(method, "__unittest_skip__", False):
        return _report("skip", full, getattr(method, "__unittest_skip_why__", "") or getattr(cls, "__unittest_skip_why__", ""))
    global running
    running = full
    case = cls(name)
    failures = case._failures
    try:
        case._run_all(getattr(case, name))
    except SkipTest as e:
        return _skipped(full, e)
    except Exception as e:
        failures.append(("", e))
    if getattr(method, "__unittest_expecting_failure__", False):
        return _report("ok" if failures else "fail", full, "" if failures else "unexpected success")
    if failures:
        where, error = failures[0]
        return _report("fail", full, where + _why(error))
    _report("ok", full)


wanted = ""  # a part of the names of the tests that run


def run_module(module, only=""):
    # Runs all tests of a module, in order: by its own list, when it makes one.
    global wanted
    wanted = only
    if hasattr(module, "test_main"):
        return module.test_main()
    run_classes(vars(module).values())
    _run_doctests(module, only)


def run_classes(classes):
    for cls in list(classes):
        if not (isinstance(cls, type) and issubclass(cls, TestCase)) or cls in (TestCase, IsolatedAsyncioTestCase):
            continue
        names = [n for n in defaultTestLoader.getTestCaseNames(cls) if wanted in f"{cls.__qualname__}.{n}"]
        if not names:
            continue
        try:
            if not getattr(cls, "__unittest_skip__", False):
                cls.setUpClass()
        except SkipTest as e:
            for name in names:
                _skipped(f"{cls.__qualname__}.{name}", e)
            continue
        for name in names:
            print(f"@@begin {cls.__qualname__}.{name}", flush=True)
            _run_method(cls, name)
        if not getattr(cls, "__unittest_skip__", False):
            cls.tearDownClass()
