"""Makes Signatures: from a callable, a bare name, or stub text ("def approve(amount: int) -> bool: ...").

Stub text is only read, never executed (`stub_text.py`). `describing.py` renders signatures, `_values/arguments.py` checks calls against
them.
"""

from __future__ import annotations

import dataclasses
import functools
import inspect
import keyword
import typing
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Union

from fermata._errors import UsageError

from .declared import declaration_of_tool
from .signature import MISSING, Parameter, Signature, split_description

#: What `functions` may be: callables, names and stub texts, or a mapping of names to one of them or None.
Functions = Union[Iterable[Any], Mapping[str, Any], str, Callable[..., Any]]


def signatures_of(functions: Functions) -> list[Signature]:
    """Signatures of all `functions`, in their order (those of a Program, too). Raises UsageError for anything but a function, for stub text
    that is wrong, and for a name that is there twice."""
    found: list[Signature] = []
    functions = getattr(functions, "declared", functions)
    if isinstance(functions, Mapping):
        for name, value in functions.items():
            found.append(_named(name, value))
    elif isinstance(functions, str):
        found.extend(from_text(functions))
    elif isinstance(functions, Iterable) and not isinstance(functions, type):
        for item in functions:
            found.extend(from_text(item) if isinstance(item, str) else [signature_of(item)])
    else:
        found.append(from_callable(functions))
    names = [signature.name for signature in found]
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"the host function {name!r} is given twice")
    return found


def _named(name: str, value: Any) -> Signature:
    if not is_function_name(name):
        raise UsageError(f"{name!r} can't be the name of a function")
    if value is None:
        return Signature(name)
    if isinstance(value, str):
        last = name.rpartition(".")[2]
        stubs = [signature for signature in from_text(value) if signature.name == last]
        if len(stubs) != 1:
            raise UsageError(f"the stub text for {name!r} has no `def {last}(...)`")
        return dataclasses.replace(stubs[0], name=name)
    return signature_of(value, name)


def from_text(text: str) -> list[Signature]:
    """For a name, or for the functions of a stub text. Raises UsageError for text that is wrong."""
    if is_function_name(text):
        return [Signature(text)]
    from .stub_text import read_stubs

    return read_stubs(text)


def is_name(text: object) -> bool:
    """Whether a program may call something so."""
    return isinstance(text, str) and text.isidentifier() and not keyword.iskeyword(text)


def is_function_name(text: object) -> bool:
    """Whether a host function may be called so: "lookup", or "crm.lookup" for one in a module."""
    return isinstance(text, str) and all(map(is_name, text.split(".")))


# --- callables ---


def name_of(function: object) -> str:
    """The name a callable is offered under. Raises UsageError if it isn't callable or has no usable name."""
    if not callable(function):
        raise UsageError(f"a host function must be a callable, a name or stub text, not {type(function).__name__}")
    if declared := declaration_of_tool(function).name:
        return declared
    inner: Any = function
    while isinstance(inner, functools.partial):
        inner = inner.func
    name = getattr(inner, "__name__", None) or type(inner).__name__
    if not is_name(name):
        raise UsageError(f"{name!r} can't be the name of a function: give a mapping, {{'name': function}}")
    return str(name)


def signature_of(value: Any, name: str | None = None) -> Signature:
    """A signature as it is, a callable's by from_callable()."""
    return value if isinstance(value, Signature) else from_callable(value, name)


def from_callable(function: Callable[..., Any], name: str | None = None) -> Signature:
    """Raises UsageError for what can't be called. A callable that shows no signature (some builtins) has `parameters` None."""
    signature = Signature(name or name_of(function), function=function, is_async=is_async(function))
    try:
        told = inspect.signature(function)
    except (ValueError, TypeError):
        if not callable(function):
            raise UsageError(f"{signature.name!r} must be a callable, not {type(function).__name__}") from None
        signature.set_doc(inspect.getdoc(function))
        return signature
    hints = _hints(function)
    signature.parameters = [
        Parameter(
            p.name,
            p.kind,
            hints.get(p.name, MISSING if p.annotation is p.empty else p.annotation),
            MISSING if p.default is p.empty else p.default,
        )
        for p in told.parameters.values()
    ]
    returns = MISSING if told.return_annotation is told.empty else told.return_annotation
    signature.returns = hints.get("return", returns) if returns is not MISSING else MISSING
    for parameter in signature.parameters:
        parameter.annotation, parameter.description = split_description(_as_type(parameter.annotation, function))
        # A default may carry both, as pydantic's Field(default, description=…) does.
        if parameter.default is not MISSING and type(parameter.default).__name__ == "FieldInfo":
            parameter.description = parameter.description or getattr(parameter.default, "description", None) or ""
            value = getattr(parameter.default, "default", MISSING)
            parameter.default = MISSING if type(value).__name__ == "PydanticUndefinedType" else value
    signature.returns, signature.returns_description = split_description(_as_type(signature.returns, function))
    told_returns = signature.returns_description
    signature.set_doc(_own_doc(function))
    signature.returns_description = signature.returns_description or told_returns
    return signature


def is_async(function: Any) -> bool:
    """Whether calling it gives something to await."""
    while isinstance(function, functools.partial):
        function = function.func
    return inspect.iscoroutinefunction(function) or (
        not inspect.isroutine(function)
        and not isinstance(function, type)
        and inspect.iscoroutinefunction(getattr(function, "__call__", None))
    )


def _annotated(function: Any) -> Any:
    """What carries the annotations of a callable: the function itself, `__call__`, `__init__`."""
    while isinstance(function, functools.partial):
        function = function.func
    if isinstance(function, type):
        return getattr(function, "__init__")
    if inspect.isroutine(function):
        return inspect.unwrap(function)
    return type(function).__call__


def _own_doc(function: Any) -> str | None:
    """Not the docstring that every instance has of its class, like partial's."""
    if declared := declaration_of_tool(function).name:
        return declared
    inner: Any = function
    while isinstance(inner, functools.partial):
        inner = inner.func
    if inspect.isroutine(inner) or isinstance(inner, type):
        return inspect.getdoc(inner)
    return inspect.getdoc(type(inner).__call__) or inspect.getdoc(type(inner))


def _hints(function: Any) -> dict[str, Any]:
    try:
        return typing.get_type_hints(_annotated(function), include_extras=True)
    except Exception:  # a name that isn't there any more; then each annotation is looked at separately
        return {}


def _as_type(annotation: Any, function: Any) -> Any:
    """An annotation that is text still, resolved as far as its names are known."""
    if not isinstance(annotation, str):
        return annotation
    from .stub_text import resolve_annotation

    module = getattr(_annotated(function), "__globals__", {})
    return resolve_annotation(annotation, module)
