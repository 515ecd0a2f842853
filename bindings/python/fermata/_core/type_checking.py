"""`check(…, check_types=True)`: a type checker of the host's reads a program over stubs of what the host gives it.

The program becomes a file that imports the host's functions, classes and inputs from a stub; what a session was fed before are files that
it imports, too. Lines and columns that the checker tells are brought back to the program's own.
"""

from __future__ import annotations

import ast
import os
import tempfile
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from fermata._describe import describe, render_module_file, type_text
from fermata._errors import Finding
from fermata._values import Types

from .granted import Granted
from .store_names import store_stub
from .type_checkers import CALL_RULES, Told, find, run

if TYPE_CHECKING:
    from .checking import Checker

_HOST = "_fermata_host"
_FEED = "_fermata_feed_"
_PROGRAM = "_fermata_program.py"


class _File(NamedTuple):
    """A program's text for a checker, and where its lines are there."""

    text: str
    names: list[str]  # that it binds
    added_at: int  # one line was added before this line,
    wrapped: bool  # or it was put into a function: two lines before it, and a column


def type_findings(
    code: str,
    name: str,
    checker: Checker | bool,
    functions: Granted,
    types: Types,
    inputs: Mapping[str, Any],
    before: Iterable[str] = (),
    of_store: Mapping[str, str] = {},
) -> list[Finding]:
    """Findings of kind "type", and "warning" for what the checker isn't sure of. `inputs` are names and their types; `before` are the texts
    that were fed earlier, `of_store` the stubs of what a store's runs find. Raises UsageError when no checker is installed, Error when it
    fails."""
    _, kind, _ = find(checker)
    plain = [each for each in functions.declared if "." not in each]
    given = [*plain, *functions.namespaces(), *types.classes, *types.exceptions, *types.handle_types, *of_store, *inputs]
    modules: list[tuple[str, _File]] = []
    known = {given_name: _HOST for given_name in given}
    for i, text in enumerate(before):
        if (file := _file(text, known, kind.wraps, kind.rebinds)) is not None:
            if file.wrapped:  # what a function binds nobody can import
                file = file._replace(text="".join(["from typing import Any\n", *(f"{bound}: Any\n" for bound in file.names)]))
            modules.append((f"{_FEED}{i}", file))
            known |= {bound: f"{_FEED}{i}" for bound in file.names}
    program = _file(code, known, kind.wraps, kind.rebinds)
    if program is None:
        return []
    with tempfile.TemporaryDirectory(prefix="fermata-check-") as folder:
        _write(folder, f"{_HOST}.pyi", _stub(functions, types, inputs) + (store_stub(of_store) if of_store else ""))
        for each in functions.modules:
            is_package = any(other.name.startswith(f"{each.name}.") for other in functions.modules)
            place = each.name.replace(".", "/") + ("/__init__.pyi" if is_package else ".pyi")
            _write(folder, place, render_module_file(each, functions.modules, _HOST))
        for module, file in modules:
            _write(folder, f"{module}.py", file.text)
        _write(folder, _PROGRAM, program.text)
        told = run(checker, folder, _PROGRAM)
    lines = code.split("\n")
    found = [_finding(one, program, lines, name) for one in told if os.path.basename(one.file) == _PROGRAM]
    return [finding for finding in found if finding is not None]


def names_bound(code: str) -> list[str]:
    """The names that a text binds as globals; none if this Python can't parse it."""
    try:
        return list(dict.fromkeys(_bound(ast.parse(code))))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []


def without_repeated(findings: list[Finding], of_types: list[Finding]) -> list[Finding]:
    """Without those of a checker's that say what another finding has said."""
    places = {(finding.line, finding.column) for finding in findings}
    calls = {finding.line for finding in findings if finding.kind == "arguments"}
    rules = tuple(f"[{rule}]" for rule in CALL_RULES)
    return [
        finding
        for finding in of_types
        if (finding.line, finding.column) not in places and not (finding.line in calls and finding.message.endswith(rules))
    ]


def _write(folder: str, name: str, text: str) -> None:
    os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
    with open(os.path.join(folder, name), "w", encoding="utf-8", errors="replace", newline="") as file:
        file.write(text)


