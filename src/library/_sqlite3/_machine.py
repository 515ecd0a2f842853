"""What natives do one at a time with a connection's record (natives.cpp), its layout, and errors."""

__unbound__ = "*"

from _sqlite3._values import DatabaseError, KINDS as _KINDS, OperationalError

# Of the records, and of what natives say: connection.h.
PATH, FLAGS, DISKS, FUNCTIONS, HANDLERS, LIMITS, ATTACHED, SAVED, MEMORY, COUNTS, BROKEN, ERROR = range(12)
SQL, PARAMETERS, AT, ROWS, MODES = range(5)
FILE, FUNCTION, STEP, FINAL, VALUE, INVERSE, COLLATION, AUTHORIZER, TRACE, PROGRESS = range(10)
AGAIN, BUSY, LOST = -1, -2, -3


def look_for_sqlite():
    if not installed():
        raise OperationalError("there is no SQLite here: libsqlite3.so.0 (Debian's package libsqlite3-0) isn't installed")


def error_of(code, text):
    kind = _KINDS.get(code & 255, DatabaseError)
    if code & 255 == 7:
        return MemoryError()
    error = kind(text)
    error.sqlite_errorcode = code
    error.sqlite_errorname = ERRORS.get(code) or ERRORS.get(code & 255) or "unknown"
    return error
