"""Codecs by name, handlers of encoding errors by name, and the functions of the codecs that CPython has in C.

utf-8, ascii, latin-1, utf-16 and utf-32 are native (_encode_part, _decode_part); the rest is in _encodings.py. What a program registers is
kept in its session.
"""

__unbound__ = "*"  # they are C in CPython: no methods of a class that has them as attributes

_MARKS = {
    "utf-16": (b"\xff\xfe", b"\xfe\xff"),
    "utf-32": (b"\xff\xfe\0\0", b"\0\0\xfe\xff"),
}  # what says the order of the bytes: little, big endian


# --- what a program registered


class _Session:
    def __init__(self):
        self.known = {}  # CodecInfo by normalised name
        self.searches = []
        self.handlers = {}


def _state():
    kept = session_state()
    mine = kept.get("codecs")
    if mine is None:
        mine = kept["codecs"] = _Session()
    return mine


def _handler(name):
    mine = session_state().get("codecs")
    return mine and mine.handlers.get(name) or _HANDLERS.get(name)


def _normalized(name):
    out = []
    gap = False
    for c in name:
        if c == "." or c.isascii() and c.isalnum():
            if gap and out:
                out.append("_")
            gap = False
            out.append(c.lower())
        else:
            gap = True
    return "".join(out)


def register(search_function, /):
    """Register a codec search function: given a normalised name, it returns a CodecInfo or None."""
    if not callable(search_function):
        raise TypeError("argument must be callable")
    if not making_image():  # encodings registers its function; it is asked first
        _state().searches.append(search_function)


def unregister(search_function, /):
    """Unregister a codec search function and clear the registry's cache."""
    state = _state()
    for i, known in enumerate(state.searches):
        if known is search_function:
            del state.searches[i]
            state.known.clear()
            return


def lookup(encoding, /):
    """Looks up a codec tuple in the Python codec registry and returns a CodecInfo object."""
    if not isinstance(encoding, str):
        raise TypeError(f"lookup() argument must be str, not {_type_name(encoding)}")
    if "\0" in encoding:
        raise ValueError("embedded null character")
    name = _normalized(encoding)
    state = _state()
    info = state.known.get(name)
    if info is None:
        import encodings

        for search in [encodings.search_function, *state.searches]:
            info = search(name)
            if info is not None:
                break
        else:
            hint = (
                " (the East Asian codecs are not part of the sandbox)"
                if encodings.aliases.aliases.get(name, name).startswith(_EAST_ASIAN)
                else ""
            )
            raise LookupError(f"unknown encoding: {encoding[:500]}{hint}")
        if not isinstance(info, tuple) or len(info) != 4:
            raise TypeError("codec search functions must return 4-tuples")
        state.known[name] = info
    return info


_EAST_ASIAN = ("big5", "cp932", "cp949", "cp950", "euc_", "gb", "hz", "iso2022", "johab", "shift_jis")  # tables that CPython has in C


def _type_name(value):
    return "None" if value is None else type(value).__name__


def _call(function, what, encoding, input, errors):
    # A codec's function; its errors say whose they are, when they are of a class that takes a message and nothing more.
    try:
        result = function(input) if errors == "strict" else function(input, errors)
    except Exception as e:
        cls = type(e)
        plain = len(e.args) == 0 or len(e.args) == 1 and isinstance(e.args[0], str)
        own = "function" in (type(cls.__init__).__name__, type(cls.__new__).__name__)
        if not plain or own or e.__dict__ or issubclass(cls, (UnicodeEncodeError, UnicodeDecodeError, UnicodeTranslateError, OSError)):
            raise
        raise cls(f"{what} with '{encoding}' codec failed ({cls.__name__}: {e})") from e
    if not isinstance(result, tuple) or len(result) != 2:
        raise TypeError(f"{'encoder' if what == 'encoding' else 'decoder'} must return a tuple (object, integer)")
    return result[0]


def encode(obj, encoding="utf-8", errors="strict"):
    """Encodes obj using the codec registered for encoding."""
    return _call(lookup(encoding)[0], "encoding", encoding, obj, errors)


def decode(obj, encoding="utf-8", errors="strict"):
    """Decodes obj using the codec registered for encoding."""
    return _call(lookup(encoding)[1], "decoding", encoding, obj, errors)


def _text_codec(encoding, what):
    info = lookup(encoding)
    if type(info) is not tuple and not getattr(info, "_is_text_encoding", True):
        raise LookupError(f"'{encoding}' is not a text encoding; use codecs.{what}() to handle arbitrary codecs")
    return info


