"""What a policy says about a call: nothing, Ask or Deny."""

from __future__ import annotations

from typing import NamedTuple

from fermata._errors import HoldCall

from .failing import Final


class Ask(NamedTuple):
    """A person is asked before the call is made: Store.approvals(). `note` tells them why."""

    note: str = ""


class Deny(NamedTuple):
    """The call isn't made: PermissionError is raised there, with the `reason`."""

    reason: str = ""


def enforce(function: str, verdict: Ask | Deny | None, asked: str) -> None:
    """Before a call is made; `asked` is why a person was asked, and agreed. Raises Final and HoldCall."""
    if isinstance(verdict, Deny):
        raise Final(PermissionError(f"{function}() was denied" + (f": {verdict.reason}" if verdict.reason else "")))
    if isinstance(verdict, Ask) and not asked:  # (the call waited under another policy)
        raise HoldCall(f"the policy wants {function}() approved, and nobody was asked" + (f": {verdict.note}" if verdict.note else ""))
