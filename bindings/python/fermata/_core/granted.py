"""What a program may call: the forms in which a host can say it, reduced to one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol, Union

from fermata._describe import Signature, from_text, is_async, is_name, name_of, signatures_of
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
    callables look at their arguments first (_values/arguments.py).
    """

    __slots__ = ("callables", "asynchronous", "declared", "fitting", "grants", "check_types")

    def __init__(self, functions: Functions = (), check_types: bool = False) -> None:
        self.check_types: bool = check_types
        self.callables: dict[str, Callable[..., Any]] = {}
        self.asynchronous: set[str] = set()
        self.declared: dict[str, Callable[..., Any] | Signature | None] = {}
        self.fitting: set[tuple[object, ...]] = set()  # calls that are known to fit: name, number of positional arguments, keywords
        if isinstance(functions, Granted):
            self.check_types = functions.check_types
            self.callables.update(functions.callables)
            self.asynchronous.update(functions.asynchronous)
            self.declared.update(functions.declared)
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
        self.grants: list[tuple[str, bool]] = [(name, name in self.asynchronous) for name in self.declared]

    def without_callables(self) -> Granted:
        """The same functions, for somebody else to answer."""
        granted = Granted(self)
        granted.callables.clear()
        return granted

    def signatures(self) -> list[Signature]:
        """What is known about their parameters."""
        found = []
        for name, function in self.declared.items():
            found.extend([function] if isinstance(function, Signature) else signatures_of({name: function}))
        return found

    def _add(self, name: str, function: Function) -> None:
        if not is_name(name):
            raise UsageError(f"the name of a host function must be an identifier, not {name!r}")
        if name in self.declared:
            raise UsageError(f"the host function {name!r} is given twice")
        if isinstance(function, str):
            stubs = _stubs(function)
            if [stub.name for stub in stubs] != [name]:
                raise UsageError(f"the stub of {name!r} declares {', '.join(stub.name for stub in stubs) or 'nothing'}")
            self._declare(name, stubs[0], stubs[0].is_async)
        elif function is None:
            self._declare(name, None, False)
        elif callable(function):
            kept: Callable[..., Any] = function
            self.callables[name] = checked(kept, name) if self.check_types else kept
            self._declare(name, function, is_async(function))
        else:
            raise UsageError(f"the host function {name!r} can't be called")

    def _add_text(self, text: str) -> None:
        if is_name(text):
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
