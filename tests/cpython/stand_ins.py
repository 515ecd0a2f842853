# Modules that Fermata has not, or not yet, but that test files name. Using one of those that reach out of the sandbox skips the test, using
# another fails it.
import codecs
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


# What C code asks for when it shows an exception is what the interpreter does for one that nobody caught.


def _exception_print(e):
    sys.__excepthook__(type(e), e, e.__traceback__)


def _traceback_print(tb, file):
    file.write("Traceback (most recent call last):\n")
    traceback.print_tb(tb, file=file)


MODULES = {
    "marshal": _all("module marshal"),
    "_testcapi": _all(
        "the C API",
        INT_MAX=2**31 - 1,
        ULLONG_MAX=2**64 - 1,
        SIZEOF_TIME_T=8,
        exception_print=_exception_print,
        traceback_print=_traceback_print,
    ),
    "_testinternalcapi": _all("the C API", get_config=lambda: {"code_debug_ranges": 1}),
    "subprocess": _all("subprocess", PIPE=-1, CalledProcessError=OSError),
    "sysconfig": _all("module sysconfig", get_config_var=lambda name: None),  # the variables of a build of CPython
    "ctypes": _all("the C API", sizeof=lambda kind: 4, c_wchar=None),
}


# test_zipfile has a text in it while it is loaded; the East Asian codecs aren't here.
codecs.register(lambda name: codecs.CodecInfo(codecs.utf_8_encode, codecs.utf_8_decode, name=name) if name == "shift_jis" else None)
