"""Arrays of numbers of one type. An array holds a bytearray, as a subclass of bytearray would, with its items in it."""

import collections.abc

__all__ = ["array", "ArrayType", "typecodes"]

typecodes = "bBuhHiIlLqQfd"
_sizes = {"b": 1, "B": 1, "u": 4, "h": 2, "H": 2, "i": 4, "I": 4, "l": 8, "L": 8, "q": 8, "Q": 8, "f": 4, "d": 8}
_names = {
    "b": "signed char",
    "B": "unsigned byte integer",
    "h": "signed short integer",
    "H": "unsigned short",
    "i": "signed integer",
    "I": "unsigned int",
}


def _check(typecode, value):
    # The value as the array holds it.
    if typecode == "u":
        if not isinstance(value, str) or len(value) != 1:
            raise TypeError("array item must be unicode character")
        return value
    if typecode in "fd":
        if not isinstance(value, (int, float)) and not hasattr(value, "__float__") and not hasattr(value, "__index__"):
            raise TypeError(f"must be real number, not {type(value).__name__}")
        return float(value)
    value = container_index(value)
    bits = 8 * _sizes[typecode]
    unsigned = typecode.isupper()
    low, high = (0, 2**bits - 1) if unsigned else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
    if low <= value <= high:
        return value
    if typecode in "qQ":
        raise OverflowError("int too big to convert" if value > high or typecode == "q" else "can't convert negative int to unsigned")
    if typecode in "IL" and value < 0:
        raise OverflowError("can't convert negative value to unsigned int")
    if typecode in "lL":
        raise OverflowError(f"Python int too large to convert to C {'unsigned ' if unsigned else ''}long")
    raise OverflowError(f"{_names[typecode]} is {'greater than maximum' if value > high else 'less than minimum'}")


def _array_reconstructor(arraytype, typecode, mformat_code, items, /):
    return arraytype(typecode, items)


def _index(value):
    # Of an item.
    if not hasattr(value, "__index__"):
        raise TypeError("array indices must be integers")
    i = container_index(value)
    if not -(2**63) <= i < 2**63:
        raise IndexError(f"cannot fit '{class_of(value).__name__}' into an index-sized integer")
    return i


def _place(value):
    # Of insert() and pop().
    i = container_index(value)
    if not -(2**63) <= i < 2**63:
        raise OverflowError("Python int too large to convert to C ssize_t")
    return i


def _bound(value):
    # Of index().
    if not hasattr(value, "__index__"):
        raise TypeError("slice indices must be integers or have an __index__ method")
    return container_index(value)


