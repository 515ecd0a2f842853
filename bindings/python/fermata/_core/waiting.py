"""What waits: calls for somebody who answers them, sessions for their next timer."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .session import Session


class Held(BaseException):
    """Raised in place of answering a call: it waits for somebody. `reason` is whatever the asker will want to know later.

    No Exception, so that nothing between the tool and the driver takes it for an error of the tool.
    """

    def __init__(self, reason: Any = None) -> None:
        super().__init__(reason)
        self.reason = reason


class Leave(BaseException):
    """Raised in place of answering a call: the whole run ends with `error`, which the program doesn't get to see."""

    def __init__(self, error: BaseException) -> None:
        super().__init__(error)
        self.error = error


def sleep_until_due(session: Session) -> int:
    """Waits for the next timer and answers it: the status then. It waits no longer than the limit of wall_ms leaves, or until an
    interrupt()."""
    native, woken = session._native, session._woken
    wait, left = max(0.0, (native.next_due() or 0.0) - native.now()), native.wall_time_left()
    most = wait if left is None else min(wait, left)
    if woken.wait(min(most, threading.TIMEOUT_MAX)):
        woken.clear()
        return native.end_waiting()
    return native.resume_next(False) if most == wait else native.end_waiting()
