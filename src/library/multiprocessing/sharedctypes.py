"""Values and arrays of C's types, which all threads of the program share anyway, and locks for those who change them."""

import ctypes as _ctypes

__all__ = ["Array", "RawArray", "RawValue", "Value"]

_TYPES = {
    "b": _ctypes.c_byte,
    "B": _ctypes.c_ubyte,
    "h": _ctypes.c_short,
    "H": _ctypes.c_ushort,
    "i": _ctypes.c_int,
    "I": _ctypes.c_uint,
    "l": _ctypes.c_long,
    "L": _ctypes.c_ulong,
    "q": _ctypes.c_longlong,
    "Q": _ctypes.c_ulonglong,
    "f": _ctypes.c_float,
    "d": _ctypes.c_double,
    "c": _ctypes.c_char,
    "u": _ctypes.c_wchar,
}


def _type(typecode_or_type):
    found = _TYPES.get(typecode_or_type, typecode_or_type)
    if not hasattr(found, "_type_"):
        raise TypeError("this type has no size")
    return found


class _Locked:
    def __init__(self, lock):
        if lock is True or lock is None:
            import threading

            lock = threading.RLock()
        self._lock = lock

    def get_lock(self):
        return self._lock

    def acquire(self, *args, **kwargs):
        return self._lock.acquire(*args, **kwargs)

    def release(self):
        self._lock.release()

    def __enter__(self):
        return self._lock.__enter__()

    def __exit__(self, *error):
        return self._lock.__exit__(*error)


class Synchronized(_Locked):
    def __init__(self, obj, lock):
        super().__init__(lock)
        self._obj = obj

    def get_obj(self):
        return self._obj

    @property
    def value(self):
        return self._obj.value

    @value.setter
    def value(self, value):
        self._obj.value = value

    def __repr__(self):
        return f"<{type(self).__name__} wrapper for {self._obj}>"


class SynchronizedArray(_Locked):
    def __init__(self, type_, size_or_initializer, lock):
        super().__init__(lock)
        self._type = type_
        if isinstance(size_or_initializer, int):
            if size_or_initializer < 0:
                raise ValueError(f"Array length must be >= 0, not {size_or_initializer}")
            self._items = [type_().value] * size_or_initializer
        else:
            self._items = [type_(item).value for item in size_or_initializer]

    def get_obj(self):
        return self

    def __len__(self):
        return len(self._items)

    def __getitem__(self, i):
        items = self._items[i]
        if isinstance(i, slice) and self._type._type_ in "cu":
            return self._type().value[:0].join(items)  # bytes, or a text
        return items

    def __setitem__(self, i, value):
        if isinstance(i, slice):
            items = [self._type(item).value for item in value]
            if len(items) != len(self._items[i]):
                raise ValueError("Can only assign sequence of same size")
            self._items[i] = items
        else:
            self._items[i] = self._type(value).value

    def __iter__(self):
        return iter([*self._items])

    @property
    def raw(self):
        self._check_chars("raw")
        return b"".join(self._items)

    @property
    def value(self):
        self._check_chars("value")
        return self.raw.split(b"\0", 1)[0]

    @value.setter
    def value(self, value):
        if len(value) > len(self._items):
            raise ValueError("byte string too long")
        self[: len(value)] = value
        if len(value) < len(self._items):
            self._items[len(value)] = b"\0"

    def _check_chars(self, name):
        if self._type is not _ctypes.c_char:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")


def Value(typecode_or_type, *args, lock=True):
    obj = RawValue(typecode_or_type, *args)
    return obj if lock is False else Synchronized(obj, lock)


def RawValue(typecode_or_type, *args):
    return _type(typecode_or_type)(*args)


def Array(typecode_or_type, size_or_initializer, *, lock=True):
    return SynchronizedArray(_type(typecode_or_type), size_or_initializer, lock)


def RawArray(typecode_or_type, size_or_initializer):
    return SynchronizedArray(_type(typecode_or_type), size_or_initializer, True)
