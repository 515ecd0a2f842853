"""Objects that stay with the host: a program has handles of them, and may use what their types say."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from typing import Any

from fermata._errors import UsageError, listed

from .kinds import HANDLE, Declaration


class HandleType:
    """What a program may do with objects of a kind that stay with the host: call `methods`, read `attributes`. Each use is a call of a
    host function such as "Database.query". Special methods ("__len__") may be among them. Methods that the program awaits are in
    `asynchronous`, and need not be in `methods`.

        Database = fermata.HandleType("Database", methods=["query"], attributes=["version"])
        program = fermata.Program("db.query('...')", inputs=["db"], types=[Database])
        program.run({"db": Database(connection, "main")})
    """

    __slots__ = ("name", "methods", "attributes", "asynchronous", "cls")

    def __init__(self, name: str, *, methods: Iterable[str] = (), attributes: Iterable[str] = (), asynchronous: Iterable[str] = ()) -> None:
        self.name: str = name
        self.cls: type | None = None
        awaited = listed(asynchronous, "asynchronous")
        self.asynchronous: frozenset[str] = frozenset(awaited)  # methods whose results the program awaits
        self.methods: tuple[str, ...] = tuple(dict.fromkeys([*listed(methods, "methods"), *awaited]))
        self.attributes: tuple[str, ...] = listed(attributes, "attributes")
        for word in (name, *self.methods, *self.attributes):
            if not isinstance(word, str) or not word.isidentifier():
                raise UsageError(f"{word!r} isn't a name")

    @classmethod
    def from_class(
        cls, host_class: type, *, name: str | None = None, methods: Iterable[str] | None = None, attributes: Iterable[str] = ()
    ) -> HandleType:
        """The type of handles for objects of a class: with these methods, or all whose names don't begin with an underscore; those that
        are `async def` are awaited. describe() shows them with their signatures."""
        if not isinstance(host_class, type):
            raise UsageError(f"a class is needed, not {host_class!r}")
        known = [each for each in dir(host_class) if inspect.isfunction(getattr(host_class, each, None)) and not each.startswith("_")]
        chosen = known if methods is None else listed(methods, "methods")
        for each in chosen:
            if not callable(getattr(host_class, each, None)):
                raise UsageError(f"{host_class.__name__} has no method {each!r}")
        awaited = [each for each in chosen if inspect.iscoroutinefunction(getattr(host_class, each))]
        made = cls(name or host_class.__name__, methods=chosen, attributes=attributes, asynchronous=awaited)
        made.cls = host_class
        return made

    def __call__(self, object: Any, name: str) -> Handle:
        """The handle of an object. A saved state knows it by the name."""
        return Handle(self, name, object)

    def declaration(self) -> Declaration:
        """For the engine."""
        methods = [(method, method in self.asynchronous) for method in self.methods]
        return HANDLE, self.name, [], {}, methods, list(self.attributes)

    def __repr__(self) -> str:
        return f"<HandleType {self.name}>"


class Handle:
    """An object of the host's that a program knows only by name."""

    __slots__ = ("type", "name", "object")

    def __init__(self, type: HandleType, name: str, object: Any) -> None:
        if not isinstance(type, HandleType) or not isinstance(name, str):
            raise UsageError(f"a handle has a HandleType and a name, not {type!r} and {name!r}")
        self.type: HandleType = type
        self.name: str = name
        self.object: Any = object

    def __repr__(self) -> str:
        return f"<{self.type.name} {self.name!r}>"


def handle(object: Any, name: str, *, methods: Iterable[str] = (), attributes: Iterable[str] = (), type_name: str | None = None) -> Handle:
    """A handle for one object, to be passed as an input. For several objects of a kind, or those that functions return, make a
    HandleType."""
    return HandleType(type_name or type(object).__name__, methods=methods, attributes=attributes)(object, name)
