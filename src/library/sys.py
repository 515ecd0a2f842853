"""What a program may know about the interpreter it runs in."""

from _standard_streams import given_line as _given_line, streams as _streams

# Written in C in CPython: no methods of a class that has them as attributes.
__unbound__ = "*"


stdin, stdout, stderr = __stdin__, __stdout__, __stderr__ = [*_streams()]


class _Record(tuple):
    """A tuple whose items have names."""

    __slots__ = ()
    _names = ()
    _title = ""

    def __getattr__(self, name):
        if name in self._names:
            return self[self._names.index(name)]
        raise AttributeError(f"'sys.{self._title}' object has no attribute '{name}'")

    def __repr__(self):
        return f"sys.{self._title}({', '.join([f'{name}={value!r}' for name, value in zip(self._names, self)])})"


class _version_info(_Record):
    __slots__ = ()
    _names = ("major", "minor", "micro", "releaselevel", "serial")
    _title = "version_info"


class _float_info(_Record):
    __slots__ = ()
    _names = ("max", "max_exp", "max_10_exp", "min", "min_exp", "min_10_exp", "dig", "mant_dig", "epsilon", "radix", "rounds")
    _title = "float_info"


class _int_info(_Record):
    __slots__ = ()
    _names = ("bits_per_digit", "sizeof_digit", "default_max_str_digits", "str_digits_check_threshold")
    _title = "int_info"


class _hash_info(_Record):
    __slots__ = ()
    _names = ("width", "modulus", "inf", "nan", "imag", "algorithm", "hash_bits", "seed_bits", "cutoff")
    _title = "hash_info"


class _flags(_Record):
    __slots__ = ()
    _names = (
        "debug",
        "inspect",
        "interactive",
        "optimize",
        "dont_write_bytecode",
        "no_user_site",
        "no_site",
        "ignore_environment",
        "verbose",
        "bytes_warning",
        "quiet",
        "hash_randomization",
        "isolated",
        "dev_mode",
        "utf8_mode",
        "warn_default_encoding",
        "safe_path",
        "int_max_str_digits",
    )
    _title = "flags"


class _thread_info(_Record):
    __slots__ = ()
    _names = ("name", "lock", "version")
    _title = "thread_info"


for _class in (_version_info, _float_info, _int_info, _hash_info, _flags, _thread_info):
    c_class(_class)
    _class.__name__ = _class.__qualname__ = _class._title
del _class


@c_class
class SimpleNamespace:
    """A simple attribute-based namespace."""

    def __init__(self, /, *args, **kwargs):
        if args:
            raise TypeError("no positional arguments expected")
        for name, value in kwargs.items():
            setattr(self, name, value)

    def __repr__(self):
        name = "namespace" if type(self) is __class__ else type(self).__name__
        if repr_is_open(self):
            return f"{name}(...)"
        return f"{name}({', '.join([f'{key}={value!r}' for key, value in self.__dict__.items()])})"

    def __eq__(self, other):
        if issubclass(type(self), __class__) and issubclass(type(other), __class__):
            return self.__dict__ == other.__dict__
        return NotImplemented

    __hash__ = None


SimpleNamespace.__module__ = "types"

