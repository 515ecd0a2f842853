"""What goes into databases and comes out of them: adapters, converters, rows, parameters; and the errors."""

import os

__unbound__ = "*"


class Warning(Exception):
    __module__ = "sqlite3"


class Error(Exception):
    __module__ = "sqlite3"


class InterfaceError(Error):
    __module__ = "sqlite3"


class DatabaseError(Error):
    __module__ = "sqlite3"


class DataError(DatabaseError):
    __module__ = "sqlite3"


class OperationalError(DatabaseError):
    __module__ = "sqlite3"


class IntegrityError(DatabaseError):
    __module__ = "sqlite3"


class InternalError(DatabaseError):
    __module__ = "sqlite3"


class ProgrammingError(DatabaseError):
    __module__ = "sqlite3"


class NotSupportedError(DatabaseError):
    __module__ = "sqlite3"


# By codes; others are DatabaseErrors.
KINDS = {
    1: OperationalError,
    2: InternalError,
    3: OperationalError,
    4: OperationalError,
    5: OperationalError,
    6: OperationalError,
    8: OperationalError,
    9: OperationalError,
    10: OperationalError,
    11: DatabaseError,
    12: InternalError,
    13: OperationalError,
    14: OperationalError,
    15: OperationalError,
    16: OperationalError,
    17: OperationalError,
    18: DataError,
    19: IntegrityError,
    20: IntegrityError,
    21: InterfaceError,
    25: InterfaceError,
}


def adapters():
    """By (class, protocol), this session's."""
    return session_state().setdefault("sqlite3.adapters", {})


def converters():
    """By names in capitals, this session's."""
    return session_state().setdefault("sqlite3.converters", {})


@c_class
class PrepareProtocol:
    """PEP 246 style object adaption protocol type."""

    __slots__ = ()
    __module__ = "sqlite3"


_BASE_TYPES = (int, float, str, bytearray)


def register_adapter(type, adapter, /):
    """Register a function to adapt Python objects to SQLite values."""
    if any(type is base for base in _BASE_TYPES):
        session_state()["sqlite3.base types"] = True
    adapters()[type, PrepareProtocol] = adapter


def register_converter(typename, converter, /):
    """Register a function to convert SQLite values to Python objects."""
    if not isinstance(typename, str):
        raise TypeError(f"register_converter() argument 1 must be str, not {type(typename).__name__}")
    converters()[typename.upper()] = converter


_MISSING = object()


def adapt(obj, proto=PrepareProtocol, alt=_MISSING, /):
    """Adapt given object to given protocol."""
    adapter = adapters().get((type(obj), proto))
    if adapter is not None:
        return adapter(obj)
    for owner, name, argument in ((proto, "__adapt__", obj), (obj, "__conform__", proto)):
        method = getattr(owner, name, None)
        if method is not None:
            try:
                adapted = method(argument)
            except TypeError:
                continue
            if adapted is not None:
                return adapted
    if alt is not _MISSING:
        return alt
    raise ProgrammingError("can't adapt")


def plain(value):
    """A value as SQL has it: None, an int, a float, a str, bytes. TypeError when it's none of these."""
    if value is None:
        return None
    if isinstance(value, int):
        value = int.__index__(value)
        if not -(1 << 63) <= value < 1 << 63:
            raise OverflowError("Python int too large to convert to SQLite INTEGER")
        return value
    if isinstance(value, float):
        return float.__float__(value)
    if isinstance(value, str):
        value = str.__str__(value)
        value.encode()
        return value
    try:
        view = memoryview(value)
    except TypeError:
        raise TypeError(f"type '{type(value).__name__}' is not supported") from None
    return bytes(contiguous(view))


def prepared(values, first):
    """The parameters of a statement; from number `first` on some have to be looked at."""
    given, values = values, list(values)
    all_adapted = session_state().get("sqlite3.base types", False)
    for at in range(0 if all_adapted else first, len(values)):
        value = given[at]
        kind = type(value)
        if value is not None and (all_adapted or not (kind is int or kind is float or kind is str or kind is bytearray)):
            value = adapt(value, PrepareProtocol, value)
        try:
            values[at] = plain(value)
        except TypeError as error:
            raise ProgrammingError(f"Error binding parameter {at + 1}: {error}") from None
    return tuple(values)


