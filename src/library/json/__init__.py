"""JSON. Reading and writing of builtin values is native (_loads, _scan_once, _encode); where hooks, `default` or
subclasses come in, this file works on: on a tree of raw numbers and pairs, or on the values themselves."""

__all__ = ["dump", "dumps", "load", "loads", "JSONDecoder", "JSONDecodeError", "JSONEncoder"]

_ENSURE_ASCII, _ALLOW_NAN, _SORT_KEYS, _SKIP_KEYS, _CHECK_CIRCULAR = 1, 2, 4, 8, 16
_PAIRS, _RAW_FLOATS, _RAW_INTS, _RAW_CONSTANTS, _LENIENT = 1, 2, 4, 8, 16
_CONSTANTS = {"NaN": float("nan"), "Infinity": float("inf"), "-Infinity": float("-inf")}


# --- writing


def _pairs(value, items):
    # As CPython's writer in C takes what a dict's items() gives.
    try:
        items = [*items]
    except TypeError:
        if hasattr(items, "__iter__"):
            raise
        name, kind = type(value).__name__, type(items).__name__
        raise TypeError(f"{name}.items() returned a non-iterable (type {kind})") from None
    for item in items:
        if not isinstance(item, tuple) or len(item) != 2:
            raise ValueError("items must return 2-tuples")
    return items


class _Writer:
    """Writes what the native writer leaves: values that `default` turns into others."""

    says_value = False  # in states of before

    def __init__(self, encoder):
        self.default = encoder.default
        self.skipkeys = encoder.skipkeys
        self.sort_keys = encoder.sort_keys
        self.item_separator = encoder.item_separator
        self.key_separator = encoder.key_separator
        self.indent = encoder._indent_text()
        self.flags = encoder._flags()
        self.open = {} if encoder.check_circular else None
        self.out = []
        self.says_value = self.indent is not None  # (CPython's writer in Python names what can't be written.)

    def scalar(self, value):
        try:
            return _encode(value, None, ",", ":", self.flags & ~_SORT_KEYS)
        except ValueError as e:
            if not self.says_value or not isinstance(value, float):
                raise
            message = f"{e}: {float.__repr__(value)}"
        raise ValueError(message)

    def write(self, value, level):
        if value is None or isinstance(value, (str, int, float)):
            self.out.append(self.scalar(value))
            return
        items = value
        # (CPython has two writers: in C, and for indented texts one in Python, which asks whether a container is true.)
        if isinstance(value, (list, tuple)):
            if self.indent is None and type(value) is not list:  # (A list's items are those that it has by then.)
                items = [*value]
            opening, closing, empty = "[", "]", not items
        elif isinstance(value, dict):
            opening, closing, empty = "{", "}", not value if self.indent is not None else not dict.__len__(value)
        else:
            self.enter(value)
            self.write(self.default(value), level)
            self.leave(value)
            return
        if empty:
            self.out.append(opening + closing)
            return
        self.enter(value)
        out = self.out
        separator = self.item_separator
        newline = None
        if self.indent is not None:
            newline = "\n" + self.indent * (level + 1)
            separator = separator + newline
            opening += newline
        first = True
        if closing == "]":
            for item in items:
                before = opening if first else separator
                first = False
                if item is None or isinstance(item, (str, int, float)):
                    out.append(before + self.scalar(item))
                else:
                    out.append(before)
                    self.write(item, level + 1)
        else:
            out.append(opening)
            items = value.items()
            if self.indent is None:
                items = _pairs(value, items)
            if self.sort_keys:
                items = sorted(items)
            for key, item in items:
                if isinstance(key, str):
                    text = self.scalar(key)
                elif key is None or isinstance(key, (int, float)):
                    text = '"' + self.scalar(key) + '"'
                elif self.skipkeys:
                    continue
                else:
                    raise TypeError(f"keys must be str, int, float, bool or None, not {key.__class__.__name__}")
                if not first:
                    out.append(separator)
                first = False
                out.append(text)
                out.append(self.key_separator)
                self.write(item, level + 1)
        if newline is not None:
            out.append("\n" + self.indent * level)
        out.append(closing)
        self.leave(value)

    def enter(self, value):
        if self.open is not None:
            if id(value) in self.open:
                raise ValueError("Circular reference detected")
            self.open[id(value)] = value

    def leave(self, value):
        if self.open is not None:
            del self.open[id(value)]


