# A small test.support for CPython's test files, and its helpers as attributes that `loader.py` makes modules of.
import contextlib
import functools
import io
import os
import re
import sys
import results
import unittest
import warnings


class _Anything:
    def __init__(self, equal):
        self._equal = equal

    def __eq__(self, other):
        return self._equal

    def __ne__(self, other):
        return not self._equal

    def __hash__(self):
        return 1


class _Largest:
    def __eq__(self, other):
        return isinstance(other, _Largest)

    def __lt__(self, other):
        return False

    def __le__(self, other):
        return isinstance(other, _Largest)

    def __gt__(self, other):
        return not isinstance(other, _Largest)

    def __ge__(self, other):
        return True


class _Smallest:
    def __eq__(self, other):
        return isinstance(other, _Smallest)

    def __lt__(self, other):
        return not isinstance(other, _Smallest)

    def __le__(self, other):
        return True

    def __gt__(self, other):
        return False

    def __ge__(self, other):
        return isinstance(other, _Smallest)


ALWAYS_EQ = _Anything(True)
NEVER_EQ = _Anything(False)
LARGEST = _Largest()
SMALLEST = _Smallest()
MAX_Py_ssize_t = sys.maxsize
NHASHBITS = 61
HAVE_DOCSTRINGS = True
MISSING_C_DOCSTRINGS = False
_1G = 1 << 30
_2G = 2 << 30
_4G = 4 << 30
verbose = False
has_strftime_extensions = True
STDLIB_DIR = TEST_HOME_DIR = "/no/such/folder"
is_jython = is_android = is_emscripten = is_wasi = Py_DEBUG = False
has_fork_support = has_subprocess_support = has_socket_support = PGO = False
unix_shell = None
control_characters_c0 = [chr(code) for code in (*range(0x20), 0x7F)]
LOOPBACK_TIMEOUT = SHORT_TIMEOUT = LONG_TIMEOUT = 30.0


class Error(Exception):
    pass


class TestFailed(Error):
    pass


class ResourceDenied(unittest.SkipTest):
    pass


def _needs(what):
    return unittest.skip("needs " + what)


# What tests say about CPython alone is mostly true here as well; skips.txt names what isn't.
def cpython_only(item):
    return item


def impl_detail(msg=None, **guards):
    return lambda item: item


def check_impl_detail(**guards):
    return guards.get("cpython") is False


def requires_IEEE_754(item):
    return item


def requires_debug_ranges(reason=""):
    return lambda item: item


def has_no_debug_ranges():
    return False


def requires_specialization(item):
    return cpython_only(item)


def force_not_colorized(item):
    return item


def requires_docstrings(item):
    return _needs("docstrings of builtins")(item)


def requires_zlib(reason=""):
    return lambda item: item


requires_gzip = requires_bz2 = requires_lzma = requires_zlib


def requires_subprocess():
    return _needs("subprocess")


def requires_fork():
    return _needs("fork")


def is_resource_enabled(name):
    return False


def requires_resource(name):
    return _needs("resource " + name)


def requires_legacy_unicode_capi(item):
    return _needs("C API")(item)


def requires_limited_api(item):
    return _needs("C API")(item)


def requires(resource, msg=None):
    raise ResourceDenied("needs resource " + resource)


def requires_working_socket(*, module=False):
    return _needs("sockets")


def bigmemtest(size, memuse, dry_run=True):
    return _needs("much memory")


def bigaddrspacetest(item):
    return _needs("much memory")(item)


def refcount_test(item):
    return _needs("reference counts")(item)


def no_tracing(item):
    return item


def anticipate_failure(condition):
    return unittest.expectedFailure if condition else lambda item: item


def skip_if_pgo_task(item):
    return item


def run_with_locale(*args):
    return _needs("locale")


def skip_if_buggy_ucrt_strfptime(item):
    return item


def skip_if_sanitizer(*args, **kwargs):
    return lambda item: item


