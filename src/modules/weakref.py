"""Weak references. An object that only they refer to goes when the program calls gc.collect(), and not before."""

import sys
from _collections_abc import MutableMapping
from _weakrefset import WeakSet

__all__ = ["ref", "proxy", "getweakrefcount", "getweakrefs", "WeakKeyDictionary", "ReferenceType", "ProxyType", "CallableProxyType", "ProxyTypes",
           "WeakValueDictionary", "WeakSet", "WeakMethod", "finalize"]
# Written in C in CPython: no methods of a class that has them as attributes.
__unbound__ = ["getweakrefcount", "getweakrefs", "proxy"]


def _call_back(callback, owner):
    try:
        callback(owner)
    except Exception as e:
        print(f"Exception ignored in: {callback!r}", file=sys.stderr)
        print(f"{type(e).__name__}: {e}", file=sys.stderr)


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


class CallableProxyType(ProxyType):
    __slots__ = ()

    def __call__(self, /, *args, **kwargs):
        return _of(self)(*args, **kwargs)


ProxyType.__module__ = CallableProxyType.__module__ = "weakref"
ProxyTypes = (ProxyType, CallableProxyType)


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


# --- containers

class WeakMethod(ReferenceType):
    """A weak reference to a bound method: it lives as long as its object and its function."""

    __slots__ = ("_function", "_method_type", "_alive", "_told")

    def __new__(cls, method, callback=None):
        try:
            target, function = method.__self__, method.__func__
        except AttributeError:
            raise TypeError(f"argument should be a bound method, not {type(method)}") from None
        self = ReferenceType.__new__(cls, target, None)
        self._function = ref(function, self._function_gone)
        self._method_type = type(method)
        self._alive = True
        self._told = callback
        return self

    def __init__(self, method, callback=None):
        pass

    def _function_gone(self, _):
        self._bereave()

    def _bereave(self):
        if self._alive:
            self._alive = False
            if self._told is not None:
                _call_back(self._told, self)

    def __call__(self):
        target, function = _target_of(self._cell), self._function()
        if target is None or function is None:
            return None
        return self._method_type(function, target)

    def __eq__(self, other):
        if not isinstance(other, WeakMethod):
            return NotImplemented
        if not self._alive or not other._alive:
            return self is other
        return ReferenceType.__eq__(self, other) and self._function == other._function

    def __ne__(self, other):
        equal = WeakMethod.__eq__(self, other)
        return equal if equal is NotImplemented else not equal

    __hash__ = ReferenceType.__hash__


class KeyedRef(ReferenceType):
    """A reference that knows the key it is kept under."""

    __slots__ = ("key",)

    def __new__(cls, target, callback, key):
        self = ReferenceType.__new__(cls, target, callback)
        self.key = key
        return self

    def __init__(self, target, callback, key):
        pass


class _WeakDictionary(MutableMapping):
    def __repr__(self):
        return f"<{type(self).__name__} at {id(self):#x}>"

    def __ior__(self, other):
        self.update(other)
        return self

    def __or__(self, other):
        if not hasattr(other, "keys"):
            return NotImplemented
        new = self.copy()
        new.update(other)
        return new

    def __ror__(self, other):
        if not hasattr(other, "keys"):
            return NotImplemented
        new = self.__class__()
        new.update(other)
        new.update(self)
        return new


class WeakValueDictionary(_WeakDictionary):
    """A dict whose entries go with their values."""

    def __init__(self, other=(), /, **kw):
        self.data = {}
        own = ref(self)

        def gone(reference):
            self = own()
            if self is not None and self.data.get(reference.key) is reference:
                del self.data[reference.key]

        self._remove = gone
        self.update(other, **kw)

    def __getitem__(self, key):
        value = self.data[key]()
        if value is None:
            raise KeyError(key)
        return value

    def __setitem__(self, key, value):
        self.data[key] = KeyedRef(value, self._remove, key)

    def __delitem__(self, key):
        del self.data[key]

    def __len__(self):
        return len(self.data)

    def __contains__(self, key):
        reference = self.data.get(key)
        return reference is not None and reference() is not None

    def __iter__(self):
        return self.keys()

    def keys(self):
        for key, reference in list(self.data.items()):
            if reference() is not None:
                yield key

    def values(self):
        for reference in list(self.data.values()):
            value = reference()
            if value is not None:
                yield value

    def items(self):
        for key, reference in list(self.data.items()):
            value = reference()
            if value is not None:
                yield key, value

    def itervaluerefs(self):
        yield from list(self.data.values())

    def valuerefs(self):
        return list(self.data.values())

    def copy(self):
        new = WeakValueDictionary()
        for key, value in self.items():
            new[key] = value
        return new

    __copy__ = copy

    def __deepcopy__(self, memo):
        from copy import deepcopy
        new = type(self)()
        for key, value in self.items():
            new[deepcopy(key, memo)] = value
        return new

    def get(self, key, default=None):
        reference = self.data.get(key)
        if reference is None:
            return default
        value = reference()
        return default if value is None else value

    def popitem(self):
        while True:
            key, reference = self.data.popitem()
            value = reference()
            if value is not None:
                return key, value

    def pop(self, key, *args):
        reference = self.data.pop(key, None)
        value = None if reference is None else reference()
        if value is not None:
            return value
        if args:
            return args[0]
        raise KeyError(key)

    def setdefault(self, key, default=None):
        value = self.get(key)
        if value is None:
            self[key] = value = default
        return value

    def update(self, other=None, /, **kwargs):
        if other is not None:
            if not hasattr(other, "items"):
                other = dict(other)
            for key, value in other.items():
                self[key] = value
        for key, value in kwargs.items():
            self[key] = value


