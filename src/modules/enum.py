"""Enumerations."""

__all__ = ["EnumType", "EnumMeta", "Enum", "IntEnum", "StrEnum", "Flag", "IntFlag", "ReprEnum", "auto", "unique", "property", "verify", "member",
           "nonmember", "FlagBoundary", "STRICT", "CONFORM", "EJECT", "KEEP", "global_flag_repr", "global_enum_repr", "global_str",
           "global_enum", "EnumCheck", "CONTINUOUS", "NAMED_FLAGS", "UNIQUE", "pickle_by_global_name", "pickle_by_enum_name"]

import sys as _sys

_property = property
_MISSING = object()


class auto:
    """Instances are replaced with an appropriate value in Enum class suites."""

    def __init__(self, value=_MISSING):
        self.value = value

    def __repr__(self):
        return f"auto({self.value!r})"


class nonmember:
    """Protects item from becoming an Enum member during class creation."""

    def __init__(self, value):
        self.value = value


class member:
    """Forces item to become an Enum member during class creation."""

    def __init__(self, value):
        self.value = value


class property:
    """A property of members; through the class, a member of the same name is found."""

    def __init__(self, fget=None, fset=None, fdel=None, doc=None):
        self.fget = fget
        self.fset = fset
        self.fdel = fdel
        self.__doc__ = getattr(fget, "__doc__", None) if doc is None else doc
        self.name = self.clsname = None
        self.__isabstractmethod__ = bool(getattr(fget, "__isabstractmethod__", False))

    def __get__(self, instance, ownerclass=None):
        if instance is None:
            try:
                return ownerclass._member_map_[self.name]
            except KeyError:
                raise AttributeError(f"{ownerclass!r} has no attribute {self.name!r}") from None
        if self.fget is None:
            if self.name in instance._member_map_:
                return instance._member_map_[self.name]
            raise AttributeError(f"{ownerclass!r} member has no attribute {self.name!r}")
        return self.fget(instance)

    def __set__(self, instance, value):
        if self.fset is None:
            raise AttributeError(f"<enum {self.clsname!r}> cannot set attribute {self.name!r}")
        self.fset(instance, value)

    def __delete__(self, instance):
        if self.fdel is None:
            raise AttributeError(f"<enum {self.clsname!r}> cannot delete attribute {self.name!r}")
        self.fdel(instance)

    def getter(self, fget):
        return type(self)(fget, self.fset, self.fdel, fget.__doc__ or self.__doc__)

    def setter(self, fset):
        return type(self)(self.fget, fset, self.fdel, self.__doc__)

    def deleter(self, fdel):
        return type(self)(self.fget, self.fset, fdel, self.__doc__)

    def __set_name__(self, ownerclass, name):
        self.name = name
        self.clsname = ownerclass.__name__


ReprEnum = None


def _is_descriptor(obj):
    return not isinstance(obj, type) and (hasattr(obj, "__get__") or hasattr(obj, "__set__") or hasattr(obj, "__delete__"))


def _is_dunder(name):
    return len(name) > 4 and name[:2] == name[-2:] == "__" and name[2] != "_" and name[-3] != "_"


def _is_sunder(name):
    return len(name) > 2 and name[0] == name[-1] == "_" and name[1] != "_" and name[-2] != "_"


def _is_private(cls_name, name):
    start = f"_{cls_name}__"
    return len(name) > len(start) and name.startswith(start) and name[len(start)] != "_" and (name[-1] != "_" or name[-2] != "_")


def _is_internal_class(cls_name, obj):
    # A class that was defined in the enumeration's body.
    if not isinstance(obj, type):
        return False
    qualname = getattr(obj, "__qualname__", "")
    return qualname == f"{cls_name}.{getattr(obj, '__name__', '')}" or qualname.endswith(f".{cls_name}.{getattr(obj, '__name__', '')}")


def _is_single_bit(num):
    return num != 0 and num & (num - 1) == 0


def _make_class_unpicklable(obj):
    """Make the given obj un-picklable."""
    def _break_on_call_reduce(self, proto):
        raise TypeError(f"{self!r} cannot be pickled")
    if isinstance(obj, dict):
        obj["__reduce_ex__"] = _break_on_call_reduce
        obj["__module__"] = "<unknown>"
    else:
        setattr(obj, "__reduce_ex__", _break_on_call_reduce)
        setattr(obj, "__module__", "<unknown>")


def _iter_bits_lsb(num):
    """The powers of two in a number, the lowest first."""
    if isinstance(num, Enum):
        num = num.value
    if num < 0:
        raise ValueError(f"{num} is not a positive integer")
    while num:
        bit = num & -num
        yield bit
        num ^= bit


