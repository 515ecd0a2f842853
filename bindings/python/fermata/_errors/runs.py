"""What goes wrong with durable runs."""

from __future__ import annotations

import math
from typing import Any

from .errors import Error, UsageError


class StoreError(Error):
    """Something is wrong with a store's database. `kind` is "open" (it can't be opened, or isn't a store), "version" (a newer release wrote
    it), "busy" (others have it locked for too long), "full" (the disk), "damaged" (what was read makes no sense, or can't be opened with
    the keys), "failed" (reading, writing, the connection), "unknown": the same at the very end, so that what was asked may have happened;
    or "sealed": the keys that are given, or none, aren't the store's."""

    def __init__(self, message: str, kind: str) -> None:
        super().__init__(message)
        self.kind = kind

    def __reduce__(self) -> tuple[Any, ...]:
        return StoreError, (str(self), self.kind)


class RefusedError(Error):
    """A run or a call isn't there, or isn't in a state that permits what was asked: somebody else was faster, or it has ended. Nothing has
    changed."""


class KeyConflictError(RefusedError):
    """A key is that of a run or schedule with another program, other inputs or other arguments."""


class HoldCall(Exception):
    """What a tool raises when it can't do its work until a person has done something about it: a key that isn't accepted, a service that
    wants paying. The program isn't told: the call waits, with the exception's text, for RunCall.reconcile()."""


class AnswersLater(Exception):
    """What a tool raises when it has taken a call on, and its answer comes later: by Store.answer_by_token() with context().token, or as a
    POST to context().callback. The program waits for it, whatever becomes of the worker. An answer that hasn't come after `within` seconds
    has failed, like a tool that took too long."""

    def __init__(self, within: float = 86_400.0) -> None:
        if not isinstance(within, (int, float)) or isinstance(within, bool) or not 0 < within <= 366 * 86_400:
            raise UsageError(f"within must be a number of seconds, of a year at most, not {within!r:.100}")
        super().__init__("the answer comes later")
        self.within = within

    @property
    def within_ms(self) -> int:
        """`within`, in whole milliseconds."""
        return math.ceil(self.within * 1000)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.within,)


class RunCancelledError(Error):
    """A run has no result: it was cancelled. `run` is its id, `reason` what was said."""

    def __init__(self, run: str, reason: str) -> None:
        super().__init__(f"the run {run} was cancelled" + (f": {reason}" if reason else ""))
        self.run = run
        self.reason = reason

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.run, self.reason)


class RunDeadError(Error):
    """A run has no result for now: it was stopped, as it crashed too often at one place, or has used up a limit. Run.retry() lets it go on
    from its latest snapshot. `run` is its id, `reason` why; `limit` the one that is used up, such as "steps", or None."""

    def __init__(self, run: str, reason: str, limit: str | None = None) -> None:
        super().__init__(f"the run {run} is dead: {reason}")
        self.run = run
        self.reason = reason
        self.limit = limit

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.run, self.reason, self.limit)
