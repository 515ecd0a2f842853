"""Tasks, and what waits for several of them."""

__all__ = ("Task", "create_task", "FIRST_COMPLETED", "FIRST_EXCEPTION", "ALL_COMPLETED", "wait", "wait_for", "as_completed", "sleep", "gather",
           "shield", "ensure_future", "run_coroutine_threadsafe", "current_task", "all_tasks", "_register_task", "_unregister_task",
           "_enter_task", "_leave_task")

import types as _types
import contextvars as _contextvars
from asyncio import coroutines as _coroutines, events as _events, futures as _futures
from asyncio.exceptions import CancelledError as _CancelledError, InvalidStateError as _InvalidStateError, TimeoutError as _TimeoutError
from asyncio.format_helpers import format_coroutine as _format_coroutine

FIRST_COMPLETED = "FIRST_COMPLETED"
FIRST_EXCEPTION = "FIRST_EXCEPTION"
ALL_COMPLETED = "ALL_COMPLETED"


def current_task(loop=None):
    """Return the task that runs in the loop, or None."""
    if loop is None:
        loop = _events.get_running_loop()
    return _events.kept().current_tasks.get(loop)


def all_tasks(loop=None):
    """Return a set of the tasks of the loop that aren't done."""
    if loop is None:
        loop = _events.get_running_loop()
    return {task for task in _events.kept().tasks.values() if _futures._get_loop(task) is loop and not task.done()}


def _key(task):
    return task._number if isinstance(task, Task) else -id(task)


def _register_task(task):
    _events.kept().tasks[_key(task)] = task


def _unregister_task(task):
    _events.kept().tasks.pop(_key(task), None)


def _enter_task(loop, task):
    current = _events.kept().current_tasks
    if loop in current:
        raise RuntimeError(f"Cannot enter into task {task!r} while another task {current[loop]!r} is being executed.")
    current[loop] = task


def _leave_task(loop, task):
    current = _events.kept().current_tasks
    if current.get(loop) is not task:
        raise RuntimeError(f"Leaving task {task!r} does not match the current task {current.get(loop)!r}.")
    del current[loop]


def _is_of_library(coro):
    code = getattr(coro, "cr_code", None)
    return code is not None and code.co_filename.startswith(("prelude/", "modules/"))


class Task(_futures.Future):
    """A coroutine that the loop runs, wrapped in a Future."""

    __slots__ = ("_coro", "_name", "_number", "_context", "_fut_waiter", "_must_cancel", "_num_cancels_requested", "_place")

    def __init__(self, coro, *, loop=None, name=None, context=None):
        super().__init__(loop=loop)
        if not _coroutines.iscoroutine(coro):
            raise TypeError(f"a coroutine was expected, got {coro!r}")
        kept = _events.kept()
        kept.task_number += 1
        self._number = kept.task_number
        if name is None:
            name = f"Task-{self._number}"
        self._name = name if type(name) is str else str(name)
        self._coro = coro
        self._fut_waiter = None
        self._must_cancel = False
        self._num_cancels_requested = 0
        # Of what the library awaits itself (a call of the host, sleep()) it is best known where its task was made.
        self._place = None
        if _is_of_library(coro):
            self._place = getattr(kept.current_tasks.get(self._loop), "_place", None) or host_place()
        self._context = _contextvars.copy_context() if context is None else context
        self._loop.call_soon(self._step, context=self._context)
        kept.tasks[self._number] = self

    def _repr_info(self):
        info = super()._repr_info()
        if self.cancelling() and not self.done():
            info[0] = "cancelling"
        info.insert(1, f"name={self._name!r}")
        info.insert(2, f"coro=<{_format_coroutine(self._coro)}>")
        if self._fut_waiter is not None and not self.done():
            info.insert(3, f"wait_for={self._fut_waiter!r}")
        return info

    def get_coro(self):
        return self._coro

    def get_name(self):
        return self._name

    def set_name(self, value):
        self._name = str(value)

    def get_context(self):
        return self._context

    def get_stack(self, *, limit=None):
        """Return the list of stack frames for this task's coroutine: the outermost, for what it waits in can't be seen."""
        frame = getattr(self._coro, "cr_frame", None) or getattr(self._coro, "gi_frame", None)
        return [] if frame is None or self.done() or limit == 0 else [frame]

    def print_stack(self, *, limit=None, file=None):
        """Print the stack, or where the exception came from."""
        import sys
        import traceback
        file = sys.stderr if file is None else file
        exc = self._exception
        if exc is not None:
            print(f"Traceback for {self!r} (most recent call last):", file=file)
            traceback.print_tb(exc.__traceback__, limit, file)
            print("".join(traceback.format_exception_only(exc)), file=file, end="")
            return
        frames = self.get_stack(limit=limit)
        print(f"Stack for {self!r} (most recent call last):" if frames else f"No stack for {self!r}", file=file)
        for frame in frames:
            print(f'  File "{frame.f_code.co_filename}", line {frame.f_lineno}, in {frame.f_code.co_name}', file=file)

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
        _events.kept().tasks.pop(self._number, None)
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
            if _futures._get_loop(awaited) is not self._loop:
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


