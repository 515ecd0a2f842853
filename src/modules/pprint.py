"""Data as text that fits the page's width."""

import re as _re
import sys as _sys
from collections import ChainMap as _ChainMap, Counter as _Counter, OrderedDict as _OrderedDict, UserDict as _UserDict, UserList as _UserList, \
    UserString as _UserString, defaultdict as _defaultdict, deque as _deque_class
from types import SimpleNamespace as _SimpleNamespace

__all__ = ["pprint", "pformat", "isreadable", "isrecursive", "saferepr", "PrettyPrinter", "pp"]


def pprint(object, stream=None, indent=1, width=80, depth=None, *, compact=False, sort_dicts=True, underscore_numbers=False):
    """Pretty-print a Python object to a stream [default is sys.stdout]."""
    PrettyPrinter(indent, width, depth, stream, compact=compact, sort_dicts=sort_dicts, underscore_numbers=underscore_numbers).pprint(object)


def pp(object, *args, sort_dicts=False, **kwargs):
    """Pretty-print a Python object, its dicts in their own order."""
    pprint(object, *args, sort_dicts=sort_dicts, **kwargs)


def pformat(object, indent=1, width=80, depth=None, *, compact=False, sort_dicts=True, underscore_numbers=False):
    """Format a Python object into a pretty-printed representation."""
    return PrettyPrinter(indent, width, depth, compact=compact, sort_dicts=sort_dicts, underscore_numbers=underscore_numbers).pformat(object)


def saferepr(object):
    """Version of repr() which can handle recursive data structures."""
    return PrettyPrinter()._safe_repr(object, {}, None, 0)[0]


def isreadable(object):
    """Determine if saferepr(object) is readable by eval()."""
    return PrettyPrinter()._safe_repr(object, {}, None, 0)[1]


def isrecursive(object):
    """Determine if object requires a recursive representation."""
    return PrettyPrinter()._safe_repr(object, {}, None, 0)[2]


class _NoCode:
    co_qualname = ""


class _Key:
    """Sorts keys of different types."""

    __slots__ = ("value",)

    def __init__(self, value):
        self.value = value

    def __lt__(self, other):
        try:
            return self.value < other.value
        except TypeError:
            return (str(type(self.value)), id(self.value)) < (str(type(other.value)), id(other.value))


def _item_key(item):
    return _Key(item[0])


