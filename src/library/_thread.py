"""What CPython's threading is built on. A session's threads run by turns (vm/threads.h); this code is never interrupted, and needs no locks
of its own. A thread that waits hands its turn on; one that finds that nobody can go on waits for the host."""

import sys as _sys

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
_MAIN = 1


class _Kept:
    """What a session has of threads besides their frames."""

    def __init__(self):
        self.last = _MAIN  # identity given
        self.lines = {}  # what is waited for: the threads that do, in the order they came
        self.due = {}  # thread: when its time is up, by the monotonic clock
        self.alive = {_MAIN}
        self.locals = {}  # thread: its attributes in the _local of some id, while another thread's are there
        self.sentinels = {}  # thread: the lock that is released when it ends
        self.loops = {}  # thread: the event loop that waits there for answers of the host
        self.calls = {}  # host call: the thread that waits for it, or what it got
        self.error = None  # what the main thread is to raise where it waits


def _kept():
    state = session_state()
    kept = state.get("threads")
    if kept is None:
        kept = state["threads"] = _Kept()
    return kept


# --- waiting


def pause(due=None):
    """Let the others have their turns, until this thread is woken or `due`: False when that is over. It may come back earlier, for
    nothing: whoever calls it looks again at what it waits for."""
    kept, me = _kept(), thread_ident()
    if due is not None:
        if host_monotonic() >= due:
            thread_yield()
            return False
        kept.due[me] = due
    try:
        _hand_on(kept, me, due)
        return due is None or me in kept.due
    finally:
        kept.due.pop(me, None)


def _hand_on(kept, me, due):
    if not thread_wait(due if due is None else float(due)):
        _wait_for_host(kept, me)
    if me == _MAIN and kept.error is not None:
        problem, kept.error = kept.error, None
        raise problem


def wait_for(what, due=None):
    """pause() in the line of those that wait for `what`, a key."""
    kept, me = _kept(), thread_ident()
    kept.lines.setdefault(what, []).append(me)
    try:
        return pause(due)
    except BaseException:
        if me not in kept.lines.get(what, ()):
            wake(what)  # this one was woken, and won't look: the next one's turn
        raise
    finally:
        line = kept.lines.get(what, [])
        if me in line:
            line.remove(me)
            if not line:
                del kept.lines[what]


def wake(what, everybody=False):
    """The first of those that wait for `what` looks again and is in the line no more; or all are."""
    kept = _kept()
    line = kept.lines.get(what)
    while line:
        thread_wake(line.pop(0))
        if not line:
            del kept.lines[what]
        if not everybody:
            break


def when_due(timeout):
    """When the time of something that may last `timeout` seconds is up; None is never."""
    return None if timeout is None else host_monotonic() + timeout


def _wait_for_host(kept, me):
    timer = host_timer(float(min(kept.due.values())), None) if kept.due else None
    answers = host_wait()
    if not answers:
        _tell_main(kept, me, RuntimeError("deadlock: every thread waits for another one"))
        return
    others, over = [], None
    for answer in answers:
        if answer[0] == timer:
            if not answer[1]:
                _tell_main(kept, me, answer[2])
            timer, over = None, min(kept.due.values())
        elif answer[0] in kept.calls:
            thread = kept.calls[answer[0]]
            kept.calls[answer[0]] = answer
            thread_wake(thread)
        else:
            others.append(answer)
    if timer is not None:
        host_withdraw(timer)
    if others:
        host_put_back(others)
        for thread in kept.loops:
            thread_wake(thread)
    now = host_monotonic() if over is None else max(over, host_monotonic())
    for thread, due in list(kept.due.items()):
        if due <= now:
            del kept.due[thread]
            thread_wake(thread)


def _tell_main(kept, me, problem):
    kept.error = problem
    thread_wake(_MAIN)


def settle():
    """The end of what was fed: the others go on until they have ended, or wait for what isn't there yet. Daemons may be left."""
    import threading

    kept, main = _kept(), threading.main_thread()
    while kept.error is None:
        threads = [thread.ident for thread in threading.enumerate() if not thread.daemon and thread is not main]
        if not any(thread_state(thread) != 1 or thread in kept.calls.values() for thread in threads):
            return
        if not thread_yield():
            _wait_for_host(kept, _MAIN)
    problem, kept.error = kept.error, None
    raise problem


def sleep(due):
    """Wait until then."""
    while pause(due):
        pass


def wake_loop(loop):
    """It may have something to do."""
    for thread, each in _kept().loops.items():
        if each is loop:
            thread_wake(thread)


