"""The arguments of a pending call: by their names, and as somebody changed them before it is made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from fermata._arguments import binding_problem, check_call
from fermata._errors import UsageError
from fermata._signatures import POSITIONAL_ONLY, POSITIONAL_OR_KEYWORD, VAR_POSITIONAL, Signature, signature_of

if TYPE_CHECKING:
    from fermata._functions import Granted

Arguments = tuple[tuple[Any, ...], dict[str, Any]]


def known_signature(functions: Granted, name: str) -> Signature | None:
    """What is known of a host function's parameters; nothing of a method of a handle."""
    declared = functions.declared.get(name)
    if declared is None:
        return None
    signature = signature_of(declared, name)
    return None if signature.parameters is None else signature


def _slots(signature: Signature | None) -> list[str]:
    return [p.name for p in (signature and signature.parameters) or () if p.kind in (POSITIONAL_ONLY, POSITIONAL_OR_KEYWORD)]


def by_name(signature: Signature | None, args: Sequence[Any], kwargs: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments by their parameters' names; by "0", "1", … where a name isn't known."""
    slots = _slots(signature)
    if signature is None or binding_problem(signature, len(args), list(kwargs)):
        slots = []
    found = dict(zip(slots, args))
    rest = args[len(slots) :]
    many = next((p.name for p in (signature and signature.parameters) or () if p.kind is VAR_POSITIONAL), None)
    if rest and many is not None and slots:
        found[many] = tuple(rest)
    else:
        found.update({str(len(slots) + place): value for place, value in enumerate(rest)})
    return {**found, **kwargs}


def changed(functions: Granted, name: str, own: Arguments, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Arguments:
    """What perform(*args, **kwargs) calls with: its own arguments, but those that are named; with positional ones, those that are given. Raises
    UsageError where they don't fit the function: who changed them is to know it, not the program."""
    signature = known_signature(functions, name)
    if not args:
        args, named = list(own[0]), dict(own[1])
        slots = _slots(signature)
        for key, value in kwargs.items():
            place = slots.index(key) if key in slots else len(args)
            if place < len(args):
                args[place] = value
            elif signature is None and args and key not in named:
                raise UsageError(f"the parameters of {name}() aren't known here: give all arguments, those that it has by position first")
            else:
                named[key] = value
        kwargs = named
    if signature is None:
        return tuple(args), dict(kwargs)
    try:
        # (The function itself converts, when it checks types.)
        check_call(signature, args, kwargs, check_types=functions.check_types)
    except (TypeError, ValueError) as error:
        raise UsageError(str(error)) from None
    return tuple(args), dict(kwargs)
