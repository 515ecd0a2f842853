"""Names for the types of the interpreter's objects."""


# The interpreter's own classes go by their names here.
FunctionType = LambdaType = function
CodeType = code
MappingProxyType = mappingproxy
GeneratorType = generator
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
        return f"{name}({', '.join([f'{key}={value!r}' for key, value in self.__dict__.items()])})"

    def __eq__(self, other):
        if isinstance(self, SimpleNamespace) and isinstance(other, SimpleNamespace):
            return self.__dict__ == other.__dict__
        return NotImplemented

    __hash__ = None


class DynamicClassAttribute:
    """A property for instances; through the class the lookup goes on to __getattr__."""

    def __init__(self, fget=None, fset=None, fdel=None, doc=None):
        self.fget = fget
        self.fset = fset
        self.fdel = fdel
        self.__doc__ = doc or getattr(fget, "__doc__", None)

    def __get__(self, instance, ownerclass=None):
        if instance is None:
            raise AttributeError()
        if self.fget is None:
            raise AttributeError("unreadable attribute")
        return self.fget(instance)

    def __set__(self, instance, value):
        if self.fset is None:
            raise AttributeError("can't set attribute")
        self.fset(instance, value)


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


def coroutine(func):
    return func
