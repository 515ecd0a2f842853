"""fermata.context(): which call of which run a tool answers."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from contextvars import ContextVar
from typing import NamedTuple


class Context(NamedTuple):
    """What a tool may know of the call that it answers: the id of its `run`; the call's `idempotency_key`, which is the same however often
    the call is made, and no other call's; which `attempt` at it this is, from 1; the `token` that answers this attempt later, after the
    tool has raised AnswersLater (Store.answer_by_token); and, of a Worker with a `callback_url`, the URL to which the answer may be sent,
    `callback`. Whoever has one of these two may answer: they are secrets. `traceparent` is the span of this attempt, for those whom the
    tool asks, in the form of W3C's Trace Context: where the worker sends spans (`otlp`), or whoever submitted the run did so in one.

    Outside of a store, so that a tool can be tried there, `run`, `token` and `traceparent` are empty, and the key is made up for the call:
    no other has it, but a call that is made once more, by a state that was saved before, has another."""

    run: str
    idempotency_key: str
    attempt: int
    token: str = ""
    callback: str | None = None
    traceparent: str = ""


_CONTEXT: ContextVar[Context] = ContextVar("fermata.context")
AROUND: list[Callable[[Context], AbstractContextManager[None]]] = []  # what tools of workers run within, too: fermata.otel


def known_context() -> Context | None:
    """That of the call that a tool answers here, if somebody has said it."""
    return _CONTEXT.get(None)


def made_up(call: int) -> Context:
    """For a call outside of a store."""
    return Context("", f"{secrets.token_hex(8)}:{call}", 1)


@contextlib.contextmanager
def within(of: Context) -> Iterator[None]:
    token = _CONTEXT.set(of)
    try:
        with contextlib.ExitStack() as others:
            for enter in AROUND:
                others.enter_context(enter(of))
            yield
    finally:
        _CONTEXT.reset(token)
