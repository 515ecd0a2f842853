"""What a program's text does with host modules: names that they don't have, and calls whose arguments can't bind."""

from __future__ import annotations

import ast
import re
from collections.abc import Container, Iterator
from typing import NamedTuple

from fermata._describe import HostModule, Signature, signatures_in
from fermata._errors import Finding

from .arguments import finding_at, names_bound, parsed, unbindable

_NO_MODULE = re.compile(r"No module named '([^']*)'")


def is_given(finding: Finding, modules: Container[str], packages: Container[str]) -> bool:
    """Whether a finding misses one of the modules, or what is in one of the packages."""
    told = _NO_MODULE.match(finding.message) if finding.kind == "unknown-import" else None
    return told is not None and (told[1] in modules or told[1].partition(".")[0] in packages)


def module_findings(code: str, modules: list[HostModule], name: str = "program.py") -> list[Finding]:
    """Findings of kinds "unknown-name", "unknown-import" and "arguments". A name that the program binds otherwise than by importing isn't
    looked at, nor what stands in a `try` that catches something. Nothing is found in text that this Python can't parse."""
    if not modules:
        return []
    tree = parsed(code)
    if tree is None:
        return []
    lines = code.splitlines()
    return [
        finding_at(problem.node, problem.message, lines, name, problem.kind, problem.type)
        for problem in sorted(_Uses(tree, modules).problems(), key=lambda problem: (problem.node.lineno, problem.node.col_offset))
    ]


class _Problem(NamedTuple):
    node: ast.expr | ast.stmt
    kind: str
    type: str
    message: str


class _Uses:
    def __init__(self, tree: ast.Module, modules: list[HostModule]) -> None:
        self._modules = {module.name: module for module in modules}
        self._signatures = {f"{module.name}.{signature.name}": signature for module in modules for signature in signatures_in(module)}
        self._tree = tree
        self._caught: set[int] = set()  # ids of nodes
        self._changed: set[str] = set()  # attributes of modules that the program sets
        self._names: dict[str, str] = {}  # what a name of the program's stands for: a module's name, or a function's
        self._look()

    def _look(self) -> None:
        stands: dict[str, set[str]] = {}
        for module in self._modules.values():
            if module.is_global and "." not in module.name:
                stands.setdefault(module.name, set()).add(module.name)
        bound: set[str] = set()
        for node in ast.walk(self._tree):
            if isinstance(node, ast.Try) and node.handlers:
                self._caught.update(id(inner) for statement in node.body for inner in ast.walk(statement))
            if isinstance(node, ast.Import):
                for alias in node.names:
                    first = alias.name.partition(".")[0]
                    stands.setdefault(alias.asname or first, set()).add(alias.name if alias.asname else first)
            elif isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    stands.setdefault(alias.asname or alias.name, set()).add(f"{'.' * node.level}{node.module or ''}.{alias.name}")
            elif not isinstance(node, ast.alias):
                bound.update(names_bound(node))
        for name, meant in stands.items():
            if name not in bound and len(meant) == 1:
                self._names[name] = next(iter(meant))

    def problems(self) -> Iterator[_Problem]:
        for node in ast.walk(self._tree):
            if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load) and (owner := self._meant(node.value)):
                self._changed.add(f"{owner}.{node.attr}")
        for node in ast.walk(self._tree):
            if id(node) in self._caught:
                continue
            if isinstance(node, ast.ImportFrom) and not node.level and node.module in self._modules:
                for alias in node.names:
                    if alias.name != "*" and not self._has(node.module, alias.name):
                        told = f"cannot import name {alias.name!r} from {node.module!r}{self._why(node.module, alias.name)}"
                        yield _Problem(node, "unknown-import", "ImportError", told)
            elif isinstance(node, ast.Attribute) and (owner := self._meant(node.value)) in self._modules:
                if not self._has(owner, node.attr):
                    told = f"module {owner!r} has no attribute {node.attr!r}{self._why(owner, node.attr)}"
                    yield _Problem(node, "unknown-name", "AttributeError", told)
            elif isinstance(node, ast.Call):
                signature = self._called(node.func)
                message = None if signature is None else unbindable(signature, node)
                if message is not None:
                    yield _Problem(node, "arguments", "TypeError", message)

    def _meant(self, node: ast.expr) -> str:
        """The dotted name of what an expression stands for; empty: nobody knows."""
        if isinstance(node, ast.Name):
            return self._names.get(node.id, "")
        if isinstance(node, ast.Attribute) and (owner := self._meant(node.value)):
            return f"{owner}.{node.attr}"
        return ""

    def _called(self, node: ast.expr) -> Signature | None:
        name = self._meant(node)
        signature = self._signatures.get(name)
        if signature is None or signature.parameters is None or name in self._changed:
            return None
        return Signature(name, signature.parameters)

    def _has(self, module: str, name: str) -> bool:
        known = self._modules[module]
        full = f"{module}.{name}"
        return known.has(name) or full in self._modules or full in self._changed or (name.startswith("__") and name.endswith("__"))

    def _why(self, module: str, name: str) -> str:
        reason = self._modules[module].withheld.get(name)
        return f": {reason}" if reason else ""
