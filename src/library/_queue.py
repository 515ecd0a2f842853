"""The queue without limit that CPython has in C. Without other threads, what would wait for one forever is an error that says so."""

import _thread

from collections import deque as _deque
from types import GenericAlias as _GenericAlias


class Empty(Exception):
    """Raised by get_nowait() and by a get() whose time is up."""


def check(block, timeout):
    if block and timeout is not None and timeout < 0:
        raise ValueError("'timeout' must be a non-negative number")


def wait_while(what, lacks, error, said, block=True, timeout=None):
    """Wait for another thread to say wake(what) until lacks() is over. Raises `error` when the time is up."""
    if not block:
        raise error()
    if timeout is None and not thread_others():
        raise RuntimeError(f"{said} would wait forever: there are no other threads here (asyncio.Queue waits for other tasks)")
    due, in_time = _thread.when_due(timeout), True
    while lacks():
        if not in_time:
            raise error()
        in_time = _thread.wait_for(what, due)


@c_class
class SimpleQueue:
    """First in, first out, without limit."""

    def __init__(self):
        self._items = _deque()

    def put(self, item, block=True, timeout=None):
        """Add an item."""
        self._items.append(item)
        if thread_others():
            _thread.wake(id(self))

    def put_nowait(self, item):
        """Add an item."""
        self.put(item)

    def get(self, block=True, timeout=None):
        """Take an item out; Empty when there is none."""
        if block and timeout is not None and not isinstance(timeout, float):
            timeout = container_index(timeout)
        check(block, timeout)
        if not self._items:
            wait_while(id(self), self.empty, Empty, "get() from an empty queue", block, timeout)
        return self._items.popleft()

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
