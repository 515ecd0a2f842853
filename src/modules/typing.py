"""Support for type hints, as objects that subscript, combine and print as theirs do. Nothing is checked at run time."""

import collections as _collections
import collections.abc as _abc
import functools as _functools
import operator as _operator
import re as _re
import sys as _sys
import types as _types
from _abc import _ask_others
from abc import ABCMeta as _ABCMeta, abstractmethod as _abstractmethod

__all__ = ["Annotated", "Any", "Callable", "ClassVar", "Concatenate", "Final", "ForwardRef", "Generic", "Literal", "Optional", "ParamSpec",
           "Protocol", "Tuple", "Type", "TypeVar", "TypeVarTuple", "Union", "AbstractSet", "ByteString", "Container", "ContextManager",
           "Hashable", "ItemsView", "Iterable", "Iterator", "KeysView", "Mapping", "MappingView", "MutableMapping", "MutableSequence",
           "MutableSet", "Sequence", "Sized", "ValuesView", "Awaitable", "AsyncIterator", "AsyncIterable", "Coroutine", "Collection",
           "AsyncGenerator", "AsyncContextManager", "Reversible", "SupportsAbs", "SupportsBytes", "SupportsComplex", "SupportsFloat",
           "SupportsIndex", "SupportsInt", "SupportsRound", "ChainMap", "Counter", "Deque", "Dict", "DefaultDict", "List", "OrderedDict",
           "Set", "FrozenSet", "NamedTuple", "TypedDict", "Generator", "BinaryIO", "IO", "Match", "Pattern", "TextIO", "AnyStr",
           "assert_type", "assert_never", "cast", "clear_overloads", "dataclass_transform", "final", "get_args", "get_origin",
           "get_overloads", "get_type_hints", "is_typeddict", "LiteralString", "Never", "NewType", "no_type_check",
           "no_type_check_decorator", "NoReturn", "NotRequired", "overload", "override", "ParamSpecArgs", "ParamSpecKwargs", "Required",
           "reveal_type", "runtime_checkable", "Self", "Text", "TYPE_CHECKING", "TypeAlias", "TypeAliasType", "TypeGuard", "Unpack"]

TYPE_CHECKING = False

GenericAlias = _BuiltinAlias = _types.GenericAlias
_BuiltinUnion = _types.UnionType


# --- checking and showing arguments

def _convert(value, module=None, special=False):
    if value is None:
        return type(None)
    if isinstance(value, str):
        return ForwardRef(value, module=module, is_class=special)
    return value


def _check(value, message, is_argument=True, module=None, special=False):
    # What may stand where a type is wanted. `special`: ClassVar and Final may, as in the annotations of a class.
    value = _convert(value, module, special)
    bad_origins = (Generic, Protocol)
    if not special:
        bad_origins += (ClassVar,)
        if is_argument:
            bad_origins += (Final,)
    if isinstance(value, _GenericAlias) and value.__origin__ in bad_origins:
        raise TypeError(f"{value} is not valid as type argument")
    if value in (Any, LiteralString, NoReturn, Never, Self, TypeAlias) or (special and value in (ClassVar, Final)):
        return value
    if isinstance(value, _SpecialForm) or value in (Generic, Protocol):
        raise TypeError(f"Plain {value} is not valid as type argument")
    if type(value) is tuple:
        raise TypeError(f"{message} Got {value!r:.100}.")
    return value


def _show(value):
    # As a part of an alias's repr.
    if isinstance(value, _BuiltinAlias):
        return repr(value)
    if isinstance(value, tuple):
        return "[" + ", ".join([_show(item) for item in value]) + "]"
    if isinstance(value, type):
        if value.__module__ == "builtins":
            return value.__qualname__
        return f"{value.__module__}.{value.__qualname__}"
    if value is ...:
        return "..."
    if isinstance(value, _types.FunctionType):
        return value.__name__
    return repr(value)


def _is_unpacked_variables(value):
    return not isinstance(value, type) and getattr(value, "__typing_is_unpacked_typevartuple__", False)


def _unpacked_tuple_args(value):
    # What *tuple[int, str] stands for, or None.
    if getattr(value, "__typing_is_unpacked_typevartuple__", False):
        return None
    if getattr(value, "__typing_unpacked_tuple_args__", None) is not None:
        return value.__typing_unpacked_tuple_args__
    return None


def _flatten_unpacked(args):
    flat = []
    for arg in args:
        inner = _unpacked_tuple_args(arg)
        if inner is not None and not (inner and inner[-1] is ...):
            flat.extend(inner)
        else:
            flat.append(arg)
    return flat


def _parameters_of(args):
    # The type variables in them, each once, in the order of their first appearance.
    found = []
    for arg in args:
        if isinstance(arg, type):
            continue
        if isinstance(arg, tuple):
            inner = _parameters_of(arg)
        elif hasattr(arg, "__typing_subst__"):
            inner = (arg,)
        else:
            inner = getattr(arg, "__parameters__", ())
        for parameter in inner:
            if parameter not in found:
                found.append(parameter)
    return tuple(found)


def _check_count(what, given, expected):
    if not expected:
        raise TypeError(f"{what} is not a generic class")
    if len(given) != expected:
        raise TypeError(f"Too {'many' if len(given) > expected else 'few'} arguments for {what}; actual {len(given)}, expected {expected}")


def _unique(values):
    # In order, by equality.
    found = []
    for value in values:
        if value not in found:
            found.append(value)
    return found


def _calling_module():
    # Frames of the library don't count.
    return _sys._getframemodulename(0)


# --- special forms

class _Final:
    # Nobody derives from these.

    __slots__ = ("__weakref__",)

    def __init_subclass__(cls, /, *args, _root=False, **kwds):
        if not _root:
            raise TypeError("Cannot subclass special typing classes")


class _Immutable:
    __slots__ = ()

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


class _Combines:
    # X | Y makes unions.
    __slots__ = ()

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]


class _NotIterable:
    # What subscripts as a class does would be iterable by its __getitem__.
    __slots__ = ()
    __iter__ = None


class _SpecialForm(_Final, _NotIterable, _root=True):
    # Union, ClassVar, NoReturn and their like, each made from a function that says what subscription gives.
    __slots__ = ("_name", "__doc__", "_getitem")

    def __init__(self, getitem):
        self._getitem = getitem
        self._name = getitem.__name__
        self.__doc__ = getitem.__doc__

    def __getattr__(self, name):
        if name in ("__name__", "__qualname__"):
            return self._name
        if name == "__module__":
            return "typing"
        raise AttributeError(name)

    def __mro_entries__(self, bases):
        raise TypeError(f"Cannot subclass {self!r}")

    def __repr__(self):
        return "typing." + self._name

    def __reduce__(self):
        return self._name

    def __call__(self, *args, **kwds):
        raise TypeError(f"Cannot instantiate {self!r}")

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]

    def __instancecheck__(self, obj):
        raise TypeError(f"{self} cannot be used with isinstance()")

    def __subclasscheck__(self, cls):
        raise TypeError(f"{self} cannot be used with issubclass()")

    def __getitem__(self, parameters):
        return self._getitem(self, parameters)


class _LiteralForm(_SpecialForm, _root=True):
    def __getitem__(self, parameters):
        return self._getitem(self, *(parameters if isinstance(parameters, tuple) else (parameters,)))


class _AnyMeta(type):
    def __instancecheck__(self, obj):
        if self is Any:
            raise TypeError("typing.Any cannot be used with isinstance()")
        return super().__instancecheck__(obj)

    def __repr__(self):
        return "typing.Any" if self is Any else super().__repr__()


class Any(metaclass=_AnyMeta):
    """Any type at all: every value is one, and everything may be done with it."""

    def __new__(cls, *args, **kwargs):
        if cls is Any:
            raise TypeError("Any cannot be instantiated")
        return super().__new__(cls, *args, **kwargs)


def _plain(self, parameters):
    raise TypeError(f"{self} is not subscriptable")


def _plain_form(name, doc):
    form = _SpecialForm(_plain)
    form._name = name
    form.__doc__ = doc
    return form


NoReturn = _plain_form("NoReturn", "The type of what a function gives that never returns.")
Never = _plain_form("Never", "The type that no value has.")
Self = _plain_form("Self", "The class that a method is called on.")
LiteralString = _plain_form("LiteralString", "A string that was made of literals alone.")