def show_flag_values(value):
    return list(_iter_bits_lsb(value))


def bin(num, max_bits=None):
    """Like built-in bin(), except that negative numbers are in two's complement, and the leading bit says the sign."""
    ceiling = 2 ** num.bit_length()
    sign = "0" if num >= 0 else "1"
    digits = format(num + ceiling if num >= 0 else ~num ^ (2 * ceiling - 1), "b")[1:]
    if max_bits is not None and len(digits) < max_bits:
        digits = (sign * max_bits + digits)[-max_bits:]
    return f"0b{sign} {digits}"


_USED_SUNDERS = ("_order_", "_generate_next_value_", "_missing_", "_ignore_", "_numeric_repr_", "_iter_member_", "_iter_member_by_value_", "_iter_member_by_def_")


class EnumDict(dict):
    """The namespace of an enum's class body: notes the members and gives auto() its values."""

    def __init__(self, cls_name=None):
        dict.__init__(self)
        self._cls_name = cls_name
        self._member_names = {}
        self._last_values = []
        self._ignore = []
        self._auto_called = False
        self._generate_next_value = None

    def __setitem__(self, key, value):
        if self._cls_name is not None and (_is_internal_class(self._cls_name, value) or _is_private(self._cls_name, key)):
            pass
        elif _is_sunder(key):
            if key not in _USED_SUNDERS:
                raise ValueError(f"_sunder_ names, such as {key!r}, are reserved for future Enum use")
            if key == "_generate_next_value_":
                if self._auto_called:
                    raise TypeError("_generate_next_value_ must be defined before members")
                self._generate_next_value = getattr(value, "__func__", value)
            elif key == "_ignore_":
                value = value.replace(",", " ").split() if isinstance(value, str) else list(value)
                self._ignore = value
                already = set(value) & set(self._member_names)
                if already:
                    raise ValueError(f"_ignore_ cannot specify already set names: {already!r}")
        elif _is_dunder(key):
            if key == "__order__":
                key = "_order_"
        elif key in self._member_names:
            raise TypeError(f"{key!r} already defined as {self[key]!r}")
        elif key in self._ignore:
            pass
        elif isinstance(value, nonmember):
            value = value.value
        elif _is_descriptor(value) and not isinstance(value, member):
            pass
        else:
            if key in self:
                raise TypeError(f"{key!r} already defined as {self[key]!r}")
            if isinstance(value, member):
                value = value.value
            value = self._resolve(key, value)
            self._member_names[key] = None
            self._last_values.append(value)
        dict.__setitem__(self, key, value)

    def _resolve(self, key, value):
        single = False
        if isinstance(value, auto):
            single = True
            value = (value,)
        if not (type(value) is tuple and any([isinstance(item, auto) for item in value])):
            return value
        items = []
        for item in value:
            if isinstance(item, auto):
                if item.value is _MISSING:
                    item.value = self._generate_next_value(key, 1, len(self._member_names), self._last_values[:])
                    self._auto_called = True
                item = item.value
                if not single:
                    self._last_values.append(item)
            items.append(item)
        return items[0] if single else tuple(items)

    def update(self, members, **more_members):
        try:
            for name in members.keys():
                self[name] = members[name]
        except AttributeError:
            for name, value in members:
                self[name] = value
        for name, value in more_members.items():
            self[name] = value


def _check_for_existing_members(class_name, bases):
    for chain in bases:
        for base in chain.__mro__:
            if isinstance(base, EnumType) and base._member_names_:
                raise TypeError(f"<enum {class_name!r}> cannot extend {base!r}")


def _find_data_repr(class_name, bases):
    for chain in bases:
        for base in chain.__mro__:
            if base is object:
                continue
            if isinstance(base, EnumType):
                # The value's repr is the base's own.
                return base._value_repr_
            if "__repr__" in base.__dict__:
                return base.__dict__["__repr__"]
    return None


def _find_data_type(class_name, bases):
    # The class whose values the members are: int for IntEnum; None for plain ones.
    found = []
    base_chain = set()
    for chain in bases:
        candidate = None
        for base in chain.__mro__:
            base_chain.add(base)
            if base is object:
                continue
            if isinstance(base, EnumType):
                if base._member_type_ is not object:
                    found.append(base._member_type_)
                    break
            elif "__new__" in base.__dict__ or "__init__" in base.__dict__ or "__dataclass_fields__" in base.__dict__:
                found.append(candidate or base)
                break
            else:
                candidate = candidate or base
    unique_types = []
    for one in found:
        if one not in unique_types:
            unique_types.append(one)
    if len(unique_types) > 1:
        raise TypeError(f"too many data types for {class_name!r}: {set(unique_types)!r}")
    return unique_types[0] if unique_types else None


