"""The functions of a file that a user names with --tools: those that its __all__ lists, or that it declares by fermata.tool; or if it
has neither its public ones."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Callable
from typing import Any

from fermata import UsageError


def functions_of_file(path: str) -> dict[str, Callable[..., Any]]:
    """Imports a Python file and gives its functions by name. Raises UsageError when it can't be found; its own errors as they are."""
    name = "fermata_tools_" + os.path.splitext(os.path.basename(path))[0]
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None or not os.path.isfile(path):
        raise UsageError(f"there is no Python file {path}")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    sys.path.insert(0, os.path.dirname(os.path.abspath(path)))  # the file can import its neighbours, then and later
    spec.loader.exec_module(module)
    listed = getattr(module, "__all__", None)
    if listed is not None:
        return {each: getattr(module, each) for each in listed if _is_function(getattr(module, each))}
    public = {
        each: value
        for each, value in vars(module).items()
        if not each.startswith("_") and _is_function(value) and getattr(value, "__module__", None) == name
    }
    return {each: value for each, value in public.items() if hasattr(value, "__fermata_tool__")} or public


def _is_function(value: object) -> bool:
    return callable(value) and not isinstance(value, type) and hasattr(value, "__name__")
