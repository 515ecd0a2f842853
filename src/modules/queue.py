"""Queues. There is one thread here: what would wait for another one for ever is an error that says so."""

from collections import deque as _deque
from heapq import heappop as _heappop, heappush as _heappush
from types import GenericAlias as _GenericAlias

__all__ = ["Empty", "Full", "Queue", "PriorityQueue", "LifoQueue", "SimpleQueue"]


class Empty(Exception):
    """Raised by get_nowait() and by a get() whose time is over."""


Empty.__module__ = "_queue"


class Full(Exception):
    """Raised by put_nowait() and by a put() whose time is over."""


def _forever(what):
    raise RuntimeError(f"{what} would wait for ever: there are no other threads here (asyncio.Queue waits for other tasks)")


def _check(timeout):
    if timeout is not None and timeout < 0:
        raise ValueError("'timeout' must be a non-negative number")


class Queue:
    """First in, first out; at most `maxsize` items when that is above 0."""

    def __init__(self, maxsize=0):
        self.maxsize = maxsize
        self.unfinished_tasks = 0
        self._init(maxsize)

    def _init(self, maxsize):
        self.queue = _deque()

    def _qsize(self):
        return len(self.queue)

    def _put(self, item):
        self.queue.append(item)

    def _get(self):
        return self.queue.popleft()

    def qsize(self):
        """How many items there are."""
        return self._qsize()

    def empty(self):
        """Are there no items?"""
        return not self._qsize()

    def full(self):
        """Are there `maxsize` items?"""
        return 0 < self.maxsize <= self._qsize()

    def put(self, item, block=True, timeout=None):
        """Add an item. When the queue is full: Full, at once or when the time is over, since nobody can take one meanwhile."""
        if self.full():
            if block:
                _check(timeout)
                if timeout is None:
                    _forever("put() into a full queue")
            raise Full
        self._put(item)
        self.unfinished_tasks += 1

    def get(self, block=True, timeout=None):
        """Take an item out. When there is none: Empty, at once or when the time is over, since nobody can add one meanwhile."""
        if not self._qsize():
            if block:
                _check(timeout)
                if timeout is None:
                    _forever("get() from an empty queue")
            raise Empty
        return self._get()

    def put_nowait(self, item):
        """Add an item; Full when the queue is."""
        return self.put(item, block=False)

    def get_nowait(self):
        """Take an item out; Empty when there is none."""
        return self.get(block=False)

    def task_done(self):
        """Say that an item that was taken out is dealt with."""
        if self.unfinished_tasks <= 0:
            raise ValueError("task_done() called too many times")
        self.unfinished_tasks -= 1

    def join(self):
        """Return when all items are dealt with."""
        if self.unfinished_tasks:
            _forever("join() before task_done() was called for each item")

    __class_getitem__ = classmethod(_GenericAlias)


class PriorityQueue(Queue):
    """The least item first."""

    def _init(self, maxsize):
        self.queue = []

    def _put(self, item):
        _heappush(self.queue, item)

    def _get(self):
        return _heappop(self.queue)


class LifoQueue(Queue):
    """Last in, first out."""

    def _init(self, maxsize):
        self.queue = []

    def _get(self):
        return self.queue.pop()


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
        """Take an item out; as Queue's."""
        if not self._items:
            if block:
                _check(timeout)
                if timeout is None:
                    _forever("get() from an empty queue")
            raise Empty
        return self._items.popleft()

    def get_nowait(self):
        """Take an item out; Empty when there is none."""
        return self.get(block=False)

    def empty(self):
        """Are there no items?"""
        return not self._items

    def qsize(self):
        """How many items there are."""
        return len(self._items)

    __class_getitem__ = classmethod(_GenericAlias)


SimpleQueue.__module__ = "_queue"
