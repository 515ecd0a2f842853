"""In addition to CPython's copyreg: its tables, of each session its own, and how object.__reduce_ex__ describes what is copied."""


def __session__():
    yield "dispatch_table", dict(dispatch_table)
    yield "_extension_registry", {}
    yield "_inverted_registry", {}
    yield "_extension_cache", {}


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
            raise TypeError(
                f"cannot pickle {cls.__name__!r} object: a class that defines __slots__ without defining __getstate__ cannot be "
                f"pickled with protocol {protocol}"
            )
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
            raise TypeError(f"cannot pickle '{type_name(self)}' object")
    state = bind_special(self, "__getstate__")()
    items = iter(self) if isinstance(self, list) else None
    pairs = iter(self.items()) if isinstance(self, dict) else None
    if kwargs:
        return __newobj_ex__, (cls, args, kwargs), state, items, pairs
    return __newobj__, (cls, *args), state, items, pairs
