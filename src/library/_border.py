"""Values of classes that come from the host. session/border/arriving.cpp describes them, and calls what is here.

`kept` is the session's dict of the classes that were made for that: by their name those that the host declared, by kind, name and
fields those that nobody declared; and by "module NAME" the host's modules. Its values are tuples (kind, class or module, names of the
fields)."""

import builtins
import collections
import collections.abc
import copy
import dataclasses
import datetime
import decimal
import fractions
import ipaddress
import typing
import uuid
from functools import reduce
from operator import or_

from _host_enums import bring_members_up_to_date, enum_class, member_for, members_of, misfits_of_members
from _host_modules import check_name, host_module

_CONTAINERS = {"list": list, "tuple": tuple, "set": set, "frozenset": frozenset}
_BY_TEXT = {
    "ipaddress": ("IPv4Address", "IPv6Address", "IPv4Network", "IPv6Network", "IPv4Interface", "IPv6Interface"),
    "path": ("PosixPath", "PurePosixPath", "PureWindowsPath"),
}
# What makes a handle one; other special methods may be the host's.
_OWN = (
    "__new__",
    "__init__",
    "__class__",
    "__dict__",
    "__slots__",
    "__getattribute__",
    "__getattr__",
    "__setattr__",
    "__delattr__",
    "__reduce__",
    "__reduce_ex__",
    "__init_subclass__",
    "__class_getitem__",
    "__subclasshook__",
    "__set_name__",
    "__del__",
    "__get__",
    "__set__",
    "__delete__",
    "__module__",
    "__qualname__",
    "__name__",
    "__doc__",
    "__weakref__",
    "__copy__",
    "__deepcopy__",
)


def arrive(kept, described):
    """The last of what is described: slices of a kind, a class's name and a list of parts. A part that is a slice is an earlier one."""
    made = []
    for one in described:
        made.append(_arrive(kept, one.start, one.stop, [made[part.start] if type(part) is slice else part for part in one.step]))
    return made[-1]


def _arrive(kept, kind, name, parts):
    if kind == "dict":
        return dict(zip(parts[::2], parts[1::2]))
    if kind in _CONTAINERS:
        return _CONTAINERS[kind](parts)
    names, values = parts[::2], parts[1::2]
    if kind == "record":
        hidden = []
        if names and names[0] is None:  # before the fields: the names of those that aren't shown
            hidden = values[0]
            del names[0], values[0]
        return _record(kept, name, names, values, hidden)
    if kind == "namedtuple":
        return tuple.__new__(_class_for(kept, kind, name, names), values)
    fields = dict(zip(names, values))
    if kind == "enum":
        return member_for(kept, name, fields["name"], fields["value"])
    if kind == "handle":
        return make_handle(_class_for(kept, kind, name, []), name, fields["name"], fields["identity"])
    return _of_library(kind, name, fields)


def _of_library(kind, name, fields):
    if kind == "date":
        return datetime.date.fromisoformat(fields["iso"])
    if kind in ("time", "datetime"):
        return _zoned(getattr(datetime, kind).fromisoformat(fields["iso"]), fields)
    if kind == "timedelta":
        return datetime.timedelta(fields["days"], fields["seconds"], fields["microseconds"])
    if kind == "uuid":
        return uuid.UUID(fields["text"])
    if kind == "decimal":
        try:
            return decimal.Decimal(fields["text"])
        except decimal.InvalidOperation:
            raise ValueError(f"Invalid decimal: {fields['text']!r}") from None
    if kind == "fraction":
        return fractions.Fraction(fields["numerator"], fields["denominator"])
    if name in _BY_TEXT.get(kind, ()):
        import pathlib

        return getattr(pathlib if kind == "path" else ipaddress, name)(fields["text"])
    if kind == "instance":
        raise TypeError(f"a {name} can't come back: it stayed in the program that it belongs to")
    raise TypeError(f"a value of an unknown kind: {kind}")


