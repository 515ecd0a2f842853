"""What functools needs of the machine: partial, reduce, keys that compare by a function, and caches of functions."""

# Written in C in CPython: no methods of a class that has them as attributes.
__unbound__ = ["cmp_to_key", "reduce"]

_MISSING = object()


@c_class
class KeyWrapper:
    # What cmp_to_key gives, without `obj`, and the keys that it makes.
    __module__ = "functools"
    __slots__ = ("cmp", "obj")

    def __new__(cls, *args, **kwargs):
        raise TypeError("cannot create 'functools.KeyWrapper' instances")

    def __call__(self, obj):
        return _key(self.cmp, obj)

    def __lt__(self, other):
        return self.cmp(self.obj, _obj(other)) < 0

    def __gt__(self, other):
        return self.cmp(self.obj, _obj(other)) > 0

    def __eq__(self, other):
        return self.cmp(self.obj, _obj(other)) == 0

    def __le__(self, other):
        return self.cmp(self.obj, _obj(other)) <= 0

    def __ge__(self, other):
        return self.cmp(self.obj, _obj(other)) >= 0

    __hash__ = None


def _obj(key):
    if type(key) is not KeyWrapper:
        raise TypeError("other argument must be K instance")
    return key.obj


def _key(cmp, obj):
    key = object.__new__(KeyWrapper)
    key.cmp = cmp
    key.obj = obj
    return key


@c_class
class _KeyMaker:
    # In states of earlier releases: what cmp_to_key gave.
    __slots__ = ("_compare",)

    def __call__(self, obj):
        return _key(self._compare, obj)


def cmp_to_key(mycmp):
    """Convert a cmp= function into a key= function."""
    maker = object.__new__(KeyWrapper)
    maker.cmp = mycmp
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

    __module__ = "functools"

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
        raise AttributeError(
            f"'{type(self).__module__}.{type(self).__qualname__}' object has no attribute '{name}'"
            if type(self) is partial
            else f"'{type(self).__name__}' object has no attribute '{name}'"
        )

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


# --- caches


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


def _no_cache(function, info):
    misses = 0

    def wrapper(*args, **kwds):
        nonlocal misses
        misses += 1
        return function(*args, **kwds)

    def cache_info():
        """Report cache statistics"""
        return info(0, misses, 0, 0)

    def cache_clear():
        """Clear the cache and cache statistics"""
        nonlocal misses
        misses = 0

    wrapper.cache_info = cache_info
    wrapper.cache_clear = cache_clear
    return wrapper


def _unbounded_cache(function, typed, info):
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
        return info(hits, misses, None, len(cache))

    def cache_clear():
        """Clear the cache and cache statistics"""
        nonlocal hits, misses
        cache.clear()
        hits = misses = 0

    wrapper.cache_info = cache_info
    wrapper.cache_clear = cache_clear
    return wrapper


def _bounded_cache(function, maxsize, typed, info):
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
        return info(hits, misses, maxsize, len(cache))

    def cache_clear():
        """Clear the cache and cache statistics"""
        nonlocal hits, misses
        cache.clear()
        root[:] = [root, root, None, None]
        hits = misses = 0

    wrapper.cache_info = cache_info
    wrapper.cache_clear = cache_clear
    return wrapper


def _session_cache(function, maxsize, typed, info):
    # For a function of the library's: each session has a cache of its own, and makes it when it is first asked.
    name = f"{function.__module__}.{function.__qualname__}"

    def own():
        caches = session_state().setdefault("functools", {})
        if name not in caches:
            caches[name] = _lru_cache_wrapper(function, maxsize, typed, info)
        return caches[name]

    def wrapper(*args, **kwds):
        return function(*args, **kwds) if making_image() else own()(*args, **kwds)

    wrapper.cache_info = lambda: own().cache_info()
    wrapper.cache_clear = lambda: own().cache_clear()
    return wrapper


def _lru_cache_wrapper(user_function, maxsize, typed, cache_info_type):
    """The function that answers from a cache; `cache_info_type` is called with hits, misses, maxsize and currsize."""
    if making_image():
        return _session_cache(user_function, maxsize, typed, cache_info_type)
    if maxsize == 0:
        return _no_cache(user_function, cache_info_type)
    if maxsize is None:
        return _unbounded_cache(user_function, typed, cache_info_type)
    return _bounded_cache(user_function, maxsize, typed, cache_info_type)
