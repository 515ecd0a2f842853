"""Support for type hints, as objects that subscript, combine and print as theirs do. Nothing is checked at run time."""

import collections.abc as _abc

TYPE_CHECKING = False


def _repr(value):
    if isinstance(value, type) and not isinstance(value, _Alias):
        if value.__module__ == "builtins":
            return value.__qualname__
        return f"{value.__module__}.{value.__qualname__}"
    if value is ...:
        return "..."
    if isinstance(value, list):
        return "[" + ", ".join([_repr(item) for item in value]) + "]"
    if callable(value) and hasattr(value, "__name__") and not isinstance(value, (_Alias, TypeVar, NewType)):
        return value.__name__
    return repr(value)


def _convert(value):
    if value is None:
        return type(None)
    if isinstance(value, str):
        return ForwardRef(value)
    return value


def _parameters(args):
    found = []
    for arg in args:
        if isinstance(arg, list):
            inner = _parameters(arg)
        elif isinstance(arg, (TypeVar, ParamSpec, TypeVarTuple)):
            inner = (arg,)
        elif isinstance(arg, type):
            inner = ()
        else:
            inner = getattr(arg, "__parameters__", ())
        for parameter in inner:
            if parameter not in found:
                found.append(parameter)
    return tuple(found)


def _substitute(arg, values):
    if isinstance(arg, (TypeVar, ParamSpec)):
        return values.get(arg, arg)
    if isinstance(arg, list):
        return [_substitute(item, values) for item in arg]
    parameters = () if isinstance(arg, type) else getattr(arg, "__parameters__", ())
    if parameters:
        return arg[tuple([values.get(parameter, parameter) for parameter in parameters])]
    return arg


class _Final:
    """What all the objects of this module do: combine with |, and refuse to be called or instantiated."""

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]


class ForwardRef(_Final):
    """Internal wrapper to hold a forward reference."""

    def __init__(self, arg, is_argument=True):
        if not isinstance(arg, str):
            raise TypeError(f"Forward reference must be a string -- got {arg!r}")
        self.__forward_arg__ = arg

    def __eq__(self, other):
        return self.__forward_arg__ == other.__forward_arg__ if isinstance(other, ForwardRef) else NotImplemented

    def __hash__(self):
        return hash(self.__forward_arg__)

    def __repr__(self):
        return f"ForwardRef({self.__forward_arg__!r})"


class TypeVar(_Final):
    """Type variable."""

    def __init__(self, name, *constraints, bound=None, covariant=False, contravariant=False):
        if covariant and contravariant:
            raise ValueError("Bivariant types are not supported.")
        if constraints and bound is not None:
            raise TypeError("Constraints cannot be combined with bound=...")
        if len(constraints) == 1:
            raise TypeError("A single constraint is not allowed")
        self.__name__ = name
        self.__constraints__ = tuple([_convert(one) for one in constraints])
        self.__bound__ = None if bound is None else _convert(bound)
        self.__covariant__ = bool(covariant)
        self.__contravariant__ = bool(contravariant)

    def __repr__(self):
        return ("+" if self.__covariant__ else "-" if self.__contravariant__ else "~") + self.__name__

    def __mro_entries__(self, bases):
        raise TypeError("Cannot subclass an instance of TypeVar")


class ParamSpec(_Final):
    """Parameter specification variable."""

    def __init__(self, name, *, bound=None, covariant=False, contravariant=False):
        self.__name__ = name
        self.__bound__ = bound
        self.__covariant__ = covariant
        self.__contravariant__ = contravariant
        self.args = ParamSpecArgs(self)
        self.kwargs = ParamSpecKwargs(self)

    def __repr__(self):
        return "~" + self.__name__


class ParamSpecArgs(_Final):
    def __init__(self, origin):
        self.__origin__ = origin

    def __repr__(self):
        return f"{self.__origin__.__name__}.args"


class ParamSpecKwargs(_Final):
    def __init__(self, origin):
        self.__origin__ = origin

    def __repr__(self):
        return f"{self.__origin__.__name__}.kwargs"


class TypeVarTuple(_Final):
    """Type variable tuple."""

    def __init__(self, name):
        self.__name__ = name

    def __iter__(self):
        yield Unpack[self]

    def __repr__(self):
        return self.__name__


