"""Plain values as CPython's marshal writes them. What is referred to from several places is written once, as there; CPython marks more
than that by its counts of references, which aren't here. Code isn't written: it would be of another machine."""

import struct as _struct

# Written in C in CPython: no methods of a class that has them as attributes.
__unbound__ = "*"

version = 4

_DEEPEST = 2000
_REFERENCE = 0x80  # the bit of a type's byte that says: this may be referred to
_END = object()  # of a dict's items
_SINGLE = {None: b"N", True: b"T", False: b"F", ...: b".", StopIteration: b"S"}
_READ_SINGLE = {code[0]: value for value, code in _SINGLE.items()}
_KEPT_ONCE = (str, bytes, tuple, list, dict, set, frozenset)


def _referred_twice(value):
    # The identities of what is found in several places.
    seen, twice, rest = set(), set(), [value]
    while rest:
        value = rest.pop()
        kind = type(value)
        if kind not in _KEPT_ONCE:
            continue
        if id(value) in seen:
            twice.add(id(value))
            continue
        seen.add(id(value))
        if kind is dict:
            rest += value.keys()
            rest += value.values()
        elif kind is not str and kind is not bytes:
            rest += value
    return twice


def _counted(code, size):
    if size > 0x7FFFFFFF:
        raise ValueError("unmarshallable object")
    return code + size.to_bytes(4, "little")


def _of_int(value):
    if -(1 << 31) <= value < 1 << 31:
        return b"i" + value.to_bytes(4, "little", signed=True)
    bits = abs(value)
    count = (bits.bit_length() + 14) // 15
    text = f"{bits:0{count * 15}b}"
    digits = [int(text[at : at + 15], 2) for at in range(len(text) - 15, -1, -15)]
    return b"l" + (-count if value < 0 else count).to_bytes(4, "little", signed=True) + _struct.pack(f"<{count}H", *digits)


def _of_float(value, binary):
    if binary:
        return _struct.pack("<d", value)
    text = f"{value:.17g}".encode()
    return bytes((len(text),)) + text


def _of_str(value, version):
    if version >= 4 and value.isascii():
        data = value.encode()
        return (b"z" + bytes((len(data),)) if len(data) < 256 else _counted(b"a", len(data))) + data
    data = value.encode("utf-8", "surrogatepass")
    return _counted(b"u", len(data)) + data


def _items_of(value):
    for pair in value.items():
        yield from pair
    yield _END


def _taken_apart(value, version):
    # Its bytes, and what follows them: the iterator of its items, or None.
    kind = type(value)
    if value is _END:
        return b"0", None
    if kind is int:
        return _of_int(value), None
    if kind is float:
        return (b"g" if version > 1 else b"f") + _of_float(value, version > 1), None
    if kind is complex:
        return (b"y" if version > 1 else b"x") + _of_float(value.real, version > 1) + _of_float(value.imag, version > 1), None
    if kind is str:
        return _of_str(value, version), None
    if kind is tuple:
        size = len(value)
        return b")" + bytes((size,)) if version >= 4 and size < 256 else _counted(b"(", size), iter(value)
    if kind is list:
        return _counted(b"[", len(value)), iter(value)
    if kind is dict:
        return b"{", _items_of(value)
    if kind is set or kind is frozenset:
        return _counted(b"<" if kind is set else b">", len(value)), iter(sorted(value, key=lambda item: dumps(item, version)))
    try:
        data = bytes(contiguous(memoryview(value)))
    except TypeError:
        raise ValueError("unmarshallable object") from None
    return _counted(b"s", len(data)) + data, None


def dumps(value, version=4, /):
    """Return the bytes object that would be written to a file by dump(value, file)."""
    version = container_index(version)
    out, numbers, stack = bytearray(), {}, [iter((value,))]
    twice = _referred_twice(value) if version >= 3 else ()
    while stack:
        for value in stack[-1]:
            if len(stack) > _DEEPEST:
                raise ValueError("object too deeply nested to marshal")
            if value is None or value is True or value is False or value is ... or value is StopIteration:
                out += _SINGLE[value]
                continue
            if twice and type(value) in _KEPT_ONCE and id(value) in numbers:
                out += _counted(b"r", numbers[id(value)])
                continue
            written, items = _taken_apart(value, version)
            if twice and type(value) in _KEPT_ONCE and id(value) in twice:
                numbers[id(value)] = len(numbers)
                out.append(written[0] | _REFERENCE)
                written = written[1:]
            out += written
            if items is not None:
                stack.append(items)
                break
        else:
            stack.pop()
    return bytes(out)


def dump(value, file, version=4, /):
    """Write the value on the open file."""
    return file.write(dumps(value, version))


class _Bytes:
    """What loads() reads from."""

    __slots__ = ("data", "at")

    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, count):
        piece = self.data[self.at : self.at + count]
        if len(piece) < count:
            raise EOFError("marshal data too short")
        self.at += count
        return piece


class _File:
    """What load() reads from."""

    __slots__ = ("read",)

    def __init__(self, file):
        self.read = file.read

    def take(self, count):
        piece = self.read(count)
        if not isinstance(piece, bytes):
            raise TypeError(f"file.read() returned not bytes but {type(piece).__name__}")
        if len(piece) < count:
            raise EOFError("marshal data too short")
        return piece