def _text_encode(text, encoding, errors):
    # str.encode and bytes(text, …), for what isn't done natively.
    if "\0" in encoding:
        raise ValueError("embedded null character")
    name = _native(encoding)
    if name is not None:
        return _encode_native(name, text, errors)
    result = _call(_text_codec(encoding, "encode")[0], "encoding", encoding, text, errors)
    if isinstance(result, bytearray):
        return bytes(result)
    if not isinstance(result, bytes):
        raise TypeError(
            f"'{encoding}' encoder returned '{_type_name(result)}' instead of 'bytes'; use codecs.encode() to encode to arbitrary types"
        )
    return result


def _text_decode(data, encoding, errors):
    # bytes.decode and str(data, …), for what isn't done natively.
    if "\0" in encoding:
        raise ValueError("embedded null character")
    name = _native(encoding)
    if name is not None:
        return _decode_native(name, data, errors, True)[0]
    result = _call(_text_codec(encoding, "decode")[1], "decoding", encoding, data, errors)
    if not isinstance(result, str):
        raise TypeError(
            f"'{encoding}' decoder returned '{_type_name(result)}' instead of 'str'; use codecs.decode() to decode to arbitrary types"
        )
    return result


# --- handlers of errors


def _unhandled(exc):
    raise TypeError(f"don't know how to handle {_type_name(exc)} in error callback")


def _span(exc):
    # The part of a UnicodeError's object that it is about.
    if not isinstance(getattr(exc, "object", None), bytes if isinstance(exc, UnicodeDecodeError) else str):
        raise TypeError(f"object attribute must be {'bytes' if isinstance(exc, UnicodeDecodeError) else 'unicode'}")
    size = len(exc.object)
    start = max(0, min(exc.start, size - 1))
    return start, min(max(exc.end, 1), size)


def strict_errors(exc, /):
    """Implements the 'strict' error handling, which raises a UnicodeError on coding errors."""
    if isinstance(exc, Exception):
        raise exc
    raise TypeError("codec must pass exception instance")


def ignore_errors(exc, /):
    """Implements the 'ignore' error handling, which ignores malformed data and continues."""
    if isinstance(exc, (UnicodeEncodeError, UnicodeDecodeError, UnicodeTranslateError)):
        return "", _span(exc)[1]
    _unhandled(exc)


def replace_errors(exc, /):
    """Implements the 'replace' error handling, which replaces malformed data with a replacement marker."""
    if isinstance(exc, UnicodeEncodeError):
        start, end = _span(exc)
        return "?" * (end - start), end
    if isinstance(exc, UnicodeDecodeError):
        return "\ufffd", _span(exc)[1]
    if isinstance(exc, UnicodeTranslateError):
        start, end = _span(exc)
        return "\ufffd" * (end - start), end
    _unhandled(exc)


def xmlcharrefreplace_errors(exc, /):
    """Implements the 'xmlcharrefreplace' error handling, which replaces an unencodable character with the appropriate XML character reference."""  # noqa: E501,W505  (CPython's words)
    if not isinstance(exc, UnicodeEncodeError):
        _unhandled(exc)
    start, end = _span(exc)
    return "".join([f"&#{ord(c)};" for c in exc.object[start:end]]), end


def _escaped(c):
    code = ord(c)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def backslashreplace_errors(exc, /):
    """Implements the 'backslashreplace' error handling, which replaces malformed data with a backslashed escape sequence."""
    if isinstance(exc, UnicodeDecodeError):
        start, end = _span(exc)
        return "".join([f"\\x{b:02x}" for b in exc.object[start:end]]), end
    if isinstance(exc, (UnicodeEncodeError, UnicodeTranslateError)):
        start, end = _span(exc)
        return "".join([_escaped(c) for c in exc.object[start:end]]), end
    _unhandled(exc)


def namereplace_errors(exc, /):
    """Implements the 'namereplace' error handling, which replaces an unencodable character with a \\N{...} escape sequence."""
    import unicodedata

    if not isinstance(exc, UnicodeEncodeError):
        _unhandled(exc)
    start, end = _span(exc)
    out = []
    for c in exc.object[start:end]:
        name = unicodedata.name(c, None)
        out.append(_escaped(c) if name is None else f"\\N{{{name}}}")
    return "".join(out), end


