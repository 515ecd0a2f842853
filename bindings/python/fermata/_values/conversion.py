"""Values as the types of parameters have them: what `check_types` looks at, at a call and when a state is loaded."""

from __future__ import annotations

import collections.abc
import copy
import enum
import typing
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from fermata._describe import MISSING, ClassField, Unresolved, fields_of, is_union, kind_of, type_text


def convert(value: Any, annotation: Any, where: str) -> Any:
    """`value` as `annotation` has it. Raises TypeError ("… must be int, not str") or ValueError (no such member)."""
    return Conversion().convert(value, annotation, where)


def field_problem(value: Any) -> str:
    """Which field of a dataclass or named tuple isn't of the type that the class gives it; empty when all are."""
    cls = type(value)
    try:
        convert(value, cls, cls.__name__)
    except (TypeError, ValueError) as error:
        return str(error)
    return ""


class Conversion:
    """For the arguments of one call. What appears in many places is looked at once for each type that it has there, and stays one object;
    what fits stays the object that it is."""

    __slots__ = ("_known", "_fields")

    def __init__(self) -> None:
        self._known: dict[tuple[int, int], tuple[Any, Any, Any, Exception | None]] = {}  # by value and type: both, and what came of it
        self._fields: dict[type, dict[str, ClassField]] = {}

    def convert(self, value: Any, annotation: Any, where: str) -> Any:
        """Raises TypeError or ValueError."""
        try:
            return self._convert(value, annotation, where)
        except RecursionError:
            raise TypeError(f"{where} is nested too deeply to be looked at") from None

    def _convert(self, value: Any, annotation: Any, where: str) -> Any:
        if value is None or isinstance(value, (str, int, float, bytes)):
            return self._made(value, annotation, where)
        key = (id(value), id(annotation))
        if key not in self._known:
            made = value
            failed: Exception | None = None
            try:
                made = self._made(value, annotation, where)
            except (TypeError, ValueError) as raised:
                failed = raised
            self._known[key] = value, annotation, made, failed
        _, _, made, error = self._known[key]
        if error is not None:
            raise error
        return made

    def _made(self, value: Any, annotation: Any, where: str) -> Any:
        if annotation in (Any, MISSING, object) or isinstance(annotation, (str, typing.TypeVar, typing.ForwardRef)):
            return self._instance(value, where)
        origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
        if origin is typing.Annotated:
            return self._convert(value, arguments[0], where)
        if annotation is None or annotation is type(None):
            return _require(value is None, value, annotation, where)
        if is_union(annotation):
            return self._union(value, annotation, arguments, where)
        if origin is typing.Literal:
            if any(value == option and type(value) is type(option) for option in arguments):
                return value
            raise ValueError(f"{where} must be one of {', '.join(map(repr, arguments))}, not {value!r}")
        if kind_of(annotation):
            return self._class(value, annotation, where)
        if isinstance(value, int) and not isinstance(value, bool) and _name_of(annotation) == ("decimal", "Decimal"):
            return annotation(value)
        if type(value) is str and _name_of(annotation) in _TEXTS:
            return _from_text(value, annotation, where)
        if annotation is float:
            return _require(isinstance(value, (int, float)) and not isinstance(value, bool), value, annotation, where)
        if annotation is int:
            return _require(isinstance(value, int) and not isinstance(value, bool), value, annotation, where)
        plain = origin if origin is not None else annotation
        if isinstance(plain, type) and not issubclass(plain, Unresolved) and not getattr(plain, "_is_protocol", False):
            _require(isinstance(value, plain), value, annotation, where)
            if arguments and issubclass(plain, collections.abc.Iterable):
                return self._items(value, annotation, plain, arguments, where)
        return self._instance(value, where)

    def _items(self, value: Any, annotation: Any, plain: type, arguments: tuple[Any, ...], where: str) -> Any:
        """For a container. Only the function itself goes through other iterables."""
        if plain is tuple:
            return self._tuple(value, annotation, arguments, where)
        if issubclass(plain, collections.abc.Mapping):
            return self._mapping(value, arguments, where) if isinstance(value, dict) and len(arguments) == 2 else value
        if len(arguments) != 1:
            return value
        if isinstance(value, dict):
            return self._mapping(value, (arguments[0], Any), where)
        if isinstance(value, (str, bytes)):  # (items that are of one type, and made into nothing else)
            for item in value[:1]:
                self._convert(item, arguments[0], f"{where}[0]")
            return value
        if isinstance(value, (set, frozenset)):
            return _unless_same(value, type(value), [self._convert(item, arguments[0], f"{where}: an item") for item in value])
        if isinstance(value, (list, tuple)):
            made = [self._convert(item, arguments[0], f"{where}[{i}]") for i, item in enumerate(value)]
            return _unless_same(value, list if isinstance(value, list) else tuple, made)
        return value

    def _mapping(self, value: dict[Any, Any], arguments: tuple[Any, ...], where: str) -> Any:
        keys = [self._convert(key, arguments[0], f"{where}: a key") for key in value]
        items = [self._convert(item, arguments[1], f"{where}[{key!r}]") for key, item in value.items()]
        if _same(value, keys) and _same(value.values(), items):
            return value
        return dict(zip(keys, items))

    def _tuple(self, value: tuple[Any, ...], annotation: Any, arguments: tuple[Any, ...], where: str) -> Any:
        if len(arguments) == 2 and arguments[1] is ...:
            arguments = arguments[:1] * len(value)
        if len(value) != len(arguments):
            raise TypeError(f"{where} must be {_type_text(annotation)}, not a tuple of {len(value)}")
        made = [self._convert(item, argument, f"{where}[{i}]") for i, (item, argument) in enumerate(zip(value, arguments))]
        return _unless_same(value, tuple, made)

    def _union(self, value: Any, annotation: Any, arguments: tuple[Any, ...], where: str) -> Any:
        for argument in arguments:  # as it is, before anything is made from it
            if isinstance(argument, type) and type(value) is argument:
                return self._convert(value, argument, where)
        within = []
        for argument in arguments:
            try:
                return self._convert(value, argument, where)
            except (TypeError, ValueError) as error:
                if not str(error).startswith(f"{where} must be "):
                    within.append(error)
        if len(within) == 1:  # it is one of that type, but for a part of it
            raise within[0]
        return _require(False, value, annotation, where)

    def _class(self, value: Any, cls: Any, where: str) -> Any:
        kind = kind_of(cls)
        if kind == "enum":
            return _member(value, cls, where)
        if kind != "typeddict" and isinstance(value, cls):
            return self._instance(value, where)
        fields = value if isinstance(value, Mapping) else getattr(value, "fields", None)  # a fermata.Record
        if not isinstance(fields, Mapping):
            return _require(False, value, cls, where)
        if kind == "model":
            return cls.model_validate(dict(fields))
        known = self._fields_of(cls)
        for name in fields:
            if name not in known:
                raise TypeError(f"{where}: {cls.__name__} has no field {name!r}")
        for field in known.values():
            if field.required and field.name not in fields:
                raise TypeError(f"{where}: {cls.__name__} lacks its field {field.name!r}")
        made = {name: self._convert(item, known[name].annotation, f"{where}.{name}") for name, item in fields.items()}
        return made if kind == "typeddict" else cls(**made)

    def _instance(self, value: Any, where: str) -> Any:
        """With its fields as its own class has them. (Models see to that themselves; None is allowed where it is the default.)"""
        cls = type(value)
        kind = kind_of(cls)
        if kind not in ("dataclass", "namedtuple"):
            return value
        changed = {}
        for name, field in self._fields_of(cls).items():
            item = getattr(value, name, None)
            if item is None and field.default is None:
                continue
            made = self._convert(item, field.annotation, f"{where}.{name}")
            if made is not item:
                changed[name] = made
        if not changed:
            return value
        if kind == "namedtuple":
            return value._replace(**changed)
        other = copy.copy(value)
        for name, made in changed.items():
            object.__setattr__(other, name, made)  # (it may be frozen)
        return other

    def _fields_of(self, cls: type) -> dict[str, ClassField]:
        if cls not in self._fields:
            self._fields[cls] = {field.name: field for field in fields_of(cls)}
        return self._fields[cls]


