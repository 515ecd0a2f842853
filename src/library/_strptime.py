"""What each session has of its own in CPython's _strptime: the forms that it has seen."""


def __session__():
    yield "_cache_lock", _thread_allocate_lock()
    yield "_TimeRE_cache", TimeRE()
    yield "_regex_cache", {}