class WeakKeyDictionary(_WeakDictionary):
    """A dict whose entries go with their keys."""

    def __init__(self, dict=None):
        self.data = {}
        own = ref(self)

        def gone(reference):
            self = own()
            if self is not None:
                self.data.pop(reference, None)

        self._remove = gone
        if dict is not None:
            self.update(dict)

    def __getitem__(self, key):
        return self.data[ref(key)]

    def __setitem__(self, key, value):
        self.data[ref(key, self._remove)] = value

    def __delitem__(self, key):
        del self.data[ref(key)]

    def __len__(self):
        return len(self.data)

    def __contains__(self, key):
        try:
            reference = ref(key)
        except TypeError:
            return False
        return reference in self.data

    def __iter__(self):
        return self.keys()

    def keys(self):
        for reference in list(self.data):
            key = reference()
            if key is not None:
                yield key

    def values(self):
        for reference, value in list(self.data.items()):
            if reference() is not None:
                yield value

    def items(self):
        for reference, value in list(self.data.items()):
            key = reference()
            if key is not None:
                yield key, value

    def keyrefs(self):
        return list(self.data)

    def copy(self):
        new = WeakKeyDictionary()
        for key, value in self.items():
            new[key] = value
        return new

    __copy__ = copy

    def __deepcopy__(self, memo):
        from copy import deepcopy
        new = type(self)()
        for key, value in self.items():
            new[key] = deepcopy(value, memo)
        return new

    def get(self, key, default=None):
        return self.data.get(ref(key), default)

    def popitem(self):
        while True:
            reference, value = self.data.popitem()
            key = reference()
            if key is not None:
                return key, value

    def pop(self, key, *args):
        return self.data.pop(ref(key), *args)

    def setdefault(self, key, default=None):
        return self.data.setdefault(ref(key, self._remove), default)

    def update(self, dict=None, /, **kwargs):
        if dict is not None:
            if not hasattr(dict, "items"):
                dict = type({})(dict)
            for key, value in dict.items():
                self[key] = value
        if kwargs:
            self.update(kwargs)


# --- finalize

def _registry():
    # The finalizers that are alive, oldest first.
    return session_state().setdefault("weakref.finalizers", {})


class finalize:
    """Calls a function when an object goes. (At gc.collect(); nothing happens when the program ends.)"""

    __slots__ = ()

    def __init__(self, obj, func, /, *args, **kwargs):
        _registry()[self] = _Finalizer(ref(obj, self), func, args, kwargs)

    def __call__(self, _=None):
        info = _registry().pop(self, None)
        if info is not None:
            return info.func(*info.args, **info.kwargs)

    def detach(self):
        info = _registry().get(self)
        obj = info and info.weakref()
        if obj is not None and _registry().pop(self, None):
            return obj, info.func, info.args, info.kwargs

    def peek(self):
        info = _registry().get(self)
        obj = info and info.weakref()
        if obj is not None:
            return obj, info.func, info.args, info.kwargs

    @property
    def alive(self):
        return self in _registry()

    @property
    def atexit(self):
        info = _registry().get(self)
        return bool(info) and info.atexit

    @atexit.setter
    def atexit(self, value):
        info = _registry().get(self)
        if info:
            info.atexit = bool(value)

    def __repr__(self):
        info = _registry().get(self)
        obj = info and info.weakref()
        if obj is None:
            return f"<{type(self).__name__} object at {id(self):#x}; dead>"
        return f"<{type(self).__name__} object at {id(self):#x}; for {type(obj).__name__!r} at {id(obj):#x}>"


class _Finalizer:
    __slots__ = ("weakref", "func", "args", "kwargs", "atexit")

    def __init__(self, weakref, func, args, kwargs):
        self.weakref = weakref
        self.func = func
        self.args = args
        self.kwargs = kwargs
        self.atexit = True
