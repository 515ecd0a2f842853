"""Data classes. The methods are closures over the fields, not generated source."""

import abc as _abc
import copy as _copy
import sys as _sys
import types as _types
from keyword import iskeyword as _iskeyword

__all__ = [
    "dataclass",
    "field",
    "Field",
    "FrozenInstanceError",
    "InitVar",
    "KW_ONLY",
    "MISSING",
    "fields",
    "asdict",
    "astuple",
    "make_dataclass",
    "replace",
    "is_dataclass",
]


class FrozenInstanceError(AttributeError):
    pass


class _HAS_DEFAULT_FACTORY_CLASS:
    def __repr__(self):
        return "<factory>"


class _MISSING_TYPE:
    pass


class _KW_ONLY_TYPE:
    pass


_HAS_DEFAULT_FACTORY = _HAS_DEFAULT_FACTORY_CLASS()
MISSING = _MISSING_TYPE()
KW_ONLY = _KW_ONLY_TYPE()
_FIELDS = "__dataclass_fields__"
_PARAMS = "__dataclass_params__"


class _FIELD_BASE:
    __slots__ = ("name",)

    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return self.name

    # In states of before a field has the name alone.
    def __eq__(self, other):
        return self.name == (other.name if isinstance(other, _FIELD_BASE) else other)

    def __hash__(self):
        return hash(self.name)


_FIELD, _FIELD_CLASSVAR, _FIELD_INITVAR = [_FIELD_BASE(_name) for _name in ("_FIELD", "_FIELD_CLASSVAR", "_FIELD_INITVAR")]


class InitVar:
    __slots__ = ("type",)

    def __init__(self, type):
        self.type = type

    def __repr__(self):
        name = self.type.__name__ if type(self.type) is type else repr(self.type)
        return f"dataclasses.InitVar[{name}]"

    def __class_getitem__(cls, kind):
        return InitVar(kind)


class Field:
    __slots__ = ("name", "type", "default", "default_factory", "repr", "hash", "init", "compare", "metadata", "kw_only", "_field_type")

    def __init__(self, default, default_factory, init, repr, hash, compare, metadata, kw_only):
        self.name = None
        self.type = None
        self.default = default
        self.default_factory = default_factory
        self.init = init
        self.repr = repr
        self.hash = hash
        self.compare = compare
        self.metadata = _types.MappingProxyType({} if metadata is None else metadata)
        self.kw_only = kw_only
        self._field_type = None

    def __set_name__(self, owner, name):
        hook = getattr(type(self.default), "__set_name__", None)
        if hook is not None:
            hook(self.default, owner, name)

    __class_getitem__ = classmethod(make_generic_alias)

    def __repr__(self):
        if repr_is_open(self):
            return "..."
        return (
            f"Field(name={self.name!r},type={self.type!r},default={self.default!r},default_factory={self.default_factory!r},"
            f"init={self.init!r},repr={self.repr!r},hash={self.hash!r},compare={self.compare!r},metadata={self.metadata!r},"
            f"kw_only={self.kw_only!r},_field_type={self._field_type})"
        )


class _Parameters:
    def __init__(self, init, repr, eq, order, unsafe_hash, frozen):
        self.init = init
        self.repr = repr
        self.eq = eq
        self.order = order
        self.unsafe_hash = unsafe_hash
        self.frozen = frozen

    def __repr__(self):
        return (
            f"_DataclassParams(init={self.init!r},repr={self.repr!r},eq={self.eq!r},order={self.order!r},"
            f"unsafe_hash={self.unsafe_hash!r},frozen={self.frozen!r})"
        )


def field(*, default=MISSING, default_factory=MISSING, init=True, repr=True, hash=None, compare=True, metadata=None, kw_only=MISSING):
    """Return an object to identify dataclass fields."""
    if default is not MISSING and default_factory is not MISSING:
        raise ValueError("cannot specify both default and default_factory")
    return Field(default, default_factory, init, repr, hash, compare, metadata, kw_only)


def _is_class_var(annotation, cls):
    if isinstance(annotation, str):
        annotation = _named(annotation, cls, "typing")
    return repr(annotation).startswith("typing.ClassVar")