@_SpecialForm
def ClassVar(self, parameters):
    """A variable of the class, which instances don't set."""
    item = _check(parameters, f"{self} accepts only single type.")
    return _GenericAlias(self, (item,))


@_SpecialForm
def Final(self, parameters):
    """A name that is not to be assigned again, or overridden."""
    item = _check(parameters, f"{self} accepts only single type.")
    return _GenericAlias(self, (item,))


@_SpecialForm
def Union(self, parameters):
    """One of several types."""
    if parameters == ():
        raise TypeError("Cannot take a Union of no types.")
    if not isinstance(parameters, tuple):
        parameters = (parameters,)
    flat = []
    for one in parameters:
        one = _check(one, "Union[arg, ...]: each arg must be a type.")
        flat.extend(one.__args__ if isinstance(one, (_UnionGenericAlias, _BuiltinUnion)) else (one,))
    flat = _unique(flat)
    if len(flat) == 1:
        return flat[0]
    if len(flat) == 2 and type(None) in flat:
        return _UnionGenericAlias(self, tuple(flat), name="Optional")
    return _UnionGenericAlias(self, tuple(flat))


@_SpecialForm
def Optional(self, parameters):
    """Optional[X] is Union[X, None]."""
    return Union[_check(parameters, f"{self} requires a single type."), type(None)]


@_LiteralForm
def Literal(self, *parameters):
    """One of several values."""
    flat = []
    for one in parameters:
        flat.extend(one.__args__ if isinstance(one, _LiteralGenericAlias) else (one,))
    # Each once, unless some can't be hashed.
    try:
        flat = list({(value, type(value)): value for value in flat}.values())
    except TypeError:
        pass
    return _LiteralGenericAlias(self, tuple(flat))


TypeAlias = _plain_form("TypeAlias", "Says that an assignment makes an alias of a type.")


@_SpecialForm
def Concatenate(self, parameters):
    """The parameters of a function: some, and then those of a ParamSpec."""
    if parameters == ():
        raise TypeError("Cannot take a Concatenate of no types.")
    if not isinstance(parameters, tuple):
        parameters = (parameters,)
    if not (parameters[-1] is ... or isinstance(parameters[-1], ParamSpec)):
        raise TypeError("The last parameter to Concatenate should be a ParamSpec variable or ellipsis.")
    message = "Concatenate[arg, ...]: each arg must be a type."
    return _ConcatenateGenericAlias(self, (*[_check(one, message) for one in parameters[:-1]], parameters[-1]), _in_callable=True)


@_SpecialForm
def TypeGuard(self, parameters):
    """What a function gives that says whether its argument has a type."""
    return _GenericAlias(self, (_check(parameters, f"{self} accepts only single type."),))


@_SpecialForm
def Required(self, parameters):
    """A key of a TypedDict that must be there."""
    return _GenericAlias(self, (_check(parameters, f"{self._name} accepts only a single type."),))


@_SpecialForm
def NotRequired(self, parameters):
    """A key of a TypedDict that may be missing."""
    return _GenericAlias(self, (_check(parameters, f"{self._name} accepts only a single type."),))


@_SpecialForm
def Unpack(self, parameters):
    """Unpack[Ts] is *Ts."""
    return _UnpackGenericAlias(origin=self, args=(_check(parameters, f"{self} accepts only single type."),))


# --- forward references

class ForwardRef(_Final, _root=True):
    """A type that is named in a string, to be looked up later."""

    __slots__ = ("__forward_arg__", "__forward_code__", "__forward_evaluated__", "__forward_value__", "__forward_is_argument__",
                 "__forward_is_class__", "__forward_module__")

    def __init__(self, arg, is_argument=True, module=None, *, is_class=False):
        if not isinstance(arg, str):
            raise TypeError(f"Forward reference must be a string -- got {arg!r}")
        # *Ts is no expression by itself.
        try:
            self.__forward_code__ = compile(f"({arg},)[0]" if arg[:1] == "*" else arg, "<string>", "eval")
        except SyntaxError:
            raise SyntaxError(f"Forward reference must be an expression -- got {arg!r}")
        self.__forward_arg__ = arg
        self.__forward_evaluated__ = False
        self.__forward_value__ = None
        self.__forward_is_argument__ = is_argument
        self.__forward_is_class__ = is_class
        self.__forward_module__ = module

    def _evaluate(self, globalns, localns, recursive_guard=frozenset()):
        if self.__forward_arg__ in recursive_guard:
            return self
        if not self.__forward_evaluated__ or localns is not globalns:
            if globalns is None and localns is None:
                globalns = localns = {}
            elif globalns is None:
                globalns = localns
            elif localns is None:
                localns = globalns
            if self.__forward_module__ is not None:
                globalns = getattr(_sys.modules.get(self.__forward_module__, None), "__dict__", globalns)
            value = _check(eval(self.__forward_code__, globalns, localns), "Forward references must evaluate to types.",
                           is_argument=self.__forward_is_argument__, special=self.__forward_is_class__)
            self.__forward_value__ = _evaluate(value, globalns, localns, recursive_guard | {self.__forward_arg__})
            self.__forward_evaluated__ = True
        return self.__forward_value__

    def __eq__(self, other):
        if not isinstance(other, ForwardRef):
            return NotImplemented
        if self.__forward_evaluated__ and other.__forward_evaluated__:
            return self.__forward_arg__ == other.__forward_arg__ and self.__forward_value__ == other.__forward_value__
        return self.__forward_arg__ == other.__forward_arg__ and self.__forward_module__ == other.__forward_module__

    def __hash__(self):
        return hash((self.__forward_arg__, self.__forward_module__))

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]

    def __repr__(self):
        module = "" if self.__forward_module__ is None else f", module={self.__forward_module__!r}"
        return f"ForwardRef({self.__forward_arg__!r}{module})"


def _evaluate(value, globalns, localns, recursive_guard=frozenset()):
    # All the forward references in it.
    if isinstance(value, ForwardRef):
        return value._evaluate(globalns, localns, recursive_guard)
    if isinstance(value, (_GenericAlias, _BuiltinAlias, _BuiltinUnion)):
        if isinstance(value, _BuiltinAlias):
            unpacked = getattr(value, "__unpacked__", False)
            value = _BuiltinAlias(value.__origin__, tuple([ForwardRef(arg) if isinstance(arg, str) else arg for arg in value.__args__]))
            if unpacked:
                value = Unpack[value]
        done = tuple([_evaluate(arg, globalns, localns, recursive_guard) for arg in value.__args__])
        if done == value.__args__:
            return value
        if isinstance(value, _BuiltinAlias):
            return _BuiltinAlias(value.__origin__, done)
        if isinstance(value, _BuiltinUnion):
            return _functools.reduce(_operator.or_, done)
        return value.copy_with(done)
    return value


# --- type variables

class _BoundVar:
    # The part that TypeVar and ParamSpec share.
    __slots__ = ()

    def _set(self, bound, covariant, contravariant, infer_variance):
        if covariant and contravariant:
            raise ValueError("Bivariant types are not supported.")
        if infer_variance and (covariant or contravariant):
            raise ValueError("Variance cannot be specified with infer_variance.")
        self.__covariant__ = bool(covariant)
        self.__contravariant__ = bool(contravariant)
        self.__infer_variance__ = bool(infer_variance)
        self._bound = _check(bound, "Bound must be a type.") if bound is not None else None

    def __or__(self, right):
        return Union[self, right]

    def __ror__(self, left):
        return Union[left, self]

    def __repr__(self):
        if self.__infer_variance__:
            return self.__name__
        return ("+" if self.__covariant__ else "-" if self.__contravariant__ else "~") + self.__name__

    def __mro_entries__(self, bases):
        raise TypeError(f"Cannot subclass an instance of {type(self).__name__}")

    def __reduce__(self):
        return self.__name__


