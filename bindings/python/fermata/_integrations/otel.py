"""What fermata.otel puts around programs, steps and host functions while it is switched on. Without it none of this is there."""

from __future__ import annotations

import builtins
import contextlib
import contextvars
import dataclasses
import functools
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from typing import Any

from opentelemetry import context, metrics, trace
from opentelemetry.trace import Status, StatusCode
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

import fermata
from fermata._core import Granted
from fermata._tools import AROUND, Context

_LONGEST_NAME = 100
_SPENT = ("steps", "time_ns", "heap_bytes", "output_bytes", "host_calls", "wall_ns")
_STEPS: dict[type, tuple[str, ...]] = {
    fermata.Program: ("start", "start_async"),
    fermata.Session: ("feed", "feed_async"),
    fermata.Paused: ("resume", "throw", "perform", "perform_async", "resume_due", "run_async"),
    fermata.Exhausted: ("resume", "throw"),
}
_RUNS: dict[type, tuple[str, ...]] = {fermata.Program: ("run", "run_async")}


@dataclasses.dataclass
class _Operation:
    """What runs now in this context, until its stop is known."""

    span: Any
    status: str = "refused"  # it never came to a stop: text that can't be compiled, or a mistake of the host's


_NOW: contextvars.ContextVar[_Operation | None] = contextvars.ContextVar("fermata_otel", default=None)


