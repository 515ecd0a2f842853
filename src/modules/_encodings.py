"""The codecs beside the native ones: escapes, utf-7, code pages, host names, and transformations. Module codecs loads it when one is asked for."""

import codecs
import _code_pages

# What CPython has and we don't: tables of East Asian characters.
ABSENT = _code_pages.ABSENT


# --- unicode_escape and its like

def _decode_escaped(codec, data, errors, final):
    warnings = []

    def part(data, at):
        out = []
        while True:
            text, start, end, reason = codecs._decode_part(data, codec, at, final)
            out.append(text)
            if reason is None or not reason.startswith("invalid "):
                return "".join(out), start, end, reason
            warnings.append(f"{reason} '{data[start:end].decode('latin-1')}'")
            at = end

    decoded = codecs._decode_run(part, codec.replace("_", ""), codecs._bytes_argument(data, True), codecs._errors_argument(errors))
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
        raise TypeError(f"escape_encode() argument 1 must be bytes, not {codecs._type_name(data)}")
    return repr(data + b'"')[2:-2].replace("\\'", "'").replace("'", "\\'").encode(), len(data)


def escape_decode(data, errors=None, /):
    data = codecs._bytes_argument(data, True)
    errors = codecs._errors_argument(errors)
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
            code = int(data[at - 1:end], 8)
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
    codecs._text_argument(str, "utf_7_encode")
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
            held = held << 32 | (0xd800 | code >> 10) << 16 | 0xdc00 | code & 0x3ff
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
                if 0xdc00 <= code <= 0xdfff:
                    out.append(chr(0x10000 + ((high & 0x3ff) << 10) + (code & 0x3ff)))
                    high = 0
                    continue
                out.append(chr(high))
                high = 0
            if 0xd800 <= code <= 0xdbff:
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
    data = codecs._bytes_argument(data)
    return codecs._decode_run(lambda data, at: _utf_7_part(data, at, final), "utf7", data, codecs._errors_argument(errors))


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
    raise TypeError(f"character mapping must return integer, bytes or None, not {codecs._type_name(value)}")


def charmap_encode(str, errors=None, mapping=None, /):
    codecs._text_argument(str, "charmap_encode")
    errors = codecs._errors_argument(errors)
    if mapping is None:
        return codecs._encode_native("latin-1", str, errors), len(str)
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

    return codecs._encode_run(part, "charmap", str, errors, replace), len(str)


def charmap_decode(data, errors=None, mapping=None, /):
    data = codecs._bytes_argument(data)
    errors = codecs._errors_argument(errors)
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
    return codecs._decode_run(part, "charmap", data, errors)[0], len(data)


# --- how a codec's parts are put together

def _make(name, encode, decode, partial=None, *, text=True, incremental=True):
    """A codec of two functions. partial(data, errors, final) leaves what is incomplete; without it every piece is whole."""
    encode = _two(encode)
    decode = _two(decode)

    class Codec(codecs.Codec):
        pass

    Codec.encode = staticmethod(encode)
    Codec.decode = staticmethod(decode)

    class IncrementalEncoder(codecs.IncrementalEncoder):
        def encode(self, input, final=False):
            return encode(input, self.errors)[0]

    if partial is None:
        class IncrementalDecoder(codecs.IncrementalDecoder):
            def decode(self, input, final=False):
                return decode(input, self.errors)[0]
    else:
        class IncrementalDecoder(codecs.BufferedIncrementalDecoder):
            def _buffer_decode(self, input, errors, final):
                return partial(input, errors, final)

    class StreamWriter(Codec, codecs.StreamWriter):
        pass

    class StreamReader(Codec, codecs.StreamReader):
        pass

    if partial is not None:
        def decode_some(self, input, errors="strict"):
            return partial(input, errors, False)
        StreamReader.decode = decode_some
    if not text:
        StreamWriter.charbuffertype = StreamReader.charbuffertype = str if name == "rot-13" else bytes
    for cls in (IncrementalEncoder, IncrementalDecoder, StreamWriter, StreamReader):
        cls.__module__ = "encodings." + name.replace("-", "_")
        cls.__qualname__ = cls.__name__
    return codecs.CodecInfo(encode, decode, StreamReader, StreamWriter, IncrementalEncoder if incremental else None,
                            IncrementalDecoder if incremental else None, name, _is_text_encoding=text)


