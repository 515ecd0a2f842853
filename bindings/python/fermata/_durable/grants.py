"""Standing grants: calls that are approved beforehand."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from fermata._errors import UsageError
from fermata._values import shown

from .looking import milliseconds, moment

if TYPE_CHECKING:
    import datetime
    import decimal

    from .store import Store


class Between(NamedTuple):
    """An argument that is a number from `low` to `high`, both included."""

    low: float | decimal.Decimal
    high: float | decimal.Decimal


@dataclasses.dataclass(frozen=True, slots=True)
class Grant:
    """What is approved beforehand: so many `times`, `until` a datetime or for a timedelta, calls whose `arguments` are these values, or
    Between two numbers, or anything (`...`). `others`: arguments that nothing is said of may be there, and anything. `same_program`: only
    calls of the same program's text. `reason` says why."""

    until: datetime.datetime | datetime.timedelta
    times: int = 1
    arguments: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    others: bool = False
    same_program: bool = False
    reason: str = ""


class StandingGrant:
    """A grant that somebody has made: `by` whom, with which `roles`, when (`at`), for a `function` and its `arguments` (as in Grant), in a
    `tenant`, and, unless they are None, only in a `queue` and for the program whose text has the hash `program`. It was `used` so many of
    its `times`, and is good `until` then, unless somebody has revoked it (`revoked_by`, `revoked_at`)."""

    __slots__ = (
        "store",
        "id",
        "function",
        "arguments",
        "others",
        "until",
        "times",
        "used",
        "by",
        "roles",
        "reason",
        "tenant",
        "queue",
        "program",
        "at",
        "revoked_by",
        "revoked_at",
    )

    def __init__(self, store: Store, fields: Mapping[str, Any]) -> None:
        self.store: Store = store
        self.id: str = fields["id"]
        self.function: str = fields["function"]
        self.arguments: Mapping[str, Any] = {name: _argument(kind, value, high) for name, kind, value, high in fields["rules"]}
        self.others: bool = fields["others"]
        self.until: datetime.datetime = moment(fields["until"])
        self.times: int = fields["times"]
        self.used: int = fields["used"]
        self.by: str = fields["by"]
        self.roles: tuple[str, ...] = tuple(fields["roles"])
        self.reason: str = fields["reason"]
        self.tenant: str = fields["tenant"]
        self.queue: str | None = fields["queue"]
        self.program: str | None = fields["program"]
        self.at: datetime.datetime = moment(fields["at"])
        self.revoked_by: str | None = fields["revoked_by"]
        self.revoked_at: datetime.datetime | None = None if fields["revoked_at"] is None else moment(fields["revoked_at"])

    def revoke(self, *, by: str) -> None:
        """It approves nothing more. Raises RefusedError when somebody has done that already."""
        self.store._native.revoke(self.id, by)

    def __repr__(self) -> str:
        return f"<StandingGrant {self.id} of {self.function}(), used {self.used} of {self.times}>"


def _argument(kind: str, value: Any, high: Any) -> Any:
    return value if kind == "is" else Between(value, high) if kind == "between" else ...


def terms_of(grant: Grant, store: Store, places: Sequence[str] = ()) -> tuple[Any, ...]:
    """For the engine. `places` are the names of the parameters that a call passes by their places."""
    import datetime

    if not isinstance(grant.arguments, Mapping):
        raise UsageError(f"arguments must be a mapping from parameter names to values, not {shown(grant.arguments)}")
    rules: list[tuple[Any, ...]] = []
    for name, value in grant.arguments.items():
        place = str(places.index(name)) if name in places else name
        if value is ...:
            rules.append((place, "any", None, None))
        elif isinstance(value, Between):
            rules.append((place, "between", value.low, value.high))
        else:
            rules.append((place, "is", value, None))
    if isinstance(grant.until, datetime.timedelta):
        until = store._native.now() + grant.until // datetime.timedelta(milliseconds=1)
    else:
        until = milliseconds(grant.until, "until")
    if not isinstance(grant.times, int) or isinstance(grant.times, bool) or not 1 <= grant.times < 2**63:
        raise UsageError(f"times must be a number from 1, not {grant.times!r}")
    return rules, bool(grant.others), until, grant.times, grant.reason
