"""The queue without limit that CPython has in C. There is one thread here: what would wait for another forever is an error that says so."""

from collections import deque as _deque
from types import GenericAlias as _GenericAlias


class Empty(Exception):
    """Raised by get_nowait() and by a get() whose time is up."""


def nothing_comes(error, what, block, timeout):
    """What a queue that isn't ready raises: `error`, at once or when the time is up, since nobody can change that meanwhile."""
    if not block:
        return error()
    if timeout is None:
        return RuntimeError(f"{what} would wait forever: there are no other threads here (asyncio.Queue waits for other tasks)")
    return error() if timeout >= 0 else ValueError("'timeout' must be a non-negative number")


class SimpleQueue:
    """First in, first out, without limit."""

    def __init__(self):
        self._items = _deque()

    def put(self, item, block=True, timeout=None):
        """Add an item."""
        self._items.append(item)

    def put_nowait(self, item):
        """Add an item."""
        self._items.append(item)

    def get(self, block=True, timeout=None):
        """Take an item out; Empty when there is none."""
        if self._items:
            return self._items.popleft()
        raise nothing_comes(Empty, "get() from an empty queue", block, timeout)

    def get_nowait(self):
        """Take an item out; Empty when there is none."""
        return self.get(False)

    def empty(self):
        """Are there no items?"""
        return not self._items

    def qsize(self):
        """How many items there are."""
        return len(self._items)

    __class_getitem__ = classmethod(_GenericAlias)
