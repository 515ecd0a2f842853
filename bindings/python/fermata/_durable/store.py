"""Store: runs in a database."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any, NoReturn

from fermata import _native
from fermata._core import Files, Functions, Granted, Limits, Program, Sealer, surroundings
from fermata._describe import classes_of
from fermata._errors import UsageError, listed
from fermata._values import Handle, Migrate, Types, shown

from .approvals import Approval
from .calls import RunCall, calls_of
from .grants import Grant, StandingGrant, terms_of
from .looking import (
    AuditRecord,
    Moments,
    QueueStats,
    Resealed,
    RunStatus,
    Violation,
    WorkerInfo,
    audit_record,
    milliseconds,
    queue_stats,
    worker_info,
)
from .runs import OVER, Run
from .schedules import Missed, Schedule, schedule_of, timetable

if TYPE_CHECKING:
    import datetime

_STATUSES = RunStatus.__args__  # type: ignore[attr-defined]


class StoredTypes(Types):
    """The classes of values that a store holds. Objects that only this process has aren't among them."""

    __slots__ = ()

    def flatten(self, value: Any) -> Any:
        if isinstance(value, Handle):
            raise TypeError(f"the handle {value.name!r} stands for an object of this process: a store can't keep it")
        return super().flatten(value)


class Store:
    """Durable runs, in a database: a path, "sqlite:///path", or "postgresql://user@host/database" for workers on many machines. It is made
    where there is none.

        store = fermata.Store("runs.db")
        run = store.submit("refund(order)", inputs={"order": 17}, key="order-17")
        fermata.Worker(store, tools=[refund]).run()       # here, or in any number of other processes
        run.result(timeout=60)

    Whatever happens to a run is one transaction: processes may be killed at any moment, and others go on. `types` are the classes that
    programs may use, and that values are made of when they come out, as in Program. (Values are kept as JSON, so what appears in one
    twice comes out as two.) `functions`, as there, tell what is known of the parameters of programs' functions, for Approval.arguments.
    `migrate` maps values of classes that have changed since a run was begun, as in load(); workers have it, too, if they are given none. A
    `sealer` seals the states of programs, bound to their runs; what else the database holds isn't sealed. A store that was made with keys
    isn't opened without them, nor one with other states with keys (StoreError, whose kind is "sealed"), but with `any_keys`: for reseal(),
    and for what takes no state, as approvals do. Keys that its file got later (Sealer.from_file) are found there. A transition waits up to
    `patience_ms` for others that write, and for a server that isn't there for a while; up to `connections` are under way at once in
    PostgreSQL. A run that crashes `most_failures` times at one place is dead.

    A Store may be used by any number of threads. Its methods wait for the disk, or the server, and not for the event loop: a coroutine
    calls them by asyncio.to_thread(store.submit, …). It belongs to the process that opened it: after os.fork() the other one opens its own.
    What its methods raise besides UsageError: StoreError when something is wrong with the database, RefusedError when a run isn't there, or
    isn't in a state that permits what was asked.
    """

    __slots__ = ("where", "types", "functions", "_native", "__weakref__")

    def __init__(
        self,
        where: str | os.PathLike[str],
        *,
        types: Iterable[type] = (),
        functions: Functions = (),
        migrate: Migrate | None = None,
        sealer: Sealer | None = None,
        any_keys: bool = False,
        patience_ms: int = 10_000,
        most_failures: int = 5,
        connections: int = 8,
    ) -> None:
        if not isinstance(where, (str, os.PathLike)):
            raise TypeError(f"a store is a path or an address, not {where!r}")
        self.where: str = os.fspath(where)
        self.types: Types = StoredTypes(types)
        self.types.migrate = migrate
        if self.types.handle_types:
            raise UsageError(f"a store can't keep handles: {', '.join(self.types.handle_types)}")
        self.functions: Granted = Granted(functions)
        self.types.meet(classes_of(self.functions.callables))
        for name, value, least in (("patience_ms", patience_ms, 0), ("most_failures", most_failures, 1), ("connections", connections, 1)):
            whole_number(name, value, least)
        if sealer is not None and not isinstance(sealer, Sealer):
            raise TypeError(f"sealer must be a fermata.Sealer, not {type(sealer).__name__!r}")
        keys, file = (None, "") if sealer is None else (sealer._native, sealer._file)
        self._native = _native.Store(self.where, keys, file, bool(any_keys), self.types, patience_ms, most_failures, connections)

    def submit(
        self,
        code: str | Program,
        inputs: Mapping[str, Any] | None = None,
        *,
        name: str = "program.py",
        arguments: Iterable[str] = (),
        tenant: str = "default",
        queue: str = "default",
        key: str = "",
        priority: int = 0,
        tags: Mapping[str, str] | None = None,
        limits: Limits | None = None,
        seed: int | None = None,
        at: datetime.datetime | None = None,
        by: str = "",
        roles: Iterable[str] = (),
        files: Files | None = None,
        stdin: str | bytes | None = None,
        environ: Mapping[str, str] | None = None,
        zone: str | None = None,
        traceparent: str = "",
    ) -> Run:
        """A new run of a program, for workers of the `queue`: its text, called `name` in tracebacks, or a Program. `inputs` are set as
        globals, `arguments` are its sys.argv[1:]; `files`, `stdin`, `environ` and `zone` are as in Program.run(), and kept with the run, so
        a large file is better mounted at the workers (Worker's `mounts`). Text that can't be compiled raises SyntaxError.

        For each `tenant` there is one run of a `key`: submitting it again gives the run that is there, and KeyConflictError when that has
        another program, other inputs, arguments or files. Of a tenant's runs those of higher `priority` are taken first, none before `at`;
        tenants have their turns. `tags` are for whoever looks at it. It goes on within the narrower ones of `limits` and those of the
        worker. `by` is who submits it: they decide on none of its calls, unless a policy says so (Ask). Policies see them, and the `roles`
        that they have (PolicyRun): whoever calls this knows who that is. With a `traceparent` of W3C's Trace Context the run's spans are
        part of that trace, where its workers send them (Worker's `otlp`).
        """
        submission = self._submission(
            code, inputs, name, arguments, tenant, queue, key, priority, tags, limits, seed, by, roles, (files, stdin, environ, zone)
        )
        return self._run(self._native.submit(submission, None if at is None else milliseconds(at, "at"), traceparent))

    def schedule(
        self,
        code: str | Program,
        inputs: Mapping[str, Any] | None = None,
        *,
        every: str | datetime.timedelta,
        zone: str = "UTC",
        missed: Missed = "once",
        name: str = "program.py",
        arguments: Iterable[str] = (),
        tenant: str = "default",
        queue: str = "default",
        key: str = "",
        priority: int = 0,
        tags: Mapping[str, str] | None = None,
        limits: Limits | None = None,
        seed: int | None = None,
        by: str = "",
        roles: Iterable[str] = (),
        files: Files | None = None,
        stdin: str | bytes | None = None,
        environ: Mapping[str, str] | None = None,
    ) -> Schedule:
        """Runs of a program `every` so often: a timedelta, "15m", "2h", "7d"; or at the times of "0 9 * * mon-fri" (minute, hour, day of
        the month, month, day of the week), "@hourly", "@daily", "@weekly", "@monthly", "@yearly" by the clocks of a `zone`. Workers, of
        whichever queue, begin them; each time has one run. Of times at which no worker was there, "all" have a run, the last one has
        ("once"), or none ("skip"). Their own zone is the schedule's; what else there is to say of them is as in submit(). A `key` is the
        schedule's: scheduling it again gives the one that is there, and RefusedError when that has another program or timetable.
        docs/schedules.md has the rest.
        """
        submission = self._submission(
            code, inputs, name, arguments, tenant, queue, key, priority, tags, limits, seed, by, roles, (files, stdin, environ, None)
        )
        return schedule_of(self, self._native.schedule(submission, timetable(every), zone, missed))

    def schedules(self, *, tenant: str | None = None) -> list[Schedule]:
        """The schedules, the oldest first."""
        return [Schedule(self, fields) for fields in self._native.schedules(tenant or "")]

    def _submission(
        self,
        code: str | Program,
        inputs: Mapping[str, Any] | None,
        name: str,
        arguments: Iterable[str],
        tenant: str,
        queue: str,
        key: str,
        priority: int,
        tags: Mapping[str, str] | None,
        limits: Limits | None,
        seed: int | None,
        by: str,
        roles: Iterable[str],
        given: tuple[Files | None, str | bytes | None, Mapping[str, str] | None, str | None],
    ) -> Any:
        files, stdin, environ, zone = given
        program = code if isinstance(code, Program) else Program(code, name=name)
        if not isinstance(inputs or {}, Mapping):
            raise UsageError(f"inputs must be a mapping from names to values, not {inputs!r}")
        found = surroundings(None, "system", zone, None, files, stdin, environ)
        return self._native.submission(
            program.code,
            program.name,
            dict(inputs or {}),
            list(listed(arguments, "arguments")),
            tenant,
            queue,
            key,
            priority,
            dict(tags or {}),
            limits,
            seed,
            by,
            listed(roles, "roles"),
            list(found.files),
            found.stdin,
            list(found.environ),
            found.zone or "",
        )

    def run(self, id: str) -> Run:
        """The run with that id, or the one whose id begins so. Raises RefusedError when there is none, or several."""
        return self._run(self._native.run_named(id))

    def runs(
        self,
        *,
        status: RunStatus | None = None,
        queue: str | None = None,
        tenant: str | None = None,
        most: int = 100,
        before: Run | str | None = None,
    ) -> list[Run]:
        """Runs, the newest first; those that are older than `before`, to go on with the next ones."""
        if status is not None and status not in _STATUSES:
            raise UsageError(f"status must be one of {', '.join(_STATUSES)}, not {status!r}")
        last = before.id if isinstance(before, Run) else before
        found = self._native.runs(tenant or "", status or "", queue or "", whole_number("most", most, 1), last or "")
        return [self._run(fields["id"]) for fields in found]

    def approvals(
        self,
        *,
        tenant: str | None = None,
        queue: str | None = None,
        role: str | None = None,
        most: int | None = None,
        after: Approval | None = None,
    ) -> list[Approval]:
        """The calls that people are asked about, of all runs, the most urgent first: those whose deadlines are over, then those that have
        one, then the others, of the oldest runs first. With a `role`, those on which people who have it may decide; with `most`, the first
        so many, and with `after` those behind that one, whatever has become of it: the next page."""
        if after is not None and not isinstance(after, Approval):
            raise UsageError(f"after must be an Approval that was listed before, not {shown(after)}")
        first = 2**63 - 1 if most is None else whole_number("most", most, 1)
        found = self._native.approvals(tenant or "", queue or "", role or "", after._place if after else "", first)
        return [Approval(self._run(fields["call"]["run"]), fields) for fields in found]

    def grant(
        self,
        function: str,
        grant: Grant,
        *,
        by: str,
        roles: Iterable[str] = (),
        tenant: str = "default",
        queue: str | None = None,
        program: str | Program | None = None,
    ) -> StandingGrant:
        """Approves calls of a function beforehand, where a policy would ask somebody: as an approval of who grants it, with their `roles`.
        Arguments have the names by which programs pass them; those that are passed by their places are "0", "1", …. Only runs of the
        `tenant` are meant, of the `queue`, and of the `program`, when these are given."""
        if not isinstance(grant, Grant):
            raise UsageError(f"grant must be a fermata.Grant, not {shown(grant)}")
        if grant.same_program:
            raise UsageError("same_program is for a grant that is made at a decision: program=… says which one is meant")
        text = program.code if isinstance(program, Program) else program or ""
        id = self._native.grant(function, tenant, queue or "", text, by, listed(roles, "roles"), terms_of(grant, self))
        return next(one for one in self.grants(all=True) if one.id == id)

    def grants(self, *, tenant: str | None = None, function: str | None = None, all: bool = False) -> list[StandingGrant]:
        """The grants that may still be used; with `all`, those that are over, too."""
        return [StandingGrant(self, fields) for fields in self._native.grants(tenant or "", function or "", all)]

    def answer_by_token(self, token: str, value: Any) -> bool:
        """What a tool answers that has raised AnswersLater: a value, or an exception that is raised at the call. `token` is the tool's
        context().token, and all that it takes. False: the call has this answer already. Raises RefusedError when nobody has such a token,
        the call has another answer, or nobody waits for one any more."""
        return bool(self._native.answer_by_token(token, value))

    def calls_pending(self, *, tenant: str | None = None) -> list[RunCall]:
        """The calls that wait for somebody, but for those that wait for an approval: those that no tool answers (RunCall.answer), and those
        that are in doubt or held (RunCall.reconcile); and those that are deferred, whose tools answer later."""
        return calls_of(self, self._native.unanswered(tenant or ""))

    def stats(self, *, tenant: str | None = None) -> list[QueueStats]:
        """How much there is in each queue that has runs."""
        return [queue_stats(fields) for fields in self._native.stats(tenant or "")]

    def moments(self, *, tenant: str | None = None) -> Moments:
        """How many snapshots there are, and what their states take."""
        return Moments(*self._native.moments(tenant or ""))

    def reseal(self, *, unsealed: bool = False, take_unsealed: bool = False) -> Resealed:
        """The first key of the store's `sealer` becomes the one that seals, and what is sealed with another one is sealed anew, a run at a
        time; or, with `unsealed`, nothing is sealed from now on. Workers go on meanwhile if they have the keys. When this is killed, it is
        called again. States that aren't sealed yet are left, as whoever can write to the database may have put them there: `take_unsealed`
        seals them as they are. Raises StoreError when the store's own key isn't among those that are given."""
        states, runs, webhooks, left = self._native.reseal(unsealed, take_unsealed)
        return Resealed(states, runs, webhooks, tuple(left))

    @property
    def sealed_by(self) -> str | None:
        """The id of the key that seals; None when nothing is sealed."""
        return self._native.sealed_by() or None

    def workers(self) -> list[WorkerInfo]:
        """Who works on it: the workers that were heard of within the last hour, by their names. (One that has ended isn't among them.)"""
        return [worker_info(fields) for fields in self._native.workers()]

    def audit(
        self,
        *,
        tenant: str | None = None,
        who: str | None = None,
        action: str | None = None,
        since: datetime.datetime | None = None,
        until: datetime.datetime | None = None,
        after: int | None = None,
        before: int | None = None,
        most: int = 100,
    ) -> list[AuditRecord]:
        """Who did what: the newest first, of those `before` a record's number; or, with `after` a number, the oldest first of those behind
        it; at most so many. What a tenant, somebody or an action has, from `since` on and before `until`."""
        records = self._native.audit(
            tenant or "",
            who or "",
            action or "",
            None if since is None else milliseconds(since, "since"),
            None if until is None else milliseconds(until, "until"),
            None if after is None else whole_number("after", after, 0),
            None if before is None else whole_number("before", before, 0),
            whole_number("most", most, 1),
        )
        return [audit_record(fields) for fields in records]

    def prune(
        self,
        before: datetime.datetime,
        *,
        status: RunStatus | None = None,
        tenant: str | None = None,
        most: int = 1000,
        dry_run: bool = False,
    ) -> list[str]:
        """Deletes the runs that were over before that time, of any such `status`, with all that is theirs; at most so many. Gives their
        ids."""
        if status is not None and status not in OVER:
            raise UsageError(f"status must be one of {', '.join(OVER)}, not {status!r}")
        return self._native.prune(tenant or "", milliseconds(before, "before"), status or "", whole_number("most", most, 1), dry_run)

    def check(self, run: Run | str | None = None) -> list[Violation]:
        """Checks all runs, or one, against the laws of durable runs, and their histories against their hashes. Empty when all is well."""
        return [Violation(*fields) for fields in self._native.check((run.id if isinstance(run, Run) else run) or "")]

    def close(self) -> None:
        """Whoever works with it goes on; nobody else does."""
        self._native.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, type: type[BaseException] | None, value: BaseException | None, traceback: TracebackType | None) -> None:
        self.close()

    def _run(self, id: str) -> Run:
        return Run(self, id)

    def __reduce__(self) -> NoReturn:
        raise TypeError("a Store can't be pickled or copied: another process opens it again")

    def __repr__(self) -> str:
        return f"<Store {_without_password(self.where)!r}>"


def _without_password(where: str) -> str:
    scheme, slashes, rest = where.partition("://")
    user, at, place = rest.rpartition("@")
    return f"{scheme}{slashes}{user.partition(':')[0]}{at}{place}" if slashes else where


def whole_number(name: str, value: int, least: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value < 2**31:
        raise UsageError(f"{name} must be a number from {least} to {2**31 - 1}, not {value!r}")
    return value
