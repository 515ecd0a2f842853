"""`fermata.describe`: host functions as a model reads them: Python stub text, or tool definitions of OpenAI and Anthropic."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from typing import Any, Literal, overload

from fermata._errors import UsageError

from .classes import classes_in, kind_of
from .declared import declaration_of_tool
from .modules import HostModule, Modules, complete, host_modules, signatures_in, with_functions
from .signature import Signature
from .signatures import Functions, signature_of, signatures_of

Form = Literal["python", "openai", "anthropic", "json"]


@overload
def describe(
    functions: Functions = (),
    form: Literal["python"] = "python",
    *,
    types: Iterable[Any] = (),
    modules: Modules | None = None,
    strict: bool = False,
) -> str:
    ...


@overload
def describe(
    functions: Functions,
    form: Literal["openai", "anthropic", "json"],
    *,
    types: Iterable[Any] = (),
    modules: Modules | None = None,
    strict: bool = False,
) -> list[dict[str, Any]]:
    ...


def describe(
    functions: Functions = (),
    form: Form = "python",
    *,
    types: Iterable[Any] = (),
    modules: Modules | None = None,
    strict: bool = False,
) -> str | list[dict[str, Any]]:
    """Describes host functions for a model's prompt or tool list.

    Args:
        functions: As for Program: callables, names, stub texts, or a mapping of names to them.
        form: "python" gives stub text: the classes that the functions use, then the functions with their docstrings. "openai" gives
            `{"type": "function", "function": {…}}`, "anthropic" `{"name", "description", "input_schema"}`, "json"
            `{"name", "description", "parameters", "async"}`, one for each function.
        modules: As for Program: the stub text has a part for each, and other forms its functions: "crm.lookup" in "json", "crm__lookup" for
            OpenAI and Anthropic, whose names of tools have no dots.
        types: Classes, exception classes and HandleTypes to show in the stub text besides the classes that the functions use.
        strict: For OpenAI: put the schema in the form that strict mode asks for where it can be (optional parameters are required
            and may be null), and say `"strict": true` there.

    Returns:
        A str for "python", otherwise a list of dicts.

    Raises:
        UsageError: for another form, for wrong stub text, for anything but a function.
    """
    signatures = signatures_of(functions)
    told = modules_of(functions, signatures, modules)
    named = {signature.name for signature in signatures}
    for module in told:
        inner = [dataclasses.replace(each, name=f"{module.name}.{each.name}") for each in signatures_in(module)]
        signatures += [signature for signature in inner if signature.name not in named]
    if form == "python":
        from .module_stubs import render_modules
        from .stubs import render_stubs

        declared = [cls for signature in signatures for cls in signature.classes]
        of_modules = [cls for module in told for cls in module.classes.values()]
        return render_stubs(signatures, [*dict.fromkeys([*types, *of_modules, *declared])], render_modules(told))
    if form == "openai":
        return [_openai(signature, strict) for signature in _without_dots(signatures)]
    if form == "anthropic":
        return [_described(signature, "input_schema") for signature in _without_dots(signatures)]
    if form == "json":
        return [{**_described(signature, "parameters"), "async": signature.is_async} for signature in signatures]
    raise UsageError(f'the form must be "python", "openai", "anthropic" or "json", not {form!r}')


def _without_dots(signatures: list[Signature]) -> list[Signature]:
    # Those vendors' names of tools have none.
    found = [dataclasses.replace(signature, name=signature.name.replace(".", "__")) for signature in signatures]
    seen: set[str] = set()
    for signature in found:
        if signature.name in seen:
            raise UsageError(f"two functions are called {signature.name!r}, as dots are written '__' in this form")
        seen.add(signature.name)
    return found


def modules_of(functions: Functions, signatures: list[Signature], modules: Modules | None = None) -> list[HostModule]:
    """Those that are given, and those of functions with dotted names."""
    known = getattr(functions, "modules", None)  # (a Program's functions know theirs)
    given = host_modules(modules or {})
    if known is not None:
        return complete([*known, *given])
    return with_functions(given, {signature.name: signature for signature in signatures if "." in signature.name})


_MOST_SCHEMA = 64_000  # characters


def known_parameters(function: Callable[..., Any] | Signature, name: str) -> dict[str, Any] | None:
    """What a worker tells its store of a function's parameters: see schemas.arguments_schema(). None when they can't be told."""
    import json

    from .schemas import arguments_schema

    summary = declaration_of_tool(function).summary
    try:
        schema = arguments_schema(signature_of(function, name))
        if summary is not None:
            schema = {**(schema or {}), "x-summary": summary}
        fits = len(json.dumps(schema, allow_nan=False)) <= _MOST_SCHEMA
    except Exception:  # (of a class that can't say what it is as JSON: its worker works all the same)
        return None
    return schema if fits else None


def classes_of(functions: Functions) -> list[type]:
    """The classes in the functions' signatures that a program can have by their names: `types` of it."""
    annotations: list[Any] = []
    for signature in signatures_of(functions):
        annotations += [*(parameter.annotation for parameter in signature.parameters or []), signature.returns]
    return [cls for cls in classes_in(annotations) if kind_of(cls) in ("enum", "namedtuple", "model", "dataclass")]


def _openai(signature: Signature, strict: bool) -> dict[str, Any]:
    function = _described(signature, "parameters")
    if strict:
        from .schemas import strict_schema

        schema = strict_schema(function["parameters"])
        function["strict"] = schema is not None
        function["parameters"] = schema or function["parameters"]
    return {"type": "function", "function": function}


def _described(signature: Signature, parameters: str) -> dict[str, Any]:
    from .schemas import parameters_schema

    text = signature.description
    if signature.returns_description:
        text = f"{text}\n\nReturns: {signature.returns_description}".strip()
    return {"name": signature.name, "description": text, parameters: parameters_schema(signature)}
