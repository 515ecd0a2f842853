"""fermata.tool: what a function says about itself as a tool of durable runs."""

from __future__ import annotations

import functools
import keyword
import math
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, TypeVar, overload

from fermata._errors import UsageError

_F = TypeVar("_F", bound=Callable[..., Any])


class Retries(NamedTuple):
    """How often an idempotent tool is called for one call when it raises: up to `attempts` times, with a pause of `pause` seconds after the
    first, and twice as long after each other one, up to `longest`; up to half of it is taken off at random. Errors of the classes in
    `final` (or of the names there) aren't tried again. When all has failed the error is raised in the program; or, with `hold`, the call
    waits for a person (RunCall.reconcile), and the program isn't told."""

    attempts: int = 1
    pause: float = 1.0
    longest: float = 300.0
    final: Iterable[type[BaseException] | str] = ()
    hold: bool = False


class ToolDeclaration(NamedTuple):
    """What fermata.tool was told; without it, these."""

    name: str | None = None
    idempotent: bool = False
    approve: bool = False
    retries: Retries = Retries()
    timeout: float | None = None
    concurrency: int | None = None
    rate: tuple[int, float] | None = None


_UNDECLARED = ToolDeclaration()


@overload
def tool(function: _F, /) -> _F:
    ...


@overload
def tool(
    *,
    name: str | None = None,
    idempotent: bool = False,
    approve: bool = False,
    retries: int | Retries = 0,
    timeout: float | None = None,
    concurrency: int | None = None,
    rate: tuple[int, float] | None = None,
) -> Callable[[_F], _F]:
    ...


def tool(
    function: Any = None,
    /,
    *,
    name: str | None = None,
    idempotent: bool = False,
    approve: bool = False,
    retries: int | Retries = 0,
    timeout: float | None = None,
    concurrency: int | None = None,
    rate: tuple[int, float] | None = None,
) -> Any:
    """Declares a function as a tool of a Worker; called by anybody else it is the function that it was. Outside of stores `name` and
    `approve` count, too.

        @fermata.tool(idempotent=True, retries=4)
        def lookup(order: int) -> dict[str, int]: ...

    Args:
        function: Without other arguments the decorator needs no parentheses.
        name: What programs call it; by default the function's own name. "crm.lookup" is one in a module.
        idempotent: It may be called again with the same key (fermata.context().idempotency_key) when a worker died and nobody heard of the
            call's end. Otherwise such a call is in doubt, and waits until somebody says what happened: RunCall.reconcile().
        approve: A person is asked before each call: Store.approvals(). A Program or Session of your own stops there as at `pause_at`,
            wherever that is; Program.run(), which can't wait, raises UsageError instead of calling it.
        retries: How often it is called again when it raises, or Retries, which say more. Takes an idempotent tool.
        timeout: After so many seconds a call has failed with TimeoutError, or is in doubt when the tool isn't idempotent. A coroutine
            function is cancelled then; a plain one goes on, though nobody waits for it.
        concurrency: So many calls of it at once, in one worker.
        rate: So many calls of it in so many seconds, in one worker: (10, 1.0).

    A tool that can't do its work until a person has done something about it raises HoldCall.
    """
    if name is not None and not (isinstance(name, str) and all(map(_is_name, name.split(".")))):
        raise UsageError(f"the name of a tool must be an identifier, or several with dots between them, not {name!r}")
    for option, value in (("idempotent", idempotent), ("approve", approve)):
        if not isinstance(value, bool):
            raise UsageError(f"{option} must be True or False, not {value!r}")
    known = _retries(retries)
    if known.attempts > 1 and not idempotent:
        raise UsageError("retries call a tool several times for one call: it must be idempotent")
    if timeout is not None:
        _seconds("timeout", timeout, above=0)
    if concurrency is not None:
        _count("concurrency", concurrency)
    if rate is not None:
        if not isinstance(rate, tuple) or len(rate) != 2:
            raise UsageError(f"rate must be a number of calls and of seconds, such as (10, 1.0), not {rate!r}")
        _count("the calls of a rate", rate[0])
        _seconds("the seconds of a rate", rate[1], above=0)
    declaration = ToolDeclaration(name, idempotent, approve, known, timeout, concurrency, rate)

    def declared(function: Any) -> Any:
        if not callable(function) or isinstance(function, type):
            raise UsageError(f"a tool must be a function, not {function!r}")
        try:
            function.__fermata_tool__ = declaration
        except AttributeError:
            raise UsageError(f"{function!r} can't be declared as a tool: declare a function that calls it") from None
        return function

    return declared if function is None else declared(function)


def _is_name(part: str) -> bool:
    return part.isidentifier() and not keyword.iskeyword(part)


def declaration_of_tool(function: Any) -> ToolDeclaration:
    """What the function, or the one that a partial calls, was declared as."""
    while isinstance(function, functools.partial):
        function = function.func
    declaration = getattr(function, "__fermata_tool__", None)
    return declaration if isinstance(declaration, ToolDeclaration) else _UNDECLARED


def _retries(retries: int | Retries) -> Retries:
    if not isinstance(retries, Retries):
        if not isinstance(retries, int) or isinstance(retries, bool) or not 0 <= retries < 2**31:
            raise UsageError(f"retries must be a number or fermata.Retries, not {retries!r}")
        return Retries(attempts=retries + 1)
    _count("attempts", retries.attempts)
    _seconds("pause", retries.pause)
    _seconds("longest", retries.longest)
    if isinstance(retries.final, (str, type)) or not all(isinstance(one, str) or _is_error(one) for one in retries.final):
        raise UsageError(f"final must be a list of exception classes, or of their names, not {retries.final!r}")
    return retries._replace(final=tuple(retries.final))


def _is_error(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, BaseException)


def _count(what: str, value: object) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value < 2**31:
        raise UsageError(f"{what} must be a number from 1 to {2**31 - 1}, not {value!r}")


def _seconds(what: str, value: object, above: float = -1) -> None:
    if not isinstance(value, (int, float)) or isinstance(value, bool) or not math.isfinite(value) or not max(above, 0) <= value < 2**31:
        raise UsageError(f"{what} must be a number of seconds, not {value!r}")
    if value <= above:
        raise UsageError(f"{what} must be more than {above} seconds")
