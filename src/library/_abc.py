"""Abstract base classes, behind CPython's abc: which methods are abstract, and who counts as a subclass. See _abc.cpp."""

# The twins of its natives. What a program registers with the library's classes is in its abc._registered (objects/natives/intrinsics.cpp).

_plain_hook = type_lookup(object, "__subclasshook__")
_PATTERNS = {1 << 5: "sequence", 1 << 6: "mapping"}


def _is_abstract(value):
    return getattr(value, "__isabstractmethod__", False)


def _abstract_names(cls):
    names = [name for name, value in cls.__dict__.items() if _is_abstract(value)]
    for base in cls.__bases__:
        for name in getattr(base, "__abstractmethods__", ()):
            if name not in names and _is_abstract(getattr(cls, name, None)):
                names.append(name)
    return frozenset(names)


def _init(cls):
    cls.__abstractmethods__ = _abstract_names(cls)
    if "_abc_registry" not in cls.__dict__:
        cls._abc_registry = ()
    if "__abc_tpflags__" in cls.__dict__:
        flags = cls.__abc_tpflags__
        if type(flags) is int and flags in _PATTERNS:
            class_match_as(cls, _PATTERNS[flags])
            del cls.__abc_tpflags__


def _register(cls, subclass):
    if not isinstance(subclass, type):
        raise TypeError("Can only register classes")
    if not issubclass(subclass, cls):
        if issubclass(cls, subclass):
            raise RuntimeError("Refusing to create an inheritance cycle")
        abc_register(cls, subclass)
        _forget()
        if not making_image():
            import abc

            abc._registrations = _token() + 1
        kind = class_matches_as(cls)
        if kind is not None:
            class_match_as(subclass, kind)
    return subclass


def _instancecheck(cls, instance):
    said, kind = instance.__class__, class_of(instance)
    if cls.__subclasscheck__(said):
        return True
    return False if said is kind else cls.__subclasscheck__(kind)


def _subclasscheck(cls, subclass):
    if not isinstance(subclass, type):
        raise TypeError("issubclass() arg 1 must be a class")
    # An answer is remembered when only the library's code was asked.
    hook = type_lookup(cls, "__subclasshook__")
    ours = True
    if hook is not _plain_hook:
        ours = _is_ours(hook)
        answer = cls.__subclasshook__(subclass)
        if answer is not NotImplemented:
            if not isinstance(answer, bool):
                raise AssertionError("__subclasshook__ must return either False, True, or NotImplemented")
            return _remember(cls, subclass, answer) if ours else answer
    answer = True
    if cls not in subclass.__mro__:
        answer, theirs = _ask_others(cls, subclass)
        ours = ours and not theirs
    return _remember(cls, subclass, answer) if ours else answer


def _ask_others(cls, subclass):
    # The registered classes and those derived from this one: what they say, and whether code of the program's was asked for it.
    derived = cls.__subclasses__()
    if type(derived) is not list:
        raise TypeError("__subclasses__() must return a list")
    theirs = False
    for other in (*abc_registry(cls), *derived):
        answer = issubclass(subclass, other)
        theirs = theirs or _answer(other, subclass) is None
        if answer:
            return True, theirs
    return False, theirs


def _token():
    import abc

    return getattr(abc, "_registrations", 0)


def _dump(cls):
    from _weakref import ref

    return {ref(one) for one in abc_registry(cls)}, set(), set(), _token()


def _clear(cls):
    import abc

    gone = cls._abc_registry
    cls._abc_registry = ()
    table = getattr(abc, "_registered", {})
    for base, registered in list(table.items()):
        table[base] = tuple([one for one in registered if one not in gone])
    _forget()


def _reset(cls):
    _forget()
