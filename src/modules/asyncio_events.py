"""Event loops: handles of callbacks, and which loop is this session's."""

__all__ = ("AbstractEventLoopPolicy", "AbstractEventLoop", "AbstractServer", "Handle", "TimerHandle", "get_event_loop_policy",
           "set_event_loop_policy", "get_event_loop", "set_event_loop", "new_event_loop", "get_child_watcher", "set_child_watcher",
           "_set_running_loop", "get_running_loop", "_get_running_loop")
# Written in C in CPython: no methods of a class that has them as attributes.
__unbound__ = ["get_event_loop", "get_running_loop"]

import contextvars as _contextvars
from asyncio.format_helpers import format_callback as _format_callback


class _Kept:
    """What asyncio keeps for a session. (Modules are shared by all sessions.)"""

    __slots__ = ("running", "policy", "current_tasks", "tasks", "task_number")

    def __init__(self):
        self.running = None
        self.policy = None
        self.current_tasks = {}  # by loop
        self.tasks = {}          # those that aren't done, in the order they were made
        self.task_number = 0


def kept():
    state = session_state()
    mine = state.get("asyncio")
    if mine is None:
        mine = state["asyncio"] = _Kept()
    return mine


class Handle:
    """A callback that the loop will call."""

    __slots__ = ("_callback", "_args", "_cancelled", "_loop", "_context")

    def __init__(self, callback, args, loop, context=None):
        self._context = _contextvars.copy_context() if context is None else context
        self._loop = loop
        self._callback = callback
        self._args = args
        self._cancelled = False

    def _repr_info(self):
        info = [type(self).__name__]
        if self._cancelled:
            info.append("cancelled")
        if self._callback is not None:
            info.append(_format_callback(self._callback, self._args))
        return info

    def __repr__(self):
        return f"<{' '.join(self._repr_info())}>"

    def get_context(self):
        return self._context

    def cancel(self):
        if not self._cancelled:
            self._cancelled = True
            self._callback = self._args = None

    def cancelled(self):
        return self._cancelled

    def _run(self):
        try:
            self._context.run(self._callback, *self._args)
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as exc:
            called = _format_callback(self._callback, self._args)
            self._loop.call_exception_handler({"message": f"Exception in callback {called}", "exception": exc, "handle": self})


class TimerHandle(Handle):
    """A callback that the loop will call at some time."""

    __slots__ = ("_when", "_timer")

    def __init__(self, when, callback, args, loop, context=None):
        super().__init__(callback, args, loop, context)
        self._when = when
        self._timer = None  # the host's, which it shares with others of the same time

    def _repr_info(self):
        info = super()._repr_info()
        info.insert(2 if self._cancelled else 1, f"when={self._when}")
        return info

    def __hash__(self):
        return hash(self._when)

    def _key(self):
        return (self._when, self._callback, self._args, self._cancelled)

    def __eq__(self, other):
        return self._key() == other._key() if isinstance(other, TimerHandle) else NotImplemented

    def __lt__(self, other):
        return self._when < other._when if isinstance(other, TimerHandle) else NotImplemented

    def __le__(self, other):
        return self._when < other._when or self == other if isinstance(other, TimerHandle) else NotImplemented

    def __gt__(self, other):
        return self._when > other._when if isinstance(other, TimerHandle) else NotImplemented

    def __ge__(self, other):
        return self._when > other._when or self == other if isinstance(other, TimerHandle) else NotImplemented

    def cancel(self):
        if not self._cancelled:
            self._loop._timer_handle_cancelled(self)
        super().cancel()

    def when(self):
        """The time at which the callback is called, by the loop's clock."""
        return self._when


class AbstractServer:
    pass


class AbstractEventLoop:
    """What all event loops have in common."""


class AbstractEventLoopPolicy:
    """Decides which loop is the current one."""

    def get_event_loop(self):
        raise NotImplementedError

    def set_event_loop(self, loop):
        raise NotImplementedError

    def new_event_loop(self):
        raise NotImplementedError

    def get_child_watcher(self):
        raise NotImplementedError

    def set_child_watcher(self, watcher):
        raise NotImplementedError


class DefaultEventLoopPolicy(AbstractEventLoopPolicy):
    def __init__(self):
        self._loop = None
        self._was_set = False

    def get_event_loop(self):
        if self._loop is None and not self._was_set:
            self.set_event_loop(self.new_event_loop())
        if self._loop is None:
            raise RuntimeError("There is no current event loop in thread 'MainThread'.")
        return self._loop

    def set_event_loop(self, loop):
        if loop is not None and not isinstance(loop, AbstractEventLoop):
            raise TypeError(f"loop must be an instance of AbstractEventLoop or None, not '{type(loop).__name__}'")
        self._was_set = True
        self._loop = loop

    def new_event_loop(self):
        from asyncio.base_events import BaseEventLoop
        return BaseEventLoop()

    def get_child_watcher(self):
        raise NotImplementedError("there are no processes in the sandbox")


def _get_running_loop():
    """Return the running event loop or None."""
    return kept().running


def _set_running_loop(loop):
    kept().running = loop


def get_running_loop():
    """Return the running event loop. Raise a RuntimeError if there is none."""
    loop = kept().running
    if loop is None:
        raise RuntimeError("no running event loop")
    return loop


def get_event_loop_policy():
    """Get the current event loop policy."""
    mine = kept()
    if mine.policy is None:
        mine.policy = DefaultEventLoopPolicy()
    return mine.policy


def set_event_loop_policy(policy):
    """Set the current event loop policy. If policy is None, the default policy is restored."""
    if policy is not None and not isinstance(policy, AbstractEventLoopPolicy):
        raise TypeError(f"policy must be an instance of AbstractEventLoopPolicy or None, not '{type(policy).__name__}'")
    kept().policy = policy


def get_event_loop():
    """Return the running loop or, when there is none, the policy's."""
    loop = kept().running
    return get_event_loop_policy().get_event_loop() if loop is None else loop


def set_event_loop(loop):
    """Equivalent to calling get_event_loop_policy().set_event_loop(loop)."""
    get_event_loop_policy().set_event_loop(loop)


def new_event_loop():
    """Equivalent to calling get_event_loop_policy().new_event_loop()."""
    return get_event_loop_policy().new_event_loop()


def get_child_watcher():
    return get_event_loop_policy().get_child_watcher()


def set_child_watcher(watcher):
    return get_event_loop_policy().set_child_watcher(watcher)
