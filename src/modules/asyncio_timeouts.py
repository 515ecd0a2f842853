"""Timeouts of blocks."""

__all__ = ("Timeout", "timeout", "timeout_at")

from asyncio import events as _events, tasks as _tasks
from asyncio.exceptions import CancelledError as _CancelledError

_CREATED, _ENTERED, _EXPIRING, _EXPIRED, _EXITED = "created", "active", "expiring", "expired", "finished"


class Timeout:
    """Asynchronous context manager for cancelling overdue coroutines. Use timeout() or timeout_at() rather than this class."""

    def __init__(self, when):
        self._state = _CREATED
        self._timeout_handler = self._task = None
        self._when = when

    def when(self):
        """Return the current deadline."""
        return self._when

    def reschedule(self, when):
        """Reschedule the timeout."""
        if self._state != _ENTERED:
            if self._state == _CREATED:
                raise RuntimeError("Timeout has not been entered")
            raise RuntimeError(f"Cannot change state of {self._state} Timeout")
        self._when = when
        if self._timeout_handler is not None:
            self._timeout_handler.cancel()
            self._timeout_handler = None
        if when is not None:
            loop = _events.get_running_loop()
            if when <= loop.time():
                self._timeout_handler = loop.call_soon(self._on_timeout)
            else:
                self._timeout_handler = loop.call_at(when, self._on_timeout)

    def expired(self):
        """Is timeout expired during execution?"""
        return self._state in (_EXPIRING, _EXPIRED)

    def __repr__(self):
        info = [""]
        if self._state == _ENTERED:
            info.append(f"when={None if self._when is None else round(self._when, 3)}")
        return f"<Timeout [{self._state}]{' '.join(info)}>"

    async def __aenter__(self):
        if self._state != _CREATED:
            raise RuntimeError("Timeout has already been entered")
        task = _tasks.current_task()
        if task is None:
            raise RuntimeError("Timeout should be used inside a task")
        self._state = _ENTERED
        self._task = task
        self._cancelling = task.cancelling()
        self.reschedule(self._when)
        return self

    async def __aexit__(self, exc_type, exc_val, exc_tb):
        if self._timeout_handler is not None:
            self._timeout_handler.cancel()
            self._timeout_handler = None
        if self._state == _EXPIRING:
            self._state = _EXPIRED
            # Only if nobody else has asked the task to end.
            if self._task.uncancel() <= self._cancelling and exc_type is _CancelledError:
                raise TimeoutError
        elif self._state == _ENTERED:
            self._state = _EXITED
        return None

    def _on_timeout(self):
        self._task.cancel()
        self._state = _EXPIRING
        self._timeout_handler = None  # it has done its work


def timeout(delay):
    """Timeout async context manager: the block is cancelled after `delay` seconds, and TimeoutError raised. None: never."""
    loop = _events.get_running_loop()
    return Timeout(None if delay is None else loop.time() + delay)


def timeout_at(when):
    """The same, at a time of the loop's clock."""
    return Timeout(when)
