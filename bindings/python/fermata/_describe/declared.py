"""fermata.tool: what a function says about itself as a tool of durable runs."""

from __future__ import annotations

import functools
import inspect
import keyword
import math
import re
from collections.abc import Callable, Iterable, Iterator
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
    summary: str | None = None


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
    summary: str | None = None,
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
    summary: str | None = None,
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
        summary: What a call is about, as a sentence for the people who decide on it, with arguments by their names in braces: "refund
            {amount} to {customer.name}, order {order}", "ship {rows[0]}". Without it, the function's name and the arguments. It says
            values as they are, without format specifications; {{ and }} stand for braces.

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
    if summary is not None:
        _check_summary(summary)
    declaration = ToolDeclaration(name, idempotent, approve, known, timeout, concurrency, rate, summary)

    def declared(function: Any) -> Any:
        if not callable(function) or isinstance(function, type):
            raise UsageError(f"a tool must be a function, not {function!r}")
        if summary is not None:
            _check_named(summary, function)
        try:
            function.__fermata_tool__ = declaration
        except AttributeError:
            raise UsageError(f"{function!r} can't be declared as a tool: declare a function that calls it") from None
        return function

    return declared if function is None else declared(function)


def _is_name(part: str) -> bool:
    return part.isidentifier() and not keyword.iskeyword(part)


# As src/durable/schemas/sentence.h has them, which writes the sentences.
_PART = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|([{}])")
_ARGUMENT = re.compile(r"([^\W\d]\w*|0|[1-9][0-9]{0,3})(?:\.[^\W\d]\w*|\[[^\[\]{}]+\])*")
_MOST_SUMMARY = 1_000  # bytes


def _fields(summary: str) -> Iterator[str]:
    """The arguments that it names. ValueError: it is none."""
    for part in _PART.finditer(summary):
        if part[2]:
            raise ValueError(f"a {part[2]!r} has no other beside it; two of them stand for one")
        if part[1] is None:
            continue
        known = _ARGUMENT.fullmatch(part[1])
        if known is None:
            raise ValueError(f"{{{part[1]}}} isn't an argument's name, such as {{order}}, nor something in one, such as {{order.total}}")
        yield known[1]


def _check_summary(summary: object) -> None:
    if not isinstance(summary, str) or not summary.strip() or len(summary.encode("utf-8", "surrogatepass")) > _MOST_SUMMARY:
        raise UsageError(f"summary must be a text of at most {_MOST_SUMMARY} bytes, not {summary!r:.200}")
    try:
        all(_fields(summary))
    except ValueError as error:
        raise UsageError(f"the summary {summary!r}: {error}") from None


def _check_named(summary: str, function: Callable[..., Any]) -> None:
    try:
        parameters = inspect.signature(function).parameters
    except (TypeError, ValueError):  # (nobody knows them)
        return
    options = {each.name for each in parameters.values() if each.kind is each.VAR_KEYWORD}  # (whose names the program chooses)
    for name in _fields(summary):
        if not name.isdecimal() and (name not in parameters or name in options):
            raise UsageError(
                f"the summary {summary!r} names {name}, which isn't a parameter of {getattr(function, '__name__', function)}()"
            )


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