def _zoned(moment, fields):
    """With its zone: zoneinfo's zone of that name, if that has the same offset then; else a fixed offset with the name."""
    moment = moment.replace(fold=fields.get("fold", 0))
    name = fields.get("zone")
    if name is None:
        return moment
    import _zones

    if name in _zones.places:
        import zoneinfo

        there = moment.replace(tzinfo=zoneinfo.ZoneInfo(name))
        if moment.tzinfo is None or there.utcoffset() == moment.utcoffset():
            return there
    if moment.tzinfo is None:
        raise ValueError(f"there is no time zone {name!r} here")
    return moment.replace(tzinfo=datetime.timezone(moment.utcoffset(), name))


# --- classes that nobody declared


def _class_for(kept, kind, name, names, hidden=()):
    known = kept.get(name)
    if known is not None and known[0] == kind and (kind != "namedtuple" and sorted(known[2]) == sorted(names) or known[2] == names):
        return known[1]
    key = f"{kind} {name}({', '.join(names)})" + (f" without {', '.join(hidden)}" if hidden else "")
    known = kept.get(key)
    if known is None:
        # Its instances can be keys, as perhaps they were where they come from.
        cls = (
            _handle_class(name, [], [])
            if kind == "handle"
            else _class_of_fields(
                kept, kind, name, [(field, {"repr": False} if field in hidden else {}) for field in names], {"unsafe_hash": True}
            )
        )
        known = kept[key] = (kind, cls, names)
    return known[1]


def _record(kept, name, names, values, hidden):
    made = object.__new__(_class_for(kept, "record", name, names, hidden))
    for field, value in zip(names, values):
        object.__setattr__(made, field, value)
    return made


# --- declared classes


def declare(kept, declarations):
    """The classes of (kind, name, [(field, {option: value})], {option: value})."""
    made = []
    for kind, name, fields, options in declarations:
        if kind == "handle" and options["base"]:
            made.append(host_module(kept, name, fields, options["methods"]))
            continue
        check_name("type", name)
        seen = set()
        for field in fields:
            check_name("field", field[0])
            if field[0] in seen:
                raise ValueError(f"two fields of type {name!r} have the name {field[0]!r}")
            seen.add(field[0])
        if kind == "enum":
            cls = enum_class(name, {member: told["default"] for member, told in fields}, options["base"] or "Enum")
        elif kind == "exception":
            cls = _exception_class(kept, name, options["base"])
        elif kind == "handle":
            cls = _handle_class(name, options["methods"], options["attributes"])
        else:
            cls = _class_of_fields(kept, kind, name, fields, options)
        kept[name] = (kind, cls, [field[0] for field in fields])
        made.append(cls)
    return made


# --- classes that a state has, and the host declares again


def _required(field):
    return "default" not in field[1] and field[1].get("init", True)


def misfits(kept, declarations):
    """Why values of the state's classes don't fit the host's: a list of texts."""
    found = []
    for kind, name, fields, options in declarations:
        known = kept[name]
        now = [field[0] for field in fields]
        if kind != known[0]:
            found.append(f"{name} is a {kind} now, the state's is a {known[0]}")
        elif kind == "enum":
            found += misfits_of_members(name, members_of(known[1]), {member: told["default"] for member, told in fields})
        elif kind in ("record", "namedtuple"):
            found += [f"{name} has no field {field!r} any more, but the state's has it" for field in known[2] if field not in now]
            found += [
                f"{name} has a new field {field[0]!r} without a default, which the state's lacks"
                for field in fields
                if _required(field) and field[0] not in known[2]
            ]
    return found