class _Special(_Final):
    """Any, NoReturn and the like: a name and no parameters."""

    def __init__(self, name, doc=None):
        self._name = name
        self.__doc__ = doc

    def __repr__(self):
        return "typing." + self._name

    def __call__(self, *args, **kwds):
        raise TypeError(f"Cannot instantiate {self!r}")

    def __getitem__(self, parameters):
        raise TypeError(f"{self!r} is not subscriptable")

    def __mro_entries__(self, bases):
        raise TypeError(f"Cannot subclass {self!r}")

    def __instancecheck__(self, obj):
        raise TypeError(f"{self!r} cannot be used with isinstance()")

    def __subclasscheck__(self, cls):
        raise TypeError(f"{self!r} cannot be used with issubclass()")


class _Form(_Special):
    """Union, Optional, Literal, …: `make` gives what subscription gives."""

    def __init__(self, name, make):
        self._name = name
        self._make = make

    def __getitem__(self, parameters):
        return self._make(self, parameters)


class _Alias(_Final):
    """A subscripted form or class: List[int], Union[int, str], Box[T]."""

    def __init__(self, origin, args, name=None, constructor=None):
        self.__origin__ = origin
        self.__args__ = args
        self.__parameters__ = _parameters(args)
        self._name = name

    @property
    def __module__(self):
        return "typing"

    def __getitem__(self, args):
        if not self.__parameters__:
            raise TypeError(f"{self!r} is not a generic class")
        if not isinstance(args, tuple):
            args = (args,)
        if len(args) != len(self.__parameters__) and not any([isinstance(p, (TypeVarTuple, ParamSpec)) for p in self.__parameters__]):
            many = "many" if len(args) > len(self.__parameters__) else "few"
            raise TypeError(f"Too {many} arguments for {self!r}; actual {len(args)}, expected {len(self.__parameters__)}")
        values = dict(zip(self.__parameters__, [_convert(arg) for arg in args]))
        changed = tuple([_substitute(arg, values) for arg in self.__args__])
        if self.__origin__ is Union:
            return Union[changed]
        return self._with(changed)

    def _with(self, args):
        return _Alias(self.__origin__, args, self._name)

    def __call__(self, *args, **kwargs):
        origin = self.__origin__
        if not isinstance(origin, type):
            raise TypeError(f"Cannot instantiate {self!r}")
        if self._name is not None and origin in _NOT_CALLED:
            raise TypeError(f"Type {self._name} cannot be instantiated; use {origin.__name__}() instead")
        made = origin(*args, **kwargs)
        try:
            made.__orig_class__ = self
        except (AttributeError, TypeError):
            pass
        return made

    def __mro_entries__(self, bases):
        origin = self.__origin__
        if not isinstance(origin, type):
            raise TypeError(f"Cannot subclass {self!r}")
        entries = []
        if origin not in bases:
            entries.append(origin)
        # A class made from a parameterised alias is generic itself, unless a later base says so.
        if self.__parameters__ and origin is not Generic and not issubclass(origin, Generic):
            later = bases[bases.index(self) + 1:]
            if not any([isinstance(base, _Alias) or (isinstance(base, type) and issubclass(base, Generic)) for base in later]):
                entries.append(Generic)
        return tuple(entries)

    def __eq__(self, other):
        if not isinstance(other, _Alias):
            return NotImplemented
        if self.__origin__ is Union and other.__origin__ is Union:
            return set(self.__args__) == set(other.__args__)
        return self.__origin__ == other.__origin__ and self.__args__ == other.__args__

    def __hash__(self):
        if self.__origin__ is Union:
            return hash((Union, frozenset(self.__args__)))
        return hash((self.__origin__, tuple([tuple(arg) if isinstance(arg, list) else arg for arg in self.__args__])))

    def __getattr__(self, name):
        if name.startswith("__") and name.endswith("__") and name not in ("__name__", "__qualname__", "__doc__"):
            raise AttributeError(name)
        if name == "__name__" and self._name is not None:
            return self._name
        return getattr(self.__origin__, name)

    def __repr__(self):
        origin = self.__origin__
        args = self.__args__
        if origin is Union:
            if len(args) == 2 and type(None) in args:
                return f"typing.Optional[{_repr(args[0] if args[1] is type(None) else args[1])}]"
        name = f"typing.{self._name}" if self._name is not None else _repr(origin)
        if origin is _abc.Callable:
            if len(args) == 2 and args[0] is ...:
                return f"{name}[..., {_repr(args[1])}]"
            if len(args) == 2 and isinstance(args[0], (ParamSpec, _Alias)) and self._parameters_as_given:
                return f"{name}[{_repr(args[0])}, {_repr(args[1])}]"
            return f"{name}[[{', '.join([_repr(arg) for arg in args[:-1]])}], {_repr(args[-1])}]"
        if origin is Literal:
            return f"typing.Literal[{', '.join([repr(arg) for arg in args])}]"
        if not args:
            return f"{name}[()]"
        return f"{name}[{', '.join([_repr(arg) for arg in args])}]"

    _parameters_as_given = False

    def __instancecheck__(self, obj):
        if self.__origin__ is Union:
            return isinstance(obj, self.__args__)
        raise TypeError("Subscripted generics cannot be used with class and instance checks")

    def __subclasscheck__(self, cls):
        if self.__origin__ is Union:
            return issubclass(cls, self.__args__)
        raise TypeError("Subscripted generics cannot be used with class and instance checks")


