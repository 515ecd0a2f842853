"""Names for the types of the interpreter's objects."""


def _function():
    cell = None

    def inner():
        return cell
    return inner


def _generator():
    yield 1


class _Class:
    def method(self):
        pass


FunctionType = LambdaType = type(_function)
CodeType = type(_function.__code__)
MappingProxyType = type(type.__dict__)
GeneratorType = type(_generator())
MethodType = type(_Class().method)
BuiltinFunctionType = BuiltinMethodType = type(len)
NoneType = type(None)
NotImplementedType = type(NotImplemented)
EllipsisType = type(Ellipsis)
GenericAlias = type(list[int])
UnionType = type(int | str)
try:
    raise ValueError
except ValueError as _error:
    TracebackType = type(_error.__traceback__)
if _function().__closure__:
    CellType = type(_function().__closure__[0])
import operator as _operator
ModuleType = type(_operator)
del _operator, _generator, _Class


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
    for base in bases:
        entries = None if isinstance(base, type) else getattr(type(base), "__mro_entries__", None)
        if entries is None:
            resolved.append(base)
        else:
            resolved.extend(entries(base, bases))
    return tuple(resolved)


def new_class(name, bases=(), kwds=None, exec_body=None):
    """Create a class object dynamically."""
    namespace = {}
    if exec_body is not None:
        exec_body(namespace)
    kwds = dict(kwds or {})
    meta = kwds.pop("metaclass", None)
    resolved = resolve_bases(bases)
    if meta is None:
        meta = type(resolved[0]) if resolved else type
    return meta(name, resolved, namespace, **kwds)


def coroutine(func):
    return func
