"""Host modules: what of a module, or a namespace, a program gets when it imports it.

What isn't named isn't given: of a module what its `__all__` lists, or else what it defines itself and doesn't hide behind an underscore.
Nothing is executed; where values were imported from is read off the module's text.
"""

from __future__ import annotations

import ast
import dataclasses
import inspect
import types
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from fermata._errors import UsageError

from .classes import kind_of
from .signature import Signature
from .signatures import is_async, is_function_name, is_name, signature_of

_SCALARS = (type(None), bool, int, float, complex, str, bytes)
_LIBRARY = ("datetime", "decimal", "fractions", "uuid", "ipaddress", "pathlib", "zoneinfo")  # whose values cross as such
_CLASSES = ("enum", "namedtuple", "model", "dataclass")


@dataclasses.dataclass
class HostModule:
    """One by its dotted name. `functions` are by their names in it: callables, Signatures, or None for those of which nothing is known;
    `constants` are copied into the program, `classes` are among its types. `withheld` says why a public name isn't given. What
    `is_global` needs no import."""

    name: str
    doc: str = ""
    functions: dict[str, Any] = dataclasses.field(default_factory=dict)
    constants: dict[str, Any] = dataclasses.field(default_factory=dict)
    classes: dict[str, Any] = dataclasses.field(default_factory=dict)
    withheld: dict[str, str] = dataclasses.field(default_factory=dict)
    is_global: bool = False

    def has(self, name: str) -> bool:
        return name in self.functions or name in self.constants or name in self.classes


Modules = Mapping[str, Any]


def host_modules(modules: Modules) -> list[HostModule]:
    """`modules` with what is in them, those above others first. Raises UsageError for what can't be given."""
    if not isinstance(modules, Mapping):
        raise UsageError(f"modules must be a mapping from names to modules, not {type(modules).__name__!r}")
    found: dict[str, HostModule] = {}
    for name, source in modules.items():
        if not is_function_name(name):
            raise UsageError(f"the name of a host module must be one that a program can import, not {name!r}")
        for module in _read(name, source):
            if module.name in found:
                raise UsageError(f"the host module {module.name!r} is given twice")
            found[module.name] = module
    return complete(found.values())


def complete(modules: Iterable[HostModule]) -> list[HostModule]:
    """With the packages that lie between, which nobody gave, each before what is in it. Raises UsageError for a name that is a module and
    something else."""
    found = {module.name: module for module in modules}
    for module in list(found.values()):
        above, dot, _ = module.name.rpartition(".")
        while dot and above not in found:
            found[above] = HostModule(above, is_global=module.is_global)
            above, dot, _ = above.rpartition(".")
    for name in found:
        above, dot, last = name.rpartition(".")
        if dot and found[above].has(last):
            raise UsageError(f"{name!r} is a host module, and something else in {above!r}")
    return sorted(found.values(), key=lambda module: module.name.split("."))


def with_functions(modules: Iterable[HostModule], functions: Mapping[str, Any]) -> list[HostModule]:
    """Functions by dotted names, "tools.add", in modules that are global names, too, as other functions are. Raises UsageError."""
    found = {module.name: dataclasses.replace(module, functions=dict(module.functions)) for module in modules}
    for name, function in functions.items():
        above, _, last = name.rpartition(".")
        module = found.setdefault(above, HostModule(above, is_global=True))
        if module.has(last):
            raise UsageError(f"the host function {name!r} is given twice")
        module.functions[last] = function
    return complete(found.values())


def is_awaited(function: Any) -> bool:
    """Whether programs await what is in HostModule.functions."""
    return function.is_async if isinstance(function, Signature) else function is not None and is_async(function)


