"""The limits of a session."""

from __future__ import annotations

import dataclasses

from fermata import _native
from fermata._errors import UsageError

_DEFAULT = _native.DEFAULT_LIMITS
MOST = 2**63 - 1


@dataclasses.dataclass(frozen=True)
class Limits:
    """What a session may use; 0 means no limit.

    Beyond these it stops as Exhausted, whole, and can be given more: `steps` (calls, loop turns, and builtins' work in similar units),
    `time_ms` (milliseconds of running, not of waiting for the host), `wall_ms` (milliseconds since the start, including waiting for the
    host and for timers but not the time that a saved state rests; no limit unless it is given), `heap_bytes` (of live objects; a request
    that doesn't fit is a MemoryError in the program, as in CPython), `output_bytes` (printed) and `host_calls`. Beyond these, Python's own
    exceptions are raised in the program: `depth` (frames that sys.setrecursionlimit() may ask for; it starts at 1000), `int_digits` (of
    an int converted from or to decimal text, that sys.set_int_max_str_digits() may ask for; it starts at 4300) and `file_bytes` (in the
    files that the session itself keeps, those that the host gave included: OSError ENOSPC; they count to heap_bytes as well).
    """

    steps: int = _DEFAULT["steps"]
    time_ms: int = _DEFAULT["time_ms"]
    heap_bytes: int = _DEFAULT["heap_bytes"]
    depth: int = _DEFAULT["depth"]
    output_bytes: int = _DEFAULT["output_bytes"]
    host_calls: int = _DEFAULT["host_calls"]
    int_digits: int = _DEFAULT["int_digits"]
    wall_ms: int = _DEFAULT["wall_ms"]
    file_bytes: int = _DEFAULT["file_bytes"]

    def __new__(cls, *args: int, **kwargs: int) -> Limits:
        self = super().__new__(cls)
        # (Beside the fields: two that allow the same are equal.)
        names = [field.name for field in dataclasses.fields(cls)]
        object.__setattr__(self, "_given", frozenset(names[: len(args)]) | kwargs.keys())
        return self

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):
            value = getattr(self, field.name)
            if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= MOST:
                raise UsageError(f"limit {field.name} must be a number from 0 to 2**63 - 1, not {value!r}")

    def plus(self, more: Limits, spent: int, limit: str) -> Limits:
        """These, plus what `more` was given, whatever its defaults are; `spent` is how much of `limit` was used."""
        changed = {}
        for name in more._given:  # type: ignore[attr-defined]
            had, added = getattr(self, name), getattr(more, name)
            if name == limit:
                had = max(had, spent)
            changed[name] = had + added if had and added else 0
        return dataclasses.replace(self, **changed)
