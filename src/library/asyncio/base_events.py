"""The event loop. It has no sockets: what it waits for are calls of the host and timers, which the host answers. When no
callback is ready it asks for answers, and the session pauses there with all that is pending."""

__all__ = ("BaseEventLoop", "Server")

import _thread
import collections as _collections
import math as _math
import sys as _sys
from asyncio import events as _events, futures as _futures, tasks as _tasks
from asyncio.coroutines import iscoroutine as _iscoroutine, iscoroutinefunction as _iscoroutinefunction

_FAR = 250_000_000_000.0  # seconds since 1970: no timer is due later


class Server(_events.AbstractServer):
    pass


def _no_network(name):
    raise PermissionError(
        f"{name}: there are no network connections and no processes in the sandbox. Let the host do it: declare a host "
        "function asynchronous and await it"
    )


def _stop_when_done(future):
    if not future.cancelled():
        exc = future._exception
        if isinstance(exc, (SystemExit, KeyboardInterrupt)):
            return  # it left run_forever() already
    _futures._get_loop(future).stop()


class BaseEventLoop(_events.AbstractEventLoop):
    _default_executor = None
    _executor_shut_down = False
    _soonest = 0  # no timer of the host's is due before

    def __init__(self):
        self._ready = _collections.deque()
        self._host_calls = {}  # futures of pending calls, by id
        # A timer of the host's is for all that is due in the same millisecond, and comes at its end.
        self._host_timers = {}  # [when, handles that aren't cancelled, handles] of pending timers, by id
        self._host_timer_ids = {}  # by when
        self._fired = []  # handles whose time has come
        self._unseen = {}  # futures with exceptions that nobody has seen
        self._start = 0.0  # (in states of earlier releases the clock began with the loop)
        self._closed = self._stopping = self._running = False
        self._exception_handler = self._task_factory = None
        self._debug = False
        self._asyncgens_shut_down = False
        self._asyncgens = {}  # those that began, by id
        self._asyncgens_room = 64
        self.slow_callback_duration = 0.1

    def __repr__(self):
        return f"<{type(self).__name__} running={self.is_running()} closed={self.is_closed()} debug={self.get_debug()}>"

    # --- making things

    def create_future(self):
        """Create a Future object attached to the loop."""
        return _futures.Future(loop=self)

    def create_task(self, coro, *, name=None, context=None):
        """Schedule a coroutine object; return a task object."""
        self._check_closed()
        if self._task_factory is None:
            return _tasks.Task(coro, loop=self, name=name, context=context)
        task = self._task_factory(self, coro) if context is None else self._task_factory(self, coro, context=context)
        if name is not None and hasattr(task, "set_name"):
            task.set_name(name)
        return task

    def set_task_factory(self, factory):
        """Set a task factory that will be used by loop.create_task(); None is the default one."""
        if factory is not None and not callable(factory):
            raise TypeError("task factory must be a callable or None")
        self._task_factory = factory

    def get_task_factory(self):
        return self._task_factory

    def _check_closed(self):
        if self._closed:
            raise RuntimeError("Event loop is closed")

    def _check_callback(self, callback, method):
        if _iscoroutine(callback) or _iscoroutinefunction(callback):
            raise TypeError(f"coroutines cannot be used with {method}()")
        if not callable(callback):
            raise TypeError(f"a callable object was expected by {method}(), got {callback!r}")

    # --- callbacks

    def call_soon(self, callback, *args, context=None):
        """Arrange for a callback to be called as soon as possible."""
        if self._closed:
            self._check_closed()
        if self._debug:
            self._check_callback(callback, "call_soon")
        handle = _events.Handle(callback, args, self, context)
        self._ready.append(handle)
        return handle

    def call_soon_threadsafe(self, callback, *args, context=None):
        """call_soon() from another thread."""
        handle = self.call_soon(callback, *args, context=context)
        if thread_others():
            _thread.wake_loop(self)
        return handle

    def call_later(self, delay, callback, *args, context=None):
        """Arrange for a callback to be called at a given time from now."""
        if delay is None:
            raise TypeError("delay must not be None")
        return self.call_at(self.time() + delay, callback, *args, context=context)

    def call_at(self, when, callback, *args, context=None):
        """Like call_later(), but uses an absolute time."""
        if when is None:
            raise TypeError("when cannot be None")
        self._check_closed()
        if self._debug:
            self._check_callback(callback, "call_at")
        handle = _events.TimerHandle(when, callback, args, self, context)
        now = self.time()
        if when <= now:
            self._fired.append(handle)
            return handle
        # A program may put a time() of its own in the place of ours, as freezegun does.
        when += host_clock() - self._start - now
        due = float(self._start + when)
        due = _math.ceil(due * 1000 - 0.001) / 1000 if due < _FAR else _FAR
        when = due - self._start
        timer = self._host_timer_ids.get(when)
        if timer is None:
            task = _events.kept().current_tasks.get(self)
            timer = host_timer(due, getattr(task, "_place", None))
            self._soonest = min(self._soonest, when) if self._host_timer_ids else when
            self._host_timer_ids[when] = timer
            self._host_timers[timer] = [when, 1, [handle]]
        else:
            entry = self._host_timers[timer]
            entry[1] += 1
            entry[2].append(handle)
        handle._scheduled = when
        return handle

    def _timer_handle_cancelled(self, handle):
        # One of a state from an earlier release doesn't say whether a timer of the host's is behind it, or not when that is due.
        scheduled = getattr(handle, "_scheduled", True)
        timer = self._host_timer_ids.get(handle._when if scheduled is True else scheduled) if scheduled else None
        if timer is None:
            return
        entry = self._host_timers[timer]
        entry[1] -= 1
        if entry[1] == 0:
            self._forget_timer(timer)
            host_withdraw(timer)

    def _forget_timer(self, timer):
        when, _, handles = self._host_timers.pop(timer)
        del self._host_timer_ids[when]
        for handle in handles:
            handle._scheduled = False
        return handles

    def _next_timer_due(self):
        return float(self._start + min(self._host_timer_ids)) if self._host_timer_ids else None

    def _timers_due(self, now):
        return [timer for when, timer in self._host_timer_ids.items() if self._start + when <= now]

    # Those whose time has come while others had something to do.
    def _fire_due(self):
        if self._has_own_time():
            now = self.time()
            due = [timer for timer, entry in self._host_timers.items() if any(handle._when <= now for handle in entry[2])]
        else:
            now = host_monotonic()
            due = self._timers_due(now) if self._start + self._soonest <= now else ()
        for timer in due:
            host_withdraw(timer)
            self._fire(timer)
        if due:
            self._soonest = min(self._host_timer_ids, default=0)

    def _has_own_time(self):
        return type(self).time is not BaseEventLoop.time or "time" in self.__dict__

    def _fire(self, timer):
        self._fired.extend([handle for handle in self._forget_timer(timer) if not handle._cancelled])

    def time(self):
        """Return the time according to the event loop's clock, which is time.monotonic()."""
        return host_monotonic() - self._start

    # --- running

    def run_forever(self):
        """Run until stop() is called."""
        self._check_closed()
        if self._running:
            raise RuntimeError("This event loop is already running")
        if _events._get_running_loop() is not None:
            raise RuntimeError("Cannot run the event loop while another loop is running")
        self._running = True
        _events._set_running_loop(self)
        hooks = _sys.get_asyncgen_hooks()
        _sys.set_asyncgen_hooks(firstiter=self._asyncgen_begins)
        try:
            while True:
                self._run_once()
                if self._stopping:
                    break
        finally:
            self._stopping = self._running = False
            _events._set_running_loop(None)
            _sys.set_asyncgen_hooks(*hooks)

    def _asyncgen_begins(self, agen):
        if self._asyncgens_shut_down:
            import warnings

            warnings.warn(f"asynchronous generator {agen!r} was scheduled after loop.shutdown_asyncgens() call", ResourceWarning)
        if len(self._asyncgens) >= self._asyncgens_room:
            self._asyncgens = {key: each for key, each in self._asyncgens.items() if generator_state(each) != 3}
            self._asyncgens_room = 2 * len(self._asyncgens) + 64
        self._asyncgens[id(agen)] = agen

    def _run_once(self):
        ready = self._ready
        if self._host_timer_ids:
            self._fire_due()
        if not ready and not self._fired and not self._stopping:
            self._wait()
            if self._host_timer_ids and self._has_own_time():
                self._fire_due()
        elif thread_others():
            thread_yield()
        if self._fired:
            self._fired.sort(key=lambda handle: handle._when)
            ready.extend(self._fired)
            self._fired = []
        # What these add is for the next turn.
        for _ in range(len(ready)):
            handle = ready.popleft()
            if not handle._cancelled:
                handle._run()

    def _wait(self):
        if thread_others():
            answers = _thread.wait_for_answers(self)
        elif not (answers := host_wait()):
            raise self._deadlock()
        for call, good, value in answers:
            if call in self._host_timers:
                self._fire(call)
                continue
            future = self._host_calls.pop(call, None)
            if future is None or future.done():
                continue
            if good:
                future.set_result(value)
            elif isinstance(value, StopIteration):
                future.set_exception(RuntimeError(f"the host raised {value!r}"))
            else:
                future.set_exception(value)

    def _waits_for(self, call):
        return call in self._host_calls or call in self._host_timers

    def _deadlock(self):
        waiting = [task for task in _tasks.all_tasks(self)]
        error = RuntimeError("deadlock: the event loop waits, but no call of the host and no timer is pending that could wake it up")
        for task in sorted(waiting, key=lambda task: task._number)[:20]:
            error.add_note(repr(task))
        return error

    def run_until_complete(self, future):
        """Run until the Future is done; return its result, or raise its exception."""
        self._check_closed()
        if self._running:
            raise RuntimeError("This event loop is already running")
        if _events._get_running_loop() is not None:
            raise RuntimeError("Cannot run the event loop while another loop is running")
        is_new = not _futures.isfuture(future)
        future = _tasks.ensure_future(future, loop=self)
        future.add_done_callback(_stop_when_done)
        try:
            self.run_forever()
        except:
            if is_new and future.done() and not future.cancelled():
                future.exception()  # it is on its way already
            raise
        finally:
            future.remove_done_callback(_stop_when_done)
        if not future.done():
            raise RuntimeError("Event loop stopped before Future completed.")
        return future.result()

    def stop(self):
        """Stop running the event loop, after the callbacks that are ready."""
        self._stopping = True

    def is_running(self):
        return self._running

    def is_closed(self):
        return self._closed

    def close(self):
        """Close the event loop."""
        if self._running:
            raise RuntimeError("Cannot close a running event loop")
        if self._closed:
            return
        self._tell_unseen()
        self._closed = True
        self._ready.clear()
        self._fired.clear()
        for timer in self._host_timers:
            host_withdraw(timer)
        for call in self._host_calls:
            host_withdraw(call)
        self._host_timers.clear()
        self._host_timer_ids.clear()
        self._host_calls.clear()

    # CPython reports it when the future is collected, which no program here can see.
    def _tell_unseen(self):
        unseen = list(self._unseen.values())
        self._unseen = {}
        for future in unseen:
            future._retrieved = True
            if isinstance(future._exception, (SystemExit, KeyboardInterrupt)):
                continue  # it went out of the loop at once
            kind = "Task" if isinstance(future, _tasks.Task) else "Future" if type(future) is _futures.HostFuture else type(future).__name__
            self.call_exception_handler(
                {"message": f"{kind} exception was never retrieved", "exception": future._exception, "future": future}
            )

    async def shutdown_asyncgens(self):
        """Close all asynchronous generators that began and have not ended."""
        self._asyncgens_shut_down = True
        began = [agen for agen in self._asyncgens.values() if generator_state(agen) != 3]
        self._asyncgens = {}
        if not began:
            return
        results = await _tasks.gather(*[agen.aclose() for agen in began], return_exceptions=True)
        for result, agen in zip(results, began):
            if isinstance(result, Exception):
                self.call_exception_handler(
                    {
                        "message": f"an error occurred during closing of asynchronous generator {agen!r}",
                        "exception": result,
                        "asyncgen": agen,
                    }
                )

    async def shutdown_default_executor(self):
        """Wait until the default executor's threads have ended."""
        self._executor_shut_down = True
        executor = self._default_executor
        if executor is None:
            return
        import threading

        future = self.create_future()

        def shut_down():
            executor.shutdown(wait=True)
            self.call_soon_threadsafe(future.set_result, None)

        thread = threading.Thread(target=shut_down)
        thread.start()
        try:
            await future
        finally:
            thread.join()

    # --- errors

    def get_exception_handler(self):
        """Return an exception handler, or None if the default one is in use."""
        return self._exception_handler

    def set_exception_handler(self, handler):
        """Set handler as the new event loop exception handler: called with the loop and a dict."""
        if handler is not None and not callable(handler):
            raise TypeError(f"A callable object or None is expected, got {handler!r}")
        self._exception_handler = handler

    def default_exception_handler(self, context):
        """Log what happened, as an error."""
        lines = [context.get("message") or "Unhandled exception in event loop"]
        for key in sorted(context):
            if key not in ("message", "exception"):
                lines.append(f"{key}: {context[key]!r}")
        self._log("\n".join(lines), context.get("exception"))

    def call_exception_handler(self, context):
        """Call the current event loop's exception handler."""
        if self._exception_handler is None:
            try:
                self.default_exception_handler(context)
            except (SystemExit, KeyboardInterrupt):
                raise
            except BaseException as exc:
                self._log("Exception in default exception handler", exc)
            return
        try:
            self._exception_handler(self, context)
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as exc:
            try:
                self.default_exception_handler({"message": "Unhandled error in exception handler", "exception": exc, "context": context})
            except (SystemExit, KeyboardInterrupt):
                raise
            except BaseException as exc:
                self._log("Exception in default exception handler while handling an unexpected error in custom exception handler", exc)

    def _log(self, message, exc):
        import logging  # each session's own, unlike asyncio.log

        logging.getLogger("asyncio").error(message, exc_info=exc)

    def get_debug(self):
        return self._debug

    def set_debug(self, enabled):
        self._debug = bool(enabled)

    # --- what isn't there

    def run_in_executor(self, executor, func, *args):
        """Arrange for func(*args) to be called in a thread of the executor; None is the loop's own."""
        self._check_closed()
        if self._debug:
            self._check_callback(func, "run_in_executor")
        if executor is None:
            if self._executor_shut_down:
                raise RuntimeError("Executor shutdown has been called")
            if self._default_executor is None:
                from concurrent.futures import ThreadPoolExecutor

                self._default_executor = ThreadPoolExecutor(thread_name_prefix="asyncio")
            executor = self._default_executor
        return _futures.wrap_future(executor.submit(func, *args), loop=self)

    def set_default_executor(self, executor):
        """The executor of run_in_executor(None, ...)."""
        from concurrent.futures import ThreadPoolExecutor

        if not isinstance(executor, ThreadPoolExecutor):
            raise TypeError("executor must be ThreadPoolExecutor instance")
        self._default_executor = executor

    def add_signal_handler(self, sig, callback, *args):
        raise NotImplementedError("there are no signals in the sandbox")

    def remove_signal_handler(self, sig):
        raise NotImplementedError("there are no signals in the sandbox")

    def add_reader(self, fd, callback, *args):
        _no_network("loop.add_reader()")

    def add_writer(self, fd, callback, *args):
        _no_network("loop.add_writer()")

    async def create_connection(self, *args, **kwargs):
        _no_network("loop.create_connection()")

    async def create_server(self, *args, **kwargs):
        _no_network("loop.create_server()")

    async def create_datagram_endpoint(self, *args, **kwargs):
        _no_network("loop.create_datagram_endpoint()")

    async def subprocess_exec(self, *args, **kwargs):
        _no_network("loop.subprocess_exec()")

    async def subprocess_shell(self, *args, **kwargs):
        _no_network("loop.subprocess_shell()")

    async def getaddrinfo(self, *args, **kwargs):
        _no_network("loop.getaddrinfo()")
