"""Tools for functions that work with functions."""

__all__ = ["update_wrapper", "wraps", "WRAPPER_ASSIGNMENTS", "WRAPPER_UPDATES", "total_ordering", "cache", "cmp_to_key",
           "lru_cache", "reduce", "partial", "partialmethod", "singledispatch", "singledispatchmethod", "cached_property"]
# Written in C in CPython: no methods of a class that has them as attributes.
__unbound__ = ["cmp_to_key", "reduce"]

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


class _KeyMaker:
    # What cmp_to_key gives: makes keys that compare by a function.
    __slots__ = ("_compare",)

    def __new__(cls, *args, **kwargs):
        raise TypeError("cannot create 'functools.KeyWrapper' instances")

    def __call__(self, obj):
        return KeyWrapper(self._compare, obj)


def cmp_to_key(mycmp):
    """Convert a cmp= function into a key= function."""
    maker = object.__new__(_KeyMaker)
    maker._compare = mycmp
    return maker


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

    def __new__(cls, func=_MISSING, /, *args, **keywords):
        if func is _MISSING:
            raise TypeError("type 'partial' takes at least one argument")
        if not callable(func):
            raise TypeError("the first argument must be callable")
        if isinstance(func, partial):
            args = func.args + args
            keywords = {**func.keywords, **keywords}
            func = func.func
        self = _new_object(cls)
        plain_setattr(self, "func", func)
        plain_setattr(self, "args", args)
        plain_setattr(self, "keywords", keywords)
        plain_setattr(self, "_more", None)
        return self

    def __init__(self, func, /, *args, **keywords):
        pass

    def __call__(self, /, *args, **keywords):
        mine = self.keywords
        if mine:
            if keywords:
                mine = {**mine, **keywords}
            return self.func(*self.args, *args, **mine)
        if keywords:
            return self.func(*self.args, *args, **keywords)
        return self.func(*self.args, *args)

    # The program's own attributes are kept apart, so that __dict__ has nothing else.
    @property
    def __dict__(self):
        more = plain_getattr(self, "_more")
        if more is None:
            more = {}
            plain_setattr(self, "_more", more)
        return more

    @__dict__.setter
    def __dict__(self, value):
        if not isinstance(value, dict):
            raise TypeError(f"__dict__ must be set to a dictionary, not a '{type(value).__name__}'")
        plain_setattr(self, "_more", value)

    def __getattr__(self, name):
        more = plain_getattr(self, "_more")
        if more is not None and name in more:
            return more[name]
        raise AttributeError(f"'{type(self).__module__}.{type(self).__qualname__}' object has no attribute '{name}'"
                             if type(self) is partial else f"'{type(self).__name__}' object has no attribute '{name}'")

    def __setattr__(self, name, value):
        if name == "func" or name == "args" or name == "keywords":
            raise AttributeError("readonly attribute")
        if type_lookup(type(self), name) is not __missing__:
            plain_setattr(self, name, value)
        else:
            self.__dict__[name] = value

    def __delattr__(self, name):
        if name == "func" or name == "args" or name == "keywords":
            raise AttributeError("readonly attribute")
        if name == "__dict__":
            raise TypeError("a partial object's dictionary may not be deleted")
        if self.__dict__.pop(name, _MISSING) is _MISSING:
            raise AttributeError(name)

    def __reduce__(self):
        return type(self), (self.func,), (self.func, self.args, self.keywords, self.__dict__ or None)

    def __setstate__(self, state):
        if not isinstance(state, tuple) or len(state) != 4:
            raise TypeError("invalid partial state")
        func, args, keywords, more = state
        if not callable(func) or not isinstance(args, tuple) or (keywords is not None and not isinstance(keywords, dict)):
            raise TypeError("invalid partial state")
        plain_setattr(self, "func", func)
        plain_setattr(self, "args", args if type(args) is tuple else tuple(list(tuple.__iter__(args))))
        plain_setattr(self, "keywords", {} if keywords is None else keywords if type(keywords) is dict else dict(keywords))
        plain_setattr(self, "_more", more)

    def __repr__(self):
        name = "functools.partial" if type(self) is partial else type(self).__qualname__
        if repr_is_open(self):
            return "..."
        parts = [repr(self.func)]
        parts.extend([repr(value) for value in self.args])
        parts.extend([f"{key}={value!r}" for key, value in self.keywords.items()])
        return f"{name}({', '.join(parts)})"


