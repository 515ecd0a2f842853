"""Names for the types of the interpreter's objects."""


# The interpreter's own classes go by their names here.
FunctionType = LambdaType = function
CodeType = code
MappingProxyType = mappingproxy
GeneratorType = generator
CoroutineType = coroutine  # further down the decorator takes the name
AsyncGeneratorType = async_generator
MethodType = method
BuiltinFunctionType = BuiltinMethodType = type(len)
WrapperDescriptorType = type(object.__init__)
MethodWrapperType = type(object().__str__)
MethodDescriptorType = type(str.join)
ClassMethodDescriptorType = type(dict.__dict__["fromkeys"])
GetSetDescriptorType = getset_descriptor
MemberDescriptorType = member_descriptor
NoneType = type(None)
NotImplementedType = type(NotImplemented)
EllipsisType = type(Ellipsis)
GenericAlias = type(list[int])
UnionType = type(int | str)
TracebackType = traceback
CellType = cell
ModuleType = module
FrameType = frame


@c_class
class SimpleNamespace:
    """A simple attribute-based namespace."""

    def __init__(self, /, **kwargs):
        for name, value in kwargs.items():
            setattr(self, name, value)

    def __repr__(self):
        name = "namespace" if type(self) is SimpleNamespace else type(self).__name__
        if repr_is_open(self):
            return f"{name}(...)"
        return f"{name}({', '.join([f'{key}={value!r}' for key, value in self.__dict__.items()])})"

    def __eq__(self, other):
        if issubclass(type(self), SimpleNamespace) and issubclass(type(other), SimpleNamespace):
            return self.__dict__ == other.__dict__
        return NotImplemented

    __hash__ = None


class DynamicClassAttribute:
    """A property for instances; through the class the lookup goes on to the metaclass's __getattr__."""

    def __init__(self, fget=None, fset=None, fdel=None, doc=None):
        self.fget = fget
        self.fset = fset
        self.fdel = fdel
        self.__doc__ = doc or getattr(fget, "__doc__", None)
        self.overwrite_doc = doc is None
        self.__isabstractmethod__ = bool(getattr(fget, "__isabstractmethod__", False))

    def __get__(self, instance, ownerclass=None):
        if instance is None:
            if self.__isabstractmethod__:
                return self
            raise AttributeError()
        if self.fget is None:
            raise AttributeError("unreadable attribute")
        return self.fget(instance)

    def __set__(self, instance, value):
        if self.fset is None:
            raise AttributeError("can't set attribute")
        self.fset(instance, value)

    def __delete__(self, instance):
        if self.fdel is None:
            raise AttributeError("can't delete attribute")
        self.fdel(instance)

    def getter(self, fget):
        doc = fget.__doc__ if self.overwrite_doc else None
        made = type(self)(fget, self.fset, self.fdel, doc or self.__doc__)
        made.overwrite_doc = self.overwrite_doc
        return made

    def setter(self, fset):
        made = type(self)(self.fget, fset, self.fdel, self.__doc__)
        made.overwrite_doc = self.overwrite_doc
        return made

    def deleter(self, fdel):
        made = type(self)(self.fget, self.fset, fdel, self.__doc__)
        made.overwrite_doc = self.overwrite_doc
        return made


def resolve_bases(bases):
    """Resolve MRO entries dynamically as specified by PEP 560."""
    resolved = []
    changed = False
    for base in bases:
        entries = None if isinstance(base, type) and not isinstance(base, GenericAlias) else getattr(base, "__mro_entries__", None)
        if entries is None:
            resolved.append(base)
            continue
        replaced = entries(bases)
        changed = True
        if not isinstance(replaced, tuple):
            raise TypeError("__mro_entries__ must return a tuple")
        resolved.extend(replaced)
    return tuple(resolved) if changed else bases


def get_original_bases(cls, /):
    """Return the class's "original" bases prior to modification by `__mro_entries__`."""
    try:
        return cls.__dict__.get("__orig_bases__", cls.__bases__)
    except AttributeError:
        raise TypeError(f"Expected an instance of type, not {type(cls).__name__!r}") from None


def _winner(meta, bases):
    # The most derived of the metaclasses.
    for base in bases:
        other = type(base)
        if issubclass(meta, other):
            continue
        if not issubclass(other, meta):
            raise TypeError("metaclass conflict: the metaclass of a derived class must be a (non-strict) subclass of the metaclasses of all its bases")
        meta = other
    return meta


def prepare_class(name, bases=(), kwds=None):
    """Call the __prepare__ method of the appropriate metaclass: (metaclass, namespace, kwds)."""
    kwds = {} if kwds is None else dict(kwds)
    if "metaclass" in kwds:
        meta = kwds.pop("metaclass")
    else:
        meta = type(bases[0]) if bases else type
    if isinstance(meta, type):
        meta = _winner(meta, bases)
    namespace = meta.__prepare__(name, bases, **kwds) if hasattr(meta, "__prepare__") else {}
    return meta, namespace, kwds


def new_class(name, bases=(), kwds=None, exec_body=None):
    """Create a class object dynamically."""
    resolved = resolve_bases(bases)
    meta, namespace, kwds = prepare_class(name, resolved, kwds)
    if exec_body is not None:
        exec_body(namespace)
    if resolved is not bases:
        namespace["__orig_bases__"] = bases
    return meta(name, resolved, namespace, **kwds)


class _GeneratorWrapper:
    """Makes an awaitable of an object that works as a generator."""

    def __init__(self, gen):
        self.__wrapped = gen
        self.__name__ = getattr(gen, "__name__", None)
        self.__qualname__ = getattr(gen, "__qualname__", None)

    def send(self, val):
        return self.__wrapped.send(val)

    def throw(self, tp, *rest):
        return self.__wrapped.throw(tp, *rest)

    def close(self):
        return self.__wrapped.close()

    @property
    def gi_code(self):
        return self.__wrapped.gi_code

    @property
    def gi_frame(self):
        return self.__wrapped.gi_frame

    @property
    def gi_running(self):
        return self.__wrapped.gi_running

    @property
    def gi_yieldfrom(self):
        return self.__wrapped.gi_yieldfrom

    cr_code = gi_code
    cr_frame = gi_frame
    cr_running = gi_running
    cr_await = gi_yieldfrom

    def __next__(self):
        return next(self.__wrapped)

    def __iter__(self):
        return self.__wrapped if type(self.__wrapped) is GeneratorType else self

    __await__ = __iter__


def coroutine(func):
    """Make awaitables of what a generator function gives."""
    if not callable(func):
        raise TypeError("types.coroutine() expects a callable")
    if type(func) is FunctionType:
        flags = func.__code__.co_flags
        if flags & 0x180:  # coroutines and awaitable generators already
            return func
        if flags & 0x20:
            return mark_awaitable(func)
    import collections.abc
    import functools

    @functools.wraps(func)
    def wrapped(*args, **kwargs):
        made = func(*args, **kwargs)
        if type(made) is CoroutineType or type(made) is GeneratorType and made.gi_code.co_flags & 0x100:
            return made
        if isinstance(made, collections.abc.Generator) and not isinstance(made, collections.abc.Coroutine):
            return _GeneratorWrapper(made)
        return made
    return wrapped
