# The class statement, type(), and making instances, where more is involved than the machine's fast paths
# handle: metaclasses, __new__, subclasses of builtin types.


class_absent = object()


def build_class(body, name, bases, keywords):
    original = bases
    for base in bases:
        if not is_class(base):
            bases = class_resolve_bases(bases)
            break
    if keywords is None:
        meta = type
        keywords = {}
        if bases:
            meta = class_of(bases[0])
    elif "metaclass" in keywords:
        keywords = keywords.copy()
        meta = keywords.pop("metaclass")
    else:
        meta = class_of(bases[0]) if bases else type
    if is_class(meta):
        meta = class_winner(meta, bases)
    if meta is type:
        namespace = {}
    else:
        namespace = class_prepare(meta, name, bases, keywords)
    cell = body(namespace)
    if bases is not original:
        namespace["__orig_bases__"] = original
    if cell is not None:
        namespace["__classcell__"] = cell
    if meta is type:
        return type__new__(type, name, bases, namespace, keywords)
    cls = meta(name, bases, namespace, **keywords)
    if cell is not None and is_class(cls):
        class_check_cell(cell, name, cls)
    return cls


def __build_class__():
    # Stands for build_class() in messages.
    pass


def class_check_cell(cell, name, cls):
    try:
        content = cell.cell_contents
    except ValueError:
        raise RuntimeError(f"__class__ not set defining '{name}' as {cls!r}. Was __classcell__ propagated to type.__new__?") from None
    if content is not cls:
        raise TypeError(f"__class__ set to {content!r} defining '{name}' as {cls!r}")


def class_resolve_bases(bases):
    # The same tuple when nothing stands for something else.
    resolved, changed = [], False
    for base in bases:
        if is_class(base):
            resolved.append(base)
            continue
        entries = getattr(base, "__mro_entries__", class_absent)
        if entries is class_absent:
            resolved.append(base)
            continue
        replaced = entries(bases)
        if class_of(payload(replaced)) is not tuple:
            raise TypeError("__mro_entries__ must return a tuple")
        resolved.extend(replaced)
        changed = True
    return tuple(resolved) if changed else bases


def class_winner(meta, bases):
    for base in bases:
        other = class_of(base)
        if is_subclass(meta, other):
            continue
        if is_subclass(other, meta):
            meta = other
            continue
        raise TypeError(
            "metaclass conflict: the metaclass of a derived class must be a (non-strict) subclass of the metaclasses of all its bases"
        )
    return meta


def class_prepare(meta, name, bases, keywords):
    prepare = getattr(meta, "__prepare__", class_absent)
    if prepare is class_absent:
        return {}
    namespace = prepare(name, bases, **keywords)
    if type_lookup(class_of(namespace), "__setitem__") is __missing__:
        who = meta.__name__ if is_class(meta) else "<metaclass>"
        raise TypeError(f"{who}.__prepare__() must return a mapping, not {type_name(namespace)}")
    return namespace


def type__new__(meta, name, bases, namespace, keywords):
    if bases is __missing__ or namespace is __missing__:
        raise TypeError("type.__new__() takes exactly 3 arguments (1 given)")
    if class_of(payload(bases)) is tuple and class_of(payload(name)) is str:
        for base in bases:
            if not is_class(base) and hasattr(base, "__mro_entries__"):
                raise TypeError("type() doesn't support MRO entry resolution; use types.new_class()")
        winner = class_winner(meta, bases)
        if winner is not meta:
            make = bind_in_class(winner, "__new__")
            if make is not bind_in_class(type, "__new__"):
                return make(winner, name, bases, namespace, **keywords)
            meta = winner
    own = payload(namespace)
    if class_of(own) is dict and "__module__" not in own:
        own = {**own, "__module__": class_default_module()}
        namespace = own
    cls = class_make(meta, name, bases, namespace)
    if "__classcell__" in own:
        set_cell(own["__classcell__"], cls)
        plain_delattr(cls, "__classcell__")
    if meta is not type and type_lookup(meta, "mro") is not class_plain_mro:
        class_set_mro(cls, class_mro_of(cls))
    if "__slots__" in own:
        slots = own["__slots__"]
        class_add_slots(cls, (slots,) if class_of(payload(slots)) is str else tuple(slots))
    for key, value in class_set_names(cls):
        try:
            bind_special(value, "__set_name__")(cls, key)
        except BaseException as error:
            raise RuntimeError(f"Error calling __set_name__ on '{type_name(value)}' instance '{key}' in '{cls.__name__}'") from error
    initialize = bind_behind(cls, "__init_subclass__")
    if keywords:
        initialize(**keywords)
    elif initialize is not __missing__:
        initialize()
    return cls