def load_package_tests(*args):
    raise unittest.SkipTest("needs files")


def run_with_tz(*args):
    return _needs("time zones")


def requires_mac_ver(*version):
    return lambda item: item


def requires_linux_version(*version):
    return lambda item: item


def requires_freebsd_version(*version):
    return lambda item: item


def requires_hashdigest(name, openssl=None, usedforsecurity=True):
    return lambda item: item


def check_sanitizer(**kinds):
    return False


def darwin_malloc_err_warning(test):
    pass


def findfile(name, subdir=None):
    return "/".join(part for part in (__import__("stand_ins").folder, subdir, name) if part)


def run_unittest(*classes):
    results.run_classes(classes)


def run_doctest(module, verbosity=None, optionflags=0):
    pass


def reap_children():
    pass


def gc_collect():
    __import__("gc").collect()


def print_warning(msg):
    pass


def open_urlresource(*args, **kwargs):
    raise unittest.SkipTest("needs the network")


def subTests(names, values, /, *, _do_cleanups=False):
    names = [n.strip() for n in names.split(",")] if isinstance(names, str) else names

    def decorate(function):
        @functools.wraps(function)
        def run(self, *args, **kwargs):
            for value in values:
                given = dict(zip(names, (value,) if len(names) == 1 else value))
                with self.subTest(**given):
                    function(self, *args, **kwargs, **given)
                if _do_cleanups:
                    self.doCleanups()

        return run

    return decorate


def check__all__(*args, **kwargs):
    raise unittest.SkipTest("needs the library's files")


def check_disallow_instantiation(case, cls, *args, **kwargs):
    case.assertRaises(TypeError, cls, *args, **kwargs)


def check_free_after_iterating(*args):
    raise unittest.SkipTest("needs reference counts")


def check_sizeof(*args):
    raise unittest.SkipTest("needs sizes of objects")


def calcobjsize(text):
    return 0


def calcvobjsize(text):
    return 0


def setswitchinterval(seconds):
    pass


def get_attribute(o, name):
    try:
        return getattr(o, name)
    except AttributeError:
        raise unittest.SkipTest(f"needs attribute {name}")


def sortdict(d):
    return "{" + ", ".join(f"{k!r}: {d[k]!r}" for k in sorted(d)) + "}"


def check_syntax_error(case, statement, errtext="", *, lineno=None, offset=None):
    with case.assertRaisesRegex(SyntaxError, errtext) as caught:
        compile(statement, "<test string>", "exec")
    e = caught.exception
    case.assertIsNotNone(e.lineno)
    if lineno is not None:
        case.assertEqual(e.lineno, lineno)
    case.assertIsNotNone(e.offset)
    if offset is not None:
        case.assertEqual(e.offset, offset)


@contextlib.contextmanager
def captured_output(name):
    old = getattr(sys, name)
    new = io.StringIO()
    setattr(sys, name, new)
    try:
        yield new
    finally:
        setattr(sys, name, old)


def captured_stdout():
    return captured_output("stdout")


def captured_stderr():
    return captured_output("stderr")


def captured_stdin():
    raise unittest.SkipTest("needs standard input")


@contextlib.contextmanager
def swap_attr(o, name, new):
    missing = object()
    old = getattr(o, name, missing)
    setattr(o, name, new)
    try:
        yield None if old is missing else old
    finally:
        delattr(o, name) if old is missing else setattr(o, name, old)


@contextlib.contextmanager
def swap_item(o, key, new):
    missing = object()
    old = o.get(key, missing)
    o[key] = new
    try:
        yield None if old is missing else old
    finally:
        if old is missing:
            del o[key]
        else:
            o[key] = old


@contextlib.contextmanager
def disable_gc():
    yield


@contextlib.contextmanager
def infinite_recursion(max_depth=75):
    old = sys.getrecursionlimit()
    sys.setrecursionlimit(max(max_depth, 100))
    try:
        yield
    finally:
        sys.setrecursionlimit(old)


