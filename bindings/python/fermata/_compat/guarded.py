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
from typing import Any, Protocol

import fermata


class Allowing(Protocol):
    """What was allowed, by the names of classes and modules."""

    def has(self, name: str) -> bool:
        """Whether something may be called."""

    def members(self, owners: list[str]) -> list[str]:
        """What may be used of a module or class."""

    def passages(self, owners: list[str]) -> list[str]:
        """What of it may be gone through to something that may be used."""


def names_of(target: Any) -> list[str]:
    """What a module, a class, or an object's class goes by in allow()."""
    if isinstance(target, types.ModuleType):
        return [target.__name__]
    cls = target if isinstance(target, type) else type(target)
    return [cls.__name__, cls.__qualname__, f"{cls.__module__}.{cls.__qualname__}"]


class Guards:
    def __init__(self, allowed: Allowing, crosses: Callable[[Any], bool]) -> None:
        self.allowed, self.crosses = allowed, crosses
        self._types: dict[tuple[str, bool, tuple[str, ...]], fermata.HandleType] = {}
        self._names = itertools.count(1)

    def handle(self, target: Any) -> fermata.Handle | None:
        """None when none of it is allowed."""
        allowed, passed = self._members(target, isinstance(target, (type, types.ModuleType)))
        if not allowed and not passed:
            return None
        return self._type(target, allowed, passed)(Guarded(self, target, allowed, passed), f"object-{next(self._names)}")

    def _members(self, target: Any, has_passages: bool) -> tuple[list[str], list[str]]:
        """What may be used of it, and what only be gone through: modules and classes in it."""
        names = names_of(target)
        allowed = self.allowed.members(names)
        ways = [name for name in self.allowed.passages(names) if name not in allowed] if has_passages else []
        if has_passages and isinstance(target, type) and self.allowed.has(target.__name__):
            allowed = [*allowed, "__call__"]
        return allowed, [name for name in ways if isinstance(getattr(target, name, None), (type, types.ModuleType))]

    def declaration(self, owner: type | types.ModuleType) -> fermata.Handle | None:
        """A handle that stands for no object: it makes the type of handles of a class's instances known, or that of a module's."""
        of_instances = isinstance(owner, type)
        allowed, passed = self._members(owner, not of_instances)
        return self._type(owner, allowed, passed, of_instances)(None, "none") if allowed or passed else None

    def _type(self, target: Any, allowed: list[str], passed: list[str], of_instances: bool = False) -> fermata.HandleType:
        """One type for each set of members: what a type may do can't change in a session."""
        plain = not isinstance(target, (type, types.ModuleType)) or of_instances
        cls = target if isinstance(target, (type, types.ModuleType)) else type(target)
        attributes = [*passed, *(name for name in allowed if not callable(getattr(cls, name, None)))]
        key = (names_of(target)[-1], plain, (*allowed, "", *passed))
        if key not in self._types:
            name = re.sub(r"\W", "_", names_of(target)[0]) + ("" if plain else "_")
            same = sum(1 for made in self._types if made[:2] == key[:2])
            # (No iterator crosses: the program steps through what has __getitem__ by numbers.)
            methods = [name for name in allowed if name not in attributes and (name != "__iter__" or "__getitem__" not in allowed)]
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

    def __init__(self, guards: Guards, target: Any, allowed: list[str], passed: list[str]) -> None:
        self._guards, self._target, self._allowed, self._passed = guards, target, allowed, passed

    def __getattr__(self, name: str) -> Any:
        if name in self._passed:
            return self._guards.give(getattr(self._target, name))
        if name not in self._allowed:
            raise AttributeError(f"{name} isn't allowed here")
        member = getattr(self._target, name)
        if not callable(member):
            return self._guards.give(member)
        if inspect.iscoroutinefunction(member):

            async def call_async(*args: Any, **kwargs: Any) -> Any:
                return self._guards.give(await member(*map(bare, args), **{key: bare(value) for key, value in kwargs.items()}))

            return call_async

        def call(*args: Any, **kwargs: Any) -> Any:
            value = member(*map(bare, args), **{key: bare(value) for key, value in kwargs.items()})
            if value is NotImplemented:
                raise TypeError(f"{type(self._target).__name__}.{name}() takes no {type(bare(args[0])).__name__ if args else 'such call'}")
            return self._guards.give(value)

        return call


def bare(value: Any) -> Any:
    """An argument with the objects themselves in it."""
    if isinstance(value, Guarded):
        return value._target
    if type(value) in (list, tuple, set):
        return type(value)(map(bare, value))
    return {key: bare(item) for key, item in value.items()} if type(value) is dict else value
