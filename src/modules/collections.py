"""Container datatypes. deque is native (objects/deque.cpp), the rest is built on dict and tuple."""

import collections.abc as abc
from collections.abc import MutableMapping, MutableSequence, Sequence
from keyword import iskeyword as _iskeyword

__all__ = ["ChainMap", "Counter", "OrderedDict", "UserDict", "UserList", "UserString", "defaultdict", "deque", "namedtuple"]

deque = deque_class
MutableSequence.register(deque)


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
        value = dict.get(self, key, __missing__)
        if value is __missing__:
            raise KeyError(key)
        if last:
            dict.__delitem__(self, key)
            dict.__setitem__(self, key, value)
            return
        items = [item for item in dict.items(self) if item[0] is not key and item[0] != key]
        dict.clear(self)
        dict.__setitem__(self, key, value)
        for k, v in items:
            dict.__setitem__(self, k, v)

    def __reduce__(self):
        return type(self), (), self.__getstate__(), None, iter(self.items())

    def popitem(self, last=True):
        if not dict.__len__(self):
            raise KeyError("dictionary is empty")
        if last:
            return dict.popitem(self)
        for key in dict.keys(self):
            break
        return key, dict.pop(self, key)

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


@c_class
class defaultdict(dict):
    """A dict that makes missing values by calling default_factory."""

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
        if repr_is_open(self):
            return f"{self.__class__.__name__}(...)"
        return f"{self.__class__.__name__}({self.default_factory!r}, {dict.__repr__(self)})"

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
    for item in iterable:
        mapping[item] = mapping.get(item, 0) + 1


def _by_count(item):
    return item[1]


class Counter(dict):
    """Dict subclass for counting hashable items."""

    def __init__(self, iterable=None, /, **kwds):
        dict.__init__(self)
        self.update(iterable, **kwds)

    def __missing__(self, key):
        return 0

    def __reduce__(self):
        return type(self), (dict(self),)

    def total(self):
        return sum(self.values())

    def most_common(self, n=None):
        items = sorted(self.items(), key=_by_count, reverse=True)
        return items if n is None else items[: max(n, 0)]

    def elements(self):
        return _counter_elements(self.items())

    @classmethod
    def fromkeys(cls, iterable, v=None):
        raise NotImplementedError("Counter.fromkeys() is undefined.  Use Counter(iterable) instead.")

    def update(self, iterable=None, /, **kwds):
        if iterable is not None:
            if isinstance(iterable, (dict, abc.Mapping)):
                if self:
                    for item, count in iterable.items():
                        self[item] = count + self.get(item, 0)
                else:
                    dict.update(self, iterable)
            elif class_of(self) is Counter:
                _count_elements(payload(self), iterable)
            else:
                _count_elements_twin(self, iterable)
        if kwds:
            self.update(kwds)

    def subtract(self, iterable=None, /, **kwds):
        if iterable is not None:
            if isinstance(iterable, (dict, abc.Mapping)):
                for item, count in iterable.items():
                    self[item] = self.get(item, 0) - count
            else:
                for item in iterable:
                    self[item] = self.get(item, 0) - 1
        if kwds:
            self.subtract(kwds)

    def copy(self):
        return self.__class__(self)

    __copy__ = copy

    def __delitem__(self, item):
        if item in self:
            dict.__delitem__(self, item)

    def __eq__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return all([self[item] == other[item] for c in (self, other) for item in c])

    def __ne__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return not self == other

    __hash__ = None

    def __le__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return all([self[item] <= other[item] for c in (self, other) for item in c])

    def __lt__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return self <= other and self != other

    def __ge__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return all([self[item] >= other[item] for c in (self, other) for item in c])

    def __gt__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return self >= other and self != other

    def __repr__(self):
        if not self:
            return f"{self.__class__.__name__}()"
        try:
            shown = dict(self.most_common())
        except TypeError:
            shown = dict(self)
        return f"{self.__class__.__name__}({shown!r})"

    def __add__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        result = Counter()
        for item, count in self.items():
            count = count + other[item]
            if count > 0:
                result[item] = count
        for item, count in other.items():
            if item not in self and count > 0:
                result[item] = count
        return result

    def __sub__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        result = Counter()
        for item, count in self.items():
            count = count - other[item]
            if count > 0:
                result[item] = count
        for item, count in other.items():
            if item not in self and count < 0:
                result[item] = 0 - count
        return result

    def __or__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        result = Counter()
        for item, count in self.items():
            other_count = other[item]
            count = other_count if count < other_count else count
            if count > 0:
                result[item] = count
        for item, count in other.items():
            if item not in self and count > 0:
                result[item] = count
        return result

    def __and__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        result = Counter()
        for item, count in self.items():
            other_count = other[item]
            count = count if count < other_count else other_count
            if count > 0:
                result[item] = count
        return result

    def __pos__(self):
        result = Counter()
        for item, count in self.items():
            if count > 0:
                result[item] = count
        return result

    def __neg__(self):
        result = Counter()
        for item, count in self.items():
            if count < 0:
                result[item] = 0 - count
        return result

    def _keep_positive(self):
        for item in [item for item, count in self.items() if not count > 0]:
            del self[item]
        return self

    def __iadd__(self, other):
        for item, count in other.items():
            self[item] += count
        return self._keep_positive()

    def __isub__(self, other):
        for item, count in other.items():
            self[item] -= count
        return self._keep_positive()

    def __ior__(self, other):
        for item, count in other.items():
            if count > self[item]:
                self[item] = count
        return self._keep_positive()

    def __iand__(self, other):
        for item, count in list(self.items()):
            other_count = other[item]
            if other_count < count:
                self[item] = other_count
        return self._keep_positive()


