"""Enumerations."""

__all__ = ["EnumMeta", "EnumType", "Enum", "IntEnum", "StrEnum", "Flag", "IntFlag", "ReprEnum", "auto", "unique", "property", "member",
           "nonmember", "FlagBoundary", "STRICT", "CONFORM", "EJECT", "KEEP", "global_enum", "verify", "EnumCheck", "CONTINUOUS",
           "NAMED_FLAGS", "UNIQUE"]

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


class property(_property):
    """A property of members that does not hide a member of that name."""


STRICT, CONFORM, EJECT, KEEP = "strict", "conform", "eject", "keep"


def _is_descriptor(value):
    return hasattr(type(value), "__get__") or hasattr(type(value), "__set__") or hasattr(type(value), "__delete__")


def _is_dunder(name):
    return len(name) > 4 and name[:2] == name[-2:] == "__" and name[2] != "_" and name[-3] != "_"


def _is_sunder(name):
    return len(name) > 2 and name[0] == name[-1] == "_" and name[1] != "_" and name[-2] != "_"


class EnumDict(dict):
    """The namespace of an enum's class body: notes the members and gives auto() its values."""

    def __init__(self, cls_name):
        dict.__init__(self)
        self._cls_name = cls_name
        self._member_names = {}
        self._last_values = []
        self._ignore = []
        self._generate = None

    def __setitem__(self, key, value):
        if key == "_generate_next_value_":
            self._generate = getattr(value, "__func__", value)
        elif key == "_ignore_":
            self._ignore = value.replace(",", " ").split() if isinstance(value, str) else list(value)
        elif _is_dunder(key) or _is_sunder(key) or key.startswith("_" + self._cls_name.lstrip("_") + "__"):
            pass
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
        if isinstance(value, auto):
            if value.value is _MISSING:
                value.value = self._generate(key, 1, len(self._member_names), self._last_values[:])
            return value.value
        if isinstance(value, tuple) and any([isinstance(item, auto) for item in value]):
            items = []
            for item in value:
                if isinstance(item, auto):
                    item = self._resolve(key, item)
                    self._last_values.append(item)
                items.append(item)
            return type(value)(items)
        return value


def _data_type(bases):
    """The class whose values the members are: int for IntEnum, object for plain ones."""
    for base in bases:
        for cls in base.__mro__:
            if cls is object:
                continue
            if isinstance(cls, EnumType):
                if cls._member_type_ is not object:
                    return cls._member_type_
                continue
            if "__new__" in cls.__dict__ or "__dataclass_fields__" in cls.__dict__:
                return cls
    return object


def _owner(cls, name):
    for base in cls.__mro__:
        if name in base.__dict__:
            return base
    return None


