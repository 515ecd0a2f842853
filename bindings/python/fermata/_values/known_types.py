"""Values of classes at the border: dates, decimals, enums, named tuples, dataclasses, pydantic models, and handles of host objects.

Into the program they go as a kind, the class's name and their fields; coming back they become instances of the host's class of that name:
one that was declared (`types=`), or one of which a value has crossed before. A value whose class isn't known is a Record,
and what can't cross at all an Instance.
"""

from __future__ import annotations

import builtins
import dataclasses
import enum
import functools
import inspect
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from fermata._classes import hints_of, kind_of, required_init_vars, type_parts
from fermata._converting import field_problem
from fermata._errors import Unanswered, UsageError, listed
from fermata._instances import Instance, Record
from fermata._shapes import Shape, changed_classes, shape_of

if TYPE_CHECKING:
    import datetime

# As ObjectKind of include/fermata/value.h.
DATE, TIME, DATETIME, TIMEDELTA, DECIMAL, UUID, COMPLEX, ENUM, NAMED_TUPLE, RECORD, HANDLE, FRACTION, IP_ADDRESS, INSTANCE, EXCEPTION = range(15)

# A value's class and fields (of an enum's member "name" and "value") -> the fields that it has now, or the value itself.
Migrate = Callable[[str, dict[str, Any]], Any]
Flat = tuple[int, str, dict[str, Any]]
# Kind, name, [(field, {option: value})], {option: value}, [(method, asynchronous)], attributes: a TypeDeclaration of include/fermata/host.h.
Declaration = tuple[int, str, list[tuple[str, dict[str, Any]]], dict[str, Any], list[tuple[str, bool]], list[str]]


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
        """The type of handles for objects of a class: with these methods, or all whose names don't begin with an underscore; those that are
        `async def` are awaited. describe() shows them with their signatures."""
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


def handle(
    object: Any, name: str, *, methods: Iterable[str] = (), attributes: Iterable[str] = (), type_name: str | None = None
) -> Handle:
    """A handle for one object, to be passed as an input. For several objects of a kind, or those that functions return, make a HandleType."""
    return HandleType(type_name or type(object).__name__, methods=methods, attributes=attributes)(object, name)


