"""fermata.tool: what a function says about itself as a tool of durable runs."""

from __future__ import annotations

import functools
import keyword
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar, overload

from fermata._errors import UsageError

_F = TypeVar("_F", bound=Callable[..., Any])


class ToolDeclaration(NamedTuple):
    """What fermata.tool was told; without it, these."""

    name: str | None = None
    idempotent: bool = False
    approve: bool = False


_UNDECLARED = ToolDeclaration()


@overload
def tool(function: _F, /) -> _F:
    ...


@overload
def tool(*, name: str | None = None, idempotent: bool = False, approve: bool = False) -> Callable[[_F], _F]:
    ...


def tool(function: Any = None, /, *, name: str | None = None, idempotent: bool = False, approve: bool = False) -> Any:
    """Declares a function as a tool of a Worker; called by anybody else it is the function that it was.

        @fermata.tool(idempotent=True)
        def lookup(order: int) -> dict[str, int]: ...

    Args:
        function: Without other arguments the decorator needs no parentheses.
        name: What programs call it; by default the function's own name.
        idempotent: It may be called again with the same key (fermata.context().idempotency_key) when a worker died and nobody heard of the
            call's end. Otherwise such a call is in doubt, and waits until somebody says what happened: RunCall.reconcile().
        approve: A person is asked before each call: Store.approvals().
    """
    declaration = ToolDeclaration(name, idempotent, approve)
    if name is not None and (not isinstance(name, str) or not name.isidentifier() or keyword.iskeyword(name)):
        raise UsageError(f"the name of a tool must be an identifier, not {name!r}")
    for option, value in (("idempotent", idempotent), ("approve", approve)):
        if not isinstance(value, bool):
            raise UsageError(f"{option} must be True or False, not {value!r}")

    def declared(function: Any) -> Any:
        if not callable(function) or isinstance(function, type):
            raise UsageError(f"a tool must be a function, not {function!r}")
        try:
            function.__fermata_tool__ = declaration
        except AttributeError:
            raise UsageError(f"{function!r} can't be declared as a tool: declare a function that calls it") from None
        return function

    return declared if function is None else declared(function)


def declaration_of_tool(function: Any) -> ToolDeclaration:
    """What the function, or the one that a partial calls, was declared as."""
    while isinstance(function, functools.partial):
        function = function.func
    declaration = getattr(function, "__fermata_tool__", None)
    return declaration if isinstance(declaration, ToolDeclaration) else _UNDECLARED
