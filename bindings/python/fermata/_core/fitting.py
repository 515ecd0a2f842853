"""Whether a state that waited fits the host's code of today: its classes, and the calls that wait in it."""

from __future__ import annotations

from fermata import _native
from fermata._errors import StateError
from fermata._values import ENUM, NAMED_TUPLE, RECORD, Types, call_problem

from .granted import Granted
from .steps import Paused, Step


def gone_types(native: _native.Session, known: Types) -> frozenset[str]:
    """The state's classes that the host doesn't list any more. Raises StateError, unless migrate() knows their values."""
    gone = [name for kind, name, _ in native.types() if kind in (ENUM, NAMED_TUPLE, RECORD) and name not in known.classes]
    if gone and known.migrate is None:
        raise StateError(
            f"the state has values of {', '.join(gone)}, which types doesn't list: list it, or map its values with migrate", "changed type"
        )
    return frozenset(gone)


def check_calls(step: Step, granted: Granted, known: Types) -> None:
    """Raises StateError when a call waits that its function doesn't take any more, or whose function isn't among those that are given."""
    problems, gone = [], []
    for call in step.calls_pending if isinstance(step, Paused) else ():
        name, function = call.function, granted.declared.get(call.function)
        where = f"{call}, which waits ({call.file} line {call.line})"
        problem = call_problem(name, call.args, call.kwargs, function, known, granted.check_types)
        if problem:
            problems.append(f"{where}, doesn't fit the function: {problem}")
        elif (
            call.kind != "timer" and granted.declared and name not in granted.declared and name.partition(".")[0] not in known.handle_types
        ):
            problems.append(f"no function was given for {where}")
            gone.append(name)
    if problems:
        advice = "let the function take it, or load the state without the function and answer the call yourself"
        if gone:
            names = ", ".join(map(repr, dict.fromkeys(gone)))
            advice = f"give the function, or only its name among them ({names}) when the answer comes from elsewhere"
        raise StateError("; ".join(problems) + "; " + advice, "changed function")
