"""The functions of codecs that aren't native: escapes, utf-7, and tables. Module _codecs loads it when one is called."""

import codecs  # for the readers and writers that older states have of this module
import _codecs


# --- unicode_escape and its like


def _decode_escaped(codec, data, errors, final):
    warnings = []

    def part(data, at):
        out = []
        while True:
            text, start, end, reason = _codecs._decode_part(data, codec, at, final)
            out.append(text)
            if reason is None or not reason.startswith("invalid "):
                return "".join(out), start, end, reason
            warnings.append(f"{reason} '{data[start:end].decode('latin-1')}'")
            at = end

    decoded = _codecs._decode_run(part, codec.replace("_", ""), _codecs._bytes_argument(data, True), _codecs._errors_argument(errors))
    if warnings:
        _warn(warnings[0])
    return decoded


def _warn(message):
    import warnings

    warnings.warn(message, DeprecationWarning)


def unicode_escape_decode(data, errors=None, final=True, /):
    return _decode_escaped("unicode_escape", data, errors, final)


def raw_unicode_escape_decode(data, errors=None, final=True, /):
    return _decode_escaped("raw_unicode_escape", data, errors, final)


_SIMPLE = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\", "'": "'", '"': '"', "a": "\a", "b": "\b", "f": "\f", "v": "\v", "\n": ""}
_HEX = frozenset(b"0123456789abcdefABCDEF")


def _hex_digits(data, at, count):
    end = at
    while end < at + count and end < len(data) and data[end] in _HEX:
        end += 1
    return end


def escape_encode(data, errors=None, /):
    if not isinstance(data, bytes):
        raise TypeError(f"escape_encode() argument 1 must be bytes, not {_codecs._type_name(data)}")
    return repr(data + b'"')[2:-2].replace("\\'", "'").replace("'", "\\'").encode(), len(data)


def escape_decode(data, errors=None, /):
    data = _codecs._bytes_argument(data, True)
    errors = _codecs._errors_argument(errors)
    out = bytearray()
    at = 0
    while at < len(data):
        slash = data.find(b"\\", at)
        if slash < 0:
            out += data[at:]
            break
        out += data[at:slash]
        if slash + 1 == len(data):
            raise ValueError("Trailing \\ in string")
        c = chr(data[slash + 1])
        at = slash + 2
        if c in _SIMPLE:
            out += _SIMPLE[c].encode()
        elif "0" <= c <= "7":
            end = at
            while end < at + 2 and end < len(data) and 48 <= data[end] <= 55:
                end += 1
            code = int(data[at - 1 : end], 8)
            if code > 255:
                _warn(f"invalid octal escape sequence '\\{data[at - 1:end].decode()}'")
            out.append(code & 255)
            at = end
        elif c == "x":
            end = _hex_digits(data, at, 2)
            if end - at == 2:
                out.append(int(data[at:end], 16))
            elif errors == "strict":
                raise ValueError(f"invalid \\x escape at position {slash}")
            elif errors == "replace":
                out += b"?"
            elif errors != "ignore":
                raise ValueError(f"decoding error; unknown error handling code: {errors}")
            at = end
        else:
            _warn(f"invalid escape sequence '\\{c}'")
            out += b"\\"
            at = slash + 1
            out.append(data[at])
            at += 1
    return bytes(out), len(data)


# --- utf-7 (RFC 2152)

_BASE64 = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_SIXES = {c: i for i, c in enumerate(_BASE64)}
_DIRECT = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'(),-./:? \t\r\n!\"#$%&*;<=>@[]^_`{|}")


def utf_7_encode(str, errors=None, /):
    _codecs._text_argument(str, "utf_7_encode")
    out = bytearray()
    shifted = False
    bits = held = 0
    for c in str:
        if c in _DIRECT:
            if shifted:
                if bits:
                    out.append(_BASE64[held << 6 - bits & 63])
                    bits = held = 0
                shifted = False
                if ord(c) in _SIXES or c == "-":
                    out += b"-"
            out.append(ord(c))
            continue
        if not shifted:
            if c == "+":
                out += b"+-"
                continue
            out += b"+"
            shifted = True
        code = ord(c)
        if code >= 0x10000:
            code -= 0x10000
            held = held << 32 | (0xD800 | code >> 10) << 16 | 0xDC00 | code & 0x3FF
            bits += 32
        else:
            held = held << 16 | code
            bits += 16
        while bits >= 6:
            bits -= 6
            out.append(_BASE64[held >> bits])
            held &= (1 << bits) - 1
    if bits:
        out.append(_BASE64[held << 6 - bits & 63])
    if shifted:
        out += b"-"
    return bytes(out), len(str)