def wait_for_answers(loop):
    """The host's answers for an event loop: an empty list when something else woke it."""
    kept, me = _kept(), thread_ident()
    answers = host_answers()
    if not answers:
        kept.loops[me] = loop
        try:
            _hand_on(kept, me, loop._next_timer_due())
        finally:
            del kept.loops[me]
        answers = host_answers()
    # The host answers timers when everybody waits; the others may be busy.
    mine, others = [(timer, True, None) for timer in loop._timers_due(host_monotonic()) if host_withdraw(timer)], []
    for answer in answers:
        (mine if loop._waits_for(answer[0]) or not any(each._waits_for(answer[0]) for each in kept.loops.values()) else others).append(
            answer
        )
    if others:
        host_put_back(others)
        for thread in kept.loops:
            thread_wake(thread)
        if not mine:
            thread_yield()  # to those whose they are
    return mine


# --- locks


def _checked(blocking, timeout):
    timeout = timeout if isinstance(timeout, float) else container_index(timeout)
    if not blocking and timeout != -1:
        raise ValueError("can't specify a timeout for a non-blocking call")
    if timeout < 0 and timeout != -1:
        raise ValueError("timeout value must be a non-negative number")
    if timeout > TIMEOUT_MAX:
        raise OverflowError("timeout value is too large")
    return timeout


def _not_pickled(self, protocol, /):
    cls = type(self)
    raise TypeError(f"cannot pickle '{'_thread.' if cls.__module__ == '_thread' else ''}{cls.__name__}' object")


@c_class
class LockType:
    """A lock, which any thread can release. Without another one, what would wait forever is an error that says so."""

    __slots__ = ("_locked", "__weakref__")
    __module__ = "_thread"

    __reduce_ex__ = _not_pickled

    def __init_subclass__(cls):
        raise TypeError("type '_thread.lock' is not an acceptable base type")

    def __new__(cls):
        self = object.__new__(cls)
        self._locked = False
        return self

    def acquire(self, blocking=True, timeout=-1):
        if blocking is not True or timeout != -1:
            timeout = _checked(blocking, timeout)
        if self._locked and not _wait_while(self, LockType.locked, blocking, timeout):
            return False
        self._locked = True
        return True

    acquire_lock = acquire

    def release(self):
        if not self._locked:
            raise RuntimeError("release unlocked lock")
        self._locked = False
        if thread_others():
            wake(id(self))

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


def _wait_while(lock, is_taken, blocking, timeout):
    """Until the lock is free; False when it isn't and the time is up."""
    if not blocking:
        return False
    if timeout < 0 and not thread_others():
        raise RuntimeError("the wait for the lock would never end: there are no other threads here that could release it")
    due, in_time = None if timeout < 0 else when_due(timeout), True
    while is_taken(lock):
        if not in_time:
            return False
        in_time = wait_for(id(lock), due)
    return True


@c_class
class RLock:
    """A lock that its thread may acquire again."""

    __module__ = "_thread"
    _owner = _MAIN  # while _count isn't 0
    __reduce_ex__ = _not_pickled

    def __init__(self):
        self._count = 0

    def _is_anothers(self):
        return self._count > 0 and self._owner != thread_ident()

    def acquire(self, blocking=True, timeout=-1):
        if blocking is not True or timeout != -1:
            timeout = _checked(blocking, timeout)
        if self._count and self._is_anothers() and not _wait_while(self, RLock._is_anothers, blocking, timeout):
            return False
        self._owner = thread_ident()
        self._count += 1
        return True

    __enter__ = acquire

    def release(self):
        if self._count == 0 or self._is_anothers():
            raise RuntimeError("cannot release un-acquired lock")
        self._count -= 1
        if self._count == 0 and thread_others():
            wake(id(self))

    def __exit__(self, *error):
        self.release()

    def _is_owned(self):
        return self._count > 0 and self._owner == thread_ident()

    def _acquire_restore(self, state):
        if self._is_anothers():
            _wait_while(self, RLock._is_anothers, True, -1)
        self._count, self._owner = state

    def _release_save(self):
        if self._count == 0 or self._is_anothers():
            raise RuntimeError("cannot release un-acquired lock")
        state, self._count = (self._count, self._owner), 0
        if thread_others():
            wake(id(self))
        return state

    def _at_fork_reinit(self):
        self._count = 0

    def __repr__(self):
        state = "locked" if self._count else "unlocked"
        return f"<{state} _thread.RLock object owner={self._owner if self._count else 0} count={self._count} at {id(self):#x}>"


