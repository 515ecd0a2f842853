"""The caller's modules, classes and objects, as code under pyrun.py sees them: handles, with the members that were allowed.

`Guards` belongs to one RunPython. What a member gives is data, or an object of a class of which members are allowed: a handle again.
"""

from __future__ import annotations

import inspect
import itertools
import numbers
import re
import types
from collections.abc import Callable
from typing import Any

import fermata

#: The members that may be used, by the names of classes and modules.
Members = Callable[[list[str]], list[str]]


def names_of(target: Any) -> list[str]:
    """What a module, a class, or an object's class goes by in allow()."""
    if isinstance(target, types.ModuleType):
        return [target.__name__]
    cls = target if isinstance(target, type) else type(target)
    return [cls.__name__, cls.__qualname__, f"{cls.__module__}.{cls.__qualname__}"]


class Guards:
    def __init__(self, members: Members, may_be_called: Callable[[str], bool], crosses: Callable[[Any], bool]) -> None:
        self.members, self.may_be_called, self.crosses = members, may_be_called, crosses
        self._types: dict[tuple[str, bool, tuple[str, ...]], fermata.HandleType] = {}
        self._names = itertools.count(1)

    def handle(self, target: Any) -> fermata.Handle | None:
        """None when none of it is allowed."""
        allowed = self.members(names_of(target))
        if isinstance(target, type) and self.may_be_called(target.__name__):
            allowed = [*allowed, "__call__"]
        if not allowed:
            return None
        return self._type(target, allowed)(Guarded(self, target, allowed), f"object-{next(self._names)}")

    def declaration(self, cls: type) -> fermata.Handle | None:
        """A handle that stands for no object: it makes the type of handles of the class's instances known."""
        allowed = self.members(names_of(cls))
        return self._type(cls, allowed, of_instances=True)(None, "none") if allowed else None

    def _type(self, target: Any, allowed: list[str], of_instances: bool = False) -> fermata.HandleType:
        """One type for each set of members: what a type may do can't change in a session."""
        plain = not isinstance(target, (type, types.ModuleType)) or of_instances
        cls = target if isinstance(target, (type, types.ModuleType)) else type(target)
        attributes = [name for name in allowed if not callable(getattr(cls, name, None))]
        key = (names_of(target)[-1], plain, tuple(allowed))
        if key not in self._types:
            name = re.sub(r"\W", "_", names_of(target)[0]) + ("" if plain else "_")
            same = sum(1 for made in self._types if made[:2] == key[:2])
            methods = [name for name in allowed if name not in attributes]
            asynchronous = [name for name in methods if inspect.iscoroutinefunction(getattr(cls, name, None))]
            self._types[key] = fermata.HandleType(
                f"{name}{same + 1}" if same else name, methods=methods, attributes=attributes, asynchronous=asynchronous
            )
        return self._types[key]

    def give(self, value: Any) -> Any:
        """A result, in a form that crosses."""
        if isinstance(value, numbers.Number) and callable(getattr(value, "item", None)):
            value = value.item()  # type: ignore[attr-defined]  # numpy's numbers
        if not isinstance(value, (types.ModuleType, type)) and self.crosses(value):
            return value
        handle = self.handle(value)
        if handle is None:
            name = type(value).__name__
            raise TypeError(f"an object of class {name} can't be given to the code: allow({{{name}: [...]}}) says what it may do with it")
        return handle


class Guarded:
    """What a handle stands for: an object of the caller's behind its allowed members."""

    def __init__(self, guards: Guards, target: Any, allowed: list[str]) -> None:
        self._guards, self._target, self._allowed = guards, target, allowed

    def __getattr__(self, name: str) -> Any:
        if name not in self._allowed:
            raise AttributeError(f"{name} isn't allowed here")
        member = getattr(self._target, name)
        if not callable(member):
            return self._guards.give(member)
        if inspect.iscoroutinefunction(member):

            async def call_async(*args: Any, **kwargs: Any) -> Any:
                return self._guards.give(await member(*map(bare, args), **{key: bare(value) for key, value in kwargs.items()}))

            return call_async
        return lambda *args, **kwargs: self._guards.give(member(*map(bare, args), **{key: bare(value) for key, value in kwargs.items()}))


def bare(value: Any) -> Any:
    """An argument with the objects themselves in it."""
    if isinstance(value, Guarded):
        return value._target
    if type(value) in (list, tuple, set):
        return type(value)(map(bare, value))
    return {key: bare(item) for key, item in value.items()} if type(value) is dict else value
