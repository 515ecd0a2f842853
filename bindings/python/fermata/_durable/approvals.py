"""Calls that people are asked about, and what they decide."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from fermata._core import changed, known_signature
from fermata._describe import known_parameters
from fermata._errors import UsageError, listed
from fermata._tools import OnDeadline
from fermata._values import shown

from .calls import ACall
from .grants import Grant, terms_of
from .looking import moment

if TYPE_CHECKING:
    import datetime

    from .runs import Run


class Decision(NamedTuple):
    """Somebody's part in the decision on a call. `call` is its id, `number` counts from 1 for each call. `who` is None where its deadline
    decided; `channel` says how ("python", "command", "deadline", "grant"), `grant` the id of the standing grant that was used. `edited`:
    the call got other arguments by it, `edited_args` and `edited_kwargs`; `args` and `kwargs` are those that they saw, and `shown` is the
    hash of what they saw."""

    call: int
    number: int
    who: str | None
    roles: tuple[str, ...]
    verdict: Literal["approve", "deny", "answer"]
    channel: str
    reason: str | None
    edited: bool
    grant: str | None
    shown: str
    at: datetime.datetime
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    edited_args: tuple[Any, ...] | None
    edited_kwargs: dict[str, Any] | None


class Remark(NamedTuple):
    """What somebody asked about a call before it was decided on, or replied."""

    who: str
    question: bool
    text: str
    at: datetime.datetime


class Approval(ACall):
    """A call that a person is asked about, as it was shown: what is decided counts only as long as nothing of that has changed. `policy`
    says why they are asked; `name` is the program's, `tenant` and `queue` the run's, `submitted_by` who submitted it, as far as is known.

    Whoever has one of the `roles` may decide, or anybody where there are none, but not who submitted the run, unless the policy allows it.
    `quorum` different people have to approve; `approved` has those who did. Nobody decides after the `deadline`; then happens what
    `on_deadline` says (see Ask). `overdue` is one that goes on waiting all the same; `escalated`, one that others decide on than at first,
    and `escalates_to` whom the policy names for that. As long as somebody has claimed it (`claimed_by`, `claimed_until`) nobody else
    decides. `delegated` says who has handed it to whom. `thread` is what was asked about it, and replied. `asked_again` says why it
    is there once more: its function, or the policy, could do nothing with the arguments that somebody gave it.

    `summary` says for people what it is about: by its tool's template (fermata.tool(summary=…)), or else its function and arguments; long
    values are cut.

    `question` is what a program asks by `ask(question, schema={…})`, and None of other calls: it takes an answer(), which has to be as the
    `schema`, a JSON Schema, says, and nobody can approve it.

    Whatever is done here is refused (RefusedError) when somebody was faster, when who does it may not, or when it isn't what was shown any
    more. `roles` are those of who does it: whoever calls these methods knows who that is.
    """

    __slots__ = (
        "_place",
        "tenant",
        "queue",
        "name",
        "shown",
        "summary",
        "submitted_by",
        "roles",
        "quorum",
        "approved",
        "deadline",
        "on_deadline",
        "overdue",
        "escalated",
        "escalates_to",
        "claimed_by",
        "claimed_until",
        "delegated",
        "thread",
        "asked_again",
        "question",
        "schema",
    )

    def __init__(self, run: Run, fields: Mapping[str, Any]) -> None:
        super().__init__(run, fields["call"])
        self._read(fields)

    def _read(self, fields: Mapping[str, Any]) -> None:
        self._place: str = fields["place"]
        self.tenant: str = fields["tenant"]
        self.queue: str = fields["queue"]
        self.name: str = fields["name"]
        self.shown: str = fields["shown"]
        self.summary: str = fields["summary"]
        self.submitted_by: str | None = fields["submitted_by"]
        self.roles: tuple[str, ...] = tuple(fields["roles"])
        self.quorum: int = fields["quorum"]
        self.approved: tuple[Decision, ...] = tuple(decision(one) for one in fields["approved"])
        self.deadline: datetime.datetime | None = None if fields["deadline"] is None else moment(fields["deadline"])
        self.on_deadline: OnDeadline = fields["on_deadline"]
        self.overdue: bool = fields["overdue"]
        self.escalated: bool = fields["escalated"]
        self.escalates_to: tuple[str, ...] = tuple(fields["escalates_to"])
        self.claimed_by: str | None = fields["claimed_by"]
        self.claimed_until: datetime.datetime | None = None if fields["claimed_until"] is None else moment(fields["claimed_until"])
        self.delegated: Mapping[str, str] = fields["delegated"]
        self.asked_again: str | None = fields["call"]["reason"]
        self.thread: tuple[Remark, ...] = tuple(Remark(who, question, text, moment(at)) for who, question, text, at in fields["thread"])

        self.question: str | None = fields["question"]
        self.schema: dict[str, Any] | None = fields["schema"]

    def approve(
        self,
        *,
        by: str,
        roles: Iterable[str] = (),
        args: Mapping[str, Any] | None = None,
        reason: str = "",
        grant: Grant | None = None,
    ) -> bool:
        """Lets the call be made; with `args`, by the names that `arguments` has, with these instead of its own. False: others have to
        approve, too; about other arguments they are asked anew. With a `grant`, later calls like this one are approved as well: in this
        tenant and queue, for the arguments that the grant says nothing of only those that are the same here. Raises UsageError for
        arguments that the function doesn't take."""
        more: dict[str, Any] = {"reason": reason}
        if args is not None:
            if not isinstance(args, Mapping):
                raise UsageError(f"args must be a mapping from parameter names to values, not {shown(args)}")
            more.update(self._edited(args))
        if grant is not None:
            if not isinstance(grant, Grant):
                raise UsageError(f"grant must be a fermata.Grant, not {shown(grant)}")
            more["grant"], more["same_program"] = (
                terms_of(grant, self.run.store, list(self.arguments)[: len(self.args)]),
                grant.same_program,
            )
        return self._decide("approve", by, roles, **more) != "awaiting_approval"

    def deny(self, reason: str = "", *, by: str, roles: Iterable[str] = ()) -> None:
        """The call raises PermissionError in the program, which may catch it."""
        self._decide("deny", by, roles, reason=reason)

    def answer(self, value: Any, *, by: str, roles: Iterable[str] = ()) -> None:
        """The call isn't made: this is what it gives, or, when it is an exception, raises. (Not where several people have to approve.)
        Raises UsageError for a value that isn't as the schema of a question says."""
        self._decide("answer", by, roles, answer=value)

    def claim(self, *, by: str, roles: Iterable[str] = (), seconds: float = 900) -> None:
        """Nobody else decides meanwhile."""
        self._handle("claim", by, roles, round(seconds * 1000))

    def release(self, *, by: str) -> None:
        """Lets others decide again, after claim()."""
        self._handle("release", by, (), "")

    def delegate(self, to: str, *, by: str, roles: Iterable[str] = ()) -> None:
        """Somebody decides in their place, whatever their roles; they don't any more."""
        self._handle("delegate", by, roles, to)

    def escalate(self, *, by: str, roles: Iterable[str] = (), to: Iterable[str] = ()) -> None:
        """People of the roles `escalates_to` decide, or of some of them; where anybody may decide, those of the roles `to`. What was
        approved before doesn't count."""
        self._handle("escalate", by, roles, listed(to, "to"))

    def ask(self, question: str, *, by: str, roles: Iterable[str] = ()) -> None:
        """Asks something before deciding: `thread`."""
        self._handle("question", by, roles, question)

    def reply(self, text: str, *, by: str) -> None:
        """Answers such a question. Anybody may."""
        self._handle("reply", by, (), text)

    def _decide(self, verdict: str, by: str, roles: Iterable[str], **more: Any) -> str:
        return self.run.store._native.decide(self.run.id, self.id, self.shown, _name(by), listed(roles, "roles"), "python", verdict, **more)

    def _handle(self, action: str, by: str, roles: Iterable[str], value: Any) -> None:
        """And shows how it stands then."""
        native = self.run.store._native
        native.handle(action, self.run.id, self.id, _name(by), listed(roles, "roles"), value)
        fields = native.approval(self.run.id, self.id)
        if fields is not None and fields["shown"] == self.shown:  # (what a person saw stays what they decide on)
            self._read(fields)

    def _edited(self, changes: Mapping[str, Any]) -> dict[str, Any]:
        """For the engine: all arguments, when the store's functions say what they are called; else what differs, as workers may know."""
        store, own = self.run.store, list(self.args)
        for name in changes:
            if not isinstance(name, str):
                raise UsageError(f"args must be a mapping from parameter names to values: {name!r} isn't one")
        if known_signature(store.functions, store.types, self.function, self.args) is None:
            return {"changes": dict(changes)}
        named = {}
        for name, value in changes.items():
            if name.isdigit() and int(name) < len(own):
                own[int(name)] = value
            else:
                named[name] = value
        args, kwargs = changed(store.functions, store.types, self.function, (tuple(own), self.kwargs), (), named)
        declared = store.functions.declared.get(self.function)  # (None of a handle's method)
        return {"args": list(args), "kwargs": kwargs, "parameters": declared and known_parameters(declared, self.function)}

    def __repr__(self) -> str:
        return f"<Approval of {self}, {self.key}>"


def decision(fields: Mapping[str, Any]) -> Decision:
    values: dict[str, Any] = {"roles": tuple(fields["roles"]), "at": moment(fields["at"])}
    return Decision(**{**fields, **values})


def _name(by: str) -> str:
    if not isinstance(by, str) or not by:
        raise UsageError(f"by must be the name of who decides, not {by!r}")
    return by
