"""Futures."""

__all__ = ("Future", "wrap_future", "isfuture")

import contextvars as _contextvars
from asyncio import events as _events
from asyncio.exceptions import CancelledError as _CancelledError, InvalidStateError as _InvalidStateError
from asyncio.format_helpers import format_callbacks as _format_callbacks
import reprlib as _reprlib

_PENDING = "PENDING"
_CANCELLED = "CANCELLED"
_FINISHED = "FINISHED"


def isfuture(obj):
    """Return True if obj is a Future."""
    return hasattr(obj.__class__, "_asyncio_future_blocking") and obj._asyncio_future_blocking is not None


def _get_loop(future):
    get = getattr(future, "get_loop", None)
    return future._loop if get is None else get()


class Future:
    """A result that will be there later."""

    __slots__ = ("_state", "_result", "_exception", "_exception_tb", "_loop", "_callbacks", "_cancel_message", "_cancelled_exc", "_asyncio_future_blocking",
                 "_retrieved", "__weakref__")
    __class_getitem__ = classmethod(make_generic_alias)
    _source_traceback = None

    def __init__(self, *, loop=None):
        self._loop = _events.get_event_loop() if loop is None else loop
        self._state = _PENDING
        self._result = self._exception = self._exception_tb = None
        self._callbacks = None
        self._cancel_message = self._cancelled_exc = None
        self._asyncio_future_blocking = False
        self._retrieved = True  # False: an exception that nobody has seen yet

    def _repr_info(self):
        info = [self._state.lower()]
        if self._state == _FINISHED:
            if self._exception is not None:
                info.append(f"exception={self._exception!r}")
            else:
                info.append(f"result={_reprlib.repr(self._result)}")
        if self._callbacks:
            info.append(_format_callbacks(self._callbacks))
        return info

    def __repr__(self):
        return f"<{type(self).__name__} {' '.join(self._repr_info())}>"

    # Whether the loop is to tell, at its end, that nobody looked at the exception.
    @property
    def _log_traceback(self):
        return not self._retrieved

    @_log_traceback.setter
    def _log_traceback(self, value):
        if value:
            raise ValueError("_log_traceback can only be set to False")
        self._seen()

    def _seen(self):
        if not self._retrieved:
            self._retrieved = True
            unseen = getattr(self._loop, "_unseen", None)
            if unseen is not None:
                unseen.pop(id(self), None)

    def get_loop(self):
        """Return the event loop the Future is bound to."""
        return self._loop

    def _make_cancelled_error(self):
        if self._cancelled_exc is not None:
            exc = self._cancelled_exc
            self._cancelled_exc = None
            return exc
        return _CancelledError() if self._cancel_message is None else _CancelledError(self._cancel_message)

    def cancel(self, msg=None):
        """Cancel the future and schedule callbacks."""
        self._seen()
        if self._state != _PENDING:
            return False
        self._state = _CANCELLED
        self._cancel_message = msg
        self._schedule_callbacks()
        return True

    def _schedule_callbacks(self):
        callbacks = self._callbacks
        if callbacks:
            self._callbacks = None
            for callback, context in callbacks:
                self._loop.call_soon(callback, self, context=context)

    def cancelled(self):
        """Return True if the future was cancelled."""
        return self._state == _CANCELLED

    def done(self):
        """Return True if the future is done: it has a result or an exception, or was cancelled."""
        return self._state != _PENDING

    def result(self):
        """Return the result this future represents, or raise its exception."""
        if self._state == _CANCELLED:
            raise self._make_cancelled_error()
        if self._state != _FINISHED:
            raise _InvalidStateError("Result is not set.")
        self._seen()
        if self._exception is not None:
            raise self._exception.with_traceback(self._exception_tb)
        return self._result

    def exception(self):
        """Return the exception that was set on this future, or None."""
        if self._state == _CANCELLED:
            raise self._make_cancelled_error()
        if self._state != _FINISHED:
            raise _InvalidStateError("Exception is not set.")
        self._seen()
        return self._exception

    def add_done_callback(self, fn, *, context=None):
        """Add a callback to be run when the future becomes done."""
        if self._state != _PENDING:
            self._loop.call_soon(fn, self, context=context)
            return
        if context is None:
            context = _contextvars.copy_context()
        if self._callbacks is None:
            self._callbacks = [(fn, context)]
        else:
            self._callbacks.append((fn, context))

    def remove_done_callback(self, fn):
        """Remove all instances of a callback; return how many."""
        callbacks = self._callbacks
        if not callbacks:
            return 0
        left = [(f, context) for f, context in callbacks if f != fn]
        self._callbacks = left or None
        return len(callbacks) - len(left)

    def set_result(self, result):
        """Mark the future done and set its result."""
        if self._state != _PENDING:
            raise _InvalidStateError("invalid state" if type(self) is Future else f"{self._state}: {self!r}")
        self._result = result
        self._state = _FINISHED
        self._schedule_callbacks()

    def set_exception(self, exception):
        """Mark the future done and set an exception."""
        if self._state != _PENDING:
            raise _InvalidStateError("invalid state" if type(self) is Future else f"{self._state}: {self!r}")
        if isinstance(exception, type):
            exception = exception()
        if not isinstance(exception, BaseException):
            raise TypeError("invalid exception object")
        if type(exception) is StopIteration:
            raise TypeError("StopIteration interacts badly with generators and cannot be raised into a Future")
        self._exception = exception
        self._exception_tb = exception.__traceback__
        self._state = _FINISHED
        self._schedule_callbacks()
        unseen = getattr(self._loop, "_unseen", None)
        if unseen is not None:
            self._retrieved = False
            unseen[id(self)] = self

    def __await__(self):
        if self._state == _PENDING:
            self._asyncio_future_blocking = True
            yield self
        if self._state == _PENDING:
            raise RuntimeError("await wasn't used with future")
        return self.result()

    __iter__ = __await__


class HostFuture(Future):
    """The answer of a call of the host. Nobody waiting for it any more, the call is withdrawn."""

    __slots__ = ("_call",)

    def __init__(self, loop, call):
        super().__init__(loop=loop)
        self._call = call
        loop._host_calls[call] = self

    def cancel(self, msg=None):
        if self._state == _PENDING:
            self._loop._host_calls.pop(self._call, None)
            host_withdraw(self._call)
        return super().cancel(msg)


def begin_host_call(name, args, kwargs):
    loop = _events._get_running_loop()
    if loop is None:
        raise RuntimeError(f"{name}() is awaited, but no event loop is running")
    task = _events.kept().current_tasks.get(loop)
    place = getattr(task, "_place", None)
    call = host_begin(name, args, kwargs, place)
    if call is None:
        done = {}
        call = host_begin(name, host_with_lists(args, done), host_with_lists(kwargs, done), place)
        if call is None:
            raise TypeError(f"an argument of host function '{name}' holds an iterator, which can't leave the sandbox")
    return HostFuture(loop, call)


def wrap_future(future, *, loop=None):
    """Wrap a concurrent.futures.Future object: there are no threads here, so only asyncio's own come."""
    if isfuture(future):
        return future
    raise TypeError("there are no threads in the sandbox, and so no concurrent.futures: use tasks")


_PyFuture = Future