class EnumType(type):
    """Metaclass for Enum."""

    @classmethod
    def __prepare__(metacls, cls, bases, **kwds):
        namespace = EnumDict(cls)
        for base in bases:
            if isinstance(base, EnumType):
                if base._member_names_:
                    raise TypeError(f"<enum {cls!r}> cannot extend {base!r}")
                namespace._generate = base._generate_next_value_
                break
        return namespace

    def __new__(metacls, cls, bases, classdict, *, boundary=None, _simple=False, **kwds):
        if not isinstance(classdict, EnumDict):
            plain = classdict
            classdict = metacls.__prepare__(cls, bases)
            for key, value in plain.items():
                classdict[key] = value
        names = list(classdict._member_names)
        bad = [repr(name) for name in names if name in ("mro", "")]
        if bad:
            raise ValueError(f"invalid enum member name(s) {','.join(bad)}")
        order = classdict.get("_order_")
        values = {}
        namespace = {}
        for key, value in classdict.items():
            if key in classdict._member_names:
                values[key] = value
            elif key not in classdict._ignore and key != "_ignore_" and key != "_order_":
                namespace[key] = value
        if "_generate_next_value_" in namespace and not isinstance(namespace["_generate_next_value_"], staticmethod):
            namespace["_generate_next_value_"] = staticmethod(namespace["_generate_next_value_"])
        member_type = _data_type(bases)
        namespace["_member_names_"] = []
        namespace["_member_map_"] = {}
        namespace["_value2member_map_"] = {}
        namespace["_unhashable_values_"] = []
        namespace["_member_type_"] = member_type
        own_new = namespace.get("__new__")
        if own_new is None:
            for base in bases:
                if isinstance(base, EnumType) and base.__dict__.get("_new_member_") is not None:
                    own_new = base.__dict__["_new_member_"]
                    break
        own_new = getattr(own_new, "__func__", own_new)
        namespace["_new_member_"] = None if own_new is None else staticmethod(own_new)
        namespace.pop("__new__", None)
        made = super().__new__(metacls, cls, bases, namespace, **kwds)
        # What the data type brings must not hide the enum's own ways of showing and combining members.
        first = bases[-1] if bases else None
        if isinstance(first, EnumType):
            for name in ("__repr__", "__str__", "__format__", "__reduce_ex__"):
                if name not in namespace and not isinstance(_owner(made, name), EnumType):
                    type.__setattr__(made, name, getattr(first, name))
            if made._is_flag_:
                for name in ("__or__", "__and__", "__xor__", "__ror__", "__rand__", "__rxor__", "__invert__"):
                    if name not in namespace and not isinstance(_owner(made, name), EnumType):
                        type.__setattr__(made, name, getattr(first, name))
        if boundary is not None:
            type.__setattr__(made, "_boundary_", boundary)
        for name in names:
            made._add_member(name, values[name], own_new, member_type)
        if made._is_flag_:
            every = 0
            single = 0
            for value in [one._value_ for one in made._member_map_.values()]:
                if isinstance(value, int):
                    every |= value
                    if value > 0 and value & (value - 1) == 0:
                        single |= value
            type.__setattr__(made, "_flag_mask_", every)
            type.__setattr__(made, "_singles_mask_", single)
            type.__setattr__(made, "_member_names_", [
                name for name in made._member_names_
                if made._member_map_[name]._value_ > 0 and made._member_map_[name]._value_ & (made._member_map_[name]._value_ - 1) == 0])
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

    def _add_member(cls, name, value, own_new, member_type):
        args = value if isinstance(value, tuple) else (value,)
        if member_type is tuple:
            args = (args,)
        if own_new is not None:
            one = own_new(cls, *args)
            if "_value_" not in one.__dict__:
                one._value_ = value if member_type is object else member_type(*args)
        elif member_type is object:
            one = object.__new__(cls)
            one._value_ = value
        else:
            one = member_type.__new__(cls, *args)
            one._value_ = member_type(*args) if member_type in (int, str, float, bytes, tuple, complex) else value
        value = one._value_
        one._name_ = name
        one.__objclass__ = cls
        one.__init__(*args)
        known = cls._find(value)
        if known is not None:
            type.__setattr__(cls, name, known)
            cls._member_map_[name] = known
            return
        one._sort_order_ = len(cls._member_names_)
        cls._member_names_.append(name)
        cls._member_map_[name] = one
        type.__setattr__(cls, name, one)
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
        if one is not None:
            return one
        if not cls._member_map_ and not cls._is_flag_:
            raise TypeError(f"{cls!r} has no members; specify `names=()` if you meant to create a new, empty, enum")
        result = cls._missing_(value)
        if isinstance(result, cls):
            return result
        if result is None and cls._is_flag_ and cls._boundary_ == EJECT and isinstance(value, int):
            return value
        if isinstance(result, int) and cls._is_flag_ and cls._boundary_ == EJECT:
            return result
        if result is None:
            raise ValueError(f"{value!r} is not a valid {cls.__qualname__}")
        raise TypeError(f"error in {cls.__name__}._missing_: returned {result!r} instead of None or a valid member")

    def _create(cls, class_name, names, module, qualname, mixin, start, boundary):
        metacls = type(cls)
        bases = (cls,) if mixin is None else (mixin, cls)
        namespace = metacls.__prepare__(class_name, bases)
        if isinstance(names, str):
            names = names.replace(",", " ").split()
        if isinstance(names, (list, tuple)) and names and isinstance(names[0], str):
            pairs = []
            last_values = []
            for i, name in enumerate(names):
                value = cls._generate_next_value_(name, start, i, last_values[:])
                last_values.append(value)
                pairs.append((name, value))
        elif isinstance(names, dict):
            pairs = list(names.items())
        else:
            pairs = [(item, names[item]) if isinstance(item, str) else item for item in names]
        for name, value in pairs:
            namespace[name] = value
        if module is not None:
            namespace["__module__"] = module
        if qualname is not None:
            namespace["__qualname__"] = qualname
        return metacls.__new__(metacls, class_name, bases, namespace, boundary=boundary)

    def __bool__(cls):
        return True

    def __contains__(cls, value):
        if isinstance(value, cls):
            return True
        if not isinstance(value, Enum) and cls._find(value) is None:
            return False
        return not isinstance(value, Enum)

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
        return sorted(["__class__", "__contains__", "__doc__", "__getitem__", "__init_subclass__", "__iter__", "__len__", "__members__",
                       "__module__", "__name__", "__qualname__"] + cls._member_names_)


EnumMeta = EnumType


class Enum(metaclass=EnumType):
    """Create a collection of name/value pairs."""

    _is_flag_ = False
    _boundary_ = None

    def __init__(self, *args, **kwds):
        pass

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        if not last_values:
            return start
        try:
            return max(last_values) + 1
        except TypeError:
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
        return f"<{self.__class__.__name__}.{self._name_}: {self._value_!r}>"

    def __str__(self):
        return f"{self.__class__.__name__}.{self._name_}"

    def __format__(self, format_spec):
        return str.__format__(str(self), format_spec)

    def __hash__(self):
        return hash(self._name_)

    def __dir__(self):
        return sorted(["__class__", "__doc__", "__eq__", "__hash__", "__module__", "name", "value"])

    def __reduce_ex__(self, proto):
        return self.__class__, (self._value_,)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


class ReprEnum(Enum):
    """Only changes the repr(), leaving str() and format() to the mixed-in type."""