@c_class
class array:
    __slots__ = ("typecode", "__weakref__")

    def __new__(cls, typecode, initializer=(), /, *args, **kwargs):
        if not isinstance(typecode, str) or len(typecode) != 1:
            raise TypeError(f"array() argument 1 must be a unicode character, not {type(typecode).__name__}")
        if typecode not in _sizes:
            raise ValueError("bad typecode (must be b, B, u, h, H, i, I, l, L, q, Q, f or d)")
        if typecode != "u":
            if isinstance(initializer, str):
                raise TypeError(f"cannot use a str to initialize an array with typecode '{typecode}'")
            if isinstance(initializer, array) and initializer.typecode == "u":
                raise TypeError(f"cannot use a unicode array to initialize an array with typecode '{typecode}'")
        self = make_payload_instance(cls, bytearray())
        plain_setattr(self, "typecode", typecode)
        if isinstance(initializer, (bytes, bytearray)):
            array.frombytes(self, initializer)
        else:
            data = payload(self)
            for value in initializer:
                data.extend(_pack(typecode, _check(typecode, value)))
        return self

    def __init__(self, *args, **kwargs):
        pass

    @property
    def itemsize(self):
        return _sizes[self.typecode]

    def __buffer__(self, flags):
        return _view(self, payload(self), self.typecode)

    def _bytes_of(self, other):
        if not isinstance(other, array):
            raise TypeError(f'can only append array (not "{type_name(other)}") to array')
        if other.typecode != self.typecode:
            raise TypeError("bad argument type for built-in operation")
        return payload(other)

    def _copy_of(self, data):
        made = make_payload_instance(array, bytearray(data))
        plain_setattr(made, "typecode", self.typecode)
        return made

    def append(self, value, /):
        typecode = self.typecode
        payload(self).extend(_pack(typecode, _check(typecode, value)))

    def extend(self, iterable, /):
        if isinstance(iterable, array):
            if iterable.typecode != self.typecode:
                raise TypeError("can only extend with array of same kind")
            payload(self).extend(payload(iterable))
        else:
            for value in iterable:
                array.append(self, value)

    def fromlist(self, list, /):
        if not isinstance(list, type([])):
            raise TypeError("arg must be list")
        typecode = self.typecode
        packed = []
        n = len(list)
        for value in list:
            packed.append(_pack(typecode, _check(typecode, value)))
            if len(list) != n:
                raise RuntimeError("list changed size during iteration")
        payload(self).extend(b"".join(packed))

    def fromunicode(self, text, /):
        if self.typecode != "u":
            raise ValueError("fromunicode() may only be called on unicode type arrays")
        if not isinstance(text, str):
            raise TypeError(f"fromunicode() argument must be str, not {type(text).__name__}")
        array.extend(self, text)

    def tounicode(self):
        if self.typecode != "u":
            raise ValueError("tounicode() may only be called on unicode type arrays")
        return "".join(_items(payload(self), "u"))

    def tolist(self):
        return _items(payload(self), self.typecode)

    def tobytes(self):
        return bytes(payload(self))

    def frombytes(self, buffer, /):
        view = contiguous(memoryview(buffer))
        if view.nbytes % self.itemsize:
            raise ValueError("bytes length not a multiple of item size")
        payload(self).extend(view.tobytes())

    def tofile(self, f, /):
        f.write(array.tobytes(self))

    def fromfile(self, f, n, /):
        n = _place(n)
        if n < 0:
            raise ValueError("negative count")
        data = f.read(n * self.itemsize)
        if not isinstance(data, bytes):
            raise TypeError("read() didn't return bytes")
        array.frombytes(self, data)
        if len(data) < n * self.itemsize:
            raise EOFError("read() didn't return enough bytes")

    def byteswap(self):
        data = payload(self)
        size = self.itemsize
        swapped = bytearray(len(data))
        for i in range(size):
            swapped[i::size] = data[size - 1 - i :: size]
        data[:] = swapped

    def buffer_info(self):
        return id(self), len(self)

    def count(self, value, /):
        return array.tolist(self).count(value)

    def index(self, value, start=0, stop=9223372036854775807, /):
        i = 0
        n = len(self)
        start, stop = _bound(start), _bound(stop)
        if start < 0:
            start = max(start + n, 0)
        if stop < 0:
            stop += n
        i = start
        while i < stop and i < len(self):
            if self[i] == value:
                return i
            i += 1
        raise ValueError("array.index(x): x not in array")

    def insert(self, i, value, /):
        typecode = self.typecode
        i = _place(i)
        packed = _pack(typecode, _check(typecode, value))
        n = len(self)
        if i < 0:
            i = max(i + n, 0)
        i = min(i, n) * self.itemsize
        payload(self)[i:i] = packed

    def pop(self, i=-1, /):
        i = _place(i)
        n = len(self)
        if n == 0:
            raise IndexError("pop from empty array")
        if i < 0:
            i += n
        if i < 0 or i >= n:
            raise IndexError("pop index out of range")
        value = _item(payload(self), self.typecode, i)
        size = self.itemsize
        del payload(self)[i * size : (i + 1) * size]
        return value

    def remove(self, value, /):
        i = 0
        while i < len(self):
            if self[i] == value:
                array.pop(self, i)
                return
            i += 1
        raise ValueError("array.remove(x): x not in array")

    def reverse(self):
        data = payload(self)
        size = self.itemsize
        data.reverse()
        array.byteswap(self) if size > 1 else None

    def __copy__(self):
        return self._copy_of(payload(self))

    def __deepcopy__(self, memo, /):
        return self._copy_of(payload(self))

    def __reduce_ex__(self, protocol, /):
        return type(self), (self.typecode, array.tolist(self)), getattr(self, "__dict__", None) or None

    def __len__(self):
        return len(payload(self)) // _sizes[self.typecode]

    def __iter__(self):
        return _array_items(self)

    def __contains__(self, value):
        return value in array.tolist(self)

    def __getitem__(self, i):
        if class_of(i) is slice:
            return self._copy_of(_view(self, payload(self), self.typecode)[i].tobytes())
        if class_of(i) is not int:
            i = _index(i)
        data, typecode = payload(self), self.typecode
        n = len(data) // _sizes[typecode]
        at = i + n if i < 0 else i
        if at < 0 or at >= n:
            _index(i)
            raise IndexError("array index out of range")
        return _item(data, typecode, at)

    def __setitem__(self, i, value):
        data = payload(self)
        typecode = self.typecode
        size = self.itemsize
        if class_of(i) is slice:
            if not isinstance(value, array):
                raise TypeError(f'can only assign array (not "{type(value).__name__}") to array slice')
            other = bytes(self._bytes_of(value))
            n = len(data) // size
            start, stop, step = i.indices(n)
            if step == 1:
                data[start * size : max(start, stop) * size] = other
                return
            wanted = len(range(start, stop, step))
            if not other:
                del self[i]
                return
            if len(other) // size != wanted:
                raise ValueError(f"attempt to assign array of size {len(other) // size} to extended slice of size {wanted}")
            at = start
            for k in range(0, len(other), size):
                data[at * size : (at + 1) * size] = other[k : k + size]
                at += step
            return
        i = _index(i)
        packed = _pack(typecode, _check(typecode, value))
        n = len(data) // size
        if i < 0:
            i += n
        if i < 0 or i >= n:
            raise IndexError("array assignment index out of range")
        data[i * size : (i + 1) * size] = packed

    def __delitem__(self, i):
        data = payload(self)
        size = self.itemsize
        n = len(data) // size
        if class_of(i) is slice:
            start, stop, step = i.indices(n)
            if step == 1:
                del data[start * size : max(start, stop) * size]
            else:
                gone = set(range(start, stop, step))
                data[:] = b"".join([data[k * size : (k + 1) * size] for k in range(n) if k not in gone])
            return
        i = _index(i)
        if i < 0:
            i += n
        if i < 0 or i >= n:
            raise IndexError("array assignment index out of range")
        del data[i * size : (i + 1) * size]

    def __add__(self, other):
        return self._copy_of(payload(self) + self._bytes_of(other))

    def __iadd__(self, other):
        if not isinstance(other, array):
            raise TypeError(f'can only extend array with array (not "{type_name(other)}")')
        array.extend(self, other)
        return self

    def __mul__(self, n):
        return self._copy_of(payload(self) * container_index(n))

    __rmul__ = __mul__

    def __imul__(self, n):
        data = payload(self)
        data *= container_index(n)
        return self

    def __eq__(self, other):
        return array.tolist(self) == array.tolist(other) if isinstance(other, array) else NotImplemented

    def __ne__(self, other):
        return array.tolist(self) != array.tolist(other) if isinstance(other, array) else NotImplemented

    def __lt__(self, other):
        return array.tolist(self) < array.tolist(other) if isinstance(other, array) else NotImplemented

    def __le__(self, other):
        return array.tolist(self) <= array.tolist(other) if isinstance(other, array) else NotImplemented

    def __gt__(self, other):
        return array.tolist(self) > array.tolist(other) if isinstance(other, array) else NotImplemented

    def __ge__(self, other):
        return array.tolist(self) >= array.tolist(other) if isinstance(other, array) else NotImplemented

    __hash__ = None
    __class_getitem__ = classmethod(make_generic_alias)

    def __repr__(self):
        name = type(self).__name__
        if len(self) == 0:
            return f"{name}('{self.typecode}')"
        if self.typecode == "u":
            return f"{name}('u', {array.tounicode(self)!r})"
        return f"{name}('{self.typecode}', {array.tolist(self)!r})"


def _array_items(self):
    i = 0
    while i < len(self):
        yield _item(payload(self), self.typecode, i)
        i += 1


ArrayType = array
_hold_bytes(array)
collections.abc.MutableSequence.register(array)
