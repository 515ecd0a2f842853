"""What each session has of its own in CPython's logging: its loggers, handlers and names of levels."""


def __session__():
    yield "_startTime", time.time()
    yield "_levelToName", dict(_levelToName)
    yield "_nameToLevel", dict(_nameToLevel)
    yield "_lock", threading.RLock()
    yield "_handlers", weakref.WeakValueDictionary()
    yield "_handlerList", []
    yield
    last = _StderrHandler(WARNING)
    yield "_defaultLastResort", last
    yield "lastResort", last
    first = RootLogger(WARNING)
    yield "root", first
    yield "_manager", Manager(first)
    atexit.register(shutdown)


_lock = _handlers = _handlerList = _defaultLastResort = lastResort = _manager = None


class _OfSession:
    """A variable of the session's as an attribute of class Logger."""

    def __init__(self, get):
        self._get = get

    def __get__(self, logger, cls):
        return self._get()


class _Handlers:
    """The session's list of handlers, for shutdown()."""

    def __getitem__(self, which):
        return _handlerList[which]


Logger.root = _OfSession(lambda: root)
# Modules that make a logger when they are made, once per process, make it again in each session: this one is nobody's.
Logger.manager = _OfSession(lambda: _manager or Manager(root))
shutdown.__defaults__ = (_Handlers(),)
