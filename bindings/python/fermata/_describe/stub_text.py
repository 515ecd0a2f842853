"""Reads stub text: `def` lines, classes and annotations that are only text.

Nothing is executed: annotations are looked up name by name in a fixed table (builtin types, typing, datetime, …), and classes of the stub
text are made again with the same fields. A name that isn't known becomes a stand-in that only has its name. `signatures.py` calls this.
"""

from __future__ import annotations

import ast
import collections.abc
import copy
import dataclasses
import datetime
import decimal
import enum
import functools
import typing
import uuid
from collections.abc import Mapping
from typing import Any

from fermata._errors import UsageError

from .signature import (
    KEYWORD_ONLY, MISSING, POSITIONAL_ONLY, POSITIONAL_OR_KEYWORD, VAR_KEYWORD, VAR_POSITIONAL, Kind, Parameter, Signature, SourceText,
    Unresolved, split_description,
)  # fmt: skip

_BUILTINS: dict[str, Any] = {
    t.__name__: t for t in (int, float, str, bool, bytes, bytearray, list, dict, tuple, set, frozenset, complex, object, type, range)
}
_TYPING = (
    "Any", "Optional", "Union", "Literal", "List", "Dict", "Tuple", "Set", "FrozenSet", "Sequence", "Mapping", "MutableMapping",
    "Iterable", "Iterator", "Collection", "Callable", "Awaitable", "Annotated", "Final", "ClassVar", "Type", "Required", "NotRequired",
    "Never", "NoReturn",
)  # fmt: skip
_MODULES: dict[str, Any] = {
    "typing": typing, "t": typing, "datetime": datetime, "dt": datetime, "decimal": decimal, "uuid": uuid, "enum": enum,
    "collections.abc": collections.abc, "abc": collections.abc,
}  # fmt: skip
_KNOWN: dict[str, Any] = {
    **_BUILTINS,
    **{name: getattr(typing, name) for name in _TYPING},
    "None": None,
    "datetime": datetime.datetime,
    "date": datetime.date,
    "time": datetime.time,
    "timedelta": datetime.timedelta,
    "Decimal": decimal.Decimal,
    "UUID": uuid.UUID,
}


def read_stubs(text: str) -> list[Signature]:
    """Signatures of the functions that a stub text defines, in its order. Raises UsageError for text that isn't Python, and for
    statements other than def, async def, class, import and assignment."""
    try:
        tree = ast.parse(_complete(text))
    except SyntaxError as error:
        raise UsageError(f"stub text: line {error.lineno}: {error.msg}") from None
    names = dict(_KNOWN)
    classes: list[type] = []
    found: list[Signature] = []
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            made = _make_class(node, names)
            names[node.name] = made
            classes.append(made)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            found.append(_signature(node, names, classes))
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            _alias(node, names)
        elif not isinstance(node, (ast.Import, ast.ImportFrom, ast.Pass)) and not (
            isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        ):
            raise UsageError(f"stub text: line {node.lineno}: only def, class, import and type aliases are allowed here")
    if not found:
        raise UsageError("stub text: there is no def in it")
    return found


def resolve_annotation(text: str, names: Mapping[str, Any]) -> Any:
    """The type that an annotation's text names, with `names` before the known ones."""
    try:
        node = ast.parse(text, mode="eval").body
    except SyntaxError:
        return _unresolved(text)
    return _resolve(node, {**_KNOWN, **{name: value for name, value in names.items() if name.isidentifier()}})


def _complete(text: str) -> str:
    """`def f(a)` may leave its body, and its colon, out."""
    lines = text.strip().splitlines()
    if len(lines) == 1 and lines[0].startswith(("def ", "async def ")):
        for ending in ("", " ...", ": ..."):
            try:
                ast.parse(lines[0] + ending)
                return lines[0] + ending
            except SyntaxError:
                continue
    return text


# --- functions ---


def _signature(node: ast.FunctionDef | ast.AsyncFunctionDef, names: Mapping[str, Any], classes: list[type]) -> Signature:
    a = node.args
    parameters: list[Parameter] = []
    positional = [*a.posonlyargs, *a.args]
    defaults: list[ast.expr | None] = [None] * (len(positional) - len(a.defaults)) + list(a.defaults)
    for argument, default in zip(positional, defaults):
        kind = POSITIONAL_ONLY if argument in a.posonlyargs else POSITIONAL_OR_KEYWORD
        parameters.append(_parameter(argument, kind, default, names))
    if a.vararg:
        parameters.append(_parameter(a.vararg, VAR_POSITIONAL, None, names))
    parameters.extend(_parameter(argument, KEYWORD_ONLY, default, names) for argument, default in zip(a.kwonlyargs, a.kw_defaults))
    if a.kwarg:
        parameters.append(_parameter(a.kwarg, VAR_KEYWORD, None, names))
    returns = MISSING if node.returns is None else _resolve(node.returns, names)
    signature = Signature(node.name, parameters, is_async=isinstance(node, ast.AsyncFunctionDef), classes=list(classes))
    signature.returns, told = split_description(returns)
    signature.set_doc(ast.get_docstring(node))
    signature.returns_description = signature.returns_description or told
    return signature


