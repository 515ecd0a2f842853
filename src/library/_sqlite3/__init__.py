"""SQLite for programs: what CPython's sqlite3 is made of. Databases are in memory or in the session's own files. natives.cpp does one thing
at a time with a connection's record; the rest is what CPython's module does around it."""

# Written in C in CPython: no methods of a class that has them as attributes.
__unbound__ = "*"

from _sqlite3._machine import complete as _complete, look_for_sqlite as _look_for_sqlite
from _sqlite3._blobs import Blob
from _sqlite3._connections import Connection
from _sqlite3._cursors import Cursor
from _sqlite3._values import (
    DataError,
    DatabaseError,
    Error,
    IntegrityError,
    InterfaceError,
    InternalError,
    NotSupportedError,
    OperationalError,
    PrepareProtocol,
    ProgrammingError,
    Row,
    Warning,
    adapt,
    adapters as _adapters,
    converters as _converters,
    register_adapter,
    register_converter,
)
from operator import index as _index


def __session__():
    yield "adapters", _adapters()
    yield "converters", _converters()


version = "2.6.0"
threadsafety = 3
PARSE_DECLTYPES, PARSE_COLNAMES = 1, 2
adapters = converters = {}


def connect(*args, **kwargs):
    """Opens a connection to the SQLite database file database.

    You can use ":memory:" to open a database connection to a database that resides
    in RAM instead of on disk."""
    factory = kwargs.get("factory", args[5] if len(args) > 5 else Connection)
    return factory(*args, **kwargs)


def complete_statement(statement):
    """Checks if a string contains a complete SQL statement."""
    if not isinstance(statement, str):
        raise TypeError(f"complete_statement() argument 'statement' must be str, not {type(statement).__name__}")
    if "\0" in statement:
        raise ValueError("embedded null character")
    _look_for_sqlite()
    return _complete(statement)


def enable_callback_tracebacks(enable, /):
    """Enable or disable callback functions throwing errors to stderr."""
    session_state()["sqlite3.tracebacks"] = bool(enable)


def enable_shared_cache(do_enable):
    """Enable or disable shared cache mode for the calling thread.

    This method is deprecated and will be removed in Python 3.12.
    Shared cache is strongly discouraged by the SQLite 3 documentation.
    If shared cache must be used, open the database in URI mode using
    the cache=shared query parameter."""
    _index(do_enable)
