# Modules that Fermata has not, or not yet, but that test files name. Using one of those that reach out of the sandbox skips the test, using
# another fails it.
import io
import os
import sys
import traceback
import results
import unittest


class _Nothing:
    # What a module that is not there gives: nothing of use while the file is loaded; a test that uses it is skipped.
    def __init__(self, what):
        self._what = what

    def __call__(self, *args, **kwargs):
        if results.running is not None:
            raise (unittest.SkipTest if self._what in OUTSIDE else results.MissingModule)("needs " + self._what)
        return self

    def __iter__(self):
        self()
        return iter(())

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __mro_entries__(self, bases):
        # A class made from it also skips the test that makes an object.
        return (type("_Nothing", (), {"__new__": lambda cls, *args, **kwargs: self()}),)

    def __lt__(self, other):
        return False

    __gt__ = __le__ = __ge__ = __lt__

    def __add__(self, other):
        return self

    def __neg__(self):
        return self

    __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __lshift__ = __rlshift__ = __or__ = __ror__ = __getitem__ = __add__

    def __and__(self, other):
        return self()

    __rand__ = __index__ = __and__


def _all(what, **known):
    # A module of which every other name is a function that skips.
    def missing(name):
        if name.startswith("__") and name != "__import__":
            raise AttributeError(name)
        return _Nothing(what)

    return known | {"__getattr__": missing}


def contents_of(name):
    """The contents of a module of the standard library that Fermata hasn't."""
    return MODULES.get(name) or _all("module " + name)


# What isn't a module that is missing, but the world outside the sandbox, or CPython's own insides.
OUTSIDE = {"subprocess", "the C API"}


folder = ""  # of the test package
files = {}  # the contents of the files of the test package that may be read, by their paths


class _Data(io.BytesIO):
    name = None


def open(path, mode="r", buffering=-1, encoding=None, errors=None, newline=None, *args, **kwargs):
    path = os.fsdecode(path) if not isinstance(path, int) else path
    if mode not in ("r", "rt", "rb") or path not in files:
        raise unittest.SkipTest("needs files")
    data = _Data(files[path])
    data.name = path
    return data if "b" in mode else io.TextIOWrapper(data, encoding or "utf-8", errors, newline)


# The data of the test package are the only files.


def _names_in(path):
    names = [name[len(path) :].lstrip("/") for name in files if name.startswith(path.rstrip("/") + "/")]
    return [name for name in names if "/" not in name]


def _with_data(function, of_data):
    # Asks a function of the system about what isn't there.
    return lambda path=".", *more, **options: of_data(os.fspath(path)) or function(path, *more, **options)


os.listdir = _with_data(os.listdir, _names_in)
os.path.isdir = _with_data(os.path.isdir, lambda path: bool(_names_in(path)))
os.path.isfile = _with_data(os.path.isfile, lambda path: path in files)
os.path.exists = _with_data(os.path.exists, lambda path: path in files or bool(_names_in(path)))


# What C code asks for when it shows an exception is what the interpreter does for one that nobody caught.


def _exception_print(e):
    sys.__excepthook__(type(e), e, e.__traceback__)


def _traceback_print(tb, file):
    file.write("Traceback (most recent call last):\n")
    traceback.print_tb(tb, file=file)


MODULES = {
    "marshal": _all("module marshal"),
    "_testcapi": _all("the C API", SIZEOF_TIME_T=8, exception_print=_exception_print, traceback_print=_traceback_print),
    "_testinternalcapi": _all("the C API", get_config=lambda: {"code_debug_ranges": 1}),
    "subprocess": _all("subprocess", PIPE=-1, CalledProcessError=OSError),
    "sysconfig": _all("module sysconfig", get_config_var=lambda name: None),  # the variables of a build of CPython
    "ctypes": _all("the C API", sizeof=lambda kind: 4, c_wchar=None),
}
