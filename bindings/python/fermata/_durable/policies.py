"""What a policy is told about a call, and about the run that makes it."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from fermata._core import Call
from fermata._tools import Allow, Ask, Deny

if TYPE_CHECKING:
    import datetime

    from fermata._core import Granted
    from fermata._values import Types


class PolicyDecision(NamedTuple):
    """What somebody said about an earlier call of the run: `who` (None: its deadline), with which `roles`, and through which `channel`
    ("python", "command", "deadline", "grant"). `args` and `kwargs` are those that it was decided with, `edited` where they weren't the
    program's own."""

    function: str
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    who: str | None
    roles: tuple[str, ...]
    verdict: Literal["approve", "deny", "answer"]
    channel: str
    reason: str | None
    edited: bool
    at: datetime.datetime


class PolicyRun:
    """The run that makes a call, as a policy sees it: `id`, `tenant`, `queue`; its program's `name`, and the hash of its text, `program`;
    who submitted it (`submitted_by`, None where nobody said), and the `roles` that they had then: none, when somebody else has forked it
    since (`forked_by`). `parent` is the run that it was forked from, or that spawned it, `root` the first one of a tree of children.
    docs/approvals.md says more."""

    id: str
    tenant: str
    queue: str
    name: str
    program: str
    submitted_by: str | None
    roles: tuple[str, ...]
    forked_by: tuple[str, ...]
    parent: str | None
    root: str | None
    priority: int
    tags: dict[str, str]

    def __init__(
        self, facts: Mapping[str, Any], inputs: Callable[[], dict[str, Any]], decisions: Callable[[], list[dict[str, Any]]]
    ) -> None:
        vars(self).update(facts)
        self._read_inputs, self._read_decisions = inputs, decisions

    @functools.cached_property
    def inputs(self) -> dict[str, Any]:
        """What it was submitted with."""
        return self._read_inputs()

    @functools.cached_property
    def decisions(self) -> tuple[PolicyDecision, ...]:
        """What was decided about its calls so far, the latest hundred, the oldest first."""
        return tuple(PolicyDecision(**facts) for facts in self._read_decisions())

    def __repr__(self) -> str:
        return f"<PolicyRun {self.id}>"


class PolicyCall(Call):
    """A call of a tool that a policy looks at: when the program has made it, and once more, with `is_due`, just before its tool is called,
    with the arguments that it has by then. `run` makes it. `attempt` at the call, from 1, is the one that comes next; `asked` is why a
    person was asked, None when nobody was."""

    run: PolicyRun
    attempt: int
    asked: str | None
    is_due: bool

    @property
    def arguments(self) -> dict[str, Any]:
        """As in Call. Raises LookupError for a name that may mean two arguments, as one was passed by name and one by its place."""
        found = super().arguments
        for name in found.keys() - self.kwargs.keys():
            if name.startswith("**"):
                raise LookupError(f"{name[2:]!r} may mean two arguments of {self.function}(): call.args and call.kwargs have them")
        return found


#: Looks at a call before it is made.
Policy: TypeAlias = Callable[[PolicyCall], Allow | Ask | Deny]


def call_for_policy(functions: Granted, types: Types, fields: tuple[Any, ...], run: PolicyRun, *more: Any) -> PolicyCall:
    call = PolicyCall(*fields)
    call._functions, call._types, call.run = functions, types, run
    call.attempt, call.asked, call.is_due = more
    return call


def verdict_of(policy: Policy, call: PolicyCall) -> Allow | Ask | Deny:
    verdict = policy(call)
    if isinstance(verdict, (Allow, Ask, Deny)):
        return verdict
    missing = ": is a return missing?" if verdict is None else ""
    if (code := getattr(policy, "__code__", None)) is not None:
        missing += f" ({code.co_filename} line {code.co_firstlineno})"
    raise TypeError(f"a policy gives fermata.Allow(), fermata.Ask or fermata.Deny, not {verdict!r:.100}{missing}")
