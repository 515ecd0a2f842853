"""What CPython's asyncio has in C: futures, tasks, and what a session knows of both. The loop that runs them is asyncio.base_events."""

import contextvars as _contextvars
import types as _types

__unbound__ = [
    "get_event_loop",
    "get_running_loop",
    "_get_event_loop",
    "_get_running_loop",
    "_set_running_loop",
    "_register_task",
    "_unregister_task",
    "_enter_task",
    "_leave_task",
]

_PENDING = "PENDING"
_CANCELLED = "CANCELLED"
_FINISHED = "FINISHED"


class _Kept:
    """What asyncio keeps for a session. (Modules are shared by all sessions.)"""

    __slots__ = ("running", "policy", "current_tasks", "tasks", "task_number", "names")

    def __init__(self):
        self.running = None
        self.policy = None
        self.current_tasks = {}  # by loop
        self.tasks = {}  # those that aren't done, in the order they were made
        self.task_number = self.names = 0  # how many tasks there were, and of these those that nobody has named


def kept():
    state = session_state()
    mine = state.get("asyncio")
    if mine is None:
        mine = state["asyncio"] = _Kept()
    return mine


# --- loops


def _get_running_loop():
    me = thread_ident()
    return kept().running if me == 1 else session_state().get("threads.loops", {}).get(me)


def _set_running_loop(loop):
    me = thread_ident()
    if me == 1:
        kept().running = loop
    elif loop is not None:
        session_state().setdefault("threads.loops", {})[me] = loop
    else:
        session_state().get("threads.loops", {}).pop(me, None)


def get_running_loop():
    """Return the running event loop. Raise a RuntimeError if there is none."""
    loop = _get_running_loop()
    if loop is None:
        raise RuntimeError("no running event loop")
    return loop


def get_event_loop():
    """The running loop or, when there is none, the policy's."""
    loop = _get_running_loop()
    if loop is None:
        from asyncio.events import get_event_loop_policy

        loop = get_event_loop_policy().get_event_loop()
    return loop


def _get_event_loop(stacklevel=3):
    return get_event_loop()


# --- futures


def _get_loop(future):
    get = getattr(future, "get_loop", None)
    return future._loop if get is None else get()


class Future:
    """A result that will be there later."""

    __slots__ = (
        "_state",
        "_result",
        "_exception",
        "_exception_tb",
        "_loop",
        "_callbacks",
        "_cancel_message",
        "_cancelled_exc",
        "_asyncio_future_blocking",
        "_retrieved",
        "__dict__",  # the program's own attributes
        "__weakref__",
    )
    __class_getitem__ = classmethod(make_generic_alias)
    _source_traceback = None

    def __init__(self, *, loop=None):
        self._loop = get_event_loop() if loop is None else loop
        self._state = _PENDING
        self._result = self._exception = self._exception_tb = None
        self._callbacks = None
        self._cancel_message = self._cancelled_exc = None
        self._asyncio_future_blocking = False
        self._retrieved = True  # False: an exception that nobody has seen yet

    def __repr__(self):
        return _base_futures._future_repr(self)

    # Whether the loop should report, at its end, that nobody looked at the exception.
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
        error, self._cancelled_exc = self._cancelled_exc, None
        if error is None:
            message = self._cancel_message
            error = _CancelledError() if message is None else _CancelledError(message)
        return error

    # It ends, or is InvalidStateError when it has ended.
    def _end_with(self, state, result=None, exception=None):
        if self._state != _PENDING:
            raise _InvalidStateError("invalid state" if type(self) is Future else f"{self._state}: {self!r}")
        self._state = state
        self._result = result
        self._exception = exception
        callbacks = self._callbacks
        if callbacks is not None:
            self._callbacks = None
            for callback, context in callbacks:
                self._loop.call_soon(callback, self, context=context)

    def cancel(self, msg=None):
        """Cancel the future and schedule callbacks."""
        self._seen()
        pending = not self.done()
        if pending:
            self._cancel_message = msg
            self._end_with(_CANCELLED)
        return pending

    def cancelled(self):
        """Return True if the future was cancelled."""
        return self._state == _CANCELLED

    def done(self):
        """Return True if the future is done: it has a result or an exception, or was cancelled."""
        return self._state != _PENDING

    # The exception that it ended with, which is seen now, or None.
    def _ended(self, what):
        if self._state == _CANCELLED:
            raise self._make_cancelled_error()
        if self._state == _PENDING:
            raise _InvalidStateError(f"{what} is not set.")
        self._seen()
        return self._exception

    def result(self):
        """Return the result this future represents, or raise its exception."""
        error = self._ended("Result")
        if error is None:
            return self._result
        raise error.with_traceback(self._exception_tb)

    def exception(self):
        """Return the exception that was set on this future, or None."""
        return self._ended("Exception")

    def add_done_callback(self, fn, *, context=None):
        """Add a callback to be run when the future becomes done."""
        if self._state != _PENDING:
            self._loop.call_soon(fn, self, context=context)
            return
        callback = fn, _contextvars.copy_context() if context is None else context
        if self._callbacks is None:
            self._callbacks = []
        self._callbacks.append(callback)

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
        self._end_with(_FINISHED, result)

    def set_exception(self, exception):
        """Mark the future done and set an exception."""
        if not self.done():
            if isinstance(exception, type):
                exception = exception()
            if not isinstance(exception, BaseException):
                raise TypeError("invalid exception object")
            if type(exception) is StopIteration:
                raise TypeError("StopIteration interacts badly with generators and cannot be raised into a Future")
        self._end_with(_FINISHED, None, exception)
        self._exception_tb = exception.__traceback__
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
        if not self.done():
            self._loop._host_calls.pop(self._call, None)
            host_withdraw(self._call)
        return super().cancel(msg)