def _get_mixins(class_name, bases):
    # (the data type, the enumeration)
    if not bases:
        return object, Enum
    first_enum = bases[-1]
    if not isinstance(first_enum, EnumType):
        raise TypeError("new enumerations should be created as `EnumName([mixin_type, ...] [data_type,] enum_type)`")
    return _find_data_type(class_name, bases) or object, first_enum


def _find_new(classdict, member_type, first_enum):
    # (what makes members, whether __new_member__ is to be kept, whether it gets the value's parts)
    new = classdict.get("__new__", None)
    save_new = first_enum is not None and new is not None
    if new is None:
        for method in ("__new_member__", "__new__"):
            for possible in (member_type, first_enum):
                target = getattr(possible, method, None)
                if target not in (None, None.__new__, object.__new__, Enum.__new__):
                    new = target
                    break
            if new is not None:
                break
        else:
            new = object.__new__
    if first_enum is None or new in (Enum.__new__, object.__new__):
        return new, save_new, False
    return new, save_new, True


def _owner(cls, name):
    for base in cls.__mro__:
        if name in base.__dict__:
            return base
    return None


class _Proto:
    # A member before its class is there.
    def __init__(self, *parts):
        self.parts = parts

    def __set_name__(self, cls, name):
        type.__delattr__(cls, name)
        cls._add_member(name, *self.parts)


