"""JSON schema of Python types, as model vendors' tool calling takes it (draft 2020-12). `describing.py` calls this.

Classes become `$defs`, once each. Dates, decimals and the like are strings with a format. What a schema can't say is left open ({}).
"""

from __future__ import annotations

import collections.abc
import datetime
import decimal
import enum
import re
import types
import typing
import uuid
from typing import Any

from .classes import doc_of, fields_of, is_union, kind_of

from .signature import (
    MISSING, POSITIONAL_ONLY, POSITIONAL_OR_KEYWORD, VAR_KEYWORD, VAR_POSITIONAL, Signature, SourceText, split_description,
)  # fmt: skip

Schema = dict[str, Any]

_SIMPLE: dict[Any, Schema] = {
    str: {"type": "string"},
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    float: {"type": "number"},
    None: {"type": "null"},
    type(None): {"type": "null"},
    bytes: {"type": "string", "contentEncoding": "base64"},
    bytearray: {"type": "string", "contentEncoding": "base64"},
    datetime.datetime: {"type": "string", "format": "date-time"},
    datetime.date: {"type": "string", "format": "date"},
    datetime.time: {"type": "string", "format": "time"},
    datetime.timedelta: {"type": "string", "format": "duration"},
    decimal.Decimal: {"type": "string", "pattern": r"^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$"},
    uuid.UUID: {"type": "string", "format": "uuid"},
    re.Pattern: {"type": "string", "format": "regex"},
    list: {"type": "array"},
    tuple: {"type": "array"},
    set: {"type": "array", "uniqueItems": True},
    frozenset: {"type": "array", "uniqueItems": True},
    dict: {"type": "object"},
}
_TYPED: dict[Any, str] = {
    bytes: "bytes",
    datetime.datetime: "datetime",
    datetime.date: "date",
    datetime.time: "time",
    datetime.timedelta: "timedelta",
    decimal.Decimal: "decimal",
    uuid.UUID: "uuid",
    tuple: "tuple",
    set: "set",
    frozenset: "frozenset",
}
_ARRAYS = {
    list, collections.abc.Sequence, collections.abc.MutableSequence, collections.abc.Iterable, collections.abc.Collection,
    collections.abc.Iterator,
}  # fmt: skip
_SETS = {set, frozenset, collections.abc.Set, collections.abc.MutableSet}
_MAPPINGS = {dict, collections.abc.Mapping, collections.abc.MutableMapping, collections.OrderedDict, collections.defaultdict}
_CONSTRAINTS = {
    "ge": "minimum", "gt": "exclusiveMinimum", "le": "maximum", "lt": "exclusiveMaximum", "multiple_of": "multipleOf", "pattern": "pattern",
}  # fmt: skip


def parameters_schema(signature: Signature, typed: bool = False) -> Schema:
    """The object schema of a function's parameters. *args is an array of that name, **kwargs are additional properties. With `typed` it
    says by "x-type" what the types are that JSON has no word for (src/durable/schemas/fitted.h), and by "x-returns" what comes back."""
    maker = SchemaMaker(typed)
    returns = maker.schema(signature.returns) if typed else {}
    properties: dict[str, Schema] = {}
    required: list[str] = []
    additional: Any = False
    if signature.parameters is None:
        return {"type": "object", "properties": {}, "additionalProperties": True}
    for parameter in signature.parameters:
        made = maker.schema(parameter.annotation)
        if parameter.kind is VAR_KEYWORD:
            additional = made or True
            continue
        if parameter.kind is VAR_POSITIONAL:
            made = {"type": "array", "items": made} if made else {"type": "array"}
        made = _with(made, parameter.description, parameter.default)
        properties[parameter.name] = made
        if parameter.required:
            required.append(parameter.name)
    whole: Schema = {"type": "object", "properties": properties, "required": required, "additionalProperties": additional}
    if returns:
        whole["x-returns"] = returns
    if maker.definitions:
        whole["$defs"] = maker.definitions
    return whole


_MOST_DESCRIPTION = 500  # characters: what people read of a docstring before they decide


def arguments_schema(signature: Signature) -> Schema | None:
    """The same for who checks the arguments of calls by it (Tool::parameters of fermata/durable/worker.h): it says how they may be passed,
    too. None when nothing is known about them."""
    if signature.parameters is None:
        return None
    made = parameters_schema(signature, typed=True)
    made["x-places"] = [each.name for each in signature.parameters if each.kind in (POSITIONAL_ONLY, POSITIONAL_OR_KEYWORD)]
    made["x-unnamed"] = sum(each.kind is POSITIONAL_ONLY for each in signature.parameters)
    if signature.description:
        made["description"] = signature.description.split("\n")[0][:_MOST_DESCRIPTION]
    made.update({"x-rest": each.name for each in signature.parameters if each.kind is VAR_POSITIONAL})
    return made


