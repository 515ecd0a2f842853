"""Values of which all could cross."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fermata._errors import Error

from .instances import Instance
from .sharing import parts_of


class CrossingError(Error, TypeError):
    """A program's value holds something that can't leave the sandbox, and exact() was asked for it; or an instance that its class on the
    host refuses to make: that raised the `__cause__`. `value` is the value, with Instances and Records in their place; `places` tells
    where Instances are: [("['parser'][0]", Instance), …], the first ten."""

    def __init__(self, value: Any, places: list[tuple[str, Instance]], refused: str = "") -> None:
        told = ", ".join(f"{'' if not where else 'at ' + where + ' '}a {found.type_name}" for where, found in places)
        super().__init__(f"the program's value can't be made: {refused}" if refused else f"{_CANNOT_LEAVE}: {told}")
        self.value = value
        self.places = places
        self.refused = refused

    def __reduce__(self) -> tuple[Any, ...]:
        return CrossingError, (self.value, self.places, self.refused)


_CANNOT_LEAVE = "the program's value can't leave the sandbox as it is"


def made_or_refused(make: Callable[[bool], Any]) -> tuple[Any, CrossingError | None]:
    """A value that has left a program, by make(for_show); or that for show, and why a class of the host's refused it."""
    try:
        return make(False), None
    except Error:
        raise
    except Exception as error:
        shown = make(True)
        refused = CrossingError(shown, [], _said(error))
        refused.__cause__ = error
        return shown, refused


def _said(error: Exception) -> str:
    name = type(error).__name__
    try:
        return f"{name}: {error}"
    except Exception:  # its class is the host's, and may be wrong
        return name


def exact(value: Any) -> Any:
    """The value, when there is no Instance in it; else CrossingError is raised."""
    places: list[tuple[str, Instance]] = []
    seen: set[int] = set()
    rest = [("", value)]
    while rest and len(places) < 10:
        where, one = rest.pop()
        if isinstance(one, (str, bytes, int, float, type(None))) or id(one) in seen:
            continue
        seen.add(id(one))
        if isinstance(one, Instance):
            places.append((where, one))
        else:
            rest.extend([(where + step, part) for step, part in parts_of(one)][::-1])
    if places:
        raise CrossingError(value, places)
    return value
