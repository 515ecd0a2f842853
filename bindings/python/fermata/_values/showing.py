"""Values of the host in texts for people."""

from __future__ import annotations

import reprlib
from collections.abc import Iterable, Mapping
from typing import Any

from .sharing import written_out

_MOST = 1_000_000  # values that a text shows


def call_shown(function: str, args: Iterable[Any], kwargs: Mapping[str, Any]) -> str:
    """A call as Python writes it; a keyword that isn't a name, and may read as other arguments, as what it is."""
    arguments = [shown(value) for value in args]
    arguments += [f"{name}={shown(value)}" if name.isidentifier() else f"**{{{name!r}: {shown(value)}}}" for name, value in kwargs.items()]
    return f"{function}({', '.join(arguments)})"


def int_text(value: int) -> str:
    """Its digits; as hexadecimal ones when they are more than Python writes as decimal ones."""
    try:
        return int.__repr__(value)
    except ValueError:
        return hex(value)


def shown(value: Any) -> str:
    """repr(value), or what can be said about a value where that raises, or would be endless."""
    if type(value) is int:
        return int_text(value)
    try:
        return repr(value) if written_out(value) <= _MOST else reprlib.repr(value)
    except Exception as error:
        return f"<{type(value).__name__}: its repr() raises {type(error).__name__}>"
