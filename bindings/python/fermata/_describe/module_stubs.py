"""Writes host modules as stub text: in a text with everything else, for a model, or as a file of their own, for a type checker."""

from __future__ import annotations

from typing import Any

from .modules import HostModule, signatures_in
from .source_text import type_text, value_text
from .stubs import docstring, imports_of, render_function

_LONGEST = 80  # of a constant's value, in characters


def render_modules(modules: list[HostModule]) -> str:
    """A part for each, which begins with a line that says how it is imported."""
    return "\n\n\n".join(_headed(module) for module in modules if module.functions or module.constants or module.classes)


def render_module_file(module: HostModule, modules: list[HostModule], classes_from: str) -> str:
    """The text of a .pyi file, whose classes are in the module `classes_from`. Those in it are imported, as programs have them as soon as
    they import it."""
    body = "\n".join([_constants(module), *(render_function(signature) for signature in signatures_in(module))])
    lines = [f"from {classes_from} import *"]
    lines += [f"from {classes_from} import {value.__name__ if isinstance(value, type) else value.name} as {name}"
              for name, value in module.classes.items()]  # fmt: skip
    for other in modules:
        above, _, last = other.name.rpartition(".")
        if above == module.name:
            lines.append(f"from . import {last} as {last}")
    return "\n".join([imports_of(body), *lines, body]) + "\n"


def _headed(module: HostModule) -> str:
    how = f"{module.name}, which needs no import" if module.is_global else f"import {module.name}"
    lines = [f"# --- module: {how} ---"]
    if module.doc:
        lines.append(docstring(module.doc, ""))
    names = [f"{name} = {_class_name(value)}" for name, value in module.classes.items() if name != _class_name(value)]
    same = [name for name, value in module.classes.items() if name == _class_name(value)]
    if same:
        lines.append(f"# {', '.join(f'{module.name}.{name}' for name in same)}: the class{'es' * (len(same) > 1)} above")
    lines += names
    if module.constants:
        lines.append(_constants(module))
    blocks = ["\n".join(lines), *(render_function(signature) for signature in signatures_in(module))]
    return "\n\n\n".join(blocks)


def _class_name(value: Any) -> str:
    return str(value.__name__ if isinstance(value, type) else value.name)


def _constants(module: HostModule) -> str:
    return "\n".join(f"{name}: {_type_of(value)}{_shown(value)}" for name, value in module.constants.items())


def _type_of(value: Any) -> str:
    return "None" if value is None else type_text(type(value))


def _shown(value: Any) -> str:
    text = value_text(value)
    return f" = {text}" if text != "..." and len(text) <= _LONGEST else ""