class _Instruments:
    def __init__(self, tracer_provider: Any, meter_provider: Any) -> None:
        self.tracer = trace.get_tracer("fermata", fermata.__version__, tracer_provider)
        meter = metrics.get_meter("fermata", fermata.__version__, meter_provider)
        self.duration = meter.create_histogram("fermata.duration", "s", "How long runs and steps took, host functions included")
        self.stops = meter.create_counter("fermata.stops", "{stop}", "Where programs stopped, by status and limit")
        self.errors = meter.create_counter("fermata.errors", "{error}", "Exceptions that left programs, by builtin class")
        self.steps = meter.create_counter("fermata.steps", "{step}", "Steps that programs took")
        self.call_duration = meter.create_histogram("fermata.call.duration", "s", "How long host functions took, by function")
        self.taken: weakref.WeakKeyDictionary[fermata.Session, int] = weakref.WeakKeyDictionary()
        self.originals: list[tuple[type, str, Any]] = []

    def install(self) -> None:
        groups = {"fermata.run": _RUNS, "fermata.step": _STEPS}
        for name, group in groups.items():
            for cls, methods in group.items():
                for method in methods:
                    self.replace(cls, method, functools.partial(self.around, name, method))
        self.replace(fermata.Session, "_step", self.at_stop)
        self.replace(fermata.Session, "_bind", self.at_binding)
        AROUND.append(_within_span)

    def replace(self, cls: type, name: str, wrapped: Callable[[Any], Any]) -> None:
        original = cls.__dict__[name]
        self.originals.append((cls, name, original))
        setattr(cls, name, functools.wraps(original)(wrapped(original)))

    def remove(self) -> None:
        AROUND.remove(_within_span)
        for cls, name, original in self.originals:
            setattr(cls, name, original)

    # --- runs and steps

    def around(self, name: str, method: str, original: Callable[..., Any]) -> Callable[..., Any]:
        def synchronous(self_: Any, /, *args: Any, **kwargs: Any) -> Any:
            with self.operation(name, method, self_):
                return original(self_, *args, **kwargs)

        async def asynchronous(self_: Any, /, *args: Any, **kwargs: Any) -> Any:
            with self.operation(name, method, self_):
                return await original(self_, *args, **kwargs)

        return asynchronous if method.endswith("_async") else synchronous

    @contextlib.contextmanager
    def operation(self, name: str, method: str, of: Any) -> Iterator[None]:
        began = time.perf_counter()
        attributes = {"fermata.operation": method.removesuffix("_async")}
        if isinstance(of, fermata.Program):
            attributes["fermata.program"] = of.name
        with self.tracer.start_as_current_span(name, attributes=attributes, record_exception=False, set_status_on_exception=False) as span:
            operation = _Operation(span)
            token = _NOW.set(operation)
            try:
                yield
            except BaseException as error:
                if operation.status == "refused":
                    _failed(span, error)
                raise
            finally:
                _NOW.reset(token)
                labels = {"fermata.operation": name.removeprefix("fermata."), "fermata.status": operation.status}
                self.duration.record(time.perf_counter() - began, labels)

    def at_stop(self, original: Callable[..., Any]) -> Callable[..., Any]:
        def _step(session: Any, status: int) -> Any:
            step = original(session, status)
            operation = _NOW.get()
            if operation is not None:
                operation.status = step.status
                self.tell(step, operation.span)
            return step

        return _step

    def tell(self, step: Any, span: Any) -> None:
        labels = {"fermata.status": step.status}
        if isinstance(step, fermata.Exhausted):
            labels["fermata.limit"] = step.limit
            span.set_attribute("fermata.limit", step.limit)
        self.stops.add(1, labels)
        spent = step.spent
        before = self.taken.get(step.session, 0)
        self.taken[step.session] = spent.steps
        self.steps.add(spent.steps - before if spent.steps >= before else spent.steps)  # (a feed begins at 0)
        span.set_attribute("fermata.status", step.status)
        for name in _SPENT:
            span.set_attribute(f"fermata.spent.{name}", getattr(spent, name))
        if isinstance(step, fermata.Raised):
            known = getattr(builtins, step.error.type, None)
            is_builtin = isinstance(known, type) and issubclass(known, BaseException)
            self.errors.add(1, {"error.type": step.error.type if is_builtin else "other"})
            span.set_attribute("error.type", step.error.type[:_LONGEST_NAME])
        if isinstance(step, (fermata.Raised, fermata.Crashed)):
            span.set_status(Status(StatusCode.ERROR, step.status))

    # --- host functions

    def at_binding(self, original: Callable[..., Any]) -> Callable[..., Any]:
        def _bind(session: Any, functions: Granted) -> None:
            original(session, functions)
            asynchronous = session.asynchronous
            session.callables = {name: self.called(name, f, name in asynchronous) for name, f in session.callables.items()}
            if session.callables:
                session._native.functions = {name: f for name, f in session.callables.items() if name not in asynchronous}

        return _bind

    def called(self, name: str, function: Callable[..., Any], is_asynchronous: bool) -> Callable[..., Any]:
        def synchronous(*args: Any, **kwargs: Any) -> Any:
            with self.call(name):
                return function(*args, **kwargs)

        async def asynchronous(*args: Any, **kwargs: Any) -> Any:
            with self.call(name):
                return await function(*args, **kwargs)

        return functools.wraps(function, updated=())(asynchronous if is_asynchronous else synchronous)

    @contextlib.contextmanager
    def call(self, name: str) -> Iterator[None]:
        began, outcome = time.perf_counter(), "answered"
        attributes: dict[str, Any] = {"fermata.function": name}
        if (current := fermata.current_call()) is not None:
            attributes |= {"fermata.call.id": current.id, "fermata.call.line": current.line}
        with self.tracer.start_as_current_span(
            "fermata.call", attributes=attributes, record_exception=False, set_status_on_exception=False
        ) as span:
            try:
                yield
            except BaseException as error:
                outcome = "raised"
                _failed(span, error)
                raise
            finally:
                self.call_duration.record(time.perf_counter() - began, {"fermata.function": name, "fermata.outcome": outcome})


@contextlib.contextmanager
def _within_span(of: Context) -> Iterator[None]:
    """Spans that a worker's tool makes are children of the attempt's, which the worker itself sends."""
    if not of.traceparent:
        yield
        return
    token = context.attach(TraceContextTextMapPropagator().extract({"traceparent": of.traceparent}))
    try:
        yield
    finally:
        context.detach(token)


def _failed(span: Any, error: BaseException) -> None:
    """(Its message may hold what nobody should read in a trace.)"""
    span.set_attribute("error.type", type(error).__qualname__[:_LONGEST_NAME])
    span.set_status(Status(StatusCode.ERROR))


_lock = threading.Lock()
_installed: list[_Instruments] = []


def instrument(*, tracer_provider: Any = None, meter_provider: Any = None) -> None:
    """Switches spans and metrics on, for all sessions that are made from now on. The providers are by default the process's. Raises
    fermata.UsageError when it is on."""
    with _lock:
        if _installed:
            raise fermata.UsageError("fermata.otel is on already: uninstrument() first")
        instruments = _Instruments(tracer_provider, meter_provider)
        instruments.install()
        _installed.append(instruments)


def uninstrument() -> None:
    """Switches them off again. Sessions that were made meanwhile go on telling of their host functions."""
    with _lock:
        while _installed:
            _installed.pop().remove()
