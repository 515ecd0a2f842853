"""Running coroutines from programs that aren't asynchronous."""

__all__ = ("Runner", "run")

import contextvars as _contextvars
from asyncio import coroutines as _coroutines, events as _events, tasks as _tasks


class Runner:
    """A context manager with an event loop, for several calls of run() in the same context."""

    def __init__(self, *, debug=None, loop_factory=None):
        self._state = "created"
        self._debug = debug
        self._loop_factory = loop_factory
        self._loop = self._context = None
        self._set_event_loop = False

    def __enter__(self):
        self._lazy_init()
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        self.close()

    def close(self):
        """Shutdown and close the event loop."""
        if self._state != "initialized":
            return
        try:
            loop = self._loop
            _cancel_all_tasks(loop)
            loop.run_until_complete(loop.shutdown_asyncgens())
            loop.run_until_complete(loop.shutdown_default_executor())
        finally:
            if self._set_event_loop:
                _events.set_event_loop(None)
            loop.close()
            self._loop = None
            self._state = "closed"

    def get_loop(self):
        """Return the embedded event loop."""
        self._lazy_init()
        return self._loop

    def run(self, coro, *, context=None):
        """Run a coroutine inside the embedded event loop."""
        if not _coroutines.iscoroutine(coro):
            raise ValueError(f"a coroutine was expected, got {coro!r}")
        if _events._get_running_loop() is not None:
            raise RuntimeError("Runner.run() cannot be called from a running event loop")
        self._lazy_init()
        task = self._loop.create_task(coro, context=self._context if context is None else context)
        return self._loop.run_until_complete(task)

    def _lazy_init(self):
        if self._state == "closed":
            raise RuntimeError("Runner is closed")
        if self._state == "initialized":
            return
        if self._loop_factory is None:
            self._loop = _events.new_event_loop()
            if not self._set_event_loop:
                _events.set_event_loop(self._loop)
                self._set_event_loop = True
        else:
            self._loop = self._loop_factory()
        if self._debug is not None:
            self._loop.set_debug(self._debug)
        self._context = _contextvars.copy_context()
        self._state = "initialized"


def run(main, *, debug=None):
    """Execute the coroutine and return the result. This function always creates a new event loop and closes it at the end."""
    if _events._get_running_loop() is not None:
        raise RuntimeError("asyncio.run() cannot be called from a running event loop")
    with Runner(debug=debug) as runner:
        return runner.run(main)


def _cancel_all_tasks(loop):
    to_cancel = sorted(_tasks.all_tasks(loop), key=_tasks._key)
    if not to_cancel:
        return
    for task in to_cancel:
        task.cancel()
    loop.run_until_complete(_tasks.gather(*to_cancel, return_exceptions=True))
    for task in to_cancel:
        if not task.cancelled() and task.exception() is not None:
            loop.call_exception_handler({"message": "unhandled exception during asyncio.run() shutdown", "exception": task.exception(),
                                         "task": task})
