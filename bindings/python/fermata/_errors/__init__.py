"""What goes wrong, and where: the exceptions of the package, what is found in a program's text, and frames."""

from .errors import (
    Error,
    ErrorFields,
    Finding,
    JailError,
    RuntimeError,
    StateError,
    SyntaxError,
    Unanswered,
    UsageError,
    error_of,
    listed,
)
from .frames import Frame, Row, frames_of, place_of, stack_text
from .reports import report
from .runs import AnswersLater, HoldCall, KeyConflictError, RefusedError, RunCancelledError, RunDeadError, StoreError

__all__ = [
    "AnswersLater",
    "Error",
    "ErrorFields",
    "Finding",
    "Frame",
    "HoldCall",
    "JailError",
    "KeyConflictError",
    "RefusedError",
    "Row",
    "RunCancelledError",
    "RunDeadError",
    "RuntimeError",
    "StateError",
    "StoreError",
    "SyntaxError",
    "Unanswered",
    "UsageError",
    "error_of",
    "frames_of",
    "listed",
    "place_of",
    "report",
    "stack_text",
]
