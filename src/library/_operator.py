"""The operators as functions. They are native; here are the forms that user code may run in, and the classes."""

# Written in C in CPython: no methods of a class that has them as attributes.
__unbound__ = "*"


def _add(a, b):
    return a + b


def _sub(a, b):
    return a - b


def _mul(a, b):
    return a * b


def _truediv(a, b):
    return a / b


def _floordiv(a, b):
    return a // b


def _mod(a, b):
    return a % b


def _pow(a, b):
    return a**b


def _matmul(a, b):
    return a @ b


def _lshift(a, b):
    return a << b


def _rshift(a, b):
    return a >> b


def _and(a, b):
    return a & b


def _or(a, b):
    return a | b


def _xor(a, b):
    return a ^ b


def _iadd(a, b):
    a += b
    return a


def _isub(a, b):
    a -= b
    return a


def _imul(a, b):
    a *= b
    return a


def _itruediv(a, b):
    a /= b
    return a


def _ifloordiv(a, b):
    a //= b
    return a


def _imod(a, b):
    a %= b
    return a


def _ipow(a, b):
    a **= b
    return a


def _imatmul(a, b):
    a @= b
    return a


def _ilshift(a, b):
    a <<= b
    return a


def _irshift(a, b):
    a >>= b
    return a


def _iand(a, b):
    a &= b
    return a


def _ior(a, b):
    a |= b
    return a


def _ixor(a, b):
    a ^= b
    return a


def _lt(a, b):
    return a < b


def _le(a, b):
    return a <= b


def _gt(a, b):
    return a > b


def _ge(a, b):
    return a >= b


def _eq(a, b):
    return a == b


def _ne(a, b):
    return a != b


def _neg(a):
    return -a


def _pos(a):
    return +a


def _invert(a):
    return ~a


def _not(a):
    return not a


def _truth(a):
    return True if a else False


def _abs(a):
    method = bind_special(a, "__abs__")
    if method is __missing__:
        raise TypeError(f"bad operand type for abs(): '{type(a).__name__}'")
    return method()


def _contains(a, b):
    return b in a


def _getitem(a, b):
    return a[b]


def _setitem(a, b, c):
    a[b] = c


def _delitem(a, b):
    del a[b]


def countOf(a, b):
    """Return the number of items in a which are, or which equal, b."""
    count = 0
    for item in a:
        if item is b or item == b:
            count += 1
    return count


def indexOf(a, b):
    """Return the first index of b in a."""
    for index, item in enumerate(a):
        if item is b or item == b:
            return index
    raise ValueError("sequence.index(x): x not in sequence")


def length_hint(obj, default=0):
    """Return an estimate of the number of items in obj."""
    return iterators_length_hint(obj, container_index(default))


def call(obj, /, *args, **kwargs):
    """Same as obj(*args, **kwargs)."""
    return obj(*args, **kwargs)


@c_class
class itemgetter:
    """Return a callable object that fetches the given item(s) from its operand."""

    __module__ = "operator"
    __slots__ = ("_item", "_items")

    def __init__(self, item, /, *items):
        self._item = item
        self._items = (item, *items) if items else None

    def __call__(self, obj, /):
        if self._items is None:
            return obj[self._item]
        return tuple([obj[item] for item in self._items])

    def __repr__(self):
        items = (self._item,) if self._items is None else self._items
        return f"operator.itemgetter({', '.join(map(repr, items))})"

    def __reduce__(self):
        return type(self), (self._item,) if self._items is None else self._items


@c_class
class attrgetter:
    """Return a callable object that fetches the given attribute(s) from its operand."""

    __module__ = "operator"
    __slots__ = ("_names", "_paths")

    def __init__(self, attr, /, *attrs):
        self._names = (attr, *attrs)
        for name in self._names:
            if not isinstance(name, str):
                raise TypeError("attribute name must be a string")
        self._paths = [name.split(".") for name in self._names]

    def __call__(self, obj, /):
        paths = self._paths
        if len(paths) == 1:
            for name in paths[0]:
                obj = getattr(obj, name)
            return obj
        values = []
        for path in paths:
            value = obj
            for name in path:
                value = getattr(value, name)
            values.append(value)
        return tuple(values)

    def __repr__(self):
        return f"operator.attrgetter({', '.join(map(repr, self._names))})"

    def __reduce__(self):
        return type(self), self._names


@c_class
class methodcaller:
    """Return a callable object that calls the given method on its operand."""

    __module__ = "operator"
    __slots__ = ("_name", "_args", "_kwargs")

    def __init__(self, name, /, *args, **kwargs):
        if not isinstance(name, str):
            raise TypeError("method name must be a string")
        self._name = name
        self._args = args
        self._kwargs = kwargs

    def __call__(self, obj, /):
        return getattr(obj, self._name)(*self._args, **self._kwargs)

    def __repr__(self):
        parts = [repr(self._name)]
        parts.extend([repr(value) for value in self._args])
        parts.extend([f"{name}={value!r}" for name, value in self._kwargs.items()])
        return f"operator.methodcaller({', '.join(parts)})"

    def __reduce__(self):
        if not self._kwargs:
            return type(self), (self._name, *self._args)
        from functools import partial

        return partial(type(self), self._name, **self._kwargs), self._args


def _compare_digest(a, b, /):
    """Return 'a == b', without telling by its time where they differ."""
    from hmac import compare_digest

    return compare_digest(a, b)
