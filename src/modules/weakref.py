"""Containers of weak references, and what is called when an object goes."""

import sys
from _weakref import CallableProxyType, ProxyType, ReferenceType, _call_back, _target_of, getweakrefcount, getweakrefs, proxy, ref
from _weakrefset import WeakSet
from collections.abc import MutableMapping

__all__ = ["ref", "proxy", "getweakrefcount", "getweakrefs", "WeakKeyDictionary", "ReferenceType", "ProxyType", "CallableProxyType", "ProxyTypes",
           "WeakValueDictionary", "WeakSet", "WeakMethod", "finalize"]
ProxyTypes = (ProxyType, CallableProxyType)


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
