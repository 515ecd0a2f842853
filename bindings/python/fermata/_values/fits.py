"""Does a call that waits in a state fit the functions of today? Classes are compared by the engine (session/border/changed_types.cpp).

Used when a state is loaded, and by the command's --tools, which has a copy of it.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Union

from fermata._describe import Signature, signature_of

from .arguments import check_call
from .known_types import Types

Known = Union[Callable[..., Any], Signature, None]


def call_problem(
    name: str, args: Sequence[Any], kwargs: Mapping[str, Any], function: Known, types: Types, check_types: bool = False
) -> str:
    """Why the function, or the handle's method, of that name doesn't take the arguments; empty when it does, or when nothing is known about
    it."""
    if function is None and "." in name:
        return _method_problem(name, args, kwargs, types)
    try:
        if function is not None:
            _bind(name, function, args, kwargs, check_types)
    except (TypeError, ValueError) as error:
        return str(error)
    return ""


def _bind(name: str, function: Any, args: Sequence[Any], kwargs: Mapping[str, Any], check_types: bool) -> None:
    """Raises TypeError, or with `check_types` ValueError, too."""
    if not isinstance(function, Signature) and not check_types:
        try:
            inspect.signature(function).bind(*args, **kwargs)
            return
        except ValueError:  # it has no signature to show
            return
        except TypeError:
            pass  # CPython's words for it are below
    signature = signature_of(function, name)
    check_call(signature, args, kwargs, check_types=check_types)


def _method_problem(name: str, args: Sequence[Any], kwargs: Mapping[str, Any], types: Types) -> str:
    type_name, member = name.split(".", 1)
    handle_type = types.handle_types.get(type_name)
    if handle_type is None:
        return ""
    if member not in handle_type.methods and member not in handle_type.attributes:
        return f"the HandleType {type_name} has no {member!r} any more"
    receiver = args[0] if args else None
    if (type_name, id(receiver)) not in types.receivers:
        unbound = getattr(receiver, "name", None)
        return f"there is no object for the handle {unbound!r}: give it in handles" if type(receiver).__name__ == "Handle" else ""
    try:
        inspect.getattr_static(receiver, member)
    except AttributeError:
        return "" if hasattr(type(receiver), "__getattr__") else f"{type(receiver).__name__!r} object has no attribute {member!r}"
    if member in handle_type.attributes:
        return ""
    return call_problem(name, args[1:], kwargs, getattr(receiver, member), types)