class _Bare(_Alias):
    """List, Dict, Callable and their like before they are subscripted."""

    def __init__(self, origin, count, name):
        self.__origin__ = origin
        self.__args__ = ()
        self.__parameters__ = ()
        self._count = count
        self._name = name

    def __getitem__(self, args):
        origin = self.__origin__
        if origin is _abc.Callable:
            return _callable(args)
        if not isinstance(args, tuple):
            args = (args,)
        if origin is tuple:
            args = tuple([_convert(arg) for arg in args])
            return _Alias(origin, args, self._name)
        if self._count is not None and len(args) != self._count:
            many = "many" if len(args) > self._count else "few"
            raise TypeError(f"Too {many} arguments for {self!r}; actual {len(args)}, expected {self._count}")
        return _Alias(origin, tuple([_convert(arg) for arg in args]), self._name)

    def __repr__(self):
        return "typing." + self._name

    def __eq__(self, other):
        return self is other

    def __hash__(self):
        return hash(self._name)

    def __instancecheck__(self, obj):
        return isinstance(obj, self.__origin__)

    def __subclasscheck__(self, cls):
        return issubclass(cls, self.__origin__)


def _callable(args):
    if not isinstance(args, tuple) or len(args) != 2:
        raise TypeError("Callable must be used as Callable[[arg, ...], result].")
    parameters, result = args
    result = _convert(result)
    if isinstance(parameters, list):
        return _Alias(_abc.Callable, (*[_convert(parameter) for parameter in parameters], result), "Callable")
    if parameters is not ... and not isinstance(parameters, (ParamSpec, _Alias)):
        raise TypeError(f"Callable[args, result]: args must be a list. Got {parameters!r}")
    made = _Alias(_abc.Callable, (parameters, result), "Callable")
    made._parameters_as_given = True
    return made


def _make_union(form, parameters):
    if parameters == ():
        raise TypeError("Cannot take a Union of no types.")
    if not isinstance(parameters, tuple):
        parameters = (parameters,)
    flat = []
    for one in parameters:
        one = _convert(one)
        if isinstance(one, _Alias) and one.__origin__ is Union:
            inner = one.__args__
        elif type(one) is _UNION:
            inner = one.__args__
        else:
            inner = (one,)
        for item in inner:
            if not _is_type(item):
                raise TypeError(f"Union[arg, ...]: each arg must be a type. Got {repr(item):.100}.")
            if item not in flat:
                flat.append(item)
    if len(flat) == 1:
        return flat[0]
    return _Alias(Union, tuple(flat), "Union")


def _is_type(value):
    return isinstance(value, (type, _Final)) or callable(value) or value is ... or type(value).__name__ in ("GenericAlias", "UnionType")


def _make_optional(form, parameter):
    if isinstance(parameter, tuple):
        raise TypeError(f"typing.Optional requires a single type. Got {repr(parameter):.100}.")
    return Union[parameter, type(None)]


def _make_literal(form, parameters):
    if not isinstance(parameters, tuple):
        parameters = (parameters,)
    flat = []
    seen = []
    for one in parameters:
        inner = one.__args__ if isinstance(one, _Alias) and one.__origin__ is Literal else (one,)
        for item in inner:
            if (type(item), item) not in seen:
                seen.append((type(item), item))
                flat.append(item)
    return _Alias(Literal, tuple(flat), "Literal")


