"""Weak references. An object that only they refer to goes when the program calls gc.collect(), and not before."""

import sys

# Written in C in CPython: no methods of a class that has them as attributes.
__unbound__ = ["getweakrefcount", "getweakrefs", "proxy"]


def _call_back(callback, owner):
    try:
        callback(owner)
    except Exception as e:
        print(f"Exception ignored in: {callback!r}", file=sys.stderr)
        print(f"{type(e).__name__}: {e}", file=sys.stderr)


@c_class
class ReferenceType:
    __slots__ = ("_cell", "_callback", "_hash")

    def __new__(cls, target, callback=None, /, *args, **kwargs):
        self = object.__new__(cls)
        self._cell = _new_cell(target, self)
        self._callback = callback
        self._hash = None
        return self

    def __init__(self, target, callback=None, /):
        pass

    def __call__(self):
        return _target_of(self._cell)

    @property
    def __callback__(self):
        return self._callback

    def _bereave(self):
        # Called by gc.collect() once the target is gone.
        callback = self._callback
        self._callback = None
        if callback is not None:
            _call_back(callback, self)

    def __hash__(self):
        if self._hash is None:
            target = _target_of(self._cell)
            if target is None:
                raise TypeError("weak object has gone away")
            self._hash = hash(target)
        return self._hash

    def __eq__(self, other):
        if not isinstance(other, ReferenceType):
            return NotImplemented
        mine, its = _target_of(self._cell), _target_of(other._cell)
        if mine is None or its is None:
            return self is other
        return mine == its

    def __ne__(self, other):
        if not isinstance(other, ReferenceType):
            return NotImplemented
        mine, its = _target_of(self._cell), _target_of(other._cell)
        if mine is None or its is None:
            return self is not other
        return mine != its

    def __repr__(self):
        target = _target_of(self._cell)
        if target is None:
            return f"<weakref at {id(self):#x}; dead>"
        name = getattr(target, "__name__", None)
        shown = f" ({name})" if isinstance(name, str) else ""
        return f"<weakref at {id(self):#x}; to '{type(target).__name__}' at {id(target):#x}{shown}>"

    def __init_subclass__(cls, /, **kwargs):
        super().__init_subclass__(**kwargs)

    __class_getitem__ = classmethod(make_generic_alias)


ReferenceType.__module__ = "weakref"
ref = ReferenceType


def getweakrefcount(object, /):
    return len(_owners(object))


def getweakrefs(object, /):
    return _owners(object)


# --- proxies


def _of(proxy):
    cell = plain_getattr(proxy, "_cell")
    target = _target_of(cell)
    if target is None:
        raise ReferenceError("weakly-referenced object no longer exists")
    return target


def _unwrapped(value):
    return _of(value) if isinstance_by_type(value, ProxyType) else value


def isinstance_by_type(value, cls):
    return cls in type(value).__mro__


