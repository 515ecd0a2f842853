# list[int] and int | None.


def GenericAlias__call__(self, args, keywords):
    made = self.__origin__(*args, **keywords)
    try:
        made.__orig_class__ = self
    except (AttributeError, TypeError):
        pass
    return made


def GenericAlias__getitem__(self, key):
    args = substituted_args(self, key)
    made = make_generic_alias(self.__origin__, args)
    return unpacked_alias(made) if self.__unpacked__ else made


def substituted_args(self, key):
    parameters = self.__parameters__
    if not parameters:
        raise TypeError(f"{self!r} is not a generic class")
    given = []
    for arg in key if class_of(key) is tuple else (key,):
        # *tuple[int, str] stands for int and str.
        parts = None if is_class(arg) else getattr(arg, "__typing_unpacked_tuple_args__", None)
        if parts is not None and not (parts and parts[-1] is ...):
            given.extend(parts)
        else:
            given.append(arg)
    given = tuple(given)
    for parameter in parameters:
        prepare = getattr(parameter, "__typing_prepare_subst__", None)
        if prepare is not None:
            given = prepare(self, given)
    if len(given) != len(parameters):
        many = "many" if len(given) > len(parameters) else "few"
        raise TypeError(f"Too {many} arguments for {self!r}; actual {len(given)}, expected {len(parameters)}")
    values = dict(zip(parameters, given))
    is_callable = getattr(self, "__origin__", None) is import_module("collections.abc").Callable
    args = []
    for arg in self.__args__:
        if is_class(arg):
            args.append(arg)
            continue
        substitute = getattr(arg, "__typing_subst__", None)
        if substitute is not None:
            made = substitute(values[arg])
        else:
            made = arg
            inner = []
            for parameter in getattr(arg, "__parameters__", ()):
                value = values[parameter]
                if class_of(value) is tuple and hasattr(parameter, "__typing_prepare_subst__") and not hasattr(parameter, "kwargs"):
                    inner.extend(value)
                else:
                    inner.append(value)
            if getattr(arg, "__parameters__", ()):
                made = arg[tuple(inner)]
        if class_of(made) is tuple and (is_callable or getattr(arg, "__typing_is_unpacked_typevartuple__", False)):
            args.extend(made)
        else:
            args.append(made)
    return tuple(args)


def GenericAlias_parameters(self):
    found = []
    for arg in self.__args__:
        if is_class(arg):
            continue
        for parameter in (arg,) if hasattr(arg, "__typing_subst__") else getattr(arg, "__parameters__", ()):
            if parameter not in found:
                found.append(parameter)
    return tuple(found)


def GenericAlias__iter__(self):
    yield unpacked_alias(self)


def UnionType__getitem__(self, key):
    made = __missing__
    for arg in substituted_args(self, key):
        made = arg if made is __missing__ else made | arg
    return made


def GenericAlias__instancecheck__(self, instance):
    raise TypeError("isinstance() argument 2 cannot be a parameterized generic")


def GenericAlias__subclasscheck__(self, cls):
    raise TypeError("issubclass() argument 2 cannot be a parameterized generic")


def GenericAlias_part(part):
    if part is ...:
        return "..."
    return (
        f"{part.__module__}.{part.__qualname__}"
        if is_class(part) and part.__module__ != "builtins"
        else part.__qualname__
        if is_class(part)
        else repr(part)
    )


def GenericAlias__repr__(self):
    origin, args = self.__origin__, self.__args__
    shown = [GenericAlias_part(part) for part in args]
    # Of Callable the parameters are shown as a list.
    if (
        shown
        and origin is import_module("collections.abc").Callable
        and not (
            len(args) == 2 and (args[0] is ... or hasattr(args[0], "__typing_subst__") or type_name(args[0]) == "_ConcatenateGenericAlias")
        )
    ):
        shown = [f"[{', '.join(shown[:-1])}]", shown[-1]]
    return f"{'*' if self.__unpacked__ else ''}{GenericAlias_part(origin)}[{', '.join(shown) or '()'}]"


def GenericAlias__eq__(self, other):
    if class_of(payload(other)) is not GenericAlias:
        return NotImplemented
    return self.__origin__ == other.__origin__ and self.__args__ == other.__args__ and self.__unpacked__ == other.__unpacked__


def GenericAlias__ne__(self, other):
    result = GenericAlias__eq__(self, other)
    return result if result is NotImplemented else not result


def GenericAlias__hash__(self):
    return hash(self.__origin__) ^ hash(self.__args__)


def UnionType__instancecheck__(self, instance):
    return isinstance_in(instance, self, 0)


def UnionType__subclasscheck__(self, cls):
    return issubclass_in(cls, self, 0)


def UnionType__repr__(self):
    return " | ".join(["None" if part is NoneType else GenericAlias_part(part) for part in self.__args__])


def UnionType__eq__(self, other):
    if class_of(other) is not UnionType:
        return NotImplemented
    if len(self.__args__) != len(other.__args__):
        return False
    for part in self.__args__:
        if part not in other.__args__:
            return False
    return True


def UnionType__ne__(self, other):
    result = UnionType__eq__(self, other)
    return result if result is NotImplemented else not result


def UnionType__hash__(self):
    return hash(frozenset(self.__args__))
