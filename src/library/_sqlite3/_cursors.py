"""Cursors and their statements."""

__unbound__ = "*"

import _sqlite3._machine as machine
from _sqlite3._asking import Asking as _Asking
from _sqlite3._values import (
    DataError,
    OperationalError,
    ProgrammingError,
    by_name as _by_name,
    column_name as _column_name,
    converters_of as _converters_of,
    in_order as _in_order,
    is_sequence as _is_sequence,
    prepared as _prepared,
    with_literal as _with_literal,
)
from operator import index as _index

_MISSING = object()


def _checked_sql(connection, sql):
    if not sql.isascii():
        sql.encode()
    if len(sql) > connection._longest and len(sql.encode()) > connection._longest:
        raise DataError("query string is too large")
    if "\0" in sql:
        raise ProgrammingError("the query contains a null character")


def _starts(sql):
    """What is left of SQL without comments and blanks at its start."""
    at, end = 0, len(sql)
    while at < end:
        if sql[at] in " \t\f\n\r":
            at += 1
        elif sql.startswith("--", at):
            at = sql.find("\n", at)
            if at < 0:
                return ""
        elif sql.startswith("/*", at):
            at = sql.find("*/", at + 2)
            if at < 0:
                return ""
            at += 2
        else:
            return sql[at:]
    return ""


@c_class
class Statement:
    """One that was prepared: `record` is what natives know it by."""

    __module__ = "sqlite3"
    __slots__ = ("record", "sql", "columns", "parameters", "reads", "is_one", "changes", "names")

    def __new__(cls, *args, **kwargs):
        raise TypeError("cannot create 'sqlite3.Statement' instances")

    def _prepare(self, connection, sql):
        _checked_sql(connection, sql)
        begin = _starts(sql)
        self.sql = sql
        self.record = [sql, None, 0, None, None, None, None]
        self.columns, self.parameters, self.reads, self.is_one, tail = connection._do(machine.prepare, self.record)
        if _starts(tail):
            connection._do(machine.finalize, self.record)
            raise ProgrammingError("You can only execute one statement at a time.")
        self.changes = begin[:6].upper() in ("INSERT", "UPDATE", "DELETE") or begin[:7].upper() == "REPLACE"
        self.names = None
        return self