class Types:
    """The classes that a session's values are made of, and the objects that its handles stand for."""

    __slots__ = ("classes", "exceptions", "gone", "handle_types", "migrate", "migrate_back", "changed", "untold", "objects", "receivers", "unbound")

    def __init__(self, types: Iterable[type | HandleType] = (), handles: Mapping[str, Any] | None = None) -> None:
        self.classes: dict[str, type] = {}
        self.exceptions: dict[str, type[BaseException]] = {}
        self.migrate: Migrate | None = None
        self.migrate_back: Migrate | None = None
        self.changed: dict[str, Shape] = {}  # classes whose values in the state aren't of today's, when there is migrate()
        self.untold: frozenset[str] = frozenset()  # those that the state says nothing about
        self.gone: frozenset[str] = frozenset()  # classes that a state has and the host hasn't any more: migrate() knows their values
        self.handle_types: dict[str, HandleType] = {}
        self.objects: dict[tuple[str, str], Any] = {}  # by type and name of their handles
        self.receivers: set[tuple[str, int]] = set()  # the same, by type and id()
        self.unbound: dict[str, Any] = {}  # by name, until a handle of that name comes back, which gives its type
        if isinstance(types, (type, HandleType)) or not isinstance(types, Iterable):
            raise UsageError(f"types must be a list of classes, not {types!r}")
        for declared in types:
            if isinstance(declared, HandleType):
                self.handle_types[declared.name] = declared
            elif isinstance(declared, type) and issubclass(declared, BaseException):
                self.exceptions[declared.__name__] = declared
            elif kind_of(declared) in ("enum", "namedtuple", "model", "dataclass"):
                self.classes[declared.__name__] = declared
            else:
                raise UsageError(f"{declared!r} isn't a dataclass, enum, NamedTuple, pydantic model, exception class or HandleType")
        if handles is not None and not isinstance(handles, Mapping):
            raise UsageError(f"handles must be a mapping from names to objects, not {handles!r}")
        for name, value in (handles or {}).items():
            if isinstance(value, Handle):
                self._keep(value.type.name, name, value.object)
            else:
                self.unbound[name] = value

    def copy(self) -> Types:
        """For a session of its own: what crosses in one is not known in another."""
        other = Types.__new__(Types)
        other.classes, other.exceptions, other.handle_types = self.classes.copy(), self.exceptions.copy(), self.handle_types.copy()
        other.migrate, other.migrate_back, other.gone = self.migrate, self.migrate_back, self.gone
        other.changed, other.untold = self.changed, self.untold
        other.objects, other.receivers, other.unbound = self.objects.copy(), self.receivers.copy(), self.unbound.copy()
        return other

    def new_handle_types(self, inputs: Mapping[str, Any]) -> list[HandleType]:
        """The types of handles among inputs that aren't declared here."""
        found = {value.type.name: value.type for value in inputs.values() if isinstance(value, Handle)}
        return [handle_type for name, handle_type in found.items() if name not in self.handle_types]

    def declarations(self) -> list[Declaration]:
        if not self.classes and not self.exceptions and not self.handle_types:
            return []
        errors = sorted(self.exceptions.values(), key=lambda cls: len(cls.__mro__))  # each after its base classes
        return [self._error_declaration(cls) for cls in errors] + [declaration_of(cls) for cls in self.classes.values()] + [t.declaration() for t in self.handle_types.values()]

    def shapes(self) -> dict[str, str]:
        return {name: text for name, cls in self.classes.items() if (text := shape_of(cls))}

    def know_shapes(self, state: Iterable[tuple[int, str, str]]) -> None:
        """Which values migrate() is asked about: the classes of the state, as its session's types() gives them."""
        if self.migrate is not None:
            self.changed, self.untold = changed_classes(state, self.classes, _optional_fields)

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
        """For an exception of a class that isn't builtin: the class's full name when it is the standard library's, which the program may have
        too; the names of those above it, the nearest first; the arguments that it has there: its own, when they say as much as its text;
        and attributes, its public ones when the program may have the class."""
        cls = type(error)
        declared = self.exceptions.get(cls.__name__) is cls
        name = "" if declared else _library_name(cls)
        above = [base.__name__ if self._has(base) else _library_name(base) for base in cls.__mro__[1:] if base not in (Exception, BaseException, object)]
        above = [base for base in above if base]
        plain = next(base for base in cls.__mro__ if getattr(builtins, base.__name__, None) is base)
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
        known = _flat_of_library(value)
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
        fields: dict[Any, Any] = {name: getattr(value, name) for name in _field_names(cls)}
        if self.changed:
            fields = self._as_before(cls.__name__, fields)
        if kind == "namedtuple":
            return NAMED_TUPLE, cls.__name__, fields
        hidden = _hidden_fields(cls)
        return RECORD, cls.__name__, {None: hidden, **fields} if hidden else fields  # (as library/_border.py reads it)

    def _as_before(self, type_name: str, fields: dict[str, Any]) -> dict[str, Any]:
        """A value of today for a program that has the class as it was."""
        before = self.changed.get(type_name)
        if before is None or (self.migrate_back is None and before.keys() != fields.keys()):
            return fields
        if self.migrate_back is None:
            raise TypeError(f"the program has {type_name} as it was before: give migrate_back, which maps {_fields_text(type_name, fields)} to that")
        mapped = self.migrate_back(type_name, fields)
        if not isinstance(mapped, Mapping) or mapped.keys() != before.keys():
            raise TypeError(f"migrate_back() gave {mapped!r:.200} for {_fields_text(type_name, fields)}, and not the fields {', '.join(before)}")
        return {name: mapped[name] for name in before}

    def revive(self, kind: int, type_name: str, fields: dict[str, Any]) -> Any:
        made = _of_library(kind, type_name, fields)
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
        cls = self.classes.get(type_name)
        if cls is None and type_name not in self.gone:
            return Record(type_name, fields)
        if self.migrate is None:
            return _made(cls, kind, type_name, fields)
        if type_name not in self.changed or self.changed[type_name].keys() != fields.keys():
            try:
                made = _made(cls, kind, type_name, fields)
                if type_name not in self.untold or not field_problem(made):
                    return made
            except Exception:  # it doesn't fit
                pass
        try:
            mapped = self.migrate(type_name, dict(fields))
        except Exception as error:
            raise TypeError(f"migrate() raised {type(error).__name__} for {_fields_text(type_name, fields)}: {error}") from error
        if mapped is None:
            raise TypeError(f"migrate() gave nothing for {_fields_text(type_name, fields)}")
        return _made(cls, kind, type_name, dict(mapped)) if isinstance(mapped, Mapping) else mapped


