"""What CPython's threading is built on, where there is one thread: locks that only this thread can hold, and no way to start another."""

import sys as _sys
from time import monotonic as _monotonic

# Written in C in CPython: no methods of a class that has them as attributes.
__unbound__ = [
    "allocate_lock",
    "start_new_thread",
    "get_ident",
    "get_native_id",
    "interrupt_main",
    "exit",
    "stack_size",
    "_count",
    "_set_sentinel",
    "_excepthook",
]

error = RuntimeError
TIMEOUT_MAX = 9223372036.0


def _checked(blocking, timeout):
    if not blocking and timeout != -1:
        raise ValueError("can't specify a timeout for a non-blocking call")
    if timeout < 0 and timeout != -1:
        raise ValueError("timeout value must be a non-negative number")
    if timeout > TIMEOUT_MAX:
        raise OverflowError("timeout value is too large")


class LockType:
    """A lock. Nobody else can release it: what would wait forever is an error that says so."""

    __slots__ = ("_locked", "__weakref__")
    __module__ = "_thread"

    def __init_subclass__(cls):
        raise TypeError("type '_thread.lock' is not an acceptable base type")

    def __new__(cls):
        self = object.__new__(cls)
        self._locked = False
        return self

    def acquire(self, blocking=True, timeout=-1):
        if blocking is not True or timeout != -1:
            _checked(blocking, timeout)
        if self._locked:
            if not blocking or timeout >= 0:
                return False
            raise RuntimeError("the wait for the lock would never end: there are no other threads here that could release it")
        self._locked = True
        return True

    acquire_lock = acquire

    def release(self):
        if not self._locked:
            raise RuntimeError("release unlocked lock")
        self._locked = False

    release_lock = release

    def locked(self):
        return self._locked

    locked_lock = locked

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *error):
        self.release()

    def _at_fork_reinit(self):
        self._locked = False

    def __repr__(self):
        return f"<{'locked' if self._locked else 'unlocked'} _thread.lock object at {id(self):#x}>"


LockType.__name__ = LockType.__qualname__ = "lock"


class RLock:
    """A lock that its thread may acquire again."""

    __module__ = "_thread"

    def __init__(self):
        self._count = 0

    def acquire(self, blocking=True, timeout=-1):
        if blocking is not True or timeout != -1:
            _checked(blocking, timeout)
        self._count += 1
        return True

    __enter__ = acquire

    def release(self):
        if self._count == 0:
            raise RuntimeError("cannot release un-acquired lock")
        self._count -= 1

    def __exit__(self, *error):
        self.release()

    def _is_owned(self):
        return self._count > 0

    def _acquire_restore(self, state):
        self._count, _ = state

    def _release_save(self):
        if self._count == 0:
            raise RuntimeError("cannot release un-acquired lock")
        state, self._count = (self._count, get_ident()), 0
        return state

    def _at_fork_reinit(self):
        self._count = 0

    def __repr__(self):
        state = "locked" if self._count else "unlocked"
        return f"<{state} _thread.RLock object owner={get_ident() if self._count else 0} count={self._count} at {id(self):#x}>"


class _local:
    """Attributes of the one thread."""

    __module__ = "_thread"


def allocate_lock():
    return LockType()


allocate = allocate_lock


def get_ident():
    return 1


get_native_id = get_ident


def start_new_thread(function, args, kwargs={}, /):
    raise RuntimeError(
        "can't start new thread: there are none here. Do the work in a loop; what has to wait can be a coroutine (async, await)"
    )


start_new = start_new_thread


def interrupt_main(signum=2, /):
    raise KeyboardInterrupt


def exit():
    raise SystemExit


exit_thread = exit


def stack_size(size=0, /):
    return 0


def _count():
    return 0


def _set_sentinel():
    return LockType()


class _ExceptHookArgs(tuple):
    """(exc_type, exc_value, exc_traceback, thread)"""

    __module__ = "_thread"
    exc_type = property(lambda self: self[0])
    exc_value = property(lambda self: self[1])
    exc_traceback = property(lambda self: self[2])
    thread = property(lambda self: self[3])


def _excepthook(args, /):
    import traceback

    print(f"Exception in thread {args.thread.name if args.thread else get_ident()}:", file=_sys.stderr)
    traceback.print_exception(args.exc_type, args.exc_value, args.exc_traceback)
