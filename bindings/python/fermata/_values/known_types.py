"""Values of classes at the border: dates, decimals, enums, named tuples, dataclasses, pydantic models, and handles of host objects.

Into the program they go as a kind, the class's name and their fields; coming back they become instances of the host's class of that name:
one that was declared (`types=`), or one of which a value has crossed before. A value whose class isn't known is a Record,
and what can't cross at all an Instance.
"""

from __future__ import annotations

import builtins
import enum
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from fermata._describe import HostModule, bases_first, classes_in, kind_of
from fermata._errors import Unanswered, UsageError

from .conversion import field_problem
from .declarations import declaration_of, module_declarations
from .fields import field_names, fields_text, hidden_fields, instance_of, optional_fields
from .handles import Handle, HandleType
from .instances import Instance, Record
from .kinds import ENUM, EXCEPTION, HANDLE, INSTANCE, NAMED_TUPLE, RECORD, Declaration, Flat, Migrate
from .library import flat_of_library, of_library
from .shapes import Shape, changed_classes, shape_of


class Types:
    """The classes that a session's values are made of, and the objects that its handles stand for."""

    __slots__ = (
        "classes",
        "exceptions",
        "gone",
        "handle_types",
        "met",
        "modules",
        "migrate",
        "migrate_back",
        "changed",
        "untold",
        "objects",
        "receivers",
        "unbound",
    )

    def __init__(self, types: Iterable[type | HandleType] = (), handles: Mapping[str, Any] | None = None) -> None:
        self.classes: dict[str, type] = {}
        self.met: dict[str, type] = {}  # of values that may come; the program has no names for them
        self.exceptions: dict[str, type[BaseException]] = {}
        self.migrate: Migrate | None = None
        self.migrate_back: Migrate | None = None
        self.changed: dict[str, Shape] = {}  # classes whose values in the state aren't of today's, when there is migrate()
        self.untold: frozenset[str] = frozenset()  # those that the state says nothing about
        self.gone: frozenset[str] = frozenset()  # classes that a state has and the host hasn't any more: migrate() knows their values
        self.handle_types: dict[str, HandleType] = {}
        self.modules: list[HostModule] = []
        self.objects: dict[tuple[str, str], Any] = {}  # by type and name of their handles
        self.receivers: set[tuple[str, int]] = set()  # the same, by type and id()
        self.unbound: dict[str, Any] = {}  # by name, until a handle of that name comes back, which gives its type
        if isinstance(types, (type, HandleType)) or not isinstance(types, Iterable):
            raise UsageError(f"types must be a list of classes, not {types!r}")
        for declared in types:
            self._declare(declared)
        if handles is not None and not isinstance(handles, Mapping):
            raise UsageError(f"handles must be a mapping from names to objects, not {handles!r}")
        for name, value in (handles or {}).items():
            if isinstance(value, Handle):
                self._keep(value.type.name, name, value.object)
            else:
                self.unbound[name] = value

    def _declare(self, declared: object) -> None:
        if isinstance(declared, HandleType):
            self.handle_types[declared.name] = declared
        elif isinstance(declared, type) and issubclass(declared, BaseException):
            self.exceptions[declared.__name__] = declared
        elif isinstance(declared, type) and kind_of(declared) in ("enum", "namedtuple", "model", "dataclass"):
            self.classes[declared.__name__] = declared
            if issubclass(declared, enum.Enum):
                self.meet(type(member.value) for member in declared if kind_of(type(member.value)))
        else:
            raise UsageError(f"{declared!r} isn't a dataclass, enum, NamedTuple, pydantic model, exception class or HandleType")

    def with_modules(self, modules: list[HostModule]) -> Types:
        """These, and host modules with their classes. Raises UsageError for two classes of one name."""
        if not modules:
            return self
        other = self.copy()
        other.modules = modules
        for module in modules:
            for value in module.classes.values():
                name = value.name if isinstance(value, HandleType) else value.__name__
                known = other.classes.get(name) or other.exceptions.get(name) or other.handle_types.get(name)
                if known is not None and known is not value:
                    raise UsageError(f"the host module {module.name!r} has a class {name!r}, and there is another one of that name")
                other._declare(value)
        return other

    def meet(self, classes: Iterable[type]) -> None:
        """Values of these names are instances of these classes, and of those in the fields of the ones that are known."""
        for cls in classes_in([*classes, *self.classes.values()]):
            if kind_of(cls) != "typeddict":
                self.met.setdefault(cls.__name__, cls)

    def copy(self) -> Types:
        """For a session of its own: what crosses in one is not known in another."""
        other = type(self).__new__(type(self))
        other.modules = self.modules
        other.classes, other.exceptions, other.handle_types = self.classes.copy(), self.exceptions.copy(), self.handle_types.copy()
        other.met = self.met.copy()
        other.migrate, other.migrate_back, other.gone = self.migrate, self.migrate_back, self.gone
        other.changed, other.untold = self.changed, self.untold
        other.objects, other.receivers, other.unbound = self.objects.copy(), self.receivers.copy(), self.unbound.copy()
        return other

    def new_handle_types(self, inputs: Mapping[str, Any]) -> list[HandleType]:
        """The types of handles among inputs that aren't declared here."""
        found = {value.type.name: value.type for value in inputs.values() if isinstance(value, Handle)}
        return [handle_type for name, handle_type in found.items() if name not in self.handle_types]

    def declarations(self) -> list[Declaration]:
        if not self.classes and not self.exceptions and not self.handle_types and not self.modules:
            return []
        errors = sorted(self.exceptions.values(), key=lambda cls: len(cls.__mro__))  # each after its base classes
        return (
            [self._error_declaration(cls) for cls in errors]
            + [declaration_of(cls, self.classes) for cls in bases_first(self.classes)]
            + [t.declaration() for t in self.handle_types.values()]
            + module_declarations(self.modules)  # (which have classes of the others)
        )

    def shapes(self) -> dict[str, str]:
        return {name: text for name, cls in self.classes.items() if (text := shape_of(cls))}

    def know_shapes(self, state: Iterable[tuple[int, str, str]]) -> None:
        """Which values migrate() is asked about: the classes of the state, as its session's types() gives them."""
        if self.migrate is not None:
            self.changed, self.untold = changed_classes(state, self.classes, optional_fields)

    def _known_above(self, cls: type) -> list[str]:
        """The names of the nearest classes above that the program has, of each line."""
        found: list[str] = []
        for base in cls.__bases__:
            if self._has(base):
                found.append(base.__name__)
            else:
                found += self._known_above(base)
        names = [name for name in dict.fromkeys(found) if name != "object"]
        # (Not the ones above others among them.)
        classes = {name: self.exceptions.get(name) or getattr(builtins, name) for name in names}
        return [name for name in names if not any(other != name and issubclass(classes[other], classes[name]) for other in names)]

    def _error_declaration(self, cls: type[BaseException]) -> Declaration:
        return EXCEPTION, cls.__name__, [], {"base": ", ".join(self._known_above(cls))}, [], []

    def exception(self, error: BaseException) -> tuple[str, str, tuple[Any, ...], dict[str, Any]]:
        """For an exception of a class that isn't builtin: the class's full name when it is the standard library's, which the program may
        have too; the names of those above it, the nearest first; the arguments that it has there: its own, when they say as much as its
        text; and attributes, its public ones when the program may have the class."""
        cls = type(error)
        declared = self.exceptions.get(cls.__name__) is cls
        name = "" if declared else _library_name(cls)
        above = [
            base.__name__ if self._has(base) else _library_name(base)
            for base in cls.__mro__[1:]
            if base not in (Exception, BaseException, object)
        ]
        above = [base for base in above if base]
        plain: Any = next(base for base in cls.__mro__ if getattr(builtins, base.__name__, None) is base)
        arguments = error.args if (declared or name or above) and str(error) == plain.__str__(error) else ()
        attributes = {name: value for name, value in vars(error).items() if not name.startswith("_")} if declared or name else {}
        return name, "" if declared else ", ".join(above), arguments, attributes

    def knows(self, cls: type) -> bool:
        """Whether the program may have an exception class."""
        return self._has(cls) or bool(_library_name(cls))

    def _has(self, cls: type) -> bool:
        return self.exceptions.get(cls.__name__) is cls or getattr(builtins, cls.__name__, None) is cls

    def functions(self) -> dict[str, Callable[..., Any]]:
        """What answers the calls of the methods and attributes of handles."""
        found: dict[str, Callable[..., Any]] = {}
        for t in self.handle_types.values():
            found.update({f"{t.name}.{method}": self._method(t.name, method) for method in t.methods})
            found.update({f"{t.name}.{attribute}": self._attribute(t.name, attribute) for attribute in t.attributes})
        return found

    def _method(self, type_name: str, name: str) -> Callable[..., Any]:
        def call(handle: Any, /, *args: Any, **kwargs: Any) -> Any:
            return getattr(self._receiver(type_name, handle), name)(*args, **kwargs)

        return call

    def _attribute(self, type_name: str, name: str) -> Callable[..., Any]:
        def read(handle: Any, /) -> Any:
            return getattr(self._receiver(type_name, handle), name)

        return read

    def _receiver(self, type_name: str, handle: Any) -> Any:
        """The object of a handle of that type. A program can call the method of a type with anything for its object."""
        if isinstance(handle, Handle) and handle.type.name == type_name:
            raise Unanswered(f"the host has no object for the handle {handle.name!r}: load the state with handles={{{handle.name!r}: …}}")
        if (type_name, id(handle)) not in self.receivers:
            raise TypeError(f"a handle of type {type_name} is needed, not {type(handle).__name__!r}")
        return handle

    def _keep(self, type_name: str, name: str, value: Any) -> None:
        before = self.objects.pop((type_name, name), value)
        self.objects[type_name, name] = value  # keeps it alive, so that its id stays its own
        self.receivers.add((type_name, id(value)))
        if not any(kept is before and kind == type_name for (kind, _), kept in self.objects.items()):
            self.receivers.discard((type_name, id(before)))

    def asynchronous(self) -> set[str]:
        return {f"{t.name}.{method}" for t in self.handle_types.values() for method in t.asynchronous}

    def flatten(self, value: Any) -> Flat | None:
        known = flat_of_library(value)
        if known is not None:
            return known
        if isinstance(value, Handle):
            self._keep(value.type.name, value.name, value.object)
            return HANDLE, value.type.name, {"name": value.name}
        if isinstance(value, Record):
            return RECORD, value.type_name, value.fields
        if isinstance(value, Instance):
            return INSTANCE, value.type_name, {"module": value.module, "repr": value.repr, "attributes": value.attributes}
        cls = type(value)
        kind = kind_of(cls)
        if not kind or kind == "typeddict":
            return None
        self.classes.setdefault(cls.__name__, cls)
        if kind == "enum":
            return ENUM, cls.__name__, {"name": value.name, "value": value._value_}
        fields: dict[Any, Any] = {name: getattr(value, name) for name in field_names(cls)}
        if self.changed:
            fields = self._as_before(cls.__name__, fields)
        if kind == "namedtuple":
            return NAMED_TUPLE, cls.__name__, fields
        hidden = hidden_fields(cls)
        return RECORD, cls.__name__, {None: hidden, **fields} if hidden else fields  # (as library/_border.py reads it)

    def _as_before(self, type_name: str, fields: dict[str, Any]) -> dict[str, Any]:
        """A value of today for a program that has the class as it was."""
        before = self.changed.get(type_name)
        if before is None or (self.migrate_back is None and before.keys() != fields.keys()):
            return fields
        if self.migrate_back is None:
            raise TypeError(
                f"the program has {type_name} as it was before: give migrate_back, which maps {fields_text(type_name, fields)} to that"
            )
        mapped = self.migrate_back(type_name, fields)
        if not isinstance(mapped, Mapping) or mapped.keys() != before.keys():
            raise TypeError(
                f"migrate_back() gave {mapped!r:.200} for {fields_text(type_name, fields)}, and not the fields {', '.join(before)}"
            )
        return {name: mapped[name] for name in before}

    def revive(self, kind: int, type_name: str, fields: dict[str, Any]) -> Any:
        made = of_library(kind, type_name, fields)
        if made is not None:
            return made
        if kind == INSTANCE:
            return Instance(type_name, fields["module"], fields["repr"], fields["attributes"] or {})
        if kind == HANDLE:
            name = fields["name"]
            if name in self.unbound:
                self._keep(type_name, name, self.unbound.pop(name))
            if (type_name, name) in self.objects:
                return self.objects[type_name, name]
            return Handle(self.handle_types.get(type_name) or HandleType(type_name), name, None)
        cls = self.classes.get(type_name) or self.met.get(type_name)
        if cls is None and type_name not in self.gone:
            return Record(type_name, fields)
        if self.migrate is None:
            return instance_of(cls, kind, type_name, fields)
        if type_name not in self.changed or self.changed[type_name].keys() != fields.keys():
            try:
                made = instance_of(cls, kind, type_name, fields)
                if type_name not in self.untold or not field_problem(made):
                    return made
            except Exception:  # it doesn't fit
                pass
        try:
            mapped = self.migrate(type_name, dict(fields))
        except Exception as error:
            raise TypeError(f"migrate() raised {type(error).__name__} for {fields_text(type_name, fields)}: {error}") from error
        if mapped is None:
            raise TypeError(f"migrate() gave nothing for {fields_text(type_name, fields)}")
        return instance_of(cls, kind, type_name, dict(mapped), mapped=True) if isinstance(mapped, Mapping) else mapped


def _library_name(cls: type) -> str:
    """The full name of a class of the standard library; empty for another one."""
    module = cls.__module__
    if module.partition(".")[0] not in sys.stdlib_module_names or getattr(sys.modules.get(module), cls.__name__, None) is not cls:
        return ""
    return f"{module}.{cls.__name__}"


NO_TYPES = Types()
