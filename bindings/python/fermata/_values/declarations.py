"""The host's classes, as they are declared to a program."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from fermata._describe import (
    HostModule, base_of_enum, bases_among, hints_of, is_awaited, is_frozen, kind_of, required_init_vars, type_parts,
)  # fmt: skip

from .fields import field_names
from .kinds import ENUM, HANDLE, NAMED_TUPLE, RECORD, Declaration


def declaration_of(cls: type, known: Mapping[str, type] = MappingProxyType({})) -> Declaration:
    """A class for the program: an enum's members with their values; a field's default where it has one that can cross, and its
    options. Of its bases it has there those among the `known` ones, which are declared before it."""
    kind = kind_of(cls)
    if kind == "enum":
        members: list[tuple[str, dict[str, Any]]] = [
            (name, {"default": member._value_}) for name, member in getattr(cls, "__members__").items()
        ]
        return ENUM, cls.__name__, members, {"base": base_of_enum(cls)}, [], []
    if kind == "namedtuple":
        defaults: dict[str, Any] = cls._field_defaults  # type: ignore[attr-defined]
        return (
            NAMED_TUPLE,
            cls.__name__,
            [(name, {"default": defaults[name]} if name in defaults else {}) for name in field_names(cls)],
            {},
            [],
            [],
        )
    if kind == "model":
        options: dict[str, Any] = {"frozen": is_frozen(cls), "base": ", ".join(bases_among(cls, known))}
        return RECORD, cls.__name__, _fields_of_model(cls), options, [], []
    params = cls.__dataclass_params__  # type: ignore[attr-defined]
    options = {name: getattr(params, name) for name in ("frozen", "repr", "eq", "order", "unsafe_hash")}
    options["base"] = ", ".join(bases_among(cls, known))
    if wanted := required_init_vars(cls):
        options["asks_for"] = ", ".join(map(repr, wanted))
    return RECORD, cls.__name__, _fields_of_dataclass(cls, params.repr), options, [], []


def module_declarations(modules: list[HostModule]) -> list[Declaration]:
    """Host modules for the program: constants are fields with their values, classes fields of the type of that name."""
    found: list[Declaration] = []
    for module in modules:
        fields = [("__doc__", {"default": module.doc})] if module.doc else []
        fields += [(name, {"default": value}) for name, value in module.constants.items()]
        fields += [(name, {"type": cls.__name__ if isinstance(cls, type) else cls.name}) for name, cls in module.classes.items()]
        functions = [(name, is_awaited(function)) for name, function in module.functions.items()]
        found.append((HANDLE, module.name, fields, {"base": "namespace" if module.is_global else "module"}, functions, []))
    return found


def _fields_of_model(cls: Any) -> list[tuple[str, dict[str, Any]]]:
    fields = []
    for name, info in cls.model_fields.items():
        told: dict[str, Any] = {"kw_only": True, "repr": bool(info.repr), **_told_type(info.annotation)}
        if not info.is_required():
            told["default"] = info.get_default(call_default_factory=True)
        fields.append((name, told))
    return fields


def _fields_of_dataclass(cls: Any, repr: bool) -> list[tuple[str, dict[str, Any]]]:
    hints = hints_of(cls)
    fields = []
    for field in dataclasses.fields(cls):
        told: dict[str, Any] = {"init": field.init, "repr": field.repr and repr, "compare": field.compare, "kw_only": bool(field.kw_only)}
        if field.hash is not None:
            told["hash"] = field.hash
        if field.default is not dataclasses.MISSING:
            told["default"] = field.default
        elif field.default_factory is not dataclasses.MISSING:
            told["default"] = field.default_factory()
        fields.append((field.name, {**told, **_told_type(hints.get(field.name, field.type))}))
    return fields


def _told_type(annotation: Any) -> dict[str, Any]:
    told = type_parts(annotation)
    return {} if told is None else {"type": told}
