"""What CPython's collections is built on: its classes that are C's there. deque is native (objects/containers/deque.cpp), and so are the
fields of named tuples (objects/model/descriptors.cpp)."""

deque = deque_class
_deque_iterator = type(iter(deque()))
_deque_reverse_iterator = type(reversed(deque()))
_tuplegetter = _tuplegetter


def _ordered_pair(pair):
    parts = []
    for part in pair:
        if len(parts) == 2:
            raise ValueError("too many values to unpack (expected 2)")
        parts.append(part)
    if len(parts) < 2:
        raise ValueError(f"need more than {len(parts)} value{'' if parts else 's'} to unpack")
    return parts


# Unlike dict's, the methods of OrderedDict set what they add with the subclass's __setitem__, and read mappings through their own methods.
def _ordered_absorb(self, other):
    kind = class_of(other)
    if (kind is dict or kind is OrderedDict) and class_of(self).__setitem__ is dict.__setitem__:
        dict.update(self, other)
        return
    if kind is dict:
        pairs = [*other.items()]
    elif hasattr(other, "keys"):
        for key in other.keys():
            self[key] = other[key]
        return
    else:
        pairs = other.items() if hasattr(other, "items") else other
    for pair in pairs:
        key, value = pair if class_of(pair) is tuple and len(pair) == 2 else _ordered_pair(pair)
        self[key] = value


def _ordered_update(self, args, kwds):
    for other in args:
        _ordered_absorb(self, other)
    if kwds:
        _ordered_absorb(self, kwds)


@c_class
class OrderedDict(dict):
    """Dictionary that remembers insertion order"""

    __module__ = "collections"

    def __init__(self, /, *args, **kwds):
        if len(args) > 1:
            raise TypeError(f"expected at most 1 arguments, got {len(args)}")
        _ordered_update(self, args, kwds)

    def update(self, /, *args, **kwds):
        if len(args) > 1:
            raise TypeError(f"update() takes at most 1 positional argument ({len(args)} given)")
        _ordered_update(self, args, kwds)

    def setdefault(self, key, default=None):
        """Insert key with a value of default if key is not in the dictionary.

        Return the value for key if key is in the dictionary, else default."""
        if class_of(self) is OrderedDict:
            return dict.setdefault(self, key, default)
        if key in self:
            return self[key]
        self[key] = default
        return default

    def move_to_end(self, key, last=True):
        if not dict_move(payload(self), key, bool(last)):
            raise KeyError(key)

    def keys(self):
        return ordered_view(payload(self), 0)

    def values(self):
        return ordered_view(payload(self), 1)

    def items(self):
        return ordered_view(payload(self), 2)

    def __reduce__(self):
        return type(self), (), self.__getstate__(), None, iter(self.items())

    def pop(self, key, default=__missing__):
        if default is not __missing__:
            return dict.pop(self, key, default)
        return dict.pop(self, key)

    def popitem(self, last=True):
        if not dict.__len__(self):
            raise KeyError("dictionary is empty")
        if last:
            return dict.popitem(self)
        return dict_pop_first(payload(self))

    def copy(self):
        """od.copy() -> a shallow copy of od"""
        if class_of(self) is OrderedDict:
            return OrderedDict(self)
        new = class_of(self)()
        for key in [*dict.keys(self)]:
            new[key] = self[key]
        return new

    @classmethod
    def fromkeys(cls, iterable, value=None):
        self = cls()
        for key in iterable:
            self[key] = value
        return self

    def __eq__(self, other):
        if isinstance(other, OrderedDict):
            return dict.__eq__(self, other) and [*dict.keys(self)] == [*dict.keys(other)]
        return dict.__eq__(self, other)

    def __ne__(self, other):
        result = self.__eq__(other)
        return result if result is NotImplemented else not result

    __hash__ = None

    def __repr__(self):
        if not dict.__len__(self):
            return f"{self.__class__.__name__}()"
        if repr_is_open(self):
            return "..."
        return f"{self.__class__.__name__}({list(self.items())!r})"

    def __or__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        new = class_of(self)(self)
        _ordered_absorb(new, other)
        return new

    def __ror__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        new = class_of(self)(other)
        _ordered_absorb(new, self)
        return new

    def __ior__(self, other):
        _ordered_absorb(self, other)
        return self


def _shown_factory(factory):
    return "..." if repr_is_open(factory) else repr(factory)


@c_class
class defaultdict(dict):
    """A dict that makes missing values by calling default_factory."""

    __module__ = "collections"

    def __init__(self, default_factory=None, /, *args, **kwargs):
        if default_factory is not None and not callable(default_factory):
            raise TypeError("first argument must be callable or None")
        self.default_factory = default_factory
        dict.__init__(self, *args, **kwargs)

    def __missing__(self, key):
        if self.default_factory is None:
            raise KeyError(key)
        self[key] = value = self.default_factory()
        return value

    def copy(self):
        return self.__class__(self.default_factory, self)

    __copy__ = copy

    def __reduce__(self):
        return type(self), () if self.default_factory is None else (self.default_factory,), None, None, iter(self.items())

    def __repr__(self):
        return f"{self.__class__.__name__}({_shown_factory(self.default_factory)}, {dict.__repr__(self)})"

    def __or__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        new = self.copy()
        dict.update(new, other)
        return new

    def __ror__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        new = self.__class__(self.default_factory, other)
        dict.update(new, self)
        return new


def _count_elements_twin(mapping, iterable):
    counts = _plain_counts(mapping)
    if counts is not None:
        for item in iterable:
            key_hash = hash(item)
            entry = dict_find(counts, item, key_hash)
            dict_put(counts, item, key_hash, 1 if entry < 0 else dict_entry_value(counts, entry) + 1)
        return
    for item in iterable:
        mapping[item] = mapping.get(item, 0) + 1
