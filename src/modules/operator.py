"""The operators as functions. They are native; here are the forms that user code may run in, and the classes."""

__all__ = ["abs", "add", "and_", "attrgetter", "call", "concat", "contains", "countOf", "delitem", "eq", "floordiv", "ge", "getitem", "gt",
           "iadd", "iand", "iconcat", "ifloordiv", "ilshift", "imatmul", "imod", "imul", "index", "indexOf", "inv", "invert", "ior", "ipow",
           "irshift", "is_", "is_not", "isub", "itemgetter", "itruediv", "ixor", "le", "length_hint", "lshift", "lt", "matmul",
           "methodcaller", "mod", "mul", "ne", "neg", "not_", "or_", "pos", "pow", "rshift", "setitem", "sub", "truediv", "truth", "xor"]
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
    return a ** b


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
    if not isinstance(default, int):
        raise TypeError(f"'{type(default).__name__}' object cannot be interpreted as an integer")
    return iterators_length_hint(obj, default)


def call(obj, /, *args, **kwargs):
    """Same as obj(*args, **kwargs)."""
    return obj(*args, **kwargs)


@c_class
class itemgetter:
    """Return a callable object that fetches the given item(s) from its operand."""

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


# Each is there by its method's name too.
__add__ = add
__sub__ = sub
__mul__ = mul
__truediv__ = truediv
__floordiv__ = floordiv
__mod__ = mod
__pow__ = pow
__matmul__ = matmul
__lshift__ = lshift
__rshift__ = rshift
__and__ = and_
__or__ = or_
__xor__ = xor
__iadd__ = iadd
__isub__ = isub
__imul__ = imul
__itruediv__ = itruediv
__ifloordiv__ = ifloordiv
__imod__ = imod
__ipow__ = ipow
__imatmul__ = imatmul
__ilshift__ = ilshift
__irshift__ = irshift
__iand__ = iand
__ior__ = ior
__ixor__ = ixor
__lt__ = lt
__le__ = le
__gt__ = gt
__ge__ = ge
__eq__ = eq
__ne__ = ne
__neg__ = neg
__pos__ = pos
__inv__ = inv
__invert__ = invert
__abs__ = abs
__not__ = not_
__index__ = index
__concat__ = concat
__iconcat__ = iconcat
__contains__ = contains
__getitem__ = getitem
__setitem__ = setitem
__delitem__ = delitem
__call__ = call
