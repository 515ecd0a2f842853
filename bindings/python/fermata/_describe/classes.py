"""What classes of values look like: dataclasses, enums, TypedDicts, named tuples and pydantic models, seen one way.

`stubs.py` writes them as classes, `schemas.py` as JSON schema, `_values/conversion.py` makes instances. pydantic is never imported: its
models are known by what they have.
"""

from __future__ import annotations

import dataclasses
import enum
import inspect
import types
import typing
from collections.abc import Mapping
from typing import Any

from .docstrings import parse_docstring
from .signature import KEYWORD_ONLY, MISSING, Signature, Unresolved, split_description
from .signatures import from_callable


@dataclasses.dataclass(frozen=True)
class ClassField:
    name: str
    annotation: Any
    default: Any = MISSING  # a default factory gives the value it makes
    required: bool = True
    description: str = ""
    kw_only: bool = False


def kind_of(cls: Any) -> str:
    """ "enum", "typeddict", "namedtuple", "dataclass", "model" (pydantic), or "" for any other."""
    if not isinstance(cls, type) or issubclass(cls, Unresolved):
        return ""
    if issubclass(cls, enum.Enum):
        return "enum"
    if typing.is_typeddict(cls) or (issubclass(cls, dict) and hasattr(cls, "__required_keys__")):
        return "typeddict"
    if issubclass(cls, tuple) and hasattr(cls, "_fields"):
        return "namedtuple"
    if hasattr(cls, "model_json_schema") and hasattr(cls, "model_fields"):
        return "model"
    return "dataclass" if dataclasses.is_dataclass(cls) else ""


_ENUM_BASES = (enum.IntFlag, enum.Flag, enum.IntEnum, getattr(enum, "StrEnum", enum.IntEnum))
_MIXED = (str, int, float, bytes)


def base_of_enum(cls: type) -> str:
    """What makes an enum's members more than members: "IntEnum", or "str" of a class Currency(str, Enum). Empty: nothing."""
    for base in _ENUM_BASES:
        if issubclass(cls, base):
            return base.__name__
    mixed = getattr(cls, "_member_type_", object)
    return mixed.__name__ if mixed in _MIXED else ""


def bases_first(classes: Mapping[str, type]) -> list[type]:
    """The classes, each after those of them that it comes from."""
    found: dict[str, type] = {}

    def visit(cls: type) -> None:
        if cls.__name__ not in found:
            for base in bases_among(cls, classes):
                visit(classes[base])
            found[cls.__name__] = cls

    for cls in classes.values():
        visit(cls)
    return list(found.values())


def bases_among(cls: type, known: Mapping[str, type]) -> list[str]:
    """The nearest ones. (A model may be frozen and its base not, which dataclasses can't be.)"""
    names: list[str] = []
    for base in cls.__bases__:
        of_its_kind = kind_of(base) == kind_of(cls) in ("dataclass", "model")
        if of_its_kind and known.get(base.__name__) is base and is_frozen(base) == is_frozen(cls):
            names.append(base.__name__)
        else:
            names += bases_among(base, known)
    return list(dict.fromkeys(names))


def is_frozen(cls: Any) -> bool:
    params = getattr(cls, "__dataclass_params__", None)
    return bool(cls.model_config.get("frozen") if params is None else params.frozen)


def doc_of(cls: type) -> str:
    """The class's own docstring; "" for those that were made by dataclass(), enum and the like."""
    text = cls.__dict__.get("__doc__") or ""
    generated = text.startswith(f"{cls.__name__}(") or text in ("An enumeration.", "Create a collection of name/value pairs.")
    return "" if generated else inspect.cleandoc(text)


def fields_of(cls: type) -> list[ClassField]:
    """The fields of a class of a kind other than enum, in their order, inherited ones too."""
    kind = kind_of(cls)
    texts = parse_docstring(doc_of(cls)).parameters
    if kind == "model":
        return [_model_field(name, info) for name, info in getattr(cls, "model_fields").items()]
    hints = hints_of(cls)
    if kind == "typeddict":
        required = getattr(cls, "__required_keys__", frozenset(hints))
        return [_field(name, _bare(hint), MISSING, name in required, texts) for name, hint in hints.items()]
    if kind == "namedtuple":
        defaults = getattr(cls, "_field_defaults", {})
        names = getattr(cls, "_fields")
        return [_field(name, hints.get(name, Any), defaults.get(name, MISSING), name not in defaults, texts) for name in names]
    return [_dataclass_field(field, hints, texts) for field in dataclasses.fields(cls) if field.init]


