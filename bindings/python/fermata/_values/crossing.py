"""Values of which all could cross."""

from __future__ import annotations

from typing import Any

from fermata._errors import Error

from .instances import Instance
from .sharing import parts_of


class CrossingError(Error, TypeError):
    """A program's value that exact() was asked for holds something that can't leave the sandbox. `value` is that value, with Instances in
    its place; `places` says where they are: [("['parser'][0]", Instance), …], the first ten."""

    def __init__(self, value: Any, places: list[tuple[str, Instance]]) -> None:
        told = ", ".join(f"{'' if not where else 'at ' + where + ' '}a {found.type_name}" for where, found in places)
        super().__init__(f"the program's value can't leave the sandbox as it is: {told}")
        self.value = value
        self.places = places

    def __reduce__(self) -> tuple[Any, ...]:
        return CrossingError, (self.value, self.places)


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