def _make_one(form, parameter):
    if isinstance(parameter, tuple):
        raise TypeError(f"{form!r} accepts only single type.")
    return _Alias(form, (_convert(parameter),), form._name)


def _make_many(form, parameters):
    if not isinstance(parameters, tuple):
        parameters = (parameters,)
    return _Alias(form, tuple([_convert(one) for one in parameters]), form._name)


class _AnnotatedAlias(_Alias):
    def __init__(self, origin, metadata):
        super().__init__(origin, (origin,), "Annotated")
        self.__metadata__ = metadata

    def _with(self, args):
        return _AnnotatedAlias(args[0], self.__metadata__)

    def __repr__(self):
        return f"typing.Annotated[{_repr(self.__origin__)}, {', '.join([repr(item) for item in self.__metadata__])}]"

    def __eq__(self, other):
        if not isinstance(other, _AnnotatedAlias):
            return NotImplemented
        return self.__origin__ == other.__origin__ and self.__metadata__ == other.__metadata__

    def __hash__(self):
        return hash((self.__origin__, self.__metadata__))


def _make_annotated(form, parameters):
    if not isinstance(parameters, tuple) or len(parameters) < 2:
        raise TypeError("Annotated[...] should be used with at least two arguments (a type and an annotation).")
    origin = _convert(parameters[0])
    metadata = parameters[1:]
    if isinstance(origin, _AnnotatedAlias):
        metadata = origin.__metadata__ + metadata
        origin = origin.__origin__
    return _AnnotatedAlias(origin, metadata)


_UNION = type(int | str)


class _AnyMeta(type):
    def __instancecheck__(self, obj):
        if self is Any:
            raise TypeError("typing.Any cannot be used with isinstance()")
        return type.__instancecheck__(self, obj)

    def __repr__(self):
        return "typing.Any" if self is Any else type.__repr__(self)


class Any(metaclass=_AnyMeta):
    """Special type indicating an unconstrained type."""

    def __new__(cls, *args, **kwargs):
        if cls is Any:
            raise TypeError("Any cannot be instantiated")
        return super().__new__(cls, *args, **kwargs)


NoReturn = _Special("NoReturn")
Never = _Special("Never")
Self = _Special("Self")
LiteralString = _Special("LiteralString")
TypeAlias = _Special("TypeAlias")
Union = _Form("Union", _make_union)
Optional = _Form("Optional", _make_optional)
Literal = _Form("Literal", _make_literal)
ClassVar = _Form("ClassVar", _make_one)
Final = _Form("Final", _make_one)
Required = _Form("Required", _make_one)
NotRequired = _Form("NotRequired", _make_one)
TypeGuard = _Form("TypeGuard", _make_one)
Unpack = _Form("Unpack", _make_one)
Concatenate = _Form("Concatenate", _make_many)
Annotated = _Form("Annotated", _make_annotated)

List = _Bare(list, 1, "List")
Dict = _Bare(dict, 2, "Dict")
Set = _Bare(set, 1, "Set")
FrozenSet = _Bare(frozenset, 1, "FrozenSet")
Tuple = _Bare(tuple, None, "Tuple")
Type = _Bare(type, 1, "Type")
Callable = _Bare(_abc.Callable, None, "Callable")
_NOT_CALLED = (list, dict, set, frozenset, tuple, type)

for _name, _count in (("Hashable", 0), ("Sized", 0), ("Iterable", 1), ("Iterator", 1), ("Generator", 3), ("Reversible", 1),
                      ("Container", 1), ("Collection", 1), ("Sequence", 1), ("MutableSequence", 1), ("Mapping", 2),
                      ("MutableMapping", 2), ("MutableSet", 1), ("KeysView", 1), ("ItemsView", 2), ("ValuesView", 1),
                      ("MappingView", 1), ("Awaitable", 1), ("Coroutine", 3), ("AsyncIterable", 1), ("AsyncIterator", 1),
                      ("AsyncGenerator", 2)):
    if hasattr(_abc, _name):
        globals()[_name] = _Bare(getattr(_abc, _name), _count, _name)
AbstractSet = _Bare(_abc.Set, 1, "AbstractSet")
ByteString = _Bare(bytes, 0, "ByteString")
Text = str