def _with(schema: Schema, description: str, default: Any) -> Schema:
    added = dict(schema)
    if description:
        added["description"] = description
    told, value = _json(default)
    if told:
        added["default"] = value
    return added


def _json(value: Any) -> tuple[bool, Any]:
    """Whether a value can be in JSON, and as what."""
    if value is MISSING or isinstance(value, SourceText):
        return False, None
    if isinstance(value, enum.Enum):
        return _json(value.value)
    if value is None or isinstance(value, (bool, int, str)) or (isinstance(value, float) and value == value and abs(value) != float("inf")):
        return True, value
    if isinstance(value, (list, tuple)):
        items = [_json(item) for item in value]
        return all(told for told, _ in items), [item for _, item in items]
    if isinstance(value, dict) and all(isinstance(key, str) for key in value):
        pairs = {key: _json(item) for key, item in value.items()}
        return all(told for told, _ in pairs.values()), {key: item for key, (_, item) in pairs.items()}
    return False, None


class SchemaMaker:
    """Makes schemas that share `definitions`."""

    def __init__(self, typed: bool = False) -> None:
        self.definitions: dict[str, Schema] = {}
        self._typed = typed
        self._names: dict[int, str] = {}

    def schema(self, annotation: Any) -> Schema:
        if annotation is MISSING or annotation is Any or annotation is object:
            return {}
        try:
            simple = _SIMPLE.get(annotation)
        except TypeError:  # an unhashable annotation
            simple = None
        if simple is not None:
            return self._of(_TYPED.get(annotation, ""), dict(simple))
        if kind_of(annotation) == "enum":
            return self._enum(annotation)
        if kind_of(annotation):
            return self._reference(annotation)
        origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
        if origin is typing.Annotated:
            return self._annotated(annotation, arguments)
        if origin is typing.Literal:
            return _values_schema([value.value if isinstance(value, enum.Enum) else value for value in arguments])
        if is_union(annotation):
            return self._union(arguments)
        if origin is tuple:
            return self._tuple(arguments)
        if origin in _ARRAYS or annotation in _ARRAYS:
            return self._array(arguments)
        if origin in _SETS or annotation in _SETS:
            kind = "frozenset" if frozenset in (origin, annotation) else "set"
            return self._of(kind, {**self._array(arguments), "uniqueItems": True})
        if origin in _MAPPINGS or annotation in _MAPPINGS:
            values = self.schema(arguments[1]) if len(arguments) == 2 else {}
            return {"type": "object", "additionalProperties": values or True} if arguments else {"type": "object"}
        if getattr(origin, "_name", "") in ("Required", "NotRequired", "ReadOnly", "Final", "ClassVar"):
            return self.schema(arguments[0])
        return self._named(annotation)

    def _of(self, type: str, schema: Schema, **more: Any) -> Schema:
        return {**schema, "x-type": type, **more} if self._typed and type else schema

    def _enum(self, cls: type[enum.Enum]) -> Schema:
        told = [member for member in cls if _json(member.value)[0]]
        return self._of(
            "enum", _values_schema([member.value for member in cls]), **{"x-name": cls.__name__, "x-members": [m.name for m in told]}
        )

    def _named(self, annotation: Any) -> Schema:
        if isinstance(annotation, typing.NewType):
            return self.schema(annotation.__supertype__)
        if isinstance(annotation, typing.TypeVar):
            return self.schema(annotation.__bound__) if annotation.__bound__ is not None else {}
        if type(annotation).__name__ == "TypeAliasType":
            return self.schema(annotation.__value__)
        if isinstance(annotation, type):
            for base in (bool, int, float, str, list, dict):  # a subclass of theirs
                if issubclass(annotation, base):
                    return dict(_SIMPLE[base])
        return {}

    def _array(self, arguments: tuple[Any, ...]) -> Schema:
        items = self.schema(arguments[0]) if arguments else {}
        return {"type": "array", "items": items} if items else {"type": "array"}

    def _tuple(self, arguments: tuple[Any, ...]) -> Schema:
        if len(arguments) == 2 and arguments[1] is ...:
            return self._of("tuple", self._array(arguments[:1]))
        if not arguments or arguments == ((),):
            return self._of("tuple", {"type": "array", "maxItems": 0})
        items = [self.schema(argument) for argument in arguments]
        return self._of("tuple", {"type": "array", "prefixItems": items, "items": False, "minItems": len(items), "maxItems": len(items)})

    def _union(self, arguments: tuple[Any, ...]) -> Schema:
        options: list[Schema] = []
        for argument in arguments:
            made = self.schema(argument)
            if not made:
                return {}  # Any with anything is anything
            options.extend(option for option in made.get("anyOf", [made]) if option not in options)
        if len(options) == 1:
            return options[0]
        plain = [option["type"] for option in options if set(option) == {"type"}]
        if len(plain) == len(options) and len(options) == 2 and "null" in plain:
            return {"type": [*(name for name in plain if name != "null"), "null"]}
        return {"anyOf": options}

    def _annotated(self, annotation: Any, arguments: tuple[Any, ...]) -> Schema:
        made = self.schema(arguments[0])
        _, description = split_description(annotation)
        if description:
            made["description"] = description
        for extra in arguments[1:]:
            # annotated_types' Ge, Len, …; pydantic's Field keeps them in `metadata`.
            for part in [extra, *(getattr(extra, "metadata", None) or [])]:
                for name, keyword in _CONSTRAINTS.items():
                    value = getattr(part, name, None)
                    if isinstance(value, (int, float, str)):
                        made[keyword] = value
                for name, ending in (("min_length", "min"), ("max_length", "max")):
                    value = getattr(part, name, None)
                    if isinstance(value, int):
                        made[ending + ("Items" if made.get("type") == "array" else "Length")] = value
        return made

    def _reference(self, cls: type) -> Schema:
        name = self._names.get(id(cls))
        if name is None:
            name = cls.__name__
            while name in self.definitions:  # another class of that name
                name += "_"
            self._names[id(cls)] = name
            self.definitions[name] = {}  # for a class that refers to itself
            self.definitions[name] = self._class_schema(cls)
        return {"$ref": f"#/$defs/{name}"}

    def _class_schema(self, cls: type) -> Schema:
        kind = {"model": "record", "dataclass": "record", "namedtuple": "namedtuple"}.get(kind_of(cls), "")
        return self._of(kind, self._fields_schema(cls), **{"x-name": cls.__name__})

    def _fields_schema(self, cls: type) -> Schema:
        if kind_of(cls) == "model":
            made: Schema = getattr(cls, "model_json_schema")(ref_template="#/$defs/{model}")
            for key, definition in made.pop("$defs", {}).items():
                if not self.definitions.get(key):
                    self.definitions[key] = definition
            if set(made) == {"$ref"}:  # a model that refers to itself is among its own definitions
                return self.definitions[made["$ref"].rpartition("/")[2]]
            return made
        fields = fields_of(cls)
        made = {
            "type": "object",
            "properties": {field.name: _with(self.schema(field.annotation), field.description, field.default) for field in fields},
            "required": [field.name for field in fields if field.required],
            "additionalProperties": False,
        }
        doc = doc_of(cls)
        return {"description": doc, **made} if doc else made


