"""Schedules: runs that begin at times."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from fermata._errors import RefusedError, UsageError

from .looking import moment

if TYPE_CHECKING:
    import datetime

    from .store import Store

Missed: TypeAlias = Literal["skip", "once", "all"]


class Schedule:
    """A schedule of a store, as it was when it was looked at: runs begin `every` so often, or at these times by the clocks of a `zone`,
    the `next` one then; None when it is paused. `last` is the time that it had a run for last, `last_run` that run's id, and `runs` how
    many it had. `name`, `tenant`, `queue`, `key`, `by`, `priority` and `tags` are what Store.schedule() was given."""

    __slots__ = (
        "store", "id", "every", "zone", "missed", "name", "tenant", "queue", "key", "by", "priority", "tags", "created", "next", "last",
        "last_run", "runs",
    )  # fmt: skip

    def __init__(self, store: Store, fields: dict[str, Any]) -> None:
        self.store: Store = store
        self.id: str = fields["id"]
        self.every: str = fields["every"]
        self.zone: str = fields["zone"]
        self.missed: Missed = fields["missed"]
        self.name: str = fields["name"]
        self.tenant: str = fields["tenant"]
        self.queue: str = fields["queue"]
        self.key: str | None = fields["key"]
        self.by: str | None = fields["by"]
        self.priority: int = fields["priority"]
        self.tags: Mapping[str, str] = fields["tags"]
        self.created: datetime.datetime = moment(fields["created"])
        self.next: datetime.datetime | None = None if fields["next"] is None else moment(fields["next"])
        self.last: datetime.datetime | None = None if fields["last"] is None else moment(fields["last"])
        self.last_run: str | None = fields["last_run"]
        self.runs: int = fields["fired"]

    def pause(self) -> None:
        """No times come until resume(), and none are missed meanwhile. Raises RefusedError when it is paused already."""
        self.store._native.pause_schedule(self.id)

    def resume(self) -> None:
        """Times come again. Raises RefusedError when it isn't paused."""
        self.store._native.resume_schedule(self.id)

    def delete(self) -> None:
        """It is gone; the runs that it began aren't."""
        self.store._native.unschedule(self.id)

    def __repr__(self) -> str:
        return f"<Schedule {self.id} of {self.name!r}, {self.every!r}>"


def schedule_of(store: Store, id: str) -> Schedule:
    for fields in store._native.schedules(""):
        if fields["id"] == id:
            return Schedule(store, fields)
    raise RefusedError(f"there is no schedule {id}")


def timetable(every: str | datetime.timedelta) -> str:
    """For the engine."""
    import datetime

    if isinstance(every, datetime.timedelta):
        if every % datetime.timedelta(seconds=1) or every < datetime.timedelta(seconds=1):
            raise UsageError(f"a schedule's interval is a number of whole seconds, not {every}")
        return f"{every // datetime.timedelta(seconds=1)}s"
    if not isinstance(every, str):
        raise UsageError(f"every must be a timetable or a timedelta, not {every!r}")
    return every