def _counter_elements(items):
    for item, count in items:
        for _ in range(count):
            yield item


# --- namedtuple

def namedtuple(typename, field_names, *, rename=False, defaults=None, module=None):
    """Returns a new subclass of tuple with named fields."""
    if isinstance(field_names, str):
        field_names = field_names.replace(",", " ").split()
    field_names = [str(name) for name in field_names]
    typename = str(typename)
    if rename:
        seen = set()
        for index, name in enumerate(field_names):
            if not name.isidentifier() or _iskeyword(name) or name.startswith("_") or name in seen:
                field_names[index] = f"_{index}"
            seen.add(name)
    for name in [typename] + field_names:
        if not name.isidentifier():
            raise ValueError(f"Type names and field names must be valid identifiers: {name!r}")
        if _iskeyword(name):
            raise ValueError(f"Type names and field names cannot be a keyword: {name!r}")
    seen = set()
    for name in field_names:
        if name.startswith("_") and not rename:
            raise ValueError(f"Field names cannot start with an underscore: {name!r}")
        if name in seen:
            raise ValueError(f"Encountered duplicate field name: {name!r}")
        seen.add(name)
    field_defaults = {}
    if defaults is not None:
        defaults = tuple(defaults)
        if len(defaults) > len(field_names):
            raise TypeError("Got more default values than field names")
        field_defaults = dict(zip(field_names[len(field_names) - len(defaults):], defaults))
    fields = tuple(field_names)
    namespace = _namedtuple_methods(typename, fields, field_defaults)
    for index, name in enumerate(fields):
        namespace[name] = _namedtuple_field(index, name)
    if module is not None:
        namespace["__module__"] = module
    return type(typename, (tuple,), namespace)


def _namedtuple_field(index, name):
    def get(self):
        return tuple.__getitem__(self, index)

    def set(self, value):
        raise AttributeError("can't set attribute")

    def delete(self):
        raise AttributeError("can't delete attribute")

    return property(get, set, delete, f"Alias for field number {index}")


def _namedtuple_new(typename, fields, defaults):
    # A function with the fields for parameters: there are as many of them as names, so its text is made and compiled.
    names = ", ".join(fields)
    source = f"lambda _cls, {names}: _new(_cls, ({names},))" if fields else "lambda _cls: _new(_cls, ())"
    code = compile_with_warnings(source, "<string>", "eval", False)[0]
    namespace = {"_new": tuple.__new__, "__builtins__": {}, "__name__": f"namedtuple_{typename}"}
    function = run_code(code, namespace, namespace, "eval", None)
    function.__name__ = "__new__"
    function.__doc__ = f"Create new instance of {typename}({names})"
    if defaults:
        function.__defaults__ = tuple(defaults.values())
    return function


def _namedtuple_bind(typename, fields, defaults, args, kwargs):
    # The arguments of a call with keywords or defaults, or the TypeError of a wrong one: for the __new__ in states that earlier releases saved.
    n = len(fields)
    if len(args) > n:
        least = n - len(defaults)
        takes = f"from {least + 1} to {n + 1}" if defaults else f"{n + 1}"
        plural = "" if n + 1 == 1 and not defaults else "s"
        raise TypeError(f"{typename}.__new__() takes {takes} positional argument{plural} but {len(args) + 1} were given")
    values = list(args)
    given = set(fields[: len(args)])
    for name in kwargs:
        if name in given:
            raise TypeError(f"{typename}.__new__() got multiple values for argument {name!r}")
        if name not in fields:
            raise TypeError(f"{typename}.__new__() got an unexpected keyword argument {name!r}")
    missing = []
    for name in fields[len(args):]:
        if name in kwargs:
            values.append(kwargs[name])
        elif name in defaults:
            values.append(defaults[name])
        else:
            missing.append(repr(name))
    if missing:
        if len(missing) > 2:
            listed = ", ".join(missing[:-1]) + ", and " + missing[-1]
        else:
            listed = " and ".join(missing)
        plural = "s" if len(missing) > 1 else ""
        raise TypeError(f"{typename}.__new__() missing {len(missing)} required positional argument{plural}: {listed}")
    return values