def _is_init_var(annotation, cls):
    if isinstance(annotation, str):
        annotation = _named(annotation, cls, "dataclasses")
    return annotation is InitVar or isinstance(annotation, InitVar)


def _is_kw_only(annotation, cls):
    if isinstance(annotation, str):
        annotation = _named(annotation, cls, "dataclasses")
    return annotation is KW_ONLY


def _named(annotation, cls, of):
    # What the name or `module.name` at the beginning of an annotation's text stands for where the class is, when it is of module `of`.
    text = annotation.lstrip()
    parts = []
    while len(parts) < 2:
        i = 0
        while i < len(text) and (text[i].isalnum() or text[i] == "_"):
            i += 1
        parts.append(text[:i])
        text = text[i:].lstrip()
        if not text.startswith("."):
            break
        text = text[1:].lstrip()
    module = _sys.modules.get(cls.__module__)
    names = program_globals() if module is None else module.__dict__
    if len(parts) == 2:
        module = names.get(parts[0])
        if type(module) is not type(_sys) or module.__name__ != of:
            return None
        names = module.__dict__
    return names.get(parts[-1])


def _make_field(cls, name, annotation, default_kw_only):
    default = getattr(cls, name, MISSING)
    if isinstance(default, Field):
        made = default
    else:
        if default is not MISSING and type(default).__name__ == "member_descriptor":
            default = MISSING
        made = field(default=default)
    made.name = name
    made.type = annotation
    made._field_type = _FIELD_CLASSVAR if _is_class_var(annotation, cls) else _FIELD_INITVAR if _is_init_var(annotation, cls) else _FIELD
    if made._field_type in (_FIELD_CLASSVAR, _FIELD_INITVAR) and made.default_factory is not MISSING:
        raise TypeError(f"field {name} cannot have a default factory")
    if made._field_type != _FIELD_CLASSVAR and made.kw_only is MISSING:
        made.kw_only = default_kw_only
    if made._field_type == _FIELD_CLASSVAR and made.kw_only is not MISSING:
        raise TypeError(f"field {name} is a ClassVar but specifies kw_only")
    if made._field_type == _FIELD and type(made.default).__hash__ is None:
        raise ValueError(f"mutable default {type(made.default)} for field {name} is not allowed: use default_factory")
    return made


def _names_text(names):
    quoted = [repr(name) for name in names]
    if len(quoted) == 1:
        return quoted[0]
    if len(quoted) == 2:
        return " and ".join(quoted)
    return ", ".join(quoted[:-1]) + ", and " + quoted[-1]


def _assign_each(obj, names, values):
    for name, value in zip(names, values):
        setattr(obj, name, value)