def _parameter(argument: ast.arg, kind: Kind, default: ast.expr | None, names: Mapping[str, Any]) -> Parameter:
    annotation, description = split_description(MISSING if argument.annotation is None else _resolve(argument.annotation, names))
    return Parameter(argument.arg, kind, annotation, MISSING if default is None else _value(default), description)


def _value(node: ast.expr) -> Any:
    """A default: its value when it is a literal, else its text."""
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return SourceText(ast.unparse(node))


# --- annotations ---


def _resolve(node: ast.expr, names: Mapping[str, Any]) -> Any:
    try:
        return _resolved(node, names)
    except (TypeError, ValueError, RecursionError):  # what typing doesn't take, like Optional[int, str]
        return _unresolved(ast.unparse(node))


def _resolved(node: ast.expr, names: Mapping[str, Any]) -> Any:
    if isinstance(node, ast.Constant):
        if node.value is None:
            return None
        if isinstance(node.value, str):
            return _resolved(ast.parse(node.value, mode="eval").body, names)
        return _unresolved(ast.unparse(node))
    if isinstance(node, ast.Name):
        return names[node.id] if node.id in names and _is_type(names[node.id]) else _unresolved(node.id)
    if isinstance(node, ast.Attribute):
        path = ast.unparse(node.value)
        module = _MODULES.get(path)
        value = getattr(module, node.attr, None) if module is not None else None
        return value if value is not None else _unresolved(node.attr)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return typing.Union[_resolved(node.left, names), _resolved(node.right, names)]
    if isinstance(node, ast.Subscript):
        return _subscript(node, names)
    return _unresolved(ast.unparse(node))


def _subscript(node: ast.Subscript, names: Mapping[str, Any]) -> Any:
    base: Any = _resolved(node.value, names)
    items = list(node.slice.elts) if isinstance(node.slice, ast.Tuple) else [node.slice]
    if base is typing.Literal:
        return typing.Literal[tuple(ast.literal_eval(item) for item in items)]
    if base is typing.Annotated:
        return typing.Annotated[tuple([_resolved(items[0], names), *(_value(item) for item in items[1:])])]
    if isinstance(base, type) and issubclass(base, Unresolved):
        return base
    arguments = [
        ... if isinstance(item, ast.Constant) and item.value is ... else
        [_resolved(e, names) for e in item.elts] if isinstance(item, ast.List) else
        _resolved(item, names)
        for item in items
    ]  # fmt: skip
    generic: Any = base
    return generic[tuple(arguments) if len(arguments) != 1 else arguments[0]]


def _is_type(value: Any) -> bool:
    return (
        value is None
        or isinstance(value, type)
        or hasattr(value, "__origin__")
        or getattr(type(value), "__module__", "") in ("typing", "types")
    )


def _unresolved(name: str) -> type:
    return type(name, (Unresolved,), {})


def _alias(node: ast.Assign | ast.AnnAssign, names: dict[str, Any]) -> None:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    for target in targets:
        if isinstance(target, ast.Name) and node.value is not None:
            names[target.id] = _resolve(node.value, names)


# --- classes ---


def _make_class(node: ast.ClassDef, names: Mapping[str, Any]) -> type:
    """A class like the one of the text: an enum, a TypedDict, a named tuple, or else a dataclass with its annotated fields."""
    bases = {ast.unparse(base).rpartition(".")[2] for base in node.bases}
    fields: list[tuple[str, Any, Any]] = []
    members: dict[str, Any] = {}
    for statement in node.body:
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            annotation = _resolve(statement.annotation, {**names, node.name: _unresolved(node.name)})
            fields.append((statement.target.id, annotation, MISSING if statement.value is None else _value(statement.value)))
        elif isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            members[statement.targets[0].id] = _value(statement.value)
    # Through Any: mypy takes the functional forms with literals only.
    make_enum: Any = enum.Enum
    make_typed_dict: Any = typing.TypedDict
    make_named_tuple: Any = typing.NamedTuple
    made: Any
    if bases & {"Enum", "StrEnum", "IntEnum", "Flag", "IntFlag"}:
        made = make_enum(node.name, members)
    elif "TypedDict" in bases:
        total = not any(k.arg == "total" and isinstance(k.value, ast.Constant) and k.value.value is False for k in node.keywords)
        made = make_typed_dict(node.name, {name: annotation for name, annotation, _ in fields}, total=total)
    elif "NamedTuple" in bases:
        made = make_named_tuple(node.name, [(name, annotation) for name, annotation, _ in fields])
        made._field_defaults.update({name: default for name, _, default in fields if default is not MISSING})
    else:
        made = dataclasses.make_dataclass(
            node.name,
            [
                (
                    (name, annotation)
                    if default is MISSING
                    else (name, annotation, dataclasses.field(default_factory=functools.partial(copy.copy, default)))
                )
                for name, annotation, default in fields
            ],
            kw_only=True,
        )
    made.__doc__ = ast.get_docstring(node)
    return typing.cast(type, made)
