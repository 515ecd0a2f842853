"""fermata.context(): which call of which run a tool answers."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from contextvars import ContextVar
from typing import NamedTuple

from fermata._errors import UsageError


class Context(NamedTuple):
    """What a tool may know of the call that it answers: the id of its `run`; the call's `idempotency_key`, which is the same however often
    the call is made, and no other call's; which `attempt` at it this is, from 1; the `token` that answers this attempt later, after the
    tool has raised AnswersLater (Store.answer_by_token); and, of a Worker with a `callback_url`, the URL to which the answer may be sent,
    `callback`. Whoever has one of these two may answer: they are secrets."""

    run: str
    idempotency_key: str
    attempt: int
    token: str = ""
    callback: str | None = None


_CONTEXT: ContextVar[Context] = ContextVar("fermata.context")


def context() -> Context:
    """Within a tool of a Worker: the call that it answers. Raises UsageError anywhere else."""
    try:
        return _CONTEXT.get()
    except LookupError:
        raise UsageError("no run called: context() is for tools that a Worker calls") from None


@contextlib.contextmanager
def within(of: Context) -> Iterator[None]:
    token = _CONTEXT.set(of)
    try:
        yield
    finally:
        _CONTEXT.reset(token)