version = "3.12.0 (fermata) [C++]"
version_info = _version_info((3, 12, 0, "final", 0))
hexversion = 0x030C00F0
api_version = 1013
copyright = ""
implementation = SimpleNamespace(name="fermata", version=version_info, hexversion=hexversion, cache_tag="fermata-312")
del SimpleNamespace
platform = "fermata"
byteorder = "little"
maxsize = 2**63 - 1
maxunicode = 0x10FFFF
executable = ""
prefix = exec_prefix = base_prefix = base_exec_prefix = ""
orig_argv = [""]
dont_write_bytecode = True
flags = _flags((0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0, 1, False, 0, 0, True, 4300))
float_info = _float_info((1.7976931348623157e308, 1024, 308, 2.2250738585072014e-308, -1021, -307, 15, 53, 2.220446049250313e-16, 2, 1))
int_info = _int_info((30, 4, 4300, 640))
hash_info = _hash_info((64, 2**61 - 1, 314159, 0, 1000003, "fermata", 64, 0, 0))
float_repr_style = "short"
builtin_module_names = ("_signal", "_thread", "builtins", "errno", "posix", "sys")
# Those of CPython: a name that the sandbox hasn't belongs to the standard library all the same.
stdlib_module_names = frozenset(
    """
    __future__ _abc _aix_support _ast _asyncio _bisect _blake2 _bootsubprocess _bz2 _codecs _codecs_cn _codecs_hk _codecs_iso2022 _codecs_jp
    _codecs_kr _codecs_tw _collections _collections_abc _compat_pickle _compression _contextvars _crypt _csv _ctypes _curses _curses_panel
    _datetime _dbm _decimal _elementtree _frozen_importlib _frozen_importlib_external _functools _gdbm _hashlib _heapq _imp _io _json
    _locale _lsprof _lzma _markupbase _md5 _msi _multibytecodec _multiprocessing _opcode _operator _osx_support _overlapped _pickle
    _posixshmem _posixsubprocess _py_abc _pydecimal _pyio _queue _random _scproxy _sha1 _sha256 _sha3 _sha512 _signal _sitebuiltins _socket
    _sqlite3 _sre _ssl _stat _statistics _string _strptime _struct _symtable _thread _threading_local _tkinter _tokenize _tracemalloc
    _typing _uuid _warnings _weakref _weakrefset _winapi _zoneinfo abc aifc antigravity argparse array ast asynchat asyncio asyncore atexit
    audioop base64 bdb binascii bisect builtins bz2 cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop collections colorsys
    compileall concurrent configparser contextlib contextvars copy copyreg crypt csv ctypes curses dataclasses datetime dbm decimal difflib
    dis distutils doctest email encodings ensurepip enum errno faulthandler fcntl filecmp fileinput fnmatch fractions ftplib functools gc
    genericpath getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac html http idlelib imaplib imghdr imp importlib inspect io
    ipaddress itertools json keyword lib2to3 linecache locale logging lzma mailbox mailcap marshal math mimetypes mmap modulefinder msilib
    msvcrt multiprocessing netrc nis nntplib nt ntpath nturl2path numbers opcode operator optparse os ossaudiodev pathlib pdb pickle
    pickletools pipes pkgutil platform plistlib poplib posix posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc pydoc_data
    pyexpat queue quopri random re readline reprlib resource rlcompleter runpy sched secrets select selectors shelve shlex shutil signal
    site smtpd smtplib sndhdr socket socketserver spwd sqlite3 sre_compile sre_constants sre_parse ssl stat statistics string stringprep
    struct subprocess sunau symtable sys sysconfig syslog tabnanny tarfile telnetlib tempfile termios textwrap this threading time timeit
    tkinter token tokenize tomllib trace traceback tracemalloc tty turtle turtledemo types typing unicodedata unittest urllib uu uuid venv
    warnings wave weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport zlib zoneinfo
""".split()
)
abiflags = ""
platlibdir = "lib"
pycache_prefix = None


def _first_path():
    # HOME of _files.py, and the packages that the host gives: what it mounts in their folder.
    return ["/home/user", *[place for place in session_state().get("files.mounts", ()) if place.startswith("/packages/")]]


def _first_finders():
    from importlib._bootstrap import BuiltinImporter
    from importlib._bootstrap_external import PathFinder

    return [BuiltinImporter, PathFinder]


def _first_hooks():
    from importlib._bootstrap_external import ExtensionFileLoader, FileFinder, SourceFileLoader, SOURCE_SUFFIXES

    def zip_finder(path):
        from os.path import isdir

        if isdir(path):
            raise ImportError("a folder")
        from zipimport import zipimporter

        return zipimporter(path)

    return [zip_finder, FileFinder.path_hook((SourceFileLoader, SOURCE_SUFFIXES), (ExtensionFileLoader, [".so"]))]


# What programs change: each session makes its own when it first asks.
_OWN = {
    "path": _first_path,
    "meta_path": _first_finders,
    "path_hooks": _first_hooks,
    "path_importer_cache": dict,
    "warnoptions": list,
    "_xoptions": dict,
}
thread_info = _thread_info((None, None, None))


class _ModulesOfTheImage(dict):
    """sys.modules while the image is made: each module is there, or is being made."""

    def __missing__(self, name):
        return import_module(name)