def _set_task_name(task, name):
    if name is not None:
        task.set_name(name)


def create_task(coro, *, name=None, context=None):
    """Schedule the execution of a coroutine object in a task; return the task."""
    loop = _events.get_running_loop()
    return loop.create_task(coro, name=name) if context is None else loop.create_task(coro, name=name, context=context)


def ensure_future(coro_or_future, *, loop=None):
    """Wrap a coroutine or an awaitable in a future. A Future is returned as it is."""
    if _futures.isfuture(coro_or_future):
        if loop is not None and loop is not _futures._get_loop(coro_or_future):
            raise ValueError("The future belongs to a different loop than the one specified as the loop argument")
        return coro_or_future
    if not _coroutines.iscoroutine(coro_or_future):
        if not hasattr(type(coro_or_future), "__await__"):
            raise TypeError("An asyncio.Future, a coroutine or an awaitable is required")
        coro_or_future = _wrap_awaitable(coro_or_future)
        made_here = True
    else:
        made_here = False
    if loop is None:
        loop = _events.get_event_loop()
    try:
        return loop.create_task(coro_or_future)
    except RuntimeError:
        if not made_here:
            coro_or_future.close()
        raise


async def _wrap_awaitable(awaitable):
    return await awaitable


def run_coroutine_threadsafe(coro, loop):
    raise RuntimeError("run_coroutine_threadsafe(): there are no threads in the sandbox: use create_task()")


# --- sleep

class _Tick:
    """Awaited, it lets the other tasks go on once."""

    __slots__ = ()

    def __await__(self):
        yield


def _set_unless_done(future, result):
    if not future.done():
        future.set_result(result)


async def sleep(delay, result=None):
    """Wait for a given time (in seconds)."""
    if delay <= 0:
        await _Tick()
        return result
    loop = _events.get_running_loop()
    future = loop.create_future()
    handle = loop.call_later(delay, _set_unless_done, future, result)
    try:
        return await future
    finally:
        handle.cancel()


# --- wait, wait_for, as_completed

async def wait(fs, *, timeout=None, return_when=ALL_COMPLETED):
    """Wait for the futures or tasks in fs to complete. Returns two sets of them: (done, pending)."""
    if _futures.isfuture(fs) or _coroutines.iscoroutine(fs):
        raise TypeError(f"expect a list of futures, not {type(fs).__name__}")
    if not fs:
        raise ValueError("Set of Tasks/Futures is empty.")
    if return_when not in (FIRST_COMPLETED, FIRST_EXCEPTION, ALL_COMPLETED):
        raise ValueError(f"Invalid return_when value: {return_when}")
    fs = set(fs)
    if any([_coroutines.iscoroutine(f) for f in fs]):
        raise TypeError("Passing coroutines is forbidden, use tasks explicitly.")
    return await _wait(fs, timeout, return_when, _events.get_running_loop())


async def _wait(fs, timeout, return_when, loop):
    assert fs, "Set of Futures is empty."
    waiter = loop.create_future()
    left = len(fs)

    def on_done(future):
        nonlocal left
        left -= 1
        if left == 0 or return_when == FIRST_COMPLETED or (return_when == FIRST_EXCEPTION and not future.cancelled() and
                                                           future.exception() is not None):
            if handle is not None:
                handle.cancel()
            _set_unless_done(waiter, None)

    handle = None if timeout is None else loop.call_later(timeout, _set_unless_done, waiter, None)
    for f in fs:
        f.add_done_callback(on_done)
    try:
        await waiter
    finally:
        if handle is not None:
            handle.cancel()
        for f in fs:
            f.remove_done_callback(on_done)
    return {f for f in fs if f.done()}, {f for f in fs if not f.done()}


async def _cancel_and_wait(future, loop):
    waiter = loop.create_future()

    def on_done(_):
        _set_unless_done(waiter, None)

    future.add_done_callback(on_done)
    try:
        future.cancel()
        await waiter  # not the future: its exception isn't ours yet
    finally:
        future.remove_done_callback(on_done)


