"""The arguments of a pending call: by name, and as somebody changed them before the call is made."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from typing import Any

from fermata._describe import POSITIONAL_ONLY, POSITIONAL_OR_KEYWORD, VAR_POSITIONAL, Parameter, Signature, from_callable, signature_of
from fermata._errors import UsageError
from fermata._values import Handle, Types, binding_problem, check_call

from .granted import Granted

Arguments = tuple[tuple[Any, ...], dict[str, Any]]


def known_signature(functions: Granted, types: Types, name: str, args: Sequence[Any]) -> Signature | None:
    """What is known about the parameters of a host function, or of a handle's method, whose handle is in `args`."""
    declared = functions.declared.get(name)
    if declared is None:
        return _of_method(types, name, args)
    signature = signature_of(declared, name)
    return None if signature.parameters is None else signature


def _of_method(types: Types, name: str, args: Sequence[Any]) -> Signature | None:
    """That of the handle's object, or else of the class that HandleType.from_class() was given."""
    type_name, _, member = name.partition(".")
    handle_type = types.handle_types.get(type_name)
    if handle_type is None:
        return None
    own = Parameter("self", POSITIONAL_ONLY)
    if member in handle_type.attributes:
        return Signature(name, [own])
    bound = bool(args) and (type_name, id(args[0])) in types.receivers
    source = args[0] if bound else handle_type.cls
    method = getattr(source, member, None)
    if not callable(method):
        return None
    signature = from_callable(method, name)
    if signature.parameters is None:
        return None
    if bound or isinstance(inspect.getattr_static(source, member), (staticmethod, classmethod)):
        signature.parameters.insert(0, own)
    return signature


def _look_at_handle(types: Types, name: str, args: Sequence[Any]) -> None:
    """Raises UsageError when a method of a handle isn't given one."""
    type_name, dot, _ = name.partition(".")
    if not dot or type_name not in types.handle_types:
        return
    first = args[0] if args else None
    if (type_name, id(first)) in types.receivers or (isinstance(first, Handle) and first.type.name == type_name):
        return
    raise UsageError(f"{name}() belongs to a handle, which must be its first argument (call.args[0]), not {first!r:.100}")


def _slots(signature: Signature | None) -> list[str]:
    return [p.name for p in (signature and signature.parameters) or () if p.kind in (POSITIONAL_ONLY, POSITIONAL_OR_KEYWORD)]


def _rest(signature: Signature | None) -> str | None:
    """The parameter that takes all arguments that come after the others."""
    return next((p.name for p in (signature and signature.parameters) or () if p.kind is VAR_POSITIONAL), None)


def by_name(signature: Signature | None, args: Sequence[Any], kwargs: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments by their parameters' names; by "0", "1", … where a name isn't known. A keyword that is called as an argument which is
    passed by its place is "**amount": it is another one."""
    if signature is None or binding_problem(signature, len(args), list(kwargs)):
        signature = None
    slots, many = _slots(signature), _rest(signature)
    found: dict[str, Any] = dict(zip(slots, args))
    rest = args[len(slots) :]
    if many is None:
        found.update({str(len(slots) + place): value for place, value in enumerate(rest)})
    elif rest:
        found[many] = tuple(rest)
    no_keywords = {*found, many, *(p.name for p in (signature and signature.parameters) or () if p.kind is POSITIONAL_ONLY)}
    for name, value in kwargs.items():
        while name in no_keywords:
            name = "**" + name
        no_keywords.add(name)
        found[name] = value
    return found


def takes(functions: Granted, types: Types, name: str, args: Sequence[Any], parameter: str) -> bool:
    """Whether a call's function is known to have a parameter of that name."""
    signature = known_signature(functions, types, name, args)
    return any(p.name == parameter for p in (signature and signature.parameters) or ())


def named(
    functions: Granted, types: Types, name: str, own: Arguments, arguments: Mapping[str, Any], kwargs: Mapping[str, Any]
) -> dict[str, Any]:
    """What perform(arguments=…, **kwargs) changes. Raises UsageError."""
    if not isinstance(arguments, Mapping):
        advice = (
            f"; {name}()'s own parameter of that name is changed with arguments={{'arguments': …}}"
            if takes(functions, types, name, own[0], "arguments")
            else ""
        )
        raise UsageError(f"arguments must be a mapping from parameter names to values, not {type(arguments).__name__!r}{advice}")
    if twice := [key for key in arguments if key in kwargs]:
        raise UsageError(f"{twice[0]!r} is given twice")
    return {**arguments, **kwargs}


def changed(functions: Granted, types: Types, name: str, own: Arguments, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Arguments:
    """What perform(*args, **kwargs) calls with: its own arguments, but those that are named; with positional ones, those that are given.
    Raises UsageError where they don't fit the function: who changed them is to know it, not the program."""
    signature = known_signature(functions, types, name, own[0])
    if not args:
        args, named = list(own[0]), dict(own[1])
        slots, many = _slots(signature), _rest(signature)
        for key, value in kwargs.items():
            place = slots.index(key) if key in slots else len(args)
            if key == many:
                if not isinstance(value, (list, tuple)) or len(args) < len(slots):
                    raise UsageError(f"{many} of {name}() is a list of all arguments that come after the others")
                args[len(slots) :] = value
            elif place < len(args):
                args[place] = value
            elif signature is None and args and key not in named:
                raise UsageError(f"the parameters of {name}() aren't known here: give all arguments, those that it has by position first")
            else:
                named[key] = value
        kwargs = named
    _look_at_handle(types, name, args)
    if signature is None:
        return tuple(args), dict(kwargs)
    try:
        # (The function itself converts, when it checks types.)
        check_call(signature, args, kwargs, check_types=functions.check_types)
    except (TypeError, ValueError) as error:
        raise UsageError(str(error)) from None
    return tuple(args), dict(kwargs)
