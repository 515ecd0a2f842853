"""What the ways to make a program run share: inputs, and a session that nobody gets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from fermata._errors import UsageError

if TYPE_CHECKING:
    from .session import Session


class dropped_if_raises:
    """Around what a session does before its caller has it: when that raises (on_output, a clock, a cancellation), nobody gets the session,
    and its process goes back to the pool at once, not when it is collected."""

    __slots__ = ("_session",)

    def __init__(self, session: Session) -> None:
        self._session = session

    def __enter__(self) -> None:
        pass

    def __exit__(self, type: type[BaseException] | None, *raised: object) -> None:
        if type is not None and self._session._pool is not None:
            self._session.close()


def given_inputs(inputs: Mapping[str, Any] | None) -> dict[str, Any]:
    if inputs is not None and not isinstance(inputs, Mapping):
        raise UsageError(f"inputs must be a mapping from names to values, not {type(inputs).__name__!r}")
    return {} if inputs is None else dict(inputs)
