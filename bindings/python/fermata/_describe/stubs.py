"""Writes signatures and classes as Python stub text, as a model's prompt (or a type checker) takes it. `describing.py` calls this."""

from __future__ import annotations

import re
import typing
from collections.abc import Mapping
from typing import Any

from .classes import (
    ClassField, base_of_enum, bases_among, bases_first, classes_in, doc_of, fields_of, hints_of, kind_of, needs_keywords, own_constructor,
)  # fmt: skip
from .docstrings import parse_docstring
from .signature import KEYWORD_ONLY, MISSING, POSITIONAL_ONLY, VAR_KEYWORD, VAR_POSITIONAL, Parameter, Signature
from .signatures import from_callable
from .source_text import type_text, value_text

WIDTH = 100
_IMPORTS = (
    (r"\b(Any|Literal|TypedDict|NamedTuple|NotRequired|Callable)\b", "typing"),
    (r"\b(Enum|IntEnum|StrEnum|Flag|IntFlag)\b", "enum"),
    (r"(?:@|= )(dataclass|field)\b", "dataclasses"),
    (r"\b(Decimal)\b", "decimal"),
    (r"\b(UUID)\b", "uuid"),
)


def render_stubs(signatures: list[Signature], classes: list[Any], rest: str = "") -> str:
    """The whole text: imports that it needs, classes (those given and those that the functions refer to; HandleTypes, too), the functions
    that aren't in a module, and the `rest`."""
    handles = [given for given in classes if not isinstance(given, type)]
    errors = [given for given in classes if isinstance(given, type) and issubclass(given, BaseException)]
    annotations: list[Any] = [given for given in classes if isinstance(given, type) and given not in errors]
    for signature in signatures:
        annotations.extend(parameter.annotation for parameter in signature.parameters or [])
        annotations.append(signature.returns)
    known = {cls.__name__: cls for cls in classes_in(annotations)}
    blocks = [render_class(cls, known) for cls in bases_first(known)]
    blocks.extend(render_error(cls) for cls in errors)
    blocks.extend(render_handle_type(handle) for handle in handles)
    blocks.extend(render_function(signature) for signature in signatures if "." not in signature.name)
    body = "\n\n\n".join([*blocks, rest] if rest else blocks)
    head = imports_of(body)
    return "\n\n".join(part for part in (head, body) if part) + "\n" if body else ""


def imports_of(body: str) -> str:
    """The import statements that stub text needs."""
    code = re.sub(r'""".*?"""', "", body, flags=re.DOTALL)
    lines = ["import datetime"] if "datetime." in code else []
    for pattern, module in _IMPORTS:
        names = sorted(set(re.findall(pattern, code)))
        if names:
            lines.append(f"from {module} import {', '.join(names)}")
    return "\n".join(sorted(lines, key=lambda line: line.split()[1])) + "\n" if lines else ""


# --- functions ---


def render_function(signature: Signature) -> str:
    head = ("async def " if signature.is_async else "def ") + signature.name
    returns = "" if signature.returns is MISSING else f" -> {type_text(signature.returns)}"
    parameters = _parameter_texts(signature)
    line = f"{head}({', '.join(parameters)}){returns}:"
    if len(line) > WIDTH and parameters:
        line = f"{head}(\n" + "".join(f"    {text},\n" for text in parameters) + f"){returns}:"
    doc = _full_doc(signature)
    if not doc:
        return line + " ..."
    return line + "\n" + docstring(doc, "    ") + "\n    ..."


def _parameter_texts(signature: Signature) -> list[str]:
    if signature.parameters is None:
        return ["*args", "**kwargs"]
    texts: list[str] = []
    open_positional = star = False
    for parameter in signature.parameters:
        if open_positional and parameter.kind is not POSITIONAL_ONLY:
            texts.append("/")
        open_positional = parameter.kind is POSITIONAL_ONLY
        if parameter.kind is KEYWORD_ONLY and not star:
            texts.append("*")
        star = star or parameter.kind in (VAR_POSITIONAL, KEYWORD_ONLY)
        texts.append(_parameter_text(parameter))
    return [*texts, "/"] if open_positional else texts


def _parameter_text(parameter: Parameter) -> str:
    stars = "*" if parameter.kind is VAR_POSITIONAL else "**" if parameter.kind is VAR_KEYWORD else ""
    text = stars + parameter.name
    typed = parameter.annotation is not MISSING
    if typed:
        text += f": {type_text(parameter.annotation)}"
    if parameter.default is not MISSING:
        text += (" = " if typed else "=") + value_text(parameter.default)
    return text


def _full_doc(signature: Signature) -> str:
    """The docstring as written; texts of parameters that it lacks (those of Annotated) are added in the way of Google."""
    told = parse_docstring(signature.doc).parameters
    rest = [p for p in signature.parameters or [] if p.description and p.name not in told]
    if not rest:
        return signature.doc
    lines = ["Args:", *(f"    {p.name}: {p.description}" for p in rest)]
    return "\n".join([signature.doc, "", *lines] if signature.doc else lines)


