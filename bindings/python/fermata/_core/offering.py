"""What a module offers is its own."""

from __future__ import annotations

from types import FunctionType
from typing import Any


def offer(module: dict[str, Any]) -> None:
    """Lets tracebacks, help() and pickles name what `__all__` of a module (its globals) lists after the module, wherever it is written."""
    for name in module["__all__"]:
        if isinstance(module[name], (type, FunctionType)):
            module[name].__module__ = module["__spec__"].name