def _utf_7_part(data, at, final):
    out = []
    size = len(data)
    while at < size:
        c = data[at]
        if c != 43:
            if c >= 0x80:
                return "".join(out), at, at + 1, "unexpected special character"
            out.append(chr(c))
            at += 1
            continue
        start = at
        at += 1
        if at < size and data[at] == 45:
            out.append("+")
            at += 1
            continue
        if at < size and data[at] not in _SIXES:
            return "".join(out), start, at + 1, "ill-formed sequence"
        # The section up to what isn't base64.
        before = len(out)
        bits = held = high = 0
        while at < size and (six := _SIXES.get(data[at])) is not None:
            held = held << 6 | six
            bits += 6
            at += 1
            if bits < 16:
                continue
            bits -= 16
            code = held >> bits
            held &= (1 << bits) - 1
            if high:
                if 0xDC00 <= code <= 0xDFFF:
                    out.append(chr(0x10000 + ((high & 0x3FF) << 10) + (code & 0x3FF)))
                    high = 0
                    continue
                out.append(chr(high))
                high = 0
            if 0xD800 <= code <= 0xDBFF:
                high = code
            else:
                out.append(chr(code))
        if at == size:
            if not final:
                del out[before:]
                return "".join(out), start, start, None
            if high or bits >= 6 or bits and held:
                return "".join(out), start, size, "unterminated shift sequence"
            break
        if bits >= 6:
            return "".join(out), start, at + 1, "partial character in shift sequence"
        if bits and held:
            return "".join(out), start, at + 1, "non-zero padding bits in shift sequence"
        if high and data[at] < 0x80 and data[at] != 43:
            out.append(chr(high))
        if data[at] == 45:
            at += 1
    return "".join(out), at, at, None


def utf_7_decode(data, errors=None, final=False, /):
    data = _codecs._bytes_argument(data)
    return _codecs._decode_run(lambda data, at: _utf_7_part(data, at, final), "utf7", data, _codecs._errors_argument(errors))


# --- by tables


def charmap_build(map, /):
    return {ord(c): i for i, c in enumerate(map) if c != "\ufffe"}


def _charmap_byte(mapping, code):
    # What a character's code becomes: bytes, or None.
    try:
        value = mapping[code]
    except LookupError:
        return None
    if isinstance(value, int):
        if not 0 <= value <= 255:
            raise TypeError("character mapping must be in range(256)")
        return bytes([value])
    if value is None or isinstance(value, bytes):
        return value
    raise TypeError(f"character mapping must return integer, bytes or None, not {_codecs._type_name(value)}")


def charmap_encode(str, errors=None, mapping=None, /):
    _codecs._text_argument(str, "charmap_encode")
    errors = _codecs._errors_argument(errors)
    if mapping is None:
        return _codecs._encode_native("latin-1", str, errors), len(str)
    if type(mapping) is dict:
        try:
            return bytes([mapping[ord(c)] for c in str]), len(str)
        except (LookupError, TypeError, ValueError):
            pass  # the slow way says what is wrong

    def part(text, at):
        out = []
        size = len(text)
        while at < size:
            made = _charmap_byte(mapping, ord(text[at]))
            if made is None:
                end = at + 1
                while end < size and _charmap_byte(mapping, ord(text[end])) is None:
                    end += 1
                return b"".join(out), at, end, "character maps to <undefined>"
            out.append(made)
            at += 1
        return b"".join(out), at, at, None

    def replace(replacement):
        if isinstance(replacement, bytes):
            return replacement
        made, at, end, reason = part(replacement, 0)
        return made if reason is None else None

    return _codecs._encode_run(part, "charmap", str, errors, replace), len(str)


def charmap_decode(data, errors=None, mapping=None, /):
    data = _codecs._bytes_argument(data)
    errors = _codecs._errors_argument(errors)
    if mapping is None:
        return data.decode("latin-1"), len(data)
    undefined = "character maps to <undefined>"
    if isinstance(mapping, str):
        if len(mapping) >= 256:
            text = "".join([mapping[b] for b in data])
            if "\ufffe" not in text:
                return text, len(data)

        def part(data, at):
            out = []
            for i in range(at, len(data)):
                c = mapping[data[i]] if data[i] < len(mapping) else "\ufffe"
                if c == "\ufffe":
                    return "".join(out), i, i + 1, undefined
                out.append(c)
            return "".join(out), len(data), len(data), None

    else:

        def part(data, at):
            out = []
            for i in range(at, len(data)):
                try:
                    value = mapping[data[i]]
                except LookupError:
                    value = None
                if isinstance(value, int):
                    if not 0 <= value < 0x110000:
                        raise TypeError("character mapping must be in range(0x110000)")
                    value = chr(value)
                elif value is not None and not isinstance(value, str):
                    raise TypeError("character mapping must return integer, None or str")
                if value is None or value == "\ufffe":
                    return "".join(out), i, i + 1, undefined
                out.append(value)
            return "".join(out), len(data), len(data), None

    return _codecs._decode_run(part, "charmap", data, errors)[0], len(data)
