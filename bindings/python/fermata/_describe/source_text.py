"""Types and values as they are written in Python's source text."""

from __future__ import annotations

import collections.abc
import enum
import typing
from typing import Any

from .classes import is_union
from .signature import MISSING, SourceText, Unresolved


def type_text(annotation: Any) -> str:
    """A type as it is written today: `list[int]`, `str | None`, `Literal['a', 'b']`. Descriptions of Annotated are left out."""
    if annotation is None or annotation is type(None):
        return "None"
    if annotation is MISSING or annotation is typing.Any:
        return "Any"
    if annotation is ...:
        return "..."
    if isinstance(annotation, str):
        return annotation
    if isinstance(annotation, (list, tuple)):
        return "[" + ", ".join(type_text(item) for item in annotation) + "]"
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is typing.Annotated:
        return type_text(arguments[0])
    if is_union(annotation):
        texts = [type_text(argument) for argument in arguments]
        return " | ".join([text for text in texts if text != "None"] + ["None"] * ("None" in texts))
    if origin is typing.Literal:
        return f"Literal[{', '.join(value_text(argument) for argument in arguments)}]"
    if origin is collections.abc.Callable:
        return f"Callable[{type_text(arguments[0] if arguments else ...)}, {type_text(arguments[1] if len(arguments) > 1 else typing.Any)}]"
    if origin is not None:
        name = _class_name(origin) if isinstance(origin, type) else str(getattr(origin, "_name", origin))
        inner = ", ".join(type_text(argument) for argument in arguments)
        return f"{name}[{inner or '()'}]" if arguments or origin is tuple else name
    if isinstance(annotation, (typing.TypeVar, typing.NewType)):
        inner_type = annotation.__supertype__ if isinstance(annotation, typing.NewType) else annotation.__bound__
        return type_text(inner_type) if inner_type is not None else "Any"
    if isinstance(annotation, typing.ForwardRef):
        return str(annotation.__forward_arg__)
    if isinstance(annotation, type):
        return _class_name(annotation)
    return str(getattr(annotation, "__name__", None) or annotation).replace("typing.", "")


def _class_name(cls: type) -> str:
    if issubclass(cls, Unresolved):
        return cls.__name__
    return f"datetime.{cls.__name__}" if cls.__module__ == "datetime" else cls.__name__


def value_text(value: Any) -> str:
    """A default as source text; `...` for what has none that is worth reading."""
    if isinstance(value, SourceText):
        return value.text
    if isinstance(value, enum.Enum):
        return f"{type(value).__name__}.{value.name}"
    if isinstance(value, (bool, int, float, complex, str, bytes, type(None))):
        return repr(value)
    if type(value) in (list, tuple, set, frozenset, dict) and len(value) <= 20:
        inner = [*value, *value.values()] if isinstance(value, dict) else list(value)
        if all(value_text(item) != "..." for item in inner):
            return repr(value) if not any(isinstance(item, enum.Enum) for item in inner) else "..."
    return "..."