@c_class
class ProxyType:
    __slots__ = ("_cell", "_callback")

    def __new__(cls, target, callback=None, /):
        raise TypeError(f"cannot create '{cls.__module__}.{cls.__name__}' instances")

    def _bereave(self):
        callback = plain_getattr(self, "_callback")
        plain_setattr(self, "_callback", None)
        if callback is not None:
            _call_back(callback, self)

    def __getattribute__(self, name):
        return getattr(_of(self), name)

    def __setattr__(self, name, value):
        setattr(_of(self), name, value)

    def __delattr__(self, name):
        delattr(_of(self), name)

    def __repr__(self):
        target = _target_of(plain_getattr(self, "_cell"))
        return f"<weakproxy at {id(self):#x} to {type(target).__name__} at {id(target):#x}>"

    def __str__(self):
        return str(_of(self))

    def __bytes__(self):
        return bytes(_of(self))

    def __format__(self, spec):
        return format(_of(self), spec)

    def __bool__(self):
        return bool(_of(self))

    __hash__ = None

    def __len__(self):
        return len(_of(self))

    def __iter__(self):
        return iter(_of(self))

    def __next__(self):
        target = _of(self)
        if not hasattr(type(target), "__next__"):
            raise TypeError(f"Weakref proxy referenced a non-iterator '{type(target).__name__}' object")
        return next(target)

    def __reversed__(self):
        return reversed(_of(self))

    def __contains__(self, item):
        return item in _of(self)

    def __getitem__(self, key):
        return _of(self)[key]

    def __setitem__(self, key, value):
        _of(self)[key] = value

    def __delitem__(self, key):
        del _of(self)[key]

    def __index__(self):
        return _of(self).__index__()

    def __int__(self):
        return int(_of(self))

    def __float__(self):
        return float(_of(self))

    def __lt__(self, other):
        return _of(self) < _unwrapped(other)

    def __le__(self, other):
        return _of(self) <= _unwrapped(other)

    def __eq__(self, other):
        return _of(self) == _unwrapped(other)

    def __ne__(self, other):
        return _of(self) != _unwrapped(other)

    def __gt__(self, other):
        return _of(self) > _unwrapped(other)

    def __ge__(self, other):
        return _of(self) >= _unwrapped(other)

    def __neg__(self):
        return -_of(self)

    def __pos__(self):
        return +_of(self)

    def __abs__(self):
        return abs(_of(self))

    def __invert__(self):
        return ~_of(self)

    def __add__(self, other):
        return _of(self) + _unwrapped(other)

    def __radd__(self, other):
        return _unwrapped(other) + _of(self)

    def __sub__(self, other):
        return _of(self) - _unwrapped(other)

    def __rsub__(self, other):
        return _unwrapped(other) - _of(self)

    def __mul__(self, other):
        return _of(self) * _unwrapped(other)

    def __rmul__(self, other):
        return _unwrapped(other) * _of(self)

    def __truediv__(self, other):
        return _of(self) / _unwrapped(other)

    def __rtruediv__(self, other):
        return _unwrapped(other) / _of(self)

    def __floordiv__(self, other):
        return _of(self) // _unwrapped(other)

    def __rfloordiv__(self, other):
        return _unwrapped(other) // _of(self)

    def __mod__(self, other):
        return _of(self) % _unwrapped(other)

    def __rmod__(self, other):
        return _unwrapped(other) % _of(self)

    def __divmod__(self, other):
        return divmod(_of(self), _unwrapped(other))

    def __rdivmod__(self, other):
        return divmod(_unwrapped(other), _of(self))

    def __lshift__(self, other):
        return _of(self) << _unwrapped(other)

    def __rlshift__(self, other):
        return _unwrapped(other) << _of(self)

    def __rshift__(self, other):
        return _of(self) >> _unwrapped(other)

    def __rrshift__(self, other):
        return _unwrapped(other) >> _of(self)

    def __and__(self, other):
        return _of(self) & _unwrapped(other)

    def __rand__(self, other):
        return _unwrapped(other) & _of(self)

    def __xor__(self, other):
        return _of(self) ^ _unwrapped(other)

    def __rxor__(self, other):
        return _unwrapped(other) ^ _of(self)

    def __or__(self, other):
        return _of(self) | _unwrapped(other)

    def __ror__(self, other):
        return _unwrapped(other) | _of(self)

    def __matmul__(self, other):
        return _of(self) @ _unwrapped(other)

    def __rmatmul__(self, other):
        return _unwrapped(other) @ _of(self)

    def __pow__(self, other, modulus=None):
        return pow(_of(self), _unwrapped(other)) if modulus is None else pow(_of(self), _unwrapped(other), _unwrapped(modulus))

    def __rpow__(self, other):
        return pow(_unwrapped(other), _of(self))

    def __iadd__(self, other):
        target = _of(self)
        target += _unwrapped(other)
        return _reproxied(self, target)

    def __isub__(self, other):
        target = _of(self)
        target -= _unwrapped(other)
        return _reproxied(self, target)

    def __imul__(self, other):
        target = _of(self)
        target *= _unwrapped(other)
        return _reproxied(self, target)

    def __itruediv__(self, other):
        target = _of(self)
        target /= _unwrapped(other)
        return _reproxied(self, target)

    def __ifloordiv__(self, other):
        target = _of(self)
        target //= _unwrapped(other)
        return _reproxied(self, target)

    def __imod__(self, other):
        target = _of(self)
        target %= _unwrapped(other)
        return _reproxied(self, target)

    def __ipow__(self, other):
        target = _of(self)
        target **= _unwrapped(other)
        return _reproxied(self, target)

    def __ilshift__(self, other):
        target = _of(self)
        target <<= _unwrapped(other)
        return _reproxied(self, target)

    def __irshift__(self, other):
        target = _of(self)
        target >>= _unwrapped(other)
        return _reproxied(self, target)

    def __iand__(self, other):
        target = _of(self)
        target &= _unwrapped(other)
        return _reproxied(self, target)

    def __ixor__(self, other):
        target = _of(self)
        target ^= _unwrapped(other)
        return _reproxied(self, target)

    def __ior__(self, other):
        target = _of(self)
        target |= _unwrapped(other)
        return _reproxied(self, target)

    def __imatmul__(self, other):
        target = _of(self)
        target @= _unwrapped(other)
        return _reproxied(self, target)


@c_class
class CallableProxyType(ProxyType):
    __slots__ = ()

    def __call__(self, /, *args, **kwargs):
        return _of(self)(*args, **kwargs)


ProxyType.__module__ = CallableProxyType.__module__ = "weakref"


def proxy(object, callback=None, /):
    cls = CallableProxyType if callable(object) else ProxyType
    self = object_new(cls)
    plain_setattr(self, "_cell", _new_cell(object, self))
    plain_setattr(self, "_callback", callback)
    return self


object_new = object.__new__


def _reproxied(self, target):
    # What an in-place operator gives: the object itself stays behind its proxy.
    return self if target is _of(self) else target


def _remove_dead_weakref(dct, key, /):
    reference = dct.get(key)
    if reference is not None and reference() is None:
        del dct[key]
