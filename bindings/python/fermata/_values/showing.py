"""Values of the host in texts for people."""

from __future__ import annotations

import reprlib
from typing import Any

from .sharing import written_out

_MOST = 1_000_000  # values that a text shows


def shown(value: Any) -> str:
    """repr(value), or what can be said about a value where that raises, or would be endless."""
    try:
        return repr(value) if written_out(value) <= _MOST else reprlib.repr(value)
    except Exception as error:
        return f"<{type(value).__name__}: its repr() raises {type(error).__name__}>"
