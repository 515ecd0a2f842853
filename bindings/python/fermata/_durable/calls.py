"""Calls of runs: as they were made, and what people do about them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from fermata._core import by_name, known_signature
from fermata._errors import Error, ErrorFields, RuntimeError, UsageError, error_of, listed
from fermata._values import call_shown

from .looking import Attempt, moment

if TYPE_CHECKING:
    import datetime

    from .runs import Run
    from .store import Store

CallState: TypeAlias = Literal[
    "awaiting_approval", "pending", "dispatched", "deferred", "in_doubt", "held", "answered", "raised", "abandoned"
]


class ACall:
    """What a call of a run is: `key` is "run:seq:id", `function` and its arguments, and where the program makes it, `line` (from 1) of
    `file`."""

    __slots__ = ("run", "id", "key", "function", "args", "kwargs", "file", "line", "policy")

    def __init__(self, run: Run, fields: Mapping[str, Any]) -> None:
        self.run: Run = run
        self.id: int = fields["id"]
        self.key: str = fields["key"]
        self.function: str = fields["function"]
        self.args: tuple[Any, ...] = fields["args"]
        self.kwargs: dict[str, Any] = fields["kwargs"]
        self.file: str = fields["file"]
        self.line: int = fields["line"]
        self.policy: str | None = fields["policy"]

    @property
    def arguments(self) -> dict[str, Any]:
        """What the program passes, by the names of the function's parameters, as the Store (`functions=`) or the workers of its queue know
        them; "0", "1", … stand for those that nobody knows."""
        store = self.run.store
        signature = known_signature(store.functions, store.types, self.function, self.args)
        found = by_name(signature, self.args, self.kwargs)
        if signature is not None or not self.args:
            return found
        try:
            names = store._native.argument_names(self.run.id, self.function, len(self.args))
        except Error:  # the store was closed, say
            return found
        told = {str(place): name for place, name in enumerate(names) if name and name not in self.kwargs}
        return {told.get(name, name): value for name, value in found.items()}

    def __str__(self) -> str:
        return call_shown(self.function, self.args, self.kwargs)


class RunCall(ACall):
    """A call of a host function that a run waited for, or still does.

    `state` is "awaiting_approval"; "pending" (its `tool` will be called, or, when that is None, somebody answers); "dispatched" (its tool
    is at work); "deferred" (its tool has taken it on, and answers later, until `due`); "in_doubt" (whoever called the tool is gone, and it
    may not be called twice); "held" (its tool can't answer until a person has done something about it); "answered" with `value`, "raised"
    with `error`; or "abandoned": the program gave it up. `reason` says why it is held or in doubt, `due` when its tool is tried again.
    `seq` is the snapshot that it first appeared in, `attempts` how often its tool was called (Run.attempts() has more), `consumed_by` the
    snapshot that follows its answer. `policy` says why a person was asked; whoever has one of the `roles` may then decide on it, or say
    what became of it (anybody where there are none), and as many as the `quorum` have to say the same: `said` has what each did so far.
    """

    __slots__ = (
        "roles",
        "quorum",
        "said",
        "seq",
        "state",
        "tool",
        "idempotent",
        "attempts",
        "reason",
        "due",
        "child",
        "value",
        "error",
        "consumed_by",
        "abandoned_by",
    )

    def __init__(self, run: Run, fields: Mapping[str, Any]) -> None:
        super().__init__(run, fields)
        self.roles: tuple[str, ...] = tuple(fields["roles"])
        self.quorum: int = fields["quorum"]
        self.said: Mapping[str, Any] = fields["said"]
        self.seq: int = fields["seq"]
        self.state: CallState = fields["state"]
        self.tool: str | None = fields["tool"]
        self.idempotent: bool = fields["idempotent"]
        self.attempts: int = fields["attempts"]
        self.reason: str | None = fields["reason"]
        self.due: datetime.datetime | None = None if fields["due"] is None else moment(fields["due"])
        self.child: str | None = fields["child"]
        self.value: Any = fields["value"]
        error = fields["error"]
        self.error: RuntimeError | None = None if error is None else _host_error_of(error, run.store, error[2])
        self.consumed_by: int | None = fields["consumed_by"]
        self.abandoned_by: int | None = fields["abandoned_by"]

    def answer(self, value: Any, *, by: str = "", roles: Iterable[str] = ()) -> bool:
        """Answers a call that no tool answers, with a value, or an exception that is raised there. One that people were asked about is
        answered `by` somebody who may decide on it, with their `roles`; False: others have to say the same. Raises RefusedError, when
        somebody was faster, or when it takes something else."""
        return self.run.store._native.answer(self.run.id, self.id, value, by, listed(roles, "roles")) != "pending"

    def reconcile(self, *, by: str, happened: bool, answer: Any = None, roles: Iterable[str] = ()) -> bool:
        """Says what happened at a call that is in doubt, `by` somebody who found out: it `happened`, and `answer` is what the tool gave (or
        the exception that it raised); or it didn't, and its tool is called again. Before that is said, whoever called the tool must be gone
        for certain, and not only stopped. A call that is held is let go on in the same way. Of one that people were asked about only those
        say so who may decide on it, with their `roles`; False: others have to say the same. Raises RefusedError."""
        if not happened and answer is not None:
            raise UsageError("what did not happen has no answer")
        state = self.run.store._native.reconcile(self.run.id, self.id, by, listed(roles, "roles"), happened, answer)
        return state not in ("held", "in_doubt", "deferred")

    def __repr__(self) -> str:
        return f"<RunCall {self.key} {self}, {self.state}>"


def _host_error_of(fields: ErrorFields, store: Store, traceback: str) -> RuntimeError:
    """What a tool or a person answered with: a name of a builtin exception means that one."""
    type, message, _, args, hint, rows, module, *rest = fields
    told: Any = (type, message, traceback, args, hint, rows, module or "builtins", *rest)
    return error_of(told, store.types.exceptions)


def attempts_of(store: Store, fields: list[dict[str, Any]]) -> list[Attempt]:
    found = []
    for one in fields:
        times: dict[str, Any] = {name: None if one[name] is None else moment(one[name]) for name in ("began", "ended")}
        raised: Any = {"error": None, "traceback": None}
        if one["error"] is not None:
            raised = {"error": _host_error_of(one["error"], store, ""), "traceback": one["error"][2]}  # (the tool's, not the program's)
        found.append(Attempt(**{**one, **times, **raised}))
    return found


def calls_of(store: Store, fields: list[dict[str, Any]]) -> list[RunCall]:
    return [RunCall(store._run(one["run"]), one) for one in fields]