def begin_host_call(name, args, kwargs):
    loop = _get_running_loop()
    if loop is None:
        raise RuntimeError(f"{name}() is awaited, but no event loop is running")
    task = kept().current_tasks.get(loop)
    place = getattr(task, "_place", None)
    call = host_begin(name, args, kwargs, place)
    if call is None:
        done = {}
        call = host_begin(name, host_with_lists(args, done), host_with_lists(kwargs, done), place)
        if call is None:
            raise TypeError(f"an argument of host function '{name}' holds an iterator, which can't leave the sandbox")
    return HostFuture(loop, call)


# --- tasks


def _key(task):
    return task._number if isinstance(task, Task) else -id(task)


def _register_task(task):
    kept().tasks[_key(task)] = task


def _unregister_task(task):
    kept().tasks.pop(_key(task), None)


def _enter_task(loop, task):
    current = kept().current_tasks
    if loop in current:
        raise RuntimeError(f"Cannot enter into task {task!r} while another task {current[loop]!r} is being executed.")
    current[loop] = task


def _leave_task(loop, task):
    current = kept().current_tasks
    if current.get(loop) is not task:
        raise RuntimeError(f"Leaving task {task!r} does not match the current task {current.get(loop)!r}.")
    del current[loop]


def _is_of_library(coro):
    code = getattr(coro, "cr_code", None)
    return code is not None and code.co_filename.startswith(("prelude/", "library/", "/usr/lib/python3.11/", "<frozen "))