def _make_init(cls, every, frozen, slots):
    positional = [f for f in every if f.init and not f.kw_only]
    keyword_only = [f for f in every if f.init and f.kw_only]
    seen_default = False
    for f in positional:
        if f.default is not MISSING or f.default_factory is not MISSING:
            seen_default = True
        elif seen_default:
            raise TypeError(f"non-default argument {f.name!r} follows default argument")
    names = tuple([f.name for f in positional])
    count = len(names)
    parameters = positional + keyword_only
    known = {f.name: f for f in parameters}
    # With slots, the class has no default for those that are not parameters.
    others = [f for f in every if not f.init and (f.default_factory is not MISSING or slots and f.default is not MISSING)]
    init_vars = [f.name for f in every if f._field_type == _FIELD_INITVAR]
    required = [f.name for f in positional if f.default is MISSING and f.default_factory is MISSING]
    required_keywords = [f.name for f in keyword_only if f.default is MISSING and f.default_factory is MISSING]
    stored = tuple([f.name for f in parameters if f._field_type != _FIELD_INITVAR])
    title = f"{cls.__qualname__}.__init__()"
    post_init = hasattr(cls, "__post_init__")
    # Attributes can be set past __setattr__, unless the class has one of its own or a property of that name.
    direct = True
    put = _assign_past if frozen else _assign
    for f in every:
        for base in cls.__mro__:
            if f.name in base.__dict__:
                if hasattr(type(base.__dict__[f.name]), "__set__") and type(base.__dict__[f.name]).__name__ != "member_descriptor":
                    direct = frozen and None
                break
    plain = direct and not others and not init_vars and not keyword_only
    defaults = tuple([_HAS_DEFAULT_FACTORY if f.default_factory is not MISSING else f.default for f in positional])
    factories = [(i, positional[i].default_factory) for i in range(count) if defaults[i] is _HAS_DEFAULT_FACTORY]

    def bind(args, kwargs):
        if len(args) > count:
            least = len(required)
            takes = f"{count + 1}" if least == count else f"from {least + 1} to {count + 1}"
            raise TypeError(
                f"{title} takes {takes} positional argument{'' if count == 0 else 's'} but {len(args) + 1} "
                f"{'was' if len(args) == 0 else 'were'} given"
            )
        values = dict(zip(names, args))
        for name in kwargs:
            if name not in known:
                raise TypeError(f"{title} got an unexpected keyword argument {name!r}")
            if name in values:
                raise TypeError(f"{title} got multiple values for argument {name!r}")
            values[name] = kwargs[name]
        missing = [name for name in required if name not in values]
        if missing:
            raise TypeError(
                f"{title} missing {len(missing)} required positional argument{'s' if len(missing) > 1 else ''}: " f"{_names_text(missing)}"
            )
        missing = [name for name in required_keywords if name not in values]
        if missing:
            raise TypeError(
                f"{title} missing {len(missing)} required keyword-only argument{'s' if len(missing) > 1 else ''}: "
                f"{_names_text(missing)}"
            )
        for f in parameters:
            if f.name not in values:
                values[f.name] = f.default if f.default is not MISSING else f.default_factory()
        return values

    def __init__(self, /, *args, **kwargs):
        if plain and not kwargs and len(args) == count:
            put(self, names, args)
            if post_init:
                self.__post_init__()
            return
        if plain:
            values = _bind(names, args, kwargs, defaults, MISSING)
            if values is not None:
                for i, factory in factories:
                    if values[i] is _HAS_DEFAULT_FACTORY:
                        values[i] = factory()
                put(self, names, tuple(values))
                if post_init:
                    self.__post_init__()
                return
        values = bind(args, kwargs)
        for f in others:
            values[f.name] = f.default if f.default is not MISSING else f.default_factory()
        if frozen and direct:
            _assign_past(self, stored, tuple([values[name] for name in stored]))
            for f in others:
                object.__setattr__(self, f.name, values[f.name])
        elif frozen:
            for name, value in values.items():
                if name not in init_vars:
                    object.__setattr__(self, name, value)
        else:
            for f in every:
                if f.name in values and f._field_type != _FIELD_INITVAR:
                    setattr(self, f.name, values[f.name])
        if post_init:
            self.__post_init__(*[values[name] for name in init_vars])

    __init__.__annotations__ = {f.name: f.type for f in parameters}
    __init__.__annotations__["return"] = None
    __init__._dataclass_parameters = parameters  # for inspect.signature
    return __init__


def _make_repr(names):
    def shown(self):
        parts = [f"{name}={getattr(self, name)!r}" for name in names]
        return f"{self.__class__.__qualname__}({', '.join(parts)})"

    def __repr__(self):
        return "..." if repr_is_open(self) else shown(self)

    # By these pprint knows a dataclass's own.
    shown.__name__ = "__repr__"
    shown.__qualname__ = "__create_fn__.<locals>.__repr__"
    __repr__.__wrapped__ = shown
    return __repr__


def _values_of(obj, names):
    return tuple([getattr(obj, name) for name in names])


def _make_eq(names):
    def __eq__(self, other):
        if other.__class__ is self.__class__:
            return _values(self, names) == _values(other, names)
        return NotImplemented

    return __eq__


