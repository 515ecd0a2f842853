"""How copies of objects are described: what __reduce_ex__ gives, and functions registered for classes."""

import sys

__all__ = ["pickle", "constructor", "add_extension", "remove_extension", "clear_extension_cache"]



def pickle_complex(c):
    return complex, (c.real, c.imag)


def pickle_union(obj):
    import functools
    import operator
    return functools.reduce, (operator.or_, obj.__args__)


dispatch_table = {complex: pickle_complex, type(int | str): pickle_union}
_extension_registry = {}
_inverted_registry = {}
_extension_cache = {}


def _changed(name, change):
    # The tables are the session's own once something is put into them.
    module = sys.modules["copyreg"]
    table = dict(getattr(module, name))
    change(table)
    setattr(module, name, table)


def pickle(ob_type, pickle_function, constructor_ob=None):
    if not callable(pickle_function):
        raise TypeError("reduction functions must be callable")
    _changed("dispatch_table", lambda table: table.__setitem__(ob_type, pickle_function))
    if constructor_ob is not None:
        constructor(constructor_ob)


def constructor(object):
    if not callable(object):
        raise TypeError("constructors must be callable")


def _reconstructor(cls, base, state):
    if base is object:
        return object.__new__(cls)
    obj = base.__new__(cls, state)
    if base.__init__ is not object.__init__:
        base.__init__(obj, state)
    return obj


def __newobj__(cls, *args):
    return cls.__new__(cls, *args)


def __newobj_ex__(cls, args, kwargs):
    return cls.__new__(cls, *args, **kwargs)


def _slotnames(cls):
    found = []
    for c in cls.__mro__:
        slots = c.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if name in ("__dict__", "__weakref__"):
                continue
            if name.startswith("__") and not name.endswith("__"):
                owner = c.__name__.lstrip("_")
                name = f"_{owner}{name}" if owner else name
            found.append(name)
    return found


def _state_of(self):
    # What object.__getstate__ gives.
    cls = type(self)
    names = _slotnames(cls)
    state = None
    if class_has_dict(cls) or is_exception(self):
        state = self.__dict__
        if names and type(state) is dict:
            state = {name: value for name, value in state.items() if name not in names or type_lookup(cls, name) is __missing__}
        state = state or None
    if not names:
        return state
    slots = {}
    for name in names:
        try:
            slots[name] = getattr(self, name)
        except AttributeError:
            pass
    return (state, slots) if slots else state


_COPYABLE = (int, float, complex, str, bytes, bytearray, tuple, list, dict, set, frozenset)


def _may_be_made(self, cls):
    # Objects of C's classes hold more than what they show.
    if payload(self) is not self:
        return True
    return is_user_object(self) or cls is object or class_of(cls) is not type


def _reduce_ex(self, protocol):
    cls = type(self)
    for base in cls.__mro__:
        if base is object or (base.__module__ == "builtins" and base in _COPYABLE):
            break
    if base is object:
        if not _may_be_made(self, cls):
            raise TypeError(f"cannot pickle {cls.__name__!r} object")
        value = None
    else:
        if base is cls:
            raise TypeError(f"cannot pickle {cls.__name__!r} object")
        value = base(self)
    args = (cls, base, value)
    getstate = type_lookup(cls, "__getstate__")
    if getstate is type_lookup(object, "__getstate__"):
        if _slotnames(cls):
            raise TypeError(f"cannot pickle {cls.__name__!r} object: a class that defines __slots__ without defining __getstate__ cannot be "
                            f"pickled with protocol {protocol}")
        state = getattr(self, "__dict__", None)
    else:
        state = bind_special(self, "__getstate__")()
    return (_reconstructor, args, state) if state else (_reconstructor, args)


def _reduce_new(self):
    cls = type(self)
    args, kwargs = (), None
    more = bind_special(self, "__getnewargs_ex__")
    if more is not __missing__:
        given = more()
        if not isinstance(given, tuple):
            raise TypeError(f"__getnewargs_ex__ should return a tuple, not '{type(given).__name__}'")
        if len(given) != 2:
            raise ValueError(f"__getnewargs_ex__ should return a tuple of length 2, not {len(given)}")
        args, kwargs = given
        if not isinstance(args, tuple):
            raise TypeError(f"first item of the tuple returned by __getnewargs_ex__ must be a tuple, not '{type(args).__name__}'")
        if not isinstance(kwargs, dict):
            raise TypeError(f"second item of the tuple returned by __getnewargs_ex__ must be a dict, not '{type(kwargs).__name__}'")
    else:
        plain = bind_special(self, "__getnewargs__")
        if plain is not __missing__:
            args = plain()
            if not isinstance(args, tuple):
                raise TypeError(f"__getnewargs__ should return a tuple, not '{type(args).__name__}'")
        elif not isinstance(self, (list, dict)) and not _may_be_made(self, cls):
            raise TypeError(f"cannot pickle {cls.__name__!r} object")
    state = bind_special(self, "__getstate__")()
    items = iter(self) if isinstance(self, list) else None
    pairs = iter(self.items()) if isinstance(self, dict) else None
    if kwargs:
        return __newobj_ex__, (cls, args, kwargs), state, items, pairs
    return __newobj__, (cls, *args), state, items, pairs


def add_extension(module, name, code):
    code = int(code)
    if not 1 <= code <= 0x7FFFFFFF:
        raise ValueError("code out of range")
    table = sys.modules["copyreg"]._extension_registry
    key = (module, name)
    if table.get(key) == code and sys.modules["copyreg"]._inverted_registry.get(code) == key:
        return
    if key in table:
        raise ValueError(f"key {key} is already registered with code {table[key]}")
    if code in sys.modules["copyreg"]._inverted_registry:
        raise ValueError(f"code {code} is already in use for key {sys.modules['copyreg']._inverted_registry[code]}")
    _changed("_extension_registry", lambda table: table.__setitem__(key, code))
    _changed("_inverted_registry", lambda table: table.__setitem__(code, key))


def remove_extension(module, name, code):
    key = (module, name)
    if sys.modules["copyreg"]._extension_registry.get(key) != code or sys.modules["copyreg"]._inverted_registry.get(code) != key:
        raise ValueError(f"key {key} is not registered with code {code}")
    _changed("_extension_registry", lambda table: table.__delitem__(key))
    _changed("_inverted_registry", lambda table: table.__delitem__(code))


def clear_extension_cache():
    pass