def docstring(text: str, indent: str) -> str:
    """A docstring literal. The text can't end it: quotes and backslashes are escaped where they would."""
    text = re.sub(r'"(?="")|"\Z', r'\\"', text.replace("\\", "\\\\"))
    lines = text.split("\n")
    if len(lines) == 1:
        return f'{indent}"""{text}"""'
    return "\n".join(((indent + line) if line else "") for line in ['"""' + lines[0], *lines[1:], '"""'])


# --- classes ---


def render_class(cls: type, known: Mapping[str, type]) -> str:
    """With those of its bases that are `known`, whose fields it repeats."""
    kind = kind_of(cls)
    doc = doc_of(cls)
    lines = [docstring(doc, "    ")] if doc else []
    if kind == "enum":
        return _render_enum(cls, lines)
    fields = fields_of(cls)
    mixed = len({field.kw_only for field in fields}) > 1
    for field in fields:
        typed = type_text(field.annotation)
        if kind == "typeddict":
            typed = typed if field.required else f"NotRequired[{typed}]"
        default = _default_text(field, kind, mixed)
        note = f"  # {' '.join(field.description.split())}" if field.description and field.description not in doc else ""
        lines.append(f"    {field.name}: {typed}{default}{note}")
    bases = f"({', '.join(above)})" if (above := bases_among(cls, known)) else ""
    head = {
        "typeddict": f"class {cls.__name__}(TypedDict):",
        "namedtuple": f"class {cls.__name__}(NamedTuple):",
        "model": f"@dataclass(kw_only=True)\nclass {cls.__name__}{bases}:",
    }.get(kind, f"@dataclass{_dataclass_options(cls)}\nclass {cls.__name__}{bases}:")
    return "\n".join([head, *(lines or ["    pass"])])


def _default_text(field: ClassField, kind: str, mixed: bool) -> str:
    """Dataclasses take no mutable defaults; which field is keyword-only is said where not all are."""
    default, text = field.default, "" if field.default is MISSING else value_text(field.default)
    options = ["kw_only=True"] if mixed and field.kw_only else []
    if kind in ("dataclass", "model") and type(default) in (list, dict, set):
        options.insert(0, f"default_factory={f'lambda: {text}' if default else type(default).__name__}")
    elif options and text:
        options.insert(0, f"default={text}")
    return f" = field({', '.join(options)})" if options else f" = {text}" if text else ""


def _dataclass_options(cls: type) -> str:
    parameters = getattr(cls, "__dataclass_params__", None)
    fields = getattr(cls, "__dataclass_fields__", {}).values()
    options = [f"{name}=True" for name in ("frozen", "order", "unsafe_hash") if getattr(parameters, name, False)]
    if not getattr(parameters, "eq", True):
        options.append("eq=False")
    if fields and all(field.kw_only for field in fields):
        options.append("kw_only=True")
    return f"({', '.join(options)})" if options else ""


def _render_enum(cls: type, lines: list[str]) -> str:
    base = base_of_enum(cls)
    if not base.endswith(("Enum", "Flag")):
        base = f"{base}, Enum" if base else "Enum"
    for name, member in getattr(cls, "__members__").items():
        lines.append(f"    {name} = {value_text(member.value)}")
    return "\n".join([f"class {cls.__name__}({base}):", *(lines or ["    pass"])])


def render_handle_type(handle: Any) -> str:
    """A fermata.HandleType as a class: what may be used of its objects."""
    doc = doc_of(handle.cls) if handle.cls else ""
    hints = getattr(handle.cls, "__annotations__", {})
    lines = [f"class {handle.name}:", *([docstring(doc, "    ")] if doc else [])]
    lines += [f"    {name}: {type_text(hints.get(name, typing.Any))}" for name in handle.attributes]
    lines += [_method_text(handle, name) for name in handle.methods]
    return "\n".join(lines if len(lines) > 1 else [*lines, "    pass"])


def _method_text(handle: Any, name: str) -> str:
    method = getattr(handle.cls, name, None)
    if method is None:
        return f"    {'async ' * (name in handle.asynchronous)}def {name}(self, *args, **kwargs): ..."
    text = render_function(from_callable(method, name))
    return "\n".join("    " + line if line else "" for line in text.split("\n"))


def render_error(cls: type[BaseException]) -> str:
    """An exception class: what a program has of one are its name, its classes above, its args and its public attributes. It makes one of
    its arguments alone; a constructor of the class's own is the host's, and is shown as it says what an exception holds."""
    doc = doc_of(cls)
    lines = [docstring(doc, "    ")] if doc else []
    lines += [f"    {name}: {type_text(hint)}" for name, hint in hints_of(cls).items() if not name.startswith("_")]
    if constructor := own_constructor(cls):
        note = "  # raised by the host alone: a program's takes no keyword arguments" if needs_keywords(constructor) else ""
        lines.append("    " + render_function(constructor) + note)
    head = f"class {cls.__name__}({', '.join(base.__name__ for base in cls.__bases__)}):"
    return "\n".join([head, *(lines or ["    pass"])])


# --- types and values ---
