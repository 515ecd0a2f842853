"""Where a session stands: Paused, Done, Raised, Exhausted or Crashed."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NoReturn, TypeAlias

from fermata import _native
from fermata._errors import Error, Finding, Frame, RuntimeError, Unanswered, UsageError, error_of, frames_of, place_of, stack_text
from fermata._values import CrossingError, exact, made_or_refused, shown

from .calls import CURRENT, Call
from .displays import Display, with_result
from .limits import Limits
from .pause_at import KEPT, Kept, PauseAt, names_of
from .performing import changed, named, takes
from .step_base import StepBase

if TYPE_CHECKING:
    from .session import Session


class Paused(StepBase):
    """The program waits for the host: for the answer to a call or, when it is asynchronous, to some of several: `calls_pending`, in the
    order in which they began, and timers after them. For match, `case Paused(call)`."""

    __slots__ = ("calls_pending",)
    __match_args__ = ("call",)
    status: ClassVar[Literal["paused"]] = "paused"

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        calls = [Call(*call) for call in self._native.pending()]
        self.calls_pending: tuple[Call, ...] = tuple(calls if len(calls) < 2 else sorted(calls, key=_is_timer))
        for call in self.calls_pending:
            call._functions, call._types = session.functions, session.types

    @property
    def call(self) -> Call:
        """The first of the pending calls; a timer if nothing else is pending."""
        return self.calls_pending[0]

    @property
    def due(self) -> float | None:
        """When the next timer is due, in seconds since 1970."""
        return min((call.due for call in self.calls_pending if call.due is not None), default=None)

    @property
    def value(self) -> NoReturn:
        """Raises Error: there is none yet."""
        raise Error(f"the program waits for {', '.join(map(str, self.calls_pending))}")

    def resume(self, value: Any = None, *, answers: Mapping[int, Any] | None = None) -> Step:
        """Answers, and goes on until the session stops again.

        `value` is the answer of the one pending call, a dict too. `answers`, {id: answer, …}, answers some or all of those that are
        pending, however many; an exception in it is raised at its call. (If several are pending, or a timer, `value` may be such a
        dict.) A timer takes no value. resume() ends one that is due, as resume_due() does; if `answers` has its id, with None, it ends
        at once, due or not.
        """
        if answers is None:
            if len(self.calls_pending) == 1 and not (_is_timer(self.call) and isinstance(value, Mapping)):
                if _is_timer(self.call):
                    self._check_timer(self.call, value)
                self._unperformed([self.call.id])
                return self.session._step(self._free().answer_one(self.calls_pending[0].id, value, False))
            answers = value
        if not isinstance(answers, Mapping):
            raise UsageError(f"{_counted(self.calls_pending)} pending: answer with {{id: value}}, not {shown(answers)}")
        return self._answer(dict(answers))

    def _check_timer(self, timer: Call, value: Any) -> None:
        if value is not None:
            raise UsageError(f"a timer takes no value: it waits ({timer})")
        if timer.due is not None and timer.due > self._free().now():
            raise UsageError(
                f"nothing is due yet: {timer}; resume_due() ends those that are due by then, "
                f"resume(answers={{{timer.id}: None}}) ends it now"
            )

    def _answer(self, answers: dict[int, Any], performed: bool = False) -> Step:
        """With `performed` functions gave the answers: one that can't cross is a TypeError at its call."""
        for call in self.calls_pending:
            if _is_timer(call) and call.id in answers and answers[call.id] is not None and not isinstance(answers[call.id], BaseException):
                raise UsageError(f"a timer takes no value: it waits ({call})")
        self._unperformed(answers)
        return self.session._step(self._free().answer(answers, False, performed))

    def throw(self, exception: BaseException, *, id: int | None = None) -> Step:
        """Raises the exception at the pending call (or at the one with that id), and goes on."""
        if not isinstance(exception, BaseException):
            raise UsageError(f"only an exception can be thrown, not {shown(exception)}")
        self._unperformed([call := self._only(id).id])
        return self.session._step(self._free().fail_one(call, exception, False))

    def _unperformed(self, ids: Iterable[int]) -> None:
        for id in self.session._performed.intersection(ids):
            raise UsageError(f"call {id} is being performed: its function will give the answer")

    def perform(self, /, *args: Any, id: int | None = None, arguments: Mapping[str, Any] | None = None, **kwargs: Any) -> Step:
        """Calls the host function that the pending call is for, and goes on with what it gives or raises.

        It gets the call's own arguments. `perform(amount=5)` changes the one of that name, `perform(arguments={"id": "b"})` does so for any
        name, including those of perform()'s own parameters; positional arguments, and those named after them, replace all of them. Raises
        UsageError if the changed arguments don't fit the function, and then nothing has happened.
        """
        call, function, args, kwargs = self._begin(id, args, arguments, kwargs, False)
        value, raised = None, None
        token = CURRENT.set(call)
        try:
            value = function(*args, **kwargs)
        except Unanswered:
            raise
        except Exception as error:
            raised = error
        finally:
            CURRENT.reset(token)
            self.session._performed.discard(call.id)
        return self._performed(call, args, kwargs, value, raised)

    async def perform_async(self, /, *args: Any, id: int | None = None, arguments: Mapping[str, Any] | None = None, **kwargs: Any) -> Step:
        """perform(), for asynchronous functions too: the function runs on the caller's event loop, and the program goes on to its next
        stop.

        Several calls of one step may be performed at the same time. Each gives the step at which the session stands with its answer.
        """
        call, function, args, kwargs = self._begin(id, args, arguments, kwargs, True)
        value, raised = None, None
        token = CURRENT.set(call)
        try:
            value = function(*args, **kwargs)
            if inspect.isawaitable(value):
                value = await value
        except Unanswered:
            raise
        except Exception as error:
            value, raised = None, error
        finally:
            CURRENT.reset(token)
            self.session._performed.discard(call.id)
        return self._performed(call, args, kwargs, value, raised)

    def _begin(
        self, id: int | None, args: tuple[Any, ...], arguments: Mapping[str, Any] | None, kwargs: dict[str, Any], may_await: bool
    ) -> tuple[Call, Callable[..., Any], tuple[Any, ...], dict[str, Any]]:
        """What is called, once: a function must not run whose answer nobody takes."""
        call, session = self._only(id, edits=True), self.session
        if arguments is not None:
            kwargs = named(session.functions, session.types, call.function, (call.args, call.kwargs), arguments, kwargs)
        if call.kind == "timer":
            raise UsageError(
                f"there is nothing to perform at a {call}: resume_due() ends it then, resume(answers={{{call.id}: None}}) at once"
            )
        function = session.callables.get(call.function)
        if function is None:
            raise UsageError(f"no function was given for {call.function!r}")
        if call.function in session.asynchronous and not may_await:
            raise UsageError(f"{call.function!r} is asynchronous: use perform_async()")
        self._free()
        self._unperformed([call.id])
        if args or kwargs:
            args, kwargs = changed(session.functions, session.types, call.function, (call.args, call.kwargs), args, kwargs)
        else:
            args, kwargs = call.args, call.kwargs
        session._performed.add(call.id)
        return call, function, args, kwargs

    def _performed(self, call: Call, args: tuple[Any, ...], kwargs: dict[str, Any], value: Any, raised: BaseException | None) -> Step:
        """The session may have gone on since this step, by the answers of other calls; this one still waits, unless the program gave it
        up."""
        native, session = self._native, self.session
        native.record(call.function, args, kwargs, call.line, value, raised, call.id)
        session._not_driven()
        if any(pending[0] == call.id for pending in native.pending()):
            return session._step(native.answer({call.id: value if raised is None else raised}, False, True))
        return session._step(native.status)

    def resume_due(self) -> Step:
        """Ends the timers that are due by now, and goes on."""
        return self.session._step(self._free().resume_due(False))

    async def run_async(self, *, pause_at: PauseAt = KEPT, sleep: bool = True) -> Step:
        """Goes on to the end, a limit, or a call that waits for somebody: one of those at which the run pauses, or that no function was
        given for. Asynchronous functions run on the caller's event loop. Timers are waited for, however long that is; with `sleep=False` it
        comes back where the program waits for nothing else, to be saved and resumed when it is `due`.

        Where it pauses stays as it was, for the pending calls too; `pause_at` changes that, as in Program.start().
        """
        native = self._free()
        stops = names_of(pause_at)
        if (native.stops if isinstance(stops, Kept) else stops) is None and self.session.callables:
            raise UsageError("the run pauses at every call: say at which from now on, with run_async(pause_at=[…])")
        self.session._stop_at(stops)
        return await self.session._drive(sleep=sleep)

    def _only(self, id: int | None, edits: bool = False) -> Call:
        if id is None:
            waiting = tuple(call for call in self.calls_pending if not _is_timer(call)) or self.calls_pending
            if len(waiting) != 1:
                raise UsageError(f"{_counted(waiting)} pending: say which by its id")
            return waiting[0]
        for call in self.calls_pending:
            if call.id == id:
                return call
        advice = ""
        if edits:
            if known := [
                call.function
                for call in self.calls_pending
                if takes(self.session.functions, self.session.types, call.function, call.args, "id")
            ]:
                advice = f"; what {known[0]}() takes as its own `id` is changed with arguments={{'id': …}}"
        raise UsageError(f"no call with id {shown(id)} is pending{advice}")

    def _details(self) -> dict[str, Any]:
        details: dict[str, Any] = {"calls_pending": [call._asdict() for call in self.calls_pending]}
        if self.current:
            stack, _, _, tasks = self._native.view()
            details["stack"] = [frame._asdict() for frame in frames_of(stack)]
            details["tasks"] = {name: [frame._asdict() for frame in frames_of(frames)] for name, frames in tasks}
        return details

    def _rich_parts(self) -> Iterator[Any]:
        yield from map(str, self.calls_pending)
        yield "line", self.call.line

    def __repr__(self) -> str:
        return f"<Paused {', '.join(map(str, self.calls_pending))}, line {self.call.line}>"


