"""What json has from C in CPython. Reading and writing of builtin values is native (_loads, _scan_once, _encode); where hooks, `default` or
subclasses come in, this file works on: on a tree of raw numbers and pairs, or on the values themselves."""

# Written in C in CPython: no methods of a class that has them as attributes.
__unbound__ = ["encode_basestring", "encode_basestring_ascii", "scanstring"]

_ENSURE_ASCII, _ALLOW_NAN, _SORT_KEYS, _SKIP_KEYS, _CHECK_CIRCULAR = 1, 2, 4, 8, 16
_PAIRS, _RAW_FLOATS, _RAW_INTS, _RAW_CONSTANTS, _LENIENT = 1, 2, 4, 8, 16
_CONSTANTS = {"NaN": float("nan"), "Infinity": float("inf"), "-Infinity": float("-inf")}


# --- writing


def encode_basestring(string, /):
    """Return a JSON representation of a Python string"""
    return _text(string, 0)


def encode_basestring_ascii(string, /):
    """Return an ASCII-only JSON representation of a Python string"""
    return _text(string, _ENSURE_ASCII)


def _text(string, flags):
    if not isinstance(string, str):
        raise TypeError(f"first argument must be a string, not {type(string).__name__}")
    return _encode(string, None, ",", ":", flags)


def _flags_of(encoder):
    return (
        (_ENSURE_ASCII if encoder.ensure_ascii else 0)
        | (_ALLOW_NAN if encoder.allow_nan else 0)
        | (_SORT_KEYS if encoder.sort_keys else 0)
        | (_SKIP_KEYS if encoder.skipkeys else 0)
        | (_CHECK_CIRCULAR if encoder.check_circular else 0)
    )


def whole_text(encoder, o):
    """What a JSONEncoder makes of a value, if the native writer can; None where Python has to say it, or what is wrong."""
    try:
        indent = encoder.indent
        if indent is not None and not isinstance(indent, str):
            indent = " " * indent
        text = _encode(o, indent, encoder.item_separator, encoder.key_separator, _flags_of(encoder))
    except (TypeError, ValueError, RecursionError):
        return None
    return None if text is NotImplemented else text


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
    """Writes what the native writer leaves: values that `default` turns into others. States of before have such for indented texts."""

    says_value = False
    whole = None  # the native writer's flags, where it may be asked for more than a scalar

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
        if level and self.whole is not None:
            text = _encode(value, None, self.item_separator, self.key_separator, self.whole)
            if text is not NotImplemented:
                self.out.append(text)
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


class Encoder(_Writer):
    """The writer of texts that aren't indented: called with a value it gives the text in pieces."""

    __module__ = "_json"

    def __init__(self, markers, default, encoder, indent, key_separator, item_separator, sort_keys, skipkeys, allow_nan):
        if markers is not None and not isinstance(markers, dict):
            raise TypeError(f"make_encoder() argument 1 must be dict or None, not {type(markers).__name__}")
        self.open = self.markers = markers
        self.out = None
        self.default = default
        self.encoder = encoder
        self.indent = indent
        self.key_separator = key_separator
        self.item_separator = item_separator
        self.sort_keys = sort_keys
        self.skipkeys = skipkeys
        self.flags = (_ALLOW_NAN if allow_nan else 0) | (_ENSURE_ASCII if encoder is encode_basestring_ascii else 0)
        self.is_usual = encoder is encode_basestring_ascii or encoder is encode_basestring
        if self.is_usual:
            circular = 0 if markers is None else _CHECK_CIRCULAR
            self.whole = self.flags | (_SORT_KEYS if sort_keys else 0) | (_SKIP_KEYS if skipkeys else 0) | circular

    def scalar(self, value):
        if not isinstance(value, str) or self.is_usual:
            return super().scalar(value)
        text = self.encoder(value)
        if not isinstance(text, str):
            raise TypeError(f"encoder() must return a string, not {type(text).__name__}")
        return text

    def __call__(self, obj, _current_indent_level):
        before, self.out = self.out, []  # (`default` may call it again.)
        try:
            self.write(obj, 0)
            return tuple(self.out)
        finally:
            self.out = before


make_encoder = Encoder


# --- reading


_NODES = frozenset((list, tuple, dict, bytes))  # of the raw tree; what is of another class is a value


def _finish(node, decoder):
    """Turns the raw tree of the native reader into values, calling the hooks in the order of the text."""
    kind = type(node)
    if kind is list:
        return [_finish(item, decoder) if type(item) in _NODES else item for item in node]
    if kind is tuple:
        if decoder.object_pairs_hook is not None:
            return decoder.object_pairs_hook([(node[i], _finish(node[i + 1], decoder)) for i in range(0, len(node), 2)])
        made = {}
        for i in range(0, len(node), 2):
            item = node[i + 1]
            made[node[i]] = _finish(item, decoder) if type(item) in _NODES else item
        return made if decoder.object_hook is None else decoder.object_hook(made)
    if kind is dict:  # without hooks for objects
        return {key: _finish(item, decoder) if type(item) in _NODES else item for key, item in node.items()}
    if kind is bytes:
        text = node.decode("ascii")
        if text in _CONSTANTS:
            return decoder.parse_constant(text)
        if "." in text or "e" in text or "E" in text:
            return decoder.parse_float(text)
        return decoder.parse_int(text)
    return node


def scanstring(string, end, strict=True, /):
    """scanstring(string, end, strict=True) -> (string, end)"""
    if not -(2**63) <= container_index(end) < 2**63:
        raise OverflowError("Python int too large to convert to C ssize_t")
    return _scan_string(string, end, 0 if strict else _LENIENT)


class Scanner:
    """Reads the value at a place of a text, as a JSONDecoder says: gives it, and where it ends."""

    __module__ = "_json"

    def __init__(self, context):
        self.strict = True if context.strict else False
        self.object_hook = context.object_hook
        self.object_pairs_hook = context.object_pairs_hook
        self.parse_float = context.parse_float
        self.parse_int = context.parse_int
        constants = getattr(context.parse_constant, "__self__", None)
        is_usual = type(constants) is dict and constants.keys() == _CONSTANTS.keys()
        self._parse_constant = None if is_usual else context.parse_constant
        self._mode = (
            (_PAIRS if self.object_hook is not None or self.object_pairs_hook is not None else 0)
            | (_RAW_FLOATS if self.parse_float is not float else 0)
            | (_RAW_INTS if self.parse_int is not int else 0)
            | (0 if is_usual else _RAW_CONSTANTS)
            | (0 if self.strict else _LENIENT)
        )

    @property
    def parse_constant(self):
        return self._parse_constant or _CONSTANTS.__getitem__

    def __call__(self, string, idx):
        if not isinstance(string, str):
            raise TypeError(f"first argument must be a string, not {type(string).__name__}")
        place = container_index(idx)
        if place >= len(string):
            raise StopIteration(place)
        try:
            value, end = _scan_once(string, place, self._mode)
        except JSONDecodeError as error:
            if error.msg != "Expecting value":
                raise
            place = error.pos
        else:
            return (_finish(value, self) if self._mode & 15 else value), end
        raise StopIteration(place)


make_scanner = Scanner


def whole_value(decoder, s):
    """(The value that a JSONDecoder makes of a text,), if the native reader can; None where Python has to say it, or what is wrong."""
    scanner = decoder.scan_once
    if type(scanner) is not Scanner or scanner._mode & 15:
        return None
    try:
        return (_loads(s, scanner._mode),)
    except (JSONDecodeError, TypeError):
        return None