def _two(function):
    # A codec's functions take (input, errors='strict').
    def convert(input, errors="strict"):
        return function(input, errors)
    convert.__name__ = convert.__qualname__ = function.__name__
    return convert


def _with_mark(name, bits):
    """utf-16 and utf-32: the order of the bytes is found at the start, and said there."""
    encode = getattr(codecs, f"utf_{bits}_encode")
    ex_decode = getattr(codecs, f"utf_{bits}_ex_decode")
    decode_le, decode_be = getattr(codecs, f"utf_{bits}_le_decode"), getattr(codecs, f"utf_{bits}_be_decode")
    encode_le = getattr(codecs, f"utf_{bits}_le_encode")
    no_mark = f"UTF-{bits} stream does not start with BOM"

    def decode(input, errors="strict"):
        return ex_decode(input, errors, 0, True)[:2]

    info = _make(name, encode, decode)

    def start(self, input, errors, final):
        # The first piece: (text, consumed), and self.decoder is set when the order is known.
        text, consumed, order = ex_decode(input, errors, 0, final)
        if order:
            self.decoder = decode_le if order < 0 else decode_be
        elif consumed >= bits // 8:
            raise UnicodeError(no_mark)
        return text, consumed

    class IncrementalEncoder(codecs.IncrementalEncoder):
        def __init__(self, errors="strict"):
            codecs.IncrementalEncoder.__init__(self, errors)
            self.started = False

        def encode(self, input, final=False):
            if self.started:
                return encode_le(input, self.errors)[0]
            result = encode(input, self.errors)[0]
            self.started = True
            return result

        def reset(self):
            self.started = False

        def getstate(self):
            return 0 if self.started else 2

        def setstate(self, state):
            self.started = not state

    class IncrementalDecoder(codecs.BufferedIncrementalDecoder):
        def __init__(self, errors="strict"):
            codecs.BufferedIncrementalDecoder.__init__(self, errors)
            self.decoder = None

        def _buffer_decode(self, input, errors, final):
            if self.decoder is None:
                return start(self, input, errors, final)
            return self.decoder(input, errors, final)

        def reset(self):
            codecs.BufferedIncrementalDecoder.reset(self)
            self.decoder = None

        def getstate(self):
            waiting = codecs.BufferedIncrementalDecoder.getstate(self)[0]
            return waiting, 2 if self.decoder is None else int(self.decoder is decode_be)

        def setstate(self, state):
            codecs.BufferedIncrementalDecoder.setstate(self, state)
            self.decoder = {0: decode_le, 1: decode_be}.get(state[1])

    class StreamWriter(codecs.StreamWriter):
        def __init__(self, stream, errors="strict"):
            codecs.StreamWriter.__init__(self, stream, errors)
            self.started = False

        def reset(self):
            self.started = False

        def encode(self, input, errors="strict"):
            if self.started:
                return encode_le(input, errors)
            self.started = True
            return encode(input, errors)

    class StreamReader(codecs.StreamReader):
        decoder = None

        def reset(self):
            codecs.StreamReader.reset(self)
            self.decoder = None

        def decode(self, input, errors="strict"):
            if self.decoder is None:
                return start(self, input, errors, False)
            return self.decoder(input, errors, False)

    return codecs.CodecInfo(info.encode, info.decode, StreamReader, StreamWriter, IncrementalEncoder, IncrementalDecoder, name)