def __getattr__(name):
    if name == "modules":
        return _ModulesOfTheImage() if making_image() else _modules()
    if name == "argv":
        return session_state().setdefault("argv", [getattr(_modules()["__main__"], "__file__", "")])
    if name in _OWN:
        return session_state().setdefault(name, _OWN[name]())
    raise AttributeError(f"module 'sys' has no attribute '{name}'")


def __dir__():
    import sys

    return [*sys.__dict__, "argv", "modules", *_OWN]


def exit(status=None, /):
    """Exit the program by raising SystemExit(status)."""
    if status is None:
        raise SystemExit
    if isinstance(status, tuple):
        raise SystemExit(*status)
    raise SystemExit(status)


class _AsyncgenHooks(tuple):
    """What is called with an asynchronous generator when it begins, and when it is collected (which never happens here)."""

    firstiter = property(lambda self: self[0])
    finalizer = property(lambda self: self[1])

    def __repr__(self):
        return f"sys.asyncgen_hooks(firstiter={self[0]!r}, finalizer={self[1]!r})"


_AsyncgenHooks.__name__ = _AsyncgenHooks.__qualname__ = "asyncgen_hooks"


def get_asyncgen_hooks():
    """The hooks that set_asyncgen_hooks set."""
    return _AsyncgenHooks(asyncgen_hooks() or (None, None))


_unchanged = object()


def set_asyncgen_hooks(firstiter=_unchanged, finalizer=_unchanged):
    """Set a hook for asynchronous generators that begin, and one for those that are collected (none is, here)."""
    hooks = list(asyncgen_hooks() or (None, None))
    for i, (name, hook) in enumerate((("firstiter", firstiter), ("finalizer", finalizer))):
        if hook is _unchanged:
            continue
        if hook is not None and not callable(hook):
            raise TypeError(f"callable {name} expected, got {type(hook).__name__}")
        hooks[i] = hook
    import sys

    sys._asyncgen_hooks = tuple(hooks)


_origin_depth = 0


def get_coroutine_origin_tracking_depth():
    import sys

    return sys._origin_depth  # the session's own, if it set one


def set_coroutine_origin_tracking_depth(depth):
    """Kept, but no coroutine says where it was made: cr_origin is None."""
    if depth < 0:
        raise ValueError("depth must be >= 0")
    import sys

    sys._origin_depth = depth


def exc_info():
    """The exception that is being handled, as (type, value, traceback)."""
    error = handled_exception()
    if error is None:
        return (None, None, None)
    return (type(error), error, error.__traceback__)


def exception():
    """The exception that is being handled, or None."""
    return handled_exception()


def getdefaultencoding():
    return "utf-8"


def getfilesystemencoding():
    return "utf-8"


def is_finalizing():
    return False


def getrefcount(object, /):
    return 2


def getfilesystemencodeerrors():
    return "surrogateescape"


def getswitchinterval():
    return 0.005


def setswitchinterval(interval, /):
    """There are no threads to switch between."""
    if import_module("math")._number(interval) <= 0:
        raise ValueError("switch interval must be strictly positive")


def call_tracing(func, args, /):
    return func(*args)


# Nobody traces or profiles here: there is nothing to take away, and what would be set is refused.


def gettrace():
    return None


def getprofile():
    return None


def settrace(function, /):
    """No function is called for the lines of a program."""
    if function is not None:
        raise NotImplementedError("a program's lines can't be traced here")


def setprofile(function, /):
    if function is not None:
        raise NotImplementedError("a program's calls can't be profiled here")


_EVENTS = (
    "PY_START PY_RESUME PY_RETURN PY_YIELD CALL LINE INSTRUCTION JUMP BRANCH STOP_ITERATION RAISE EXCEPTION_HANDLED PY_UNWIND PY_THROW "
    "RERAISE C_RETURN C_RAISE"
)
_Events = type("_Events", (), {name: 1 << i for i, name in enumerate(_EVENTS.split())} | {"NO_EVENTS": 0})


