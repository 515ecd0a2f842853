"""Data as text that fits the page's width."""

import re as _re
import sys as _sys

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
    return PrettyPrinter()._repr(object, {}, 0)


def isreadable(object):
    return "<" not in saferepr(object)


def isrecursive(object):
    return "<Recursion on" in saferepr(object)


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
        stream.write(self.pformat(object) + "\n")

    def pformat(self, object):
        out = []
        self._format(object, out, 0, 0, {}, 0)
        return "".join(out)

    def isrecursive(self, object):
        return isrecursive(object)

    def isreadable(self, object):
        return isreadable(object)

    def _repr(self, object, context, level):
        kind = type(object)
        if kind is str:
            return repr(object)
        if kind is int and self._underscore_numbers:
            return f"{object:_d}"
        if kind in (dict, list, tuple) and kind.__repr__ is kind.__repr__:
            if not object:
                return "{}" if kind is dict else "[]" if kind is list else "()"
            if self._depth is not None and level >= self._depth:
                return "{...}" if kind is dict else "[...]" if kind is list else "(...)"
            if id(object) in context:
                return _recursion(object)
            context[id(object)] = 1
            if kind is dict:
                items = sorted(object.items(), key=_item_key) if self._sort_dicts else object.items()
                parts = [f"{self._repr(key, context, level + 1)}: {self._repr(value, context, level + 1)}" for key, value in items]
                text = "{" + ", ".join(parts) + "}"
            else:
                text = ", ".join([self._repr(item, context, level + 1) for item in object])
                text = f"[{text}]" if kind is list else f"({text},)" if len(object) == 1 else f"({text})"
            del context[id(object)]
            return text
        return repr(object)

    def _format(self, object, out, indent, allowance, context, level):
        if id(object) in context:
            out.append(_recursion(object))
            return
        text = self._repr(object, context, level)
        if len(text) > self._width - indent - allowance and not (self._depth is not None and level >= self._depth):
            way = self._way(object)
            if way is not None:
                context[id(object)] = 1
                way(object, out, indent, allowance, context, level + 1)
                del context[id(object)]
                return
        out.append(text)

    def _way(self, object):
        kind = type(object)
        if kind is str:
            return self._string
        if kind is dict:
            return self._dict
        if kind is list:
            return self._list
        if kind is tuple:
            return self._tuple
        if kind is set or kind is frozenset:
            return self._set
        if hasattr(kind, "__dataclass_fields__") and "__repr__" in kind.__dict__ and "_make_repr" in kind.__repr__.__code__.co_qualname:
            return self._dataclass
        return None

    def _dataclass(self, object, out, indent, allowance, context, level):
        name = object.__class__.__name__
        indent += len(name) + 1
        items = [(f.name, getattr(object, f.name)) for f in object.__dataclass_fields__.values() if f.repr]
        out.append(name + "(")
        for i, (key, value) in enumerate(items):
            last = i == len(items) - 1
            out.append(f"{key}=")
            self._format(value, out, indent + len(key) + 1, allowance if last else 1, context, level)
            if not last:
                out.append(",\n" + " " * indent)
        out.append(")")

    def _dict(self, object, out, indent, allowance, context, level):
        out.append("{")
        if self._indent > 1:
            out.append((self._indent - 1) * " ")
        items = sorted(object.items(), key=_item_key) if self._sort_dicts else list(object.items())
        indent += self._indent
        separator = ",\n" + " " * indent
        for i, (key, value) in enumerate(items):
            last = i == len(items) - 1
            text = self._repr(key, context, level)
            out.append(text + ": ")
            self._format(value, out, indent + len(text) + 2, allowance + 1 if last else 1, context, level)
            if not last:
                out.append(separator)
        out.append("}")

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


def _recursion(object):
    return f"<Recursion on {type(object).__name__} with id={id(object)}>"