def _utf_8_sig():
    mark = codecs.BOM_UTF8

    def encode(input, errors="strict"):
        return mark + codecs.utf_8_encode(input, errors)[0], len(input)

    def decode(input, errors="strict"):
        input = codecs._bytes_argument(input)
        skipped = len(mark) if input[:3] == mark else 0
        text, consumed = codecs.utf_8_decode(input[skipped:], errors, True)
        return text, consumed + skipped

    def decode_first(self, input, errors, final):
        if self.first:
            if len(input) < 3 and mark.startswith(input) and not final:
                return "", 0
            self.first = 0
            if input[:3] == mark:
                text, consumed = codecs.utf_8_decode(input[3:], errors, final)
                return text, consumed + 3
        return codecs.utf_8_decode(input, errors, final)

    class IncrementalEncoder(codecs.IncrementalEncoder):
        def __init__(self, errors="strict"):
            codecs.IncrementalEncoder.__init__(self, errors)
            self.first = 1

        def encode(self, input, final=False):
            first, self.first = self.first, 0
            return (mark if first else b"") + codecs.utf_8_encode(input, self.errors)[0]

        def reset(self):
            self.first = 1

        def getstate(self):
            return self.first

        def setstate(self, state):
            self.first = state

    class IncrementalDecoder(codecs.BufferedIncrementalDecoder):
        def __init__(self, errors="strict"):
            codecs.BufferedIncrementalDecoder.__init__(self, errors)
            self.first = 1

        def _buffer_decode(self, input, errors, final):
            return decode_first(self, input, errors, final)

        def reset(self):
            codecs.BufferedIncrementalDecoder.reset(self)
            self.first = 1

        def getstate(self):
            return codecs.BufferedIncrementalDecoder.getstate(self)[0], self.first

        def setstate(self, state):
            codecs.BufferedIncrementalDecoder.setstate(self, state)
            self.first = state[1]

    class StreamWriter(codecs.StreamWriter):
        first = 1

        def reset(self):
            self.first = 1

        def encode(self, input, errors="strict"):
            first, self.first = self.first, 0
            return encode(input, errors) if first else codecs.utf_8_encode(input, errors)

    class StreamReader(codecs.StreamReader):
        first = 1

        def reset(self):
            codecs.StreamReader.reset(self)
            self.first = 1

        def decode(self, input, errors="strict"):
            return decode_first(self, input, errors, False)

    return codecs.CodecInfo(encode, decode, StreamReader, StreamWriter, IncrementalEncoder, IncrementalDecoder, "utf-8-sig")


def _code_page(module):
    name, table = _code_pages.TABLES[module]
    encoding = charmap_build(table)

    def encode(input, errors):
        return charmap_encode(input, errors, encoding)

    def decode(input, errors):
        return charmap_decode(input, errors, table)

    return _make(name, encode, decode)


# --- bytes to bytes, text to text

def _strictly(function):
    def convert(input, errors="strict"):
        if errors != "strict":
            raise AssertionError
        return function(input), len(input)
    convert.__name__ = function.__name__
    return convert


def _hex():
    import binascii
    return _make("hex", _strictly(binascii.b2a_hex), _strictly(binascii.a2b_hex), text=False)


def _base64():
    import base64
    return _make("base64", _strictly(base64.encodebytes), _strictly(base64.decodebytes), text=False)


def _quopri():
    import binascii
    return _make("quopri", _strictly(lambda data: binascii.b2a_qp(data, quotetabs=True)), _strictly(binascii.a2b_qp), text=False)


def _zlib():
    import zlib
    info = _make("zlib", _strictly(zlib.compress), _strictly(zlib.decompress), text=False)

    class IncrementalEncoder(codecs.IncrementalEncoder):
        def __init__(self, errors="strict"):
            codecs.IncrementalEncoder.__init__(self, errors)
            self.compressobj = zlib.compressobj()

        def encode(self, input, final=False):
            return self.compressobj.compress(input) + (self.compressobj.flush() if final else b"")

        def reset(self):
            self.compressobj = zlib.compressobj()

    class IncrementalDecoder(codecs.IncrementalDecoder):
        def __init__(self, errors="strict"):
            codecs.IncrementalDecoder.__init__(self, errors)
            self.decompressobj = zlib.decompressobj()

        def decode(self, input, final=False):
            return self.decompressobj.decompress(input) + (self.decompressobj.flush() if final else b"")

        def reset(self):
            self.decompressobj = zlib.decompressobj()

    return codecs.CodecInfo(info.encode, info.decode, info.streamreader, info.streamwriter, IncrementalEncoder, IncrementalDecoder, "zlib",
                            _is_text_encoding=False)


