"""What stands for values of classes that the host doesn't have: Record, and Instance for what can't leave the sandbox."""

from collections.abc import Mapping
from typing import Any


class Record:
    """A value of a class that the host doesn't know: its class's name, and its fields, which are attributes too."""

    __slots__ = ("type_name", "fields")
    type_name: str
    fields: dict[str, Any]

    def __init__(self, type_name: str, fields: Mapping[str, Any]) -> None:
        object.__setattr__(self, "type_name", type_name)
        object.__setattr__(self, "fields", dict(fields))

    def __getattr__(self, name: str) -> Any:
        try:
            return self.fields[name]
        except KeyError:
            raise AttributeError(f"this {self.type_name} has no field {name!r}") from None

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError("a Record can't be changed")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and (self.type_name, self.fields) == (other.type_name, other.fields)

    def __hash__(self) -> int:
        return hash((self.type_name, *self.fields))

    def __reduce__(self) -> tuple[Any, ...]:
        return Record, (self.type_name, self.fields)

    def __repr__(self) -> str:
        return f"{self.type_name}({', '.join(f'{name}={value!r}' for name, value in self.fields.items())})"


class Instance:
    """A value in a program's result that can't leave the sandbox: a function, a class, an object of a class that isn't a dataclass, a list
    that contains itself.

    `type_name` and `module` name its class; `repr` is what repr() of it gives in the program, made there under the program's limits;
    `attributes` are what an instance or an exception holds, {} when it holds nothing. It is shown by its `repr`, and can't be passed back.
    """

    __slots__ = ("type_name", "module", "repr", "attributes")
    type_name: str
    module: str
    repr: str
    attributes: dict[str, Any]

    def __init__(self, type_name: str, module: str, repr: str, attributes: Mapping[str, Any] | None = None) -> None:
        object.__setattr__(self, "type_name", type_name)
        object.__setattr__(self, "module", module)
        object.__setattr__(self, "repr", repr)
        object.__setattr__(self, "attributes", dict(attributes or {}))

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError("an Instance can't be changed")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Instance) and self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash((self.type_name, self.module, self.repr))

    def __reduce__(self) -> tuple[Any, ...]:
        return Instance, self._parts()

    def __repr__(self) -> str:
        return self.repr

    def _parts(self) -> tuple[str, str, str, dict[str, Any]]:
        return self.type_name, self.module, self.repr, self.attributes