# --- MROs that the program makes, and bases that change

class_plain_mro = type_lookup(type, "mro")


def class_mro_of(cls):
    if type_lookup(class_of(cls), "mro") is class_plain_mro:
        return class_default_mro(cls)
    return tuple(bind_special(cls, "mro")())


def class_renew_mros(cls, done):
    mro = class_mro_of(cls)
    done.append((cls, plain_getattr(cls, "__mro__")))
    class_set_mro(cls, mro)
    for derived in type.__subclasses__(cls):
        class_renew_mros(derived, done)


def type__subclasses__(self):
    return known_subclasses(self)


def type_set_bases(cls, bases):
    class_check_bases(cls, bases)
    before = plain_getattr(cls, "__bases__")
    class_replace_bases(cls, bases)
    done = []
    try:
        class_renew_mros(cls, done)
    except BaseException:
        if plain_getattr(cls, "__bases__") is bases:
            done.reverse()
            for changed, mro in done:
                class_set_mro(changed, mro)
            class_replace_bases(cls, before)
        raise


def class_default_module():
    return globals().get("__name__", "__main__")


# --- super of objects that say their class


def super_new(cls, type, object):
    said = getattr(object, "__class__", None)
    if not is_class(said) or not is_subclass(said, type):
        raise TypeError("super(type, obj): obj must be an instance or subtype of type")
    return make_super(type, object, said)


# --- calling what has a __call__ that isn't a plain method


def special_call(obj, args, keywords):
    return bind_special(obj, "__call__")(*args, **keywords)


def type_construct(meta, name, bases, namespace, keywords):
    # type(name, bases, namespace): a base's metaclass makes the class, and initializes it.
    cls = type__new__(meta, name, bases, namespace, keywords)
    if class_of(cls) is not type and plain_isinstance(cls, type):
        result = bind_special(cls, "__init__")(name, bases, namespace, **keywords)
        if result is not None:
            raise TypeError(f"__init__() should return None, not '{type_name(result)}'")
    return cls


# --- making instances: type.__call__


def type_call(cls, args, keywords):
    if cls is type and len(args) == 1 and not keywords:
        return class_of(args[0])
    make = bind_in_class(cls, "__new__")
    if make is __missing__:
        raise TypeError(f"cannot create '{cls.__name__}' instances")
    instance = make(cls, *args, **keywords)
    if not plain_isinstance(instance, cls):
        return instance
    initialize = bind_special(instance, "__init__")
    if keywords:
        # Those of a subclass's own __new__ are not for list's __init__.
        if is_subclass(cls, list) and type_lookup(cls, "__init__") is type_lookup(list, "__init__"):
            if type_lookup(cls, "__new__") is not type_lookup(list, "__new__"):
                keywords = {}
    result = initialize(*args, **keywords)
    if result is not None:
        raise TypeError(f"__init__() should return None, not '{type_name(result)}'")
    return instance


def type_initialize(instance, call):
    # The rest of type_call(call[0], call[1:]), when __new__ has made an instance of the class.
    result = bind_special(instance, "__init__")(*call[1:])
    if result is not None:
        raise TypeError(f"__init__() should return None, not '{type_name(result)}'")
    return instance


def class_check_new(base, cls):
    name = base.__name__
    if not is_class(cls):
        raise TypeError(f"{name}.__new__(X): X is not a type object ({type_name(cls)})")
    if not is_subclass(cls, base):
        raise TypeError(f"{name}.__new__({cls.__name__}): {cls.__name__} is not a subtype of {name}")


def class_new_value(base, cls, args, keywords):
    # An instance of an immutable builtin's class or subclass: the value is made now, once and for all.
    class_check_new(base, cls)
    if cls is base:
        return base(*args, **keywords)
    if is_subclass(cls, bool) and base is int:
        raise TypeError("int.__new__(bool) is not safe, use bool.__new__()")
    return make_payload_instance(cls, base(*args, **keywords))


