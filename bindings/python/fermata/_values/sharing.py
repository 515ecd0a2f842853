"""Values whose parts appear in several places: they are small, and yet endless to write out. `b = [a, a]; c = [b, b]; …`"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

from .instances import Instance, Record


def parts_of(value: Any) -> Iterator[tuple[str, Any]]:
    """What a container or an object at the border holds, with how it is reached: ("[0]", x), (".name", y)."""
    if isinstance(value, dict):
        for key, item in value.items():
            short = isinstance(key, str) or isinstance(key, int) and key.bit_length() <= 64
            yield f"[a key: {key!r}]" if short else "[a key]", key
            yield f"[{key!r}]" if short else f"[a {type(key).__name__}]", item
    elif isinstance(value, (list, tuple)):
        for number, item in enumerate(value):
            yield f"[{number}]", item
    elif isinstance(value, (set, frozenset)):
        for item in value:
            yield "{}", item
    elif isinstance(value, Record):
        for name, item in value.fields.items():
            yield f".{name}", item
    elif isinstance(value, Instance):
        for name, item in value.attributes.items():
            yield f".{name}", item
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        for field in dataclasses.fields(value):
            if hasattr(value, field.name):
                yield f".{field.name}", getattr(value, field.name)


def written_out(value: Any) -> int:
    """How many values it is when all that is shared is counted each time; a long text counts as several."""
    known: dict[int, int] = {}
    held = []

    def count(value: Any) -> int:
        if isinstance(value, (int, float, type(None))):
            return 1
        if isinstance(value, (str, bytes)):
            return 1 + len(value) // 100
        if id(value) in known:
            return known[id(value)]
        known[id(value)] = 1  # (inside itself it is written as "[...]")
        held.append(value)
        known[id(value)] = total = 1 + sum(count(part) for _, part in parts_of(value))
        return total

    return count(value)