def allocate_lock():
    return LockType()


allocate = allocate_lock


# --- threads


def get_ident():
    return thread_ident()


get_native_id = get_ident


def start_new_thread(function, args, kwargs={}, /):
    if not callable(function):
        raise TypeError("first arg must be callable")
    if not isinstance(args, tuple):
        raise TypeError("2nd arg must be a tuple")
    if not isinstance(kwargs, dict):
        raise TypeError("optional 3rd arg must be a dictionary")
    kept = _kept()
    kept.last += 1
    me = kept.last

    def run():
        try:
            function(*args, **kwargs)
        except SystemExit:
            pass
        except BaseException as error:
            _sys._write_unraisable("Exception ignored in thread started by:", function, error)
        _end(kept, me)

    thread_start(run, me)
    kept.alive.add(me)
    return me


start_new = start_new_thread


def _end(kept, me):
    kept.alive.discard(me)
    for mine in kept.due, kept.locals, session_state().get("threads.contexts", {}):
        mine.pop(me, None)
    sentinel = kept.sentinels.pop(me, None)
    if sentinel is not None and sentinel._locked:
        sentinel.release()
    while not thread_exit():
        _wait_for_host(kept, me)


def interrupt_main(signum=2, /):
    if thread_ident() == _MAIN:
        raise KeyboardInterrupt
    _tell_main(_kept(), thread_ident(), KeyboardInterrupt())


def exit():
    raise SystemExit


exit_thread = exit


def stack_size(size=0, /):
    return 0


def _count():
    return len(_kept().alive) - 1


def _set_sentinel():
    lock = LockType()
    if thread_ident() != _MAIN:
        _kept().sentinels[thread_ident()] = lock
    return lock


@c_class
class _local:
    """Attributes that each thread has of its own."""

    __slots__ = ("_local__here", "_local__initial", "__dict__", "__weakref__")
    __module__ = "_thread"
    __reduce_ex__ = _not_pickled

    def __new__(cls, /, *args, **kwargs):
        if (args or kwargs) and cls.__init__ is object.__init__:
            raise TypeError("Initialization arguments are not supported")
        self = object.__new__(cls)
        _set_attribute(self, "_local__initial", (args, kwargs))
        _set_attribute(self, "_local__here", thread_ident())
        return self

    def __getattribute__(self, name):
        if _whose(self) != thread_ident():
            _take_place(self)
        return _get_attribute(self, name)

    def __setattr__(self, name, value):
        if name == "__dict__":
            raise AttributeError(f"{type(self).__name__!r} object attribute '__dict__' is read-only")
        if _whose(self) != thread_ident():
            _take_place(self)
        _set_attribute(self, name, value)

    def __delattr__(self, name):
        if name == "__dict__":
            raise AttributeError(f"{type(self).__name__!r} object attribute '__dict__' is read-only")
        if _whose(self) != thread_ident():
            _take_place(self)
        _delete_attribute(self, name)


_get_attribute, _set_attribute, _delete_attribute = object.__getattribute__, object.__setattr__, object.__delattr__


def _whose(local):
    """The thread whose attributes are in `local`."""
    try:
        return _get_attribute(local, "_local__here")
    except AttributeError:  # in states of earlier releases
        return _MAIN


def _take_place(local):
    """The attributes in `local` are this thread's from now on."""
    kept, me = _kept(), thread_ident()
    while (before := _whose(local)) != me:
        if before in kept.alive:
            kept.locals.setdefault(before, {})[id(local)] = _get_attribute(local, "__dict__")
        mine = kept.locals.get(me, {}).pop(id(local), None)
        _set_attribute(local, "_local__here", me)
        _set_attribute(local, "__dict__", {} if mine is None else mine)
        if mine is None:
            args, kwargs = getattr(local, "_local__initial", ((), {}))
            if args or kwargs or type(local).__init__ is not object.__init__:
                local.__init__(*args, **kwargs)


class _ExceptHookArgs(tuple):
    """(exc_type, exc_value, exc_traceback, thread)"""

    __module__ = "_thread"
    exc_type = property(lambda self: self[0])
    exc_value = property(lambda self: self[1])
    exc_traceback = property(lambda self: self[2])
    thread = property(lambda self: self[3])


def _excepthook(args, /):
    import traceback

    if args.exc_type is SystemExit:
        return
    print(f"Exception in thread {args.thread.name if args.thread else get_ident()}:", file=_sys.stderr)
    traceback.print_exception(args.exc_type, args.exc_value, args.exc_traceback)