_new_object = object.__new__


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
        if bind is not None:
            bound = bind(self.func, obj, cls)
            if bound is not self.func:
                # A bound method, or what a descriptor gives: it knows its object.
                made = partial(bound, *self.args, **self.keywords)
                try:
                    made.__self__ = bound.__self__
                except AttributeError:
                    pass
                return made
        function, arguments, keywords = self.func, self.args, self.keywords

        def method(self, /, *args, **more):
            return function(self, *arguments, *args, **{**keywords, **more})

        method.__isabstractmethod__ = self.__isabstractmethod__
        method._partialmethod = self
        return method.__get__(obj, cls)

    @property
    def __isabstractmethod__(self):
        return getattr(self.func, "__isabstractmethod__", False)

    __class_getitem__ = classmethod(make_generic_alias)


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


def _session_cache(function, maxsize, typed):
    # Of a function of the library: each session has a cache of its own, and makes it when it is first asked.
    name = f"{function.__module__}.{function.__qualname__}"

    def own():
        caches = session_state().setdefault("functools", {})
        if name not in caches:
            caches[name] = _cached(function, maxsize, typed)
        return caches[name]

    def wrapper(*args, **kwds):
        return function(*args, **kwds) if making_image() else own()(*args, **kwds)
    wrapper.cache_info = lambda: own().cache_info()
    wrapper.cache_clear = lambda: own().cache_clear()
    return wrapper


def _cached(function, maxsize, typed):
    if making_image():
        wrapper = _session_cache(function, maxsize, typed)
    else:
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
        if isinstance(instance, type):
            raise TypeError(f"The '__dict__' attribute on {type(instance).__name__!r} instance does not support item assignment for caching "
                            f"{self.attrname!r} property.")
        if not class_has_dict(type(instance)):
            raise TypeError(f"No '__dict__' attribute on {type(instance).__name__!r} instance to cache {self.attrname!r} property.")
        value = self.func(instance)
        # From now on the instance's own attribute is found first.
        object.__setattr__(instance, self.attrname, value)
        return value


# --- dispatch on the first argument's class

def _merge(lists):
    # C3: always the first head that stands in nobody's tail.
    merged = []
    lists = [one for one in lists if one]
    while lists:
        for one in lists:
            head = one[0]
            if not any([head in other[1:] for other in lists]):
                break
        else:
            raise RuntimeError("Inconsistent hierarchy")
        merged.append(head)
        lists = [[c for c in one if c is not head] if one[0] is head else one for one in lists]
        lists = [one for one in lists if one]
    return merged


def _c3_mro(cls, abcs=None):
    # The class's order with abstract classes put in where they would stand, had they been inherited from.
    abcs = [] if abcs is None else list(abcs)
    bases = cls.__bases__
    boundary = 0
    for i, base in enumerate(bases):
        if hasattr(base, "__abstractmethods__"):
            boundary = i + 1
    abstract = [abc for abc in abcs if issubclass(cls, abc) and not any([issubclass(base, abc) for base in bases])]
    rest = [abc for abc in abcs if abc not in abstract]
    groups = [list(bases[:boundary]), abstract, list(bases[boundary:])]
    return _merge([[cls]] + [_c3_mro(base, rest) for group in groups for base in group] + groups)


