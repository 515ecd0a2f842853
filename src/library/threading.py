"""What each session has of its own in CPython's threading: the one thread that there is."""


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
