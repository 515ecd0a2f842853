"""FileIO: a file of the session's tree as a stream of bytes without a buffer."""

import posix
from _operator import index as _index
from errno import EISDIR, ESPIPE
from io import RawIOBase, UnsupportedOperation

_CHUNK = 1 << 20


class FileIO(RawIOBase):
    """Open a file."""

    __module__ = "_io"
    _fd = -1
    _closefd = True

    def __init__(self, file, mode="r", closefd=True, opener=None):
        if self._fd >= 0 and self._closefd:
            posix.close(self._fd)
        self._fd = -1
        if isinstance(file, float):
            raise TypeError("integer argument expected, got float")
        if not isinstance(mode, str):
            raise TypeError(f"FileIO() argument 'mode' must be str, not {type(mode).__name__}")
        if not set(mode) <= set("xrwab+"):
            raise ValueError(f"invalid mode: {mode}")
        if len([c for c in mode if c in "rwax"]) != 1 or mode.count("+") > 1:
            raise ValueError("Must have exactly one of create/read/write/append mode and at most one plus")
        number = _index(file) if hasattr(type(file), "__index__") else None
        if number is not None and number < 0:
            raise ValueError("negative file descriptor")
        self._created, self._appending = "x" in mode, "a" in mode
        self._reads, self._writes = "r" in mode or "+" in mode, "r" not in mode or "+" in mode
        flags = posix.O_RDWR if self._reads and self._writes else posix.O_RDONLY if self._reads else posix.O_WRONLY
        if self._created:
            flags |= posix.O_EXCL | posix.O_CREAT
        elif "w" in mode:
            flags |= posix.O_CREAT | posix.O_TRUNC
        elif self._appending:
            flags |= posix.O_APPEND | posix.O_CREAT
        if number is not None:
            self._fd = number
        else:
            if not closefd:
                raise ValueError("Cannot use closefd=False with file name")
            self._fd = posix.open(file, flags | posix.O_CLOEXEC, 0o666) if opener is None else self._opened_by(opener, file, flags)
        self._closefd = bool(closefd)
        found = posix.fstat(self._fd)
        if found.st_mode & 0o170000 == 0o040000:
            if number is None:
                self._close()
            raise IsADirectoryError(EISDIR, posix.strerror(EISDIR), file)
        self._seekable, self._blksize = None, found.st_blksize
        self.name = file
        if self._appending:
            try:
                posix.lseek(self._fd, 0, 2)
            except OSError as error:
                if error.errno != ESPIPE:
                    raise

    @staticmethod
    def _opened_by(opener, file, flags):
        fd = opener(file, flags)
        if not hasattr(type(fd), "__index__"):
            raise TypeError("expected integer from opener")
        fd = _index(fd)
        if fd < 0:
            raise ValueError(f"opener returned {fd}")
        return fd

    def _close(self):
        fd, self._fd = self._fd, -1
        posix.close(fd)

    @property
    def mode(self):
        """String giving the file mode."""
        if self._created:
            return "xb+" if self._reads else "xb"
        if self._appending:
            return "ab+" if self._reads else "ab"
        return ("rb+" if self._writes else "rb") if self._reads else "wb"

    @property
    def closefd(self):
        """True if the file descriptor will be closed by close()."""
        return self._closefd

    def __repr__(self):
        if self._fd < 0:
            return "<_io.FileIO [closed]>"
        try:
            shown = f"name={self.name!r}"
        except AttributeError:
            shown = f"fd={self._fd}"
        return f"<_io.FileIO {shown} mode={self.mode!r} closefd={self._closefd}>"

    def __reduce__(self):
        raise TypeError(f"cannot pickle '{type(self).__module__}.{type(self).__name__}' object")

    def _here(self):
        if self._fd < 0:
            raise ValueError("I/O operation on closed file")
        return self._fd

    def fileno(self):
        """Return the underlying file descriptor (an integer)."""
        return self._here()

    def isatty(self):
        """True if the file is connected to a TTY device."""
        return posix.isatty(self._here())

    def readable(self):
        """True if file was opened in a read mode."""
        self._here()
        return self._reads

    def writable(self):
        """True if file was opened in a write mode."""
        self._here()
        return self._writes

    def seekable(self):
        """True if file supports random-access."""
        fd = self._here()
        if self._seekable is None:
            try:
                posix.lseek(fd, 0, 1)
            except OSError:
                self._seekable = False
            else:
                self._seekable = True
        return self._seekable

    def _to_read(self):
        fd = self._here()
        if not self._reads:
            raise UnsupportedOperation("File not open for reading")
        return fd

    def _to_write(self):
        fd = self._here()
        if not self._writes:
            raise UnsupportedOperation("File not open for writing")
        return fd

    def read(self, size=-1, /):
        """Read at most size bytes, returned as bytes; all that there are without one."""
        fd = self._to_read()
        if size is None:
            size = -1
        size = _index(size)
        return self.readall() if size < 0 else posix.read(fd, size)

    def readall(self):
        """Read all data from the file, returned as bytes."""
        fd, pieces = self._to_read(), []
        while piece := posix.read(fd, _CHUNK):
            pieces.append(piece)
        return b"".join(pieces)

    def readinto(self, buffer, /):
        """Same as RawIOBase.readinto()."""
        fd, view = self._to_read(), memoryview(buffer).cast("B")
        piece = posix.read(fd, len(view))
        view[: len(piece)] = piece
        return len(piece)

    def write(self, b, /):
        """Write buffer b to file, return number of bytes written."""
        fd = self._to_write()
        if isinstance(b, str):
            raise TypeError("a bytes-like object is required, not 'str'")
        return posix.write(fd, b)

    def seek(self, pos, whence=0, /):
        """Move to new file position and return the file position."""
        fd = self._here()
        if isinstance(pos, float):
            raise TypeError("'float' object cannot be interpreted as an integer")
        return posix.lseek(fd, pos, whence)

    def tell(self):
        """Current file position."""
        return posix.lseek(self._here(), 0, 1)

    def truncate(self, size=None, /):
        """Truncate the file to at most size bytes and return the truncated size."""
        fd = self._to_write()
        size = posix.lseek(fd, 0, 1) if size is None else _index(size)
        posix.ftruncate(fd, size)
        return size

    def close(self):
        """Close the file."""
        if self.closed:
            return
        super().close()
        if self._closefd:
            self._close()
        else:
            self._fd = -1

    @property
    def closed(self):
        """True if the file is closed."""
        return self._fd < 0