class JSONEncoder:
    """Extensible JSON encoder for Python data structures."""

    __module__ = "json.encoder"

    item_separator = ", "
    key_separator = ": "

    def __init__(
        self,
        *,
        skipkeys=False,
        ensure_ascii=True,
        check_circular=True,
        allow_nan=True,
        sort_keys=False,
        indent=None,
        separators=None,
        default=None,
    ):
        self.skipkeys = skipkeys
        self.ensure_ascii = ensure_ascii
        self.check_circular = check_circular
        self.allow_nan = allow_nan
        self.sort_keys = sort_keys
        self.indent = indent
        if separators is not None:
            self.item_separator, self.key_separator = separators
        elif indent is not None:
            self.item_separator = ","
        if default is not None:
            self.default = default

    def default(self, o):
        raise TypeError(f"Object of type {o.__class__.__name__} is not JSON serializable")

    def _indent_text(self):
        indent = self.indent
        return indent if indent is None or isinstance(indent, str) else " " * indent

    def _flags(self):
        return (
            (_ENSURE_ASCII if self.ensure_ascii else 0)
            | (_ALLOW_NAN if self.allow_nan else 0)
            | (_SORT_KEYS if self.sort_keys else 0)
            | (_SKIP_KEYS if self.skipkeys else 0)
            | (_CHECK_CIRCULAR if self.check_circular else 0)
        )

    def encode(self, o):
        if type(self).iterencode is _iterencode or isinstance(o, str):
            text = _encode(o, self._indent_text(), self.item_separator, self.key_separator, self._flags())
            if text is not NotImplemented:
                return text
        return "".join(self.iterencode(o, _one_shot=True))

    def iterencode(self, o, _one_shot=False):
        writer = _Writer(self)
        if not _one_shot:
            return _pieces(writer, o)
        writer.write(o, 0)
        return iter(writer.out)


def _pieces(writer, o):
    # What was written before an error comes before it.
    writer.says_value = True
    try:
        writer.write(o, 0)
    except Exception:
        yield from writer.out
        raise
    yield from writer.out


_iterencode = JSONEncoder.iterencode
_encode_by = JSONEncoder.encode


def dumps(
    obj,
    *,
    skipkeys=False,
    ensure_ascii=True,
    check_circular=True,
    allow_nan=True,
    cls=None,
    indent=None,
    separators=None,
    default=None,
    sort_keys=False,
    **kw,
):
    """Serialize obj to a JSON formatted str."""
    # What a program puts in their place is asked.
    if cls is None and default is None and not kw and JSONEncoder.encode is _encode_by and JSONEncoder.iterencode is _iterencode:
        if separators is None:
            item_separator = ", " if indent is None else ","
            key_separator = ": "
        else:
            item_separator, key_separator = separators
        text = _encode(
            obj,
            indent if indent is None or isinstance(indent, str) else " " * indent,
            item_separator,
            key_separator,
            (1 if ensure_ascii else 0)
            | (2 if allow_nan else 0)
            | (4 if sort_keys else 0)
            | (8 if skipkeys else 0)
            | (16 if check_circular else 0),
        )
        if text is not NotImplemented:
            return text
    if cls is None:
        cls = JSONEncoder
    return cls(
        skipkeys=skipkeys,
        ensure_ascii=ensure_ascii,
        check_circular=check_circular,
        allow_nan=allow_nan,
        indent=indent,
        separators=separators,
        default=default,
        sort_keys=sort_keys,
        **kw,
    ).encode(obj)


def dump(
    obj,
    fp,
    *,
    skipkeys=False,
    ensure_ascii=True,
    check_circular=True,
    allow_nan=True,
    cls=None,
    indent=None,
    separators=None,
    default=None,
    sort_keys=False,
    **kw,
):
    """Serialize obj as a JSON formatted stream to fp, which has a write()."""
    if cls is None:
        cls = JSONEncoder
    encoder = cls(
        skipkeys=skipkeys,
        ensure_ascii=ensure_ascii,
        check_circular=check_circular,
        allow_nan=allow_nan,
        indent=indent,
        separators=separators,
        default=default,
        sort_keys=sort_keys,
        **kw,
    )
    if getattr(type(encoder), "iterencode", None) is not _iterencode:
        for piece in encoder.iterencode(obj):
            fp.write(piece)
        return
    try:
        text = _encode(obj, encoder._indent_text(), encoder.item_separator, encoder.key_separator, encoder._flags())
    except Exception:
        text = NotImplemented
    if text is not NotImplemented:
        fp.write(text)
        return
    writer = _Writer(encoder)
    writer.says_value = True
    try:
        writer.write(obj, 0)
    finally:
        if writer.out:
            fp.write("".join(writer.out))


# --- reading


