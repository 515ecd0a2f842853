"""How values of classes are told to the engine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

# As ObjectKind of include/fermata/value.h.
(
    DATE,
    TIME,
    DATETIME,
    TIMEDELTA,
    DECIMAL,
    UUID,
    COMPLEX,
    ENUM,
    NAMED_TUPLE,
    RECORD,
    HANDLE,
    FRACTION,
    IP_ADDRESS,
    PATH,
    INSTANCE,
    EXCEPTION,
) = range(16)
# A value's class and fields (of an enum's member "name" and "value") -> the fields that it has now, or the value itself.
Migrate = Callable[[str, dict[str, Any]], Any]
# Kind, class's name, fields: by name, and hidden ones under None (as library/_border.py reads them).
Flat = tuple[int, str, dict[Any, Any]]
# Kind, name, [(field, {option: value})], {option: value}, [(method, asynchronous)], attributes: a TypeDeclaration of
# include/fermata/host.h. A host module is a HANDLE with {"base": "module"}, or "namespace" for one that needs no import.
Declaration = tuple[int, str, list[tuple[str, dict[str, Any]]], dict[str, Any], list[tuple[str, bool]], list[str]]
