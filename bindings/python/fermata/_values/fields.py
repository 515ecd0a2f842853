"""Instances of the host's classes: which fields they have, and how one is made of its fields."""

from __future__ import annotations

import copy
import dataclasses
import enum
import functools
import operator
from collections.abc import Callable
from typing import Any

from fermata._describe import kind_of, required_init_vars

from .kinds import ENUM


class OtherClassError(TypeError):
    """A value of the program's was made when the host's class was another one. To programs it is a TypeError."""


OtherClassError.__name__ = OtherClassError.__qualname__ = "TypeError"
OtherClassError.__module__ = "builtins"


def fields_text(type_name: str, fields: dict[str, Any]) -> str:
    return f"{type_name}({', '.join(f'{name}={value!r:.100}' for name, value in fields.items())})"


def instance_of(cls: type | None, kind: int, type_name: str, fields: dict[str, Any], *, mapped: bool = False) -> Any:
    """An instance of the host's class. A member must have the name and the value of one of the host's, since its name is what people are
    shown; one that the host's own code `mapped` may have either. Raises TypeError, or what the class raises."""
    if cls is not None and kind == ENUM and issubclass(cls, enum.Enum):
        member = _member(cls, fields, mapped)
        if member is not None:
            return member
        problem = f"it has no member {fields.get('name')!r} of the value {fields.get('value')!r:.100}"
    else:
        problem = "there is no class of that name" if cls is None else _misfit(cls, kind, fields)
    if cls is None or problem:
        raise OtherClassError(f"the program's {type_name} isn't the host's: {problem}")
    if kind_of(cls) == "model":
        return cls.model_validate(fields)  # type: ignore[attr-defined]
    return _make(cls, fields)


def _misfit(cls: type, kind: int, fields: dict[str, Any]) -> str:
    """Why no instance of the class can be made from the fields, or "". Those that have defaults need not be there."""
    if kind == ENUM or issubclass(cls, enum.Enum):
        return f"its fields are {', '.join(fields) or 'none'}"
    names, optional = field_names(cls), optional_fields(cls)
    unknown = [name for name in fields if name not in names]
    missing = [name for name in names if name not in fields and name not in optional]
    if not unknown and not missing:
        return ""
    told = [("the host's has no ", unknown), ("there is no value for ", missing)]
    return f"its fields are {', '.join(fields) or 'none'}; " + ", and ".join(words + ", ".join(found) for words, found in told if found)


def _member(cls: type[enum.Enum], fields: dict[str, Any], mapped: bool) -> enum.Enum | None:
    name, value = fields.get("name"), fields.get("value")
    member = _named(cls, name)
    if member is not None and (mapped or _has_value(member, value)):
        return member
    if name is not None and not mapped:
        return None
    try:
        member = cls(value)
    except (ValueError, TypeError):
        return None
    return member if _has_value(member, value) else None  # (a flag drops bits that it doesn't know)


def _named(cls: type[enum.Enum], name: Any) -> enum.Enum | None:
    """Flags together have the names of each, or none; bits without a name are numbers."""
    if not isinstance(name, str):
        return None
    if name in cls.__members__ or not issubclass(cls, enum.Flag):
        return cls.__members__.get(name)
    parts = name.split("|")
    if not all(part in cls.__members__ or part.isdecimal() for part in parts):
        return None
    values = [cls.__members__[part].value if part in cls.__members__ else int(part) for part in parts]
    try:
        return cls(functools.reduce(operator.or_, values))
    except ValueError:
        return None


def _has_value(member: enum.Enum, value: Any) -> bool:
    own = member._value_
    return bool(own == value) or bool(copy.copy(own) != own)  # (NaN, or an object that is itself alone: nothing can be compared)


def optional_fields(cls: type) -> set[str]:
    if kind_of(cls) == "model":
        return {name for name, info in cls.model_fields.items() if not info.is_required()}  # type: ignore[attr-defined]
    if kind_of(cls) == "namedtuple":
        return set(cls._field_defaults)  # type: ignore[attr-defined]
    return {
        f.name
        for f in dataclasses.fields(cls)
        if f.default is not dataclasses.MISSING or f.default_factory is not dataclasses.MISSING or not f.init
    }


def field_names(cls: type) -> list[str]:
    if kind_of(cls) == "model":
        return list(cls.model_fields)  # type: ignore[attr-defined]
    if kind_of(cls) == "namedtuple":
        return list(cls._fields)  # type: ignore[attr-defined]
    return [field.name for field in dataclasses.fields(cls)]


def _find_hidden_fields(cls: Any) -> list[str]:
    """Those that repr() of an instance leaves out."""
    if kind_of(cls) == "model":
        return [name for name, info in cls.model_fields.items() if not info.repr]
    every = not cls.__dataclass_params__.repr
    return [field.name for field in dataclasses.fields(cls) if every or not field.repr]


hidden_fields: Callable[[Any], list[str]] = functools.lru_cache(256)(_find_hidden_fields)


def _make(cls: type, fields: dict[str, Any]) -> Any:
    if not dataclasses.is_dataclass(cls):
        return cls(**fields)
    computed = {field.name for field in dataclasses.fields(cls) if not field.init}
    if wanted := required_init_vars(cls):
        raise TypeError(f"a {cls.__name__} can't come back: its class asks for {', '.join(map(repr, wanted))}, which isn't kept")
    made = cls(**{name: value for name, value in fields.items() if name not in computed})
    for name in computed & fields.keys():  # these the class computes, or they were set later
        object.__setattr__(made, name, fields[name])
    return made