class TypeVar(_Final, _Immutable, _BoundVar, _root=True):
    """Type variable."""

    def __init__(self, name, *constraints, bound=None, covariant=False, contravariant=False, infer_variance=False):
        self.__name__ = name
        self._evaluate = self._evaluate_constraints = None
        self._set(bound, covariant, contravariant, infer_variance)
        if constraints and bound is not None:
            raise TypeError("Constraints cannot be combined with bound=...")
        if constraints and len(constraints) == 1:
            raise TypeError("A single constraint is not allowed")
        message = "TypeVar(name, constraint, ...): constraints must be types."
        self._constraints = tuple([_check(one, message) for one in constraints])
        module = _calling_module()
        if module != "typing":
            self.__module__ = module

    @property
    def __bound__(self):
        if self._evaluate is not None:
            self._bound = self._evaluate()
            self._evaluate = None
        return self._bound

    @property
    def __constraints__(self):
        if self._evaluate_constraints is not None:
            self._constraints = self._evaluate_constraints()
            self._evaluate_constraints = None
        return self._constraints

    def __typing_subst__(self, arg):
        arg = _check(arg, "Parameters to generic types must be types.")
        if (isinstance(arg, _GenericAlias) and arg.__origin__ is Unpack) or (isinstance(arg, _BuiltinAlias) and getattr(arg, "__unpacked__", False)):
            raise TypeError(f"{arg} is not valid as type argument")
        return arg


class TypeVarTuple(_Final, _Immutable, _root=True):
    """Type variable tuple: any number of types."""

    def __init__(self, name):
        self.__name__ = name
        module = _calling_module()
        if module != "typing":
            self.__module__ = module

    def __iter__(self):
        yield Unpack[self]

    def __repr__(self):
        return self.__name__

    def __reduce__(self):
        return self.__name__

    def __mro_entries__(self, bases):
        raise TypeError("Cannot subclass an instance of TypeVarTuple")

    def __typing_subst__(self, arg):
        raise TypeError("Substitution of bare TypeVarTuple is not supported")

    def __typing_prepare_subst__(self, alias, args):
        # The arguments that are this one's, as one tuple between the others.
        parameters = alias.__parameters__
        at = parameters.index(self)
        for parameter in parameters[at + 1:]:
            if isinstance(parameter, TypeVarTuple):
                raise TypeError(f"More than one TypeVarTuple parameter in {alias}")
        count, expected = len(args), len(parameters)
        left, right = at, expected - at - 1
        repeated_at = repeated = None
        for i, arg in enumerate(args):
            if isinstance(arg, type):
                continue
            inner = getattr(arg, "__typing_unpacked_tuple_args__", None)
            if inner and len(inner) == 2 and inner[-1] is ...:
                if repeated_at is not None:
                    raise TypeError("More than one unpacked arbitrary-length tuple argument")
                repeated_at = i
                repeated = inner[0]
        if repeated_at is not None:
            left = min(left, repeated_at)
            right = min(right, count - repeated_at - 1)
        elif left + right > count:
            raise TypeError(f"Too few arguments for {alias}; actual {count}, expected at least {expected - 1}")
        return (*args[:left], *[repeated] * (at - left), tuple(args[left:count - right]), *[repeated] * (expected - right - left - (at - left) - 1),
                *args[count - right:])


class ParamSpecArgs(_Final, _Immutable, _root=True):
    """P.args of a ParamSpec P."""

    def __init__(self, origin):
        self.__origin__ = origin

    def __repr__(self):
        return f"{self.__origin__.__name__}.args"

    def __eq__(self, other):
        return self.__origin__ == other.__origin__ if isinstance(other, ParamSpecArgs) else NotImplemented

    __hash__ = object.__hash__

    def __mro_entries__(self, bases):
        raise TypeError(f"Cannot subclass an instance of {type(self).__name__}")


class ParamSpecKwargs(_Final, _Immutable, _root=True):
    """P.kwargs of a ParamSpec P."""

    def __init__(self, origin):
        self.__origin__ = origin

    def __repr__(self):
        return f"{self.__origin__.__name__}.kwargs"

    def __eq__(self, other):
        return self.__origin__ == other.__origin__ if isinstance(other, ParamSpecKwargs) else NotImplemented

    __hash__ = object.__hash__

    def __mro_entries__(self, bases):
        raise TypeError(f"Cannot subclass an instance of {type(self).__name__}")


class ParamSpec(_Final, _Immutable, _BoundVar, _root=True):
    """Parameter specification variable."""

    def __init__(self, name, *, bound=None, covariant=False, contravariant=False, infer_variance=False):
        self.__name__ = name
        self._set(bound, covariant, contravariant, infer_variance)
        module = _calling_module()
        if module != "typing":
            self.__module__ = module

    @property
    def __bound__(self):
        return self._bound

    @property
    def args(self):
        return ParamSpecArgs(self)

    @property
    def kwargs(self):
        return ParamSpecKwargs(self)

    def __typing_subst__(self, arg):
        if isinstance(arg, (list, tuple)):
            return tuple([_check(one, "Expected a type.") for one in arg])
        if not _is_parameters(arg):
            raise TypeError(f"Expected a list of types, an ellipsis, ParamSpec, or Concatenate. Got {arg}")
        return arg

    def __typing_prepare_subst__(self, alias, args):
        parameters = alias.__parameters__
        at = parameters.index(self)
        if at >= len(args):
            raise TypeError(f"Too few arguments for {alias}")
        # Z[int, str] is Z[[int, str]] when there is nothing else to be given.
        if len(parameters) == 1 and not _is_parameters(args[0]):
            args = (args,)
        elif isinstance(args[at], list):
            args = (*args[:at], tuple(args[at]), *args[at + 1:])
        return args


def _is_parameters(value):
    # What may stand for the parameters of a Callable.
    if value is ... or isinstance(value, (tuple, list, ParamSpec, _ConcatenateGenericAlias)):
        return True
    return False


# --- what the code of type parameters calls (prelude/generics.py)

def _make_parameter(kind, name, evaluate, module):
    if kind == "TypeVarTuple":
        made = TypeVarTuple(name)
    elif kind == "ParamSpec":
        made = ParamSpec(name, infer_variance=True)
    else:
        made = TypeVar(name, infer_variance=True)
        if kind == "bound":
            made._evaluate = evaluate
        elif kind == "constraints":
            made._evaluate_constraints = evaluate
    made.__module__ = module
    return made


def _make_alias(name, evaluate, parameters, module):
    made = object.__new__(TypeAliasType)
    made._fill(name, evaluate, None, parameters, module)
    return made


def _generic_base(parameters):
    return Generic[tuple([Unpack[one] if isinstance(one, TypeVarTuple) else one for one in parameters])]


class TypeAliasType(_Final, _Immutable, _root=True):
    """What a `type` statement makes. Its value is found when somebody asks for it."""

    __slots__ = ("_name", "_evaluate", "_value", "_type_params", "_parameters", "_module")

    def __init__(self, name, value, *, type_params=()):
        if not isinstance(name, str):
            raise TypeError(f"typealias() argument 'name' must be str, not {type(name).__name__}")
        if not isinstance(type_params, tuple):
            raise TypeError("type_params must be a tuple")
        self._fill(name, None, value, type_params, _calling_module())

    def _fill(self, name, evaluate, value, type_params, module):
        put = object.__setattr__
        put(self, "_name", name)
        put(self, "_evaluate", evaluate)
        put(self, "_value", value)
        put(self, "_type_params", type_params)
        put(self, "_parameters", tuple([part for one in type_params for part in (one if isinstance(one, TypeVarTuple) else (one,))]))
        put(self, "_module", module)

    @property
    def __name__(self):
        return self._name

    @property
    def __value__(self):
        if self._evaluate is not None:
            object.__setattr__(self, "_value", self._evaluate())
            object.__setattr__(self, "_evaluate", None)
        return self._value

    @property
    def __type_params__(self):
        return self._type_params

    @property
    def __parameters__(self):
        return self._parameters

    @property
    def __module__(self):
        return self._module

    def __setattr__(self, name, value):
        if name in ("__name__", "__value__", "__type_params__", "__parameters__", "__module__"):
            raise AttributeError("readonly attribute" if name == "__name__" else
                                 f"attribute '{name}' of 'typing.TypeAliasType' objects is not writable")
        raise AttributeError(f"'typing.TypeAliasType' object has no attribute '{name}'")

    def __getitem__(self, parameters):
        if not self._type_params:
            raise TypeError("Only generic type aliases are subscriptable")
        return _BuiltinAlias(self, parameters if isinstance(parameters, tuple) else (parameters,))

    def __repr__(self):
        return self._name

    def __reduce__(self):
        return self._name

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]

    def __mro_entries__(self, bases):
        raise TypeError("type 'typing.TypeAliasType' is not an acceptable base type")