class Done(StepBase):
    """The program has ended. `value` is that of its last expression, else of its global `result`, else None. A part that can't cross is an
    Instance, and then `is_repr` is true. `warnings` say what the program forgot: RuntimeWarnings about coroutines that it never
    awaited (calls of asynchronous functions, which were therefore not made); their texts are in `stderr`, too. For match, `case
    Done(value)`."""

    __slots__ = ("_value", "_refused", "is_repr", "warnings")
    __match_args__ = ("value",)
    status: ClassVar[Literal["done"]] = "done"

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._refused: CrossingError | None
        self._value, self._refused = made_or_refused(self._native.result)  # the value, or what stands for it where it is only shown
        self.is_repr: bool = self._native.result_is_repr
        self.warnings: list[Finding] = _warnings(self._native)

    @property
    def value(self) -> Any:
        """What the program gave. Raises CrossingError when there is an instance in it that its class on the host doesn't make."""
        if self._refused is not None:
            raise self._refused
        return self._value

    @property
    def display(self) -> list[Display]:
        """What the program has shown: see StepBase.display."""
        return with_result(self._displays(), self._value)

    def exact(self) -> Any:
        """The value, if all of it could cross; if there is an Instance in it, CrossingError is raised."""
        return exact(self.value) if self.is_repr else self.value

    def _details(self) -> dict[str, Any]:
        return {"value": self._value, **_told(self.warnings)}

    def _rich_parts(self) -> Iterator[Any]:
        yield self._value
        yield "warnings", [finding.message for finding in self.warnings], []

    def __repr__(self) -> str:
        return f"<Done {shown(self._value)}>"