async def wait_for(fut, timeout):
    """Wait for the single Future or coroutine to complete, with timeout: then it is cancelled, and TimeoutError raised."""
    loop = _events.get_running_loop()
    if timeout is None:
        return await fut

    async def give_up():
        await _cancel_and_wait(future, loop)
        # It may have ended all the same.
        try:
            return future.result()
        except _CancelledError as exc:
            raise _TimeoutError() from exc

    if timeout <= 0:
        future = ensure_future(fut, loop=loop)
        return future.result() if future.done() else await give_up()
    waiter = loop.create_future()

    def on_done(_):
        _set_unless_done(waiter, None)

    handle = loop.call_later(timeout, _set_unless_done, waiter, None)
    future = ensure_future(fut, loop=loop)
    future.add_done_callback(on_done)
    try:
        try:
            await waiter
        except _CancelledError:
            if future.done():
                return future.result()
            future.remove_done_callback(on_done)
            await _cancel_and_wait(future, loop)
            raise
        if future.done():
            return future.result()
        future.remove_done_callback(on_done)
        return await give_up()
    finally:
        handle.cancel()


def as_completed(fs, *, timeout=None):
    """Return an iterator whose values are coroutines; each waits for the next one of fs to complete."""
    if _futures.isfuture(fs) or _coroutines.iscoroutine(fs):
        raise TypeError(f"expect an iterable of futures, not {type(fs).__name__}")
    from asyncio.queues import Queue
    done = Queue()
    loop = _events.get_event_loop()
    todo = {ensure_future(f, loop=loop) for f in set(fs)}
    handle = None

    def on_timeout():
        for f in todo:
            f.remove_done_callback(on_done)
            done.put_nowait(None)
        todo.clear()

    def on_done(f):
        if not todo:
            return  # the time was over
        todo.remove(f)
        done.put_nowait(f)
        if not todo and handle is not None:
            handle.cancel()

    async def next_one():
        f = await done.get()
        if f is None:
            raise _TimeoutError
        return f.result()

    for f in todo:
        f.add_done_callback(on_done)
    if todo and timeout is not None:
        handle = loop.call_later(timeout, on_timeout)
    for _ in range(len(todo)):
        yield next_one()


# --- gather, shield

class _GatheringFuture(_futures.Future):
    """Cancelled, it cancels what it gathers."""

    __slots__ = ("_children", "_cancel_requested")

    def __init__(self, children, *, loop):
        super().__init__(loop=loop)
        self._children = children
        self._cancel_requested = False

    def cancel(self, msg=None):
        if self.done():
            return False
        cancelled_any = False
        for child in self._children:
            if child.cancel(msg=msg):
                cancelled_any = True
        if cancelled_any:
            self._cancel_requested = True
        return cancelled_any


def gather(*coros_or_futures, return_exceptions=False):
    """Return a future aggregating results from the given coroutines or futures, in their order."""
    if not coros_or_futures:
        outer = _events.get_event_loop().create_future()
        outer.set_result([])
        return outer
    futures = {}  # of each different argument
    children = []
    finished = different = 0
    loop = outer = None

    def on_done(future):
        nonlocal finished
        finished += 1
        if outer is None or outer.done():
            if not future.cancelled():
                future.exception()  # nobody else will look at it
            return
        if not return_exceptions:
            if future.cancelled():
                outer.set_exception(future._make_cancelled_error())
                return
            exc = future.exception()
            if exc is not None:
                outer.set_exception(exc)
                return
        if finished < different:
            return
        results = []
        for child in children:
            if child.cancelled():
                message = child._cancel_message
                results.append(_CancelledError("" if message is None else message))
            else:
                exc = child.exception()
                results.append(child.result() if exc is None else exc)
        if outer._cancel_requested:
            outer.set_exception(future._make_cancelled_error())
        else:
            outer.set_result(results)

    for argument in coros_or_futures:
        key = id(argument)
        future = futures.get(key)
        if future is None:
            future = futures[key] = ensure_future(argument, loop=loop)
            if loop is None:
                loop = _futures._get_loop(future)
            future.add_done_callback(on_done)
        children.append(future)
    different = len(futures)
    futures = None
    outer = _GatheringFuture(children, loop=loop)
    return outer


def shield(arg):
    """Wait for a future, shielding it from cancellation."""
    inner = ensure_future(arg)
    if inner.done():
        return inner
    outer = _futures._get_loop(inner).create_future()

    def on_inner(inner):
        if outer.cancelled():
            if not inner.cancelled():
                inner.exception()  # nobody else will look at it
            return
        if inner.cancelled():
            outer.cancel()
        elif inner.exception() is not None:
            outer.set_exception(inner.exception())
        else:
            outer.set_result(inner.result())

    def on_outer(outer):
        if not inner.done():
            inner.remove_done_callback(on_inner)

    inner.add_done_callback(on_inner)
    outer.add_done_callback(on_outer)
    return outer


_PyTask = Task
_py_register_task, _py_unregister_task, _py_enter_task, _py_leave_task = _register_task, _unregister_task, _enter_task, _leave_task