# --- aliases

class _BaseGenericAlias(_Final, _root=True):
    """What aliases have in common. Attributes that are not dunders are those of what the alias stands for."""

    def __init__(self, origin, *, inst=True, name=None):
        self._inst = inst
        self._name = name
        self.__origin__ = origin
        self.__slots__ = None

    def __call__(self, *args, **kwargs):
        if not self._inst:
            raise TypeError(f"Type {self._name} cannot be instantiated; use {self.__origin__.__name__}() instead")
        made = self.__origin__(*args, **kwargs)
        try:
            made.__orig_class__ = self
        except AttributeError:
            pass
        return made

    def __mro_entries__(self, bases):
        entries = []
        if self.__origin__ not in bases:
            entries.append(self.__origin__)
        after = bases[bases.index(self) + 1:]
        if not any([isinstance(base, _BaseGenericAlias) or (isinstance(base, type) and issubclass(base, Generic)) for base in after]):
            entries.append(Generic)
        return tuple(entries)

    def __getattr__(self, name):
        if name in ("__name__", "__qualname__"):
            return self._name or self.__origin__.__name__
        if "__origin__" in self.__dict__ and not _is_dunder(name):
            return getattr(self.__origin__, name)
        raise AttributeError(name)

    def __setattr__(self, name, value):
        if _is_dunder(name) or name in ("_name", "_inst", "_nparams", "_paramspec_tvars", "_in_callable"):
            super().__setattr__(name, value)
        else:
            setattr(self.__origin__, name, value)

    def __instancecheck__(self, obj):
        return self.__subclasscheck__(type(obj))

    def __subclasscheck__(self, cls):
        raise TypeError("Subscripted generics cannot be used with class and instance checks")

    def __dir__(self):
        return list({*super().__dir__(), *[name for name in dir(self.__origin__) if not _is_dunder(name)]})


def _is_dunder(name):
    return name.startswith("__") and name.endswith("__")


class _GenericAlias(_BaseGenericAlias, _root=True):
    """A subscripted form or class: List[int], Union[int, str], Box[T]."""

    def __init__(self, origin, args, *, inst=True, name=None, _paramspec_tvars=False, _in_callable=False):
        super().__init__(origin, inst=inst, name=name)
        if not isinstance(args, tuple):
            args = (args,)
        self.__args__ = tuple([... if arg is _ELLIPSIS else arg for arg in args])
        self.__parameters__ = _parameters_of(args)
        self._paramspec_tvars = _paramspec_tvars
        if name is None:
            self.__module__ = origin.__module__

    def __eq__(self, other):
        if not isinstance(other, _GenericAlias):
            return NotImplemented
        return self.__origin__ == other.__origin__ and self.__args__ == other.__args__

    def __hash__(self):
        return hash((self.__origin__, self.__args__))

    def __or__(self, right):
        return Union[self, right]

    def __ror__(self, left):
        return Union[left, self]

    def __getitem__(self, args):
        if self.__origin__ in (Generic, Protocol):
            raise TypeError(f"Cannot subscript already-subscripted {self}")
        if not self.__parameters__:
            raise TypeError(f"{self} is not a generic class")
        if not isinstance(args, tuple):
            args = (args,)
        args = _flatten_unpacked([_convert(arg) for arg in args])
        return self.copy_with(_substitute_all(self, tuple(args)))

    def __iter__(self):
        yield Unpack[self]

    def copy_with(self, args):
        return self.__class__(self.__origin__, args, name=self._name, inst=self._inst, _paramspec_tvars=self._paramspec_tvars)

    def __repr__(self):
        name = "typing." + self._name if self._name else _show(self.__origin__)
        return f"{name}[{', '.join([_show(arg) for arg in self.__args__]) or '()'}]"

    def __reduce__(self):
        import typing
        origin = getattr(typing, self._name) if self._name else self.__origin__
        args = tuple(self.__args__)
        if len(args) == 1 and not isinstance(args[0], tuple):
            args, = args
        return _operator.getitem, (origin, args)

    def __mro_entries__(self, bases):
        if isinstance(self.__origin__, _SpecialForm):
            raise TypeError(f"Cannot subclass {self!r}")
        if self._name:
            return super().__mro_entries__(bases)
        if self.__origin__ is Generic:
            if Protocol in bases:
                return ()
            for base in bases[bases.index(self) + 1:]:
                if isinstance(base, _BaseGenericAlias) and base is not self:
                    return ()
        return (self.__origin__,)


_ELLIPSIS = object()


def _substitute_all(alias, args):
    # The arguments of `alias` when its parameters get `args`.
    parameters = alias.__parameters__
    for parameter in parameters:
        prepare = getattr(parameter, "__typing_prepare_subst__", None)
        if prepare is not None:
            args = prepare(alias, args)
    if len(args) != len(parameters):
        raise TypeError(f"Too {'many' if len(args) > len(parameters) else 'few'} arguments for {alias}; actual {len(args)}, "
                        f"expected {len(parameters)}")
    return tuple(_substituted(alias, alias.__args__, dict(zip(parameters, args))))


def _substituted(alias, args, values):
    made = []
    for old in args:
        if isinstance(old, type):
            made.append(old)
            continue
        substitute = getattr(old, "__typing_subst__", None)
        if substitute is not None:
            new = substitute(values[old])
        else:
            inner = getattr(old, "__parameters__", ())
            if not inner:
                new = old
            else:
                given = []
                for parameter in inner:
                    if isinstance(parameter, TypeVarTuple):
                        given.extend(values[parameter])
                    else:
                        given.append(values[parameter])
                new = old[tuple(given)]
        if alias.__origin__ is _abc.Callable and isinstance(new, tuple):
            made.extend(new)  # a ParamSpec became a list of types
        elif _is_unpacked_variables(old):
            made.extend(new)
        elif isinstance(old, tuple):
            made.append(tuple(_substituted(alias, old, values)))
        else:
            made.append(new)
    return made


class _SpecialGenericAlias(_NotIterable, _BaseGenericAlias, _root=True):
    """List, Dict, Sequence and their like before they are subscripted."""

    def __init__(self, origin, nparams, *, inst=True, name=None):
        super().__init__(origin, inst=inst, name=name or origin.__name__)
        self._nparams = nparams
        self.__doc__ = f"A generic version of {origin.__module__}.{origin.__qualname__}."

    def __getitem__(self, params):
        if not isinstance(params, tuple):
            params = (params,)
        params = tuple([_check(one, "Parameters to generic types must be types.") for one in params])
        _check_count(self, params, self._nparams)
        return self.copy_with(params)

    def copy_with(self, params):
        return _GenericAlias(self.__origin__, params, name=self._name, inst=self._inst)

    def __repr__(self):
        return "typing." + self._name

    def __subclasscheck__(self, cls):
        if isinstance(cls, _SpecialGenericAlias):
            return issubclass(cls.__origin__, self.__origin__)
        if not isinstance(cls, _GenericAlias):
            return issubclass(cls, self.__origin__)
        return super().__subclasscheck__(cls)

    def __reduce__(self):
        return self._name

    def __or__(self, right):
        return Union[self, right]

    def __ror__(self, left):
        return Union[left, self]


class _CallableGenericAlias(_NotIterable, _GenericAlias, _root=True):
    def __repr__(self):
        args = self.__args__
        if len(args) == 2 and _is_parameters(args[0]):
            return super().__repr__()
        return f"typing.Callable[[{', '.join([_show(arg) for arg in args[:-1]])}], {_show(args[-1])}]"

    def __reduce__(self):
        args = self.__args__
        if not (len(args) == 2 and _is_parameters(args[0])):
            args = list(args[:-1]), args[-1]
        return _operator.getitem, (Callable, args)


class _CallableType(_SpecialGenericAlias, _root=True):
    def copy_with(self, params):
        return _CallableGenericAlias(self.__origin__, params, name=self._name, inst=self._inst, _paramspec_tvars=True)

    def __getitem__(self, params):
        if not isinstance(params, tuple) or len(params) != 2:
            raise TypeError("Callable must be used as Callable[[arg, ...], result].")
        args, result = params
        result = _check(result, "Callable[args, result]: result must be a type.")
        if args is ...:
            return self.copy_with((_ELLIPSIS, result))
        if not isinstance(args, (list, tuple)):
            args = (args,)
        return self.copy_with((*[_convert(arg) for arg in args], result))


