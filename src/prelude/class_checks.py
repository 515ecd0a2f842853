# isinstance() and issubclass().


def builtin_isinstance(obj, classes):
    return isinstance_in(obj, classes, 0)


def isinstance_in(obj, classes, depth):
    kind = type_argument_kind(classes)
    if kind == "class":
        if class_of(obj) is classes:
            return True
        check = bind_special(classes, "__instancecheck__")
        return True if check(obj) or says_its_class(obj, classes) else False
    parts = parts_of_type_argument(classes, kind, depth, "isinstance", "__instancecheck__")
    if parts is not None:
        for part in parts:
            if isinstance_in(obj, part, depth + 1):
                return True
        return False
    check = bind_special(classes, "__instancecheck__")
    if check is not __missing__:
        return True if check(obj) else False
    if abstract_bases(classes) is None:
        raise TypeError("isinstance() arg 2 must be a type, a tuple of types, or a union")
    return is_abstract_subclass(getattr(obj, "__class__", None), classes)


def parts_of_type_argument(classes, kind, depth, function, special):
    """Of what isinstance() or issubclass() was given in place of a class: what is in a union or in a tuple, in which there may be others.
    None: it is neither."""
    if kind == "union":
        return classes.__args__
    if kind != "":
        raise TypeError(f"{function}() argument 2 cannot be a parameterized generic")
    value = payload(classes)
    if class_of(value) is not tuple:
        return None
    if depth > 500:
        raise RecursionError(f"maximum recursion depth exceeded in {special}")
    return value


def says_its_class(obj, cls):
    # Objects may say that they are of another class, with an attribute __class__.
    said = getattr(obj, "__class__", None)
    return is_class(said) and said is not class_of(obj) and class_of(cls) is type and issubclass(said, cls)


# Something that isn't a class may stand in for one, with an attribute __bases__.


def abstract_bases(cls):
    bases = getattr(cls, "__bases__", None)
    return bases if class_of(payload(bases)) is tuple else None


def is_abstract_subclass(derived, cls):
    while derived is not cls:
        bases = abstract_bases(derived)
        if not bases:
            return False
        if len(bases) > 1:
            for base in bases:
                if is_abstract_subclass(base, cls):
                    return True
            return False
        derived = bases[0]
    return True


def builtin_issubclass(cls, classes):
    return issubclass_in(cls, classes, 0)


def issubclass_in(cls, classes, depth):
    kind = type_argument_kind(classes)
    if kind != "class":
        parts = parts_of_type_argument(classes, kind, depth, "issubclass", "__subclasscheck__")
        if parts is not None:
            for part in parts:
                if issubclass_in(cls, part, depth + 1):
                    return True
            return False
    check = bind_special(classes, "__subclasscheck__")
    if kind == "class" and not is_class(cls) and class_of(classes) is type:
        if abstract_bases(cls) is None:
            raise TypeError("issubclass() arg 1 must be a class")
        return is_abstract_subclass(cls, classes)
    if check is not __missing__:
        return True if check(cls) else False
    if abstract_bases(cls) is None:
        raise TypeError("issubclass() arg 1 must be a class")
    if abstract_bases(classes) is None:
        raise TypeError("issubclass() arg 2 must be a class, a tuple of classes, or a union")
    return is_abstract_subclass(cls, classes)