class Raised(StepBase):
    """An exception left the program: `error`, a fermata.RuntimeError. If a host function raised it, the function's exception is its
    `__cause__`. `warnings` as in Done. For match, `case Raised(error)`."""

    __slots__ = ("error", "warnings")
    __match_args__ = ("error",)
    status: ClassVar[Literal["raised"]] = "raised"

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        error = self._native.error()
        assert error is not None
        self.error: RuntimeError = error_of(error, session.types.exceptions)
        self.warnings: list[Finding] = _warnings(self._native)
        self.error.__cause__ = self._native.cause()

    @property
    def value(self) -> NoReturn:
        """Raises `error`."""
        raise self.error

    def _details(self) -> dict[str, Any]:
        error = self.error
        frames = [frame._asdict() for frame in error.frames]
        return {
            "type": error.type,
            "message": error.message,
            "hint": error.hint,
            "traceback": error.traceback,
            "frames": frames,
            **_told(self.warnings),
        }

    def _rich_parts(self) -> Iterator[Any]:
        yield str(self.error)

    def __repr__(self) -> str:
        return f"<Raised {self.error}>"


def limit_text(limit: str, most: int) -> str:
    return "interrupted" if limit == "interrupt" else f"the limit of {limit} ({most}) is used up"


class LimitError(Error):
    """A limit was used up before the program ended. `limit` says which, `most` how much it allowed; `step` is the session where it stands:
    give it more and resume it."""

    def __init__(self, limit: str, step: Exhausted) -> None:
        self.most: int = getattr(step.session.limits, limit, 0)
        super().__init__(limit_text(limit, self.most) + place_of(step.frames))
        self.limit = limit
        self.step = step
        self.frames: list[Frame] = step.frames
        if self.frames:
            self.add_note("In the program:\n" + stack_text(self.frames))

    def _traceback(self) -> str:
        return f"{stack_text(self.frames)}\nLimitError: {limit_text(self.limit, self.most)}"

    def _full(self) -> str:
        frames = self.step.stack if self.step.current else self.frames
        return f"{stack_text(frames, variables=True)}\nLimitError: {limit_text(self.limit, self.most)}"

    def __reduce__(self) -> tuple[Any, ...]:
        return LimitError, (self.limit, self.step)


