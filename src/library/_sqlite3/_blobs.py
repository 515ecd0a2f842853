"""Blobs of databases, read and written in place."""

__unbound__ = "*"

from operator import index as _index

from _sqlite3._values import OperationalError, ProgrammingError

_MOST = (1 << 31) - 1


@c_class
class Blob:
    __module__ = "sqlite3"
    __slots__ = ("_connection", "_where", "_writable", "_size", "_at", "__weakref__")

    def __new__(cls, *args, **kwargs):
        raise TypeError("cannot create 'sqlite3.Blob' instances")

    def _of(self, connection, where, writable):
        self._connection, self._where, self._writable, self._at = connection, where, writable, 0
        (self._size,) = connection._blob(where, writable, 0, None, 0)
        return self

    def _check(self):
        connection = self._connection
        if connection is not None:
            connection._check_thread()
            connection._check()
        if connection is None:
            raise ProgrammingError("Cannot operate on a closed blob.")
        return connection

    def _do(self, offset, data, count):
        connection = self._check()
        if connection._blob(self._where, self._writable, 0, None, 0) != (self._size,):
            error = OperationalError("query aborted")
            error.sqlite_errorcode, error.sqlite_errorname = 4, "SQLITE_ABORT"
            raise error
        if data is None and not count:
            return b""
        if data is not None and not self._writable:
            error = OperationalError("attempt to write a readonly database")
            error.sqlite_errorcode, error.sqlite_errorname = 8, "SQLITE_READONLY"
            raise error
        return connection._blob(self._where, self._writable, offset, data, count)

    def close(self):
        """Close the blob."""
        if self._connection is not None:
            self._connection._check_thread()
            self._connection._check()
        self._connection = None

    def read(self, length=-1, /):
        """Read data at the current offset position.

        length
          Read length in bytes.

        If the end of the blob is reached, the data up to end of file will be returned.
        When length is not specified, or is negative, Blob.read() will read until the
        end of the blob."""
        length = _index(length)
        self._check()
        left = self._size - self._at
        data = self._do(self._at, None, left if length < 0 or length > left else length)
        self._at += len(data)
        return data

    def write(self, data, /):
        """Write data at the current offset.

        This function cannot change the blob length.  Writing beyond the end of the
        blob will result in an exception being raised."""
        data = bytes(contiguous(memoryview(data)))
        self._check()
        if len(data) > self._size - self._at:
            raise ValueError("data longer than blob")
        if data:
            self._do(self._at, data, 0)
            self._at += len(data)

    def seek(self, offset, origin=0, /):
        """Set the current access position to offset.

        The origin argument defaults to os.SEEK_SET or 0 (absolute blob positioning).
        Other values for origin are os.SEEK_CUR or 1 (seek relative to the current position)
        and os.SEEK_END or 2 (seek relative to the blob's end)."""
        offset, origin = _index(offset), _index(origin)
        self._check()
        if origin not in (0, 1, 2):
            raise ValueError("'origin' should be os.SEEK_SET, os.SEEK_CUR, or os.SEEK_END")
        base = (0, self._at, self._size)[origin]
        if offset > _MOST - base:
            raise OverflowError("seek offset results in overflow")
        if not 0 <= base + offset <= self._size:
            raise ValueError("offset out of blob range")
        self._at = base + offset

    def tell(self):
        """Return the current access position for the blob."""
        self._check()
        return self._at

    def __enter__(self):
        """Blob context manager enter."""
        self._check()
        return self

    def __exit__(self, type, val, tb, /):
        """Blob context manager exit."""
        self._check()
        self.close()
        return False

    def __len__(self):
        self._check()
        return self._size

    def _place(self, key):
        try:
            at = _index(key)
        except TypeError:
            raise TypeError("Blob indices must be integers") from None
        if not -(1 << 63) <= at < 1 << 63:
            raise IndexError("cannot fit 'int' into an index-sized integer")
        if at < 0:
            at += self._size
        if not 0 <= at < self._size:
            raise IndexError("Blob index out of range")
        return at

    def _range(self, key):
        try:
            return range(*key.indices(self._size))
        except TypeError:
            raise TypeError("slice indices must be integers or None or have an __index__ method") from None

    def __getitem__(self, key, /):
        self._check()
        if not isinstance(key, slice):
            if not hasattr(type(key), "__index__"):
                raise TypeError("Blob indices must be integers")
            return self._do(self._place(key), None, 1)[0]
        places = self._range(key)
        if not places:
            return b""
        first, last = min(places), max(places)
        data = self._do(first, None, last - first + 1)
        return bytes([data[at - first] for at in places])

    def __setitem__(self, key, value, /):
        self._check()
        if not isinstance(key, slice):
            if not hasattr(type(key), "__index__"):
                raise TypeError("Blob indices must be integers")
            at = self._place(key)
            if not isinstance(value, int):
                raise TypeError(f"'{type(value).__name__}' object cannot be interpreted as an integer")
            if not 0 <= value <= 255:
                raise ValueError("byte must be in range(0, 256)")
            self._do(at, bytes([value]), 0)
            return
        places = self._range(key)
        data = bytes(contiguous(memoryview(value)))
        if len(data) != len(places):
            raise IndexError("Blob slice assignment is wrong size")
        if not places:
            return
        first, last = min(places), max(places)
        whole = bytearray(self._do(first, None, last - first + 1))
        for at, byte in zip(places, data):
            whole[at - first] = byte
        self._do(first, bytes(whole), 0)

    def __iter__(self):
        raise TypeError(f"'{type(self).__module__}.{type(self).__name__}' object is not iterable")

    def __contains__(self, item):
        raise TypeError(f"argument of type '{type(self).__module__}.{type(self).__name__}' is not iterable")

    def __delitem__(self, key, /):
        self._check()
        kind = "slice" if isinstance(key, slice) else "item"
        raise TypeError(f"Blob doesn't support {kind} deletion")
