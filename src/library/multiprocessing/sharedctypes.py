"""Values and arrays of C's types, which all threads of the program share anyway, and locks for those who change them."""

from array import array as _array

__all__ = ["Array", "RawArray", "RawValue", "Value"]

_NAMES = {
    "b": "byte",
    "B": "ubyte",
    "h": "short",
    "H": "ushort",
    "i": "int",
    "I": "uint",
    "l": "long",
    "L": "ulong",
    "q": "longlong",
    "Q": "ulonglong",
    "f": "float",
    "d": "double",
    "c": "char",
    "u": "wchar",
    "?": "bool",
}


def _code(typecode_or_type):
    code = typecode_or_type if isinstance(typecode_or_type, str) else getattr(typecode_or_type, "_type_", None)
    if code not in _NAMES:
        raise TypeError("this type has no size")
    return code


class _Locked:
    def __init__(self, lock):
        if lock is True or lock is None:
            import threading

            lock = threading.RLock()
        self._lock = lock

    def get_lock(self):
        return self._lock

    def get_obj(self):
        return self

    def acquire(self, *args, **kwargs):
        return self._lock.acquire(*args, **kwargs)

    def release(self):
        self._lock.release()

    def __enter__(self):
        return self._lock.__enter__()

    def __exit__(self, *error):
        return self._lock.__exit__(*error)


class Synchronized(_Locked):
    def __init__(self, code, value, lock):
        super().__init__(lock)
        self._cell = _Cell(code, value)

    @property
    def value(self):
        return self._cell.value

    @value.setter
    def value(self, value):
        self._cell.value = value

    def __repr__(self):
        return f"<{type(self).__name__} wrapper for c_{_NAMES[self._cell.code]}({self.value!r})>"


class _Cell:
    """A value of a C type."""

    def __init__(self, code, value=0):
        self.code = code
        self.value = value

    @property
    def value(self):
        held = self._items[0]
        return bool(held) if self.code == "?" else bytes([held]) if self.code == "c" else held

    @value.setter
    def value(self, value):
        if self.code == "?":
            self._items = _array("B", [bool(value)])
        elif self.code == "c":
            self._items = _array("B", value or b"\0")
        elif self.code == "u":
            self._items = _array("u", value or "\0")
        else:
            self._items = _array(self.code, [_wrapped(self.code, value)])


def _wrapped(code, value):
    # As ctypes stores it: whole numbers lose what doesn't fit.
    if code in "fd" or not isinstance(value, int):
        return value
    bits = 8 * _array(code).itemsize
    value &= (1 << bits) - 1
    return value - (1 << bits) if code in "bhilq" and value >> (bits - 1) else value


class SynchronizedArray(_Locked):
    def __init__(self, code, size_or_initializer, lock):
        super().__init__(lock)
        self._code = code
        stored = "B" if code in "c?" else code
        if isinstance(size_or_initializer, int):
            if size_or_initializer < 0:
                raise ValueError("Array length must be >= 0")
            self._items = _array(stored, bytes(size_or_initializer * _array(stored).itemsize))
        else:
            self._items = _array(stored, [_wrapped(stored, item) for item in size_or_initializer])

    def __len__(self):
        return len(self._items)

    def _out(self, item):
        return bytes([item]) if self._code == "c" else bool(item) if self._code == "?" else item

    def __getitem__(self, i):
        if isinstance(i, slice):
            items = self._items[i]
            return items.tobytes() if self._code == "c" else [self._out(item) for item in items]
        return self._out(self._items[i])

    def __setitem__(self, i, value):
        if isinstance(i, slice):
            items = _array(self._items.typecode, [_wrapped(self._items.typecode, item) for item in value])
            if len(items) != len(self._items[i]):
                raise ValueError("Can only assign sequence of same size")
            self._items[i] = items
        else:
            self._items[i] = value[0] if self._code == "c" else _wrapped(self._items.typecode, value)

    def __iter__(self):
        return iter([self._out(item) for item in self._items])

    @property
    def raw(self):
        return self._items.tobytes()

    @property
    def value(self):
        if self._code != "c":
            raise AttributeError(f"{type(self).__name__!r} object has no attribute 'value'")
        return self.raw.split(b"\0", 1)[0]

    @value.setter
    def value(self, value):
        if len(value) > len(self._items):
            raise ValueError("bytes too long")
        self._items[: len(value)] = _array("B", value)
        if len(value) < len(self._items):
            self._items[len(value)] = 0


def Value(typecode_or_type, *args, lock=True):
    code = _code(typecode_or_type)
    return RawValue(code, *args) if lock is False else Synchronized(code, *(args or (0,)), lock)


def RawValue(typecode_or_type, *args):
    return _Cell(_code(typecode_or_type), *args)


def Array(typecode_or_type, size_or_initializer, *, lock=True):
    return SynchronizedArray(_code(typecode_or_type), size_or_initializer, lock)


def RawArray(typecode_or_type, size_or_initializer):
    return SynchronizedArray(_code(typecode_or_type), size_or_initializer, True)
