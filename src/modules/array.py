"""Arrays of numbers of one type. Built on a list whose items are checked."""

__all__ = ["array", "ArrayType", "typecodes"]

typecodes = "bBuhHiIlLqQfd"
_sizes = {"b": 1, "B": 1, "u": 4, "h": 2, "H": 2, "i": 4, "I": 4, "l": 8, "L": 8, "q": 8, "Q": 8, "f": 4, "d": 8}
_names = {"b": "signed char", "B": "unsigned byte integer", "h": "signed short integer", "H": "unsigned short", "i": "signed integer",
          "I": "unsigned int"}


def _check(typecode, value):
    # The value as the array holds it.
    if typecode == "u":
        if not isinstance(value, str) or len(value) != 1:
            raise TypeError("array item must be unicode character")
        return value
    if typecode in "fd":
        if not isinstance(value, (int, float)) and not hasattr(value, "__float__"):
            raise TypeError(f"must be real number, not {type(value).__name__}")
        value = float(value)
        return _single(value) if typecode == "f" else value
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


@c_class
class array:
    __slots__ = ("typecode", "_items")

    def __init__(self, typecode, initializer=(), /):
        if not isinstance(typecode, str) or len(typecode) != 1:
            raise TypeError(f"array() argument 1 must be a unicode character, not {type(typecode).__name__}")
        if typecode not in _sizes:
            raise ValueError("bad typecode (must be b, B, u, h, H, i, I, l, L, q, Q, f or d)")
        if isinstance(initializer, str) and typecode != "u":
            raise TypeError(f"cannot use a str to initialize an array with typecode '{typecode}'")
        self.typecode = typecode
        self._items = []
        if isinstance(initializer, (bytes, bytearray)):
            self.frombytes(initializer)
        else:
            self.extend(initializer)

    @property
    def itemsize(self):
        return _sizes[self.typecode]

    def _like(self, items):
        result = array(self.typecode)
        result._items = items
        return result

    def _same(self, other):
        if not isinstance(other, array):
            raise TypeError(f'can only append array (not "{type(other).__name__}") to array')
        if other.typecode != self.typecode:
            raise TypeError("bad argument type for built-in operation")
        return other._items

    def append(self, value, /):
        self._items.append(_check(self.typecode, value))

    def extend(self, iterable, /):
        if isinstance(iterable, array):
            if iterable.typecode != self.typecode:
                raise TypeError("can only extend with array of same kind")
            self._items.extend(iterable._items)
        else:
            for value in iterable:
                self._items.append(_check(self.typecode, value))

    fromlist = extend

    def fromunicode(self, text, /):
        self.extend(text)

    def tounicode(self):
        return "".join(self._items)

    def tolist(self):
        return self._items[:]

    def _to_bytes(self, value):
        if self.typecode == "u":
            return ord(value).to_bytes(4, "little")
        if self.typecode in "fd":
            return _float_bytes(value, self.itemsize)
        return value.to_bytes(self.itemsize, "little", signed=self.typecode.islower())

    def tobytes(self):
        return b"".join([self._to_bytes(value) for value in self._items])

    def frombytes(self, data, /):
        size = self.itemsize
        if len(data) % size:
            raise ValueError("bytes length not a multiple of item size")
        for i in range(0, len(data), size):
            part = bytes(data[i : i + size])
            if self.typecode == "u":
                value = chr(int.from_bytes(part, "little"))
            elif self.typecode in "fd":
                value = _float_from_bytes(part)
            else:
                value = int.from_bytes(part, "little", signed=self.typecode.islower())
            self._items.append(value)

    def byteswap(self):
        swapped = b"".join([self._to_bytes(value)[::-1] for value in self._items])
        self._items = []
        self.frombytes(swapped)

    def buffer_info(self):
        return id(self), len(self._items)

    def count(self, value, /):
        return self._items.count(value)

    def index(self, value, start=0, stop=9223372036854775807, /):
        try:
            return self._items.index(value, start, stop)
        except ValueError:
            raise ValueError("array.index(x): x not in array") from None

    def insert(self, i, value, /):
        self._items.insert(i, _check(self.typecode, value))

    def pop(self, i=-1, /):
        if not self._items:
            raise IndexError("pop from empty array")
        return self._items.pop(i)

    def remove(self, value, /):
        try:
            self._items.remove(value)
        except ValueError:
            raise ValueError("array.remove(x): x not in array") from None

    def reverse(self):
        self._items.reverse()

    def __copy__(self):
        return self._like(self._items[:])

    def __deepcopy__(self, memo, /):
        return self._like(self._items[:])

    def __len__(self):
        return len(self._items)

    def __iter__(self):
        return iter(self._items)

    def __contains__(self, value):
        return value in self._items

    def __getitem__(self, i):
        if isinstance(i, slice):
            return self._like(self._items[i])
        try:
            return self._items[i]
        except IndexError:
            raise IndexError("array index out of range") from None
        except TypeError:
            raise TypeError("array indices must be integers") from None

    def __setitem__(self, i, value):
        if isinstance(i, slice):
            if not isinstance(value, array):
                raise TypeError(f'can only assign array (not "{type(value).__name__}") to array slice')
            self._items[i] = self._same(value)
            return
        try:
            self._items[i] = _check(self.typecode, value)
        except IndexError:
            raise IndexError("array assignment index out of range") from None

    def __delitem__(self, i):
        try:
            del self._items[i]
        except IndexError:
            raise IndexError("array assignment index out of range") from None

    def __add__(self, other):
        return self._like(self._items + self._same(other))

    def __iadd__(self, other):
        self.extend(other)
        return self

    def __mul__(self, n):
        return self._like(self._items * n)

    __rmul__ = __mul__

    def __imul__(self, n):
        self._items *= n
        return self

    def __eq__(self, other):
        return self._items == other._items if isinstance(other, array) else NotImplemented

    def __lt__(self, other):
        return self._items < other._items if isinstance(other, array) else NotImplemented

    def __le__(self, other):
        return self._items <= other._items if isinstance(other, array) else NotImplemented

    def __gt__(self, other):
        return self._items > other._items if isinstance(other, array) else NotImplemented

    def __ge__(self, other):
        return self._items >= other._items if isinstance(other, array) else NotImplemented

    __hash__ = None

    def __repr__(self):
        if not self._items:
            return f"array('{self.typecode}')"
        if self.typecode == "u":
            return f"array('u', {''.join(self._items)!r})"
        return f"array('{self.typecode}', {self._items!r})"


ArrayType = array


class_match_as(array, "sequence")
