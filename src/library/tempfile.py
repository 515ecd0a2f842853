"""What each session has of its own in CPython's tempfile."""


def __session__():
    yield "_once_lock", _allocate_lock()
