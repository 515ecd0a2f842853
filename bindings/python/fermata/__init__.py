"""Fermata: Python in a sandbox that can be paused at any call, saved, and resumed elsewhere.

    import fermata

    program = fermata.Program("order = lookup('ord-17')\\napprove(order['total'])", functions=["lookup", "approve"])
    step = program.start()                          # Paused: step.call is lookup('ord-17')
    state = step.save()                             # bytes, keep it as long as you like
    step = fermata.load(state).resume({"total": 84})  # in another process; now it waits for approve(84)
"""

from fermata import _interpreter  # (first: it refuses to go on where the engine can't be loaded)
from fermata._calls import Call, CallRecord, Spent, current_call
from fermata._describe import describe
from fermata._errors import Error, Finding, LimitError, RuntimeError, StateError, SyntaxError, UsageError
from fermata._frames import Frame
from fermata._instances import CrossingError, Instance, Record
from fermata._limits import Limits
from fermata._program import Program, Result, check, modules
from fermata._session import Session, load
from fermata._steps import Done, Exhausted, Paused, Raised, Step
from fermata._surroundings import SteppingClock
from fermata._values import Handle, HandleType, handle

__all__ = [
    "Call",
    "CallRecord",
    "CrossingError",
    "Done",
    "Error",
    "Exhausted",
    "Finding",
    "Frame",
    "Handle",
    "HandleType",
    "Instance",
    "LimitError",
    "Limits",
    "Paused",
    "Program",
    "Raised",
    "Record",
    "Result",
    "RuntimeError",
    "Session",
    "Spent",
    "StateError",
    "Step",
    "SteppingClock",
    "SyntaxError",
    "UsageError",
    "check",
    "current_call",
    "describe",
    "handle",
    "load",
    "modules",
]
__version__ = "0.1.0"

for _error in (CrossingError, Error, LimitError, RuntimeError, StateError, SyntaxError, UsageError):
    _error.__module__ = "fermata"  # tracebacks name them as users do
del _error, _interpreter
