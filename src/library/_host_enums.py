"""Enums of the host. _border.py, which has the host's other classes, calls what is here; `kept` is its dict of them, where an enum that
nobody declared is by "enum NAME". By "members NAME" it has what leaves in place of a declared enum's members: from their names to the
names and values of today."""

import enum
from functools import reduce
from operator import or_

_ENUMS = {name: (getattr(enum, name), None) for name in ("Enum", "IntEnum", "StrEnum", "Flag", "IntFlag")}
_ENUMS |= {cls.__name__: (enum.Enum, cls) for cls in (str, int, float, bytes)}  # class Currency(str, Enum)


def enum_class(name, members, base):
    if base not in _ENUMS:
        raise ValueError(f"the base of an enum is one of {', '.join(_ENUMS)}, not {base!r}")
    return _ENUMS[base][0](name, members, module="__main__", type=_ENUMS[base][1])


def _add_member(cls, name, value):
    # As the enum's own statement does when its class is made.
    member = enum._proto_member(value)
    type.__setattr__(cls, name, member)
    member.__set_name__(cls, name)
    if issubclass(cls, enum.Flag):
        values = [one._value_ for one in cls._member_map_.values()]
        cls._flag_mask_ = reduce(or_, [one for one in values if one.bit_count() == 1], 0)
        cls._all_bits_ = 2 ** reduce(or_, values, 0).bit_length() - 1


def member_for(kept, type_name, name, value):
    known = kept.get(type_name)
    if known is not None and known[0] == "enum":
        cls = known[1]
        member = cls._member_map_.get(name)
        if member is None and issubclass(cls, enum.Flag):
            return cls(value)
        if member is None:
            raise ValueError(f"the host gave {type_name}.{name}, which the {type_name} that it declared does not have")
        return member
    key = f"enum {type_name}"
    member_name = str(value) if name is None else name
    known = kept.get(key)
    if known is None:
        cls = enum.Enum(type_name, {member_name: value}, module="__main__")
        kept[key] = ("enum", cls, [])
        return cls._member_map_[member_name]
    cls = known[1]
    if member_name not in cls._member_map_:
        _add_member(cls, member_name, value)
    return cls._member_map_[member_name]


# --- an enum that a state has, and the host declares again


def misfits_of_members(name, before, today):
    values = list(today.values())
    gone = [member for member, one in before.items() if member not in today and one._value_ not in values]
    taken = [
        (member, one._name_)
        for member, value in today.items()
        if member not in before
        for one in dict.fromkeys(before.values())
        if one._value_ == value and today.get(one._name_, value) != value
    ]
    return [f"{name} has no member {member!r} any more, but the state's has it" for member in gone] + [
        f"{name}.{member} is new and has the value that {name}.{other} has in the state" for member, other in taken
    ]


def bring_members_up_to_date(kept, name, cls, today):
    for member, value in today.items():
        if member not in cls._member_map_:
            _add_member(cls, member, value)
    kind, _, names = kept[name]
    if names != list(cls._member_map_):
        kept[name] = (kind, cls, list(cls._member_map_))
    # The program's members stay what they are (dicts know them by their names): what leaves has the name and the value of today.
    changed = {}
    for member in dict.fromkeys(cls._member_map_.values()):
        names = [other for other in today if cls._member_map_[other] is member]
        now = member._name_ if member._name_ in names or not names else names[0]
        if names and (now, today[now]) != (member._name_, member._value_):
            changed[member._name_] = (now, today[now])
    if changed or f"members {name}" in kept:
        kept[f"members {name}"] = changed
