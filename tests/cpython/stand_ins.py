# Modules that Fermata has not, or not yet, but that test files name. Using one of those that reach out of the sandbox skips the test, using
# another fails it.
import io
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
        # A class made of it, too, skips the test that makes an object.
        return type("_Nothing", (), {"__new__": lambda cls, *args, **kwargs: self()}),

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


def _skips(what):
    return _Nothing(what)


def _all(what, **known):
    # A module of which every other name is a function that skips.
    def missing(name):
        if name.startswith("__") and name != "__import__":
            raise AttributeError(name)
        return _skips(what)
    return known | {"__getattr__": missing}


def missing(name):
    """The contents of a module of the standard library that Fermata hasn't and that is not named below."""
    return _all("module " + name, __path__=[])


# What isn't a module that is missing, but the world outside the sandbox, or CPython's own insides.
OUTSIDE = {"files", "signals", "subprocess", "the C API", "bytecode", "the module io of CPython that is in Python"}


folder = "/usr/lib/python3.11/test"
files = {}  # the texts of the files of the test package that may be read, by their paths


def open(path, mode="r", *args, **kwargs):
    if mode != "r" or path not in files:
        raise unittest.SkipTest("needs files")
    return io.StringIO(files[path])


def _listdir(path):
    names = [name[len(path):].lstrip("/") for name in files if name.startswith(path.rstrip("/") + "/")]
    return [name for name in names if "/" not in name]


def _split(path):
    head, slash, tail = path.rpartition("/")
    return (head.rstrip("/") or slash, tail)


_PATHS = dict(split=_split, dirname=lambda path: _split(path)[0], basename=lambda path: _split(path)[1],
              join=lambda path, *more: "/".join([path.rstrip("/"), *more]), exists=lambda path: path in files or bool(_listdir(path)),
              isfile=lambda path: path in files, abspath=lambda path: path)


class _Never(Exception):
    pass


class _Patch:
    # unittest.mock.patch("module.name", value), as a decorator or in a with statement.
    def __init__(self, target, new=None, **more):
        self.module, _, self.name = target.rpartition(".")
        self.new = new

    def __call__(self, function):
        def patched(*args, **kwargs):
            with self:
                return function(*args, **kwargs)
        return patched

    def __enter__(self):
        module = __import__(self.module, fromlist=["x"])
        if not hasattr(module, self.name):
            raise unittest.SkipTest(f"needs details of CPython: {self.module}.{self.name}")
        self.old = getattr(module, self.name)
        setattr(module, self.name, self.new)

    def __exit__(self, *details):
        setattr(__import__(self.module, fromlist=["x"]), self.name, self.old)


# What C code asks for when it shows an exception is what the interpreter does for one that nobody caught.

def _exception_print(e):
    sys.__excepthook__(type(e), e, e.__traceback__)


def _traceback_print(tb, file):
    file.write("Traceback (most recent call last):\n")
    traceback.print_tb(tb, file=file)


class _Environment(dict):
    pass


MODULES = {
    "pickle": _all("module pickle", HIGHEST_PROTOCOL=5, DEFAULT_PROTOCOL=4, PicklingError=_Never),
    "marshal": _all("module marshal"),
    "os": _all("files", environ=_Environment(), sep="/", name="posix", curdir=".", listdir=_listdir, devnull="/dev/null", linesep="\n", PathLike=object),
    "os.path": _all("files", **_PATHS),
    "errno": dict(ENOENT=2, EPERM=1, EACCES=13, EPIPE=32, EEXIST=17, EISDIR=21, ENOTDIR=20, ECHILD=10, ESRCH=3, EINTR=4, EAGAIN=11, EALREADY=114,
                  EINPROGRESS=115, EWOULDBLOCK=11, ECONNABORTED=103, ECONNREFUSED=111, ECONNRESET=104, ETIMEDOUT=110, ESHUTDOWN=108, errorcode={}),
    "locale": _all("module locale", LC_ALL=6, LC_CTYPE=0, LC_NUMERIC=1, Error=_Never),
    "_testcapi": _all("the C API", SIZEOF_TIME_T=8, exception_print=_exception_print, traceback_print=_traceback_print),
    "signal": _all("signals", SIGINT=2),
    "subprocess": _all("subprocess", PIPE=-1),
    "platform": dict(system=lambda: "Linux", python_implementation=lambda: "Fermata", machine=lambda: "", win32_ver=lambda: ("",),
                     libc_ver=lambda: ("", "")),
    "unittest.mock": _all("module unittest.mock", patch=_Patch),
    "_py_abc": dict(__import__("abc").__dict__),
    "__future__": {},
    "ctypes": _all("the C API", sizeof=lambda kind: 4, c_wchar=None),
    "http": {"__path__": []},
    "http.client": dict(HTTPException=_Never),
    "_pyio": _all("the module io of CPython that is in Python"),
    "opcode": _all("bytecode"),
} | {"_testinternalcapi": _all("the C API")} | {name: _all("module " + name) for name in ("_string", "_strptime", "_ast", "_pickle")}

# Names of CPython's own in modules that are here, read by test files while they are loaded.
PRIVATE = {
    "uuid": {"_GETTERS": ()} | dict.fromkeys(["_ifconfig_getnode", "_ip_getnode", "_arp_getnode", "_lanscan_getnode", "_netstat_getnode"]),
}