class EnumType(type):
    """Metaclass for Enum."""

    @classmethod
    def __prepare__(metacls, cls, bases, **kwds):
        _check_for_existing_members(cls, bases)
        namespace = EnumDict(cls)
        member_type, first_enum = _get_mixins(cls, bases) if bases else (object, None)
        if first_enum is not None:
            namespace["_generate_next_value_"] = getattr(first_enum, "_generate_next_value_", None)
        return namespace

    def __new__(metacls, cls, bases, classdict, *, boundary=None, _simple=False, **kwds):
        if not isinstance(classdict, EnumDict):
            plain = classdict
            classdict = metacls.__prepare__(cls, bases)
            for key, value in plain.items():
                classdict[key] = value
        classdict.setdefault("_ignore_", []).append("_ignore_")
        for key in classdict["_ignore_"]:
            classdict.pop(key, None)
        names = list(classdict._member_names)
        bad = [repr(name) for name in names if name in ("mro", "")]
        if bad:
            raise ValueError(f"invalid enum member name(s) {','.join(bad)}")
        order = classdict.pop("_order_", None)
        namespace = dict(classdict)
        generate = namespace.get("_generate_next_value_")
        if generate is not None and not isinstance(generate, staticmethod):
            namespace["_generate_next_value_"] = staticmethod(generate)
        if bases:
            member_type, first_enum = _get_mixins(cls, bases)
        else:
            member_type, first_enum = object, None
        if first_enum is None:
            new, save_new, use_args = object.__new__, False, False
        else:
            new, save_new, use_args = _find_new(classdict, member_type, first_enum)
        new = getattr(new, "__func__", new)
        value_repr = _find_data_repr(cls, bases)
        namespace["_new_member_"] = staticmethod(new) if not isinstance(new, type(len)) else new
        namespace["_use_args_"] = use_args
        namespace["_member_names_"] = []
        namespace["_member_map_"] = {}
        namespace["_value2member_map_"] = {}
        namespace["_unhashable_values_"] = []
        namespace["_member_type_"] = member_type
        namespace["_value_repr_"] = value_repr
        namespace["_boundary_"] = boundary or getattr(first_enum, "_boundary_", None)
        namespace.setdefault("_flag_mask_", 0)
        namespace.setdefault("_singles_mask_", 0)
        namespace["_all_bits_"] = 0
        for name in names:
            namespace[name] = _Proto(namespace[name], new, member_type, use_args)
        try:
            made = super().__new__(metacls, cls, bases, namespace, **kwds)
        except RuntimeError as e:
            # What __set_name__ raised.
            if e.__cause__ is None:
                raise
            raise e.__cause__
        # What the data type brings must not hide the enum's own ways of showing and combining members.
        if ReprEnum is not None and ReprEnum in bases:
            if member_type is object:
                raise TypeError("ReprEnum subclasses must be mixed with a data type (i.e. int, str, float, etc.)")
            if "__format__" not in namespace:
                def __format__(self, format_spec):
                    return member_type.__format__(self, format_spec) if format_spec else str(self)
                type.__setattr__(made, "__format__", __format__)
                namespace["__format__"] = __format__
            if "__str__" not in namespace:
                method = member_type.__str__
                if method is object.__str__:
                    method = member_type.__repr__
                type.__setattr__(made, "__str__", method)
                namespace["__str__"] = method
        if first_enum is not None:
            for name in ("__repr__", "__str__", "__format__", "__reduce_ex__"):
                if name in namespace:
                    continue
                enum_method = getattr(first_enum, name)
                found_method = getattr(made, name)
                object_method = getattr(object, name)
                data_method = getattr(member_type, name)
                if found_method in (data_method, object_method):
                    type.__setattr__(made, name, enum_method)
            if first_enum._is_flag_:
                for name in ("__or__", "__and__", "__xor__", "__ror__", "__rand__", "__rxor__", "__invert__"):
                    if name not in namespace:
                        enum_method = getattr(first_enum, name)
                        if getattr(made, name) is not enum_method:
                            type.__setattr__(made, name, enum_method)
            if save_new:
                type.__setattr__(made, "__new_member__", made.__dict__["__new__"])
            type.__setattr__(made, "__new__", Enum.__new__)
        if first_enum is not None and made._is_flag_:
            made._finish_flag()
        if order is not None:
            order = order.replace(",", " ").split() if isinstance(order, str) else list(order)
            if made._is_flag_:
                order = [name for name in order if name not in made._member_map_ or name in made._member_names_]
            else:
                order = [name for name in order if name not in made._member_map_ or made._member_map_[name]._name_ == name]
            if order != made._member_names_:
                raise TypeError(f"member order does not match _order_:\n  {made._member_names_!r}\n  {order!r}")
        return made

    def __init__(cls, *args, **kwds):
        pass

    def _finish_flag(cls):
        put = type.__setattr__
        every = single = 0
        for one in cls._member_map_.values():
            value = one._value_
            if not isinstance(value, int):
                raise TypeError(f"{cls.__name__!r}: flag values must be integers")
            every |= value
            if _is_single_bit(value):
                single |= value
        put(cls, "_flag_mask_", every)
        put(cls, "_singles_mask_", single)
        put(cls, "_all_bits_", 2 ** every.bit_length() - 1)
        cls._member_names_[:] = [name for name in cls._member_names_ if cls._member_map_[name]._value_ > 0
                                 and _is_single_bit(cls._member_map_[name]._value_)]

    def _add_member(cls, name, value, new, member_type, use_args):
        args = value if isinstance(value, tuple) else (value,)
        if member_type is tuple:
            args = (args,)
        if not use_args:
            one = new(cls)
        else:
            one = new(cls, *args)
        if not hasattr(one, "_value_"):
            if member_type is object:
                one._value_ = value
            else:
                try:
                    one._value_ = member_type(*args)
                except Exception as e:
                    error = TypeError("_value_ not set in __new__, unable to create it")
                    error.__cause__ = e
                    raise error
        value = one._value_
        one._name_ = name
        one.__objclass__ = cls
        one.__init__(*args)
        one._sort_order_ = len(cls._member_names_)
        known = cls._find(value)
        if known is not None:
            one = known
        else:
            cls._member_names_.append(name)
        found = None
        for base in cls.__mro__[1:]:
            descriptor = base.__dict__.get(name)
            if isinstance(descriptor, (property, _property)) or type(descriptor).__name__ == "DynamicClassAttribute":
                found = descriptor
                break
        if found is not None:
            redirect = property(found.fget, found.fset, found.fdel, found.__doc__)
            redirect.member = one
            redirect.__set_name__(cls, name)
            type.__setattr__(cls, name, redirect)
        else:
            type.__setattr__(cls, name, one)
        cls._member_map_[name] = one
        try:
            cls._value2member_map_.setdefault(value, one)
        except TypeError:
            cls._unhashable_values_.append((value, one))

    def _find(cls, value):
        try:
            one = cls._value2member_map_.get(value)
            if one is not None:
                return one
        except TypeError:
            pass
        for known, one in cls._unhashable_values_:
            if known == value:
                return one
        return None

    def __call__(cls, value, names=None, *, module=None, qualname=None, type=None, start=1, boundary=None):
        if names is not None:
            return cls._create(value, names, module, qualname, type, start, boundary)
        if value.__class__ is cls:
            return value
        one = cls._find(value)
        return cls._lookup(value) if one is None else one

    def _lookup(cls, value):
        if value.__class__ is cls:
            return value
        one = cls._find(value)
        if one is not None:
            return one
        if not cls._member_map_ and not cls._is_flag_:
            raise TypeError(f"{cls!r} has no members; specify `names=()` if you meant to create a new, empty, enum")
        error = result = None
        try:
            result = cls._missing_(value)
        except Exception as e:
            error = e
        if isinstance(result, cls):
            return result
        if cls._is_flag_ and cls._boundary_ == EJECT and isinstance(result, int):
            return result
        not_valid = ValueError(f"{value!r} is not a valid {cls.__qualname__}")
        if result is None and error is None:
            raise not_valid
        if error is None:
            error = TypeError(f"error in {cls.__name__}._missing_: returned {result!r} instead of None or a valid member")
        if not isinstance(error, ValueError):
            error.__context__ = not_valid
        raise error

    def _create(cls, class_name, names, module, qualname, mixin, start, boundary):
        metacls = type(cls)
        bases = (cls,) if mixin is None else (mixin, cls)
        _, first_enum = _get_mixins(class_name, bases)
        namespace = metacls.__prepare__(class_name, bases)
        if isinstance(names, str):
            names = names.replace(",", " ").split()
        if isinstance(names, (list, tuple)) and names and isinstance(names[0], str):
            pairs = []
            last_values = []
            for i, name in enumerate(names):
                value = first_enum._generate_next_value_(name, start, i, last_values[:])
                last_values.append(value)
                pairs.append((name, value))
            names = pairs
        if names is None:
            names = ()
        for item in names:
            name, value = (item, names[item]) if isinstance(item, str) else item
            namespace[name] = value
        if module is None:
            module = _sys._getframemodulename(0)
        if module is None:
            _make_class_unpicklable(namespace)
        else:
            namespace["__module__"] = module
        if qualname is not None:
            namespace["__qualname__"] = qualname
        return metacls.__new__(metacls, class_name, bases, namespace, boundary=boundary)

    def _convert_(cls, name, module, filter, source=None, *, boundary=None, as_global=False):
        """Create a new Enum subclass that replaces a collection of global constants."""
        # While the image is made nothing is in sys.modules.
        module_globals = (_sys.modules[module] if _sys.modules else import_module(module)).__dict__
        source = source.__dict__ if source else module_globals
        members = [(key, value) for key, value in source.items() if filter(key)]
        try:
            members.sort(key=lambda pair: (pair[1], pair[0]))
        except TypeError:
            members.sort(key=lambda pair: pair[0])
        body = {key: value for key, value in members}
        body["__module__"] = module
        made = type(cls)(name, (cls,), body, boundary=boundary or KEEP)
        if as_global:
            global_enum(made)
        else:
            module_globals.update(made.__members__)
        module_globals[name] = made
        return made

    def __bool__(cls):
        return True

    def __contains__(cls, value):
        if isinstance(value, cls):
            return True
        if isinstance(value, Enum):
            return False
        return cls._find(value) is not None

    def __delattr__(cls, attr):
        if attr in cls.__dict__.get("_member_map_", ()):
            raise AttributeError(f"{cls.__name__!r} cannot delete member {attr!r}.")
        super().__delattr__(attr)

    def __setattr__(cls, name, value):
        if name in cls.__dict__.get("_member_map_", ()):
            raise AttributeError(f"cannot reassign member {name!r}")
        super().__setattr__(name, value)

    def __getattr__(cls, name):
        raise AttributeError(name)

    def __getitem__(cls, name):
        return cls._member_map_[name]

    def __iter__(cls):
        return iter([cls._member_map_[name] for name in cls._member_names_])

    def __reversed__(cls):
        return iter([cls._member_map_[name] for name in reversed(cls._member_names_)])

    def __len__(cls):
        return len(cls._member_names_)

    @_property
    def __members__(cls):
        return dict(cls._member_map_)

    def __repr__(cls):
        return f"<{'flag' if cls._is_flag_ else 'enum'} {cls.__name__!r}>"

    def __dir__(cls):
        names = {"__class__", "__contains__", "__doc__", "__getitem__", "__iter__", "__len__", "__members__", "__module__", "__name__", "__qualname__",
                 *cls._member_names_}
        if cls._new_member_ is not object.__new__:
            names.add("__new__")
        if cls.__init_subclass__ is not Enum.__init_subclass__:
            names.add("__init_subclass__")
        if cls._member_type_ is object:
            return sorted(names)
        return sorted(set(dir(cls._member_type_)) | names)