def _compose_mro(cls, types):
    bases = set(cls.__mro__)
    related = [t for t in types if t not in bases and hasattr(t, "__mro__") and isinstance(t, type) and issubclass(cls, t)]
    related = [t for t in related if not any([t is not other and t in other.__mro__ for other in related])]
    wanted = set(related)
    abcs = []
    for t in related:
        found = []
        for derived in type.__subclasses__(t):
            if derived not in bases and issubclass(cls, derived):
                found.append([c for c in derived.__mro__ if c in wanted])
        if not found:
            abcs.append(t)
            continue
        found.sort(key=len, reverse=True)
        for classes in found:
            for c in classes:
                if c not in abcs:
                    abcs.append(c)
    return _c3_mro(cls, abcs)


def _find_impl(cls, registry):
    match = None
    for t in _compose_mro(cls, registry):
        if match is not None:
            if t in registry and t not in cls.__mro__ and match not in cls.__mro__ and not issubclass(match, t):
                raise RuntimeError(f"Ambiguous dispatch: {match} or {t}")
            break
        if t in registry:
            match = t
    return registry.get(match)


def _is_generic(cls):
    return not isinstance(cls, type) or type(cls).__name__ == "GenericAlias"


def _union_of(cls):
    # The parts of a union; None for anything else.
    name = class_of(cls).__name__
    if name == "UnionType" or (getattr(cls, "__origin__", None) is not None and repr(cls).startswith(("typing.Union", "typing.Optional"))):
        return cls.__args__
    return None


def _may_dispatch_on(cls):
    if isinstance(cls, type) and class_of(cls).__name__ != "GenericAlias":
        return True
    parts = _union_of(cls)
    return parts is not None and all([isinstance(part, type) and class_of(part).__name__ != "GenericAlias" for part in parts])


def _annotations_of(func):
    found = dict(getattr(func, "__annotations__", {}))
    for name, value in found.items():
        if isinstance(value, str):
            found[name] = eval(value, getattr(getattr(func, "__func__", func), "__globals__", {}))
    return found


def singledispatch(func):
    """Single-dispatch generic function decorator."""
    from abc import get_cache_token
    registry = {}
    known = {}
    token = None
    name = getattr(func, "__name__", "singledispatch function")

    def dispatch(cls):
        """Runs the dispatch algorithm to return the best available implementation for the given class."""
        nonlocal token
        if token is not None:
            now = get_cache_token()
            if token != now:
                known.clear()
                token = now
        found = known.get(cls)
        if found is None:
            found = registry.get(cls)
            if found is None:
                found = _find_impl(cls, registry)
            known[cls] = found
        return found

    def register(cls, func=None):
        """Registers a new implementation for the given class."""
        nonlocal token
        if _may_dispatch_on(cls):
            if func is None:
                return lambda f: register(cls, f)
        else:
            if func is not None:
                raise TypeError(f"Invalid first argument to `register()`. {cls!r} is not a class or union type.")
            if not getattr(cls, "__annotations__", {}):
                raise TypeError(f"Invalid first argument to `register()`: {cls!r}. Use either `@register(some_class)` or plain "
                                "`@register` on an annotated function.")
            func = cls
            argument, cls = next(iter(_annotations_of(func).items()))
            if not _may_dispatch_on(cls):
                if _union_of(cls) is not None:
                    raise TypeError(f"Invalid annotation for {argument!r}. {cls!r} not all arguments are classes.")
                raise TypeError(f"Invalid annotation for {argument!r}. {cls!r} is not a class.")
        for one in _union_of(cls) or (cls,):
            registry[one] = func
            if token is None and hasattr(one, "__abstractmethods__"):
                token = get_cache_token()
        known.clear()
        return func

    def wrapper(*args, **kw):
        if not args:
            raise TypeError(f"{name} requires at least 1 positional argument")
        return dispatch(args[0].__class__)(*args, **kw)

    registry[object] = func
    wrapper.register = register
    wrapper.dispatch = dispatch
    wrapper.registry = mappingproxy(registry)
    wrapper._clear_cache = known.clear
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
        method.__isabstractmethod__ = self.__isabstractmethod__
        update_wrapper(method, self.func)
        return method

    @property
    def __isabstractmethod__(self):
        return getattr(self.func, "__isabstractmethod__", False)
