"""At which calls a run pauses."""

from __future__ import annotations

import enum
from collections.abc import Iterable
from typing import Union

from fermata._errors import listed


class Kept(enum.Enum):
    """`pause_at` when it isn't given: where a run pauses stays the same."""

    KEPT = "kept"

    def __repr__(self) -> str:
        return "KEPT"


KEPT = Kept.KEPT
PauseAt = Union[Iterable[str], None, Kept]
Stops = Union[frozenset[str], None, Kept]


def names_of(pause_at: PauseAt) -> Stops:
    return pause_at if pause_at is None or isinstance(pause_at, Kept) else frozenset(listed(pause_at, "pause_at"))