EnumMeta = EnumType


class Enum(metaclass=EnumType):
    """Create a collection of name/value pairs."""

    def __new__(cls, value):
        return cls._lookup(value)

    def __init__(self, *args, **kwds):
        pass

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        """Generate the next value when not given."""
        if not last_values:
            return start
        try:
            return sorted(last_values)[-1] + 1
        except TypeError:
            import warnings
            warnings.warn("In 3.13 the default `auto()`/`_generate_next_value_` will require all values to be sortable and support adding +1\n"
                          "and the value returned will be the largest value in the enum incremented by 1", DeprecationWarning, stacklevel=3)
        for value in reversed(last_values):
            try:
                return value + 1
            except TypeError:
                pass
        return start

    @classmethod
    def _missing_(cls, value):
        return None

    @_property
    def name(self):
        """The name of the Enum member."""
        return self._name_

    @_property
    def value(self):
        """The value of the Enum member."""
        return self._value_

    def __repr__(self):
        show = self.__class__._value_repr_ or repr
        return f"<{self.__class__.__name__}.{self._name_}: {show(self._value_)}>"

    def __str__(self):
        return f"{self.__class__.__name__}.{self._name_}"

    def __dir__(self):
        """Public methods and other interesting attributes."""
        names = set()
        if self.__class__._member_type_ is not object:
            names = set(object.__dir__(self))
        for name in getattr(self, "__dict__", ()):
            if name[0] != "_" and name not in self._member_map_:
                names.add(name)
        for cls in self.__class__.mro():
            for name, obj in cls.__dict__.items():
                if name[0] == "_":
                    continue
                if isinstance(obj, (property, _property)):
                    # Members hide others, unless the property is one of theirs.
                    if getattr(obj, "fget", None) is not None or name not in self._member_map_:
                        names.add(name)
                    else:
                        names.discard(name)
                else:
                    names.add(name)
        return sorted({"__class__", "__doc__", "__eq__", "__hash__", "__module__"} | names)

    def __format__(self, format_spec):
        return str.__format__(str(self), format_spec)

    def __hash__(self):
        return hash(self._name_)

    def __reduce_ex__(self, proto):
        return self.__class__, (self._value_,)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


