"""Says whether a class in a state still means the same: its shape, the names of its fields and their types as texts.

States keep it (TypeDeclaration::shape of include/fermata/host.h). Descriptions and defaults don't count; a NewType does, by its name.
"""

from __future__ import annotations

import typing
import weakref
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from fermata._describe import is_union, kind_of

Shape = dict[str, str]  # field -> its type; "" where a state doesn't say

_known: weakref.WeakKeyDictionary[type, str] = weakref.WeakKeyDictionary()


def shape_of(cls: type) -> str:
    """A line "name: type" for each field; empty for an enum."""
    text = _known.get(cls)
    if text is None:
        text = _known[cls] = "\n".join(f"{name}: {_type_text(annotation)}" for name, annotation in _types_of(cls).items())
    return text


def _types_of(cls: Any) -> dict[str, Any]:
    kind = kind_of(cls)
    if kind == "model":
        return {name: info.annotation for name, info in cls.model_fields.items()}
    if kind not in ("namedtuple", "dataclass"):
        return {}
    try:
        hints = typing.get_type_hints(cls)
    except Exception:  # names that are gone
        hints = {name: hint for base in reversed(cls.__mro__) for name, hint in base.__dict__.get("__annotations__", {}).items()}
    names = (
        cls._fields
        if kind == "namedtuple"
        else [name for name, field in cls.__dataclass_fields__.items() if field._field_type.name == "_FIELD"]
    )
    return {name: hints.get(name, Any) for name in names}


def _type_text(annotation: Any) -> str:
    if annotation is None or annotation is type(None):
        return "None"
    if isinstance(annotation, str):
        return " ".join(annotation.split())
    if isinstance(annotation, typing.ForwardRef):
        return annotation.__forward_arg__
    if isinstance(annotation, (list, tuple)):  # Callable's parameters
        return f"[{', '.join(map(_type_text, annotation))}]"
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is typing.Annotated:
        return _type_text(arguments[0])
    if origin is typing.Literal:
        return f"Literal[{', '.join(sorted(map(repr, arguments)))}]"
    if is_union(annotation):
        return " | ".join(sorted(map(_type_text, arguments)))
    name = getattr(annotation if origin is None else origin, "__name__", None) or (
        "..." if annotation is ... else type(annotation).__name__
    )
    return f"{name}[{', '.join(map(_type_text, arguments))}]" if arguments else name


def read_shape(text: str) -> Shape:
    lines = [line.partition(": ") for line in text.split("\n") if line]
    return {name: types for name, _, types in lines}


def changed_classes(
    state: Iterable[tuple[int, str, str]], classes: Mapping[str, type], optional: Callable[[type], set[str]]
) -> tuple[dict[str, Shape], frozenset[str]]:
    """Of a state's classes (kind, name, shape) those whose values aren't of today's classes, with their shapes; and those of which the
    state, one of an old release, doesn't have the types. `optional` knows which fields have defaults."""
    changed: dict[str, Shape] = {}
    untold = set()
    for _, name, text in state:
        if not text or name not in classes:
            continue
        before, today = read_shape(text), read_shape(shape_of(classes[name]))
        new = today.keys() - before.keys() - optional(classes[name])
        if new or any(field not in today or types not in ("", today[field]) for field, types in before.items()):
            changed[name] = before
        elif not all(before.values()):
            untold.add(name)
    return changed, frozenset(untold)