def _surrogateescape(exc, /):
    if isinstance(exc, UnicodeEncodeError):
        start, end = _span(exc)
        out = bytearray()
        for c in exc.object[start:end]:
            if not "\udc80" <= c <= "\udcff":
                raise exc
            out.append(ord(c) - 0xDC00)
        return bytes(out), end
    if isinstance(exc, UnicodeDecodeError):
        start, end = _span(exc)
        out = []
        for b in exc.object[start : min(end, start + 4)]:
            if b < 0x80:
                break
            out.append(chr(0xDC00 + b))
        if not out:
            raise exc
        return "".join(out), start + len(out)
    _unhandled(exc)


def _units_of(encoding):
    # Of a codec's name: the size of its units (0: not one that can write surrogates) and their order.
    name = _normalized(encoding).replace("_", "")
    if name in ("utf8", "cputf8", "cp65001"):
        return 3, "little"
    for start, size in (("utf16", 2), ("utf32", 4)):
        if name.startswith(start) and name[5:] in ("", "le", "be"):
            return size, "big" if name[5:] == "be" else "little"
    return 0, "little"


def _surrogatepass(exc, /):
    if isinstance(exc, UnicodeEncodeError):
        start, end = _span(exc)
        size, order = _units_of(exc.encoding)
        if size == 0:
            raise exc
        out = bytearray()
        for c in exc.object[start:end]:
            if not "\ud800" <= c <= "\udfff":
                raise exc
            code = ord(c)
            out += bytes([0xE0 | code >> 12, 0x80 | code >> 6 & 0x3F, 0x80 | code & 0x3F]) if size == 3 else code.to_bytes(size, order)
        return bytes(out), end
    if isinstance(exc, UnicodeDecodeError):
        start, end = _span(exc)
        size, order = _units_of(exc.encoding)
        unit = exc.object[start : start + size]
        code = 0
        if size == 3 and len(unit) == 3 and unit[0] & 0xF0 == 0xE0 and unit[1] & 0xC0 == 0x80 and unit[2] & 0xC0 == 0x80:
            code = (unit[0] & 15) << 12 | (unit[1] & 63) << 6 | unit[2] & 63
        elif size in (2, 4) and len(unit) == size:
            code = int.from_bytes(unit, order)
        if not 0xD800 <= code <= 0xDFFF:
            raise exc
        return chr(code), start + size
    _unhandled(exc)


_HANDLERS = {
    "strict": strict_errors,
    "ignore": ignore_errors,
    "replace": replace_errors,
    "xmlcharrefreplace": xmlcharrefreplace_errors,
    "backslashreplace": backslashreplace_errors,
    "namereplace": namereplace_errors,
    "surrogateescape": _surrogateescape,
    "surrogatepass": _surrogatepass,
}


def register_error(errors, handler, /):
    """Register the specified error handler under the name errors."""
    if not isinstance(errors, str):
        raise TypeError(f"register_error() argument 1 must be str, not {_type_name(errors)}")
    if not callable(handler):
        raise TypeError("handler must be callable")
    _state().handlers[errors] = handler


def lookup_error(name, /):
    """Return the error handler for the specified error handling name."""
    if not isinstance(name, str):
        raise TypeError(f"lookup_error() argument must be str, not {_type_name(name)}")
    handler = _handler(name)
    if handler is None:
        raise LookupError(f"unknown error handler name '{name[:400]}'")
    return handler


# --- the loops: a codec's part function goes as far as it can, a handler says what stands for what it can't do


class _Trouble:
    """The handler of one run, looked up when it is first needed, and the exception that it gets again and again."""

    def __init__(self, cls, encoding, errors):
        self.cls, self.encoding, self.errors = cls, encoding, errors
        self.handler = self.exc = None

    def ask(self, subject, start, end, reason):
        """What the handler says: a replacement and the position to go on at."""
        if self.handler is None:
            self.handler = lookup_error("strict" if self.errors is None else self.errors)
            self.exc = self.cls(self.encoding, subject, start, end, reason)
        else:
            self.exc.start, self.exc.end, self.exc.reason = start, end, reason
        result = self.handler(self.exc)
        decoding = self.cls is UnicodeDecodeError
        if not isinstance(result, tuple) or len(result) != 2 or not isinstance(result[0], str if decoding else (str, bytes)):
            raise TypeError(
                "decoding error handler must return (str, int) tuple"
                if decoding
                else "encoding error handler must return (str/bytes, int) tuple"
            )
        replacement, at = result
        if not hasattr(type(at), "__index__"):
            raise TypeError(f"'{type(at).__name__}' object cannot be interpreted as an integer")
        at = at.__index__()
        size = len(self.exc.object if decoding else subject)
        if at < 0:
            at += size
        if at < 0 or at > size:
            raise IndexError(f"position {at} from error handler out of bounds")
        return replacement, at