type.__setattr__(Enum, "_is_flag_", False)


class ReprEnum(Enum):
    """Only changes the repr(), leaving str() and format() to the mixed-in type."""


class IntEnum(int, ReprEnum):
    """Enum where members are also (and must be) ints"""

    def __str__(self):
        return int.__repr__(self)

    def __format__(self, format_spec):
        return int.__format__(self, format_spec) if format_spec else str(self)

    __hash__ = int.__hash__


class StrEnum(str, ReprEnum):
    """Enum where members are also (and must be) strings"""

    def __new__(cls, *values):
        if len(values) > 3:
            raise TypeError(f"too many arguments for str(): {values!r}")
        if len(values) == 1 and not isinstance(values[0], str):
            raise TypeError(f"{values[0]!r} is not a string")
        if len(values) >= 2 and not isinstance(values[1], str):
            raise TypeError(f"encoding must be a string, not {values[1]!r}")
        if len(values) == 3 and not isinstance(values[2], str):
            raise TypeError(f"errors must be a string, not {values[2]!r}")
        value = str(*values)
        one = str.__new__(cls, value)
        one._value_ = value
        return one

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        """Return the lower-cased version of the member name."""
        return name.lower()

    def __str__(self):
        return str.__str__(self)

    def __format__(self, format_spec):
        return str.__format__(self, format_spec) if format_spec else str(self)

    __hash__ = str.__hash__


def pickle_by_global_name(self, proto):
    return self.name


_reduce_ex_by_global_name = pickle_by_global_name


def pickle_by_enum_name(self, proto):
    return getattr, (self.__class__, self._name_)


class FlagBoundary(StrEnum):
    """How invalid values of flags are handled."""

    STRICT = auto()
    CONFORM = auto()
    EJECT = auto()
    KEEP = auto()


STRICT, CONFORM, EJECT, KEEP = FlagBoundary