def _namedtuple_methods(typename, fields, defaults):
    n = len(fields)
    shown = "(" + ", ".join([f"{name}=%r" for name in fields]) + ")"

    __new__ = _namedtuple_new(typename, fields, defaults)

    def _make(cls, iterable):
        values = tuple(iterable)
        if len(values) != n:
            raise TypeError(f"Expected {n} arguments, got {len(values)}")
        return tuple.__new__(cls, values)

    def _replace(self, /, **kwds):
        values = [kwds.pop(name, value) for name, value in zip(fields, self)]
        if kwds:
            raise ValueError(f"Got unexpected field names: {list(kwds)!r}")
        return self._make(values)

    def _asdict(self):
        return dict(zip(self._fields, self))

    def __repr__(self):
        return self.__class__.__name__ + shown % tuple(self)

    def __getnewargs__(self):
        return tuple(self)

    for method in (__new__, _make, _replace, _asdict, __repr__, __getnewargs__):
        method.__qualname__ = f"{typename}.{method.__name__}"
    return {
        "__doc__": f"{typename}({', '.join(fields)})",
        "__slots__": (),
        "_fields": fields,
        "_field_defaults": defaults,
        "__new__": __new__,
        "_make": classmethod(_make),
        "_replace": _replace,
        "__repr__": __repr__,
        "_asdict": _asdict,
        "__getnewargs__": __getnewargs__,
        "__match_args__": fields,
    }


# --- ChainMap and the User… classes

class ChainMap(MutableMapping):
    """Groups several mappings into one view; writes go to the first."""

    def __init__(self, *maps):
        self.maps = list(maps) or [{}]

    def __missing__(self, key):
        raise KeyError(key)

    def __getitem__(self, key):
        for mapping in self.maps:
            try:
                return mapping[key]
            except KeyError:
                pass
        return self.__missing__(key)

    def get(self, key, default=None):
        return self[key] if key in self else default

    def __len__(self):
        return len(set().union(*self.maps))

    def __iter__(self):
        d = {}
        for mapping in reversed(self.maps):
            d |= dict.fromkeys(mapping)
        return iter(d)

    def __contains__(self, key):
        return any([key in mapping for mapping in self.maps])

    def __bool__(self):
        return any(self.maps)

    def __repr__(self):
        return f"{self.__class__.__name__}({', '.join([repr(m) for m in self.maps])})"

    @classmethod
    def fromkeys(cls, iterable, *args):
        return cls(dict.fromkeys(iterable, *args))

    def copy(self):
        return self.__class__(self.maps[0].copy(), *self.maps[1:])

    __copy__ = copy

    def new_child(self, m=None, **kwargs):
        if m is None:
            m = kwargs
        elif kwargs:
            m.update(kwargs)
        return self.__class__(m, *self.maps)

    @property
    def parents(self):
        return self.__class__(*self.maps[1:])

    def __setitem__(self, key, value):
        self.maps[0][key] = value

    def __delitem__(self, key):
        try:
            del self.maps[0][key]
        except KeyError:
            raise KeyError(f"Key not found in the first mapping: {key!r}") from None

    def popitem(self):
        try:
            return self.maps[0].popitem()
        except KeyError:
            raise KeyError("No keys found in the first mapping.") from None

    def pop(self, key, *args):
        try:
            return self.maps[0].pop(key, *args)
        except KeyError:
            raise KeyError(f"Key not found in the first mapping: {key!r}") from None

    def clear(self):
        self.maps[0].clear()

    def __or__(self, other):
        if not hasattr(other, "keys"):
            return NotImplemented
        m = self.copy()
        m.maps[0].update(other)
        return m

    def __ror__(self, other):
        if not hasattr(other, "keys"):
            return NotImplemented
        m = dict(other)
        for child in reversed(self.maps):
            m.update(child)
        return self.__class__(m)

    def __ior__(self, other):
        self.maps[0].update(other)
        return self