def _encode_run(part, encoding, text, errors, replace):
    """part(text, at) gives (bytes, start, end, reason); replace(a handler's str or bytes) the bytes of it, or None."""
    out = []
    at = 0
    trouble = _Trouble(UnicodeEncodeError, encoding, errors)
    while True:
        done, start, end, reason = part(text, at)
        out.append(done)
        if reason is None:
            return b"".join(out)
        replacement, at = trouble.ask(text, start, end, reason)
        replacement = replace(replacement)
        if replacement is None:
            exc = trouble.exc
            exc.start, exc.end, exc.reason = start, end, reason
            raise exc
        out.append(replacement)


def _decode_run(part, encoding, data, errors, start=0):
    """part(data, at) gives (text, start, end, reason). The text, and how many bytes were read."""
    out = []
    at = start
    trouble = _Trouble(UnicodeDecodeError, encoding, errors)
    while True:
        done, start, end, reason = part(data, at)
        out.append(done)
        if reason is None:
            return "".join(out), start
        replacement, at = trouble.ask(data, start, end, reason)
        data = trouble.exc.object
        out.append(replacement)


_NATIVE = {
    "utf_8": "utf-8",
    "utf8": "utf-8",
    "u8": "utf-8",
    "utf": "utf-8",
    "cp65001": "utf-8",
    "ascii": "ascii",
    "us_ascii": "ascii",
    "646": "ascii",
    "latin_1": "latin-1",
    "latin1": "latin-1",
    "iso_8859_1": "latin-1",
    "iso8859_1": "latin-1",
    "utf_16": "utf-16",
    "utf16": "utf-16",
    "utf_16_le": "utf-16-le",
    "utf_16_be": "utf-16-be",
    "utf_32": "utf-32",
    "utf32": "utf-32",
    "utf_32_le": "utf-32-le",
    "utf_32_be": "utf-32-be",
}


def _native(encoding):
    return _NATIVE.get(_normalized(encoding))


def _encode_native(name, text, errors):
    mark = _MARKS[name][0] if name in _MARKS else b""
    codec = name + "-le" if mark else name
    unit = 2 if name.startswith("utf-16") else 4 if name.startswith("utf-32") else 1

    def part(text, at):
        return _encode_part(text, codec, at)

    def replace(replacement):
        if isinstance(replacement, bytes):
            return None if len(replacement) % unit else replacement
        if name != "latin-1" and not replacement.isascii():
            return None
        made, at, end, reason = _encode_part(replacement, codec, 0)
        return made if reason is None else None

    return mark + _encode_run(part, name, text, errors, replace)


def _decode_native(name, data, errors, final, at=0):
    # (text, bytes read); for utf-16 and utf-32 a mark is taken off.
    codec = name
    if name in ("utf-16", "utf-32"):
        codec, at = _order_of(name, data)
        if at is None:
            return "", 0

    def part(data, at):
        return _decode_part(data, codec, at, final)

    return _decode_run(part, codec, data, errors, at)


def _order_of(name, data):
    # The codec by the mark and where the text starts.
    little, big = _MARKS[name]
    if data[: len(little)] == little:
        return name + "-le", len(little)
    if data[: len(big)] == big:
        return name + "-be", len(big)
    return name + "-le", 0


# --- the codecs' own functions


def _text_argument(text, who):
    if isinstance(text, str):
        return text
    raise TypeError(f"{who}() argument 1 must be str, not {_type_name(text)}")


def _bytes_argument(data, text_too=False):
    if type(data) is bytes:
        return data
    if isinstance(data, (bytes, bytearray)):
        return bytes(data)
    if isinstance(data, str):
        if text_too:
            return data.encode()
    else:
        try:
            return contiguous(memoryview(data)).tobytes()
        except TypeError:
            pass
    raise TypeError(f"a bytes-like object is required, not '{_type_name(data)}'")


def _errors_argument(errors):
    if errors is None:
        return "strict"
    if not isinstance(errors, str):
        raise TypeError(f"errors must be str or None, not {_type_name(errors)}")
    return errors


def _encoder(name, who):
    def function(str, errors=None, /):
        _text_argument(str, who)
        return str.encode(name, _errors_argument(errors)), len(str)

    function.__name__ = function.__qualname__ = who
    return function


