"""Groups of tasks that end together."""

__all__ = ("TaskGroup",)

from asyncio import events as _events, tasks as _tasks
from asyncio.exceptions import CancelledError as _CancelledError


class TaskGroup:
    """Waits at its end for all tasks made by it; when one fails, the others are cancelled."""

    def __init__(self):
        self._entered = self._exiting = self._aborting = False
        self._loop = self._parent_task = self._base_error = self._on_completed_fut = None
        self._parent_cancel_requested = False
        self._tasks = set()
        self._errors = []

    def __repr__(self):
        info = [""]
        if self._tasks:
            info.append(f"tasks={len(self._tasks)}")
        if self._errors:
            info.append(f"errors={len(self._errors)}")
        if self._aborting:
            info.append("cancelling")
        elif self._entered:
            info.append("entered")
        return f"<TaskGroup{' '.join(info)}>"

    async def __aenter__(self):
        if self._entered:
            raise RuntimeError(f"TaskGroup {self!r} has been already entered")
        self._entered = True
        if self._loop is None:
            self._loop = _events.get_running_loop()
        self._parent_task = _tasks.current_task(self._loop)
        if self._parent_task is None:
            raise RuntimeError(f"TaskGroup {self!r} cannot determine the parent task")
        return self

    async def __aexit__(self, et, exc, tb):
        self._exiting = True
        if exc is not None and self._is_base_error(exc) and self._base_error is None:
            self._base_error = exc
        propagated = exc if et is not None and issubclass(et, _CancelledError) else None
        if self._parent_cancel_requested and self._parent_task.uncancel() == 0:
            propagated = None  # we have cancelled the parent ourselves, nobody else has
        if et is not None and not self._aborting:
            self._abort()
        # A loop: the parent may be cancelled while it waits, more than once.
        while self._tasks:
            if self._on_completed_fut is None:
                self._on_completed_fut = self._loop.create_future()
            try:
                await self._on_completed_fut
            except _CancelledError as error:
                if not self._aborting:
                    propagated = error
                    self._abort()
            self._on_completed_fut = None
        if self._base_error is not None:
            raise self._base_error
        if propagated and not self._errors:
            raise propagated
        if et is not None and et is not _CancelledError:
            self._errors.append(exc)
        if self._errors:
            try:
                raise BaseExceptionGroup("unhandled errors in a TaskGroup", self._errors) from None
            finally:
                self._errors = None

    def create_task(self, coro, *, name=None, context=None):
        """Create a new task in this group and return it."""
        if not self._entered:
            raise RuntimeError(f"TaskGroup {self!r} has not been entered")
        if self._exiting and not self._tasks:
            raise RuntimeError(f"TaskGroup {self!r} is finished")
        if self._aborting:
            raise RuntimeError(f"TaskGroup {self!r} is shutting down")
        if context is None:
            task = self._loop.create_task(coro)
        else:
            task = self._loop.create_task(coro, context=context)
        if name is not None:
            task.set_name(name)
        # Done at once, it needs no callback.
        task.add_done_callback(self._on_task_done)
        self._tasks.add(task)
        return task

    @staticmethod
    def _is_base_error(exc):
        return isinstance(exc, (SystemExit, KeyboardInterrupt))

    def _abort(self):
        self._aborting = True
        for task in self._tasks:
            if not task.done():
                task.cancel()

    def _on_task_done(self, task):
        self._tasks.discard(task)
        if self._on_completed_fut is not None and not self._tasks and not self._on_completed_fut.done():
            self._on_completed_fut.set_result(True)
        if task.cancelled():
            return
        exc = task.exception()
        if exc is None:
            return
        self._errors.append(exc)
        if self._is_base_error(exc) and self._base_error is None:
            self._base_error = exc
        if self._parent_task.done():
            self._loop.call_exception_handler({"message": f"Task {task!r} has errored out but its parent task {self._parent_task} is already completed",
                                               "exception": exc, "task": task})
            return
        if not self._aborting and not self._parent_cancel_requested:
            # The parent is cancelled where it waits, and its __aexit__ knows that it was us.
            self._abort()
            self._parent_cancel_requested = True
            self._parent_task.cancel()
