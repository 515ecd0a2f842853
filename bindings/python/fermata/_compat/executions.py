"""What a text that ran in a sandbox gave, in the words of E2B's code interpreter: results, logs and an error."""

from __future__ import annotations

import dataclasses
import json
import time
from typing import Any, Optional

import fermata
from fermata._core import error_text, forgotten, with_result

_FORMS = {
    "text": "text/plain",
    "html": "text/html",
    "markdown": "text/markdown",
    "svg": "image/svg+xml",
    "png": "image/png",
    "jpeg": "image/jpeg",
    "latex": "text/latex",
    "json": "application/json",
}


@dataclasses.dataclass
class OutputMessage:
    """What was printed: some lines, or a part of one. `timestamp` in nanoseconds since 1970; `error` when it went to stderr."""

    line: str
    timestamp: int = dataclasses.field(default_factory=time.time_ns)
    error: bool = False

    def __str__(self) -> str:
        return self.line


@dataclasses.dataclass
class Logs:
    """What was printed, in the pieces in which it came."""

    stdout: list[str] = dataclasses.field(default_factory=list)
    stderr: list[str] = dataclasses.field(default_factory=list)

    def to_json(self) -> str:
        """Both as JSON."""
        return json.dumps(dataclasses.asdict(self))


@dataclasses.dataclass
class ExecutionError:
    """What ended the text: an exception's class and message, or "LimitError", "TimeoutError", "CrashError"; and the traceback."""

    name: str
    value: str
    traceback: str

    def to_json(self) -> str:
        """It as JSON."""
        return json.dumps(dataclasses.asdict(self))


class Result:
    """One thing that a text gave, in several forms: `text`, `html`, `markdown`, `svg`, `png`, `jpeg`, `latex`, `json`; None where it has no
    such form. `is_main_result`: it is the value of the last expression; `value` is that value itself, as far as it can leave the sandbox.
    """

    def __init__(self, forms: dict[str, Any], is_main_result: bool = False, value: Any = None) -> None:
        self.raw: dict[str, Any] = dict(forms)
        self.is_main_result: bool = is_main_result
        self.value: Any = value

    def __getattr__(self, name: str) -> Any:
        if name in _FORMS:
            return self.raw.get(_FORMS[name])
        raise AttributeError(f"a Result has no {name!r}")

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)

    def formats(self) -> list[str]:
        """The names of the forms that it has."""
        return [name for name, kind in _FORMS.items() if kind in self.raw]

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        return self.raw

    def __str__(self) -> str:
        return f"Result({self.text})" if self.text is not None else f"Result(formats: {', '.join(self.formats())})"

    def __repr__(self) -> str:
        return f"<{self}>"


@dataclasses.dataclass
class Execution:
    """What a text gave. `error` is None when it came to its end."""

    results: list[Result] = dataclasses.field(default_factory=list)
    logs: Logs = dataclasses.field(default_factory=Logs)
    error: Optional[ExecutionError] = None
    execution_count: int = 0

    @property
    def text(self) -> str | None:
        """The value of the last expression, as repr() gives it."""
        return next((result.text for result in self.results if result.is_main_result), None)

    def to_json(self) -> str:
        """All of it as JSON: a result by the names of its forms."""
        results = [{name: result[name] for name in result.formats()} | {"is_main_result": result.is_main_result} for result in self.results]
        error = None if self.error is None else dataclasses.asdict(self.error)
        told = {"results": results, "logs": dataclasses.asdict(self.logs), "error": error, "execution_count": self.execution_count}
        return json.dumps(told)


def results_of(step: fermata.Step) -> list[Result]:
    """What the text showed up to there, and its value."""
    if isinstance(step, fermata.Crashed):
        return []
    value = step._value if isinstance(step, fermata.Done) else None
    try:
        displays = with_result(step._displays(), value, tables=False)  # (as in E2B)
    except fermata.UsageError:  # it was killed, or has shown more than its session may hold
        displays = with_result([], value, tables=False)
    return [Result(display.to_dict(), display.is_result, value if display.is_result else None) for display in displays]


def error_of(step: fermata.Step, timed_out: bool) -> ExecutionError | None:
    """Why it isn't done, or what it forgot."""
    if isinstance(step, fermata.Done):
        problem = forgotten(step)
        if problem is None and step._refused is not None:
            return ExecutionError("CrossingError", str(step._refused), f"CrossingError: {step._refused}")
        return None if problem is None else ExecutionError("RuntimeWarning", step.warnings[0].message, problem)
    if isinstance(step, fermata.Raised):
        return ExecutionError(step.error.type, step.error.message, step.error.traceback)
    if isinstance(step, fermata.Exhausted):
        error = fermata.LimitError(step.limit, step)
        name = "TimeoutError" if timed_out else "KeyboardInterrupt" if step.limit == "interrupt" else "LimitError"
        return ExecutionError(name, error.display("message"), error_text(error))
    if isinstance(step, fermata.Crashed):
        return ExecutionError("CrashError", str(step.error), error_text(step.error))
    waiting = ", ".join(str(call) for call in step.calls_pending)
    return ExecutionError("UsageError", f"nobody answers {waiting}", f"UsageError: nobody answers {waiting}")