def _uu():
    import binascii

    def encode(input, errors="strict", filename="<data>", mode=0o666):
        filename = filename.replace("\n", "\\n").replace("\r", "\\r")
        out = [f"begin {mode & 0o777:o} {filename}\n".encode("ascii")]
        for at in range(0, len(input), 45):
            out.append(binascii.b2a_uu(input[at:at + 45]))
        out.append(b" \nend\n")
        return b"".join(out), len(input)

    def decode(input, errors="strict"):
        lines = iter(codecs._bytes_argument(input).splitlines(keepends=True))
        for line in lines:
            if line.startswith(b"begin"):
                break
        else:
            raise ValueError('Missing "begin" line in input data')
        out = []
        for line in lines:
            if line == b"end\n" or line.strip() == b"end":
                return b"".join(out), len(input)
            try:
                out.append(binascii.a2b_uu(line))
            except binascii.Error:
                # Some encoders leave too much at the end of a line.
                count = ((line[0] - 32 & 63) * 4 + 5) // 3
                out.append(binascii.a2b_uu(line[:count]))
        raise ValueError("Truncated input data")

    return _make("uu", encode, decode, text=False)


def _rot_13():
    upper, lower = "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz"
    table = str.maketrans(upper + lower, upper[13:] + upper[:13] + lower[13:] + lower[:13])

    def turn(input, errors="strict"):
        return str.translate(input, table), len(input)

    return _make("rot-13", turn, turn, text=False)


def _charmap():
    info = _make("charmap", charmap_encode, charmap_decode)

    class IncrementalEncoder(codecs.IncrementalEncoder):
        def __init__(self, errors="strict", mapping=None):
            codecs.IncrementalEncoder.__init__(self, errors)
            self.mapping = mapping

        def encode(self, input, final=False):
            return charmap_encode(input, self.errors, self.mapping)[0]

    class IncrementalDecoder(codecs.IncrementalDecoder):
        def __init__(self, errors="strict", mapping=None):
            codecs.IncrementalDecoder.__init__(self, errors)
            self.mapping = mapping

        def decode(self, input, final=False):
            return charmap_decode(input, self.errors, self.mapping)[0]

    return codecs.CodecInfo(info.encode, info.decode, info.streamreader, info.streamwriter, IncrementalEncoder, IncrementalDecoder, "charmap")


def _undefined():
    def refuse(input, errors="strict"):
        raise UnicodeError("undefined encoding")
    return _make("undefined", refuse, refuse)


def _unicode_escape():
    return _make("unicode-escape", codecs.unicode_escape_encode, unicode_escape_decode, unicode_escape_decode)


def _raw_unicode_escape():
    return _make("raw-unicode-escape", codecs.raw_unicode_escape_encode, raw_unicode_escape_decode, raw_unicode_escape_decode)


def _utf(name):
    encode, decode = getattr(codecs, name.replace("-", "_") + "_encode"), getattr(codecs, name.replace("-", "_") + "_decode")
    return _make(name, encode, lambda input, errors: decode(input, errors, True), decode)


def _punycode():
    import encodings.idna as idna
    return _make("punycode", idna.punycode_encode, idna.punycode_decode)


def _idna():
    import encodings.idna as idna
    return idna._codec(_make)


_MAKERS = {
    "utf_8": lambda: _utf("utf-8"), "utf_7": lambda: _utf("utf-7"),
    "utf_16_le": lambda: _utf("utf-16-le"), "utf_16_be": lambda: _utf("utf-16-be"),
    "utf_32_le": lambda: _utf("utf-32-le"), "utf_32_be": lambda: _utf("utf-32-be"),
    "utf_16": lambda: _with_mark("utf-16", 16), "utf_32": lambda: _with_mark("utf-32", 32), "utf_8_sig": _utf_8_sig,
    "ascii": lambda: _make("ascii", codecs.ascii_encode, codecs.ascii_decode),
    "latin_1": lambda: _make("iso8859-1", codecs.latin_1_encode, codecs.latin_1_decode),
    "unicode_escape": _unicode_escape, "raw_unicode_escape": _raw_unicode_escape, "charmap": _charmap, "undefined": _undefined,
    "hex_codec": _hex, "base64_codec": _base64, "quopri_codec": _quopri, "uu_codec": _uu, "rot_13": _rot_13, "zlib_codec": _zlib,
    "punycode": _punycode, "idna": _idna,
}


def find(name):
    """The CodecInfo of a normalised name, or None."""
    module = _code_pages.ALIASES.get(name) or _code_pages.ALIASES.get(name.replace(".", "_")) or name
    if module in _MAKERS:
        return _MAKERS[module]()
    if module in _code_pages.TABLES:
        return _code_page(module)
    return None