def _make_order(names):
    def __lt__(self, other):
        if other.__class__ is self.__class__:
            return _values(self, names) < _values(other, names)
        return NotImplemented

    def __le__(self, other):
        if other.__class__ is self.__class__:
            return _values(self, names) <= _values(other, names)
        return NotImplemented

    def __gt__(self, other):
        if other.__class__ is self.__class__:
            return _values(self, names) > _values(other, names)
        return NotImplemented

    def __ge__(self, other):
        if other.__class__ is self.__class__:
            return _values(self, names) >= _values(other, names)
        return NotImplemented

    return __lt__, __le__, __gt__, __ge__


def _make_hash(names):
    def __hash__(self):
        return hash(_values(self, names))

    return __hash__


def _make_frozen(cls, names):
    def __setattr__(self, name, value):
        if type(self) is cls or name in names:
            raise FrozenInstanceError(f"cannot assign to field {name!r}")
        super(cls, self).__setattr__(name, value)

    def __delattr__(self, name):
        if type(self) is cls or name in names:
            raise FrozenInstanceError(f"cannot delete field {name!r}")
        super(cls, self).__delattr__(name)

    return __setattr__, __delattr__


def _name_method(cls, function, name):
    function.__name__ = name
    function.__qualname__ = f"{cls.__qualname__}.{name}"
    function.__module__ = cls.__module__
    return function


def _process(cls, init, repr, eq, order, unsafe_hash, frozen, match_args, kw_only, slots, weakref_slot):
    every = {}
    any_frozen_base = has_base = False
    for base in cls.__mro__[-1:0:-1]:
        inherited = base.__dict__.get(_FIELDS)
        if inherited is not None:
            has_base = True
            for f in inherited.values():
                every[f.name] = f
            if base.__dict__[_PARAMS].frozen:
                any_frozen_base = True
    own = []
    keyword_only = kw_only
    for name, annotation in cls.__dict__.get("__annotations__", {}).items():
        if _is_kw_only(annotation, cls):
            if keyword_only is True and not kw_only:
                raise TypeError(f"{name!r} is KW_ONLY, but KW_ONLY has already been specified")
            keyword_only = True
        else:
            own.append(_make_field(cls, name, annotation, keyword_only))
    for f in own:
        every[f.name] = f
        if isinstance(cls.__dict__.get(f.name), Field):
            if f.default is MISSING:
                delattr(cls, f.name)
            else:
                setattr(cls, f.name, f.default)
    annotations = cls.__dict__.get("__annotations__", {})
    for name, value in list(cls.__dict__.items()):
        if isinstance(value, Field) and name not in annotations:
            raise TypeError(f"{name!r} is a field but has no type annotation")
    if has_base:
        if any_frozen_base and not frozen:
            raise TypeError("cannot inherit non-frozen dataclass from a frozen one")
        if not any_frozen_base and frozen:
            raise TypeError("cannot inherit frozen dataclass from a non-frozen one")
    setattr(cls, _FIELDS, every)
    setattr(cls, _PARAMS, _Parameters(init, repr, eq, order, unsafe_hash, frozen))
    explicit_hash = "__hash__" in cls.__dict__ and not (cls.__dict__["__hash__"] is None and "__eq__" in cls.__dict__)
    if order and not eq:
        raise ValueError("eq must be true if order is true")
    for_init = [f for f in every.values() if f._field_type != _FIELD_CLASSVAR]
    shown = [f for f in every.values() if f._field_type == _FIELD]

    def put(name, function):
        if name in cls.__dict__:
            return True
        setattr(cls, name, _name_method(cls, function, name))
        return False

    if init:
        put("__init__", _make_init(cls, for_init, frozen, slots))
    if repr:
        put("__repr__", _make_repr([f.name for f in shown if f.repr]))
    compared = tuple([f.name for f in shown if f.compare])
    if eq:
        put("__eq__", _make_eq(compared))
    if order:
        for name, function in zip(("__lt__", "__le__", "__gt__", "__ge__"), _make_order(compared)):
            if put(name, function):
                raise TypeError(f"Cannot overwrite attribute {name} in class {cls.__name__}. Consider using functools.total_ordering")
    if frozen:
        for name, function in zip(("__setattr__", "__delattr__"), _make_frozen(cls, frozenset([f.name for f in shown]))):
            if put(name, function):
                raise TypeError(f"Cannot overwrite attribute {name} in class {cls.__name__}")
    hashed = tuple([f.name for f in shown if (f.compare if f.hash is None else f.hash)])
    if unsafe_hash:
        if explicit_hash:
            raise TypeError(f"Cannot overwrite attribute __hash__ in class {cls.__name__}")
        setattr(cls, "__hash__", _name_method(cls, _make_hash(hashed), "__hash__"))
    elif eq and frozen:
        if not explicit_hash:
            setattr(cls, "__hash__", _name_method(cls, _make_hash(hashed), "__hash__"))
    elif eq and not explicit_hash:
        cls.__hash__ = None
    if not cls.__dict__.get("__doc__"):
        given = [f for f in for_init if f.init]
        named = [_parameter_text(f) for f in given if f.kw_only]
        cls.__doc__ = (
            f"{cls.__name__}({', '.join([_parameter_text(f) for f in given if not f.kw_only] + (['*'] + named if named else []))})"
        )
    if match_args and "__match_args__" not in cls.__dict__:
        cls.__match_args__ = tuple([f.name for f in for_init if f.init and not f.kw_only])
    if weakref_slot and not slots:
        raise TypeError("weakref_slot is True but slots is False")
    _abc.update_abstractmethods(cls)
    return _with_slots(cls, frozen, tuple([f.name for f in shown]), weakref_slot) if slots else cls


