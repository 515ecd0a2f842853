"""Calls of host functions, before the function: do the arguments fit its signature, and do they have its types?

`check_call` is for a call that happens (its errors are those that CPython would raise), `argument_findings` for the text of a program that
has not run yet.
"""

from __future__ import annotations

import ast
import functools
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from fermata._describe import (
    KEYWORD_ONLY, POSITIONAL_ONLY, POSITIONAL_OR_KEYWORD, VAR_KEYWORD, VAR_POSITIONAL, Parameter, Signature, from_callable,
)  # fmt: skip
from fermata._errors import Finding

from .conversion import Conversion


def binding_problem(
    signature: Signature, positional: int, keywords: Sequence[str], *, more_positional: bool = False, more_keywords: bool = False
) -> str | None:
    """What CPython's TypeError would say about a call with that many positional arguments and these keywords; None when it binds.
    `more_positional` and `more_keywords` say that there may be others (`*a`, `**k`): then only what is wrong in any case is reported."""
    if signature.parameters is None:
        return None
    name = signature.name
    slots = [p for p in signature.parameters if p.kind in (POSITIONAL_ONLY, POSITIONAL_OR_KEYWORD)]
    only = [p for p in signature.parameters if p.kind is KEYWORD_ONLY]
    kinds = {p.kind for p in signature.parameters}
    by_keyword = {p.name for p in slots if p.kind is POSITIONAL_OR_KEYWORD} | {p.name for p in only}
    filled = {p.name for p in slots[:positional]}
    for keyword in keywords:
        if keyword in by_keyword:
            if keyword in filled:
                return f"{name}() got multiple values for argument {keyword!r}"
            filled.add(keyword)
        elif VAR_KEYWORD not in kinds:
            hidden = [p.name for p in slots if p.kind is POSITIONAL_ONLY and p.name in keywords]
            if hidden:
                return f"{name}() got some positional-only arguments passed as keyword arguments: '{', '.join(hidden)}'"
            return f"{name}() got an unexpected keyword argument {keyword!r}"
    if positional > len(slots) and VAR_POSITIONAL not in kinds:
        return _too_many(name, slots, positional, sum(1 for p in only if p.name in filled))
    if more_positional or more_keywords:
        only = [] if more_keywords else only
        slots = []
    missing = [p.name for p in slots if p.required and p.name not in filled]
    if missing:
        return _lacks(name, missing, "positional")
    missing = [p.name for p in only if p.required and p.name not in filled]
    return _lacks(name, missing, "keyword-only") if missing else None


def _too_many(name: str, slots: list[Parameter], given: int, keyword_only: int) -> str:
    least = sum(1 for p in slots if p.required)
    takes = f"from {least} to {len(slots)}" if least < len(slots) else str(len(slots))
    plural = "s" if least < len(slots) or len(slots) != 1 else ""
    beside = ""
    if keyword_only:
        beside = (
            f" positional argument{'s' if given != 1 else ''} (and {keyword_only} keyword-only argument{'s' if keyword_only != 1 else ''})"
        )
    verb = "was" if given == 1 and not keyword_only else "were"
    return f"{name}() takes {takes} positional argument{plural} but {given}{beside} {verb} given"


def _lacks(name: str, missing: list[str], kind: str) -> str:
    quoted = [repr(item) for item in missing]
    if len(quoted) <= 2:
        listed = " and ".join(quoted)
    else:
        listed = ", ".join(quoted[:-1]) + f", and {quoted[-1]}"
    return f"{name}() missing {len(missing)} required {kind} argument{'s' if len(missing) != 1 else ''}: {listed}"