class UserDict(MutableMapping):
    def __init__(self, dict=None, /, **kwargs):
        self.data = {}
        if dict is not None:
            self.update(dict)
        if kwargs:
            self.update(kwargs)

    def __len__(self):
        return len(self.data)

    def __getitem__(self, key):
        if key in self.data:
            return self.data[key]
        missing = getattr(class_of(self), "__missing__", None)
        if missing is not None:
            return missing(self, key)
        raise KeyError(key)

    def __setitem__(self, key, item):
        self.data[key] = item

    def __delitem__(self, key):
        del self.data[key]

    def __iter__(self):
        return iter(self.data)

    def __contains__(self, key):
        return key in self.data

    def __repr__(self):
        return repr(self.data)

    def __or__(self, other):
        if isinstance(other, UserDict):
            return self.__class__(self.data | other.data)
        if isinstance(other, dict):
            return self.__class__(self.data | other)
        return NotImplemented

    def __ror__(self, other):
        if isinstance(other, UserDict):
            return self.__class__(other.data | self.data)
        if isinstance(other, dict):
            return self.__class__(other | self.data)
        return NotImplemented

    def __ior__(self, other):
        self.data |= other.data if isinstance(other, UserDict) else other
        return self

    def __copy__(self):
        made = self.__class__.__new__(self.__class__)
        made.__dict__.update(self.__dict__)
        made.__dict__["data"] = self.__dict__["data"].copy()
        return made

    def copy(self):
        if self.__class__ is UserDict:
            return UserDict(self.data.copy())
        # Whatever else the subclass keeps is copied with it, and its entries by its own update.
        data = self.data
        try:
            self.data = {}
            made = self.__copy__()
        finally:
            self.data = data
        made.update(self)
        return made

    @classmethod
    def fromkeys(cls, iterable, value=None):
        d = cls()
        for key in iterable:
            d[key] = value
        return d


def _data(other):
    return other.data if isinstance(other, (UserList, UserString)) else other


class UserList(MutableSequence):
    def __init__(self, initlist=None):
        self.data = [] if initlist is None else list(_data(initlist))

    def __repr__(self):
        return repr(self.data)

    def __lt__(self, other):
        return self.data < _data(other)

    def __le__(self, other):
        return self.data <= _data(other)

    def __eq__(self, other):
        return self.data == _data(other)

    def __gt__(self, other):
        return self.data > _data(other)

    def __ge__(self, other):
        return self.data >= _data(other)

    __hash__ = None

    def __contains__(self, item):
        return item in self.data

    def __len__(self):
        return len(self.data)

    def __getitem__(self, i):
        return self.__class__(self.data[i]) if isinstance(i, slice) else self.data[i]

    def __setitem__(self, i, item):
        self.data[i] = item

    def __delitem__(self, i):
        del self.data[i]

    def __add__(self, other):
        return self.__class__(self.data + list(_data(other)))

    def __radd__(self, other):
        return self.__class__(list(_data(other)) + self.data)

    def __iadd__(self, other):
        self.data += list(_data(other))
        return self

    def __mul__(self, n):
        return self.__class__(self.data * n)

    __rmul__ = __mul__

    def __imul__(self, n):
        self.data *= n
        return self

    def append(self, item):
        self.data.append(item)

    def insert(self, i, item):
        self.data.insert(i, item)

    def pop(self, i=-1):
        return self.data.pop(i)

    def remove(self, item):
        self.data.remove(item)

    def clear(self):
        self.data.clear()

    def __copy__(self):
        made = self.__class__.__new__(self.__class__)
        made.__dict__.update(self.__dict__)
        made.__dict__["data"] = self.__dict__["data"][:]
        return made

    def copy(self):
        return self.__class__(self)

    def count(self, item):
        return self.data.count(item)

    def index(self, item, *args):
        return self.data.index(item, *args)

    def reverse(self):
        self.data.reverse()

    def sort(self, /, *args, **kwds):
        self.data.sort(*args, **kwds)

    def extend(self, other):
        self.data.extend(_data(other))


