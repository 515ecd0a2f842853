"""Connections."""

__unbound__ = "*"

import _sqlite3._machine as machine
from _sqlite3._asking import Asking as _Asking
from _sqlite3._blobs import Blob
from _sqlite3._cursors import Cursor, Statement
from _sqlite3._places import IN_MEMORY as _IN_MEMORY, name_of as _name_of, place_of as _place_of
from _sqlite3._values import (
    DataError,
    DatabaseError,
    Error,
    IntegrityError,
    InterfaceError,
    InternalError,
    NotSupportedError,
    OperationalError,
    ProgrammingError,
    Warning,
)
from operator import index as _index

_LEVELS = ("", "DEFERRED", "IMMEDIATE", "EXCLUSIVE")
_MISSING = object()


def _level_of(level):
    if not isinstance(level, str):
        raise TypeError("isolation_level must be str or None")
    level = str.upper(level)
    if level not in _LEVELS:
        raise ValueError("isolation_level string must be '', 'DEFERRED', 'IMMEDIATE', or 'EXCLUSIVE'")
    return level


@c_class
class Connection(_Asking):
    """SQLite database connection object."""

    __module__ = "sqlite3"
    __slots__ = (
        "_level",
        "_detect_types",
        "_statements",
        "_most_statements",
        "_longest",
        "row_factory",
        "text_factory",
        "__weakref__",
    )
    Warning, Error, InterfaceError, DatabaseError, DataError = Warning, Error, InterfaceError, DatabaseError, DataError
    OperationalError, IntegrityError, InternalError = OperationalError, IntegrityError, InternalError
    ProgrammingError, NotSupportedError = ProgrammingError, NotSupportedError

    def __new__(cls, *args, **kwargs):
        self = object.__new__(cls)
        self._db = None
        self._open = False
        return self

    def __init__(
        self,
        database,
        timeout=5.0,
        detect_types=0,
        isolation_level="",
        check_same_thread=True,
        factory=None,
        cached_statements=128,
        uri=False,
    ):
        name = _name_of(database)
        machine.look_for_sqlite()
        if self._open:
            self._close_it()
        self._db = None
        self._level = None if isolation_level is None else _level_of(isolation_level)
        self._detect_types = _index(detect_types)
        self._timeout = float(timeout)
        self._thread = thread_ident() if check_same_thread else None
        self._most_statements = _index(cached_statements)
        self._forget_all()
        self.row_factory, self.text_factory = None, str
        self._longest = 1_000_000_000
        path, flags, disks = _place_of(name)
        self._db = [path, flags, disks, [], (False, False, 0), {}, (), None, None, None, 0, None, [], False, None, None]
        self._open = True
        try:
            self._do(machine.open)
        except BaseException:
            self._open, self._db = False, None
            raise

    def _forget_all(self):
        self._statements = {}
        self._callables, self._instances = [], {}
        self._authorizer = self._trace = self._progress = None

    # --- transactions

    def _exec(self, sql):
        self._do(machine.script, [sql, 0])

    @property
    def in_transaction(self):
        self._check()
        return not self._do(machine.counts)[3]

    @property
    def total_changes(self):
        self._check()
        return self._do(machine.counts)[1]

    @property
    def isolation_level(self):
        self._check()
        return self._level

    @isolation_level.setter
    def isolation_level(self, level):
        if level is None:
            self._level = None
            self.commit()
        else:
            self._level = _level_of(level)

    def commit(self):
        """Commit any pending transaction to the database.

        If there is no open transaction, this method is a no-op."""
        self._check_thread()
        if self.in_transaction:
            self._exec("COMMIT")

    def rollback(self):
        """Roll back to the start of any pending transaction.

        If there is no open transaction, this method is a no-op."""
        self._check_thread()
        if self.in_transaction:
            self._exec("ROLLBACK")

    def __enter__(self):
        """Called when the connection is used as a context manager.

        Returns itself as a convenience to the caller."""
        self._check()
        return self

    def __exit__(self, type, value, traceback, /):
        """Called when the connection is used as a context manager.

        If there was any exception, a rollback takes place; otherwise we commit."""
        if type is None and value is None and traceback is None:
            try:
                self.commit()
            except BaseException:
                self.rollback()
                raise
        else:
            self.rollback()
        return False

    # --- cursors

    def cursor(self, factory=_MISSING):
        """Return a cursor for the connection."""
        self._check_thread()
        self._check()
        cursor = (Cursor if factory is _MISSING else factory)(self)
        if not issubclass(type(cursor), Cursor):
            raise TypeError(f"factory must return a cursor, not {type(cursor).__name__}")
        if self.row_factory is not None:
            cursor.row_factory = self.row_factory
        return cursor

    def execute(self, sql, parameters=(), /):
        """Executes an SQL statement."""
        return self.cursor().execute(sql, parameters)

    def executemany(self, sql, parameters, /):
        """Repeatedly executes an SQL statement."""
        return self.cursor().executemany(sql, parameters)

    def executescript(self, sql_script, /):
        """Executes multiple SQL statements at once."""
        return self.cursor().executescript(sql_script)

    def __call__(self, *args, **kwargs):
        self._check_thread()
        self._check()
        if kwargs:
            raise TypeError("Connection() takes no keyword arguments")
        if len(args) != 1:
            raise TypeError(f"Connection expected 1 argument, got {len(args)}")
        if not isinstance(args[0], str):
            raise TypeError(f"argument 1 must be str, not {type(args[0]).__name__}")
        return self._statement(args[0])

    def _statement(self, sql):
        # One that a cursor has is in no cache: with the cursor it goes.
        return self._statements.pop(sql, None) or object.__new__(Statement)._prepare(self, sql)

    def _keep(self, statement):
        known = self._statements
        if self._most_statements > 0:
            if len(known) >= self._most_statements:
                del known[next(iter(known))]
            known[statement.sql] = statement

    # --- functions and handlers

    def _add_function(self, kind, name, count, deterministic, function, why):
        self._check_thread()
        self._check()
        if not isinstance(name, str):
            raise TypeError(f"argument 'name' must be str, not {type(name).__name__}")
        name = str.__str__(name)
        name.encode()
        goes = function is None and kind in (machine.INVERSE, machine.COLLATION)
        row = (kind, name, _index(count), int(bool(deterministic)), -1 if goes else len(self._callables))
        outcome = self._settle(machine.register(self._db, row), machine.register, row)
        if outcome:
            error = self._error()
            raise OperationalError(why) if why else ProgrammingError(str(error)) if kind == machine.INVERSE else error
        if not goes:
            self._callables.append(function)
        rows = self._db[machine.FUNCTIONS]
        rows[:] = [
            one
            for one in rows
            if (one[0] == machine.COLLATION) != (kind == machine.COLLATION) or (one[1].lower(), one[2]) != (name.lower(), row[2])
        ]
        rows.append(row)

    def create_function(self, name, narg, func, *, deterministic=False):
        """Creates a new function."""
        self._add_function(machine.FUNCTION, name, narg, deterministic, func, "Error creating function")

    def create_aggregate(self, name, n_arg, aggregate_class):
        """Creates a new aggregate."""
        self._add_function(machine.STEP, name, n_arg, False, aggregate_class, "Error creating aggregate")

    def create_window_function(self, name, num_params, aggregate_class, /):
        """Creates or redefines an aggregate window function. Non-standard.

        name
          The name of the SQL aggregate window function to be created or
          redefined.
        num_params
          The number of arguments the step and inverse methods takes.
        aggregate_class
          A class with step(), finalize(), value(), and inverse() methods.
          Set to None to clear the window function."""
        self._add_function(machine.INVERSE, name, num_params, False, aggregate_class, None)

    def create_collation(self, name, callback, /):
        """Creates a collation function."""
        if callback is not None and not callable(callback):
            raise TypeError("parameter must be callable")
        self._add_function(machine.COLLATION, name, 0, False, callback, None)

    def set_authorizer(self, authorizer_callback):
        """Sets authorizer callback."""
        self._check_thread()
        self._check()
        self._authorizer = authorizer_callback
        number, *others = self._db[machine.HANDLERS]
        number = abs(number) + 1
        self._db[machine.HANDLERS] = (-number if authorizer_callback is None else number, *others)
        self._do(machine.handlers)

    def set_trace_callback(self, trace_callback):
        """Sets a trace callback called for each SQL statement (passed as unicode)."""
        self._check_thread()
        self._check()
        self._trace = trace_callback
        authorizer, _, progress = self._db[machine.HANDLERS]
        self._db[machine.HANDLERS] = (authorizer, trace_callback is not None, progress)
        self._do(machine.handlers)

    def set_progress_handler(self, progress_handler, n):
        """Sets progress handler callback."""
        self._check_thread()
        self._check()
        n = _index(n)
        self._progress = None if progress_handler is None else progress_handler
        self._db[machine.HANDLERS] = (*self._db[machine.HANDLERS][:2], max(0, n) if progress_handler is not None else 0)
        self._do(machine.handlers)

    def interrupt(self):
        """Abort any pending database operation."""
        self._check()
        machine.interrupt(self._db)

    # --- limits and the rest

    def getlimit(self, category, /):
        """Get connection run-time limits.

        category
          The limit category to be queried."""
        return self.setlimit(category, -1)

    def setlimit(self, category, limit, /):
        """Set connection run-time limits.

        category
          The limit category to be set.
        limit
          The new limit. If the new limit is a negative number, the limit is
          unchanged.

        Attempts to increase a limit above its hard upper bound are silently truncated
        to the hard upper bound. Regardless of whether or not the limit was changed,
        the prior value of the limit is returned."""
        self._check_thread()
        self._check()
        category, limit = _index(category), _index(limit)
        for number in (category, limit):
            if not -(1 << 31) <= number < 1 << 31:
                raise OverflowError("Python int too large to convert to C int")
        before = self._do(machine.limit, category, limit)[0]
        if before < 0:
            raise ProgrammingError("'category' is out of bounds")
        if limit >= 0:
            self._db[machine.LIMITS][category] = limit
            if category == machine.SQLITE_LIMIT_SQL_LENGTH:
                self._longest = self._do(machine.limit, category, -1)[0]
        return before

    def iterdump(self):
        """Returns iterator to the dump of the database in an SQL text format."""
        self._check()
        from sqlite3.dump import _iterdump

        return _iterdump(self)

    def serialize(self, *, name="main"):
        """Serialize a database into a byte string.

        name
          Which database to serialize.

        For an ordinary on-disk database file, the serialization is just a copy of the
        disk file. For an in-memory database or a "temp" database, the serialization is
        the same sequence of bytes which would be written to disk if that database
        were backed up to disk."""
        self._check_thread()
        self._check()
        data = self._do(machine.serialize, name)
        if data is None:
            raise OperationalError(f"unable to serialize '{name}'")
        return data

    def deserialize(self, data, /, *, name="main"):
        """Load a serialized database.

        data
          The serialized database content.
        name
          Which database to reopen with the deserialization.

        The deserialize interface causes the database connection to disconnect from the
        target database, and then reopen it as an in-memory database based on the given
        serialized data.

        The deserialize interface will fail with machine.SQLITE_BUSY if the database is
        currently in a read transaction or is involved in a backup operation."""
        self._check_thread()
        self._check()
        if isinstance(data, str):
            data = data.encode()
        else:
            try:
                data = memoryview(data)
            except TypeError:
                raise TypeError(f"a bytes-like object is required, not '{type(data).__name__}'") from None
            data = bytes(contiguous(data))
        if name != "main":
            raise NotSupportedError("only the main database can be deserialized here")
        if not machine.leave(self._db):
            raise machine.error_of(machine.SQLITE_BUSY, "database is locked")
        self._statements.clear()
        self._db[machine.PATH], self._db[machine.FLAGS] = _IN_MEMORY, 6
        self._db[machine.DISKS] = {**self._db[machine.DISKS], "": bytearray(data)}

    def backup(self, target, *, pages=-1, progress=None, name="main", sleep=0.25):
        """Makes a backup of the database."""
        if not isinstance(target, Connection):
            raise TypeError(f"backup() argument 'target' must be sqlite3.Connection, not {type(target).__name__}")
        pages, sleep = _index(pages), float(sleep)
        self._check_thread()
        self._check()
        if target is self:
            raise ValueError("target cannot be the same connection instance")
        target._check_thread()
        target._check()
        if progress is not None and not callable(progress):
            raise TypeError("progress argument must be a callable")
        token = []
        while True:
            target._do(machine.counts)  # it is open
            step = self._do(machine.backup, target._db, token, name, pages or -1)
            if step is None:
                raise self._error()
            code, left, all_pages = step
            if progress is not None:
                try:
                    progress(code, left, all_pages)
                except BaseException:
                    self._do(machine.backup, target._db, token, name, 0)
                    raise
            if code not in (machine.SQLITE_OK, machine.SQLITE_BUSY, machine.SQLITE_LOCKED):
                break
            if code != machine.SQLITE_OK:
                if not thread_others():
                    self._do(machine.backup, target._db, token, name, 0)
                    break
                thread_yield()
        if code != machine.SQLITE_DONE:
            raise machine.error_of(
                code,
                {machine.SQLITE_BUSY: "database is locked", machine.SQLITE_LOCKED: "database table is locked"}.get(code, "backup failed"),
            )

    def blobopen(self, table, column, row, /, *, readonly=False, name="main"):
        """Open and return a BLOB object.

        table
          Table name.
        column
          Column name.
        row
          Row index.
        readonly
          Open the BLOB without write permissions.
        name
          Database name."""
        self._check_thread()
        self._check()
        for each in (table, column, name):
            if not isinstance(each, str):
                raise TypeError(f"blobopen() argument must be str, not {type(each).__name__}")
        where = (name, table, column, _index(row))
        return object.__new__(Blob)._of(self, where, not readonly)

    def enable_load_extension(self, enable, /):
        """Enable dynamic loading of SQLite extension modules."""
        self._check_thread()
        self._check()
        if enable:
            raise NotSupportedError("there are no extensions here")

    def load_extension(self, name, /):
        """Load SQLite extension module."""
        self._check_thread()
        self._check()
        raise OperationalError("not authorized")

    def _close_it(self):
        self._statements.clear()
        if not machine.close(self._db):
            raise OperationalError("unable to close due to unfinalized statements or unfinished backups")
        self._open = False
        self._forget_all()

    def close(self):
        """Close the database connection.

        Any pending transaction is not committed implicitly."""
        self._check_thread()
        if self._db is None:
            raise ProgrammingError("Base Connection.__init__ not called.")
        if self._open:
            self._close_it()

    # For _blobs.py.
    def _blob(self, where, writable, offset, data, count):
        return self._do(machine.blob, where, writable, offset, data, count)

    def __reduce_ex__(self, protocol):
        raise TypeError(f"cannot pickle '{type(self).__module__}.{type(self).__qualname__}' object")
