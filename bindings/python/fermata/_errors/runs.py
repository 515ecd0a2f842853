"""What goes wrong with durable runs."""

from __future__ import annotations

from typing import Any

from .errors import Error


class StoreError(Error):
    """Something is wrong with a store's database. `kind` is "open" (it can't be opened, or isn't a store), "version" (a newer release wrote
    it), "busy" (others have it locked for too long), "full" (the disk), "damaged" (what was read makes no sense, or can't be opened with
    the keys), "failed" (reading, writing, the connection) or "unknown": the same at the very end, so that what was asked may have
    happened."""

    def __init__(self, message: str, kind: str) -> None:
        super().__init__(message)
        self.kind = kind

    def __reduce__(self) -> tuple[Any, ...]:
        return StoreError, (str(self), self.kind)


class RefusedError(Error):
    """A run or a call isn't there, or isn't in a state that permits what was asked: somebody else was faster, or it has ended. Nothing has
    changed."""


class HoldCall(Exception):
    """What a tool raises when it can't do its work until a person has done something about it: a key that isn't accepted, a service that
    wants paying. The program isn't told: the call waits, with the exception's text, for RunCall.reconcile()."""


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
