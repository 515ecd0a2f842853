"""Conversion between binary data and ASCII forms: hexadecimal, base64."""

# Written in C in CPython: no methods of a class that has them as attributes.
__unbound__ = "*"


class Error(ValueError):
    pass


class Incomplete(Exception):
    pass


def _data(data, text_too=False):
    # Bytes of an argument.
    if isinstance(data, (bytes, bytearray)):
        return bytes(data)
    if isinstance(data, str) and text_too:
        if not data.isascii():
            raise ValueError("string argument should contain only ASCII characters")
        return data.encode("ascii")
    try:
        return contiguous(memoryview(data)).tobytes()
    except Exception as e:
        if not text_too and not isinstance(e, TypeError):
            raise
    if text_too:
        raise TypeError(f"argument should be bytes, buffer or ASCII string, not '{type(data).__name__}'")
    raise TypeError(f"a bytes-like object is required, not '{type(data).__name__}'")


def b2a_base64(data, /, *, newline=True):
    if not isinstance(data, (bytes, bytearray)):
        data = _data(data)
    return _to_base64(data, bool(newline))


def a2b_base64(data, /, *, strict_mode=False):
    if not isinstance(data, (str, bytes, bytearray)):
        data = _data(data, True)
    try:
        return _from_base64(data, bool(strict_mode))
    except ValueError as e:
        message = str(e)
    if message.startswith("string argument"):
        raise ValueError(message)
    raise Error(message)


def b2a_hex(data, sep=None, bytes_per_sep=1):
    if not isinstance(data, (bytes, bytearray)):
        data = _data(data)
    text = data.hex() if sep is None else data.hex(sep, bytes_per_sep)
    return text.encode("ascii")


def a2b_hex(hexstr, /):
    if not isinstance(hexstr, (str, bytes, bytearray)):
        hexstr = _data(hexstr, True)
    try:
        return _from_hex(hexstr)
    except ValueError as e:
        message = str(e)
    if message.startswith("string argument"):
        raise ValueError(message)
    raise Error(message)


hexlify = b2a_hex
unhexlify = a2b_hex


def crc32(data, crc=0, /):
    """Compute CRC-32 incrementally."""
    if not isinstance(data, (bytes, bytearray)):
        data = _data(data)
    return _crc32(data, crc)


def crc_hqx(data, crc, /):
    """Compute CRC-CCITT incrementally."""
    crc = container_index(crc) & 0xFFFF
    for byte in _data(data):
        crc ^= byte << 8
        for i in range(8):
            crc = crc << 1 ^ (0x1021 if crc & 0x8000 else 0)
        crc &= 0xFFFF
    return crc


def b2a_uu(data, /, *, backtick=False):
    """Uuencode line of data."""
    data = _data(data)
    if len(data) > 45:
        raise Error("At most 45 bytes at once")
    zero = 96 if backtick else 32
    out = bytearray([32 + len(data) if data else zero])
    for at in range(0, len(data), 3):
        group = int.from_bytes(data[at : at + 3].ljust(3, b"\0"), "big")
        for shift in (18, 12, 6, 0):
            six = group >> shift & 63
            out.append(six + 32 if six else zero)
    out.append(10)
    return bytes(out)


def a2b_uu(data, /):
    """Decode a line of uuencoded data."""
    data = _data(data, True)
    if not data:
        return bytes(32)
    size = data[0] - 32 & 63
    out = bytearray()
    bits = held = 0
    at = 1
    while len(out) < size:
        c = data[at] if at < len(data) else 10
        at += 1
        if c in (10, 13) or at > len(data):
            six = 0
        elif c < 32 or c > 96:
            raise Error("Illegal char")
        else:
            six = c - 32 & 63
        held = held << 6 | six
        bits += 6
        if bits >= 8:
            bits -= 8
            out.append(held >> bits & 255)
            held &= (1 << bits) - 1
    for c in data[at:]:
        if c not in (32, 96, 10, 13):
            raise Error("Trailing garbage")
    return bytes(out)


def a2b_qp(data, header=False):
    """Decode a string of qp-encoded data."""
    data = _data(data, True)
    out = bytearray()
    at = 0
    size = len(data)
    while at < size:
        c = data[at]
        if c == 61:
            at += 1
            if at >= size:
                break
            if data[at] in (10, 13):
                if data[at] != 10:
                    while at < size and data[at] != 10:
                        at += 1
                at += 1
            elif data[at] == 61:
                out.append(61)
                at += 1
            elif at + 1 < size and data[at : at + 2].isalnum() and _hex_pair(data[at : at + 2]):
                out.append(int(data[at : at + 2], 16))
                at += 2
            else:
                out.append(61)
        elif header and c == 95:
            out.append(32)
            at += 1
        else:
            out.append(c)
            at += 1
    return bytes(out)


def _hex_pair(pair):
    return all([c in b"0123456789abcdefABCDEF" for c in pair])


def b2a_qp(data, quotetabs=False, istext=True, header=False):
    """Encode a string using quoted-printable encoding: lines of at most 76 characters; with header, spaces become underscores."""
    data = _data(data)
    size = len(data)
    first = data.find(b"\n")
    crlf = first > 0 and data[first - 1] == 13
    end = b"\r\n" if crlf else b"\n"
    out = bytearray()
    column = 0
    at = 0
    while at < size:
        c = data[at]
        last = at + 1 == size
        following = -1 if last else data[at + 1]
        quoted = (
            c > 126
            or c == 61
            or header
            and c == 95
            or c == 46
            and column == 0
            and (last or following in (10, 13, 0))
            or not istext
            and c in (10, 13)
            or c in (9, 32)
            and last
            or c < 33
            and c not in (9, 10, 13, 32)
        )
        if c in (9, 32) and quotetabs:
            quoted = True
        if quoted:
            if column + 3 >= 76:
                out += b"=" + end
                column = 0
            out += b"=%02X" % c
            column += 3
            at += 1
        elif istext and (c == 10 or c == 13 and following == 10):
            column = 0
            # Blanks at the end of a line are quoted.
            if out and out[-1] in (9, 32):
                blank = out.pop()
                out += b"=%02X" % blank
            out += end
            at += 2 if c == 13 else 1
        else:
            if not last and following != 10 and column + 1 >= 76:
                out += b"=" + end
                column = 0
            column += 1
            out.append(95 if header and c == 32 else c)
            at += 1
    return bytes(out)