@c_class
class Cursor:
    """SQLite database cursor class."""

    __module__ = "sqlite3"
    __slots__ = (
        "_connection",
        "_statement",
        "_converters",
        "_locked",
        "_closed",
        "arraysize",
        "row_factory",
        "_description",
        "_rowcount",
        "_lastrowid",
        "__weakref__",
    )

    def __new__(cls, *args, **kwargs):
        self = object.__new__(cls)
        self._connection = None
        self._locked = False
        return self

    def __init__(self, connection, /):
        if not isinstance(connection, _Asking):
            raise TypeError(f"Cursor() argument 1 must be sqlite3.Connection, not {type(connection).__name__}")
        if self._locked:
            raise ProgrammingError("Recursive use of cursors not allowed.")
        self._connection = connection
        self._statement = self._converters = self._description = self._lastrowid = self.row_factory = None
        self._closed = False
        self.arraysize, self._rowcount = 1, -1
        connection._check_thread()

    @property
    def connection(self):
        return self._connection

    @property
    def description(self):
        return self._description

    @property
    def rowcount(self):
        return self._rowcount

    @property
    def lastrowid(self):
        return self._lastrowid

    def _check(self):
        connection = self._connection
        if connection is None:
            raise ProgrammingError("Base Cursor.__init__ not called.")
        connection._check_thread()
        if self._closed:
            raise ProgrammingError("Cannot operate on a closed cursor.")
        connection._check()
        if self._locked:
            raise ProgrammingError("Recursive use of cursors not allowed.")
        return connection

    def _drop(self):
        # It is done with its statement.
        statement, self._statement = self._statement, None
        if statement is not None:
            connection = self._connection
            if connection._open:
                connection._settle(machine.reset(connection._db, statement.record), machine.reset, statement.record)
                connection._keep(statement)

    def execute(self, sql, parameters=(), /):
        """Executes an SQL statement."""
        if not isinstance(sql, str):
            raise TypeError(f"execute() argument 1 must be str, not {type(sql).__name__}")
        return self._execute(payload(sql), parameters, False)

    def executemany(self, sql, seq_of_parameters, /):
        """Repeatedly executes an SQL statement."""
        if not isinstance(sql, str):
            raise TypeError(f"executemany() argument 1 must be str, not {type(sql).__name__}")
        return self._execute(payload(sql), seq_of_parameters, True)

    def _execute(self, sql, parameters, many):
        connection = self._check()
        self._locked = True
        try:
            rows = iter(parameters) if many else None
            self._description = None
            if self._statement is not None:
                self._drop()
            if parameters and not many and _starts(sql)[:6].upper() == "ATTACH":
                sql, parameters = _with_literal(_starts(sql), parameters)
            statement = connection._statement(sql)
            if many and statement.reads:
                raise ProgrammingError("executemany() can only execute DML statements.")
            self._statement = statement
            self._rowcount = 0 if statement.changes else -1
            if statement.changes and connection._level is not None and connection._do(machine.counts)[3]:
                connection._exec(f"BEGIN {connection._level}")
            if many:
                for one in rows:
                    self._begin(connection, statement, one)
            else:
                self._begin(connection, statement, parameters)
                self._lastrowid = connection._do(machine.counts)[2]
            if not statement.record[machine.AT]:
                self._drop()
        except BaseException:
            self._rowcount = -1
            self._drop()
            raise
        finally:
            self._locked = False
        return self

    def _begin(self, connection, statement, parameters):
        # The first step.
        record = statement.record
        count = statement.parameters
        if record[machine.AT]:
            connection._settle(machine.reset(connection._db, record), machine.reset, record)
        if isinstance(parameters, dict) or not _is_sequence(parameters):
            if not isinstance(parameters, dict) and not hasattr(type(parameters), "__getitem__"):
                raise ProgrammingError("parameters are of unsupported type")
            if count and statement.names is None:
                statement.names = connection._do(machine.parameters, record)
            values = _by_name(statement.names, parameters) if count else ()
        else:
            values = _in_order(count, parameters)
        if values:
            first = machine.check(values if type(values) is tuple else tuple(values))
            if first >= 0 or session_state().get("sqlite3.base types"):
                values = _prepared(values, max(first, 0))
        record[machine.PARAMETERS] = tuple(values)
        code = connection._do(machine.step, record)
        if statement.columns and self._description is None:
            self._describe(connection, record)
        if code == machine.SQLITE_DONE:
            if statement.changes:
                self._rowcount += connection._do(machine.counts)[0]

    def _describe(self, connection, record):
        columns = connection._do(machine.columns, record)
        detect_types = connection._detect_types
        self._description = tuple([(_column_name(name, detect_types), None, None, None, None, None, None) for name, _ in columns])
        self._converters = _converters_of(columns, detect_types) if detect_types else None
        record[machine.MODES] = bytes([one is not None for one in self._converters]) if self._converters else None

    def executescript(self, sql_script, /):
        """Executes multiple SQL statements at once."""
        if not isinstance(sql_script, str):
            raise TypeError(f"executescript() argument must be str, not {type(sql_script).__name__}")
        sql_script = payload(sql_script)
        if "\0" in sql_script:
            raise ValueError("embedded null character")
        sql_script.encode()
        connection = self._check()
        if len(sql_script) > connection._longest:
            raise DataError("query string is too large")
        connection.commit()
        connection._exec(sql_script)
        return self

    # --- rows

    def _row(self):
        connection, record = self._connection, self._statement.record
        factory = connection.text_factory
        raw = factory is not str
        row = connection._do(machine.row, record, raw)
        converters = self._converters
        if raw or converters or any([type(value) is bytearray for value in row]):
            row = tuple([self._value(at, value, factory, converters) for at, value in enumerate(row)])
        return row

    def _value(self, at, value, factory, converters):
        if converters and converters[at] is not None:
            return None if value is None else converters[at](value)
        if type(value) is str and factory is not str:
            value = bytearray(value, "utf-8")  # it was read for a state
        if type(value) is not bytearray:
            return value
        if factory is bytearray:
            return value
        value = bytes(value)
        if factory is str:
            try:
                return value.decode()
            except UnicodeDecodeError:
                text = value.decode("utf-8", "replace")
                name = self._description[at][0]
                raise OperationalError(f"Could not decode to UTF-8 column '{name}' with text '{text}'") from None
        return value if factory is bytes else factory(value)

    def _next(self):
        # The row where it is, in a tuple, and on to the next one; None: there is none.
        connection, statement = self._check(), self._statement
        if statement is None:
            return None
        record = statement.record
        if record[machine.AT] <= 0:
            gone = record[machine.AT]
            self._drop()
            if gone:
                raise machine.error_of(machine.SQLITE_ABORT_ROLLBACK, "abort due to ROLLBACK")
            return None
        self._locked = True
        try:
            row = self._row()
        finally:
            self._locked = False
        code = machine.step(connection._db, record)
        if code != machine.SQLITE_ROW:
            try:
                if type(code) is list or code < 0:
                    code = connection._settle(code, machine.step, record)
                if code == machine.SQLITE_DONE:
                    if statement.changes:
                        self._rowcount = connection._do(machine.counts)[0]
                elif code != machine.SQLITE_ROW:
                    raise connection._error()
            finally:
                if code != machine.SQLITE_ROW:
                    self._drop()
        return (row if self.row_factory is None else self.row_factory(self, row),)

    def __iter__(self):
        return self

    def __next__(self):
        row = self._next()
        if row is None:
            raise StopIteration
        return row[0]

    def fetchone(self):
        """Fetches one row from the resultset."""
        row = self._next()
        return None if row is None else row[0]

    def fetchmany(self, size=_MISSING):
        """Fetches several rows from the resultset.

        size
          The default value is set by the Cursor.arraysize attribute."""
        left = self.arraysize if size is _MISSING else _index(size)
        rows = []
        while (row := self._next()) is not None:
            rows.append(row[0])
            left -= 1
            if left == 0:
                break
        return rows

    def fetchall(self):
        """Fetches all rows from the resultset."""
        rows = []
        while (row := self._next()) is not None:
            rows.append(row[0])
        return rows

    def setinputsizes(self, sizes, /):
        """Required by DB-API. Does nothing in sqlite3."""

    def setoutputsize(self, size, column=None, /):
        """Required by DB-API. Does nothing in sqlite3."""

    def close(self):
        """Closes the cursor."""
        if self._locked:
            raise ProgrammingError("Recursive use of cursors not allowed.")
        if self._connection is None:
            raise ProgrammingError("Base Cursor.__init__ not called.")
        self._connection._check_thread()
        self._connection._check()
        self._drop()
        self._closed = True

    def __reduce_ex__(self, protocol):
        raise TypeError(f"cannot pickle '{type(self).__module__}.{type(self).__qualname__}' object")