class Flag(Enum, boundary=CONFORM):
    """Support for flags"""

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        """Generate the next value when not given."""
        if not last_values:
            return start if start is not None else 1
        last = max(last_values)
        try:
            return 2 ** (last.bit_length())
        except Exception:
            raise TypeError(f"invalid flag value {last!r}") from None

    @classmethod
    def _iter_member_(cls, value):
        """The members whose bits are in a value, in the order of the class."""
        for name in cls._member_names_:
            one = cls._member_map_[name]
            if one._value_ & value:
                yield one

    @classmethod
    def _missing_(cls, value):
        """Create a composite member containing all canonical members present in `value`."""
        if not isinstance(value, int):
            raise ValueError(f"{value!r} is not a valid {cls.__qualname__}")
        mask = cls._flag_mask_
        every = cls._all_bits_
        negative = None
        if not ~every <= value <= every or value & (every ^ mask):
            if cls._boundary_ is STRICT:
                width = max(value.bit_length(), mask.bit_length())
                raise ValueError(f"{cls!r} invalid value {value!r}\n    given {bin(value, width)}\n  allowed {bin(mask, width)}")
            if cls._boundary_ is CONFORM:
                value &= mask
            elif cls._boundary_ is EJECT:
                return value
            elif cls._boundary_ is KEEP:
                if value < 0:
                    value = max(every + 1, 2 ** value.bit_length()) + value
            else:
                raise ValueError(f"{cls!r} unknown flag boundary {cls._boundary_!r}")
        if value < 0:
            negative = value
            if cls._boundary_ in (EJECT, KEEP):
                value = every + 1 + value
            else:
                value = mask & value
        known = cls._value2member_map_.get(value)
        if known is not None:
            return known
        kind = cls._member_type_
        if kind is object:
            one = object.__new__(cls)
        else:
            one = kind.__new__(cls, value)
        if not hasattr(one, "_value_"):
            one._value_ = value
        members = []
        combined = 0
        for m in cls._iter_member_(value & cls._singles_mask_):
            members.append(m)
            combined |= m._value_
        if value & ~cls._singles_mask_:
            # Bits that only combinations have names for.
            for m in cls._member_map_.values():
                if m._value_ and m._value_ & value == m._value_ and m not in members:
                    members.append(m)
                    combined |= m._value_
        left = value ^ combined
        one._name_ = "|".join([m._name_ for m in members]) if combined else None
        if combined and left:
            if cls._boundary_ is STRICT:
                raise ValueError(f"{cls!r}: no members with value {left!r}")
            one._name_ += f"|{cls._numeric_repr_(left)}"
        one.__objclass__ = cls
        one = cls._value2member_map_.setdefault(value, one)
        if negative is not None:
            cls._value2member_map_[negative] = one
        return one

    _numeric_repr_ = repr

    def __contains__(self, other):
        """Returns True if self has at least the same flags set as other."""
        if not isinstance(other, self.__class__):
            raise TypeError(f"unsupported operand type(s) for 'in': {type(other).__qualname__!r} and {self.__class__.__qualname__!r}")
        return other._value_ & self._value_ == other._value_

    def __iter__(self):
        """Returns flags in definition order."""
        yield from self._iter_member_(self._value_)

    def __len__(self):
        return self._value_.bit_count()

    def __repr__(self):
        name = self.__class__.__name__
        show = self.__class__._value_repr_ or repr
        if self._name_ is None:
            return f"<{name}: {show(self._value_)}>"
        return f"<{name}.{self._name_}: {show(self._value_)}>"

    def __str__(self):
        name = self.__class__.__name__
        if self._name_ is None:
            return f"{name}({self._value_!r})"
        return f"{name}.{self._name_}"

    def __bool__(self):
        return bool(self._value_)

    def _operand(self, other):
        if isinstance(other, self.__class__):
            return other._value_
        if self._member_type_ is not object and isinstance(other, self._member_type_):
            return other
        return None

    def __or__(self, other):
        value = self._operand(other)
        return NotImplemented if value is None else self.__class__(self._value_ | value)

    def __and__(self, other):
        value = self._operand(other)
        return NotImplemented if value is None else self.__class__(self._value_ & value)

    def __xor__(self, other):
        value = self._operand(other)
        return NotImplemented if value is None else self.__class__(self._value_ ^ value)

    def __invert__(self):
        if self._boundary_ in (EJECT, KEEP):
            return self.__class__(~self._value_)
        return self.__class__(self._singles_mask_ & ~self._value_)

    __ror__ = __or__
    __rand__ = __and__
    __rxor__ = __xor__


type.__setattr__(Flag, "_is_flag_", True)


class IntFlag(int, ReprEnum, Flag, boundary=KEEP):
    """Support for integer-based Flags"""

    def __str__(self):
        return int.__repr__(self)

    def __format__(self, format_spec):
        return int.__format__(self, format_spec) if format_spec else str(self)

    __hash__ = int.__hash__


def unique(enumeration):
    """Class decorator for enumerations ensuring unique member values."""
    duplicates = [(name, one._name_) for name, one in enumeration._member_map_.items() if name != one._name_]
    if duplicates:
        details = ", ".join([f"{alias} -> {name}" for alias, name in duplicates])
        raise ValueError(f"duplicate values found in {enumeration!r}: {details}")
    return enumeration


class EnumCheck(StrEnum):
    """What verify() looks at."""

    CONTINUOUS = "no skipped integer values"
    NAMED_FLAGS = "multi-flag aliases may not contain unnamed flags"
    UNIQUE = "one name per value"


CONTINUOUS, NAMED_FLAGS, UNIQUE = EnumCheck


