"""Values of the host in texts for people."""

from __future__ import annotations

from typing import Any


def shown(value: Any) -> str:
    """repr(value), or what can be said of a value where that raises."""
    try:
        return repr(value)
    except Exception as error:
        return f"<{type(value).__name__}: its repr() raises {type(error).__name__}>"
