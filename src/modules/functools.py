"""Tools for functions that work with functions."""

__all__ = ["update_wrapper", "wraps", "WRAPPER_ASSIGNMENTS", "WRAPPER_UPDATES", "total_ordering", "cache", "cmp_to_key",
           "lru_cache", "reduce", "partial", "partialmethod", "singledispatch", "singledispatchmethod", "cached_property"]

WRAPPER_ASSIGNMENTS = ("__module__", "__name__", "__qualname__", "__doc__", "__annotations__")
WRAPPER_UPDATES = ("__dict__",)

_MISSING = object()


# --- wraps

def update_wrapper(wrapper, wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    """Update a wrapper function to look like the wrapped function."""
    for name in assigned:
        try:
            value = getattr(wrapped, name)
        except AttributeError:
            pass
        else:
            setattr(wrapper, name, value)
    for name in updated:
        getattr(wrapper, name).update(getattr(wrapped, name, {}))
    wrapper.__wrapped__ = wrapped
    return wrapper


def wraps(wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    """Decorator factory to apply update_wrapper() to a wrapper function."""
    def decorate(wrapper):
        return update_wrapper(wrapper, wrapped, assigned, updated)
    return decorate


# --- orderings

def _gt_from_lt(self, other):
    result = type(self).__lt__(self, other)
    return result if result is NotImplemented else not result and self != other


def _le_from_lt(self, other):
    result = type(self).__lt__(self, other)
    return result if result is NotImplemented else result or self == other


def _ge_from_lt(self, other):
    result = type(self).__lt__(self, other)
    return result if result is NotImplemented else not result


def _ge_from_le(self, other):
    result = type(self).__le__(self, other)
    return result if result is NotImplemented else not result or self == other


def _lt_from_le(self, other):
    result = type(self).__le__(self, other)
    return result if result is NotImplemented else result and self != other


def _gt_from_le(self, other):
    result = type(self).__le__(self, other)
    return result if result is NotImplemented else not result


def _lt_from_gt(self, other):
    result = type(self).__gt__(self, other)
    return result if result is NotImplemented else not result and self != other


def _ge_from_gt(self, other):
    result = type(self).__gt__(self, other)
    return result if result is NotImplemented else result or self == other


def _le_from_gt(self, other):
    result = type(self).__gt__(self, other)
    return result if result is NotImplemented else not result


def _le_from_ge(self, other):
    result = type(self).__ge__(self, other)
    return result if result is NotImplemented else not result or self == other


def _gt_from_ge(self, other):
    result = type(self).__ge__(self, other)
    return result if result is NotImplemented else result and self != other


def _lt_from_ge(self, other):
    result = type(self).__ge__(self, other)
    return result if result is NotImplemented else not result


_CONVERSIONS = {
    "__lt__": (("__gt__", _gt_from_lt), ("__le__", _le_from_lt), ("__ge__", _ge_from_lt)),
    "__le__": (("__ge__", _ge_from_le), ("__lt__", _lt_from_le), ("__gt__", _gt_from_le)),
    "__gt__": (("__lt__", _lt_from_gt), ("__ge__", _ge_from_gt), ("__le__", _le_from_gt)),
    "__ge__": (("__le__", _le_from_ge), ("__gt__", _gt_from_ge), ("__lt__", _lt_from_ge)),
}


def total_ordering(cls):
    """Class decorator that fills in missing ordering methods."""
    roots = [name for name in _CONVERSIONS if getattr(cls, name, None) is not getattr(object, name, None)]
    if not roots:
        raise ValueError("must define at least one ordering operation: < > <= >=")
    root = max(roots)  # prefers __lt__ to __le__ to __gt__ to __ge__
    for name, function in _CONVERSIONS[root]:
        if name not in roots:
            setattr(cls, name, function)
    return cls


class KeyWrapper:
    __slots__ = ("cmp", "obj")

    def __init__(self, cmp, obj):
        self.cmp = cmp
        self.obj = obj

    def __lt__(self, other):
        return self.cmp(self.obj, other.obj) < 0

    def __gt__(self, other):
        return self.cmp(self.obj, other.obj) > 0

    def __eq__(self, other):
        return self.cmp(self.obj, other.obj) == 0

    def __le__(self, other):
        return self.cmp(self.obj, other.obj) <= 0

    def __ge__(self, other):
        return self.cmp(self.obj, other.obj) >= 0

    __hash__ = None


def cmp_to_key(mycmp):
    """Convert a cmp= function into a key= function."""
    def key(obj):
        return KeyWrapper(mycmp, obj)
    return key


# --- reduce and partial

def reduce(function, iterable, initial=_MISSING, /):
    """Apply a function of two arguments cumulatively to the items of an iterable."""
    try:
        iterator = iter(iterable)
    except TypeError:
        raise TypeError("reduce() arg 2 must support iteration") from None
    if initial is _MISSING:
        value = next(iterator, _MISSING)
        if value is _MISSING:
            raise TypeError("reduce() of empty iterable with no initial value")
    else:
        value = initial
    for item in iterator:
        value = function(value, item)
    return value


@c_class
class partial:
    """New function with partial application of the given arguments and keywords."""

    __class_getitem__ = classmethod(make_generic_alias)

    def __init__(self, func=_MISSING, /, *args, **keywords):
        if func is _MISSING:
            raise TypeError("type 'partial' takes at least one argument")
        if not callable(func):
            raise TypeError("the first argument must be callable")
        if isinstance(func, partial):
            args = func.args + args
            keywords = {**func.keywords, **keywords}
            func = func.func
        self.func = func
        self.args = args
        self.keywords = keywords

    def __call__(self, /, *args, **keywords):
        mine = self.keywords
        if mine:
            if keywords:
                mine = {**mine, **keywords}
            return self.func(*self.args, *args, **mine)
        if keywords:
            return self.func(*self.args, *args, **keywords)
        return self.func(*self.args, *args)

    def __repr__(self):
        parts = [repr(self.func)]
        parts.extend([repr(value) for value in self.args])
        parts.extend([f"{name}={value!r}" for name, value in self.keywords.items()])
        name = type(self).__qualname__
        if type(self) is partial:
            name = "functools.partial"
        return f"{name}({', '.join(parts)})"


class partialmethod:
    """Method descriptor with partial application of the given arguments and keywords."""

    def __init__(self, func, /, *args, **keywords):
        if not callable(func) and not hasattr(func, "__get__"):
            raise TypeError(f"{func!r} is not callable or a descriptor")
        if isinstance(func, partialmethod):
            args = func.args + args
            keywords = {**func.keywords, **keywords}
            func = func.func
        self.func = func
        self.args = args
        self.keywords = keywords

    def __repr__(self):
        parts = [repr(self.func)]
        parts.extend([repr(value) for value in self.args])
        parts.extend([f"{name}={value!r}" for name, value in self.keywords.items()])
        return f"functools.partialmethod({', '.join(parts)})"

    def __get__(self, obj, cls=None):
        bind = getattr(type(self.func), "__get__", None)
        bound = self.func if bind is None else bind(self.func, obj, cls)
        if bound is self.func and obj is not None and bind is None:
            return partial(bound, obj, *self.args, **self.keywords)
        if obj is None and bound is self.func:
            arguments, keywords = self.args, self.keywords

            def method(self, /, *args, **more):
                return bound(self, *arguments, *args, **{**keywords, **more})
            return method
        return partial(bound, *self.args, **self.keywords)


# --- caches

class _CacheInfo(tuple):
    __slots__ = ()

    def __new__(cls, hits, misses, maxsize, currsize):
        return tuple.__new__(cls, (hits, misses, maxsize, currsize))

    hits = property(lambda self: self[0])
    misses = property(lambda self: self[1])
    maxsize = property(lambda self: self[2])
    currsize = property(lambda self: self[3])

    def _asdict(self):
        return {"hits": self[0], "misses": self[1], "maxsize": self[2], "currsize": self[3]}

    def __repr__(self):
        return f"CacheInfo(hits={self[0]!r}, misses={self[1]!r}, maxsize={self[2]!r}, currsize={self[3]!r})"


_CacheInfo.__name__ = "CacheInfo"


def _make_key(args, kwds, typed):
    key = args
    if kwds:
        key += (_MISSING,)
        for item in kwds.items():
            key += item
    if typed:
        key += tuple([type(value) for value in args])
        if kwds:
            key += tuple([type(value) for value in kwds.values()])
    elif len(key) == 1 and type(key[0]) in (int, str):
        return key[0]
    return key


def _unbounded_cache(function, typed):
    cache = {}
    hits = misses = 0

    def wrapper(*args, **kwds):
        nonlocal hits, misses
        if kwds or typed:
            key = _make_key(args, kwds, typed)
        else:
            key = args
            if len(args) == 1:
                cls = class_of(args[0])
                if cls is int or cls is str:
                    key = args[0]
        value = cache.get(key, _MISSING)
        if value is not _MISSING:
            hits += 1
            return value
        misses += 1
        value = function(*args, **kwds)
        cache[key] = value
        return value

    def cache_info():
        """Report cache statistics"""
        return _CacheInfo(hits, misses, None, len(cache))

    def cache_clear():
        """Clear the cache and cache statistics"""
        nonlocal hits, misses
        cache.clear()
        hits = misses = 0

    wrapper.cache_info = cache_info
    wrapper.cache_clear = cache_clear
    return wrapper


def _bounded_cache(function, maxsize, typed):
    # A ring of links [previous, next, key, value]; the one after the root was used longest ago.
    cache = {}
    hits = misses = 0
    root = []
    root[:] = [root, root, None, None]

    def wrapper(*args, **kwds):
        nonlocal hits, misses, root
        if kwds or typed:
            key = _make_key(args, kwds, typed)
        else:
            key = args
            if len(args) == 1:
                cls = class_of(args[0])
                if cls is int or cls is str:
                    key = args[0]
        link = cache.get(key)
        if link is not None:
            before, after, _, value = link
            before[1] = after
            after[0] = before
            last = root[0]
            last[1] = root[0] = link
            link[0] = last
            link[1] = root
            hits += 1
            return value
        misses += 1
        value = function(*args, **kwds)
        if maxsize == 0:
            return value
        if key in cache:
            pass  # the call itself has put it there
        elif len(cache) >= maxsize:
            # The root takes the new value; the oldest link becomes the root.
            old = root
            old[2] = key
            old[3] = value
            root = old[1]
            old_key = root[2]
            root[2] = root[3] = None
            del cache[old_key]
            cache[key] = old
        else:
            last = root[0]
            link = [last, root, key, value]
            last[1] = root[0] = cache[key] = link
        return value

    def cache_info():
        """Report cache statistics"""
        return _CacheInfo(hits, misses, maxsize, len(cache))

    def cache_clear():
        """Clear the cache and cache statistics"""
        nonlocal hits, misses
        cache.clear()
        root[:] = [root, root, None, None]
        hits = misses = 0

    wrapper.cache_info = cache_info
    wrapper.cache_clear = cache_clear
    return wrapper


def _cached(function, maxsize, typed):
    wrapper = _unbounded_cache(function, typed) if maxsize is None else _bounded_cache(function, maxsize, typed)
    wrapper.cache_parameters = lambda: {"maxsize": maxsize, "typed": typed}
    return update_wrapper(wrapper, function)


def lru_cache(maxsize=128, typed=False):
    """Least-recently-used cache decorator."""
    if isinstance(maxsize, int):
        if maxsize < 0:
            maxsize = 0
    elif callable(maxsize) and isinstance(typed, bool):
        return _cached(maxsize, 128, typed)
    elif maxsize is not None:
        raise TypeError("Expected first argument to be an integer, a callable, or None")

    def decorate(function):
        return _cached(function, maxsize, typed)
    return decorate


def cache(user_function, /):
    """Simple lightweight unbounded cache. Sometimes called "memoize"."""
    return _cached(user_function, None, False)


class cached_property:
    __class_getitem__ = classmethod(make_generic_alias)

    def __init__(self, func):
        self.func = func
        self.attrname = None
        self.__doc__ = func.__doc__

    def __set_name__(self, owner, name):
        if self.attrname is None:
            self.attrname = name
        elif name != self.attrname:
            raise TypeError(f"Cannot assign the same cached_property to two different names ({self.attrname!r} and {name!r}).")

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        if self.attrname is None:
            raise TypeError("Cannot use cached_property instance without calling __set_name__ on it.")
        value = self.func(instance)
        # From now on the instance's own attribute is found first.
        object.__setattr__(instance, self.attrname, value)
        return value


# --- dispatch on the first argument's class

def _find_implementation(cls, registry):
    for base in cls.__mro__:
        if base is object:
            break
        if base in registry:
            return registry[base]
    # Abstract classes that take others in by their methods.
    best = None
    for candidate in registry:
        if candidate is not object and issubclass(cls, candidate):
            if best is None or issubclass(candidate, best):
                best = candidate
    return registry[object] if best is None else registry[best]


def _classes_of(annotation):
    if isinstance(annotation, type):
        return (annotation,)
    args = getattr(annotation, "__args__", None)
    if args and all([isinstance(arg, type) for arg in args]) and getattr(annotation, "__origin__", None) is not list:
        return tuple(args)
    return None


def singledispatch(func):
    """Single-dispatch generic function decorator."""
    registry = {}
    name = getattr(func, "__name__", "singledispatch function")

    def dispatch(cls):
        return _find_implementation(cls, registry)

    def register(cls, func=None):
        classes = _classes_of(cls)
        if classes is None or (func is None and not isinstance(cls, type) and callable(cls) and hasattr(cls, "__annotations__")):
            classes = None
        if classes is not None:
            if func is None:
                return lambda f: register(cls, f)
        else:
            if func is not None:
                raise TypeError(f"Invalid first argument to `register()`. {cls!r} is not a class or union type.")
            annotations = getattr(cls, "__annotations__", {})
            if not annotations:
                raise TypeError(f"Invalid first argument to `register()`: {cls!r}. Use either `@register(some_class)` or plain "
                                "`@register` on an annotated function.")
            func = cls
            argument, annotation = next(iter(annotations.items()))
            classes = _classes_of(annotation)
            if classes is None:
                raise TypeError(f"Invalid annotation for {argument!r}. {annotation!r} is not a class.")
        for one in classes:
            registry[one] = func
        return func

    def wrapper(*args, **kw):
        if not args:
            raise TypeError(f"{name} requires at least 1 positional argument")
        return dispatch(args[0].__class__)(*args, **kw)

    registry[object] = func
    wrapper.register = register
    wrapper.dispatch = dispatch
    wrapper.registry = registry
    update_wrapper(wrapper, func)
    return wrapper


class singledispatchmethod:
    """Single-dispatch generic method descriptor."""

    def __init__(self, func):
        if not callable(func) and not hasattr(func, "__get__"):
            raise TypeError(f"{func!r} is not callable or a descriptor")
        self.dispatcher = singledispatch(func)
        self.func = func

    def register(self, cls, method=None):
        return self.dispatcher.register(cls, method)

    def __get__(self, obj, cls=None):
        dispatch = self.dispatcher.dispatch

        def method(*args, **kwargs):
            function = dispatch(args[0].__class__)
            return function.__get__(obj, cls)(*args, **kwargs)

        method.register = self.register
        update_wrapper(method, self.func)
        return method