def bring_up_to_date(kept, told):
    """One of these classes gets what is new. The instances are those of the state: what they lack they get by default."""
    declarations, instances = told
    for kind, name, fields, options in declarations:
        was, cls, names = kept[name]
        now = [field[0] for field in fields]
        if kind != was or now == names and kind == "namedtuple":
            continue
        if kind == "enum":
            bring_members_up_to_date(kept, name, cls, {member: told["default"] for member, told in fields})
        elif (
            kind == "record"
            and all(field in now for field in names)
            and not any(_required(field) for field in fields if field[0] not in names)
        ):
            new = [field for field in fields if field[0] not in names]
            if new or _shown(cls.__dataclass_fields__) != _shown(dict(fields)):
                whole = _class_of_fields(kept, kind, name, fields, options)
                _show_as(cls, whole)
                if new:
                    _add_fields(cls, new, whole, instances)
            if now != names:
                kept[name] = (kind, cls, now)
        else:
            # Old values stay what they are; new ones are of a class below theirs.
            key = f"{kind} {name}({', '.join(now)})"
            if key not in kept:
                whole = _class_of_fields(kept, kind, name, fields, options).__dict__
                kept[key] = (
                    kind,
                    type(name, (cls,), {key: value for key, value in whole.items() if key not in ("__dict__", "__weakref__")}),
                    now,
                )


def _shown(fields):
    """The names of fields, dataclasses' or described ones, that repr() shows."""
    return {name for name, field in fields.items() if (field.get("repr", True) if type(field) is dict else field.repr)}


def _show_as(cls, whole):
    # What the host hides by now is hidden of old values, too.
    cls.__repr__ = whole.__repr__
    for name, field in cls.__dataclass_fields__.items():
        field.repr = whole.__dataclass_fields__[name].repr


def _add_fields(cls, new, whole, instances):
    # (Its hash stays that of the fields before: dicts and sets of the state know its instances by it.)
    for attribute in ("__init__", "__eq__", "__match_args__", "__dataclass_fields__"):
        if attribute in whole.__dict__:
            setattr(cls, attribute, whole.__dict__[attribute])
    for field, told in new:
        if "default" not in told:
            continue  # the host computes it
        default = told["default"]
        shared = type(default).__hash__ is not None
        if shared:
            setattr(cls, field, default)
        for one in instances:
            if field not in one.__dict__:
                object.__setattr__(one, field, default if shared else copy.deepcopy(default))


def _class_of_fields(kept, kind, name, fields, options):
    if kind == "namedtuple":
        with_default = [field for field in fields if "default" in field[1]]
        if with_default != fields[len(fields) - len(with_default) :]:
            raise ValueError(f"a field of {name} without a default follows one that has one")
        return collections.namedtuple(
            name, [field[0] for field in fields], defaults=[field[1]["default"] for field in with_default], module="__main__"
        )
    parts = [(field, _hint(kept, name, told.get("type")), _field(told)) for field, told in fields]
    asks_for = options.get("asks_for")
    bases = tuple([kept[base][1] for base in options.get("base", "").split(", ") if kept.get(base, " ")[0] == kind])
    options = {option: value for option, value in options.items() if option not in ("asks_for", "base")}
    cls = dataclasses.make_dataclass(name, parts, bases=bases, init=not asks_for, **options)
    cls.__module__ = "__main__"
    if asks_for:
        cls.__init__ = _unmakeable(name, asks_for)
    return cls


def _field(told):
    options = {option: value for option, value in told.items() if option not in ("default", "type")}
    if "default" not in told:
        return dataclasses.field(**options)
    value = told["default"]
    if type(value).__hash__ is not None:
        return dataclasses.field(default=value, **options)
    return dataclasses.field(default_factory=lambda: copy.deepcopy(value), **options)


def _unmakeable(name, asks_for):
    def __init__(self, *args, **kwargs):
        raise TypeError(f"{name}() can't make one here: the host's __post_init__ asks for {asks_for}, and stays with the host")

    return _named(__init__, name, "__init__")


# What a field's type may be of: these, and what was declared.
_HINTS = {
    "None": None,
    "Any": typing.Any,
    "Sequence": collections.abc.Sequence,
    "Mapping": collections.abc.Mapping,
    "Decimal": decimal.Decimal,
    "Fraction": fractions.Fraction,
    "UUID": uuid.UUID,
    "datetime.date": datetime.date,
    "datetime.datetime": datetime.datetime,
    "datetime.time": datetime.time,
    "datetime.timedelta": datetime.timedelta,
}
_HINTS.update((cls.__name__, cls) for cls in (bool, int, float, complex, str, bytes, list, tuple, dict, set, frozenset))