def check_call(
    signature: Signature, args: Sequence[Any], kwargs: Mapping[str, Any], *, check_types: bool = False
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The arguments to call with. Raises TypeError when they don't bind, with CPython's message.

    With `check_types` each argument must be of its parameter's type, as far as the annotation is a simple one: str, int, bool, float
    (which takes an int), Decimal (the same), bytes, None, Any, list, dict, tuple, set, Sequence, Mapping and the like, unions, Literal,
    enums (which take a member's value), dataclasses, named tuples and pydantic models (which take a mapping or a record with their fields),
    dates, times, Decimal and UUID (which take their text, as JSON has them). So must be the fields of instances. TypeError or ValueError
    says what isn't.
    """
    problem = binding_problem(signature, len(args), list(kwargs))
    if problem is not None:
        raise TypeError(problem)
    if not check_types or signature.parameters is None:
        return tuple(args), dict(kwargs)
    slots = [p for p in signature.parameters if p.kind in (POSITIONAL_ONLY, POSITIONAL_OR_KEYWORD)]
    rest = next((p for p in signature.parameters if p.kind is VAR_POSITIONAL), None)
    extra = next((p for p in signature.parameters if p.kind is VAR_KEYWORD), None)
    by_name = {p.name: p for p in signature.parameters if p.kind in (POSITIONAL_OR_KEYWORD, KEYWORD_ONLY)}
    look = functools.partial(_checked, Conversion(), signature)
    made = [look(slots[i] if i < len(slots) else rest, value) for i, value in enumerate(args)]
    return tuple(made), {name: look(by_name.get(name, extra), value) for name, value in kwargs.items()}


def checked(function: Callable[..., Any], name: str) -> Callable[..., Any]:
    """The function with check_call(check_types=True) before each call: what doesn't fit raises TypeError or ValueError at the call."""
    signature = from_callable(function, name)
    if signature.is_async:

        @functools.wraps(function)
        async def checked_async(*args: Any, **kwargs: Any) -> Any:
            args, kwargs = check_call(signature, args, kwargs, check_types=True)
            return await function(*args, **kwargs)

        return checked_async

    @functools.wraps(function)
    def checked_call(*args: Any, **kwargs: Any) -> Any:
        args, kwargs = check_call(signature, args, kwargs, check_types=True)
        return function(*args, **kwargs)

    return checked_call


def _checked(conversion: Conversion, signature: Signature, parameter: Parameter | None, value: Any) -> Any:
    if parameter is None or (value is None and parameter.default is None):
        return value
    return conversion.convert(value, parameter.annotation, f"{signature.name}() argument {parameter.name!r}")


# --- a program's text ---


def parsed(code: str) -> ast.Module | None:
    """None for text that this Python can't parse: it may be of a later version, or wrong, which the compiler reports."""
    try:
        return ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def argument_findings(code: str, signatures: Iterable[Signature], name: str = "program.py", errors: Iterable[type] = ()) -> list[Finding]:
    """Findings of kind "arguments": the direct calls of host functions in a program whose arguments can't bind, and those of the host's
    exception classes, `errors`, that have keywords, which a program's exceptions don't take. A name that the program binds anywhere isn't
    looked at, nor is text that can't be parsed."""
    known = {signature.name: signature for signature in signatures if signature.parameters is not None}
    error_names = {cls.__name__ for cls in errors}
    if not known and not error_names:
        return []
    tree = parsed(code)
    if tree is None:
        return []
    lines = code.splitlines()
    bound: set[str] = set()
    calls: list[ast.Call] = []
    for node in ast.walk(tree):
        bound.update(names_bound(node))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and (node.func.id in known or node.func.id in error_names):
            calls.append(node)
    found = []
    for call in sorted(calls, key=lambda node: (node.lineno, node.col_offset)):
        function = typing.cast(ast.Name, call.func).id
        message = None
        if function in bound:
            continue
        if function in known:
            message = unbindable(known[function], call)
        elif call.keywords:
            message = (
                f"{function}() takes no keyword arguments: its constructor is the host's, a program gives an exception its arguments alone"
            )
        if message is not None:
            found.append(finding_at(call, message, lines, name))
    return found


def finding_at(
    node: ast.expr | ast.stmt, message: str, lines: list[str], file: str, kind: str = "arguments", type: str = "TypeError"
) -> Finding:
    """A finding of a program's text, at that part of it."""
    line, end_line = node.lineno, node.end_lineno or node.lineno
    column, end_column = _column(lines, line, node.col_offset), _column(lines, end_line, node.end_col_offset or 0)
    source = lines[line - 1] if line <= len(lines) else ""
    shown = source.strip()
    indent = len(source) - len(source.lstrip())
    until = end_column if end_line == line else len(source.rstrip()) + 1
    marks = " " * (column - 1 - indent) + "^" * max(1, until - column)
    text = f'  File "{file}", line {line}\n    {shown}\n    {marks}\n{type}: {message}\n'
    return Finding(kind, type, message, line, column, end_line, end_column, text)


def unbindable(signature: Signature, call: ast.Call) -> str | None:
    """Why the arguments of a call in a program's text can't bind, or None."""
    plain = [argument for argument in call.args if not isinstance(argument, ast.Starred)]
    keywords = [keyword.arg for keyword in call.keywords if keyword.arg is not None]
    starred, unpacked = len(plain) < len(call.args), len(keywords) < len(call.keywords)
    return binding_problem(signature, len(plain), keywords, more_positional=starred, more_keywords=unpacked)


def names_bound(node: ast.AST) -> list[str]:
    """What a node of a syntax tree binds itself."""
    if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
        return [node.id]
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return [node.name]
    if isinstance(node, ast.arg):
        return [node.arg]
    if isinstance(node, ast.alias):
        return [(node.asname or node.name).split(".")[0]]
    names = [getattr(node, field, None) for field in ("name", "rest")] if isinstance(node, (ast.ExceptHandler, ast.pattern)) else []
    return [name for name in names if isinstance(name, str)]


def _column(lines: list[str], line: int, offset: int) -> int:
    """From ast's bytes of UTF-8 to characters, from 1."""
    text = lines[line - 1] if line <= len(lines) else ""
    return len(text.encode("utf-8", "surrogatepass")[:offset].decode("utf-8", "ignore")) + 1
