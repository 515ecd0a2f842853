"""repr() of a limited size."""

import builtins as _builtins

__all__ = ["Repr", "repr", "recursive_repr"]


def recursive_repr(fillvalue="..."):
    """A decorator of __repr__ methods: what is shown already within itself is shown as `fillvalue`."""

    def decorate(method):
        shown = "__shown_by_recursive_repr__"

        def wrapper(self):
            open_ones = session_state().setdefault(shown, {})
            key = id(self)
            if key in open_ones:
                return fillvalue
            open_ones[key] = True
            try:
                return method(self)
            finally:
                del open_ones[key]

        for name in ("__module__", "__doc__", "__name__", "__qualname__"):
            setattr(wrapper, name, getattr(method, name))
        wrapper.__annotations__ = getattr(method, "__annotations__", {})
        return wrapper

    return decorate


def _possibly_sorted(x):
    try:
        return sorted(x)
    except Exception:
        return list(x)


class Repr:
    def __init__(self):
        self.fillvalue = "..."
        self.maxlevel = 6
        self.maxtuple = self.maxlist = self.maxset = self.maxfrozenset = self.maxdeque = 6
        self.maxarray = 5
        self.maxdict = 4
        self.maxstring = 30
        self.maxlong = 40
        self.maxother = 30

    def repr(self, x):
        return self.repr1(x, self.maxlevel)

    def repr1(self, x, level):
        method = getattr(self, "repr_" + "_".join(type(x).__name__.split()), None)
        return self.repr_instance(x, level) if method is None else method(x, level)

    def _shortened(self, text, most):
        if len(text) <= most:
            return text
        begin = max(0, (most - 3) // 2)
        end = max(0, most - 3 - begin)
        return text[:begin] + self.fillvalue + text[len(text) - end:]

    def _items(self, x, level, left, right, most, trail=""):
        if level <= 0 and len(x):
            return left + self.fillvalue + right
        parts = []
        for item in x:
            if len(parts) == most:
                break
            parts.append(self.repr1(item, level - 1))
        if len(x) > most:
            parts.append(self.fillvalue)
        text = ", ".join(parts)
        return left + text + (trail if len(x) == 1 else "") + right

    def repr_tuple(self, x, level):
        return self._items(x, level, "(", ")", self.maxtuple, ",")

    def repr_list(self, x, level):
        return self._items(x, level, "[", "]", self.maxlist)

    def repr_array(self, x, level):
        if not x:
            return f"array('{x.typecode}')"
        return self._items(x, level, f"array('{x.typecode}', [", "])", self.maxarray)

    def repr_set(self, x, level):
        return self._items(_possibly_sorted(x), level, "{", "}", self.maxset) if x else "set()"

    def repr_frozenset(self, x, level):
        return self._items(_possibly_sorted(x), level, "frozenset({", "})", self.maxfrozenset) if x else "frozenset()"

    def repr_deque(self, x, level):
        return self._items(x, level, "deque([", "])", self.maxdeque)

    def repr_dict(self, x, level):
        if not x:
            return "{}"
        if level <= 0:
            return "{" + self.fillvalue + "}"
        parts = []
        for key in _possibly_sorted(x)[:self.maxdict]:
            parts.append(f"{self.repr1(key, level - 1)}: {self.repr1(x[key], level - 1)}")
        if len(x) > self.maxdict:
            parts.append(self.fillvalue)
        return "{" + ", ".join(parts) + "}"

    def repr_str(self, x, level):
        text = _builtins.repr(x[:self.maxstring])
        if len(text) <= self.maxstring:
            return text
        begin = max(0, (self.maxstring - 3) // 2)
        end = max(0, self.maxstring - 3 - begin)
        text = _builtins.repr(x[:begin] + x[len(x) - end:])
        return text[:begin] + self.fillvalue + text[len(text) - end:]

    def repr_int(self, x, level):
        return self._shortened(_builtins.repr(x), self.maxlong)

    def repr_instance(self, x, level):
        try:
            text = _builtins.repr(x)
        except Exception:
            return f"<{type(x).__name__} instance at {id(x):#x}>"
        return self._shortened(text, self.maxother)


aRepr = Repr()
repr = aRepr.repr