def _stub(functions: Granted, types: Types, inputs: Mapping[str, Any]) -> str:
    classes: list[Any] = [*types.classes.values(), *types.exceptions.values(), *types.handle_types.values()]
    text = describe({name: function for name, function in functions.declared.items() if "." not in name}, types=classes)
    spaces = "".join(f"import {name} as {name}\n" for name in functions.namespaces())
    names = "".join(f"{each}: {_type(annotation)}\n" for each, annotation in inputs.items())
    return f"import datetime\nfrom typing import Any\n{spaces}{text}\n{names}"


def _type(annotation: Any) -> str:
    text = "Any" if annotation is None else type_text(annotation)
    try:
        ast.parse(text, mode="eval")
    except (SyntaxError, ValueError):
        return "Any"
    return text


def _file(code: str, known: Mapping[str, str], wraps: bool, rebinds: bool) -> _File | None:
    """None: this Python can't parse it."""
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    names = list(dict.fromkeys(_bound(tree)))
    wanted: dict[str, list[str]] = {}
    for given, module in known.items():
        if rebinds or given not in names:
            wanted.setdefault(module, []).append(given)
    imports = "; ".join(f"from {module} import {', '.join(given)}" for module, given in wanted.items())
    lines = code.split("\n")
    future = [node for node in tree.body if isinstance(node, ast.ImportFrom) and node.module == "__future__"]
    if wraps and _needs_function(tree):
        for node in future:
            for number in range(node.lineno, (node.end_lineno or node.lineno) + 1):
                lines[number - 1] = "pass"
        text = "\n".join(" " + line for line in [*lines, "pass"])
        return _File(f"{imports}\nasync def _fermata_main():\n{text}\n", names, 0, True)
    at = max((node.end_lineno or node.lineno for node in future), default=0)
    return _File("\n".join([*lines[:at], imports, *lines[at:]]), names, at + 1, False)


def _needs_function(tree: ast.Module) -> bool:
    """There is an await or a return outside functions."""
    waiting: list[ast.AST] = list(tree.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, (ast.Await, ast.AsyncFor, ast.AsyncWith, ast.Return)) or isinstance(node, ast.comprehension) and node.is_async:
            return True
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
            waiting.extend(ast.iter_child_nodes(node))
    return False


def _bound(tree: ast.Module) -> Iterable[str]:
    """The names that a text binds outside functions and classes, or with `global`."""
    waiting: list[ast.AST] = list(reversed(tree.body))
    while waiting:
        node = waiting.pop()
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield node.name
            yield from (each for inner in ast.walk(node) if isinstance(inner, ast.Global) for each in inner.names)
            continue
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            if getattr(node, "module", None) != "__future__":
                yield from (each.asname or each.name.partition(".")[0] for each in node.names if each.name != "*")
        elif isinstance(node, ast.ExceptHandler) and node.name:
            yield node.name
        elif isinstance(node, (ast.MatchAs, ast.MatchStar)) and node.name:
            yield node.name
        elif isinstance(node, ast.MatchMapping) and node.rest:
            yield node.rest
        if not isinstance(node, (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
            waiting.extend(reversed(list(ast.iter_child_nodes(node))))


def _finding(told: Told, file: _File, lines: list[str], name: str) -> Finding | None:
    def place(line: int, column: int) -> tuple[int, int]:
        if file.wrapped:
            return line - 2, max(1, column - 1)
        return (line - 1 if line > file.added_at else line), column

    if not file.wrapped and told.line == file.added_at:
        return None
    (line, column), (end_line, end_column) = place(told.line, told.column), place(told.end_line, told.end_column)
    if not 1 <= line <= len(lines):
        return None
    end_line = min(max(end_line, line), len(lines))
    source = lines[line - 1]
    indent = len(source) - len(source.lstrip())
    until = end_column if end_line == line else len(source.rstrip()) + 1
    marks = " " * max(0, column - 1 - indent) + "^" * max(1, until - column)
    message = f"{told.message}  [{told.rule}]"
    text = f'  File "{name}", line {line}\n    {source.strip()}\n    {marks}\n{message}\n'
    return Finding("type" if told.is_error else "warning", "", message, line, column, end_line, end_column, text)
