"""What each session has of its own in CPython's threading, and what becomes of its threads at the end (session/session.cpp end_program)."""


def __session__():
    yield "_counter", _count(1).__next__
    yield "_active_limbo_lock", RLock()
    yield "_active", {}
    yield "_limbo", {}
    yield "_dangling", WeakSet()
    yield "_shutdown_locks_lock", _allocate_lock()
    yield "_shutdown_locks", set()
    yield "_threading_atexits", []
    yield
    yield "_main_thread", _MainThread()


_counter = (
    _active_limbo_lock
) = _active = _limbo = _dangling = _shutdown_locks_lock = _shutdown_locks = _threading_atexits = _main_thread = None


def _end_of_program(result, error):
    try:
        _shutdown()
    finally:
        thread_forget()
    if error is not None:
        raise error
    return result


def _end_of_feed(result, error):
    from _thread import settle

    settle()
    if error is not None:
        raise error
    return result
