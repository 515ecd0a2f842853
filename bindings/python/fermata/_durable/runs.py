"""Run: one program in a store, from its submission to its end."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from fermata._core import Limits
from fermata._errors import RunCancelledError, RunDeadError, UsageError, error_of

from fermata._values import made_or_refused

from .approvals import Decision, decision
from .calls import RunCall, attempts_of, calls_of
from .looking import Attempt, Event, RunInfo, RunStatus, Snapshot, event, moment, run_info

if TYPE_CHECKING:
    from .store import Store

OVER = ("done", "raised", "cancelled", "dead")
_FIRST_LOOK, _LAST_LOOK = 0.005, 0.2  # seconds between two looks at a run that somebody waits for


class Run:
    """A run of a store, by its `id`. Nothing is kept here: each question asks the store. Those below raise RefusedError when the run is no
    longer there, and StoreError."""

    __slots__ = ("store", "id")

    def __init__(self, store: Store, id: str) -> None:
        self.store: Store = store
        self.id: str = id

    @property
    def status(self) -> RunStatus:
        """ "ready", "running", "waiting", "sleeping", "done", "raised", "cancelled" or "dead": see RunInfo."""
        status: RunStatus = self.store._native.status(self.id)
        return status

    def info(self) -> RunInfo:
        """All that the store says about it, at one moment."""
        return run_info(self.store._native.run(self.id))

    def wait(self, timeout: float | None = None) -> RunStatus:
        """Waits until it is over: done, raised, cancelled or dead. (Workers make it so: see Worker.) Raises TimeoutError when it isn't
        after that many seconds."""
        for seconds in _looks(timeout):
            if (status := self.status) in OVER:
                return status
            time.sleep(seconds)
        return self._over_at_last(timeout)

    async def wait_async(self, timeout: float | None = None) -> RunStatus:
        """wait() that lets the event loop go on."""
        import asyncio

        for seconds in _looks(timeout):
            status: RunStatus = await asyncio.to_thread(self.store._native.status, self.id)
            if status in OVER:
                return status
            await asyncio.sleep(seconds)
        return self._over_at_last(timeout)

    def _over_at_last(self, timeout: float | None) -> RunStatus:
        if (status := self.status) not in OVER:
            raise TimeoutError(f"the run {self.id} is {status} after {timeout} seconds")
        return status

    def result(self, timeout: float | None = None) -> Any:
        """What the program gave; waits for it, as wait() does. Raises what the program raised, as RuntimeError; RunCancelledError;
        RunDeadError; or TimeoutError."""
        return self._result(self.wait(timeout))

    async def result_async(self, timeout: float | None = None) -> Any:
        """result() that lets the event loop go on."""
        return self._result(await self.wait_async(timeout))

    def _result(self, status: RunStatus) -> Any:
        if status == "cancelled":
            raise RunCancelledError(self.id, self.info().reason or "")
        if status == "dead":
            info = self.info()
            raise RunDeadError(self.id, info.reason or "", info.limit)
        (value, _, error), refused = made_or_refused(lambda for_show: self.store._native.result(self.id, for_show))
        if error is not None:
            raise error_of(error, self.store.types.exceptions)
        if refused is not None:
            refused.value = value
            raise refused
        return value

    @property
    def stdout(self) -> str:
        """All that it has printed, up to its latest snapshot."""
        return "".join(fields["stdout"] for fields in self.store._native.snapshots(self.id))

    @property
    def stderr(self) -> str:
        """The same for what went to sys.stderr."""
        return "".join(fields["stderr"] for fields in self.store._native.snapshots(self.id))

    @property
    def source(self) -> str:
        """The program's text."""
        return self.store._native.source(self.id)

    def history(self) -> list[Event]:
        """All that has happened to it."""
        return [event(fields) for fields in self.store._native.log(self.id)]

    def calls(self) -> list[RunCall]:
        """The calls of host functions that it has waited for, or still does."""
        return calls_of(self.store, self.store._native.calls(self.id))

    def decisions(self) -> list[Decision]:
        """What people, deadlines and standing grants have decided about its calls."""
        return [decision(fields) for fields in self.store._native.decisions(self.id)]

    def attempts(self) -> list[Attempt]:
        """Each time that one of its calls was handed to a tool."""
        return attempts_of(self.store, self.store._native.attempts(self.id))

    def snapshots(self) -> list[Snapshot]:
        """It at each of its stops."""
        found: list[Snapshot] = []
        stdout = stderr = ""
        for fields in self.store._native.snapshots(self.id):
            stdout += fields["stdout"]
            stderr += fields["stderr"]
            texts = (stdout, stderr, fields["stdout"])
            found.append(Snapshot(self, fields["seq"], moment(fields["at"]), fields["hash"], fields["parent"], texts))
        return found

    def at(self, seq: int | None = None) -> Snapshot:
        """It at one of its stops, by number; by default at the latest. Raises UsageError when it has no such stop."""
        found = self.snapshots()
        chosen = [snapshot for snapshot in found if seq in (None, snapshot.seq)]
        if not chosen:
            there = f"it has those from {found[0].seq} to {found[-1].seq}" if found else "it hasn't begun"
            raise UsageError(f"the run {self.id} has no snapshot{'' if seq is None else f' {seq!r}'}: {there}")
        return chosen[-1]

    def files(self) -> dict[str, bytes]:
        """The files that its program has made or changed, by their paths: those of its latest snapshot. Without mounts, none of theirs."""
        found = self.snapshots()
        return found[-1].files if found else {}

    def children(self) -> list[Run]:
        """The runs that its program has spawned, the oldest first."""
        return [Run(self.store, fields["id"]) for fields in self.store._native.children(self.id)]

    def send(self, channel: str, value: Any = None, *, key: str = "", by: str | None = None) -> None:
        """Sends its program a message: it answers `receive(channel)`, the one that has waited longest or the next one. Sent again under
        the same `key` it is the message that is there. Raises RefusedError when the run has ended. `by`, here and below: who does it, for
        the audit, instead of the user of this process."""
        self.store._native.send(self.id, channel, value, key, by or "")

    def cancel(self, reason: str = "", *, by: str | None = None) -> None:
        """Ends it, and its children. A worker that has one loses it; what its tools do meanwhile isn't heard of any more."""
        self.store._native.cancel(self.id, reason, by or "")

    def retry(self, limits: Limits | None = None, *, by: str | None = None) -> None:
        """Lets a dead run go on from its latest snapshot, within `limits` when they are given, instead of its own. Raises RefusedError
        unless they raise the limit that it has used up."""
        self.store._native.retry(self.id, limits, by or "")

    def fork(
        self,
        at: int,
        answers: Mapping[int, Any] | None = None,
        *,
        queue: str | None = None,
        by: str | None = None,
        repeat: bool = False,
    ) -> Run:
        """A new run that goes on from snapshot `at`. Its calls have these answers, by their ids (an exception is raised at its call), else
        those that they once got; the others wait anew. `by` forks it: like whoever submitted it, they don't decide on its calls. What this
        run has done since, by tools and children, the fork may do again, under keys of its own: with `repeat` alone, else RefusedError says
        what that is."""
        if answers is not None and not isinstance(answers, Mapping):
            raise UsageError(f"answers must be a mapping from ids of calls to values, not {answers!r}")
        return Run(self.store, self.store._native.fork(self.id, at, dict(answers or {}), queue or "", by or "", bool(repeat)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Run) and (self.store, self.id) == (other.store, other.id)

    def __hash__(self) -> int:
        return hash((id(self.store), self.id))

    def __rich_repr__(self) -> Iterator[Any]:
        info = self.info()
        yield self.id
        yield "status", info.status
        yield "name", info.name
        yield "reason", info.reason, None

    def __repr__(self) -> str:
        return f"<Run {self.id}>"


def _looks(timeout: float | None) -> Iterator[float]:
    """How long to wait after each look, until the time is over."""
    end = None if timeout is None else time.monotonic() + timeout
    pause = _FIRST_LOOK
    while end is None or (left := end - time.monotonic()) > 0:
        yield pause if end is None else min(pause, left)
        pause = min(pause * 2, _LAST_LOOK)