def _bad(why):
    return ValueError(f"bad marshal data ({why})")


def _number(source):
    return int.from_bytes(source.take(4), "little", signed=True)


def _size(source, what):
    size = _number(source)
    if size < 0:
        raise _bad(f"{what} size out of range")
    return size


def _read_int(source):
    count = _number(source)
    if count == -(1 << 31):
        raise _bad("long size out of range")
    digits = _struct.unpack(f"<{abs(count)}H", source.take(2 * abs(count)))
    if any([digit > 0x7FFF for digit in digits]):
        raise _bad("digit out of range in long")
    if digits and not digits[-1]:
        raise _bad("unnormalized long data")
    value = int("".join([f"{digit:015b}" for digit in reversed(digits)]) or "0", 2)
    return -value if count < 0 else value


def _read_float(source, binary):
    return _struct.unpack("<d", source.take(8))[0] if binary else float(source.take(source.take(1)[0]).decode("latin-1"))


def _read_atom(code, source):
    # The value that a byte begins, unless it has items.
    if code == b"i":
        return _number(source)
    if code in b"zZ":
        return source.take(source.take(1)[0]).decode("latin-1")
    if code in b"aA":
        return source.take(_size(source, "string")).decode("latin-1")
    if code in b"ut":
        return source.take(_size(source, "string")).decode("utf-8", "surrogatepass")
    if code == b"s":
        return source.take(_size(source, "bytes object"))
    if code in b"fg":
        return _read_float(source, code == b"g")
    if code in b"xy":
        return complex(_read_float(source, code == b"y"), _read_float(source, code == b"y"))
    if code == b"l":
        return _read_int(source)
    if code == b"c":
        raise ValueError("code isn't read from bytes here: compile() makes it of its source")
    raise _bad("unknown type code")


_WITH_ITEMS = {b")": (tuple, "tuple"), b"(": (tuple, "tuple"), b"[": (list, "list"), b"<": (set, "set"), b">": (frozenset, "set")}
_OPEN = object()  # what can't be referred to before it is there


class _Opened:
    """A container whose items are being read."""

    __slots__ = ("kind", "left", "items", "place", "made")

    def __init__(self, kind, left, place, found):
        self.kind, self.left, self.place, self.items = kind, left, place, []
        # Lists and dicts may contain themselves.
        self.made = self.items if kind is list else {} if kind is dict else set() if kind is set else _OPEN
        if place is not None:
            found[place] = self.made

    def is_whole(self):
        return self.left == 0 if self.kind is not dict else bool(self.items) and self.items[-1] is _END

    def whole(self, found):
        if self.kind is dict:
            self.made.update(zip(self.items[:-1:2], self.items[1:-1:2]))
        elif self.kind is set:
            self.made.update(self.items)
        elif self.kind is not list:
            self.made = self.kind(self.items)
            if self.place is not None:
                found[self.place] = self.made
        return self.made


def _read(source):
    found, stack = [], []
    while True:
        if len(stack) >= _DEEPEST:
            raise ValueError("recursion limit exceeded")
        try:
            (byte,) = source.take(1)
        except EOFError:
            raise EOFError("EOF read where object expected") from None
        code, value = bytes((byte & ~_REFERENCE,)), _OPEN
        if code == b"r":
            number = _number(source)
            if not 0 <= number < len(found) or found[number] is _OPEN:
                raise _bad("invalid reference")
            value = found[number]
        elif byte & ~_REFERENCE in _READ_SINGLE:
            value = _READ_SINGLE[byte & ~_REFERENCE]
        elif code == b"0":
            value = _END
        else:
            place = None
            if byte & _REFERENCE:
                place = len(found)
                found.append(_OPEN)
            if code == b"{":
                stack.append(_Opened(dict, -1, place, found))
                continue
            if code in _WITH_ITEMS:
                kind, name = _WITH_ITEMS[code]
                stack.append(_Opened(kind, source.take(1)[0] if code == b")" else _size(source, name), place, found))
            else:
                value = _read_atom(code, source)
                if place is not None:
                    found[place] = value
        # Whatever is whole now goes into what is around it.
        while True:
            if value is not _OPEN:
                if not stack:
                    if value is _END:
                        raise TypeError("NULL object in marshal data for object")
                    return value
                within = stack[-1]
                if value is _END and within.kind is not dict:
                    raise TypeError(f"NULL object in marshal data for {'set' if within.kind is frozenset else within.kind.__name__}")
                within.items.append(value)
                within.left -= 1
            if not stack[-1].is_whole():
                break
            value = stack.pop().whole(found)


def load(file, /):
    """Read one value from the open file and return it."""
    return _read(_File(file))


def loads(bytes, /):
    """Convert the bytes-like object to a value."""
    try:
        data = contiguous(memoryview(bytes)).tobytes()
    except TypeError:
        raise TypeError(f"a bytes-like object is required, not '{type(bytes).__name__}'") from None
    return _read(_Bytes(data))
