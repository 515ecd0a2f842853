"""What a program may call: the forms in which a host says it, brought to one."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Union

from fermata._errors import UsageError

Function = Union[Callable[..., Any], str, None]
Functions = Union[Iterable[Union[Callable[..., Any], str]], Mapping[str, Function], "Granted"]


class Granted:
    """Host functions by name.

    `callables` are those that the package can call itself, `asynchronous` the names that a program has to await,
    `declared` what each was declared with: a callable, the text of a stub, or None for a name alone.
    """

    __slots__ = ("callables", "asynchronous", "declared", "grants")

    def __init__(self, functions: Functions = ()) -> None:
        self.callables: dict[str, Callable[..., Any]] = {}
        self.asynchronous: set[str] = set()
        self.declared: dict[str, Function] = {}
        if isinstance(functions, Granted):
            self.callables.update(functions.callables)
            self.asynchronous.update(functions.asynchronous)
            self.declared.update(functions.declared)
        elif isinstance(functions, Mapping):
            for name, function in functions.items():
                self._add(name, function)
        elif isinstance(functions, str) or callable(functions):
            raise UsageError("functions are a list, or a mapping from names")
        else:
            for function in functions:
                if isinstance(function, str):
                    self._add_text(function)
                else:
                    self._add(_name_of(function), function)
        self.grants = [(name, name in self.asynchronous) for name in self.declared]

    def _add(self, name: str, function: Function) -> None:
        if not isinstance(name, str) or not name.isidentifier():
            raise UsageError(f"the name of a host function is an identifier, not {name!r}")
        if isinstance(function, str):
            stubs = _stubs(function)
            if list(stubs) != [name]:
                raise UsageError(f"the stub of {name!r} declares {', '.join(stubs) or 'nothing'}")
            asynchronous = stubs[name][1]
        elif function is None:
            asynchronous = False
        elif callable(function):
            self.callables[name] = function
            asynchronous = is_asynchronous(function)
        else:
            raise UsageError(f"the host function {name!r} can't be called")
        self.declared[name] = function
        if asynchronous:
            self.asynchronous.add(name)

    def _add_text(self, text: str) -> None:
        if text.isidentifier():
            self._add(text, None)
            return
        stubs = _stubs(text)
        if not stubs:
            raise UsageError(f"{text!r} is neither a name nor a stub of a function")
        for name, (stub, _) in stubs.items():
            self._add(name, stub)


def _name_of(function: Callable[..., Any]) -> str:
    name = getattr(function, "__name__", None) or getattr(getattr(function, "func", None), "__name__", None)
    if not isinstance(name, str):
        raise UsageError(f"{function!r} has no name: give a mapping from names to functions")
    if not name.isidentifier():
        raise UsageError(f"{name!r} is no name for a host function: give a mapping from names to functions")
    return name


def _stubs(text: str) -> dict[str, tuple[str, bool]]:
    """The functions that a text of stubs declares: {name: (its text, whether it is asynchronous)}."""
    try:
        tree = ast.parse(text)
    except SyntaxError as error:
        raise UsageError(f"a stub can't be read: {error}") from None
    return {
        node.name: (ast.get_source_segment(text, node) or "", isinstance(node, ast.AsyncFunctionDef))
        for node in tree.body
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
    }


def is_asynchronous(function: Callable[..., Any]) -> bool:
    """Whether what it returns has to be awaited."""
    if inspect.iscoroutinefunction(function):
        return True
    return not inspect.isfunction(function) and inspect.iscoroutinefunction(getattr(function, "__call__", None))