import collections as _collections
Deque = _Bare(_collections.deque, 1, "Deque")
DefaultDict = _Bare(_collections.defaultdict, 2, "DefaultDict")
OrderedDict = _Bare(_collections.OrderedDict, 2, "OrderedDict")
Counter = _Bare(_collections.Counter, 1, "Counter")
ChainMap = _Bare(_collections.ChainMap, 2, "ChainMap")
_NOT_CALLED_ABC = ()


class Generic:
    """Abstract base class for generic types."""

    __slots__ = ()

    @classmethod
    def __class_getitem__(cls, params):
        if not isinstance(params, tuple):
            params = (params,)
        if not params and cls is not tuple:
            raise TypeError(f"Parameter list to {cls.__qualname__}[...] cannot be empty")
        params = tuple([_convert(param) for param in params])
        if cls is Generic or cls is Protocol:
            if not all([isinstance(param, (TypeVar, ParamSpec, TypeVarTuple, _Alias)) for param in params]):
                raise TypeError(f"Parameters to {cls.__name__}[...] must all be type variables or parameter specification variables.")
            return _Alias(cls, params, cls.__name__)
        return _Alias(cls, params)

    def __init_subclass__(cls, *args, **kwargs):
        super().__init_subclass__(*args, **kwargs)
        parameters = []
        for base in cls.__dict__.get("__orig_bases__", ()):
            for parameter in getattr(base, "__parameters__", ()) if isinstance(base, _Alias) else ():
                if parameter not in parameters:
                    parameters.append(parameter)
        cls.__parameters__ = tuple(parameters)


class _ProtocolMeta(type(_abc.Sized)):
    def __instancecheck__(cls, instance):
        if cls.__dict__.get("_is_protocol", False):
            if not getattr(cls, "_is_runtime_protocol", False):
                raise TypeError("Instance and class checks can only be used with @runtime_checkable protocols")
            if super().__instancecheck__(instance):
                return True
            names = _protocol_members(cls)
            return all([hasattr(instance, name) for name in names])
        return super().__instancecheck__(instance)

    def __subclasscheck__(cls, subclass):
        if cls.__dict__.get("_is_protocol", False) and cls is not Protocol:
            if cls in subclass.__mro__:
                return True
            if not getattr(cls, "_is_runtime_protocol", False):
                raise TypeError("Instance and class checks can only be used with @runtime_checkable protocols")
            names = _protocol_members(cls)
            return all([any([name in base.__dict__ for base in subclass.__mro__]) for name in names])
        return super().__subclasscheck__(subclass)


def _protocol_members(cls):
    names = []
    for base in cls.__mro__:
        if base in (object, Generic) or base.__name__ in ("Protocol", "Generic"):
            continue
        for name in [*base.__dict__, *base.__dict__.get("__annotations__", {})]:
            if name not in _IGNORED_MEMBERS and not name.startswith("_abc_") and name not in names:
                names.append(name)
    return names


_IGNORED_MEMBERS = frozenset((
    "__abstractmethods__", "__annotations__", "__dict__", "__doc__", "__init__", "__module__", "__new__", "__slots__",
    "__subclasshook__", "__weakref__", "__class_getitem__", "__parameters__", "__orig_bases__", "__qualname__", "_is_protocol",
    "_is_runtime_protocol", "__init_subclass__", "__hash__", "__firstlineno__", "__static_attributes__"))


def _no_init(self, *args, **kwargs):
    if type(self).__dict__.get("_is_protocol", False):
        raise TypeError("Protocols cannot be instantiated")


class Protocol(Generic, metaclass=_ProtocolMeta):
    """Base class for protocol classes."""

    __slots__ = ()
    _is_protocol = True
    _is_runtime_protocol = False

    def __init_subclass__(cls, *args, **kwargs):
        super().__init_subclass__(*args, **kwargs)
        if "_is_protocol" not in cls.__dict__:
            cls._is_protocol = Protocol in cls.__bases__
        if cls._is_protocol and "__init__" not in cls.__dict__:
            cls.__init__ = _no_init
        elif not cls._is_protocol and cls.__init__ is _no_init:
            cls.__init__ = object.__init__


def runtime_checkable(cls):
    """Mark a protocol class as a runtime protocol."""
    if not getattr(cls, "_is_protocol", False):
        raise TypeError(f"@runtime_checkable can be only applied to protocol classes, got {cls!r}")
    cls._is_runtime_protocol = True
    return cls