class _TupleType(_SpecialGenericAlias, _root=True):
    def __getitem__(self, params):
        if not isinstance(params, tuple):
            params = (params,)
        if len(params) >= 2 and params[-1] is ...:
            message = "Tuple[t, ...]: t must be a type."
            return self.copy_with((*[_check(one, message) for one in params[:-1]], _ELLIPSIS))
        return self.copy_with(tuple([_check(one, "Tuple[t0, t1, ...]: each t must be a type.") for one in params]))


class _UnionGenericAlias(_NotIterable, _GenericAlias, _root=True):
    def copy_with(self, params):
        return Union[params]

    def __eq__(self, other):
        if not isinstance(other, (_UnionGenericAlias, _BuiltinUnion)):
            return NotImplemented
        return set(self.__args__) == set(other.__args__)

    def __hash__(self):
        return hash(frozenset(self.__args__))

    def __repr__(self):
        args = self.__args__
        if len(args) == 2:
            if args[0] is type(None):
                return f"typing.Optional[{_show(args[1])}]"
            if args[1] is type(None):
                return f"typing.Optional[{_show(args[0])}]"
        return f"typing.Union[{', '.join([_show(arg) for arg in args])}]"

    def __instancecheck__(self, obj):
        return self.__subclasscheck__(type(obj))

    def __subclasscheck__(self, cls):
        for arg in self.__args__:
            if issubclass(cls, arg):
                return True
        return False

    def __reduce__(self):
        return _operator.getitem, (Union, self.__args__)


class _LiteralGenericAlias(_GenericAlias, _root=True):
    def _values(self):
        return {(value, type(value)) for value in self.__args__}

    def __eq__(self, other):
        if not isinstance(other, _LiteralGenericAlias):
            return NotImplemented
        return self._values() == other._values()

    def __hash__(self):
        return hash(frozenset(self._values()))


class _ConcatenateGenericAlias(_GenericAlias, _root=True):
    def copy_with(self, params):
        if isinstance(params[-1], (list, tuple)):
            return (*params[:-1], *params[-1])
        if isinstance(params[-1], _ConcatenateGenericAlias):
            params = (*params[:-1], *params[-1].__args__)
        return _ConcatenateGenericAlias(self.__origin__, params, name=self._name, inst=self._inst)


class _UnpackGenericAlias(_GenericAlias, _root=True):
    def __init__(self, origin, args, **more):
        super().__init__(origin, args, name=more.get("name"))

    def __repr__(self):
        return "*" + _show(self.__args__[0])

    def __getitem__(self, args):
        if self.__typing_is_unpacked_typevartuple__:
            return args
        return super().__getitem__(args)

    @property
    def __typing_unpacked_tuple_args__(self):
        arg, = self.__args__
        if isinstance(arg, (_GenericAlias, _BuiltinAlias)):
            if arg.__origin__ is not tuple:
                raise TypeError("Unpack[...] must be used with a tuple type")
            return arg.__args__
        return None

    @property
    def __typing_is_unpacked_typevartuple__(self):
        return isinstance(self.__args__[0], TypeVarTuple)


class _AnnotatedAlias(_NotIterable, _GenericAlias, _root=True):
    """A type with something said about it: Annotated[int, "positive"]."""

    def __init__(self, origin, metadata):
        if isinstance(origin, _AnnotatedAlias):
            metadata = origin.__metadata__ + metadata
            origin = origin.__origin__
        super().__init__(origin, origin, name="Annotated")
        self.__metadata__ = metadata

    def copy_with(self, params):
        return _AnnotatedAlias(params[0], self.__metadata__)

    def __repr__(self):
        return f"typing.Annotated[{_show(self.__origin__)}, {', '.join([repr(one) for one in self.__metadata__])}]"

    def __reduce__(self):
        return _operator.getitem, (Annotated, (self.__origin__,) + self.__metadata__)

    def __eq__(self, other):
        if not isinstance(other, _AnnotatedAlias):
            return NotImplemented
        return self.__origin__ == other.__origin__ and self.__metadata__ == other.__metadata__

    def __hash__(self):
        return hash((self.__origin__, self.__metadata__))

    def __getattr__(self, name):
        if name in ("__name__", "__qualname__"):
            return "Annotated"
        return super().__getattr__(name)

    def __mro_entries__(self, bases):
        return (self.__origin__,) if isinstance(self.__origin__, type) else self.__origin__.__mro_entries__(bases)


class Annotated:
    """Annotated[int, "positive"] is int, with something said about it."""

    __slots__ = ()

    def __new__(cls, *args, **kwargs):
        raise TypeError("Type Annotated cannot be instantiated.")

    def __class_getitem__(cls, params):
        if not isinstance(params, tuple) or len(params) < 2:
            raise TypeError("Annotated[...] should be used with at least two arguments (a type and an annotation).")
        if _is_unpacked_variables(params[0]):
            raise TypeError("Annotated[...] should not be used with an unpacked TypeVarTuple")
        origin = _check(params[0], "Annotated[t, ...]: t must be a type.", special=True)
        return _AnnotatedAlias(origin, tuple(params[1:]))

    def __init_subclass__(cls, *args, **kwargs):
        raise TypeError(f"Cannot subclass {cls.__module__}.Annotated")


# --- generic classes and protocols

class Generic:
    """Abstract base class for generic types."""

    __slots__ = ()
    _is_protocol = False

    def __class_getitem__(cls, params):
        if not isinstance(params, tuple):
            params = (params,)
        params = tuple([_convert(one) for one in params])
        if cls in (Generic, Protocol):
            if not params:
                raise TypeError(f"Parameter list to {cls.__qualname__}[...] cannot be empty")
            if not all([isinstance(one, (TypeVar, ParamSpec)) or _is_unpacked_variables(one) for one in params]):
                raise TypeError(f"Parameters to {cls.__name__}[...] must all be type variables or parameter specification variables.")
            if len(_unique(params)) != len(params):
                raise TypeError(f"Parameters to {cls.__name__}[...] must all be unique")
        else:
            for parameter in cls.__parameters__:
                prepare = getattr(parameter, "__typing_prepare_subst__", None)
                if prepare is not None:
                    params = prepare(cls, params)
            _check_count(cls, params, len(cls.__parameters__))
            flat = []
            for parameter, one in zip(cls.__parameters__, params):
                if isinstance(parameter, TypeVarTuple):
                    flat.extend(one)
                else:
                    flat.append(one)
            params = tuple(flat)
        return _GenericAlias(cls, params, _paramspec_tvars=True)

    def __init_subclass__(cls, *args, **kwargs):
        super().__init_subclass__(*args, **kwargs)
        originals = cls.__dict__.get("__orig_bases__")
        if originals is not None:
            plain = Generic in originals
        else:
            plain = Generic in cls.__bases__ and cls.__name__ != "Protocol" and type(cls) is not _TypedDictMeta
        if plain:
            raise TypeError("Cannot inherit from plain Generic")
        parameters = ()
        if originals is not None:
            parameters = _parameters_of(originals)
            listed = None
            for base in originals:
                if isinstance(base, _GenericAlias) and base.__origin__ is Generic:
                    if listed is not None:
                        raise TypeError("Cannot inherit from Generic[...] multiple types.")
                    listed = base.__parameters__
            if listed is not None:
                missing = [str(one) for one in parameters if one not in listed]
                if missing:
                    raise TypeError(f"Some type variables ({', '.join(missing)}) are not listed in "
                                    f"Generic[{', '.join([str(one) for one in listed])}]")
                parameters = listed
        cls.__parameters__ = tuple(parameters)


_NO_MEMBERS = frozenset((
    "__parameters__", "__orig_bases__", "__orig_class__", "_is_protocol", "_is_runtime_protocol", "__abstractmethods__", "__annotations__",
    "__dict__", "__doc__", "__init__", "__module__", "__new__", "__slots__", "__subclasshook__", "__weakref__", "__class_getitem__",
    "__match_args__", "__qualname__", "__type_params__", "__classcell__", "_abc_registry"))


def _get_protocol_attrs(cls):
    names = set()
    for base in cls.__mro__[:-1]:
        if base.__name__ in ("Protocol", "Generic"):
            continue
        for name in [*base.__dict__, *getattr(base, "__annotations__", {})]:
            if not name.startswith("_abc_") and name not in _NO_MEMBERS:
                names.add(name)
    return names


