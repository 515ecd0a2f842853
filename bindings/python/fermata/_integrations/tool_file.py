"""A file that a user names with --tools: its functions, and its classes, as the command's --tools takes them."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from fermata import UsageError

from fermata._describe import classes_of
from fermata._offered import functions_of, is_of_package, value_classes_of, with_classes


class ToolFile(NamedTuple):
    """What programs may call and use."""

    functions: dict[str, Callable[..., Any]]
    types: list[Any]


def read_tool_files(paths: Iterable[str]) -> ToolFile:
    """Imports Python files and gives what they offer; of two things of one name a later file's. Raises UsageError when a file
    can't be found; a file's own errors as they are."""
    functions: dict[str, Callable[..., Any]] = {}
    types: dict[str, Any] = {}
    for path in paths:
        file = _read(path)
        functions |= file.functions
        types |= {each.__name__ if isinstance(each, type) else each.name: each for each in file.types}
    return ToolFile(functions, list(types.values()))


def _read(path: str) -> ToolFile:
    name = "fermata_tools_" + os.path.splitext(os.path.basename(path))[0]
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None or not os.path.isfile(path):
        raise UsageError(f"there is no Python file {path}")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    sys.path.insert(0, os.path.dirname(os.path.abspath(path)))  # the file can import its neighbours, then and later
    spec.loader.exec_module(module)
    functions = functions_of(module)
    types = with_classes(value_classes_of(module), classes_of(functions))
    return ToolFile(functions, [*types, *(value for value in vars(module).values() if is_of_package(value, "HandleType"))])
