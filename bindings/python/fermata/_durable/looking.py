"""What a store holds, as it is looked at: plain values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from fermata._core import Limits, Spent, Step, load
from fermata._errors import Frame, RuntimeError, UsageError

if TYPE_CHECKING:
    import datetime

    from .runs import Run

RunStatus: TypeAlias = Literal["ready", "running", "waiting", "sleeping", "done", "raised", "cancelled", "dead"]


class RunInfo(NamedTuple):
    """A run at one moment.

    `status` is "ready" (for a worker to take), "running", "waiting" (for an answer, a decision, a reconciliation), "sleeping" (for a
    timer), or that of a run which is over: "done", "raised", "cancelled"; "dead" is one that retry() lets go on. `reason` says why it was
    cancelled or is dead, and `limit` which limit is used up. `seq` is its latest snapshot's number, 0 before the first; `epoch` how often
    a worker took it, `owner` the one that has it until `lease_until`; `failures` its crashes since the latest snapshot. `due` is since
    when it is ready, or when it will be. `events` is how many its history has. `by` is who submitted it. `parent` is the run that it was
    forked from or, with `parent_call`, the one whose call spawned it; `root` the one that all of its tree of children come from, if it is
    in one.
    """

    id: str
    status: RunStatus
    tenant: str
    queue: str
    name: str
    key: str | None
    parent: str | None
    by: str | None
    parent_call: int | None
    root: str | None
    priority: int
    tags: Mapping[str, str]
    seq: int
    epoch: int
    events: int
    owner: str | None
    lease_until: datetime.datetime | None
    due: datetime.datetime | None
    failures: int
    created: datetime.datetime
    ended: datetime.datetime | None
    reason: str | None
    limit: str | None
    limits: Limits
    spent: Spent


class Event(NamedTuple):
    """Something that happened to a run. `kind` is the transition ("submit", "claim", "dispatch", "answer", "advance", …), `data` what there
    is to say about it; `status`, `epoch` and `seq` are the run's afterwards, `worker` whose it was, if it was one's. `hash` is over this
    event and the hash of the one before: src/durable/README.md says how."""

    number: int
    at: datetime.datetime
    kind: str
    status: RunStatus
    epoch: int
    seq: int
    worker: str | None
    data: dict[str, Any]
    hash: str


class AuditRecord(NamedTuple):
    """What somebody did to a store. `action` is what ("decide", "cancel", "grant", "sign_in", "refused", …), `who` did it, `how` they
    proved who they are ("session", "token") or what they used ("command", "python"), from which address or machine (`origin`); `tenant`
    and `run` are those that it is about, and `data` is whatever else there is to say. `number` counts without gaps; `hash` is over this
    record and the hash of the one before: fermata/durable/audit.h says how."""

    number: int
    at: datetime.datetime
    action: str
    tenant: str | None
    run: str | None
    who: str | None
    how: str | None
    origin: str | None
    data: dict[str, Any]
    hash: str


class Attempt(NamedTuple):
    """One time that a call was handed to its tool, by a `worker`. `call` is its id, `number` counts from 1. `outcome` is "answered",
    "raised", "failed" (it may be tried again), "lost" (nobody knows), or None while it is under way. `error` is what the tool raised, and
    `traceback` where, in the tool's own code."""

    call: int
    number: int
    worker: str
    epoch: int
    began: datetime.datetime
    ended: datetime.datetime | None
    outcome: Literal["answered", "raised", "failed", "lost"] | None
    error: RuntimeError | None
    traceback: str | None


class Moments(NamedTuple):
    """How many `snapshots` a store keeps, and the `bytes` of their states as they are stored."""

    snapshots: int
    bytes: int


class Resealed(NamedTuple):
    """What Store.reseal() has sealed anew: so many `states` of so many `runs`, and the secrets of so many `webhooks`. What the keys don't
    open is `left`, each with why: for that the old keys are still needed."""

    states: int
    runs: int
    webhooks: int
    left: tuple[str, ...]


class QueueStats(NamedTuple):
    """How much there is in a queue: `runs` of each status; since when the one that has been ready for longest is; and calls that wait for
    people: `approvals`, those `in_doubt`, those that are `held`, and `unanswered` ones, which no tool answers;
    and `deferred` ones, whose tools answer later."""

    queue: str
    runs: Mapping[RunStatus, int]
    oldest: datetime.datetime | None
    approvals: int
    in_doubt: int
    held: int
    unanswered: int
    deferred: int


