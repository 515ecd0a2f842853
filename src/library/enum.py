"""In addition to CPython's enum: values are in their enum since 3.12."""


def _contains(cls, value):
    """Return True if `value` is a member of `cls`, or the value of one."""
    if isinstance(value, cls):
        return True
    try:
        return value in cls._value2member_map_
    except TypeError:
        return any(value == member._value_ for member in cls)


EnumType.__contains__ = _contains
_contains.__name__, _contains.__qualname__ = "__contains__", "EnumType.__contains__"