class IntEnum(int, ReprEnum):
    """Enum where members are also (and must be) ints"""

    def __str__(self):
        return int.__repr__(self)

    def __format__(self, format_spec):
        return int.__format__(self, format_spec)

    __hash__ = int.__hash__


class StrEnum(str, ReprEnum):
    """Enum where members are also (and must be) strings"""

    def __new__(cls, *values):
        if len(values) > 3:
            raise TypeError(f"too many arguments for str(): {values!r}")
        if len(values) == 1 and not isinstance(values[0], str):
            raise TypeError(f"{values[0]!r} is not a string")
        value = str(*values)
        one = str.__new__(cls, value)
        one._value_ = value
        return one

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        return name.lower()

    def __str__(self):
        return str.__str__(self)

    def __format__(self, format_spec):
        return str.__format__(self, format_spec)

    __hash__ = str.__hash__


def _bits(value):
    """The bits of a number, lowest first."""
    while value:
        bit = value & -value
        yield bit
        value ^= bit


class Flag(Enum):
    """Support for flags"""

    _is_flag_ = True
    _boundary_ = CONFORM
    _flag_mask_ = 0
    _singles_mask_ = 0

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        if not last_values:
            return start if start is not None else 1
        last = max(last_values)
        if not isinstance(last, int):
            raise TypeError(f"invalid flag value {last!r}")
        return 1 << last.bit_length()

    @classmethod
    def _missing_(cls, value):
        if not isinstance(value, int):
            raise ValueError(f"{value!r} is not a valid {cls.__qualname__}")
        mask = cls._flag_mask_
        every = (1 << mask.bit_length()) - 1
        if value < 0:
            value = (every if cls._boundary_ in (EJECT, KEEP) else mask) & value if value >= ~every else value
            if value < 0:
                value = value & ((1 << value.bit_length()) - 1)
            known = cls._find(value)
            if known is not None:
                return known
        unknown = value & ~mask
        if unknown:
            if cls._boundary_ == STRICT:
                width = max(value.bit_length(), mask.bit_length())
                raise ValueError(f"{cls!r} invalid value {value!r}\n    given {_binary(value, width)}\n  allowed {_binary(mask, width)}")
            if cls._boundary_ == CONFORM:
                value &= mask
                known = cls._find(value)
                if known is not None:
                    return known
            elif cls._boundary_ == EJECT:
                return value
        kind = cls._member_type_
        one = object.__new__(cls) if kind is object else kind.__new__(cls, value)
        one._value_ = value
        names = [item._name_ for item in cls if item._value_ & value]
        if names:
            if value & ~mask:
                names.append(str(value & ~mask))
            one._name_ = "|".join(names)
        else:
            one._name_ = None
        one.__objclass__ = cls
        cls._value2member_map_.setdefault(value, one)
        return one

    def __contains__(self, other):
        if not isinstance(other, self.__class__):
            raise TypeError(f"unsupported operand type(s) for 'in': {type(other).__qualname__!r} and {self.__class__.__qualname__!r}")
        return other._value_ & self._value_ == other._value_

    def __iter__(self):
        value = self._value_
        for one in self.__class__:
            if one._value_ & value:
                yield one

    def __len__(self):
        return self._value_.bit_count()

    def __eq__(self, other):
        if self.__class__ is other.__class__:
            return self._value_ == other._value_
        if self._member_type_ is int and isinstance(other, int):
            return self._value_ == int(other)
        return NotImplemented

    def __hash__(self):
        return hash(self._value_)

    def __repr__(self):
        name = self.__class__.__name__
        if self._name_ is None:
            return f"<{name}: {self._value_!r}>"
        return f"<{name}.{self._name_}: {self._value_!r}>"

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
        if self._member_type_ is int and isinstance(other, int):
            return int(other)
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
        return self.__class__(self._flag_mask_ & ~self._value_)

    __ror__ = __or__
    __rand__ = __and__
    __rxor__ = __xor__


def _binary(value, width):
    text = format(value & ((1 << width) - 1), "b").rjust(width, "0")
    return f"0b0 {text}"


class IntFlag(int, ReprEnum, Flag, boundary=KEEP):
    """Support for integer-based Flags"""

    def __str__(self):
        return int.__repr__(self)

    def __format__(self, format_spec):
        return int.__format__(self, format_spec)

    def __eq__(self, other):
        return int.__eq__(self, other)

    def __ne__(self, other):
        return int.__ne__(self, other)

    __hash__ = int.__hash__


class FlagBoundary(StrEnum):
    """How invalid values of flags are handled."""

    STRICT = auto()
    CONFORM = auto()
    EJECT = auto()
    KEEP = auto()


def unique(enumeration):
    """Class decorator for enumerations ensuring unique member values."""
    duplicates = [(name, one._name_) for name, one in enumeration._member_map_.items() if name != one._name_]
    if duplicates:
        details = ", ".join([f"{alias} -> {name}" for alias, name in duplicates])
        raise ValueError(f"duplicate values found in {enumeration!r}: {details}")
    return enumeration


def show_flag_values(value):
    return list(_bits(value))


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


def global_enum(cls, update_str=False):
    return cls
