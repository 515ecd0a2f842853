"""Shallow and deep copies."""

import sys

__all__ = ["Error", "copy", "deepcopy"]


class Error(Exception):
    pass


error = Error

_MISSING = object()
_PLAIN = frozenset(
    {
        type(None),
        bool,
        int,
        float,
        complex,
        str,
        bytes,
        type,
        range,
        slice,
        property,
        type(Ellipsis),
        type(NotImplemented),
        type(len),
        type(int | str),
        type(list[int]),
        type(str.join),
        type(object.__init__),
        type(object().__str__),
        function,
        frozenset,
    }
)


def _is_atom(cls):
    if cls in _PLAIN or issubclass(cls, type):
        return True
    return (cls.__module__ == "builtins" and cls.__name__ in ("function", "code")) or (
        cls.__module__ == "weakref" and cls.__name__ == "ReferenceType"
    )


def _state_of(x, cls):
    """What __getstate__ says, or the attributes."""
    getstate = getattr(cls, "__getstate__", None)
    if getstate is not None and getstate is not getattr(object, "__getstate__", None):
        return x.__getstate__(), True
    return _attributes(x), False


def _put_state(y, cls, state, own):
    setstate = getattr(cls, "__setstate__", None)
    if setstate is not None:
        if own or state:
            setstate(y, state)
    elif own and isinstance(state, tuple) and len(state) == 2:
        for part in state:
            if part:
                _set_attributes(y, part)
    elif state:
        _set_attributes(y, state)


def _from_reduce(x, parts, memo):
    """What a user's __reduce__ describes."""
    if isinstance(parts, str):
        return x
    if not isinstance(parts, tuple) or not 2 <= len(parts) <= 5:
        raise TypeError(
            f"_reconstruct() takes from 2 to 5 parts of a reduction, not {len(parts)}"
            if isinstance(parts, tuple)
            else "__reduce__ must return a string or tuple"
        )
    function, args = parts[0], parts[1]
    state = parts[2] if len(parts) > 2 else None
    items = parts[3] if len(parts) > 3 else None
    pairs = parts[4] if len(parts) > 4 else None
    deep = memo is not None
    if deep and args:
        args = tuple([deepcopy(arg, memo) for arg in args])
    y = function(*args)
    if deep:
        memo[id(x)] = y
    if state is not None:
        if deep:
            state = deepcopy(state, memo)
        _put_state(y, type(y), state, True)
    if items is not None:
        for item in items:
            y.append(deepcopy(item, memo) if deep else item)
    if pairs is not None:
        for key, value in pairs:
            if deep:
                key = deepcopy(key, memo)
                value = deepcopy(value, memo)
            y[key] = value
    return y


def _reduction(x, cls):
    if "copyreg" in sys.modules:
        function = sys.modules["copyreg"].dispatch_table.get(cls)
        if function is not None:
            return function(x)
    for name in ("__reduce_ex__", "__reduce__"):
        method = getattr(cls, name, None)
        if method is not None and method is not getattr(object, name, None) and method is not getattr(BaseException, name, None):
            return method(x, 4) if name == "__reduce_ex__" else method(x)
    return None