class _Monitoring:
    """sys.monitoring of 3.12, with all tools in use: nothing is told of a program's lines and calls, as with settrace."""

    DEBUGGER_ID, COVERAGE_ID, PROFILER_ID, OPTIMIZER_ID = 0, 1, 2, 5
    DISABLE, MISSING = object(), object()
    events = _Events()

    def get_tool(self, tool_id, /):
        """The name of the tool that has this number."""
        if not 0 <= container_index(tool_id) <= 5:
            raise ValueError(f"invalid tool {tool_id} (must be between 0 and 5)")
        return "fermata"

    def use_tool_id(self, tool_id, name, /):
        self.get_tool(tool_id)
        raise ValueError(f"tool {tool_id} is already in use")

    def free_tool_id(self, tool_id, /):
        self.get_tool(tool_id)

    def get_events(self, tool_id, /):
        self.get_tool(tool_id)
        return 0

    def set_events(self, tool_id, event_set, /):
        self.get_tool(tool_id)
        settrace(event_set or None)

    def register_callback(self, tool_id, event, func, /):
        self.get_tool(tool_id)

    def restart_events(self):
        pass


monitoring = _Monitoring()
_audit_hooks = ()


def addaudithook(hook, /):
    """Call the hook for each event that the program raises with audit(); the interpreter raises none."""
    import sys

    sys._audit_hooks = (*sys._audit_hooks, hook)


def audit(event, /, *args):
    """Pass the event to all hooks that addaudithook() added."""
    import sys

    if not isinstance(event, str):
        raise TypeError(f"expected str for argument 'event', not {type(event).__name__}")
    for hook in sys._audit_hooks:
        hook(event, args)


def __breakpointhook__(*args, **kwargs):
    import os

    named = os.environ.get("PYTHONBREAKPOINT", "")
    if named == "0":
        return None
    module, _, function = named.rpartition(".")
    if not function or named == "pdb.set_trace":
        raise PermissionError("breakpoint() is not available in the sandbox: nobody is there to debug; print what you want to see")
    try:
        hook = getattr(__import__(module or "builtins", fromlist=[function]), function)
    except (ImportError, AttributeError):
        import warnings

        warnings.warn(f'Ignoring unimportable $PYTHONBREAKPOINT: "{named}"', RuntimeWarning)
        return None
    return hook(*args, **kwargs)


breakpointhook = __breakpointhook__


def __unraisablehook__(unraisable, /):
    """Write an exception that nobody can catch to sys.stderr."""
    import traceback
    import sys

    if unraisable.err_msg or unraisable.object is not None:
        message = unraisable.err_msg or "Exception ignored in"
        print(f"{message}: {unraisable.object!r}", file=sys.stderr)
    traceback.print_exception(unraisable.exc_type, unraisable.exc_value, unraisable.exc_traceback)


unraisablehook = __unraisablehook__


class UnraisableHookArgs(_Record):
    __slots__ = ()
    _names = ("exc_type", "exc_value", "exc_traceback", "err_msg", "object")
    _title = "UnraisableHookArgs"


def _write_unraisable(message, object, error):
    # The hook hears of an exception that nobody can catch.
    import sys

    sys.unraisablehook(UnraisableHookArgs((type(error), error, error.__traceback__, message, object)))


def __excepthook__(exctype, value, traceback, /):
    """Write an exception to sys.stderr."""
    import traceback as module

    if not isinstance(value, BaseException):
        raise TypeError(f"print_exception(): Exception expected for value, {type(value).__name__} found")
    module._print_uncaught(exctype, value, traceback)


__excepthook__.__name__ = __excepthook__.__qualname__ = "excepthook"
excepthook = __excepthook__


def _end_of_program(result, error):
    # The session calls this when the program has ended by an exception and has an excepthook of its own.
    session_state()["sys.told"] = error
    import sys

    try:
        sys.excepthook(type(error), error, error.__traceback__)
    except BaseException as problem:
        write_output("Error in sys.excepthook:\n", True)
        __excepthook__(type(problem), problem, problem.__traceback__)
        write_output("\nOriginal exception was:\n", True)
        __excepthook__(type(error), error, error.__traceback__)
    raise error


def __displayhook__(value, /):
    """Write a value's repr to sys.stdout and keep the value in builtins._"""
    if value is not None:
        import builtins

        print(repr(value))
        builtins._ = value


__displayhook__.__name__ = __displayhook__.__qualname__ = "displayhook"
displayhook = __displayhook__