def _slots_of(cls):
    slots = cls.__dict__.get("__slots__")
    if slots is None:
        return
    if isinstance(slots, str):
        yield slots
    elif not hasattr(slots, "__next__"):
        yield from slots
    else:
        raise TypeError(f"Slots of '{cls.__name__}' cannot be determined")


def _with_slots(cls, frozen, names, weakref_slot):
    # Slots are made when a class is: a new one.
    if "__slots__" in cls.__dict__:
        raise TypeError(f"{cls.__name__} already specifies __slots__")
    body = dict(cls.__dict__)
    inherited = set()
    for base in cls.__mro__[1:-1]:
        inherited.update(_slots_of(base))
    wanted = names + ("__weakref__",) if weakref_slot else names
    body["__slots__"] = tuple([name for name in wanted if name not in inherited])
    for name in names:
        body.pop(name, None)
    body.pop("__dict__", None)
    body.pop("__weakref__", None)
    qualname = getattr(cls, "__qualname__", None)
    cls = type(cls)(cls.__name__, cls.__bases__, body)
    if qualname is not None:
        cls.__qualname__ = qualname
    if frozen:
        if "__getstate__" not in body:
            cls.__getstate__ = _get_state
        if "__setstate__" not in body:
            cls.__setstate__ = _set_state
    return cls


def _get_state(self):
    return [getattr(self, f.name) for f in fields(self)]


def _set_state(self, state):
    for f, value in zip(fields(self), state):
        object.__setattr__(self, f.name, value)


def _parameter_text(f):
    kind = f.type
    if isinstance(kind, type) and not hasattr(kind, "__origin__"):
        shown = kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
    else:
        shown = repr(kind).replace("typing.", "")
    text = f"{f.name}: {shown}"
    if f.default is not MISSING:
        text += f" = {f.default!r}"
    elif f.default_factory is not MISSING:
        text += " = <factory>"
    return text


def dataclass(
    cls=None,
    /,
    *,
    init=True,
    repr=True,
    eq=True,
    order=False,
    unsafe_hash=False,
    frozen=False,
    match_args=True,
    kw_only=False,
    slots=False,
    weakref_slot=False,
):
    """Add dunder methods based on the fields defined in the class."""

    def wrap(cls):
        return _process(cls, init, repr, eq, order, unsafe_hash, frozen, match_args, kw_only, slots, weakref_slot)

    return wrap if cls is None else wrap(cls)


def fields(class_or_instance):
    """Return a tuple describing the fields of this dataclass."""
    every = getattr(class_or_instance, _FIELDS, None)
    if every is None:
        raise TypeError("must be called with a dataclass type or instance")
    return tuple([f for f in every.values() if f._field_type == _FIELD])