@runtime_checkable
class SupportsInt(Protocol):
    def __int__(self): ...


@runtime_checkable
class SupportsFloat(Protocol):
    def __float__(self): ...


@runtime_checkable
class SupportsComplex(Protocol):
    def __complex__(self): ...


@runtime_checkable
class SupportsIndex(Protocol):
    def __index__(self): ...


@runtime_checkable
class SupportsAbs(Protocol):
    def __abs__(self): ...


@runtime_checkable
class SupportsRound(Protocol):
    def __round__(self, ndigits=0): ...


AnyStr = TypeVar("AnyStr", bytes, str)


class IO(Generic[AnyStr]):
    pass


class TextIO(IO[str]):
    pass


class BinaryIO(IO[bytes]):
    pass


class NewType(_Final):
    """NewType creates simple unique types with almost zero runtime overhead."""

    def __init__(self, name, tp):
        self.__qualname__ = self.__name__ = name
        self.__supertype__ = tp
        self.__module__ = "__main__"

    def __call__(self, x):
        return x

    def __repr__(self):
        return f"{self.__module__}.{self.__qualname__}"


# --- NamedTuple and TypedDict: bases that stand for others while a class is made

class _NamedTupleBase(tuple):
    __slots__ = ()

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        if _NamedTupleBase not in cls.__bases__:
            return
        types = cls.__dict__.get("__annotations__", {})
        defaults = [cls.__dict__[name] for name in types if name in cls.__dict__]
        seen = False
        for name in types:
            if name in cls.__dict__:
                seen = True
            elif seen:
                names = [one for one in types if one in cls.__dict__]
                raise TypeError(f"Non-default namedtuple field {name} cannot follow default field{'s' if len(names) > 1 else ''} "
                                f"{', '.join(names)}")
        model = _collections.namedtuple(cls.__name__, list(types), defaults=defaults)
        for name, value in model.__dict__.items():
            if name in types or name in ("_fields", "_field_defaults", "_make", "_replace", "_asdict", "__new__", "__match_args__",
                                         "__getnewargs__") or (name == "__repr__" and "__repr__" not in cls.__dict__):
                setattr(cls, name, value)


class _NamedTupleForm:
    def __mro_entries__(self, bases):
        return (_NamedTupleBase,)

    def __call__(self, typename, fields=None, /, **kwargs):
        """Typed version of namedtuple."""
        if fields is None:
            fields = list(kwargs.items())
        types = {name: _convert(kind) for name, kind in fields}
        made = _collections.namedtuple(typename, [name for name, _ in fields])
        made.__annotations__ = types
        return made

    def __repr__(self):
        return "<function NamedTuple>"


NamedTuple = _NamedTupleForm()


class _TypedDictMeta(type):
    def __new__(metacls, name, bases, namespace, total=True):
        bases = tuple([base for base in bases if base is not _TypedDictBase]) or (dict,)
        annotations = {}
        required, optional = set(), set()
        for base in bases:
            annotations.update(getattr(base, "__annotations__", {}) if base is not dict else {})
            required.update(getattr(base, "__required_keys__", ()))
            optional.update(getattr(base, "__optional_keys__", ()))
        for key, kind in namespace.get("__annotations__", {}).items():
            annotations[key] = _convert(kind)
            origin = getattr(kind, "__origin__", None)
            (required if origin is Required or (total and origin is not NotRequired) else optional).add(key)
        namespace["__annotations__"] = annotations
        made = super().__new__(metacls, name, (dict,), namespace)
        made.__total__ = total
        made.__required_keys__ = frozenset(required)
        made.__optional_keys__ = frozenset(optional)
        return made

    def __init__(cls, *args, **kwargs):
        pass

    def __call__(cls, *args, **kwargs):
        return dict(*args, **kwargs)

    def __instancecheck__(cls, instance):
        raise TypeError("TypedDict does not support instance and class checks")

    def __subclasscheck__(cls, other):
        raise TypeError("TypedDict does not support instance and class checks")


_TypedDictBase = type.__new__(_TypedDictMeta, "TypedDict", (), {})


class _TypedDictForm:
    def __mro_entries__(self, bases):
        return (_TypedDictBase,)

    def __call__(self, typename, fields=None, /, *, total=True, **kwargs):
        """A simple typed namespace. At runtime it is equivalent to a plain dict."""
        return _TypedDictMeta(typename, (_TypedDictBase,), {"__annotations__": dict(kwargs if fields is None else fields)}, total=total)

    def __repr__(self):
        return "<function TypedDict>"