def hints_of(cls: type) -> dict[str, Any]:
    """The types of a class's attributes; as they are written, where names are gone."""
    try:
        return typing.get_type_hints(cls, include_extras=True)
    except Exception:
        return dict(getattr(cls, "__annotations__", {}))


def required_init_vars(cls: type) -> list[str]:
    """The InitVars of a dataclass that have no defaults: what making one takes, and its instances don't keep."""
    fields = getattr(cls, "__dataclass_fields__", {}).values()
    return [f.name for f in fields if f._field_type is getattr(dataclasses, "_FIELD_INITVAR") and f.default is dataclasses.MISSING]


def own_constructor(cls: type[BaseException]) -> Signature | None:
    """The __init__ that an exception class, or one above it, has for itself; None where it takes arguments as all exceptions do."""
    found = next((base.__dict__["__init__"] for base in cls.__mro__ if "__init__" in base.__dict__), None)
    if not isinstance(found, types.FunctionType):
        return None
    signature = from_callable(found, "__init__")
    return dataclasses.replace(signature, doc="", returns=None)


def needs_keywords(constructor: Signature) -> bool:
    return any(parameter.kind is KEYWORD_ONLY and parameter.required for parameter in constructor.parameters or [])


def type_parts(annotation: Any) -> Any:
    """A type as the engine takes it (TypeDeclaration::Field::type): a name, or a list of what it is made of. None: none of these."""
    if annotation is None or annotation is type(None):
        return "None"
    if annotation is typing.Any:
        return "Any"
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is typing.Annotated:
        return type_parts(arguments[0])
    if origin is None:
        if not isinstance(annotation, type):
            return None
        return f"datetime.{annotation.__name__}" if annotation.__module__ == "datetime" else annotation.__name__
    name = "|" if is_union(annotation) else getattr(origin, "__name__", "")
    inner = [type_parts(argument) for argument in arguments]
    return None if not name or not inner or None in inner else [name, *inner]


def _field(name: str, annotation: Any, default: Any, required: bool, texts: dict[str, str], text: str = "") -> ClassField:
    bare, told = split_description(annotation)
    return ClassField(name, bare, default, required, text or told or texts.get(name, ""))


def _dataclass_field(field: dataclasses.Field[Any], hints: dict[str, Any], texts: dict[str, str]) -> ClassField:
    default: Any = MISSING
    if field.default is not dataclasses.MISSING:
        default = field.default
    elif field.default_factory is not dataclasses.MISSING:
        default = field.default_factory()
    text = field.metadata.get("description") or field.metadata.get("doc") or ""
    made = _field(field.name, hints.get(field.name, field.type), default, default is MISSING, texts, str(text))
    return dataclasses.replace(made, kw_only=bool(field.kw_only))


def _model_field(name: str, info: Any) -> ClassField:
    default = MISSING
    if not info.is_required():
        default = info.default_factory() if info.default_factory is not None else info.default
    return ClassField(info.alias or name, info.annotation, default, info.is_required(), info.description or "")


def _bare(hint: Any) -> Any:
    """Without Required[…], NotRequired[…] and ReadOnly[…]."""
    while getattr(typing.get_origin(hint), "_name", "") in ("Required", "NotRequired", "ReadOnly"):
        hint = typing.get_args(hint)[0]
    return hint


def classes_in(annotations: list[Any]) -> list[type]:
    """The classes that types refer to, themselves and through fields; one that another needs comes before it."""
    found: list[type] = []
    seen: set[int] = set()

    def visit(annotation: Any) -> None:
        if kind_of(annotation):
            if id(annotation) in seen:
                return
            seen.add(id(annotation))
            if kind_of(annotation) != "enum":
                for field in fields_of(annotation):
                    visit(field.annotation)
            found.append(annotation)
            return
        if isinstance(annotation, (list, tuple)):  # Callable's parameters
            arguments: Any = annotation
        elif typing.get_origin(annotation) is typing.Annotated:
            arguments = typing.get_args(annotation)[:1]
        elif typing.get_origin(annotation) is typing.Literal:
            arguments = [type(value) for value in typing.get_args(annotation) if isinstance(value, enum.Enum)]
        else:
            arguments = typing.get_args(annotation)
        for argument in arguments:
            visit(argument)

    for annotation in annotations:
        visit(annotation)
    return found


def is_union(annotation: Any) -> bool:
    return typing.get_origin(annotation) in (typing.Union, types.UnionType)