def _read(name: str, source: Any) -> Iterator[HostModule]:
    if isinstance(source, types.ModuleType):
        listed = getattr(source, "__all__", None)
        names = list(vars(source)) if listed is None else list(listed)
        values = {each: getattr(source, each) for each in names if hasattr(source, each)}
        if missing := [each for each in names if each not in values]:
            raise UsageError(f"the host module {name!r} lists {missing[0]!r} in its __all__, which it doesn't have")
        own = _Own(source) if listed is None else None
    elif isinstance(source, (types.SimpleNamespace, Mapping)):
        values, own, listed = dict(source if isinstance(source, Mapping) else vars(source)), None, None
    else:
        raise UsageError(
            f"the host module {name!r} must be a module, a types.SimpleNamespace or a mapping from names, not {type(source).__name__!r}:"
            " for an object's methods give a mapping, {'method': object.method}"
        )
    made = HostModule(name, (inspect.getdoc(source) or "") if isinstance(source, types.ModuleType) else "")
    inner: list[HostModule] = []
    for each, value in values.items():
        if not isinstance(each, str) or (each.startswith("_") and (listed is None or each.startswith("__"))):
            continue
        if not is_name(each):
            raise UsageError(f"the host module {name!r} has a name that a program can't write: {each!r}")
        reason = own.reason(each, value) if own is not None else ""
        if not reason and isinstance(value, (types.ModuleType, types.SimpleNamespace)):
            inner.extend(_read(f"{name}.{each}", value))
            continue
        reason = reason or _add(made, each, value)
        if reason and own is None:
            raise UsageError(f"{each!r} of the host module {name!r} can't be given: {reason}")
        if reason:
            made.withheld[each] = reason
    yield made
    yield from inner


def _add(module: HostModule, name: str, value: Any) -> str:
    """Why it can't be; or empty."""
    if isinstance(value, type):
        if kind_of(value) not in _CLASSES and not issubclass(value, BaseException):
            return "it is a class that is neither a dataclass, enum, NamedTuple, pydantic model nor an exception"
        module.classes[name] = value
    elif type(value).__name__ == "HandleType" and type(value).__module__ == "fermata":
        module.classes[name] = value
    elif callable(value):
        module.functions[name] = value
    elif is_plain(value):
        module.constants[name] = value
    else:
        return f"a {type(value).__name__} stays with the host: give functions, classes and plain values"
    return ""


def is_plain(value: Any) -> bool:
    """Whether a value crosses the border as a copy."""
    waiting, seen = [value], set[int]()
    while waiting:
        one = waiting.pop()
        kind = type(one)
        if kind in _SCALARS or kind.__module__ in _LIBRARY or kind_of(kind) in _CLASSES:
            continue
        if kind not in (list, tuple, dict, set, frozenset):
            return False
        if id(one) not in seen:
            seen.add(id(one))
            waiting.extend([*one, *one.values()] if kind is dict else one)
    return True


class _Own:
    """What a module without an `__all__` defines itself."""

    def __init__(self, module: types.ModuleType) -> None:
        self._name = module.__name__
        self._names: set[str] | None = None  # that its text binds other than by importing; None: it has no text, and everything is its own
        try:
            self._names = _defined(inspect.getsource(module))
        except (OSError, TypeError, SyntaxError):
            file = getattr(module, "__file__", None)
            if file is not None and file.endswith((".py", ".pyc")):
                self._names = set()

    def reason(self, name: str, value: Any) -> str:
        """Why a name isn't its own; or empty."""
        if isinstance(value, types.ModuleType):
            return "it is another module: list it in __all__, or give it by its dotted name"
        if isinstance(value, (type, types.FunctionType, types.BuiltinFunctionType)):
            return "" if value.__module__ == self._name else "it is imported from elsewhere: list it in __all__"
        if self._names is None or name in self._names:
            return ""
        return "the module imports it, or its text doesn't define it: list it in __all__"


def _defined(text: str) -> set[str]:
    assigned, imported = set[str](), set[str]()
    waiting: list[ast.AST] = [ast.parse(text)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            imported.update(alias.asname or alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            assigned.add(node.id)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            assigned.add(node.name)
            continue
        elif isinstance(node, (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
            continue
        waiting.extend(ast.iter_child_nodes(node))
    return assigned - imported


def signatures_in(module: HostModule) -> list[Signature]:
    """Of its functions, by their names in it."""
    return [
        Signature(name) if value is None else dataclasses.replace(signature_of(value, name), name=name)
        for name, value in module.functions.items()
    ]
