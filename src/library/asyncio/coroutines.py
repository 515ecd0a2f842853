"""What each session has of its own in CPython's asyncio.coroutines."""


def __session__():
    yield "_iscoroutine_typecache", set()


_iscoroutine_typecache = frozenset()