def class_new_container(base, cls):
    # Mutable ones are empty until __init__.
    class_check_new(base, cls)
    return base() if cls is base else make_payload_instance(cls, base())


def int__new__(cls, args, keywords):
    return class_new_value(int, cls, args, keywords)


def float__new__(cls, args, keywords):
    return class_new_value(float, cls, args, class_own_keywords(cls, float, keywords))


def complex__new__(cls, args, keywords):
    return class_new_value(complex, cls, args, keywords)


def str__new__(cls, args, keywords):
    return class_new_value(str, cls, args, keywords)


def bytes__new__(cls, args, keywords):
    return class_new_value(bytes, cls, args, keywords)


def class_own_keywords(cls, base, keywords):
    # Keywords are the business of a subclass's own __init__.
    return {} if keywords and is_class(cls) and type_lookup(cls, "__init__") is not type_lookup(base, "__init__") else keywords


def tuple__new__(cls, args, keywords):
    # Not the caller's own tuple: the instance gets one that nobody else has.
    if len(args) == 1 and not keywords and is_class(cls) and cls is not tuple and is_subclass(cls, tuple):
        return make_payload_instance(cls, tuple(list(args[0])))
    return class_new_value(tuple, cls, args, class_own_keywords(cls, tuple, keywords))


def frozenset__new__(cls, args, keywords):
    return class_new_value(frozenset, cls, args, class_own_keywords(cls, frozenset, keywords))


def list__new__(cls, args, keywords):
    return class_new_container(list, cls)


def dict__new__(cls, args, keywords):
    return class_new_container(dict, cls)


def set__new__(cls, args, keywords):
    return class_new_container(set, cls)


def bytearray__new__(cls, args, keywords):
    return class_new_container(bytearray, cls)


def deque__new__(cls, args, keywords):
    return class_new_container(deque, cls)


# --- object's methods


def object__ne__(self, other):
    result = bind_special(self, "__eq__")(other)
    if result is NotImplemented:
        return result
    return False if result else True


def object__str__(self):
    return repr_unchecked(self)


def object__format__(self, spec):
    return op_str(self)


object_plain_reduce = type_lookup(object, "__reduce__")


def object__reduce__(self):
    from copyreg import _reduce_ex

    return _reduce_ex(self, 0)


def object__reduce_ex__(self, protocol):
    if type_lookup(class_of(self), "__reduce__") is not object_plain_reduce:
        return bind_special(self, "__reduce__")()
    from copyreg import _reduce_ex, _reduce_new

    return _reduce_ex(self, protocol) if protocol < 2 else _reduce_new(self)


def object__getstate__(self):
    from copyreg import _state_of

    return _state_of(self)


def module__dir__(self):
    names = getattr(self, "__dict__", None)
    if class_of(payload(names)) is not dict:
        raise TypeError(f"{type_name(self)}.__dict__ is not a dictionary")
    hook = names.get("__dir__")
    if hook is not None:
        return hook()
    listed = list(names) if is_user_object(self) else object.__dir__(self)
    return listed + [name for name in modules_within(self) if name not in names]


def module__repr__(self):
    loader = getattr(self, "__loader__", None)
    spec = getattr(self, "__spec__", None)
    if spec:
        name = "?" if spec.name is None else spec.name
        if spec.origin is not None:
            return f"<module {name!r} from {spec.origin!r}>" if spec.has_location else f"<module {name!r} ({spec.origin})>"
        return f"<module {name!r}>" if spec.loader is None else f"<module {name!r} ({spec.loader!r})>"
    if hasattr(loader, "module_repr"):
        try:
            return loader.module_repr(self)
        except Exception:
            pass
    name = getattr(self, "__name__", "?")
    try:
        return f"<module {name!r} from {self.__file__!r}>"
    except AttributeError:
        return f"<module {name!r}>" if loader is None else f"<module {name!r} ({loader!r})>"


def NotImplementedType__bool__(self):
    import_module("warnings").warn("NotImplemented should not be used in a boolean context", DeprecationWarning)
    return True