class Exhausted(StepBase):
    """A limit is used up, and the program stands where it was: resume() it with more, or throw() there. `limit` is "steps", "time_ms",
    "wall_ms", "heap_bytes", "output_bytes" or "host_calls"; or "interrupt" after Session.interrupt() or Ctrl-C. `frames`, outermost first,
    are the program's functions there (the innermost 1000), without their variables. For match, `case Exhausted(limit)`."""

    __slots__ = ("limit", "frames")
    __match_args__ = ("limit",)
    status: ClassVar[Literal["exhausted"]] = "exhausted"

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.limit: str = self._native.limit or "interrupt"
        self.frames: list[Frame] = frames_of(self._native.frames())

    @property
    def value(self) -> NoReturn:
        """Raises LimitError."""
        raise LimitError(self.limit, self)

    def resume(self, *, limits: Limits | None = None, more: Limits | None = None) -> Step:
        """Goes on, with other limits or with more of them. Raises UsageError if a limit stays used up.

        `limits` replace the old ones. `more` is added to them: what it was given, and nothing else. `more=Limits(steps=1_000_000)`
        lets the program run a million steps more. A builtin that a limit cut short (sorted(), a search) then starts over: so `more`
        must be enough for all of it.
        """
        return self.session._step(self._free().go_on(self._widened(limits, more), False))

    def _widened(self, limits: Limits | None, more: Limits | None) -> Limits | None:
        if more is None:
            return limits
        if limits is not None:
            raise UsageError("give limits, or more=Limits(…) to be added to the current ones")
        if not isinstance(more, type(known := self.session.limits)):
            raise TypeError(f"more must be a fermata.Limits, not {type(more).__name__!r}")
        return known.plus(more, self._spent(), self.limit)

    def _spent(self) -> int:
        """Of what is used up."""
        spent = self.spent
        return {"time_ms": spent.time_ns // 1_000_000, "wall_ms": spent.wall_ns // 1_000_000}.get(self.limit, getattr(spent, self.limit, 0))

    def throw(self, exception: BaseException, *, limits: Limits | None = None, more: Limits | None = None) -> Step:
        """Raises the exception where the program stands, and goes on, with `limits` or `more` of them as in resume(). Without either
        the limit that is used up stops it again as soon as the program has caught the exception."""
        if not isinstance(exception, BaseException):
            raise UsageError(f"only an exception can be thrown, not {shown(exception)}")
        return self.session._step(self._free().raise_here(exception, self._widened(limits, more), False))

    def _details(self) -> dict[str, Any]:
        return {"limit": self.limit, "frames": [frame._asdict() for frame in self.frames]}

    def _rich_parts(self) -> Iterator[Any]:
        yield self.limit
        yield "line", self.frames[-1].line if self.frames else 0, 0

    def __repr__(self) -> str:
        return f"<Exhausted {self.limit}{place_of(self.frames)}>"


class CrashError(Error):
    """The process that ran the program crashed or hung before the program ended: see Crashed, which `step` is. Another process that gets
    the error pickled has no `step`."""

    def __init__(self, reason: str, signal: int, last_call: Call | None, steps: int, step: Crashed | None = None) -> None:
        super().__init__(f"the program's process has crashed: {reason}" + (f", after {last_call}" if last_call is not None else ""))
        self.reason = reason
        self.signal = signal
        self.last_call = last_call
        self.steps = steps
        self.step = step

    def _traceback(self) -> str:
        return f"CrashError: {self}"

    def __reduce__(self) -> tuple[Any, ...]:
        return CrashError, (self.reason, self.signal, self.last_call, self.steps)


class Crashed(StepBase):
    """Only in a pool: the process that ran the program has crashed, or hung and was ended. What it printed and the calls that were answered
    are known; the session can't go on. `signal` is what ended the process (signal.SIGSEGV; SIGSYS for a system call that it may not
    make; SIGKILL for one that hung; 0: none did), `reason` the same in words, `last_call` the call that was answered last or None, `steps`
    what was spent when the process was last heard of. Where the pool has checkpoint="calls", save() gives the state at the last call;
    otherwise load() the one that you saved last. For match, `case Crashed(reason)`."""

    __slots__ = ("signal", "reason", "last_call", "steps")
    __match_args__ = ("reason",)
    status: ClassVar[Literal["crashed"]] = "crashed"

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        crash = self._native.crash()
        assert crash is not None
        signal, reason, last_call, steps = crash
        self.signal: int = signal
        self.reason: str = reason
        self.steps: int = steps
        self.last_call: Call | None = None
        if last_call is not None:
            self.last_call = Call(*last_call)
            self.last_call._functions, self.last_call._types = session.functions, session.types

    @property
    def value(self) -> NoReturn:
        """Raises `error`."""
        raise self.error

    @property
    def error(self) -> CrashError:
        """The same as an error."""
        return CrashError(self.reason, self.signal, self.last_call, self.steps, self)

    def _details(self) -> dict[str, Any]:
        last = None if self.last_call is None else self.last_call._asdict()
        return {"reason": self.reason, "signal": self.signal, "last_call": last, "steps": self.steps}

    def _rich_parts(self) -> Iterator[Any]:
        yield self.reason
        yield "last_call", str(self.last_call) if self.last_call is not None else None, None

    def __repr__(self) -> str:
        return f"<Crashed {self.reason}>"


# A session at one of its stops. (A union, so that type checkers know which is left: match, isinstance() and `status` tell them apart.)
Step: TypeAlias = Paused | Done | Raised | Exhausted | Crashed

KINDS: dict[int, type[Paused] | type[Done] | type[Raised] | type[Exhausted] | type[Crashed]] = {
    _native.PAUSED: Paused,
    _native.DONE: Done,
    _native.RAISED: Raised,
    _native.EXHAUSTED: Exhausted,
    _native.YIELDED: Exhausted,
    _native.CRASHED: Crashed,
}


def _warnings(native: _native.Session) -> list[Finding]:
    return [Finding(*warning) for warning in native.warnings()]


def _told(warnings: list[Finding]) -> dict[str, Any]:
    return {"warnings": [f"{warning.type}: {warning.message}" for warning in warnings]} if warnings else {}


def _is_timer(call: Call) -> bool:
    return call.kind == "timer"


def _counted(calls: tuple[Call, ...]) -> str:
    return "1 call is" if len(calls) == 1 else f"{len(calls)} calls are"
