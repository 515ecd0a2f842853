"""Values packed into bytes and back, by a format: its first character says order, size, alignment (@ native, = < > !), the others types."""

__all__ = ["calcsize", "pack", "pack_into", "unpack", "unpack_from", "iter_unpack", "Struct", "error"]
# Written in C in CPython: no methods of a class that has them as attributes.
__unbound__ = "*"

from operator import index as _index


class error(Exception):
    """Exception raised on various occasions; argument is a string describing what is wrong."""

    __module__ = "struct"


def _said(result):
    # The natives give a message for an error.
    if type(result) is str:
        raise error(result)
    return result


def _ascii(format):
    if isinstance(format, str):
        format.encode("ascii")
    return format


def _pack_slowly(format, values):
    # Some of the values are objects of the program: what they stand for is packed.
    codes = _codes(format, len(values))
    converted = []
    for code, value in zip(codes, values):
        if code == "?":
            value = True if value else False
        elif code in "efd":
            try:
                value = float(value) if not isinstance(value, (str, bytes, bytearray)) else value
            except Exception:
                raise error("required argument is not a float") from None
        elif code not in "csp" and not isinstance(value, (int, float, str, bytes)) and hasattr(type(value), "__index__"):
            value = _index(value)
        converted.append(value)
    return _pack(format, tuple(converted))


def _offset(offset):
    offset = _index(offset)
    if not -1 << 63 <= offset < 1 << 63:
        raise OverflowError("Python int too large to convert to C ssize_t")
    return offset


def _data(buffer):
    cls = type(buffer)
    if cls is bytes or cls is bytearray:
        return buffer
    if isinstance(buffer, (bytes, bytearray)):
        return bytes(buffer)
    try:
        return contiguous(memoryview(buffer)).tobytes()
    except TypeError:
        raise TypeError(f"a bytes-like object is required, not '{cls.__name__}'") from None


def calcsize(format, /):
    """Return size in bytes of the struct described by the format string."""
    return _said(_size(_ascii(format)))


def _clearcache():
    """Clear the internal cache; there is none here."""


def pack(*args):
    """Return a bytes object containing the values packed according to the format string."""
    if not args:
        raise TypeError("missing format argument")
    return _said(_pack(_ascii(args[0]), args[1:]))


def unpack(format, buffer, /):
    """Return a tuple containing values unpacked according to the format string. The buffer's size must be calcsize(format)."""
    size = calcsize(format)
    data = _data(buffer)
    if len(data) != size:
        raise error(f"unpack requires a buffer of {size} bytes")
    return _said(_unpack(format, data, 0))


def unpack_from(format, /, buffer, offset=0):
    """Return a tuple containing values unpacked according to the format string, from the buffer at offset on."""
    size = calcsize(format)
    data = _data(buffer)
    return _said(_unpack(format, data, _place(size, len(data), _offset(offset), "unpack")))


def _place(size, length, offset, what):
    # Where `size` bytes at `offset` start in a buffer.
    at = offset
    if at < 0:
        if at + size > 0:
            raise error(f"{'no space to pack' if what == 'pack' else 'not enough data to unpack'} {size} bytes at offset {offset}")
        at += length
        if at < 0:
            raise error(f"offset {offset} out of range for {length}-byte buffer")
    if length - at < size:
        raise error(
            f"{what}_{'into' if what == 'pack' else 'from'} requires a buffer of at least {size + at} bytes for {what}ing {size} bytes "
            f"at offset {at} (actual buffer size is {length})"
        )
    return at


def _pack_into(format, args):
    if len(args) < 2:
        raise error("pack_into expected buffer argument" if not args else "pack_into expected offset argument")
    buffer = args[0]
    try:
        view = memoryview(buffer)
    except TypeError:
        view = None
    if view is None or view.readonly:
        raise TypeError(f"argument must be read-write bytes-like object, not {type(buffer).__name__}")
    values = args[2:]
    size = calcsize(format)
    count = _said_count(format, values)
    if count is not None:
        raise error(count)
    at = _place(size, view.nbytes, _offset(args[1]), "pack")
    made = _said(_pack(format, values))
    view.cast("B")[at : at + size] = made


def _said_count(format, values):
    # The message when the number of values is wrong.
    codes = _codes(format, len(values))
    if codes is not None and len(codes) == len(values):
        return None
    message = _pack(format, values)
    if type(message) is str and message.startswith("pack expected"):
        return "pack_into" + message[4:]
    return None


def pack_into(*args):
    """Pack the values according to the format string and write them into the writable buffer at offset on."""
    if not args:
        raise TypeError("missing format argument")
    calcsize(args[0])
    _pack_into(args[0], args[1:])


@c_class
class unpack_iterator:
    __module__ = "_struct"

    def __init__(self, format, size, data):
        self._format = format
        self._size = size
        self._rest = data
        self._at = 0

    def __iter__(self):
        return self

    def __next__(self):
        if self._at >= len(self._rest):
            raise StopIteration
        at = self._at
        self._at = at + self._size
        return _unpack(self._format, self._rest, at)

    def __length_hint__(self):
        return (len(self._rest) - self._at) // self._size


def iter_unpack(format, buffer, /):
    """Return an iterator yielding tuples unpacked from the given bytes source, piece by piece."""
    size = calcsize(format)
    if size == 0:
        raise error("cannot iteratively unpack with a struct of length 0")
    data = _data(buffer)
    if len(data) % size:
        raise error(f"iterative unpacking requires a buffer of a multiple of {size} bytes")
    return unpack_iterator(format, size, data)


@c_class
class Struct:
    """Struct(fmt) --> compiled struct object"""

    __module__ = "_struct"

    def __init__(self, format):
        size = calcsize(format)
        self._format = format if isinstance(format, str) else bytes(format).decode("ascii")
        self._calculated = size

    @property
    def format(self):
        """struct format string"""
        return self._format

    @property
    def size(self):
        """struct size in bytes"""
        return self._calculated

    def pack(self, *v):
        return _said(_pack(self._format, v))

    def pack_into(self, *v):
        _pack_into(self._format, v)

    def unpack(self, buffer, /):
        return unpack(self._format, buffer)

    def unpack_from(self, buffer, offset=0):
        return unpack_from(self._format, buffer, offset)

    def iter_unpack(self, buffer, /):
        return iter_unpack(self._format, buffer)

    def __reduce__(self):
        return Struct, (self._format,)
