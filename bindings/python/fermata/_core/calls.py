"""What a step says about calls and resources: pending calls, answered ones, what was used up."""

from contextvars import ContextVar
from typing import Any, NamedTuple, Union
from weakref import WeakKeyDictionary

from fermata import _native
from fermata._errors import UsageError
from fermata._tools import Context, known_context, made_up
from fermata._values import Types, call_shown, shown

from .granted import Granted
from .performing import by_name, known_signature


class _CallFields(NamedTuple):
    id: int
    function: str
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    file: str
    line: int
    kind: str
    due: float | None


class Call(_CallFields):
    """Something that waits for the host.

    `id` tells it from other pending calls. `kind` is "call"; "async" for one of an asynchronous function; or "timer" (asyncio.sleep(), a
    timeout), which is `due` at that many seconds since 1970. `function` is its name, empty for a timer; `args` and `kwargs` are what the
    program passes, `arguments` the same by the names of its parameters; `file` and `line` (from 1) say where.
    """

    _functions: Granted | None = None
    _types: Types | None = None
    _context: Context | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return Call, tuple(self)

    @property
    def arguments(self) -> dict[str, Any]:
        """What the program passes, by the names of the function's parameters; "0", "1", … stand for unknown names: of
        functions known only by name, of methods of handles without object and class, and where the arguments don't fit."""
        signature = None
        if self._functions is not None and self._types is not None:
            signature = known_signature(self._functions, self._types, self.function, self.args)
        return by_name(signature, self.args, self.kwargs)

    def __str__(self) -> str:
        if self.kind == "timer":
            return f"timer, due {_moment(self.due or 0.0)}"
        return call_shown(self.function, self.args, self.kwargs)

    # (A tuple's would write out what is shared as often as it is there, which may be without end.)
    def __repr__(self) -> str:
        return f"<Call {self.id}: {self}, line {self.line}>"


# The call that a host function answers, or what knows it.
CURRENT: ContextVar[Union[Call, _native.Answering]] = _native.CURRENT_CALL


def current_call() -> Call:
    """Within a host function: the call that it answers. No other call of the run has the same `id`, and it stays the same when a saved run
    makes the call once more: together with the run's own name it is an idempotency key. Raises UsageError where no call is answered."""
    known = CURRENT.get(None)
    if isinstance(known, Call):
        return known
    fields = None if known is None else known.fields()
    if fields is None:
        raise UsageError("no program called: current_call() is for functions that answer a call")
    return Call(*fields)


_made_up: WeakKeyDictionary[_native.Answering, Context] = WeakKeyDictionary()  # the latest of each


def context() -> Context:
    """Within a tool: what it may know of the call that it answers, for a Worker or elsewhere. Raises UsageError where no call is
    answered."""
    if (stored := known_context()) is not None:
        return stored
    try:
        call = current_call()
    except UsageError:
        raise UsageError("no program called: context() is for functions that answer a call") from None
    answering = CURRENT.get()
    made = call._context if isinstance(answering, Call) else _made_up.get(answering)
    if made is None or not made.idempotency_key.endswith(f":{call.id}"):
        made = call._context = made_up(call.id)
        if not isinstance(answering, Call):
            _made_up[answering] = made
    return made


class CallRecord(NamedTuple):
    """A call that a host function answered: with `value`, or by raising `exception` (otherwise None). `line` (from 1) made it. `id` is
    the call's own, which its function had as current_call().id."""

    function: str
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    line: int
    value: Any
    exception: BaseException | None
    id: int

    def __repr__(self) -> str:
        ended = f"= {shown(self.value)}" if self.exception is None else f"raised {shown(self.exception)}"
        return f"<CallRecord {self.id}: {call_shown(self.function, self.args, self.kwargs)} {ended}, line {self.line}>"


class Spent(NamedTuple):
    """What a session has used since its start, or its last feed: steps (as Limits counts them), nanoseconds of running, bytes printed,
    calls of host functions; the bytes that its objects take now, garbage included; and nanoseconds since the start, the host's included."""

    steps: int
    time_ns: int
    heap_bytes: int
    output_bytes: int
    host_calls: int
    wall_ns: int = 0


def _moment(seconds: float) -> str:
    """As a date and time, where there is one."""
    import time

    try:
        return time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(seconds))
    except (OverflowError, ValueError, OSError):
        return f"{seconds} seconds after 1970"
