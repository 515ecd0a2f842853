"""Base64, Base32, Base16 and Base85 encodings (RFC 3548, RFC 4648)."""

import binascii

__all__ = [
    "encode",
    "decode",
    "encodebytes",
    "decodebytes",
    "b64encode",
    "b64decode",
    "b32encode",
    "b32decode",
    "b32hexencode",
    "b32hexdecode",
    "b16encode",
    "b16decode",
    "a85encode",
    "a85decode",
    "b85encode",
    "b85decode",
    "standard_b64encode",
    "standard_b64decode",
    "urlsafe_b64encode",
    "urlsafe_b64decode",
]

_TO_URLSAFE = bytes.maketrans(b"+/", b"-_")
_FROM_URLSAFE = bytes.maketrans(b"-_", b"+/")


def _bytes_of(s):
    if isinstance(s, str):
        try:
            return s.encode("ascii")
        except UnicodeEncodeError:
            raise ValueError("string argument should contain only ASCII characters")
    if isinstance(s, (bytes, bytearray)):
        return s
    try:
        return memoryview(s).tobytes()
    except TypeError:
        raise TypeError("argument should be a bytes-like object or ASCII string, not %r" % s.__class__.__name__) from None


def b64encode(s, altchars=None):
    encoded = binascii.b2a_base64(s, newline=False)
    if altchars is not None:
        assert len(altchars) == 2, repr(altchars)
        return encoded.translate(bytes.maketrans(b"+/", altchars))
    return encoded


def b64decode(s, altchars=None, validate=False):
    s = _bytes_of(s)
    if altchars is not None:
        altchars = _bytes_of(altchars)
        assert len(altchars) == 2, repr(altchars)
        s = s.translate(bytes.maketrans(altchars, b"+/"))
    return binascii.a2b_base64(s, strict_mode=validate)


def standard_b64encode(s):
    return b64encode(s)


def standard_b64decode(s):
    return b64decode(s)


def urlsafe_b64encode(s):
    return b64encode(s).translate(_TO_URLSAFE)


def urlsafe_b64decode(s):
    return b64decode(_bytes_of(s).translate(_FROM_URLSAFE))


# --- Base32: five bytes are eight characters

_BASE32 = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
_BASE32_HEX = b"0123456789ABCDEFGHIJKLMNOPQRSTUV"


def _b32encode(alphabet, s):
    if not isinstance(s, (bytes, bytearray)):
        s = memoryview(s).tobytes()
    missing = -len(s) % 5
    padded = bytes(s) + bytes(missing)
    out = bytearray()
    for i in range(0, len(padded), 5):
        group = int.from_bytes(padded[i : i + 5], "big")
        for shift in range(35, -1, -5):
            out.append(alphabet[group >> shift & 31])
    pads = (0, 1, 3, 4, 6)[missing]
    if pads:
        out[-pads:] = b"=" * pads
    return bytes(out)