class UserString(Sequence):
    def __init__(self, seq):
        self.data = seq if isinstance(seq, str) else _data(seq)[:] if isinstance(seq, UserString) else str(seq)

    def __str__(self):
        return str(self.data)

    def __repr__(self):
        return repr(self.data)

    def __int__(self):
        return int(self.data)

    def __float__(self):
        return float(self.data)

    def __complex__(self):
        return complex(self.data)

    def __hash__(self):
        return hash(self.data)

    def __getnewargs__(self):
        return (self.data[:],)

    def __eq__(self, other):
        return self.data == _data(other)

    def __lt__(self, other):
        return self.data < _data(other)

    def __le__(self, other):
        return self.data <= _data(other)

    def __gt__(self, other):
        return self.data > _data(other)

    def __ge__(self, other):
        return self.data >= _data(other)

    def __contains__(self, char):
        return _data(char) in self.data

    def __len__(self):
        return len(self.data)

    def __getitem__(self, index):
        return self.__class__(self.data[index])

    def __add__(self, other):
        return self.__class__(self.data + str(_data(other)))

    def __radd__(self, other):
        return self.__class__(str(_data(other)) + self.data)

    def __mul__(self, n):
        return self.__class__(self.data * n)

    __rmul__ = __mul__

    def __mod__(self, args):
        return self.__class__(self.data % args)

    def __rmod__(self, template):
        return self.__class__(str(template) % self)

    # the methods of str
    def capitalize(self):
        return self.__class__(self.data.capitalize())

    def casefold(self):
        return self.__class__(self.data.casefold())

    def lower(self):
        return self.__class__(self.data.lower())

    def swapcase(self):
        return self.__class__(self.data.swapcase())

    def title(self):
        return self.__class__(self.data.title())

    def upper(self):
        return self.__class__(self.data.upper())

    def center(self, width, *args):
        return self.__class__(self.data.center(width, *args))

    def ljust(self, width, *args):
        return self.__class__(self.data.ljust(width, *args))

    def rjust(self, width, *args):
        return self.__class__(self.data.rjust(width, *args))

    def count(self, sub, start=0, end=9223372036854775807):
        return self.data.count(_data(sub), start, end)

    def removeprefix(self, prefix, /):
        return self.__class__(self.data.removeprefix(_data(prefix)))

    def removesuffix(self, suffix, /):
        return self.__class__(self.data.removesuffix(_data(suffix)))

    def encode(self, encoding="utf-8", errors="strict"):
        return self.data.encode("utf-8" if encoding is None else encoding, "strict" if errors is None else errors)

    def endswith(self, suffix, start=0, end=9223372036854775807):
        return self.data.endswith(suffix, start, end)

    def startswith(self, prefix, start=0, end=9223372036854775807):
        return self.data.startswith(prefix, start, end)

    def expandtabs(self, tabsize=8):
        return self.__class__(self.data.expandtabs(tabsize))

    def find(self, sub, start=0, end=9223372036854775807):
        return self.data.find(_data(sub), start, end)

    def rfind(self, sub, start=0, end=9223372036854775807):
        return self.data.rfind(_data(sub), start, end)

    def format(self, /, *args, **kwds):
        return self.data.format(*args, **kwds)

    def format_map(self, mapping):
        return self.data.format_map(mapping)

    def index(self, sub, start=0, end=9223372036854775807):
        return self.data.index(sub, start, end)

    def rindex(self, sub, start=0, end=9223372036854775807):
        return self.data.rindex(sub, start, end)

    def isalpha(self):
        return self.data.isalpha()

    def isalnum(self):
        return self.data.isalnum()

    def isascii(self):
        return self.data.isascii()

    def isdecimal(self):
        return self.data.isdecimal()

    def isdigit(self):
        return self.data.isdigit()

    def isidentifier(self):
        return self.data.isidentifier()

    def islower(self):
        return self.data.islower()

    def isnumeric(self):
        return self.data.isnumeric()

    def isprintable(self):
        return self.data.isprintable()

    def isspace(self):
        return self.data.isspace()

    def istitle(self):
        return self.data.istitle()

    def isupper(self):
        return self.data.isupper()

    def join(self, seq):
        return self.data.join(seq)

    def lstrip(self, chars=None):
        return self.__class__(self.data.lstrip(_data(chars)))

    def rstrip(self, chars=None):
        return self.__class__(self.data.rstrip(_data(chars)))

    def strip(self, chars=None):
        return self.__class__(self.data.strip(_data(chars)))

    maketrans = str.maketrans

    def partition(self, sep):
        return self.data.partition(sep)

    def rpartition(self, sep):
        return self.data.rpartition(sep)

    def replace(self, old, new, maxsplit=-1):
        return self.__class__(self.data.replace(_data(old), _data(new), maxsplit))

    def split(self, sep=None, maxsplit=-1):
        return self.data.split(sep, maxsplit)

    def rsplit(self, sep=None, maxsplit=-1):
        return self.data.rsplit(sep, maxsplit)

    def splitlines(self, keepends=False):
        return self.data.splitlines(keepends)

    def translate(self, *args):
        return self.__class__(self.data.translate(*args))

    def zfill(self, width):
        return self.__class__(self.data.zfill(width))