def _values_schema(values: list[Any]) -> Schema:
    names = {str: "string", bool: "boolean", int: "integer", float: "number", types.NoneType: "null"}
    kinds = list(dict.fromkeys(names.get(type(value), "") for value in values))
    told = [value for value in values if _json(value)[0]]
    if not told:
        return {}
    made: Schema = {"enum": told} if len(told) > 1 else {"const": told[0]}
    if len(kinds) == 1 and kinds[0]:
        made = {"type": kinds[0], **made}
    return made


# --- strict ---


def strict_schema(schema: Schema) -> Schema | None:
    """The form that OpenAI's strict mode asks for: every property is required (one that wasn't may be null), nothing may be added, no
    defaults. None when the schema can't be put so: open mappings, values of any type."""
    try:
        return typing.cast(Schema, _strict(schema))
    except ValueError:
        return None


def _strict(node: Any) -> Any:
    if isinstance(node, list):
        return [_strict(item) for item in node]
    if not isinstance(node, dict):
        return node
    if not node:
        raise ValueError
    made = {key: value for key, value in node.items() if key not in ("default", "uniqueItems")}
    for key in ("items", "prefixItems", "anyOf"):
        if key in made:
            made[key] = _strict(made[key])
    if "$defs" in made:
        made["$defs"] = {name: _strict(definition) for name, definition in made["$defs"].items()}
    if "prefixItems" in made or (made.get("type") == "array" and "items" not in made):
        raise ValueError
    if made.get("type") == "object":
        if made.get("additionalProperties", True) is not False and ("properties" not in made or made.get("additionalProperties")):
            raise ValueError
        required = set(made.get("required", []))
        made["properties"] = {
            name: _strict(value) if name in required else _nullable(_strict(value)) for name, value in made["properties"].items()
        }
        made["required"] = list(made["properties"])
        made["additionalProperties"] = False
    return made


def _nullable(schema: Schema) -> Schema:
    kind = schema.get("type")
    if isinstance(kind, list):
        return schema if "null" in kind else {**schema, "type": [*kind, "null"]}
    if "anyOf" in schema:
        return schema if {"type": "null"} in schema["anyOf"] else {**schema, "anyOf": [*schema["anyOf"], {"type": "null"}]}
    if isinstance(kind, str) and "enum" not in schema and "const" not in schema:
        return {**schema, "type": [kind, "null"]}
    description = {"description": schema["description"]} if "description" in schema else {}
    return {"anyOf": [{key: value for key, value in schema.items() if key != "description"}, {"type": "null"}], **description}
