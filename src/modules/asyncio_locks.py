"""Synchronization of tasks."""

__all__ = ("Lock", "Event", "Condition", "Semaphore", "BoundedSemaphore", "Barrier")

import collections as _collections
from asyncio.exceptions import BrokenBarrierError as _BrokenBarrierError, CancelledError as _CancelledError
from asyncio.mixins import _LoopBoundMixin


class _ContextManagerMixin:
    async def __aenter__(self):
        await self.acquire()
        return None

    async def __aexit__(self, exc_type, exc, tb):
        self.release()


def _with_waiters(self, text, own_repr):
    if self._waiters:
        text += f", waiters:{len(self._waiters)}"
    return f"<{own_repr[1:-1]} [{text}]>"


def _line_up(self):
    # A future at the end of those that wait.
    waiter = self._get_loop().create_future()
    self._waiters.append(waiter)
    return waiter


class Lock(_ContextManagerMixin, _LoopBoundMixin):
    """A mutual exclusion lock. Tasks get it in the order in which they asked."""

    def __init__(self):
        self._waiters = _collections.deque()
        self._locked = False

    def __repr__(self):
        return _with_waiters(self, "locked" if self._locked else "unlocked", super().__repr__())

    def locked(self):
        """Return True if lock is acquired."""
        return self._locked

    async def acquire(self):
        """Wait until the lock is unlocked, lock it, and return True."""
        if not self._locked and all([w.cancelled() for w in self._waiters]):
            self._locked = True
            return True
        waiter = _line_up(self)
        try:
            try:
                await waiter
            finally:
                self._waiters.remove(waiter)
        except _CancelledError:
            if not self._locked:
                self._wake_up_first()
            raise
        self._locked = True
        return True

    def release(self):
        """Release the lock; the first of those that wait for it gets it."""
        if not self._locked:
            raise RuntimeError("Lock is not acquired.")
        self._locked = False
        self._wake_up_first()

    def _wake_up_first(self):
        if self._waiters:
            first = self._waiters[0]
            if not first.done():
                first.set_result(True)


class Event(_LoopBoundMixin):
    """A flag that tasks can wait for."""

    def __init__(self):
        self._waiters = _collections.deque()
        self._value = False

    def __repr__(self):
        return _with_waiters(self, "set" if self._value else "unset", super().__repr__())

    def is_set(self):
        """Return True if and only if the internal flag is true."""
        return self._value

    def set(self):
        """Set the flag; all tasks waiting for it go on."""
        if not self._value:
            self._value = True
            for waiter in self._waiters:
                if not waiter.done():
                    waiter.set_result(True)

    def clear(self):
        """Reset the flag."""
        self._value = False

    async def wait(self):
        """Wait until the flag is true."""
        if self._value:
            return True
        waiter = _line_up(self)
        try:
            await waiter
            return True
        finally:
            self._waiters.remove(waiter)


class Condition(_ContextManagerMixin, _LoopBoundMixin):
    """A lock, and a way to wait until another task notifies."""

    def __init__(self, lock=None):
        if lock is None:
            lock = Lock()
        self._lock = lock
        self.locked = lock.locked
        self.acquire = lock.acquire
        self.release = lock.release
        self._waiters = _collections.deque()

    def __repr__(self):
        return _with_waiters(self, "locked" if self.locked() else "unlocked", super().__repr__())

    async def wait(self):
        """Release the lock, wait until notified, and lock again."""
        if not self.locked():
            raise RuntimeError("cannot wait on un-acquired lock")
        self.release()
        try:
            waiter = _line_up(self)
            try:
                await waiter
                return True
            finally:
                self._waiters.remove(waiter)
        finally:
            # Cancelled or not, the lock must be ours again.
            cancelled = False
            while True:
                try:
                    await self.acquire()
                    break
                except _CancelledError:
                    cancelled = True
            if cancelled:
                raise _CancelledError

    async def wait_for(self, predicate):
        """Wait until a predicate becomes true; return its value."""
        result = predicate()
        while not result:
            await self.wait()
            result = predicate()
        return result

    def notify(self, n=1):
        """Wake up n of the tasks that wait, by default one."""
        if not self.locked():
            raise RuntimeError("cannot notify on un-acquired lock")
        woken = 0
        for waiter in self._waiters:
            if woken >= n:
                break
            if not waiter.done():
                woken += 1
                waiter.set_result(False)

    def notify_all(self):
        """Wake up all tasks that wait."""
        self.notify(len(self._waiters))