TypedDict = _TypedDictForm()


# --- functions

def cast(typ, val):
    """Cast a value to a type."""
    return val


def assert_type(val, typ, /):
    return val


def reveal_type(obj, /):
    return obj


def assert_never(arg, /):
    raise AssertionError(f"Expected code to be unreachable, but got: {arg!r}")


def overload(func):
    """Decorator for overloaded functions/methods."""
    return _overload_dummy


def _overload_dummy(*args, **kwds):
    raise NotImplementedError("You should not call an overloaded function. A series of @overload-decorated functions outside a stub "
                              "module should always be followed by an implementation that is not @overload-ed.")


def get_overloads(func):
    return []


def clear_overloads():
    pass


def final(f):
    """Decorator to indicate final methods and final classes."""
    try:
        f.__final__ = True
    except (AttributeError, TypeError):
        pass
    return f


def override(f):
    try:
        f.__override__ = True
    except (AttributeError, TypeError):
        pass
    return f


def no_type_check(arg):
    return arg


def no_type_check_decorator(decorator):
    return decorator


def dataclass_transform(*, eq_default=True, order_default=False, kw_only_default=False, field_specifiers=(), **kwargs):
    def decorate(cls_or_fn):
        return cls_or_fn
    return decorate


def get_origin(tp):
    """Get the unsubscripted version of a type."""
    if isinstance(tp, _AnnotatedAlias):
        return Annotated
    if isinstance(tp, _Bare):
        return tp.__origin__
    if isinstance(tp, _Alias) or type(tp).__name__ in ("GenericAlias", "UnionType"):
        return getattr(tp, "__origin__", _UNION)
    if tp is Generic:
        return Generic
    return None


def get_args(tp):
    """Get type arguments with all substitutions performed."""
    if isinstance(tp, _AnnotatedAlias):
        return (tp.__origin__,) + tp.__metadata__
    if isinstance(tp, _Alias):
        args = tp.__args__
        if tp.__origin__ is _abc.Callable and args and not (len(args) == 2 and (args[0] is ... or tp._parameters_as_given)):
            return (list(args[:-1]), args[-1])
        return args
    if type(tp).__name__ in ("GenericAlias", "UnionType"):
        return tp.__args__
    return ()


def get_type_hints(obj, globalns=None, localns=None, include_extras=False):
    """Return type hints for an object."""
    hints = {}
    if isinstance(obj, type):
        for base in reversed(obj.__mro__):
            for name, value in base.__dict__.get("__annotations__", {}).items():
                hints[name] = _resolve(value, globalns, localns, include_extras)
        return hints
    annotations = getattr(obj, "__annotations__", None)
    if annotations is None:
        raise TypeError(f"{obj!r} is not a module, class, method, or function.")
    if globalns is None:
        globalns = getattr(obj, "__globals__", None)
    for name, value in annotations.items():
        hints[name] = _resolve(value, globalns, localns, include_extras)
    return hints


def _resolve(value, globalns, localns, include_extras):
    if value is None:
        return type(None)
    if isinstance(value, ForwardRef):
        value = value.__forward_arg__
    if isinstance(value, str):
        for scope in (localns, globalns, _BUILTINS):
            if scope and value in scope:
                return scope[value]
        return ForwardRef(value)
    if isinstance(value, _AnnotatedAlias) and not include_extras:
        return value.__origin__
    return value


_BUILTINS = {cls.__name__: cls for cls in (int, str, float, bool, bytes, list, dict, set, tuple, frozenset, complex, object, type)}


def is_typeddict(tp):
    """Check if an annotation is a TypedDict class."""
    return isinstance(tp, _TypedDictMeta)


T = TypeVar("T")
KT = TypeVar("KT")
VT = TypeVar("VT")
T_co = TypeVar("T_co", covariant=True)
V_co = TypeVar("V_co", covariant=True)
VT_co = TypeVar("VT_co", covariant=True)
T_contra = TypeVar("T_contra", contravariant=True)

__all__ = [_name for _name in list(globals()) if not _name.startswith("_") and _name not in ("T", "KT", "VT", "T_co", "V_co", "VT_co", "T_contra")]
