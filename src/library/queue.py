"""Queues without locks of their own: this code isn't interrupted (see _thread)."""

from _queue import Empty, SimpleQueue, check as _check, wait_while as _wait_while
from _thread import allocate_lock as _allocate_lock, wake as _wake
from collections import deque as _deque
from heapq import heappop as _heappop, heappush as _heappush
from types import GenericAlias as _GenericAlias

__all__ = ["Empty", "Full", "Queue", "PriorityQueue", "LifoQueue", "SimpleQueue"]


class Full(Exception):
    """Raised by put_nowait() and by a put() whose time is up."""


class Queue:
    """First in, first out; at most `maxsize` items when that is above 0."""

    # Another order is another container with its own two functions; a subclass may define _init, _qsize, _put and _get instead.
    _container, _add, _take = _deque, staticmethod(_deque.append), staticmethod(_deque.popleft)

    def __init__(self, maxsize=0):
        self.maxsize, self.unfinished_tasks = maxsize, 0
        self._init(maxsize)

    def _init(self, maxsize):
        self.queue = self._container()

    def _qsize(self):
        return self.queue.__len__()

    def _put(self, item):
        self._add(self.queue, item)

    def _get(self):
        return self._take(self.queue)

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
        """Add an item; Full when there is no room for it."""
        if 0 < self.maxsize:
            _check(block, timeout)
        if 0 < self.maxsize <= self._qsize():
            _wait_while(("put", id(self)), self.full, Full, "put() into a full queue", block, timeout)
        self._put(item)
        self.unfinished_tasks += 1
        if thread_others():
            _wake(("get", id(self)))

    def get(self, block=True, timeout=None):
        """Take an item out; Empty when there is none."""
        _check(block, timeout)
        if not self._qsize():
            _wait_while(("get", id(self)), lambda: not self._qsize(), Empty, "get() from an empty queue", block, timeout)
        item = self._get()
        if thread_others():
            _wake(("put", id(self)))
        return item

    def put_nowait(self, item):
        """Add an item; Full when there is no room for it."""
        return self.put(item, False)

    def get_nowait(self):
        """Take an item out; Empty when there is none."""
        return self.get(False)

    def task_done(self):
        """Say that an item that was taken out is dealt with."""
        if self.unfinished_tasks <= 0:
            raise ValueError("task_done() called too many times")
        self.unfinished_tasks -= 1
        if self.unfinished_tasks == 0 and thread_others():
            _wake(("join", id(self)), True)

    def join(self):
        """Return when all items are dealt with."""
        if self.unfinished_tasks:
            _wait_while(("join", id(self)), lambda: self.unfinished_tasks, Full, "join() before task_done() was called for each item")

    def __getattr__(self, name):
        # The locks of CPython's, for a program that holds them while it works on `queue` itself.
        if name == "mutex":
            made = _allocate_lock()
        elif name in ("not_empty", "not_full", "all_tasks_done"):
            from threading import Condition

            made = Condition(self.mutex)
        else:
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'", name=name, obj=self)
        setattr(self, name, made)
        return made

    __class_getitem__ = classmethod(_GenericAlias)


class PriorityQueue(Queue):
    """The least item first."""

    _container, _add, _take = list, staticmethod(_heappush), staticmethod(_heappop)


class LifoQueue(Queue):
    """Last in, first out."""

    _container, _add, _take = list, staticmethod(list.append), staticmethod(list.pop)