class Task(Future):
    """A coroutine that the loop runs, wrapped in a Future."""

    __slots__ = ("_coro", "_name", "_number", "_context", "_fut_waiter", "_must_cancel", "_num_cancels_requested", "_place")

    def __init__(self, coro, *, loop=None, name=None, context=None):
        super().__init__(loop=loop)
        if not _iscoroutine(coro):
            raise TypeError(f"a coroutine was expected, got {coro!r}")
        mine = kept()
        mine.task_number += 1
        self._number = mine.task_number
        if name is None:
            mine.names = getattr(mine, "names", self._number - 1) + 1  # (a state of an earlier release has none)
            name = f"Task-{mine.names}"
        self._name = name if type(name) is str else str(name)
        self._coro = coro
        self._fut_waiter = None
        self._must_cancel = False
        self._num_cancels_requested = 0
        # For what the library awaits itself (a host call, sleep()), where its task was made says most.
        self._place = None
        if _is_of_library(coro):
            self._place = getattr(mine.current_tasks.get(self._loop), "_place", None) or host_place()
        self._context = _contextvars.copy_context() if context is None else context
        self._loop.call_soon(self._step, context=self._context)
        mine.tasks[self._number] = self

    def __repr__(self):
        return _base_tasks._task_repr(self)

    def get_coro(self):
        return self._coro

    def get_name(self):
        return self._name

    def set_name(self, value):
        self._name = str(value)

    def get_context(self):
        return self._context

    def get_stack(self, *, limit=None):
        """The frames of the task's coroutine, or of its exception's traceback."""
        return _base_tasks._task_get_stack(self, limit)

    def print_stack(self, *, limit=None, file=None):
        """Print them."""
        return _base_tasks._task_print_stack(self, limit, file)

    def set_result(self, result):
        raise RuntimeError("Task does not support set_result operation")

    def set_exception(self, exception):
        raise RuntimeError("Task does not support set_exception operation")

    # Nobody can see here that a task is collected.
    @property
    def _log_destroy_pending(self):
        return False

    @_log_destroy_pending.setter
    def _log_destroy_pending(self, value):
        pass

    # --- cancelling

    def cancel(self, msg=None):
        """Request that this task cancel itself: CancelledError is raised where it waits."""
        self._seen()
        if self.done():
            return False
        self._num_cancels_requested += 1
        if self._fut_waiter is not None and self._fut_waiter.cancel(msg=msg):
            return True
        self._must_cancel = True  # thrown at the next step
        self._cancel_message = msg
        return True

    def cancelling(self):
        """Return the count of the task's cancellation requests that weren't taken back with uncancel()."""
        return self._num_cancels_requested

    def uncancel(self):
        """Decrement the task's count of cancellation requests."""
        if self._num_cancels_requested > 0:
            self._num_cancels_requested -= 1
        return self._num_cancels_requested

    # --- running

    def _end(self):
        kept().tasks.pop(self._number, None)
        self._fut_waiter = None

    def _step(self, exc=None):
        if self.done():
            raise _InvalidStateError(f"_step(): already done: {self!r}, {exc!r}")
        if self._must_cancel:
            if not isinstance(exc, _CancelledError):
                exc = self._make_cancelled_error()
            self._must_cancel = False
        self._fut_waiter = None
        loop = self._loop
        _enter_task(loop, self)
        try:
            if exc is None:
                awaited = self._coro.send(None)
            else:
                awaited = self._coro.throw(exc)
        except StopIteration as end:
            if self._must_cancel:  # cancelled just now, by itself
                self._must_cancel = False
                super().cancel(msg=self._cancel_message)
            else:
                super().set_result(end.value)
            self._end()
        except _CancelledError as error:
            self._cancelled_exc = error
            super().cancel()
            self._end()
        except (KeyboardInterrupt, SystemExit) as error:
            super().set_exception(error)
            self._end()
            raise
        except BaseException as error:
            super().set_exception(error)
            self._end()
        else:
            self._wait_for(awaited)
        finally:
            _leave_task(loop, self)

    # The coroutine stands at an await that ends at `awaited`.
    def _wait_for(self, awaited):
        blocking = getattr(awaited, "_asyncio_future_blocking", None)
        problem = None
        if blocking is not None:
            if _get_loop(awaited) is not self._loop:
                problem = f"Task {self!r} got Future {awaited!r} attached to a different loop"
            elif not blocking:
                problem = f"yield was used instead of yield from in task {self!r} with {awaited!r}"
            elif awaited is self:
                problem = f"Task cannot await on itself: {self!r}"
            else:
                awaited._asyncio_future_blocking = False
                awaited.add_done_callback(self.task_wakeup, context=self._context)
                self._fut_waiter = awaited
                if self._must_cancel and awaited.cancel(msg=self._cancel_message):
                    self._must_cancel = False
                return
        elif awaited is None:
            self._loop.call_soon(self._step, context=self._context)
            return
        elif isinstance(awaited, _types.GeneratorType):
            problem = f"yield was used instead of yield from for generator in task {self!r} with {awaited!r}"
        else:
            problem = f"Task got bad yield: {awaited!r}"
        self._loop.call_soon(self._step, RuntimeError(problem), context=self._context)

    def task_wakeup(self, future):
        try:
            future.result()
        except BaseException as exc:
            self._step(exc)
        else:
            self._step()


class _AllTasks:
    """The session's tasks that aren't done, for asyncio.all_tasks()."""

    __slots__ = ()

    def __iter__(self):
        return iter(list(kept().tasks.values()))

    def __len__(self):
        return len(kept().tasks)

    def __contains__(self, task):
        return _key(task) in kept().tasks


class _CurrentTasks:
    """The task that runs in each loop of the session, for asyncio.current_task()."""

    __slots__ = ()

    def get(self, loop, default=None):
        return kept().current_tasks.get(loop, default)

    def __getitem__(self, loop):
        return kept().current_tasks[loop]

    def __iter__(self):
        return iter(kept().current_tasks)

    def __len__(self):
        return len(kept().current_tasks)


_all_tasks = _AllTasks()
_current_tasks = _CurrentTasks()

# These import this module.
from asyncio import base_futures as _base_futures, base_tasks as _base_tasks
from asyncio.coroutines import iscoroutine as _iscoroutine
from asyncio.exceptions import CancelledError as _CancelledError, InvalidStateError as _InvalidStateError