def _has_methods_only(cls):
    return all([callable(getattr(cls, name, None)) for name in _get_protocol_attrs(cls)])


def _no_init(self, *args, **kwargs):
    cls = type(self)
    if cls._is_protocol:
        raise TypeError("Protocols cannot be instantiated")
    # A class whose protocol base came to it behind its own __init__ has that one.
    if cls.__init__ is not _no_init:
        return
    for base in cls.__mro__:
        init = base.__dict__.get("__init__", _no_init)
        if init is not _no_init:
            cls.__init__ = init
            break
    else:
        cls.__init__ = object.__init__
    cls.__init__(self, *args, **kwargs)


_NEEDS_RUNTIME = "Instance and class checks can only be used with @runtime_checkable protocols"


class _ProtocolMeta(_ABCMeta):
    def _abc_ask(cls, subclass):
        # Where an abstract class asks all its subclasses, a protocol that can't say raises nothing.
        if cls.__dict__.get("_is_protocol", False) and not (getattr(cls, "_is_runtime_protocol", False) and _has_methods_only(cls)):
            return _ask_others(cls, subclass)[0]
        return issubclass(subclass, cls)

    def __instancecheck__(cls, instance):
        is_protocol = getattr(cls, "_is_protocol", False)
        if is_protocol and not getattr(cls, "_is_runtime_protocol", False):
            raise TypeError(_NEEDS_RUNTIME)
        if (not is_protocol or _has_methods_only(cls)) and issubclass(instance.__class__, cls):
            return True
        if is_protocol:
            for name in _get_protocol_attrs(cls):
                if not hasattr(instance, name) or (callable(getattr(cls, name, None)) and getattr(instance, name) is None):
                    break
            else:
                return True
            if not _has_methods_only(cls):
                return cls in instance.__class__.__mro__ or _ask_others(cls, instance.__class__)[0]
        return super().__instancecheck__(instance)


def _protocol_hook(cls, other):
    if not cls.__dict__.get("_is_protocol", False):
        return NotImplemented
    if not getattr(cls, "_is_runtime_protocol", False):
        raise TypeError(_NEEDS_RUNTIME)
    if not _has_methods_only(cls):
        raise TypeError("Protocols with non-method members don't support issubclass()")
    if not isinstance(other, type):
        raise TypeError("issubclass() arg 1 must be a class")
    for name in _get_protocol_attrs(cls):
        for base in other.__mro__:
            if name in base.__dict__:
                if base.__dict__[name] is None:
                    return NotImplemented
                break
            annotations = getattr(base, "__annotations__", {})
            if isinstance(annotations, _abc.Mapping) and name in annotations and issubclass(other, Generic) and other._is_protocol:
                break
        else:
            return NotImplemented
    return True


_PROTOCOL_BASES = {
    "collections.abc": ("Callable", "Awaitable", "Iterable", "Iterator", "AsyncIterable", "Hashable", "Sized", "Container", "Collection",
                        "Reversible"),
    "contextlib": ("AbstractContextManager", "AbstractAsyncContextManager"),
}


class Protocol(Generic, metaclass=_ProtocolMeta):
    """Base class for protocol classes."""

    __slots__ = ()
    _is_protocol = True
    _is_runtime_protocol = False

    def __init_subclass__(cls, *args, **kwargs):
        super().__init_subclass__(*args, **kwargs)
        if not cls.__dict__.get("_is_protocol", False):
            cls._is_protocol = any([base is Protocol for base in cls.__bases__])
        if "__subclasshook__" not in cls.__dict__:
            cls.__subclasshook__ = classmethod(_protocol_hook)
        if not cls._is_protocol:
            return
        for base in cls.__bases__:
            if not (base in (object, Generic) or base.__name__ in _PROTOCOL_BASES.get(base.__module__, ())
                    or (issubclass(base, Generic) and base._is_protocol)):
                raise TypeError(f"Protocols can only inherit from other protocols, got {base!r}")
        if cls.__init__ is Protocol.__init__:
            cls.__init__ = _no_init

    __init__ = _no_init


def runtime_checkable(cls):
    """Mark a protocol class as one that isinstance() and issubclass() may ask."""
    if not (isinstance(cls, type) and issubclass(cls, Generic)) or not cls._is_protocol:
        raise TypeError(f"@runtime_checkable can be only applied to protocol classes, got {cls!r}")
    cls._is_runtime_protocol = True
    return cls


T = TypeVar("T")
KT = TypeVar("KT")
VT = TypeVar("VT")
T_co = TypeVar("T_co", covariant=True)
V_co = TypeVar("V_co", covariant=True)
VT_co = TypeVar("VT_co", covariant=True)
T_contra = TypeVar("T_contra", contravariant=True)
CT_co = TypeVar("CT_co", covariant=True, bound=type)
AnyStr = TypeVar("AnyStr", bytes, str)


@runtime_checkable
class SupportsInt(Protocol):
    """An ABC with one abstract method __int__."""

    __slots__ = ()

    @_abstractmethod
    def __int__(self):
        pass


@runtime_checkable
class SupportsFloat(Protocol):
    """An ABC with one abstract method __float__."""

    __slots__ = ()

    @_abstractmethod
    def __float__(self):
        pass


@runtime_checkable
class SupportsComplex(Protocol):
    """An ABC with one abstract method __complex__."""

    __slots__ = ()

    @_abstractmethod
    def __complex__(self):
        pass


@runtime_checkable
class SupportsBytes(Protocol):
    """An ABC with one abstract method __bytes__."""

    __slots__ = ()

    @_abstractmethod
    def __bytes__(self):
        pass


@runtime_checkable
class SupportsIndex(Protocol):
    """An ABC with one abstract method __index__."""

    __slots__ = ()

    @_abstractmethod
    def __index__(self):
        pass


@runtime_checkable
class SupportsAbs(Protocol[T_co]):
    """An ABC with one abstract method __abs__ that is covariant in its return type."""

    __slots__ = ()

    @_abstractmethod
    def __abs__(self):
        pass


@runtime_checkable
class SupportsRound(Protocol[T_co]):
    """An ABC with one abstract method __round__ that is covariant in its return type."""

    __slots__ = ()

    @_abstractmethod
    def __round__(self, ndigits=0):
        pass


# --- names for the library's classes

def _library_aliases():
    made = {}
    for name, count in (("Hashable", 0), ("Awaitable", 1), ("Coroutine", 3), ("AsyncIterable", 1), ("AsyncIterator", 1), ("Iterable", 1),
                        ("Iterator", 1), ("Reversible", 1), ("Sized", 0), ("Container", 1), ("Collection", 1), ("MutableSet", 1), ("Mapping", 2),
                        ("MutableMapping", 2), ("Sequence", 1), ("MutableSequence", 1), ("ByteString", 0), ("MappingView", 1), ("KeysView", 1),
                        ("ItemsView", 2), ("ValuesView", 1), ("Generator", 3), ("AsyncGenerator", 2)):
        made[name] = _SpecialGenericAlias(getattr(_abc, name), count, name=name)
    made["AbstractSet"] = _SpecialGenericAlias(_abc.Set, 1, name="AbstractSet")
    for name, cls, count in (("List", list, 1), ("Set", set, 1), ("FrozenSet", frozenset, 1), ("Dict", dict, 2), ("Type", type, 1)):
        made[name] = _SpecialGenericAlias(cls, count, inst=False, name=name)
    for name, cls, count in (("Deque", _collections.deque, 1), ("DefaultDict", _collections.defaultdict, 2), ("OrderedDict", _collections.OrderedDict, 2),
                             ("Counter", _collections.Counter, 1), ("ChainMap", _collections.ChainMap, 2), ("Pattern", _re.Pattern, 1),
                             ("Match", _re.Match, 1)):
        made[name] = _SpecialGenericAlias(cls, count, name=name)
    return made


globals().update(_library_aliases())
Tuple = _TupleType(tuple, -1, inst=False, name="Tuple")
Callable = _CallableType(_abc.Callable, 2)
Text = str


def _context_managers():
    import contextlib
    return (_SpecialGenericAlias(contextlib.AbstractContextManager, 1, name="ContextManager"),
            _SpecialGenericAlias(contextlib.AbstractAsyncContextManager, 1, name="AsyncContextManager"))