def _decoder(name, who):
    def function(data, errors=None, final=False, /):
        data = _bytes_argument(data)
        errors = _errors_argument(errors)
        if final:
            return _decode_native(name, data, errors, True)
        return _decode_native(name, data, errors, False)

    function.__name__ = function.__qualname__ = who
    return function


def _stateless_decoder(name, who):
    def function(data, errors=None, /):
        data = _bytes_argument(data)
        return data.decode(name, _errors_argument(errors)), len(data)

    function.__name__ = function.__qualname__ = who
    return function


utf_8_encode, utf_8_decode = _encoder("utf-8", "utf_8_encode"), _decoder("utf-8", "utf_8_decode")
ascii_encode, ascii_decode = _encoder("ascii", "ascii_encode"), _stateless_decoder("ascii", "ascii_decode")
latin_1_encode, latin_1_decode = _encoder("latin-1", "latin_1_encode"), _stateless_decoder("latin-1", "latin_1_decode")
utf_16_le_encode, utf_16_le_decode = _encoder("utf-16-le", "utf_16_le_encode"), _decoder("utf-16-le", "utf_16_le_decode")
utf_16_be_encode, utf_16_be_decode = _encoder("utf-16-be", "utf_16_be_encode"), _decoder("utf-16-be", "utf_16_be_decode")
utf_32_le_encode, utf_32_le_decode = _encoder("utf-32-le", "utf_32_le_encode"), _decoder("utf-32-le", "utf_32_le_decode")
utf_32_be_encode, utf_32_be_decode = _encoder("utf-32-be", "utf_32_be_encode"), _decoder("utf-32-be", "utf_32_be_decode")


def _ordered_encoder(name, who):
    def function(str, errors=None, byteorder=0, /):
        _text_argument(str, who)
        byteorder = container_index(byteorder)
        codec = name if byteorder == 0 else name + ("-le" if byteorder < 0 else "-be")
        return str.encode(codec, _errors_argument(errors)), len(str)

    function.__name__ = function.__qualname__ = who
    return function


utf_16_encode, utf_32_encode = _ordered_encoder("utf-16", "utf_16_encode"), _ordered_encoder("utf-32", "utf_32_encode")


def _decode_ordered(name, data, errors, byteorder, final):
    # (text, bytes read, the order found: -1 little, 1 big, 0 none yet)
    data = _bytes_argument(data)
    unit = 2 if name == "utf-16" else 4
    errors = _errors_argument(errors)
    byteorder = container_index(byteorder)
    at = 0
    if byteorder == 0:
        if len(data) < unit and not final:
            return "", 0, 0
        codec, at = _order_of(name, data)
        if at:
            byteorder = -1 if codec.endswith("le") else 1
    codec = name + ("-be" if byteorder > 0 else "-le")

    def part(data, at):
        return _decode_part(data, codec, at, final)

    text, read = _decode_run(part, codec, data, errors, at)
    return text, read, byteorder


def utf_16_ex_decode(data, errors=None, byteorder=0, final=False, /):
    return _decode_ordered("utf-16", data, errors, byteorder, final)


def utf_32_ex_decode(data, errors=None, byteorder=0, final=False, /):
    return _decode_ordered("utf-32", data, errors, byteorder, final)


def utf_16_decode(data, errors=None, final=False, /):
    return _decode_ordered("utf-16", data, errors, 0, final)[:2]


def utf_32_decode(data, errors=None, final=False, /):
    return _decode_ordered("utf-32", data, errors, 0, final)[:2]


def readbuffer_encode(data, errors=None, /):
    data = _bytes_argument(data, True)
    return data, len(data)


def _later(name):
    # A function of _encodings, which is loaded when it is first called.
    def function(*args):
        import _encodings

        return getattr(_encodings, name)(*args)

    function.__name__ = function.__qualname__ = name
    return function


utf_7_encode, utf_7_decode = _later("utf_7_encode"), _later("utf_7_decode")
unicode_escape_encode, unicode_escape_decode = _encoder("unicode_escape", "unicode_escape_encode"), _later("unicode_escape_decode")
raw_unicode_escape_encode = _encoder("raw_unicode_escape", "raw_unicode_escape_encode")
raw_unicode_escape_decode = _later("raw_unicode_escape_decode")
escape_encode, escape_decode = _later("escape_encode"), _later("escape_decode")
charmap_encode, charmap_decode, charmap_build = _later("charmap_encode"), _later("charmap_decode"), _later("charmap_build")
