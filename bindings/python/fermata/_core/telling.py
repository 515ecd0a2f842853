"""What a program gave, for a model or a protocol that speaks plain JSON: no tags, nothing that fails to encode.

Not for storing values (states and Step.to_dict() are for that): a tuple becomes a list, a set a sorted list, a date its ISO text.
"""

from __future__ import annotations

import dataclasses
import enum
import math
from collections.abc import Mapping
from typing import Any

from fermata._errors import Error, place_of
from fermata._values import Record, shown

from .calls import Call
from .steps import Crashed, CrashError, Done, Exhausted, LimitError, Paused, Raised, Step


def plain(value: Any) -> Any:
    """The value in JSON's types; its repr() where JSON has nothing like it, below 50 levels, and after the first 1,000,000 values."""
    return _plain(value, 0, [1_000_000])


def _plain(value: Any, depth: int, left: list[int]) -> Any:
    left[0] -= 1 + (len(value) // 100 if isinstance(value, str) else 0)
    if left[0] < 0:
        return "…"
    if value is None or isinstance(value, (bool, int, str)) and not isinstance(value, enum.Enum):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else shown(value)
    if depth > 50:
        text = shown(value)
        left[0] -= len(text)
        return text

    def inner(part: Any) -> Any:
        return _plain(part, depth + 1, left)

    if isinstance(value, enum.Enum):
        return inner(value.value)
    if isinstance(value, Mapping):
        return {key if isinstance(key, str) else repr(key): inner(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [inner(item) for item in value]
    if isinstance(value, (set, frozenset)):
        return sorted((inner(item) for item in value), key=repr)
    if isinstance(value, bytes):
        return value.decode("utf-8") if _is_text(value) else shown(value)
    if isinstance(value, Record):
        return inner(value.fields)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: inner(getattr(value, field.name)) for field in dataclasses.fields(value)}
    dump = getattr(value, "model_dump", None)  # pydantic
    if callable(dump):
        return inner(dump(mode="json"))
    iso = getattr(value, "isoformat", None)
    return iso() if callable(iso) else str(value) if type(value).__module__.partition(".")[0] in _AS_TEXT else shown(value)


# Modules of the library's classes whose values str() writes well.
_AS_TEXT = ("decimal", "fractions", "ipaddress", "pathlib", "uuid")


def _is_text(value: bytes) -> bool:
    try:
        return value.decode("utf-8").isprintable()
    except UnicodeDecodeError:
        return False


def forgotten(step: Step) -> str | None:
    """What a model has to hear of a program that came to its end and forgot something: calls of asynchronous functions that did nothing."""
    if not isinstance(step, (Done, Raised)) or not step.warnings:
        return None
    texts = "".join(warning.text for warning in step.warnings)
    return f"{texts}RuntimeError: the calls named above did nothing: `await` them"


def told(step: Step) -> dict[str, Any]:
    """A result as a model gets it: `value`, and `stdout` and `stderr` when something was printed."""
    result: dict[str, Any] = {"value": plain(step._value if isinstance(step, Done) else step.value)}
    for name, text in (("stdout", step.stdout), ("stderr", step.stderr)):
        if text:
            result[name] = shortened(text)
    return result


def shortened(text: str, longest: int = 50_000) -> str:
    """A long text without its middle: a model has no use for it."""
    if len(text) <= longest:
        return text
    return f"{text[: longest // 2]}\n… {len(text) - longest} characters left out …\n{text[-(longest // 2) :]}"


def failure(step: Step) -> str:
    """Why a step isn't done, for a model to read and do better: the traceback or the limit, and below it what was printed."""
    if isinstance(step, Exhausted):
        text = _stopped(LimitError(step.limit, step))
    elif isinstance(step, Crashed):
        text = _crashed(step.error)
    elif isinstance(step, Paused):
        text = "The program waits for " + ", ".join(describe_call(call) for call in step.calls_pending) + "."
    else:
        texts = (error_text(step.error) if isinstance(step, Raised) else None, forgotten(step))
        text = "\n".join(each for each in texts if each)
    return text + (f"\nPrinted before that:\n{shortened(step.stdout)}" if step.stdout else "")


def error_text(error: Exception) -> str:
    """An error as python3 would print it: the traceback when there is one, else the message."""
    if isinstance(error, LimitError):
        return _stopped(error)
    if isinstance(error, CrashError):
        return _crashed(error)
    return error.display("traceback") if isinstance(error, Error) else str(error).rstrip()


def _stopped(error: LimitError) -> str:
    most = "" if error.limit == "interrupt" else f", {error.most}"
    return f"The program was stopped: its limit of {error.limit} is used up{most}{place_of(error.frames)}."


def _crashed(error: CrashError) -> str:
    after = "" if error.last_call is None else f" after the call {describe_call(error.last_call)}"
    return f"The program was stopped: the process that ran it crashed{after} ({error.reason})."


def describe_call(call: Call) -> str:
    """A pending call for a person to read: `send(to='x', subject='y')`, cut at 2000 characters."""
    text = str(call)
    return text if len(text) <= 2000 else text[:2000] + "…"


def call_record(call: Call) -> dict[str, Any]:
    """A pending call as JSON: id, function, args, kwargs, line."""
    return {"id": call.id, "function": call.function, "args": plain(call.args), "kwargs": plain(call.kwargs), "line": call.line}
