"""Programs, sessions and steps: the engine as Python has it.

A Program is compiled once and begins Sessions; a Session stands at a Step; a Driver answers a session's calls on an event loop. How a
step is told to people and models (`html`, `telling`) belongs here, too.
"""

from . import interpreter  # (first: it refuses to go on where the engine can't be loaded)
from .calls import CURRENT, Call, CallRecord, Spent, context, current_call
from .checking import check
from .displays import Display, with_result
from .driving import drive, drive_now, go_on, must_ask, start
from .extension import load_ipython_extension
from .granted import Function, Functions, Granted
from .limits import Limits
from .mounts import FileInfo, HostFiles, Mount, natives
from .offering import offer
from .packages import Package, package_mounts
from .performing import by_name, changed, known_signature
from .pool import Entry, Pool, PoolStats, Wall, entered, entered_async, native_of
from .program import Program, Result, modules
from .sealing import Bound, Sealer
from .session import Session, load
from .steps import Crashed, CrashError, Done, Exhausted, LimitError, Paused, Raised, Step
from .store_names import store_functions
from .surroundings import Files, SteppingClock, surroundings
from .telling import call_record, describe_call, error_text, failure, forgotten, plain, shortened, told
from .waiting import Held, Leave

__all__ = [
    "Bound",
    "CURRENT",
    "Call",
    "CallRecord",
    "CrashError",
    "Crashed",
    "Display",
    "Done",
    "Entry",
    "Exhausted",
    "FileInfo",
    "Files",
    "Function",
    "Functions",
    "Granted",
    "Held",
    "Leave",
    "LimitError",
    "HostFiles",
    "Limits",
    "Mount",
    "Package",
    "Paused",
    "Pool",
    "PoolStats",
    "Program",
    "Raised",
    "Result",
    "Sealer",
    "Session",
    "Spent",
    "Step",
    "SteppingClock",
    "Wall",
    "by_name",
    "call_record",
    "changed",
    "check",
    "context",
    "current_call",
    "describe_call",
    "drive",
    "drive_now",
    "entered",
    "entered_async",
    "error_text",
    "failure",
    "forgotten",
    "go_on",
    "known_signature",
    "load",
    "load_ipython_extension",
    "modules",
    "must_ask",
    "native_of",
    "natives",
    "offer",
    "package_mounts",
    "plain",
    "shortened",
    "surroundings",
    "start",
    "store_functions",
    "told",
    "with_result",
]
del interpreter