@contextlib.contextmanager
def adjust_int_max_str_digits(digits):
    old = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(digits)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(old)


class catch_unraisable_exception:
    def __enter__(self):
        raise unittest.SkipTest("needs finalizers")

    def __exit__(self, *args):
        pass


class SuppressCrashReport:
    def __enter__(self):
        return self

    def __exit__(self, *args):
        pass


class SkipContext:
    def __init__(self, what):
        self.what = what

    def __enter__(self):
        raise unittest.SkipTest("needs " + self.what)

    def __exit__(self, *args):
        pass


def maybe_get_event_loop_policy():
    return None


def _skipping(what):
    def function(*args, **kwargs):
        raise unittest.SkipTest("needs " + what)

    return function


def import_module(name, deprecated=False, *, required_on=()):
    try:
        return __import__(name, fromlist=["x"])
    except ImportError:
        raise results.MissingModule(f"needs module {name}")


def import_fresh_module(name, fresh=(), blocked=(), deprecated=False):
    # There is one version of each module here: it stands for CPython's in C, and for the one in Python.
    try:
        return __import__(name, fromlist=["x"])
    except ImportError:
        return None


def check_syntax_warning(case, statement, errtext="", *, lineno=1, offset=None):
    # One warning; with a filter that makes errors of warnings, a SyntaxError.
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", SyntaxWarning)
        compile(statement, "<testcase>", "exec")
    case.assertEqual(len(caught), 1, caught)
    case.assertTrue(issubclass(caught[0].category, SyntaxWarning))
    if errtext:
        case.assertRegex(str(caught[0].message), errtext)
    case.assertEqual(caught[0].filename, "<testcase>")
    case.assertIsNotNone(caught[0].lineno)
    if lineno is not None:
        case.assertEqual(caught[0].lineno, lineno)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("error", SyntaxWarning)
        check_syntax_error(case, statement, errtext, lineno=lineno, offset=offset)
    case.assertEqual(caught, [])


class _Recorded:
    # The warnings that check_warnings records; the last one's attributes are its own.
    def __init__(self, caught):
        self._caught = caught
        self._from = 0

    def __getattr__(self, name):
        if len(self._caught) > self._from:
            return getattr(self._caught[-1], name)
        if name in ("message", "category", "filename", "lineno", "line"):
            return None
        raise AttributeError(name)

    @property
    def warnings(self):
        return self._caught[self._from :]

    def reset(self):
        self._from = len(self._caught)


@contextlib.contextmanager
def check_warnings(*filters, quiet=None):
    """Each of the filters, (pattern, category), must have its warning, and each warning its filter."""
    if not filters:
        filters = (("", Warning),)
        quiet = True if quiet is None else quiet
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield _Recorded(caught)
    unexpected = [w.message for w in caught]
    missing = []
    for pattern, category in filters:
        fitting = [w for w in unexpected if re.match(pattern, str(w), re.I) and issubclass(type(w), category)]
        unexpected = [w for w in unexpected if not any(w is f for f in fitting)]
        if not fitting and not quiet:
            missing.append((pattern, category.__name__))
    if unexpected:
        raise AssertionError(f"unhandled warning {unexpected[0]}")
    if missing:
        raise AssertionError("filter (%r, %s) did not catch any warning" % missing[0])


@contextlib.contextmanager
def check_no_warnings(case, message="", category=Warning, force_gc=False):
    with warnings.catch_warnings(record=True) as caught:
        warnings.filterwarnings("always", message=message, category=category)
        yield
    case.assertEqual(caught, [])


def ignore_warnings(*, category):
    def decorate(function):
        @functools.wraps(function)
        def quietly(*args, **kwargs):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", category=category)
                return function(*args, **kwargs)

        return quietly

    return decorate


