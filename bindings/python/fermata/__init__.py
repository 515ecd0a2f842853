"""Fermata: Python in a sandbox that can be paused at any call, saved, and resumed elsewhere.

    import fermata

    program = fermata.Program("order = lookup('ord-17')\\napprove(order['total'])", functions=["lookup", "approve"])
    step = program.start()                          # Paused: step.call is lookup('ord-17')
    state = step.save()                             # bytes, keep it as long as you like
    step = fermata.load(state).resume({"total": 84})  # in another process; now it waits for approve(84)
"""

# The folders, lowest first: each imports from those before it alone, and through one way, its __init__.
#   _offered       what a file of tools offers
#   _errors        exceptions, findings and frames
#   _client        who asks a `fermata serve`
#   _describe      host functions and classes, as they are described
#   _values        what crosses the border, and whether arguments fit
#   _tools         what answers calls outside a session, and knows which
#   _core          programs, sessions and steps; here the engine comes in
#   _durable       runs in a store, and the workers that continue them
#   (this file)    what users need of these
#   _integrations  frameworks for agents
#   _compat        interfaces of others
# What users import of the last two has a module of its own beside the folders: fermata.langchain, fermata.pyrun. The folders have
# underscores since nobody imports them, and fermata.describe is a function. tests/python_layers.py checks the order, and that files make no
# circles.
import sys as _sys

from fermata._core import (
    Call, CallRecord, Crashed, CrashError, Display, Done, Exhausted, FileInfo, HostFiles, LimitError, Limits, Mount, Paused, Pool,
    PoolStats, Program, Raised, Result, Sealer, Session, Spent, Step, SteppingClock, Wall, check, context, current_call, load,
    load_ipython_extension, modules, offer,
)  # fmt: skip
from fermata._describe import Retries, describe, tool

from fermata._durable import (
    Approval, Attempt, AuditRecord, Between, Decision, Event, Grant, Moments, PolicyCall, PolicyDecision, PolicyRun, QueueStats, Remark,
    Resealed, Run, RunCall, RunInfo, Schedule, Snapshot, StandingGrant, Store, Violation, Worker, WorkerInfo,
)  # fmt: skip
from fermata._errors import (
    AnswersLater, Error, Finding, Frame, HoldCall, JailError, KeyConflictError, RefusedError, RunCancelledError, RunDeadError, RuntimeError,
    StateError, StoreError, SyntaxError, UsageError, report,
)  # fmt: skip
from fermata._tools import Allow, Ask, Context, Deny
from fermata._values import CrossingError, Handle, HandleType, Instance, Record, handle

__all__ = [
    "Allow",
    "AnswersLater",
    "Approval",
    "Ask",
    "Attempt",
    "AuditRecord",
    "Between",
    "Call",
    "CallRecord",
    "Context",
    "CrashError",
    "Crashed",
    "CrossingError",
    "Decision",
    "Deny",
    "Display",
    "Done",
    "Error",
    "Event",
    "Exhausted",
    "FileInfo",
    "Finding",
    "Frame",
    "Grant",
    "Handle",
    "HandleType",
    "HoldCall",
    "HostFiles",
    "Instance",
    "JailError",
    "KeyConflictError",
    "LimitError",
    "Limits",
    "Moments",
    "Mount",
    "Paused",
    "PolicyCall",
    "PolicyDecision",
    "PolicyRun",
    "Pool",
    "PoolStats",
    "Program",
    "QueueStats",
    "Raised",
    "Record",
    "RefusedError",
    "Remark",
    "Resealed",
    "Result",
    "Retries",
    "Run",
    "RunCall",
    "RunCancelledError",
    "RunDeadError",
    "RunInfo",
    "RuntimeError",
    "Schedule",
    "Sealer",
    "Session",
    "Snapshot",
    "Spent",
    "StandingGrant",
    "StateError",
    "Step",
    "SteppingClock",
    "Store",
    "StoreError",
    "SyntaxError",
    "UsageError",
    "Violation",
    "Wall",
    "Worker",
    "WorkerInfo",
    "check",
    "context",
    "current_call",
    "describe",
    "handle",
    "load",
    "load_ipython_extension",
    "modules",
    "report",
    "tool",
]
__version__ = "0.1.0"

offer(globals())
del offer

# Pickles of earlier versions name the files that there were.
for _file in ("_calls", "_frames", "_instances", "_limits", "_program", "_session", "_surroundings"):
    _sys.modules[f"fermata.{_file}"] = _sys.modules["fermata"]
del _file, _sys
