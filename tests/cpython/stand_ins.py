# Modules that Fermata has not, or not yet, but that test files name: using one skips the test.
import contextlib
import unittest


def _skips(what):
    def function(*args, **kwargs):
        raise unittest.SkipTest("needs " + what)
    return function


def _all(what, *names, **more):
    return dict.fromkeys(names, _skips(what)) | more


class _Never(Exception):
    pass


class _CatchWarnings:
    def __init__(self, *, record=False, **more):
        self.record = record

    def __enter__(self):
        if self.record:
            raise unittest.SkipTest("needs warnings")

    def __exit__(self, *args):
        pass


class _Environment(dict):
    pass


MODULES = {
    "pickle": _all("pickle", "dumps", "loads", "dump", "load", "Pickler", "Unpickler", HIGHEST_PROTOCOL=5, PicklingError=_Never, DEFAULT_PROTOCOL=4),
    "os": _all("files", "unlink", "fsencode", "fsdecode", "fspath", "listdir", "remove", "getpid", "urandom", "mkdir", "stat", "open", "close", "pipe",
               environ=_Environment(), sep="/", name="posix", devnull="/dev/null", linesep="\n", PathLike=object),
    "os.path": _all("files", "join", "exists", "dirname", "abspath", "basename", "isfile", "split", "realpath"),
    "gc": dict(collect=lambda *a: 0, enable=lambda: None, disable=lambda: None, isenabled=lambda: True, get_objects=_skips("gc"), get_referrers=_skips("gc"),
               get_referents=_skips("gc"), is_tracked=_skips("gc"), set_threshold=lambda *a: None, get_threshold=lambda: (700, 10, 10)),
    "weakref": _all("weak references", "ref", "proxy", "WeakSet", "WeakKeyDictionary", "WeakValueDictionary", "finalize", "getweakrefcount", "WeakMethod",
                    ReferenceType=_Never, ProxyType=_Never, CallableProxyType=_Never),
    "warnings": dict(catch_warnings=_CatchWarnings, simplefilter=lambda *a, **k: None, filterwarnings=lambda *a, **k: None, warn=lambda *a, **k: None,
                     resetwarnings=lambda: None, warn_explicit=lambda *a, **k: None),
    "threading": _all("threads", "Thread", "Event", "Lock", "RLock", "Barrier", "get_ident", "current_thread", "Semaphore", "Condition"),
    "subprocess": _all("subprocess", "Popen", "run", "check_output", "check_call", PIPE=-1),
    "tempfile": _all("files", "NamedTemporaryFile", "TemporaryFile", "TemporaryDirectory", "mkdtemp", "mkstemp", "gettempdir"),
    "locale": _all("locale", "localeconv", "setlocale", "getlocale", LC_ALL=6, LC_CTYPE=0, LC_NUMERIC=1, Error=_Never),
    "signal": _all("signals", "signal", "raise_signal", "alarm", SIGINT=2),
    "inspect": _all("inspect", "signature", "getsource", "getmembers", "getattr_static", "isfunction", "isgenerator", "iscoroutine", "getgeneratorstate",
                    "getcoroutinestate", "isclass", "getdoc", "cleandoc", "unwrap", "getfullargspec", "Signature", "Parameter", "iscoroutinefunction"),
    "doctest": _all("doctest", "DocTestSuite", "testmod", "ELLIPSIS"),
    "dis": _all("dis", "dis", "get_instructions", "Bytecode"),
    "ast": _all("ast", "parse", "literal_eval", "dump", "walk", "NodeVisitor", "unparse", AST=_Never),
    "codecs": _all("codecs", "register_error", "lookup_error", "open", "getincrementaldecoder", "register", "lookup", "encode", "decode", "unregister",
                   BOM_UTF8=b"\xef\xbb\xbf", BOM_UTF16_LE=b"\xff\xfe", BOM_UTF16_BE=b"\xfe\xff"),
    "asyncio": _all("asyncio", "run", "sleep", "new_event_loop", "set_event_loop_policy", "get_event_loop"),
    "linecache": _all("files", "getline", "checkcache", "updatecache", cache={}),
    "platform": dict(system=lambda: "Linux", python_implementation=lambda: "Fermata", machine=lambda: "", win32_ver=lambda: ("",)),
    "shelve": _all("files", "open"),
    "tokenize": _all("tokenize", "tokenize", "generate_tokens", "untokenize"),
    "logging": _all("logging", "getLogger", "basicConfig"),
    "ctypes": _all("ctypes", "c_int"),
    "sysconfig": _all("files", "get_config_var", "get_paths", "is_python_build"),
    "importlib": _all("importlib", "import_module", "reload", "invalidate_caches"),
    "errno": dict(ENOENT=2, EPERM=1, EACCES=13, EPIPE=32, EEXIST=17, EISDIR=21, ENOTDIR=20, ECHILD=10, ESRCH=3, EINTR=4, EAGAIN=11, EALREADY=114,
                  EINPROGRESS=115, EWOULDBLOCK=11, ECONNABORTED=103, ECONNREFUSED=111, ECONNRESET=104, ETIMEDOUT=110, ESHUTDOWN=108, errorcode={}),
    "struct": _all("struct", "pack", "unpack", "calcsize", "Struct", error=_Never),
    "copyreg": _all("pickle", "pickle", "__newobj__", "__reduce_ex__", dispatch_table={}),
    "_py_abc": dict(__import__("abc").__dict__),
    "unittest.mock": _all("mock", "Mock", "patch", "MagicMock", "call", "sentinel"),
    "pydoc": _all("pydoc", "render_doc", "TextDoc", "text", "plaintext", "HTMLDoc"),
    "shutil": _all("files", "rmtree", "copy", "which"),
    "__future__": {},
    "queue": _all("threads", "Queue", "Empty"),
    "multiprocessing": _all("processes", "Process"),
    "xml": {"__path__": []},
    "select": _all("files", "select"),
    "socket": _all("sockets", "socket"),
    "concurrent": {"__path__": []},
    "concurrent.futures": _all("threads", "ThreadPoolExecutor"),
    "email": {"__path__": []},
    "email.mime": {"__path__": []},
}
