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


def members_of(cls):
    """By name, those that are members, whatever the program has put there besides."""
    return {name: one for name, one in cls._member_map_.items() if type(one) is cls}


def _flags_for(cls, changed, name, value):
    # Flags together, by the names of each, or else by today's bits of each. None: one of them isn't known.
    parts = [] if name is None else name.split("|")
    if not changed or parts and not all([part in cls._member_map_ for part in parts]):
        return cls(value) if not changed else None
    if not parts:
        bits = {own: now for own, (_, now) in changed.items() if now.bit_count() == 1 and now & value}
        if reduce(or_, bits.values(), 0) != value:
            return None
        parts = list(bits)
    return reduce(or_, [cls._member_map_[part] for part in parts], cls(0))


def member_for(kept, type_name, name, value):
    known = kept.get(type_name)
    if known is not None and known[0] == "enum":
        cls = known[1]
        member = cls._member_map_.get(name)
        if member is None and issubclass(cls, enum.Flag):
            member = _flags_for(cls, kept.get(f"members {type_name}", {}), name, value)
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
    is_flag = issubclass(cls, enum.Flag)
    before = {one._value_: name for name, one in members_of(cls).items()} if is_flag else {}
    for member, value in today.items():
        if member not in cls._member_map_:
            if is_flag and today.get(before.get(value), value) != value:
                # Another one has its bit in the program: it gets one of its own there.
                value = 1 << max([one.bit_length() for one in [*cls._value2member_map_, *today.values()]])
            _add_member(cls, member, value)
    kind, _, names = kept[name]
    if names != list(cls._member_map_):
        kept[name] = (kind, cls, list(cls._member_map_))
    # The program's members stay what they are (dicts know them by their names): what leaves has the name and the value of today.
    changed = {}
    for member in dict.fromkeys(members_of(cls).values()):
        names = [other for other in today if cls._member_map_.get(other) is member]
        if names:
            now = member._name_ if member._name_ in names else names[0]
            changed[member._name_] = (now, today[now])
    same = {member._name_: (member._name_, member._value_) for member in members_of(cls).values()}
    if is_flag and all([same[name] == now for name, now in changed.items()]):
        changed = {}
    elif not is_flag:  # (of flags all are kept, for those together)
        changed = {name: now for name, now in changed.items() if same[name] != now}
    if changed or f"members {name}" in kept:
        kept[f"members {name}"] = changed