ContextManager, AsyncContextManager = _context_managers()


class NewType:
    """NewType("UserId", int) is a type of its own for checkers, and a function that gives its argument."""

    __call__ = lambda self, x, /: x

    def __init__(self, name, tp):
        self.__qualname__ = name
        self.__name__ = name.rpartition(".")[-1]
        self.__supertype__ = tp
        module = _calling_module()
        if module != "typing":
            self.__module__ = module

    def __mro_entries__(self, bases):
        # Somebody tries to derive from it.
        name = self.__name__

        class Dummy:
            def __init_subclass__(cls):
                raise TypeError(f"Cannot subclass an instance of NewType. Perhaps you were looking for: "
                                f"`{cls.__name__} = NewType({cls.__name__!r}, {name})`")

        return (Dummy,)

    def __repr__(self):
        return f"{self.__module__}.{self.__qualname__}"

    def __reduce__(self):
        return self.__qualname__

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]


# --- NamedTuple and TypedDict: functions that stand as bases too

_NAMED_TUPLE_FIXED = frozenset({"__new__", "__init__", "__slots__", "__getnewargs__", "_fields", "_field_defaults", "_field_types", "_make",
                                "_replace", "_asdict", "_source"})
_NAMED_TUPLE_LEFT = frozenset({"__module__", "__name__", "__annotations__", "__qualname__", "__orig_bases__", "__type_params__"})


def _make_named_tuple(name, types, module, defaults=()):
    types = {field: _check(kind, f"field {field} annotation must be a type") for field, kind in types}
    made = _collections.namedtuple(name, list(types), defaults=defaults, module=module)
    made.__annotations__ = made.__new__.__annotations__ = types
    return made


class _NamedTupleMeta(type):
    def __new__(cls, typename, bases, ns):
        for base in bases:
            if base is not _NamedTuple and base is not Generic:
                raise TypeError("can only inherit from a NamedTuple type and Generic")
        if bases.count(_NamedTuple) > 1:
            raise TypeError("duplicate base class tuple")
        bases = tuple([tuple if base is _NamedTuple else base for base in bases])
        types = ns.get("__annotations__", {})
        with_default = []
        for name in types:
            if name in ns:
                with_default.append(name)
            elif with_default:
                raise TypeError(f"Non-default namedtuple field {name} cannot follow default field{'s' if len(with_default) > 1 else ''} "
                                f"{', '.join(with_default)}")
        made = _make_named_tuple(typename, types.items(), defaults=[ns[name] for name in with_default], module=ns["__module__"])
        if Generic in bases:
            # The same class again, with Generic behind tuple.
            more = {key: ns[key] for key in ("__orig_bases__", "__type_params__", "__qualname__") if key in ns}
            made = type(typename, bases, {**made.__dict__, **more})
        for key, value in ns.items():
            if key in _NAMED_TUPLE_FIXED:
                raise AttributeError("Cannot overwrite NamedTuple attribute " + key)
            if key not in _NAMED_TUPLE_LEFT and key not in made._fields:
                setattr(made, key, value)
        return made


def NamedTuple(typename, fields=None, /, **kwargs):
    """Typed version of namedtuple."""
    if fields is None:
        fields = kwargs.items()
    elif kwargs:
        raise TypeError("Either list of fields or keywords can be provided to NamedTuple, not both")
    made = _make_named_tuple(typename, fields, module=_calling_module())
    made.__orig_bases__ = (NamedTuple,)
    return made


_NamedTuple = type.__new__(_NamedTupleMeta, "NamedTuple", (), {})


def _named_tuple_entries(bases):
    return (_NamedTuple,)


NamedTuple.__mro_entries__ = _named_tuple_entries


class _TypedDictMeta(type):
    def __new__(cls, name, bases, ns, total=True):
        for base in bases:
            if type(base) is not _TypedDictMeta and base is not Generic:
                raise TypeError("cannot inherit from both a TypedDict type and a non-TypedDict base class")
        generic = (Generic,) if any([issubclass(base, Generic) for base in bases]) else ()
        made = type.__new__(_TypedDictMeta, name, (*generic, dict), ns)
        own = ns.get("__annotations__", {})
        message = "TypedDict('Name', {f0: t0, f1: t1, ...}); each t must be a type"
        own = {key: _check(kind, message, module=made.__module__) for key, kind in own.items()}
        annotations = {}
        required, optional = set(), set()
        for base in bases:
            annotations.update(base.__dict__.get("__annotations__", {}))
            required.update(base.__dict__.get("__required_keys__", ()))
            optional.update(base.__dict__.get("__optional_keys__", ()))
        annotations.update(own)
        for key, kind in own.items():
            origin = get_origin(kind)
            if origin is Annotated and get_args(kind):
                kind = get_args(kind)[0]
                origin = get_origin(kind)
            (required if origin is Required or (total and origin is not NotRequired) else optional).add(key)
        made.__annotations__ = annotations
        made.__required_keys__ = frozenset(required)
        made.__optional_keys__ = frozenset(optional)
        if not hasattr(made, "__total__"):
            made.__total__ = total
        return made

    __call__ = dict

    def __subclasscheck__(cls, other):
        raise TypeError("TypedDict does not support instance and class checks")

    __instancecheck__ = __subclasscheck__


def TypedDict(typename, fields=None, /, *, total=True, **kwargs):
    """A simple typed namespace. At runtime it is equivalent to a plain dict."""
    if fields is None:
        fields = kwargs
    elif kwargs:
        raise TypeError("TypedDict takes either a dict or keyword arguments, but not both")
    if kwargs:
        import warnings
        warnings.warn("The kwargs-based syntax for TypedDict definitions is deprecated in Python 3.11, will be removed in Python 3.13, and may not be "
                      "understood by third-party type checkers.", DeprecationWarning, stacklevel=2)
    ns = {"__annotations__": dict(fields)}
    module = _calling_module()
    if module is not None:
        ns["__module__"] = module
    made = _TypedDictMeta(typename, (), ns, total=total)
    made.__orig_bases__ = (TypedDict,)
    return made


_TypedDict = type.__new__(_TypedDictMeta, "TypedDict", (), {})


def _typed_dict_entries(bases):
    return (_TypedDict,)


TypedDict.__mro_entries__ = _typed_dict_entries


def is_typeddict(tp):
    """Check if an annotation is a TypedDict class."""
    return isinstance(tp, _TypedDictMeta)


# --- files

class IO(Generic[AnyStr]):
    """Generic base class for TextIO and BinaryIO."""

    __slots__ = ()

    @property
    @_abstractmethod
    def mode(self): pass

    @property
    @_abstractmethod
    def name(self): pass

    @property
    @_abstractmethod
    def closed(self): pass

    @_abstractmethod
    def close(self): pass

    @_abstractmethod
    def fileno(self): pass

    @_abstractmethod
    def flush(self): pass

    @_abstractmethod
    def isatty(self): pass

    @_abstractmethod
    def read(self, n=-1): pass

    @_abstractmethod
    def readable(self): pass

    @_abstractmethod
    def readline(self, limit=-1): pass

    @_abstractmethod
    def readlines(self, hint=-1): pass

    @_abstractmethod
    def seek(self, offset, whence=0): pass

    @_abstractmethod
    def seekable(self): pass

    @_abstractmethod
    def tell(self): pass

    @_abstractmethod
    def truncate(self, size=None): pass

    @_abstractmethod
    def writable(self): pass

    @_abstractmethod
    def write(self, s): pass

    @_abstractmethod
    def writelines(self, lines): pass

    @_abstractmethod
    def __enter__(self): pass

    @_abstractmethod
    def __exit__(self, type, value, traceback): pass


class BinaryIO(IO[bytes]):
    """Typed version of the return of open() in binary mode."""

    __slots__ = ()

    @_abstractmethod
    def __enter__(self): pass


class TextIO(IO[str]):
    """Typed version of the return of open() in text mode."""

    __slots__ = ()

    @property
    @_abstractmethod
    def buffer(self): pass

    @property
    @_abstractmethod
    def encoding(self): pass

    @property
    @_abstractmethod
    def errors(self): pass

    @property
    @_abstractmethod
    def line_buffering(self): pass

    @property
    @_abstractmethod
    def newlines(self): pass

    @_abstractmethod
    def __enter__(self): pass