def _library_name(cls: type) -> str:
    """The full name of a class of the standard library; empty for another one."""
    module = cls.__module__
    if module.partition(".")[0] not in sys.stdlib_module_names or getattr(sys.modules.get(module), cls.__name__, None) is not cls:
        return ""
    return f"{module}.{cls.__name__}"


def _fields_text(type_name: str, fields: dict[str, Any]) -> str:
    return f"{type_name}({', '.join(f'{name}={value!r:.100}' for name, value in fields.items())})"


def _made(cls: type | None, kind: int, type_name: str, fields: dict[str, Any]) -> Any:
    """An instance of the host's class. Raises TypeError, or what the class raises."""
    problem = "there is no class of that name" if cls is None else _misfit(cls, kind, fields)
    if cls is None or problem:
        raise TypeError(f"the program's {type_name} isn't the host's: {problem}")
    if issubclass(cls, enum.Enum):
        member = cls.__members__.get(fields.get("name") or "")
        return cls(fields["value"]) if member is None else member
    if kind_of(cls) == "model":
        return cls.model_validate(fields)  # type: ignore[attr-defined]
    return _make(cls, fields)


def _misfit(cls: type, kind: int, fields: dict[str, Any]) -> str:
    """Why no instance of the class can be made from the fields, or "". Those that have defaults need not be there."""
    if (kind == ENUM) != issubclass(cls, enum.Enum):
        return f"its fields are {', '.join(fields) or 'none'}"
    if issubclass(cls, enum.Enum):
        try:
            if fields.get("name") not in cls.__members__:
                cls(fields["value"])
        except (KeyError, ValueError, TypeError):
            return f"it has no member {fields.get('name')!r} of the value {fields.get('value')!r}"
        return ""
    names, optional = _field_names(cls), _optional_fields(cls)
    unknown = [name for name in fields if name not in names]
    missing = [name for name in names if name not in fields and name not in optional]
    if not unknown and not missing:
        return ""
    told = [("the host's has no ", unknown), ("there is no value for ", missing)]
    return f"its fields are {', '.join(fields) or 'none'}; " + ", and ".join(words + ", ".join(found) for words, found in told if found)


def _optional_fields(cls: type) -> set[str]:
    if kind_of(cls) == "model":
        return {name for name, info in cls.model_fields.items() if not info.is_required()}  # type: ignore[attr-defined]
    if kind_of(cls) == "namedtuple":
        return set(cls._field_defaults)  # type: ignore[attr-defined]
    return {f.name for f in dataclasses.fields(cls) if f.default is not dataclasses.MISSING or f.default_factory is not dataclasses.MISSING or not f.init}


def _field_names(cls: type) -> list[str]:
    if kind_of(cls) == "model":
        return list(cls.model_fields)  # type: ignore[attr-defined]
    if kind_of(cls) == "namedtuple":
        return list(cls._fields)  # type: ignore[attr-defined]
    return [field.name for field in dataclasses.fields(cls)]


def _find_hidden_fields(cls: Any) -> list[str]:
    """Those that repr() of an instance leaves out."""
    if kind_of(cls) == "model":
        return [name for name, info in cls.model_fields.items() if not info.repr]
    every = not cls.__dataclass_params__.repr
    return [field.name for field in dataclasses.fields(cls) if every or not field.repr]


