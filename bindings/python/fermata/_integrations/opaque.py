"""Objects that aren't values: they go into a program as handles without methods, which its code can only hand on to tools."""

from __future__ import annotations

import itertools
from typing import Any

from fermata import Handle, Record, handle
from fermata._describe import kind_of
from fermata._values import Types

_PLAIN = (type(None), bool, int, float, str, bytes, bytearray, Handle, Record)
_numbers = itertools.count(1)


def opaque(value: Any, name: str, depth: int = 0) -> Any:
    """`value` with a handle in place of each object in it that can't cross, named after `name`."""
    if isinstance(value, _PLAIN) or depth > 50:
        return value
    kind = type(value)
    if kind is dict:
        return {key: opaque(item, name, depth + 1) for key, item in value.items()}
    if kind is list or kind is tuple:
        return kind(opaque(item, name, depth + 1) for item in value)
    if isinstance(value, (dict, list, tuple, set, frozenset)) or kind_of(kind) or Types().flatten(value) is not None:
        return value
    return handle(value, f"{name}-{next(_numbers)}")