def _rebuild(x, cls, memo):
    """A copy of an instance of a class without a copying method of its own; deep when there is a memo."""
    parts = _reduction(x, cls)
    if parts is not None:
        return _from_reduce(x, parts, memo)
    if issubclass(cls, BaseException):
        args = x.args if memo is None else deepcopy(x.args, memo)
        y = cls.__new__(cls, *args)
        y.args = args
    elif issubclass(cls, tuple):
        y = tuple.__new__(cls, [item if memo is None else deepcopy(item, memo) for item in tuple.__iter__(x)])
    elif issubclass(cls, int):
        y = int.__new__(cls, int(x))
    elif issubclass(cls, float):
        y = float.__new__(cls, float(x))
    elif issubclass(cls, str):
        y = str.__new__(cls, str.__str__(x))
    elif issubclass(cls, bytes):
        y = bytes.__new__(cls, bytes(x))
    elif issubclass(cls, deque_class):
        y = cls() if x.maxlen is None else cls((), x.maxlen)
    elif issubclass(cls, frozenset):
        y = frozenset.__new__(cls, [item if memo is None else deepcopy(item, memo) for item in frozenset.__iter__(x)])
    else:
        if hasattr(cls, "__getnewargs__") or hasattr(cls, "__getnewargs_ex__"):
            return _from_reduce(x, x.__reduce_ex__(4), memo)
        if not is_user_object(x):
            raise TypeError(f"cannot pickle '{type_name(x)}' object")  # it holds more than what it shows
        y = cls.__new__(cls)
    if memo is not None:
        memo[id(x)] = y
    state, own = _state_of(x, cls)
    if memo is not None and (state or own):
        state = deepcopy(state, memo)
    _put_state(y, cls, state, own)
    if issubclass(cls, list):
        for item in x:
            y.append(item if memo is None else deepcopy(item, memo))
    elif issubclass(cls, dict):
        for key, value in x.items():
            if memo is not None:
                key = deepcopy(key, memo)
                value = deepcopy(value, memo)
            y[key] = value
    elif issubclass(cls, set):
        for item in set.__iter__(x):
            set.add(y, item if memo is None else deepcopy(item, memo))
    elif issubclass(cls, bytearray):
        bytearray.extend(y, x)
    elif issubclass(cls, deque_class):
        for item in x:
            y.append(item if memo is None else deepcopy(item, memo))
    return y


def copy(x):
    """Shallow copy operation on arbitrary Python objects."""
    cls = type(x)
    if cls is list:
        return x[:]
    if cls is dict or cls is set or cls is bytearray:
        return x.copy()
    if cls is tuple or _is_atom(cls):
        return x
    method = getattr(cls, "__copy__", None)
    if method is not None:
        return method(x)
    if cls.__name__ == "method" and cls.__module__ == "builtins":
        return getattr(x.__self__, x.__func__.__name__)
    return _rebuild(x, cls, None)


def deepcopy(x, memo=None):
    """Deep copy operation on arbitrary Python objects."""
    cls = type(x)
    if cls is int or cls is str or cls is float or x is None or cls is bool:
        return x
    if memo is None:
        memo = {}
    key = id(x)
    y = memo.get(key, _MISSING)
    if y is not _MISSING:
        return y
    if cls is list:
        y = memo[key] = []
        for item in x:
            y.append(deepcopy(item, memo))
    elif cls is dict:
        y = memo[key] = {}
        for name, value in x.items():
            y[deepcopy(name, memo)] = deepcopy(value, memo)
    elif cls is tuple:
        items = [deepcopy(item, memo) for item in x]
        y = memo.get(key, _MISSING)  # it may be part of itself through a list
        if y is not _MISSING:
            return y
        y = x
        for i in range(len(items)):
            if items[i] is not x[i]:
                y = tuple(items)
                break
    elif cls is set:
        y = memo[key] = set([deepcopy(item, memo) for item in x])
    elif cls is frozenset:
        y = frozenset([deepcopy(item, memo) for item in x])
    elif cls is bytearray:
        y = bytearray(x)
    elif cls is slice:
        y = slice(deepcopy(x.start, memo), deepcopy(x.stop, memo), deepcopy(x.step, memo))
    elif _is_atom(cls):
        return x
    else:
        method = getattr(cls, "__deepcopy__", None)
        if method is not None:
            y = method(x, memo)
        else:
            if cls.__name__ == "method" and cls.__module__ == "builtins":
                y = getattr(deepcopy(x.__self__, memo), x.__func__.__name__)
            else:
                y = _rebuild(x, cls, memo)
    if y is not x:
        memo[key] = y
        # As long as the memo lives x must, or its id might be given again.
        memo.setdefault(id(memo), []).append(x)
    return y