_hidden_fields: Callable[[Any], list[str]] = functools.lru_cache(256)(_find_hidden_fields)


def _make(cls: type, fields: dict[str, Any]) -> Any:
    if not dataclasses.is_dataclass(cls):
        return cls(**fields)
    computed = {field.name for field in dataclasses.fields(cls) if not field.init}
    if wanted := required_init_vars(cls):
        raise TypeError(f"a {cls.__name__} can't come back: its class asks for {', '.join(map(repr, wanted))}, which isn't kept")
    made = cls(**{name: value for name, value in fields.items() if name not in computed})
    for name in computed & fields.keys():  # these the class computes, or they were set later
        object.__setattr__(made, name, fields[name])
    return made


def declaration_of(cls: type) -> Declaration:
    """A class for the program: an enum's members with their values; a field's default where it has one that can cross, and its options."""
    kind = kind_of(cls)
    if kind == "enum":
        members: list[tuple[str, dict[str, Any]]] = [(name, {"default": member._value_}) for name, member in getattr(cls, "__members__").items()]
        bases = [base.__name__ for base in (enum.IntFlag, enum.Flag, enum.IntEnum, getattr(enum, "StrEnum", enum.IntEnum)) if issubclass(cls, base)]
        return ENUM, cls.__name__, members, {"base": bases[0] if bases else ""}, [], []
    if kind == "namedtuple":
        defaults: dict[str, Any] = cls._field_defaults  # type: ignore[attr-defined]
        return NAMED_TUPLE, cls.__name__, [(name, {"default": defaults[name]} if name in defaults else {}) for name in _field_names(cls)], {}, [], []
    if kind == "model":
        return RECORD, cls.__name__, _fields_of_model(cls), {"frozen": bool(cls.model_config.get("frozen"))}, [], []  # type: ignore[attr-defined]
    params = cls.__dataclass_params__  # type: ignore[attr-defined]
    options: dict[str, Any] = {name: getattr(params, name) for name in ("frozen", "repr", "eq", "order", "unsafe_hash")}
    if wanted := required_init_vars(cls):
        options["asks_for"] = ", ".join(map(repr, wanted))
    return RECORD, cls.__name__, _fields_of_dataclass(cls, params.repr), options, [], []


def _fields_of_model(cls: Any) -> list[tuple[str, dict[str, Any]]]:
    fields = []
    for name, info in cls.model_fields.items():
        told: dict[str, Any] = {"kw_only": True, "repr": bool(info.repr), **_told_type(info.annotation)}
        if not info.is_required():
            told["default"] = info.get_default(call_default_factory=True)
        fields.append((name, told))
    return fields


def _fields_of_dataclass(cls: Any, repr: bool) -> list[tuple[str, dict[str, Any]]]:
    hints = hints_of(cls)
    fields = []
    for field in dataclasses.fields(cls):
        told: dict[str, Any] = {"init": field.init, "repr": field.repr and repr, "compare": field.compare, "kw_only": bool(field.kw_only)}
        if field.hash is not None:
            told["hash"] = field.hash
        if field.default is not dataclasses.MISSING:
            told["default"] = field.default
        elif field.default_factory is not dataclasses.MISSING:
            told["default"] = field.default_factory()
        fields.append((field.name, {**told, **_told_type(hints.get(field.name, field.type))}))
    return fields


def _told_type(annotation: Any) -> dict[str, Any]:
    told = type_parts(annotation)
    return {} if told is None else {"type": told}


def _timed(value: datetime.datetime | datetime.time) -> dict[str, Any]:
    told: dict[str, Any] = {"iso": value.isoformat()}
    if value.fold:
        told["fold"] = 1
    offset = value.utcoffset()
    key = getattr(value.tzinfo, "key", None)
    if offset is None and isinstance(key, str):
        told["zone"] = key  # a time of day in a zone whose offset depends on the day
    elif value.tzinfo is not None and offset is None:
        raise TypeError(f"a {type(value).__name__} whose zone {value.tzinfo} gives no offset can't enter the sandbox: give a datetime, or the zone's name with it")
    if offset is not None:
        import datetime

        name = key or value.tzname()
        if isinstance(name, str) and name != datetime.timezone(offset).tzname(None):
            told["zone"] = name
    return told