def _check_unique(enumeration):
    aliases = [f"{name} -> {one._name_}" for name, one in enumeration._member_map_.items() if name != one._name_]
    if aliases:
        raise ValueError(f"aliases found in {enumeration!r}: {', '.join(aliases)}")


def _check_continuous(enumeration, kind):
    values = {member._value_ for member in enumeration}
    if len(values) < 2:
        return
    low, high = min(values), max(values)
    if kind == "flag":
        wanted = [1 << i for i in range(low.bit_length(), high.bit_length() - 1)]
    else:
        wanted = range(low + 1, high)
    missing = [str(value) for value in wanted if value not in values]
    if missing:
        raise ValueError(f"invalid {kind} {enumeration.__name__!r}: missing values {', '.join(missing)}"[:256])


def _check_named(enumeration):
    named = 0
    for member in enumeration:
        named |= member._value_
    names = []
    unnamed = 0
    for name, alias in enumeration._member_map_.items():
        if name not in enumeration._member_names_ and alias._value_ > 0 and alias._value_ & ~named:
            names.append(name)
            unnamed |= alias._value_ & ~named
    if names:
        which = f"alias {names[0]} is missing" if len(names) == 1 else f"aliases {', '.join(names[:-1])} and {names[-1]} are missing"
        what = "combined values of" if unnamed & (unnamed - 1) else "value"
        raise ValueError(f"invalid Flag {enumeration.__name__!r}: {which} {what} {unnamed:#x} [use enum.show_flag_values(value) for details]")


class verify:
    """Class decorator that checks an enumeration for the given EnumChecks."""

    def __init__(self, *checks):
        self.checks = checks

    def __call__(self, enumeration):
        if issubclass(enumeration, Flag):
            kind = "flag"
        elif issubclass(enumeration, Enum):
            kind = "enum"
        else:
            raise TypeError("the 'verify' decorator only works with Enum and Flag")
        for check in self.checks:
            if check is UNIQUE:
                _check_unique(enumeration)
            elif check is CONTINUOUS:
                _check_continuous(enumeration, kind)
            elif check is NAMED_FLAGS and kind == "flag":
                _check_named(enumeration)
        return enumeration


def _simple_enum(etype=Enum, *, boundary=None, use_args=None):
    """Class decorator that makes an enumeration of a plain class."""
    def convert(cls):
        namespace = type(etype).__prepare__(cls.__name__, (etype,))
        for name, value in cls.__dict__.items():
            if name not in ("__dict__", "__weakref__", "__doc__") or (name == "__doc__" and value is not None):
                namespace[name] = value
        namespace["__qualname__"] = cls.__qualname__
        return type(etype)(cls.__name__, (etype,), namespace, boundary=boundary)
    return convert


def _test_simple_enum(checked_enum, simple_enum):
    """Raises TypeError when the two enumerations differ."""
    failed = []
    for what, of in (("names", lambda e: list(e.__members__)), ("values", lambda e: [m._value_ for m in e.__members__.values()]),
                     ("types", lambda e: [type(m._value_).__name__ for m in e.__members__.values()]), ("bases", lambda e: e.__bases__)):
        if of(checked_enum) != of(simple_enum):
            failed.append(f"{what}: {of(checked_enum)!r} and {of(simple_enum)!r}")
    if failed:
        raise TypeError("enum mismatch:\n   " + "\n   ".join(failed))


def global_enum_repr(self):
    """The repr of a member of a global enumeration: with its module."""
    return f"{self.__class__.__module__.split('.')[-1]}.{self._name_}"


def global_flag_repr(self):
    """The same for flags."""
    module = self.__class__.__module__.split(".")[-1]
    if self._name_ is None:
        return f"{module}.{self.__class__.__name__}({self._value_})"
    if _bit_count(self._value_) <= 1 or "|" not in self._name_:
        return f"{module}.{self._name_}"
    return "|".join([f"{module}.{name}" if not name[0].isdigit() else name for name in self._name_.split("|")])


def _bit_count(value):
    return value.bit_count()


def global_str(self):
    """A member's name alone."""
    if self._name_ is None:
        return f"{self.__class__.__name__}({self._value_!r})"
    return self._name_


def global_enum(cls, update_str=False):
    """Decorator that makes the members names of their module."""
    cls.__repr__ = global_flag_repr if issubclass(cls, Flag) else global_enum_repr
    if not issubclass(cls, ReprEnum) or update_str:
        cls.__str__ = global_str
    module = _sys.modules.get(cls.__module__)
    if module is not None:
        for name, value in cls.__members__.items():
            setattr(module, name, value)
    return cls
