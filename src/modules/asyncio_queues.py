"""Queues between tasks."""

__all__ = ("Queue", "PriorityQueue", "LifoQueue", "QueueFull", "QueueEmpty")

import collections as _collections
import heapq as _heapq
from asyncio import locks as _locks
from asyncio.mixins import _LoopBoundMixin


class QueueEmpty(Exception):
    """Raised when Queue.get_nowait() is called on an empty Queue."""


class QueueFull(Exception):
    """Raised when the Queue.put_nowait() method is called on a full Queue."""


class Queue(_LoopBoundMixin):
    """First in, first out. With maxsize, put() waits while so many items are in it."""

    __class_getitem__ = classmethod(make_generic_alias)

    def __init__(self, maxsize=0):
        self._maxsize = maxsize
        self._getters = _collections.deque()
        self._putters = _collections.deque()
        self._unfinished_tasks = 0
        self._finished = _locks.Event()
        self._finished.set()
        self._init(maxsize)

    # Subclasses keep the items otherwise.
    def _init(self, maxsize):
        self._queue = _collections.deque()

    def _get(self):
        return self._queue.popleft()

    def _put(self, item):
        self._queue.append(item)

    def _format(self):
        text = f"maxsize={self._maxsize!r}"
        if getattr(self, "_queue", None):
            text += f" _queue={list(self._queue)!r}"
        if self._getters:
            text += f" _getters[{len(self._getters)}]"
        if self._putters:
            text += f" _putters[{len(self._putters)}]"
        if self._unfinished_tasks:
            text += f" tasks={self._unfinished_tasks}"
        return text

    def __repr__(self):
        return f"<{type(self).__name__} at {id(self):#x} {self._format()}>"

    def __str__(self):
        return f"<{type(self).__name__} {self._format()}>"

    @staticmethod
    def _wakeup_next(waiters):
        while waiters:
            waiter = waiters.popleft()
            if not waiter.done():
                waiter.set_result(None)
                return

    def qsize(self):
        """Number of items in the queue."""
        return len(self._queue)

    @property
    def maxsize(self):
        """Number of items allowed in the queue."""
        return self._maxsize

    def empty(self):
        """Return True if the queue is empty."""
        return not self._queue

    def full(self):
        """Return True if there are maxsize items in the queue."""
        return self._maxsize > 0 and self.qsize() >= self._maxsize

    # Until `ready`, in the line of `waiters`.
    async def _wait(self, waiters, blocked):
        waiter = self._get_loop().create_future()
        waiters.append(waiter)
        try:
            await waiter
        except:
            waiter.cancel()
            try:
                waiters.remove(waiter)
            except ValueError:
                pass  # taken out already, by _wakeup_next
            if not blocked() and not waiter.cancelled():
                self._wakeup_next(waiters)  # woken in vain: the next one goes on
            raise

    async def put(self, item):
        """Put an item into the queue, waiting for room."""
        while self.full():
            await self._wait(self._putters, self.full)
        return self.put_nowait(item)

    def put_nowait(self, item):
        """Put an item into the queue; QueueFull if there is no room."""
        if self.full():
            raise QueueFull
        self._put(item)
        self._unfinished_tasks += 1
        self._finished.clear()
        self._wakeup_next(self._getters)

    async def get(self):
        """Remove and return an item, waiting until there is one."""
        while self.empty():
            await self._wait(self._getters, self.empty)
        return self.get_nowait()

    def get_nowait(self):
        """Remove and return an item; QueueEmpty if there is none."""
        if self.empty():
            raise QueueEmpty
        item = self._get()
        self._wakeup_next(self._putters)
        return item

    def task_done(self):
        """Say that the work on an item that was got is complete."""
        if self._unfinished_tasks <= 0:
            raise ValueError("task_done() called too many times")
        self._unfinished_tasks -= 1
        if self._unfinished_tasks == 0:
            self._finished.set()

    async def join(self):
        """Wait until the work on all items is complete."""
        if self._unfinished_tasks > 0:
            await self._finished.wait()


class PriorityQueue(Queue):
    """The lowest item comes first."""

    def _init(self, maxsize):
        self._queue = []

    def _put(self, item):
        _heapq.heappush(self._queue, item)

    def _get(self):
        return _heapq.heappop(self._queue)


class LifoQueue(Queue):
    """The newest item comes first."""

    def _init(self, maxsize):
        self._queue = []

    def _put(self, item):
        self._queue.append(item)

    def _get(self):
        return self._queue.pop()