class Semaphore(_ContextManagerMixin, _LoopBoundMixin):
    """A counter that never goes below zero: acquire() waits when it is zero."""

    def __init__(self, value=1):
        if value < 0:
            raise ValueError("Semaphore initial value must be >= 0")
        self._waiters = _collections.deque()
        self._value = value

    def __repr__(self):
        return _with_waiters(self, "locked" if self.locked() else f"unlocked, value:{self._value}", super().__repr__())

    def locked(self):
        """Return True if it can't be acquired at once."""
        return self._value == 0 or any([not w.cancelled() for w in self._waiters])

    async def acquire(self):
        """Decrement the counter, waiting while it is zero; return True."""
        if not self.locked():
            self._value -= 1
            return True
        waiter = _line_up(self)
        try:
            try:
                await waiter
            finally:
                self._waiters.remove(waiter)
        except _CancelledError:
            # What was given to us goes to the next.
            if not waiter.cancelled():
                self._value += 1
                self._wake_up_next()
            raise
        if self._value > 0:
            self._wake_up_next()
        return True

    def release(self):
        """Increment the counter, and wake up a task that waits."""
        self._value += 1
        self._wake_up_next()

    def _wake_up_next(self):
        for waiter in self._waiters:
            if not waiter.done():
                self._value -= 1
                waiter.set_result(True)
                return


class BoundedSemaphore(Semaphore):
    """A semaphore that may not be released more often than it was acquired."""

    def __init__(self, value=1):
        self._bound_value = value
        super().__init__(value)

    def release(self):
        if self._value >= self._bound_value:
            raise ValueError("BoundedSemaphore released too many times")
        super().release()


_FILLING, _DRAINING, _RESETTING, _BROKEN = "filling", "draining", "resetting", "broken"


class Barrier(_LoopBoundMixin):
    """Lets tasks go on when a number of them have come."""

    def __init__(self, parties):
        if parties < 1:
            raise ValueError("parties must be > 0")
        self._cond = Condition()
        self._parties = parties
        self._state = _FILLING
        self._count = 0

    def __repr__(self):
        text = self._state
        if not self.broken:
            text += f", waiters:{self.n_waiting}/{self.parties}"
        return f"<{super().__repr__()[1:-1]} [{text}]>"

    async def __aenter__(self):
        return await self.wait()

    async def __aexit__(self, *args):
        pass

    async def wait(self):
        """Wait for the barrier; return an index that is different for each task."""
        async with self._cond:
            await self._block()
            try:
                index = self._count
                self._count += 1
                if index + 1 == self._parties:
                    self._state = _DRAINING
                    self._cond.notify_all()
                else:
                    await self._wait_for_others()
                return index
            finally:
                self._count -= 1
                self._exit()

    # Until those who were here before have left.
    async def _block(self):
        await self._cond.wait_for(lambda: self._state not in (_DRAINING, _RESETTING))
        if self._state == _BROKEN:
            raise _BrokenBarrierError("Barrier aborted")

    async def _wait_for_others(self):
        await self._cond.wait_for(lambda: self._state != _FILLING)
        if self._state in (_BROKEN, _RESETTING):
            raise _BrokenBarrierError("Abort or reset of barrier")

    def _exit(self):
        if self._count == 0:
            if self._state in (_RESETTING, _DRAINING):
                self._state = _FILLING
            self._cond.notify_all()

    async def reset(self):
        """Reset the barrier: tasks that wait get BrokenBarrierError."""
        async with self._cond:
            if self._count > 0:
                self._state = _RESETTING
            else:
                self._state = _FILLING
            self._cond.notify_all()

    async def abort(self):
        """Break the barrier: tasks that wait, or come, get BrokenBarrierError."""
        async with self._cond:
            self._state = _BROKEN
            self._cond.notify_all()

    @property
    def parties(self):
        """The number of tasks it waits for."""
        return self._parties

    @property
    def n_waiting(self):
        """The number of tasks that wait."""
        return self._count if self._state == _FILLING else 0

    @property
    def broken(self):
        """Is it broken?"""
        return self._state == _BROKEN