class WorkerInfo(NamedTuple):
    """A process that works on a store, as it was heard of last: its `name` and number (`process`) on its `host`. `queues` are those that it
    takes runs from, `tools` the functions that it answers, `functions` those that programs may call and others answer, `types` the names
    of the classes that they may use; `concurrency` is how many runs it has at most, `runs` how many it has now. It began at `since` and was
    heard of at `seen`: not `alive` when that is long ago.
    """

    name: str
    host: str
    process: int
    queues: tuple[str, ...]
    tools: tuple[str, ...]
    functions: tuple[str, ...]
    types: tuple[str, ...]
    concurrency: int
    runs: int
    since: datetime.datetime
    seen: datetime.datetime
    alive: bool


class Violation(NamedTuple):
    """Something in a store that is not as it should be: of a `run`, or of the store as a whole when that is empty."""

    run: str
    law: str
    text: str


class Snapshot:
    """A run at one of its stops, saved. `seq` is its number, from 1, `hash` that of its bytes, `parent` the hash of the one before;
    `stdout` and `stderr` are all that had been printed up to there, `printed` what was since the one before. Its state is loaded when
    something of it is asked for."""

    __slots__ = ("run", "seq", "at", "hash", "parent", "stdout", "stderr", "printed", "_step")

    def __init__(self, run: Run, seq: int, at: datetime.datetime, hash: str, parent: str | None, texts: tuple[str, str, str]) -> None:
        self.run: Run = run
        self.seq: int = seq
        self.at: datetime.datetime = at
        self.hash: str = hash
        self.parent: str | None = parent
        self.stdout: str = texts[0]
        self.stderr: str = texts[1]
        self.printed: str = texts[2]
        self._step: Step | None = None

    @property
    def state(self) -> bytes:
        """The saved session, as fermata.load() takes it; empty when the program could not be compiled."""
        return self.run.store._native.state(self.run.id, self.seq)

    @property
    def step(self) -> Step:
        """The session there: a copy, without functions. Whatever is done with it, the run doesn't notice."""
        if self._step is None:
            state = self.state
            if not state:
                raise UsageError("the program could not be compiled: there is nothing to load")
            self._step = load(state)
        return self._step

    @property
    def stack(self) -> list[Frame]:
        """The program's functions where they stand, outermost first, with their variables."""
        return self.step.stack

    @property
    def locals(self) -> dict[str, str]:
        """The variables where the program stands, shown by repr(): the innermost function's of its own files, or the globals."""
        step = self.step
        sources = step.sources
        own = [frame for frame in step.stack if frame.file in sources]
        return own[-1].locals if own and own[-1].locals else step.globals

    @property
    def globals(self) -> dict[str, str]:
        """The program's global variables, shown by repr()."""
        return self.step.globals

    @property
    def files(self) -> dict[str, bytes]:
        """The files that the program had made or changed, by their paths."""
        return self.step.files

    def __repr__(self) -> str:
        return f"<Snapshot {self.seq} of run {self.run.id}>"


def _epoch() -> datetime.datetime:
    import datetime  # (late: most who import the package need none)

    return datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)


def moment(milliseconds: int) -> datetime.datetime:
    """A time of the store's, in UTC."""
    import datetime

    return _epoch() + datetime.timedelta(milliseconds=milliseconds)


def milliseconds(moment: datetime.datetime, what: str) -> int:
    """The other way round. Raises UsageError."""
    import datetime

    if not isinstance(moment, datetime.datetime):
        raise UsageError(f"{what} must be a datetime, not {moment!r}")
    if moment.utcoffset() is None:
        raise UsageError(f"{what} needs a zone, such as {moment.replace(tzinfo=datetime.timezone.utc)!r}")
    return (moment - _epoch()) // datetime.timedelta(milliseconds=1)


def run_info(fields: dict[str, Any]) -> RunInfo:
    changed: dict[str, Any] = {
        name: None if fields[name] is None else moment(fields[name]) for name in ("lease_until", "due", "created", "ended")
    }
    changed.update(limits=Limits(**fields["limits"]), spent=Spent(*fields["spent"]))
    return RunInfo(**{**fields, **changed})


def queue_stats(fields: dict[str, Any]) -> QueueStats:
    oldest: Any = None if fields["oldest"] is None else moment(fields["oldest"])
    return QueueStats(**{**fields, "oldest": oldest})


def worker_info(fields: dict[str, Any]) -> WorkerInfo:
    times: dict[str, Any] = {name: moment(fields[name]) for name in ("since", "seen")}
    return WorkerInfo(**{**fields, **times})


def audit_record(fields: dict[str, Any]) -> AuditRecord:
    at: Any = moment(fields["at"])
    return AuditRecord(**{**fields, "at": at})


def event(fields: dict[str, Any]) -> Event:
    at: Any = moment(fields["at"])
    return Event(**{**fields, "at": at})