def _b32decode(alphabet, s, casefold=False, map01=None):
    s = _bytes_of(s)
    if len(s) % 8:
        raise binascii.Error("Incorrect padding")
    if map01 is not None:
        map01 = _bytes_of(map01)
        assert len(map01) == 1, repr(map01)
        s = s.translate(bytes.maketrans(b"01", b"O" + map01))
    if casefold:
        s = s.upper()
    length = len(s)
    s = s.rstrip(b"=")
    pads = length - len(s)
    values = {char: value for value, char in enumerate(alphabet)}
    out = bytearray()
    group = 0
    for i in range(0, len(s), 8):
        quanta = s[i : i + 8]
        group = 0
        for char in quanta:
            if char not in values:
                raise binascii.Error("Non-base32 digit found")
            group = (group << 5) + values[char]
        if len(quanta) == 8:
            out += group.to_bytes(5, "big")
    if length % 8 or pads not in (0, 1, 3, 4, 6):
        raise binascii.Error("Incorrect padding")
    if pads and length:
        group <<= 5 * pads
        out += group.to_bytes(5, "big")[: (43 - 5 * pads) // 8]
    return bytes(out)


def b32encode(s):
    return _b32encode(_BASE32, s)


def b32decode(s, casefold=False, map01=None):
    return _b32decode(_BASE32, s, casefold, map01)


def b32hexencode(s):
    return _b32encode(_BASE32_HEX, s)


def b32hexdecode(s, casefold=False):
    return _b32decode(_BASE32_HEX, s, casefold)


# --- Base16


def b16encode(s):
    return binascii.hexlify(s).upper()


def b16decode(s, casefold=False):
    s = _bytes_of(s)
    if casefold:
        s = s.upper()
    if s.translate(None, b"0123456789ABCDEF"):
        raise binascii.Error("Non-base16 digit found")
    return binascii.unhexlify(s)


# --- Base85: four bytes are five characters

_BASE85 = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~"


def b85encode(b, pad=False):
    if not isinstance(b, (bytes, bytearray)):
        b = memoryview(b).tobytes()
    missing = -len(b) % 4
    padded = bytes(b) + bytes(missing)
    out = bytearray()
    for i in range(0, len(padded), 4):
        group = int.from_bytes(padded[i : i + 4], "big")
        for power in (52200625, 614125, 7225, 85, 1):
            out.append(_BASE85[group // power % 85])
    if missing and not pad:
        del out[-missing:]
    return bytes(out)


def b85decode(b):
    b = _bytes_of(b)
    values = {char: value for value, char in enumerate(_BASE85)}
    missing = -len(b) % 5
    padded = bytes(b) + b"~" * missing
    out = bytearray()
    for i in range(0, len(padded), 5):
        group = 0
        for k in range(i, i + 5):
            if padded[k] not in values:
                raise ValueError(f"bad base85 character at position {k}")
            group = group * 85 + values[padded[k]]
        if group > 0xFFFFFFFF:
            raise ValueError(f"base85 overflow in hunk starting at byte {i}")
        out += group.to_bytes(4, "big")
    if missing:
        del out[-missing:]
    return bytes(out)


# Ascii85: the same with other characters, "z" for four null bytes and "y" for four spaces.


def a85encode(b, *, foldspaces=False, wrapcol=0, pad=False, adobe=False):
    """Encode bytes-like object b using Ascii85 and return a bytes object."""
    b = memoryview(b).tobytes()
    missing = -len(b) % 4
    padded = b + bytes(missing)
    out = bytearray()
    for i in range(0, len(padded), 4):
        word = padded[i : i + 4]
        if word == b"\0\0\0\0" and (pad or i + 4 < len(padded) or not missing):
            out += b"z"
        elif foldspaces and word == b"    ":
            out += b"y"
        else:
            group = int.from_bytes(word, "big")
            for power in (52200625, 614125, 7225, 85, 1):
                out.append(33 + group // power % 85)
    if missing and not pad:
        del out[-missing:]
    if adobe:
        out[:0] = b"<~"
    if wrapcol:
        wrapcol = max(2 if adobe else 1, wrapcol)
        lines = [bytes(out[i : i + wrapcol]) for i in range(0, len(out), wrapcol)]
        if adobe and len(lines[-1]) + 2 > wrapcol:
            lines.append(b"")
        out = bytearray(b"\n".join(lines))
    if adobe:
        out += b"~>"
    return bytes(out)


def a85decode(b, *, foldspaces=False, adobe=False, ignorechars=b" \t\n\r\v"):
    """Decode the Ascii85 encoded bytes-like object or ASCII string b and return a bytes object."""
    b = bytes(_bytes_of(b))
    if adobe:
        if not b.endswith(b"~>"):
            raise ValueError("Ascii85 encoded byte sequences must end with b'~>'")
        b = b[2:-2] if b.startswith(b"<~") else b[:-2]
    out = bytearray()
    digits = []
    for c in b + b"u" * 4:
        if 33 <= c <= 117:
            digits.append(c - 33)
            if len(digits) == 5:
                group = 0
                for digit in digits:
                    group = 85 * group + digit
                if group > 0xFFFFFFFF:
                    raise ValueError("Ascii85 overflow")
                out += group.to_bytes(4, "big")
                digits = []
        elif c == 122:
            if digits:
                raise ValueError("z inside Ascii85 5-tuple")
            out += b"\0\0\0\0"
        elif foldspaces and c == 121:
            if digits:
                raise ValueError("y inside Ascii85 5-tuple")
            out += b"    "
        elif c not in ignorechars:
            raise ValueError("Non-Ascii85 digit found: %c" % c)
    missing = 4 - len(digits)
    if missing:
        del out[-missing:]
    return bytes(out)


# --- as in mail: lines of 76 characters


def _bytes_in_row(s):
    try:
        view = memoryview(s)
    except TypeError:
        raise TypeError(f"expected bytes-like object, not {s.__class__.__name__}") from None
    if view.format not in ("c", "b", "B"):
        raise TypeError(f"expected single byte elements, not {view.format!r} from {s.__class__.__name__}")
    if view.ndim != 1:
        raise TypeError(f"expected 1-D data, not {view.ndim}-D data from {s.__class__.__name__}")
    return view.tobytes() if view.c_contiguous else view  # which binascii refuses


def encodebytes(s):
    s = _bytes_in_row(s)
    return b"".join([binascii.b2a_base64(s[i : i + 57]) for i in range(0, len(s), 57)])


def decodebytes(s):
    return binascii.a2b_base64(_bytes_in_row(s))


def encode(input, output):
    output.write(encodebytes(input.read()))


def decode(input, output):
    output.write(decodebytes(input.read()))
