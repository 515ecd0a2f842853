"""What a policy says about a call: Allow, Ask or Deny."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, get_args

from fermata._errors import UsageError, listed

if TYPE_CHECKING:
    import datetime


OnDeadline: TypeAlias = Literal["deny", "approve", "escalate", "hold"]
_ON_DEADLINE = get_args(OnDeadline)


class Allow(NamedTuple):
    """Nothing is against the call."""


@dataclasses.dataclass(frozen=True, slots=True)
class Ask:
    """A person is asked before the call is made: Store.approvals(). `note` tells them why.

    Who decides has one of the `roles`, if there are any. `quorum` different people have to approve; one is enough to deny. After
    `deadline`, in seconds or a timedelta from when they are asked, nobody decides any more: the call is denied; with `on_deadline`
    "approve" it is made; with "escalate" people of the roles `escalate` decide from then on; with "hold" it goes on waiting, overdue.
    Whoever may decide may also escalate it before. Who submitted the run may not decide, unless there is `self_approval`.
    """

    note: str = ""
    roles: Iterable[str] = ()
    quorum: int = 1
    deadline: float | datetime.timedelta | None = None
    on_deadline: OnDeadline = "deny"
    escalate: Iterable[str] = ()
    self_approval: bool = False

    def __post_init__(self) -> None:
        for name in ("roles", "escalate"):
            object.__setattr__(self, name, listed(getattr(self, name), name))
        if not isinstance(self.quorum, int) or isinstance(self.quorum, bool) or not 1 <= self.quorum <= 1000:
            raise UsageError(f"quorum must be a number of people from 1 to 1000, not {self.quorum!r}")
        if not isinstance(self.self_approval, bool):
            raise UsageError(f"self_approval must be True or False, not {self.self_approval!r}")
        if self.on_deadline not in _ON_DEADLINE:
            raise UsageError(f"on_deadline must be one of {', '.join(_ON_DEADLINE)}, not {self.on_deadline!r}")
        if self.on_deadline == "escalate" and not self.escalate:
            raise UsageError("what is escalated at its deadline needs roles for that: escalate=[…]")
        self._deadline_ms()

    def _deadline_ms(self) -> int | None:
        if self.deadline is None:
            return None
        seconds = self.deadline if isinstance(self.deadline, (int, float)) else self.deadline.total_seconds()
        if isinstance(seconds, bool) or not 0 < seconds < 1e9:
            raise UsageError(f"deadline must be a number of seconds, or a timedelta, and more than 0, not {self.deadline!r}")
        return math.ceil(seconds * 1000)

    def row(self) -> tuple[Any, ...]:
        """For the engine."""
        note = self.note or "policy"
        return (note, self.roles, self.quorum, self._deadline_ms(), self.on_deadline, self.escalate, self.self_approval)


class Deny(NamedTuple):
    """The call isn't made: PermissionError is raised there, with the `reason`."""

    reason: str = ""