_ZONE = re.compile(r"[A-Za-z0-9_+-]+(/[A-Za-z0-9_+-]+)*")


def _zoned(moment: Any, fields: dict[str, Any]) -> Any:
    """With its zone: zoneinfo's zone of that name, if that has the same offset then; else a fixed offset with the name."""
    import datetime

    name, offset = fields.get("zone"), moment.utcoffset()
    moment = moment.replace(fold=fields.get("fold", 0))
    if name is None:
        return moment
    if offset is None:  # the program's zone is one of zoneinfo: what the offset is, it says itself
        import zoneinfo

        return moment.replace(tzinfo=zoneinfo.ZoneInfo(name))
    if isinstance(moment, datetime.datetime) and _ZONE.fullmatch(name):
        try:
            import zoneinfo

            there = moment.replace(tzinfo=zoneinfo.ZoneInfo(name))
            if there.utcoffset() == offset:
                return there
        except Exception:  # no zone of that name
            pass
    return moment.replace(tzinfo=datetime.timezone(offset, name))


# (An interface is an address, too.)
_ADDRESSES = ("IPv4Interface", "IPv6Interface", "IPv4Address", "IPv6Address", "IPv4Network", "IPv6Network")


def _address(name: str) -> Callable[[Any], Flat]:
    return lambda v: (IP_ADDRESS, name, {"text": str(v)})


# The library's classes, by modules: where a module was never imported there is no value of its classes.
_FLAT: dict[str, tuple[tuple[str, Callable[[Any], Flat]], ...]] = {
    "datetime": (
        ("datetime", lambda v: (DATETIME, "datetime", _timed(v))),  # before date, whose subclass it is
        ("date", lambda v: (DATE, "date", {"iso": v.isoformat()})),
        ("time", lambda v: (TIME, "time", _timed(v))),
        ("timedelta", lambda v: (TIMEDELTA, "timedelta", {"days": v.days, "seconds": v.seconds, "microseconds": v.microseconds})),
    ),
    "decimal": (("Decimal", lambda v: (DECIMAL, "Decimal", {"text": str(v)})),),
    "uuid": (("UUID", lambda v: (UUID, "UUID", {"text": str(v)})),),
    "fractions": (("Fraction", lambda v: (FRACTION, "Fraction", {"numerator": v.numerator, "denominator": v.denominator})),),
    "ipaddress": tuple((name, _address(name)) for name in _ADDRESSES),
    "builtins": (("complex", lambda v: (COMPLEX, "complex", {"real": v.real, "imag": v.imag})),),
}


def _flat_of_library(value: Any) -> Flat | None:
    for module, classes in _FLAT.items():
        loaded = sys.modules.get(module)
        if loaded is not None:
            for name, flat in classes:
                if isinstance(value, getattr(loaded, name)):
                    return flat(value)
    return None


def _of_library(kind: int, type_name: str, fields: dict[str, Any]) -> Any:
    """The value of one of the library's classes; None for another kind."""
    if kind in (DATE, TIME, DATETIME, TIMEDELTA):
        import datetime

        if kind == TIMEDELTA:
            return datetime.timedelta(fields["days"], fields["seconds"], fields["microseconds"])
        if kind == DATE:
            return datetime.date.fromisoformat(fields["iso"])
        cls = datetime.datetime if kind == DATETIME else datetime.time
        return _zoned(cls.fromisoformat(fields["iso"]), fields)
    if kind == DECIMAL:
        import decimal

        return decimal.Decimal(fields["text"])
    if kind == UUID:
        import uuid

        return uuid.UUID(fields["text"])
    if kind == FRACTION:
        import fractions

        return fractions.Fraction(fields["numerator"], fields["denominator"])
    if kind == IP_ADDRESS and type_name in _ADDRESSES:
        import ipaddress

        return getattr(ipaddress, type_name)(fields["text"])
    return complex(fields["real"], fields["imag"]) if kind == COMPLEX else None


NO_TYPES = Types()