def _hint(kept, own, told):
    """The type that the host gave a field: its text where a class is in it that isn't made yet, object where nothing is known."""
    try:
        return _type_of(kept, told)
    except KeyError as error:
        return _type_text(told) if error.args[0] == own else object


def _type_of(kept, told):
    if type(told) is not list:
        return kept[told][1] if told in kept and " " not in told else _HINTS[told]
    inner = [_type_of(kept, part) for part in told[1:]]
    return reduce(or_, inner) if told[0] == "|" else _HINTS[told[0]][tuple(inner) if len(inner) != 1 else inner[0]]


def _type_text(told):
    if type(told) is not list:
        return str(told)
    inner = [_type_text(part) for part in told[1:]]
    return " | ".join(inner) if told[0] == "|" else f"{told[0]}[{', '.join(inner)}]"


def _exception_class(kept, name, base):
    bases = []
    for word in base.split(", ") if base else ["Exception"]:
        known = kept.get(word)
        found = known[1] if known is not None and known[0] == "exception" else getattr(builtins, word, None)
        if not isinstance(found, type) or not issubclass(found, BaseException):
            raise ValueError(f"{word!r}, the base of {name}, isn't an exception class that was declared before it")
        bases.append(found)
    return type(name, tuple(bases), {"__module__": "__main__"})


def _handle_class(name, methods, attributes):
    def show(self):
        return f"<{name} {handle_parts(self)[1]!r}>"

    def equal(self, other):
        parts = handle_parts(other)
        return NotImplemented if parts is None else parts == handle_parts(self)

    def hash_of(self):
        return hash(handle_parts(self))

    def missing(self, attribute):
        raise AttributeError(
            f"'{name}' object has no attribute {attribute!r}: {_allowed(name, methods, attributes)}", name=attribute, obj=self
        )

    def unchangeable(self, attribute, value=None):
        raise AttributeError(f"'{name}' object is the host's: its attribute {attribute!r} can't be changed", name=attribute, obj=self)

    def no_copy(self, protocol=0):
        raise TypeError(f"cannot pickle '{name}' object")

    def names(self):
        return dir(type(self))  # an instance has but its parts

    special = {
        "__dir__": names,
        "__repr__": show,
        "__eq__": equal,
        "__hash__": hash_of,
        "__getattr__": missing,
        "__setattr__": unchangeable,
        "__delattr__": unchangeable,
        "__reduce__": no_copy,
        "__reduce_ex__": no_copy,
    }
    namespace = {"__slots__": (), "__module__": "__main__"}
    for method, function in special.items():
        namespace[method] = _named(function, name, method)
    for method, asynchronous in methods:
        _check_member(name, method)
        namespace[method] = _host_method(name, method, asynchronous)
    for attribute in attributes:
        _check_member(name, attribute)
        if attribute in namespace:
            raise ValueError(f"{attribute!r} of handle {name} is declared twice")
        namespace[attribute] = property(_host_method(name, attribute, False))
    return class_make_handle(type(name, (), namespace))


def _check_member(name, member):
    check_name(f"member of {name}", member)
    if member in _OWN:
        raise ValueError(f"a handle can't have the host's {member}")


def _allowed(name, methods, attributes):
    names = [f"{method}()" for method, _ in methods if not method.startswith("__")] + attributes
    return f"the host allows {', '.join(names)}" if names else "the host allows none"


def _named(function, name, method):
    function.__name__ = method
    function.__qualname__ = f"{name}.{method}"
    function.__module__ = "__main__"
    return function


def _host_method(name, method, asynchronous):
    call_host = make_host_function(f"{name}.{method}")
    if asynchronous:

        async def call(self, /, *args, **kwargs):
            return await asyncio_host_future(f"{name}.{method}", (self,) + args, kwargs)

        if method == "__await__":
            return _named(lambda self: call(self).__await__(), name, method)

    else:

        def call(self, /, *args, **kwargs):
            return call_host(self, *args, **kwargs)

    return _named(call, name, method)
