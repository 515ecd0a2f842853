"""Abstract base classes."""

__all__ = ["ABC", "ABCMeta", "abstractclassmethod", "abstractmethod", "abstractproperty", "abstractstaticmethod", "get_cache_token",
           "update_abstractmethods"]
# Written in C in CPython: no methods of a class that has them as attributes.
__unbound__ = ["get_cache_token"]


def abstractmethod(funcobj):
    """Marks a method that subclasses must define before they can have instances."""
    funcobj.__isabstractmethod__ = True
    return funcobj


def _is_abstract(value):
    return getattr(value, "__isabstractmethod__", False)


def _abstract_names(cls, namespace):
    names = [name for name, value in namespace.items() if _is_abstract(value)]
    for base in cls.__bases__:
        for name in getattr(base, "__abstractmethods__", ()):
            if name not in names and _is_abstract(getattr(cls, name, None)):
                names.append(name)
    return frozenset(names)


_plain_hook = type_lookup(object, "__subclasshook__")


class ABCMeta(type):
    """Metaclass of abstract base classes: isinstance() asks __subclasshook__ and the registered classes too."""

    def __new__(mcls, name, bases, namespace, /, **kwargs):
        cls = type.__new__(mcls, name, bases, namespace, **kwargs)
        cls.__abstractmethods__ = _abstract_names(cls, namespace)
        if "_abc_registry" not in namespace:
            cls._abc_registry = ()
        return cls

    def register(cls, subclass):
        """Makes a class count as a subclass."""
        if not isinstance(subclass, type):
            raise TypeError("Can only register classes")
        if not cls._abc_ask(subclass):
            if issubclass(cls, subclass):
                raise RuntimeError("Refusing to create an inheritance cycle")
            abc_register(cls, subclass)
            if not making_image():
                import abc
                abc._registrations = abc._registrations + 1
            kind = class_matches_as(cls)
            if kind is not None:
                class_match_as(subclass, kind)
        return subclass

    def __instancecheck__(cls, instance):
        return cls.__subclasscheck__(class_of(instance))

    def __subclasscheck__(cls, subclass):
        if not isinstance(subclass, type):
            raise TypeError("issubclass() arg 1 must be a class")
        if type_lookup(cls, "__subclasshook__") is not _plain_hook:
            answer = cls.__subclasshook__(subclass)
            if answer is not NotImplemented:
                return bool(answer)
        if cls in subclass.__mro__:
            return True
        return cls._abc_ask_others(subclass)

    def _abc_ask_others(cls, subclass):
        # The registered classes and those derived from this one.
        for registered in abc_registry(cls):
            if issubclass(subclass, registered):
                return True
        derived_classes = cls.__subclasses__()
        if type(derived_classes) is not list:
            raise TypeError("__subclasses__() must return a list")
        for derived in derived_classes:
            if derived._abc_ask(subclass) if isinstance(derived, ABCMeta) else issubclass(subclass, derived):
                return True
        return False

    def _abc_ask(cls, subclass):
        return issubclass(subclass, cls)

    def _dump_registry(cls, file=None):
        """Debug helper to print the ABC registry."""
        print(f"Class: {cls.__module__}.{cls.__qualname__}", file=file)
        print(f"Inv. counter: {get_cache_token()}", file=file)
        print(f"_abc_registry: {set(abc_registry(cls))!r}", file=file)

    def _abc_registry_clear(cls):
        """Forget the registered classes."""
        import abc
        gone = cls._abc_registry
        cls._abc_registry = ()
        table = getattr(abc, "_registered", {})
        for base, registered in list(table.items()):
            table[base] = tuple([one for one in registered if one not in gone])

    def _abc_caches_clear(cls):
        """Nothing is remembered of former answers."""


class ABC(metaclass=ABCMeta):
    """Base class whose metaclass is ABCMeta."""

    __slots__ = ()


class abstractclassmethod(classmethod):
    __isabstractmethod__ = True

    def __init__(self, callable):
        callable.__isabstractmethod__ = True
        super().__init__(callable)


class abstractstaticmethod(staticmethod):
    __isabstractmethod__ = True

    def __init__(self, callable):
        callable.__isabstractmethod__ = True
        super().__init__(callable)


class abstractproperty(property):
    __isabstractmethod__ = True


def update_abstractmethods(cls):
    if hasattr(cls, "__abstractmethods__"):
        cls.__abstractmethods__ = _abstract_names(cls, cls.__dict__)
    return cls


# How often classes were registered; the session's own module counts.
_registrations = 0


def get_cache_token():
    """Returns the current ABC cache token: it changes with every call to register() on any ABC."""
    import abc
    return abc._registrations