def _same(before: Iterable[Any], made: list[Any]) -> bool:
    return all(one is other for one, other in zip(before, made))


def _unless_same(value: Any, make: Callable[[list[Any]], Any], made: list[Any]) -> Any:
    return value if _same(value, made) else make(made)


def _member(value: Any, cls: type[enum.Enum], where: str) -> Any:
    if isinstance(value, cls):
        return value
    for member in cls:
        if value == member.value and type(value) is type(member.value):
            return member
    raise ValueError(f"{where} must be one of {', '.join(repr(member.value) for member in cls)}, not {value!r}")


def _name_of(annotation: Any) -> tuple[str, str]:  # (without importing its module)
    return getattr(annotation, "__module__", ""), getattr(annotation, "__name__", "")


# What JSON has as a text: the types that describe() shows as strings of a format, and how they are read.
_TEXTS: dict[tuple[str, str], str] = {
    ("decimal", "Decimal"): "",
    ("uuid", "UUID"): "",
    ("datetime", "date"): "fromisoformat",
    ("datetime", "datetime"): "fromisoformat",
    ("datetime", "time"): "fromisoformat",
}


def _from_text(text: str, annotation: Any, where: str) -> Any:
    method = _TEXTS[_name_of(annotation)]
    try:
        made = getattr(annotation, method)(text) if method else annotation(text)
    except (ValueError, ArithmeticError):
        made = None
    if made is None or (annotation.__name__ == "Decimal" and not made.is_finite()):
        raise ValueError(f"{where} must be {_type_text(annotation)}, not {text[:100]!r}")
    return made


def _require(fits: bool, value: Any, annotation: Any, where: str) -> Any:
    if not fits:
        raise TypeError(f"{where} must be {_type_text(annotation)}, not {type(value).__name__}")
    return value


def _type_text(annotation: Any) -> str:
    return type_text(annotation)