@contextlib.contextmanager
def save_restore_warnings_filters():
    old = warnings.filters[:]
    try:
        yield
    finally:
        warnings.filters[:] = old


def _missing(name):
    # A helper that isn't here: a decorator that skips what it decorates, a function that skips the test that calls it.
    def helper(*args, **kwargs):
        if results.running is not None:
            raise unittest.SkipTest("needs " + name)
        return _needs(name)(args[0]) if len(args) == 1 and callable(args[0]) else _needs(name)

    if name.startswith("__") or name.isupper():
        raise AttributeError(name)
    return helper


class EnvironmentVarGuard:
    """os.environ, which is as before when the with statement ends."""

    def __enter__(self):
        self._before = dict(os.environ)
        return self

    def __exit__(self, *exception):
        os.environ.clear()
        os.environ.update(self._before)

    def __getitem__(self, name):
        return os.environ[name]

    def __setitem__(self, name, value):
        os.environ[name] = value

    def __delitem__(self, name):
        os.environ.pop(name, None)

    def __contains__(self, name):
        return name in os.environ

    def get(self, name, default=None):
        return os.environ.get(name, default)

    set = __setitem__
    unset = __delitem__


HELPERS = {
    "import_helper": dict(
        import_module=import_module,
        import_fresh_module=import_fresh_module,
        CleanImport=lambda *a: SkipContext("import of files"),
        DirsOnSysPath=lambda *a: SkipContext("import of files"),
        forget=lambda name: None,
        unload=lambda name: None,
    ),
    "script_helper": dict.fromkeys(
        ["assert_python_ok", "assert_python_failure", "make_script", "run_python_until_end", "spawn_python", "kill_python"],
        _skipping("subprocess"),
    )
    | {"interpreter_requires_environment": lambda: False},
    "os_helper": {
        "TESTFN": "@test",
        "TESTFN_ASCII": "@test",
        "TESTFN_UNICODE": "@test-\xe0\xf2",
        "unlink": _skipping("files"),
        "temp_cwd": lambda *a, **k: SkipContext("files"),
        "temp_dir": lambda *a, **k: SkipContext("files"),
        "EnvironmentVarGuard": EnvironmentVarGuard,
        "can_symlink": lambda: False,
        "rmtree": _skipping("files"),
        "FakePath": object,
        "create_empty_file": _skipping("files"),
        "skip_unless_symlink": _needs("files"),
        "skip_unless_working_chmod": _needs("files"),
        "skip_unless_hardlink": _needs("files"),
        "change_cwd": lambda *a, **k: SkipContext("files"),
        "TESTFN_UNDECODABLE": None,
        "TESTFN_NONASCII": None,
        "TESTFN_UNENCODABLE": None,
        "FS_NONASCII": None,
    },
    "warnings_helper": {
        "check_warnings": check_warnings,
        "check_syntax_warning": check_syntax_warning,
        "check_no_warnings": check_no_warnings,
        "check_no_resource_warning": lambda case: check_no_warnings(case, category=ResourceWarning),
        "import_deprecated": import_module,
        "ignore_warnings": ignore_warnings,
        "save_restore_warnings_filters": save_restore_warnings_filters,
    },
    "threading_helper": {
        "requires_working_threading": lambda *, module=False: _needs("threads"),
        "start_threads": lambda *a, **k: SkipContext("threads"),
        "join_thread": _skipping("threads"),
        "reap_threads": lambda f: f,
        "threading_setup": lambda: (),
        "threading_cleanup": lambda *a: None,
    },
    "hashlib_helper": {"requires_hashdigest": requires_hashdigest},
    "hypothesis_helper": {},
    "socket_helper": {"HOST": "localhost", "IPV6_ENABLED": False, "skip_unless_bind_unix_socket": _needs("sockets")},
    "logging_helper": {"TestHandler": object},
}
for _helper in HELPERS.values():
    _helper["__getattr__"] = _missing