def is_dataclass(obj):
    """Returns True if obj is a dataclass or an instance of a dataclass."""
    cls = obj if isinstance(obj, type) else type(obj)
    return hasattr(cls, _FIELDS)


def _is_instance(obj):
    return hasattr(type(obj), _FIELDS)


def asdict(obj, *, dict_factory=dict):
    """Return the fields of a dataclass instance as a new dictionary mapping field names to field values."""
    if not _is_instance(obj):
        raise TypeError("asdict() should be called on dataclass instances")
    return _convert(obj, dict_factory, None)


def astuple(obj, *, tuple_factory=tuple):
    """Return the fields of a dataclass instance as a new tuple of field values."""
    if not _is_instance(obj):
        raise TypeError("astuple() should be called on dataclass instances")
    return _convert(obj, None, tuple_factory)


def _convert(obj, dict_factory, tuple_factory):
    cls = type(obj)
    if cls in (int, str, float, bool, bytes, type(None)):
        return obj
    if hasattr(cls, _FIELDS):
        if dict_factory is not None:
            return dict_factory([(f.name, _convert(getattr(obj, f.name), dict_factory, None)) for f in fields(obj)])
        return tuple_factory([_convert(getattr(obj, f.name), None, tuple_factory) for f in fields(obj)])
    if isinstance(obj, tuple) and hasattr(obj, "_fields"):
        return cls(*[_convert(item, dict_factory, tuple_factory) for item in obj])
    if isinstance(obj, (list, tuple)):
        return cls([_convert(item, dict_factory, tuple_factory) for item in obj])
    if isinstance(obj, dict):
        pairs = [(_convert(key, dict_factory, tuple_factory), _convert(value, dict_factory, tuple_factory)) for key, value in obj.items()]
        if hasattr(cls, "default_factory"):
            made = cls(obj.default_factory)
            for key, value in pairs:
                made[key] = value
            return made
        return cls(pairs)
    return _copy.deepcopy(obj)


def replace(obj, /, **changes):
    """Return a new object replacing specified fields with new values."""
    if not _is_instance(obj):
        raise TypeError("replace() should be called on dataclass instances")
    for f in getattr(obj, _FIELDS).values():
        if f._field_type == _FIELD_CLASSVAR:
            continue
        if not f.init:
            if f.name in changes:
                raise ValueError(f"field {f.name} is declared with init=False, it cannot be specified with replace()")
            continue
        if f.name not in changes:
            if f._field_type == _FIELD_INITVAR and f.default is MISSING:
                raise ValueError(f"InitVar {f.name!r} must be specified with replace()")
            changes[f.name] = getattr(obj, f.name)
    return obj.__class__(**changes)


def make_dataclass(
    cls_name,
    fields,
    *,
    bases=(),
    namespace=None,
    init=True,
    repr=True,
    eq=True,
    order=False,
    unsafe_hash=False,
    frozen=False,
    match_args=True,
    kw_only=False,
    slots=False,
    weakref_slot=False,
):
    """Return a new dynamically created dataclass."""
    body = dict(namespace or {})
    annotations = {}
    defaults = {}
    for item in fields:
        if isinstance(item, str):
            name, kind = item, "typing.Any"
        elif len(item) == 2:
            name, kind = item
        elif len(item) == 3:
            name, kind, defaults[item[0]] = item
        else:
            raise TypeError(f"Invalid field: {item!r}")
        if not isinstance(name, str) or not name.isidentifier():
            raise TypeError(f"Field names must be valid identifiers: {name!r}")
        if _iskeyword(name):
            raise TypeError(f"Field names must not be keywords: {name!r}")
        if name in annotations:
            raise TypeError(f"Field name duplicated: {name!r}")
        annotations[name] = kind
    body.update(defaults)
    body["__annotations__"] = annotations
    cls = _types.new_class(cls_name, bases, {}, lambda names: names.update(body))
    return dataclass(
        cls,
        init=init,
        repr=repr,
        eq=eq,
        order=order,
        unsafe_hash=unsafe_hash,
        frozen=frozen,
        match_args=match_args,
        kw_only=kw_only,
        slots=slots,
        weakref_slot=weakref_slot,
    )
