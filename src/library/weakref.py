"""In addition to CPython's weakref: finalizers that each session keeps for itself, and what dictionaries of older states lack."""

from _weakrefset import _lacking

WeakKeyDictionary.__getattr__ = WeakValueDictionary.__getattr__ = _lacking


class _Finalizer:
    __slots__ = ("weakref", "func", "args", "kwargs", "atexit")

    def __init__(self, *parts):
        self.weakref, self.func, self.args, self.kwargs = parts
        self.atexit = True


def _finalizers():
    # Those that are alive, oldest first.
    return session_state().setdefault("weakref.finalizers", {})


class finalize:
    """Calls a function when an object goes. (At gc.collect(); nothing happens when the program ends.)"""

    __slots__ = ()

    def __init__(self, obj, func, /, *args, **kwargs):
        _finalizers()[self] = _Finalizer(ref(obj, self), func, args, kwargs)

    def __call__(self, _=None):
        own = _finalizers().pop(self, None)
        return None if own is None else own.func(*own.args, **own.kwargs)

    def peek(self):
        own = _finalizers().get(self)
        target = None if own is None else own.weakref()
        return None if target is None else (target, own.func, own.args, own.kwargs)

    def detach(self):
        found = self.peek()
        if found:
            del _finalizers()[self]
        return found

    @property
    def alive(self):
        return self in _finalizers()

    @property
    def atexit(self):
        return self.alive and _finalizers()[self].atexit

    @atexit.setter
    def atexit(self, value):
        if self.alive:
            _finalizers()[self].atexit = bool(value)

    def __repr__(self):
        found = self.peek()
        what = f"for {type(found[0]).__name__!r} at {id(found[0]):#x}" if found else "dead"
        return f"<{type(self).__name__} object at {id(self):#x}; {what}>"
