"""Processes that are threads of the program: what they are given, and its variables, are shared and not copied. There are no others."""

from multiprocessing import connection as _connection, managers as _managers, sharedctypes as _sharedctypes
from multiprocessing.process import Process, active_children, current_process, parent_process
from multiprocessing.queues import JoinableQueue, Queue, SimpleQueue
from threading import Barrier, BoundedSemaphore, Condition, Event, Lock, Semaphore

# Methods of a context in CPython: no methods of a class that has them as attributes.
__unbound__ = "*"

__all__ = [
    "Array",
    "AuthenticationError",
    "Barrier",
    "BoundedSemaphore",
    "BufferTooShort",
    "Condition",
    "Event",
    "JoinableQueue",
    "Lock",
    "Manager",
    "Pipe",
    "Pool",
    "Process",
    "ProcessError",
    "Queue",
    "RLock",
    "RawArray",
    "RawValue",
    "Semaphore",
    "SimpleQueue",
    "TimeoutError",
    "Value",
    "active_children",
    "allow_connection_pickling",
    "cpu_count",
    "current_process",
    "freeze_support",
    "get_all_start_methods",
    "get_context",
    "get_logger",
    "get_start_method",
    "log_to_stderr",
    "parent_process",
    "set_executable",
    "set_forkserver_preload",
    "set_start_method",
]

_METHODS = ["fork", "spawn", "forkserver"]


class ProcessError(Exception):
    __module__ = "multiprocessing.context"


class BufferTooShort(ProcessError):
    __module__ = "multiprocessing.context"


class TimeoutError(ProcessError):
    __module__ = "multiprocessing.context"


class AuthenticationError(ProcessError):
    __module__ = "multiprocessing.context"


class _Context:
    """What get_context() gives: the module's functions and classes by their names, whatever the method."""

    def __init__(self, method):
        self._method = method

    def __getattr__(self, name):
        import multiprocessing

        if name in __all__:
            return getattr(multiprocessing, name)
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def get_start_method(self, allow_none=False):
        return self._method

    def get_context(self, method=None):
        return self if method is None else get_context(method)


def get_context(method=None):
    return _Context("fork" if method is None else _checked(method))


def _checked(method):
    if method not in _METHODS:
        raise ValueError(f"cannot find context for {method!r}")
    return method


def get_all_start_methods():
    return [*_METHODS]


def get_start_method(allow_none=False):
    return session_state().get("multiprocessing.method", None if allow_none else "fork")


def set_start_method(method, force=False):
    if method is not None:
        _checked(method)
    if "multiprocessing.method" in session_state() and not force:
        raise RuntimeError("context has already been set")
    if method is None:
        session_state().pop("multiprocessing.method", None)
    else:
        session_state()["multiprocessing.method"] = method


def cpu_count():
    """How many threads are worth having."""
    import os

    return os.cpu_count() or 1


def Pool(processes=None, initializer=None, initargs=(), maxtasksperchild=None):
    """A pool of such processes."""
    from multiprocessing.pool import Pool

    return Pool(processes, initializer, initargs, maxtasksperchild)


def Pipe(duplex=True):
    """Two ends; without `duplex` the first one reads and the second one writes."""
    return _connection.Pipe(duplex)


def Manager():
    """What gives shared objects, which all are here."""
    return _managers.Manager()


def Value(typecode_or_type, *args, lock=True):
    """A value of a C type, and a lock."""
    return _sharedctypes.Value(typecode_or_type, *args, lock=lock)


def RawValue(typecode_or_type, *args):
    return _sharedctypes.RawValue(typecode_or_type, *args)


def Array(typecode_or_type, size_or_initializer, *, lock=True):
    """An array of a C type, and a lock."""
    return _sharedctypes.Array(typecode_or_type, size_or_initializer, lock=lock)


def RawArray(typecode_or_type, size_or_initializer):
    return _sharedctypes.RawArray(typecode_or_type, size_or_initializer)


def RLock():
    from threading import RLock

    return RLock()


def get_logger():
    from multiprocessing.util import get_logger

    return get_logger()


def log_to_stderr(level=None):
    from multiprocessing.util import log_to_stderr

    return log_to_stderr(level)


def freeze_support():
    pass


def allow_connection_pickling():
    pass


def set_executable(executable):
    pass


def set_forkserver_preload(module_names):
    pass