class PrettyPrinter:
    def __init__(self, indent=1, width=80, depth=None, stream=None, *, compact=False, sort_dicts=True, underscore_numbers=False):
        indent = int(indent)
        width = int(width)
        if indent < 0:
            raise ValueError("indent must be >= 0")
        if depth is not None and depth <= 0:
            raise ValueError("depth must be > 0")
        if not width:
            raise ValueError("width must be != 0")
        self._depth = depth
        self._indent = indent
        self._width = width
        self._stream = stream
        self._compact = bool(compact)
        self._sort_dicts = sort_dicts
        self._underscore_numbers = underscore_numbers

    def pprint(self, object):
        stream = _sys.stdout if self._stream is None else self._stream
        if stream is not None:
            stream.write(self.pformat(object) + "\n")

    def pformat(self, object):
        out = []
        self._format(object, out, 0, 0, {}, 0)
        return "".join(out)

    def isrecursive(self, object):
        return self.format(object, {}, 0, 0)[2]

    def isreadable(self, object):
        text, readable, recursive = self.format(object, {}, 0, 0)
        return readable and not recursive

    def format(self, object, context, maxlevels, level):
        """Format object for a specific context, returning a string and flags indicating whether the representation is 'readable' and whether
        the object represents a recursive construct."""
        return self._safe_repr(object, context, maxlevels, level)

    def _repr(self, object, context, level):
        return self.format(object, context.copy(), self._depth, level)[0]

    def _safe_repr(self, object, context, maxlevels, level):
        kind = type(object)
        if kind is str or kind is float or object is None or kind is bool or kind is bytes or kind is complex or kind is bytearray:
            return repr(object), True, False
        show = kind.__repr__
        if issubclass(kind, int) and show is int.__repr__:
            return (f"{object:_d}" if self._underscore_numbers else repr(object)), True, False
        is_dict = issubclass(kind, dict) and show is dict.__repr__
        is_list = issubclass(kind, list) and show is list.__repr__
        if not is_dict and not is_list and not (issubclass(kind, tuple) and show is tuple.__repr__):
            text = repr(object)
            return text, bool(text) and not text.startswith("<"), False
        if not object:
            return ("{}" if is_dict else "[]" if is_list else "()"), True, False
        key = id(object)
        if maxlevels and level >= maxlevels:
            return ("{...}" if is_dict else "[...]" if is_list else "(...)"), False, key in context
        if key in context:
            return _recursion(object), False, True
        context[key] = 1
        readable, recursive = True, False
        level += 1
        parts = []
        if is_dict:
            for name, value in sorted(object.items(), key=_item_key) if self._sort_dicts else object.items():
                name_text, name_readable, name_recursive = self.format(name, context, maxlevels, level)
                text, ok, loops = self.format(value, context, maxlevels, level)
                parts.append(f"{name_text}: {text}")
                readable = readable and name_readable and ok
                recursive = recursive or name_recursive or loops
            text = "{" + ", ".join(parts) + "}"
        else:
            for item in object:
                text, ok, loops = self.format(item, context, maxlevels, level)
                parts.append(text)
                readable = readable and ok
                recursive = recursive or loops
            text = ", ".join(parts)
            text = f"[{text}]" if is_list else f"({text},)" if len(object) == 1 else f"({text})"
        del context[key]
        return text, readable, recursive

    def _format(self, object, out, indent, allowance, context, level):
        if id(object) in context:
            out.append(_recursion(object))
            return
        text = self._repr(object, context, level)
        if len(text) > self._width - indent - allowance:
            way = self._way(object)
            if way is not None:
                context[id(object)] = 1
                way(self, object, out, indent, allowance, context, level + 1)
                del context[id(object)]
                return
        out.append(text)

    def _way(self, object):
        kind = type(object)
        way = self._dispatch.get(kind.__repr__)
        if way is not None:
            return way
        if hasattr(kind, "__dataclass_fields__") and "__repr__" in kind.__dict__ and "_make_repr" in getattr(kind.__repr__, "__code__", _NoCode).co_qualname:
            return PrettyPrinter._dataclass
        return None

    def _dataclass(self, object, out, indent, allowance, context, level):
        name = object.__class__.__name__
        items = [(f.name, getattr(object, f.name)) for f in object.__dataclass_fields__.values() if f.repr]
        out.append(name + "(")
        self._attributes(items, out, indent + len(name) + 1, allowance, context, level)
        out.append(")")

    def _namespace(self, object, out, indent, allowance, context, level):
        name = "namespace" if type(object).__module__ == "types" and type(object).__name__ == "SimpleNamespace" else object.__class__.__name__
        out.append(name + "(")
        self._attributes(list(object.__dict__.items()), out, indent + len(name) + 1, allowance, context, level)
        out.append(")")

    def _attributes(self, items, out, indent, allowance, context, level):
        for i, (key, value) in enumerate(items):
            last = i == len(items) - 1
            out.append(f"{key}=")
            if id(value) in context:
                out.append("...")
            else:
                self._format(value, out, indent + len(key) + 1, allowance if last else 1, context, level)
            if not last:
                out.append(",\n" + " " * indent)

    def _dict(self, object, out, indent, allowance, context, level):
        out.append("{")
        if self._indent > 1:
            out.append((self._indent - 1) * " ")
        if object:
            items = sorted(object.items(), key=_item_key) if self._sort_dicts else list(object.items())
            self._pairs(items, out, indent, allowance + 1, context, level)
        out.append("}")

    def _pairs(self, items, out, indent, allowance, context, level):
        indent += self._indent
        separator = ",\n" + " " * indent
        for i, (key, value) in enumerate(items):
            last = i == len(items) - 1
            text = self._repr(key, context, level)
            out.append(text + ": ")
            self._format(value, out, indent + len(text) + 2, allowance if last else 1, context, level)
            if not last:
                out.append(separator)

    def _ordered_dict(self, object, out, indent, allowance, context, level):
        if not object:
            out.append(repr(object))
            return
        name = object.__class__.__name__
        out.append(name + "(")
        self._format(list(object.items()), out, indent + len(name) + 1, allowance + 1, context, level)
        out.append(")")

    def _mapping_proxy(self, object, out, indent, allowance, context, level):
        out.append("mappingproxy(")
        self._format(object.copy(), out, indent + 13, allowance + 1, context, level)
        out.append(")")

    def _default_dict(self, object, out, indent, allowance, context, level):
        if not object:
            out.append(repr(object))
            return
        name = object.__class__.__name__
        indent += len(name) + 1
        out.append(f"{name}({self._repr(object.default_factory, context, level)},\n{' ' * indent}")
        self._dict(object, out, indent, allowance + 1, context, level)
        out.append(")")

    def _counter(self, object, out, indent, allowance, context, level):
        if not object:
            out.append(repr(object))
            return
        name = object.__class__.__name__
        out.append(name + "({")
        if self._indent > 1:
            out.append((self._indent - 1) * " ")
        self._pairs(object.most_common(), out, indent + len(name) + 1, allowance + 2, context, level)
        out.append("})")

    def _chain_map(self, object, out, indent, allowance, context, level):
        if not len(object.maps):
            out.append(repr(object))
            return
        name = object.__class__.__name__
        out.append(name + "(")
        indent += len(name) + 1
        for i, one in enumerate(object.maps):
            if i == len(object.maps) - 1:
                self._format(one, out, indent, allowance + 1, context, level)
                out.append(")")
            else:
                self._format(one, out, indent, 1, context, level)
                out.append(",\n" + " " * indent)

    def _deque(self, object, out, indent, allowance, context, level):
        if not len(object):
            out.append(repr(object))
            return
        name = object.__class__.__name__
        out.append(name + "(")
        indent += len(name) + 1
        out.append("[")
        if object.maxlen is None:
            self._items(object, out, indent, allowance + 2, context, level)
            out.append("])")
        else:
            self._items(object, out, indent, 2, context, level)
            out.append(f"],\n{' ' * indent}maxlen={self._repr(object.maxlen, context, level)})")

    def _data(self, object, out, indent, allowance, context, level):
        self._format(object.data, out, indent, allowance, context, level - 1)

    def _bytes(self, object, out, indent, allowance, context, level):
        if len(object) <= 4:
            out.append(repr(object))
            return
        parens = level == 1
        if parens:
            indent += 1
            allowance += 1
            out.append("(")
        width = self._width - indent
        separator = ""
        current = b""
        last = len(object) // 4 * 4
        for i in range(0, len(object), 4):
            part = object[i:i + 4]
            if i == last:
                width -= allowance
            if len(repr(current + part)) > width:
                if current:
                    out.append(separator + repr(current))
                    separator = "\n" + " " * indent
                current = part
            else:
                current += part
        if current:
            out.append(separator + repr(current))
        if parens:
            out.append(")")

    def _bytearray(self, object, out, indent, allowance, context, level):
        out.append("bytearray(")
        self._bytes(bytes(object), out, indent + 10, allowance + 1, context, level + 1)
        out.append(")")

    def _list(self, object, out, indent, allowance, context, level):
        out.append("[")
        self._items(object, out, indent, allowance + 1, context, level)
        out.append("]")

    def _tuple(self, object, out, indent, allowance, context, level):
        end = ",)" if len(object) == 1 else ")"
        out.append("(")
        self._items(object, out, indent, allowance + len(end), context, level)
        out.append(end)

    def _set(self, object, out, indent, allowance, context, level):
        if not object:
            out.append(repr(object))
            return
        kind = type(object)
        if kind is set:
            out.append("{")
            end = "}"
        else:
            out.append(kind.__name__ + "({")
            end = "})"
            indent += len(kind.__name__) + 1
        self._items([key.value for key in sorted([_Key(item) for item in object])], out, indent, allowance + len(end), context, level)
        out.append(end)

    def _items(self, items, out, indent, allowance, context, level):
        indent += self._indent
        if self._indent > 1:
            out.append((self._indent - 1) * " ")
        break_line = ",\n" + " " * indent
        separator = ""
        width = room = self._width - indent + 1
        items = list(items)
        for i, item in enumerate(items):
            last = i == len(items) - 1
            if last:
                room -= allowance
                width -= allowance
            if self._compact:
                text = self._repr(item, context, level)
                size = len(text) + 2
                if room < size:
                    room = width
                    if separator:
                        separator = break_line
                if room >= size:
                    room -= size
                    out.append(separator)
                    separator = ", "
                    out.append(text)
                    continue
            out.append(separator)
            separator = break_line
            self._format(item, out, indent, allowance if last else 1, context, level)

    def _string(self, object, out, indent, allowance, context, level):
        if not object:
            out.append(repr(object))
            return
        chunks = []
        lines = object.splitlines(True)
        if level == 1:
            indent += 1
            allowance += 1
        width = most = self._width - indent
        text = ""
        for i, line in enumerate(lines):
            text = repr(line)
            if i == len(lines) - 1:
                most -= allowance
            if len(text) <= most:
                chunks.append(text)
            else:
                parts = _re.findall(r"\S*\s*", line)
                parts.pop()
                limit = width
                current = ""
                for j, part in enumerate(parts):
                    candidate = current + part
                    if j == len(parts) - 1 and i == len(lines) - 1:
                        limit -= allowance
                    if len(repr(candidate)) > limit:
                        if current:
                            chunks.append(repr(current))
                        current = part
                    else:
                        current = candidate
                if current:
                    chunks.append(repr(current))
        if len(chunks) == 1:
            out.append(text)
            return
        if level == 1:
            out.append("(")
        out.append(("\n" + " " * indent).join(chunks))
        if level == 1:
            out.append(")")

    _dispatch = {
        dict.__repr__: _dict, list.__repr__: _list, tuple.__repr__: _tuple, set.__repr__: _set, frozenset.__repr__: _set, str.__repr__: _string,
        bytes.__repr__: _bytes, bytearray.__repr__: _bytearray, _OrderedDict.__repr__: _ordered_dict, _defaultdict.__repr__: _default_dict,
        _Counter.__repr__: _counter, _ChainMap.__repr__: _chain_map, _deque_class.__repr__: _deque, _UserDict.__repr__: _data,
        _UserList.__repr__: _data, _UserString.__repr__: _data, mappingproxy.__repr__: _mapping_proxy, _SimpleNamespace.__repr__: _namespace,
    }


def _recursion(object):
    return f"<Recursion on {type(object).__name__} with id={id(object)}>"