# --- functions

def cast(typ, val):
    """Cast a value to a type: gives the value."""
    return val


def assert_type(val, typ, /):
    """Ask a type checker to confirm that the value has this type."""
    return val


def reveal_type(obj, /):
    """Reveal the inferred type of an expression."""
    print(f"Runtime type is {type(obj).__name__!r}", file=_sys.stderr)
    return obj


_ASSERT_NEVER_REPR_MAX_LENGTH = 100


def assert_never(arg, /):
    """Say that a line is never reached."""
    value = repr(arg)
    if len(value) > _ASSERT_NEVER_REPR_MAX_LENGTH:
        value = value[:_ASSERT_NEVER_REPR_MAX_LENGTH] + "..."
    raise AssertionError(f"Expected code to be unreachable, but got: {value}")


# Overloads live in the session, beside its modules: the module itself is shared by all.
def _overloads():
    return session_state().setdefault("typing.overloads", {})


def _overload_dummy(*args, **kwds):
    raise NotImplementedError("You should not call an overloaded function. A series of @overload-decorated functions outside a stub "
                              "module should always be followed by an implementation that is not @overload-ed.")


def overload(func):
    """Decorator for overloaded functions and methods."""
    plain = getattr(func, "__func__", func)
    try:
        where = plain.__module__, plain.__qualname__
        line = plain.__code__.co_firstlineno
    except AttributeError:
        return _overload_dummy  # not a function
    _overloads().setdefault(where, {})[line] = func
    return _overload_dummy


def get_overloads(func):
    """The overloads of a function, in the order of their lines."""
    func = getattr(func, "__func__", func)
    return list(_overloads().get((func.__module__, func.__qualname__), {}).values())


def clear_overloads():
    """Forget all overloads."""
    _overloads().clear()


def final(f):
    """Decorator of methods that are not to be overridden and classes not to be derived from."""
    try:
        f.__final__ = True
    except (AttributeError, TypeError):
        pass
    return f


def override(f, /):
    """Decorator of methods that override one of a base class."""
    try:
        f.__override__ = True
    except (AttributeError, TypeError):
        pass
    return f


def no_type_check(arg):
    """Decorator: the annotations are not type hints."""
    if isinstance(arg, type):
        for value in [getattr(arg, name) for name in dir(arg)]:
            if getattr(value, "__qualname__", None) is None:
                continue
            if isinstance(value, _types.MethodType) and value.__self__ is arg:
                value = value.__func__
            if value.__qualname__ != f"{arg.__qualname__}.{value.__name__}" or getattr(value, "__module__", None) != arg.__module__:
                continue
            if isinstance(value, _types.FunctionType):
                value.__no_type_check__ = True
            elif isinstance(value, type):
                no_type_check(value)
    try:
        arg.__no_type_check__ = True
    except TypeError:
        pass  # a builtin class
    return arg


def no_type_check_decorator(decorator):
    """Gives a decorator the effect of @no_type_check."""
    @_functools.wraps(decorator)
    def wrapped_decorator(*args, **kwds):
        return no_type_check(decorator(*args, **kwds))
    return wrapped_decorator


def dataclass_transform(*, eq_default=True, order_default=False, kw_only_default=False, frozen_default=False, field_specifiers=(), **kwargs):
    """Says that a decorator, class or metaclass makes dataclasses."""
    def decorator(cls_or_fn):
        cls_or_fn.__dataclass_transform__ = {
            "eq_default": eq_default, "order_default": order_default, "kw_only_default": kw_only_default, "field_specifiers": field_specifiers,
            "kwargs": kwargs,
        }
        if frozen_default:
            cls_or_fn.__dataclass_transform__["frozen_default"] = frozen_default
        return cls_or_fn
    return decorator


def get_origin(tp):
    """Get the unsubscripted version of a type."""
    if isinstance(tp, _AnnotatedAlias):
        return Annotated
    if isinstance(tp, (_BaseGenericAlias, _BuiltinAlias, ParamSpecArgs, ParamSpecKwargs)):
        return tp.__origin__
    if tp is Generic:
        return Generic
    if isinstance(tp, _BuiltinUnion):
        return _BuiltinUnion
    return None


def get_args(tp):
    """Get type arguments with all substitutions performed."""
    if isinstance(tp, _AnnotatedAlias):
        return (tp.__origin__,) + tp.__metadata__
    if isinstance(tp, (_GenericAlias, _BuiltinAlias)):
        args = tp.__args__
        if tp.__origin__ is _abc.Callable and not (len(args) == 2 and _is_parameters(args[0])):
            args = (list(args[:-1]), args[-1])
        return args
    if isinstance(tp, _BuiltinUnion):
        return tp.__args__
    return ()


_WITH_ANNOTATIONS = (_types.FunctionType, _types.BuiltinFunctionType, _types.MethodType, _types.ModuleType, _types.WrapperDescriptorType,
                     _types.MethodWrapperType, _types.MethodDescriptorType)


def get_type_hints(obj, globalns=None, localns=None, include_extras=False):
    """Return type hints for an object: its annotations, with strings evaluated."""
    if getattr(obj, "__no_type_check__", None):
        return {}
    if isinstance(obj, type):
        hints = {}
        for base in reversed(obj.__mro__):
            if globalns is None:
                base_globals = getattr(_sys.modules.get(base.__module__, None), "__dict__", {})
            else:
                base_globals = globalns
            annotations = base.__dict__.get("__annotations__", {})
            if isinstance(annotations, _types.GetSetDescriptorType):
                annotations = {}
            base_locals = dict(vars(base)) if localns is None else localns
            if localns is None and globalns is None:
                # The class's own names come behind the module's here.
                base_globals, base_locals = base_locals, base_globals
            parameters = base.__dict__.get("__type_params__", ())
            for parameter in parameters if isinstance(parameters, tuple) else ():
                base_locals = {parameter.__name__: parameter, **base_locals}
            for name, value in annotations.items():
                if value is None:
                    value = type(None)
                if isinstance(value, str):
                    value = ForwardRef(value, is_argument=False, is_class=True)
                hints[name] = _evaluate(value, base_globals, base_locals)
        return hints if include_extras else {name: _strip(value) for name, value in hints.items()}
    if globalns is None:
        if isinstance(obj, _types.ModuleType):
            globalns = obj.__dict__
        else:
            inner = obj
            while hasattr(inner, "__wrapped__"):
                inner = inner.__wrapped__
            globalns = getattr(inner, "__globals__", {})
            if globalns.get("__name__") == "dataclasses":
                # A method that was made for a class of another module.
                globalns = getattr(_sys.modules.get(inner.__module__), "__dict__", globalns)
        if localns is None:
            localns = globalns
    elif localns is None:
        localns = globalns
    hints = obj.__dict__.get("__annotations__") if isinstance(obj, _types.ModuleType) else getattr(obj, "__annotations__", None)
    if hints is None:
        if isinstance(obj, _WITH_ANNOTATIONS):
            return {}
        raise TypeError(f"{obj!r} is not a module, class, method, or function.")
    hints = dict(hints)
    for parameter in getattr(obj, "__type_params__", ()):
        localns = {**localns, parameter.__name__: parameter}
    for name, value in hints.items():
        if value is None:
            value = type(None)
        if isinstance(value, str):
            value = ForwardRef(value, is_argument=not isinstance(obj, _types.ModuleType), is_class=False)
        hints[name] = _evaluate(value, globalns, localns)
    return hints if include_extras else {name: _strip(value) for name, value in hints.items()}


def _strip(value):
    # Without Annotated, Required and NotRequired.
    if isinstance(value, _AnnotatedAlias):
        return _strip(value.__origin__)
    if hasattr(value, "__origin__") and value.__origin__ in (Required, NotRequired):
        return _strip(value.__args__[0])
    if isinstance(value, (_GenericAlias, _BuiltinAlias, _BuiltinUnion)):
        stripped = tuple([_strip(arg) for arg in value.__args__])
        if stripped == value.__args__:
            return value
        if isinstance(value, _GenericAlias):
            return value.copy_with(stripped)
        if isinstance(value, _BuiltinAlias):
            return _BuiltinAlias(value.__origin__, stripped)
        return _functools.reduce(_operator.or_, stripped)
    return value


_cleanups = []
