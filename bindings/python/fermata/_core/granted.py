"""What a program may call: the forms in which a host can say it, reduced to one."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol, Union

from fermata import _native

from fermata._describe import (
    HostModule, Modules, Signature, declaration_of_tool, from_text,
    host_modules, is_async, is_function_name, name_of, signatures_of, with_functions,
)  # fmt: skip
from fermata._errors import UsageError
from fermata._values import checked


class Named(Protocol):
    """What mypy knows about the items of a list of functions of different types."""

    @property
    def __name__(self) -> str:
        ...


Function = Union[Callable[..., Any], Named, str, None]
Functions = Union[Iterable[Union[Callable[..., Any], Named, str]], Mapping[str, Function], "Granted"]


class Granted:
    """Host functions by name.

    `callables` are those that the package can call itself, `asynchronous` the names that a program has to await,
    `declared` what each was declared with: a callable, the signature of a stub, or None for a bare name. With `check_types` the
    callables look at their arguments first (_values/arguments.py). `asks` are those that somebody is asked about
    before each call (fermata.tool(approve=True)): sessions pause there, whoever answers. The functions of
    `modules` have dotted names, "crm.lookup"; functions that are given such names are in modules, too.
    """

    __slots__ = ("callables", "asynchronous", "declared", "fitting", "grants", "asks", "check_types", "modules")

    def __init__(
        self, functions: Functions = (), check_types: bool = False, modules: Modules | None = None, kept: Iterable[HostModule] = ()
    ) -> None:
        self.check_types: bool = check_types
        self.callables: dict[str, Callable[..., Any]] = {}
        self.asynchronous: set[str] = set()
        self.declared: dict[str, Callable[..., Any] | Signature | None] = {}
        self.modules: list[HostModule] = []
        self.fitting: set[tuple[object, ...]] = set()  # calls that are known to fit: name, number of positional arguments, keywords
        if isinstance(functions, Granted):
            self.check_types = functions.check_types
            self.callables.update(functions.callables)
            self.asynchronous.update(functions.asynchronous)
            self.declared.update(functions.declared)
            self.modules.extend(functions.modules)
        elif isinstance(functions, Mapping):
            for name, function in functions.items():
                self._add(name, function)
        elif isinstance(functions, str) or callable(functions) or not isinstance(functions, Iterable):
            raise UsageError("functions must be a list, or a mapping from names")
        else:
            for function in functions:
                if isinstance(function, str):
                    self._add_text(function)
                else:
                    try:
                        self._add(name_of(function), function)
                    except (TypeError, ValueError) as error:
                        raise UsageError(str(error)) from None
        self._take_modules([*host_modules(modules or {}), *kept])
        self.grants: list[tuple[str, bool]] = [(name, name in self.asynchronous) for name in self.declared]
        self.asks: frozenset[str] = frozenset(name for name, each in self.declared.items() if declaration_of_tool(each).approve)

    def _take_modules(self, given: list[HostModule]) -> None:
        known = {f"{module.name}.{name}" for module in self.modules for name in module.functions}
        dotted = {name: function for name, function in self.declared.items() if "." in name and name not in known}
        if not given and not dotted:
            return
        if twice := {module.name for module in self.modules} & {module.name for module in given}:
            raise UsageError(f"the host module {min(twice)!r} is given twice")
        for module in given:
            for name, function in module.functions.items():
                self._add(f"{module.name}.{name}", function)
        self.modules = with_functions([*self.modules, *given], dotted)
        library = set(_native.modules())
        for module in self.modules:
            first = module.name.partition(".")[0]
            if first in library or first == "__main__":
                raise UsageError(f"a host module can't be called {first!r}: programs have the standard library's")
            if first in self.declared:
                raise UsageError(f"{first!r} is a host function and a host module")

    def without_callables(self) -> Granted:
        """The same functions, for somebody else to answer."""
        granted = Granted(self)
        granted.callables.clear()
        return granted

    def namespaces(self) -> list[str]:
        """The modules that are global names."""
        return [module.name for module in self.modules if module.is_global and "." not in module.name]

    def signatures(self) -> list[Signature]:
        """What is known about their parameters."""
        found = []
        for name, function in self.declared.items():
            found.extend([function] if isinstance(function, Signature) else signatures_of({name: function}))
        return found

    def _add(self, name: str, function: Function) -> None:
        if not is_function_name(name):
            raise UsageError(f"the name of a host function must be an identifier, or several with dots between them, not {name!r}")
        if name in self.declared:
            raise UsageError(f"the host function {name!r} is given twice")
        if isinstance(function, Signature):
            self._declare(name, function, function.is_async)
        elif isinstance(function, str):
            stubs = _stubs(function)
            if [stub.name for stub in stubs] != [name.rpartition(".")[2]]:
                raise UsageError(f"the stub of {name!r} declares {', '.join(stub.name for stub in stubs) or 'nothing'}")
            self._declare(name, dataclasses.replace(stubs[0], name=name), stubs[0].is_async)
        elif function is None:
            self._declare(name, None, False)
        elif callable(function):
            kept: Callable[..., Any] = function
            self.callables[name] = checked(kept, name) if self.check_types else kept
            self._declare(name, function, is_async(function))
        else:
            raise UsageError(f"the host function {name!r} can't be called")

    def _add_text(self, text: str) -> None:
        if is_function_name(text):
            self._add(text, None)
            return
        stubs = _stubs(text)
        if not stubs:
            raise UsageError(f"{text!r} is neither a name nor a stub of a function")
        for stub in stubs:
            self._declare(stub.name, stub, stub.is_async)

    def _declare(self, name: str, function: Callable[..., Any] | Signature | None, asynchronous: bool) -> None:
        self.declared[name] = function
        if asynchronous:
            self.asynchronous.add(name)


def _stubs(text: str) -> list[Signature]:
    try:
        return from_text(text)
    except ValueError as error:
        raise UsageError(f"a stub can't be read: {error}") from None
