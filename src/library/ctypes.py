"""C's simple types, for their sizes and how they wrap around. There are no libraries to call, and no memory to point into."""

import struct as _struct

# Written in C in CPython.
__unbound__ = ["sizeof", "alignment"]

__all__ = ["ArgumentError", "CDLL", "sizeof", "alignment"]


class ArgumentError(Exception):
    pass


class _SimpleCData:
    """What a variable of C holds."""

    __slots__ = ("_value", "__dict__")
    _type_ = None

    def __init__(self, value=None, /):
        self._value = self._zero if value is None else self._taken(value)

    @property
    def value(self):
        """current value"""
        return self._value

    @value.setter
    def value(self, value):
        self._value = self._taken(value)

    def __bool__(self):
        return self._value != self._zero

    def __repr__(self):
        shown = repr(self._value)
        return f"{type(self).__name__}({shown})" if type(self).__base__ in _KINDS else object.__repr__(self)

    @classmethod
    def from_param(cls, value, /):
        return value if isinstance(value, cls) else cls(value)

    @classmethod
    def _size(cls):
        return _struct.calcsize(cls._type_)


class _Integer(_SimpleCData):
    __slots__ = ()
    _zero = 0

    def _taken(self, value):
        if not hasattr(value, "__index__"):
            raise TypeError(f"'{type(value).__name__}' object cannot be interpreted as an integer")
        bits = 8 * self._size()
        value = value.__index__() & (1 << bits) - 1
        return value - (1 << bits) if self._type_.islower() and value >> bits - 1 else value


class _Float(_SimpleCData):
    __slots__ = ()
    _zero = 0.0

    def _taken(self, value):
        if isinstance(value, str) or not (hasattr(value, "__float__") or hasattr(value, "__index__")):
            raise TypeError(f"must be real number, not {type(value).__name__}")
        value = float(value)
        try:
            return _struct.unpack(self._type_, _struct.pack(self._type_, value))[0]
        except OverflowError:
            return float("inf") if value > 0 else float("-inf")


class _Bool(_SimpleCData):
    __slots__ = ()
    _zero = False

    def _taken(self, value):
        return bool(value)


class _Char(_SimpleCData):
    __slots__ = ()
    _zero = b"\0"

    def _taken(self, value):
        if isinstance(value, (bytes, bytearray)) and len(value) == 1:
            return bytes(value)
        if isinstance(value, int) and 0 <= value < 256:
            return bytes([value])
        raise TypeError("one character bytes, bytearray or integer expected")


class _WideChar(_SimpleCData):
    __slots__ = ()
    _zero = "\0"

    def _taken(self, value):
        if not isinstance(value, str):
            raise TypeError(f"unicode string expected instead of {type(value).__name__} instance")
        if len(value) != 1:
            raise TypeError("one character unicode string expected")
        return value

    @classmethod
    def _size(cls):
        return 4


_KINDS = (_Integer, _Float, _Bool, _Char, _WideChar)


def _made(name, kind, code):
    cls = type(name, (kind,), {"__slots__": (), "_type_": code, "__module__": "ctypes"})
    globals()[name] = cls
    __all__.append(name)
    return cls


# (As on 64-bit Linux, where what has the same size as an earlier type is that type.)
for _name, _code in (
    ("byte", "b"),
    ("ubyte", "B"),
    ("short", "h"),
    ("ushort", "H"),
    ("int", "i"),
    ("uint", "I"),
    ("long", "l"),
    ("ulong", "L"),
):
    _made(f"c_{_name}", _Integer, _code)
_made("c_float", _Float, "f")
_made("c_double", _Float, "d")
_made("c_bool", _Bool, "?")
_made("c_char", _Char, "c")
_made("c_wchar", _WideChar, "u")
for _name, _same in (
    ("int8", c_byte),
    ("uint8", c_ubyte),
    ("int16", c_short),
    ("uint16", c_ushort),
    ("int32", c_int),
    ("uint32", c_uint),
    ("int64", c_long),
    ("uint64", c_ulong),
    ("longlong", c_long),
    ("ulonglong", c_ulong),
    ("size_t", c_ulong),
    ("ssize_t", c_long),
):
    globals()[f"c_{_name}"] = _same
    __all__.append(f"c_{_name}")


def sizeof(type_or_object, /):
    """How many bytes a type, or a variable, takes in C."""
    cls = type_or_object if isinstance(type_or_object, type) else type(type_or_object)
    if not issubclass(cls, _SimpleCData) or cls._type_ is None:
        raise TypeError("this type has no size")
    return cls._size()


def alignment(type_or_object, /):
    """What its address in C is a multiple of."""
    return sizeof(type_or_object)


class CDLL:
    """A library of C: there is none."""

    def __init__(self, name, *args, **kwargs):
        raise OSError(f"{name}: no library of C can be loaded here: call a host function instead")
