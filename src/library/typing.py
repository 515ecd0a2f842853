"""In addition to CPython's typing: what 3.12 adds, what type parameters and `type` statements make, and what is each session's own."""

__all__ = [*__all__, "override", "TypeAliasType"]
EXCLUDED_ATTRIBUTES = [*EXCLUDED_ATTRIBUTES, "__type_params__"]  # no member of a protocol


def __session__():
    yield "_overload_registry", defaultdict(functools.partial(defaultdict, dict))
    yield "_cleanups", []

    def _overload_dummy(*args, **kwds):
        """Helper for @overload to raise when called."""
        return shared(*args, **kwds)

    shared, _overload_dummy.__qualname__ = _overload_dummy_of_all, "_overload_dummy"
    yield "_overload_dummy", _overload_dummy  # other decorators set attributes


_overload_dummy_of_all = _overload_dummy


def override(f, /):
    """Decorator of methods that override one of a base class."""
    try:
        f.__override__ = True
    except (AttributeError, TypeError):
        pass
    return f


# --- type variables whose variance checkers find out

_BoundVarianceMixin.__infer_variance__ = False
_shown_with_variance = _BoundVarianceMixin.__repr__


def _shown(self):
    return self.__name__ if self.__infer_variance__ else _shown_with_variance(self)


_BoundVarianceMixin.__repr__ = _shown
_shown.__name__ = "__repr__"
_shown.__qualname__ = "_BoundVarianceMixin.__repr__"


def _may_infer_variance(cls):
    plain = cls.__init__

    def __init__(self, *args, infer_variance=False, **keywords):
        if infer_variance and (keywords.get("covariant") or keywords.get("contravariant")):
            raise ValueError("Variance cannot be specified with infer_variance.")
        plain(self, *args, **keywords)
        if infer_variance:
            self.__infer_variance__ = True

    __init__.__qualname__ = plain.__qualname__
    cls.__init__ = __init__


_may_infer_variance(TypeVar)
_may_infer_variance(ParamSpec)


def _found_late(self, name):
    # Bounds and constraints of type parameters are looked up when somebody asks for them. Those of older states have what was found in
    # _bound and _constraints.
    own = self.__dict__
    if name == "__bound__":
        evaluate, value = own.get("_evaluate"), own.get("_bound")
    elif name == "__constraints__":
        evaluate, value = own.get("_evaluate_constraints"), own.get("_constraints", ())
    else:
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}", name=name, obj=self)
    if evaluate is not None:
        value = evaluate()
    setattr(self, name, value)
    return value


TypeVar.__getattr__ = _found_late
ParamSpec.__getattr__ = _found_late


_get_type_hints = get_type_hints


def get_type_hints(obj, globalns=None, localns=None, include_extras=False):
    """Return type hints for an object."""
    # Strings may name type parameters.
    if isinstance(obj, type):
        names = {}
        for base in reversed(obj.__mro__):
            parameters = base.__dict__.get("__type_params__")
            if isinstance(parameters, tuple):
                names.update({parameter.__name__: parameter for parameter in parameters})
        if names and localns is None:
            # The classes' own names come after those of their modules.
            for base in obj.__mro__:
                module = getattr(sys.modules.get(base.__module__), "__dict__", {}) if globalns is None else {}
                names = {**{name: value for name, value in base.__dict__.items() if name not in module}, **names}
    else:
        names = {parameter.__name__: parameter for parameter in getattr(obj, "__type_params__", ())}
    return _get_type_hints(obj, globalns, {**(localns or {}), **names} if names else localns, include_extras)


# --- what the code of type parameters calls (prelude/generics.py)


def _make_parameter(kind, name, evaluate, module):
    if kind == "TypeVarTuple":
        made = TypeVarTuple(name)
    elif kind == "ParamSpec":
        made = ParamSpec(name, infer_variance=True)
    else:
        made = TypeVar(name, infer_variance=True)
        if kind == "bound":
            del made.__bound__
            made._evaluate = evaluate
        elif kind == "constraints":
            del made.__constraints__
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
        self._fill(name, None, value, type_params, sys._getframemodulename(0))

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
            raise AttributeError(
                "readonly attribute" if name == "__name__" else f"attribute '{name}' of 'typing.TypeAliasType' objects is not writable"
            )
        raise AttributeError(f"'typing.TypeAliasType' object has no attribute '{name}'")

    def __getitem__(self, parameters):
        if not self._type_params:
            raise TypeError("Only generic type aliases are subscriptable")
        return GenericAlias(self, parameters if isinstance(parameters, tuple) else (parameters,))

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


def compile(source, filename, mode):
    # Of ForwardRef: whether a text is an expression, also where nothing may be made of it.
    try:
        check_eval("compile")
    except PermissionError:
        made = compile_with_warnings(source, filename, mode, False)
    else:
        from builtins import compile as compile_text

        return compile_text(source, filename, mode)
    if class_of(made) is tuple:
        raise made[0](made[1], made[2])