def by_name(names, values):
    """Parameters that are named, in order."""
    found = []
    for at, name in enumerate(names):
        if name is None:
            raise ProgrammingError(f"Binding {at + 1} has no name, but you supplied a dictionary (which has only names).")
        name = name[1:]
        try:
            found.append(values[name])
        except LookupError:
            raise ProgrammingError(f"You did not supply a value for binding parameter :{name}.") from None
    return tuple(found)


def in_order(count, values):
    """Parameters of a sequence."""
    if len(values) != count:
        raise ProgrammingError(
            f"Incorrect number of bindings supplied. The current statement uses {count}, and there are {len(values)} supplied."
        )
    return values if type(values) is tuple else [values[at] for at in range(count)] if type(values) is not list else values


def with_literal(sql, parameters):
    """ATTACH with the file's name written out: what is attached must be seen when the statement is prepared."""
    import re

    found = re.match(r"\s*ATTACH\s+(?:DATABASE\s+)?(\?1?(?!\d)|[:@$]\w+)", sql, re.IGNORECASE)
    if found is None:
        return sql, parameters
    if isinstance(parameters, dict):
        name = parameters.get(found[1][1:])
    else:
        name, parameters = parameters[0], parameters[1:]
    if not isinstance(name, str):
        name = os.fsdecode(name)
    quoted = name.replace("'", "''")
    return f"{sql[: found.start(1)]}'{quoted}'{sql[found.end(1) :]}", parameters


def is_sequence(values):
    return (
        isinstance(values, (tuple, list))
        or not isinstance(values, dict)
        and hasattr(type(values), "__getitem__")
        and hasattr(type(values), "__len__")
        and not hasattr(type(values), "keys")
    )


def column_name(name, detect_types):
    if not detect_types & 2 or name is None:
        return name
    at = name.find("[")
    if at < 0:
        return name
    return name[: at - 1] if at and name[at - 1] == " " else name[:at]


def converters_of(columns, detect_types):
    """For each column what its bytes are given to, or None; None when there is none at all."""
    found, known = [], converters()
    for name, declared in columns:
        converter = None
        if detect_types & 2 and name and "[" in name and "]" in name:
            at = name.index("[")
            end = name.find("]", at)
            if end >= 0:
                converter = known.get(name[at + 1 : end].upper())
        if converter is None and detect_types & 1 and declared:
            for at, character in enumerate(declared):
                if character in " (":
                    declared = declared[:at]
                    break
            converter = known.get(declared.upper())
        found.append(converter)
    return found if any(one is not None for one in found) else None


@c_class
class Row:
    __slots__ = ("_data", "_description")
    __module__ = "sqlite3"

    def __new__(cls, cursor, data, /):
        from _sqlite3 import Cursor

        if not issubclass(type(cursor), Cursor):
            raise TypeError(f"Row() argument 1 must be sqlite3.Cursor, not {type(cursor).__name__}")
        if not isinstance(data, tuple):
            raise TypeError(f"Row() argument 2 must be tuple, not {type(data).__name__}")
        self = object.__new__(cls)
        self._data = data
        self._description = cursor.description
        return self

    def keys(self):
        """Returns the keys of the row."""
        return [column[0] for column in self._description or ()]

    def __getitem__(self, key, /):
        if isinstance(key, (int, slice)):
            return self._data[key]
        if not isinstance(key, str):
            raise IndexError("Index must be int or string")
        for at, column in enumerate(self._description or ()):
            name = column[0]
            if name == key or name.isascii() and key.isascii() and name.lower() == key.lower():
                return self._data[at]
        raise IndexError("No item with that key")

    def __len__(self):
        return len(self._data)

    def __iter__(self):
        return iter(self._data)

    def __hash__(self):
        return hash(self._description) ^ hash(self._data)

    def __eq__(self, other, /):
        if not isinstance(other, Row):
            return NotImplemented
        return self._description == other._description and self._data == other._data

    def __ne__(self, other, /):
        if not isinstance(other, Row):
            return NotImplemented
        return not self == other