def _finish(node, decoder):
    """Turns the raw tree of the native reader into values, calling the hooks in the order of the text."""
    kind = type(node)
    if kind is list:
        return [_finish(item, decoder) for item in node]
    if kind is tuple:
        pairs = []
        for i in range(0, len(node), 2):
            pairs.append((node[i], _finish(node[i + 1], decoder)))
        if decoder.object_pairs_hook is not None:
            return decoder.object_pairs_hook(pairs)
        made = dict(pairs)
        if decoder.object_hook is not None:
            return decoder.object_hook(made)
        return made
    if kind is dict:  # without hooks for objects
        return {key: _finish(item, decoder) for key, item in node.items()}
    if kind is bytes:
        text = node.decode("ascii")
        if text in _CONSTANTS:
            return decoder.parse_constant(text)
        if "." in text or "e" in text or "E" in text:
            return decoder.parse_float(text)
        return decoder.parse_int(text)
    return node


class JSONDecoder:
    """Simple JSON decoder."""

    __module__ = "json.decoder"

    def __init__(self, *, object_hook=None, parse_float=None, parse_int=None, parse_constant=None, strict=True, object_pairs_hook=None):
        self.object_hook = object_hook
        self.parse_float = parse_float or float
        self.parse_int = parse_int or int
        self.parse_constant = parse_constant or _CONSTANTS.__getitem__
        self.strict = strict
        self.object_pairs_hook = object_pairs_hook
        self._constants = parse_constant is not None

    def _mode(self):
        return (
            (_PAIRS if self.object_hook is not None or self.object_pairs_hook is not None else 0)
            | (_RAW_FLOATS if self.parse_float is not float else 0)
            | (_RAW_INTS if self.parse_int is not int else 0)
            | (_RAW_CONSTANTS if self._constants else 0)
            | (0 if self.strict else _LENIENT)
        )

    def decode(self, s):
        mode = self._mode()
        value = _loads(s, mode)
        return _finish(value, self) if mode & 15 else value

    def raw_decode(self, s, idx=0):
        mode = self._mode()
        value, end = _scan_once(s, idx, mode)
        return (_finish(value, self) if mode & 15 else value), end


def detect_encoding(b):
    """The encoding of bytes that hold JSON: UTF-8, UTF-16 or UTF-32."""
    if b.startswith((b"\xff\xfe\x00\x00", b"\x00\x00\xfe\xff")):
        return "utf-32"
    if b.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    if b.startswith(b"\xef\xbb\xbf"):
        return "utf-8-sig"
    if len(b) >= 4:
        if not b[0]:
            return "utf-16-be" if b[1] else "utf-32-be"
        if not b[1]:
            return "utf-16-le" if b[2] or b[3] else "utf-32-le"
    elif len(b) == 2:
        if not b[0]:
            return "utf-16-be"
        if not b[1]:
            return "utf-16-le"
    return "utf-8"


def loads(s, *, cls=None, object_hook=None, parse_float=None, parse_int=None, parse_constant=None, object_pairs_hook=None, **kw):
    """Deserialize s (a str, bytes or bytearray instance containing a JSON document) to a Python object."""
    if isinstance(s, str):
        if s.startswith("\ufeff"):
            raise JSONDecodeError("Unexpected UTF-8 BOM (decode using utf-8-sig)", s, 0)
    else:
        if not isinstance(s, (bytes, bytearray)):
            raise TypeError(f"the JSON object must be str, bytes or bytearray, not {s.__class__.__name__}")
        s = s.decode(detect_encoding(s), "surrogatepass")
    if (
        cls is None
        and object_hook is None
        and parse_float is None
        and parse_int is None
        and parse_constant is None
        and object_pairs_hook is None
        and not kw
    ):
        return _loads(s, 0)
    if cls is None:
        cls = JSONDecoder
    if object_hook is not None:
        kw["object_hook"] = object_hook
    if object_pairs_hook is not None:
        kw["object_pairs_hook"] = object_pairs_hook
    if parse_float is not None:
        kw["parse_float"] = parse_float
    if parse_int is not None:
        kw["parse_int"] = parse_int
    if parse_constant is not None:
        kw["parse_constant"] = parse_constant
    return cls(**kw).decode(s)


def load(fp, *, cls=None, object_hook=None, parse_float=None, parse_int=None, parse_constant=None, object_pairs_hook=None, **kw):
    """Deserialize fp (which has a read()) to a Python object."""
    return loads(
        fp.read(),
        cls=cls,
        object_hook=object_hook,
        parse_float=parse_float,
        parse_int=parse_int,
        parse_constant=parse_constant,
        object_pairs_hook=object_pairs_hook,
        **kw,
    )


# The submodules need the above.
import json.decoder as decoder
import json.encoder as encoder
