"""Streams in memory. There are no files."""

__all__ = ["StringIO", "BytesIO", "IOBase", "TextIOBase", "RawIOBase", "BufferedIOBase", "UnsupportedOperation", "SEEK_SET", "SEEK_CUR",
           "SEEK_END", "DEFAULT_BUFFER_SIZE"]

SEEK_SET, SEEK_CUR, SEEK_END = 0, 1, 2
DEFAULT_BUFFER_SIZE = 8192


class UnsupportedOperation(OSError, ValueError):
    pass


class IOBase:
    def __enter__(self):
        self._check()
        return self

    def __exit__(self, *details):
        self.close()

    def __iter__(self):
        self._check()
        return self

    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def _check(self):
        if self.closed:
            raise ValueError("I/O operation on closed file.")

    def readlines(self, hint=-1, /):
        lines = []
        size = 0
        for line in self:
            lines.append(line)
            size += len(line)
            if hint is not None and 0 < hint <= size:
                break
        return lines

    def writelines(self, lines, /):
        for line in lines:
            self.write(line)

    def flush(self):
        self._check()

    def isatty(self):
        return False

    def readable(self):
        return True

    def writable(self):
        return True

    def seekable(self):
        return True

    def fileno(self):
        raise UnsupportedOperation("fileno")


class RawIOBase(IOBase):
    pass


class BufferedIOBase(IOBase):
    pass


class TextIOBase(IOBase):
    pass


@c_class
class StringIO(TextIOBase):
    """Text I/O implementation using an in-memory buffer."""

    __module__ = "_io"

    encoding = None
    errors = None
    line_buffering = False

    def __init__(self, initial_value="", newline="\n"):
        if initial_value is not None and not isinstance(initial_value, str):
            raise TypeError(f"initial_value must be str or None, not {type(initial_value).__name__}")
        if newline not in (None, "", "\n", "\r", "\r\n"):
            raise ValueError(f"illegal newline value: {newline!r}")
        self._translate = newline is None
        self._newline = newline if newline in ("\r", "\r\n") else None
        self._pieces = [self._convert(initial_value or "")]
        self._position = 0
        self._at_end = not self._pieces[0]
        self.closed = False

    def _check(self):
        if self.closed:
            raise ValueError("I/O operation on closed file")

    def _convert(self, text):
        if self._translate:
            return text.replace("\r\n", "\n").replace("\r", "\n")
        if self._newline is not None:
            return text.replace("\n", self._newline)
        return text

    def _text(self):
        # Writes at the end only add pieces; whoever looks joins them.
        if len(self._pieces) > 1:
            self._pieces = ["".join(self._pieces)]
        return self._pieces[0]

    def getvalue(self):
        """Retrieve the entire contents of the object."""
        self._check()
        return self._text()

    def write(self, s, /):
        """Write string to file."""
        self._check()
        if not isinstance(s, str):
            raise TypeError(f"string argument expected, got '{type(s).__name__}'")
        count = len(s)
        text = self._convert(s)
        if not text:
            return count
        if self._at_end:
            self._pieces.append(text)
            self._position += len(text)
            return count
        old = self._text()
        at = self._position
        if at > len(old):
            old += "\0" * (at - len(old))
        self._pieces = [old[:at] + text + old[at + len(text):]]
        self._position = at + len(text)
        self._at_end = self._position == len(self._pieces[0])
        return count

    def read(self, size=-1, /):
        """Read at most size characters, returned as a string."""
        self._check()
        text = self._text()
        start = self._position
        end = len(text) if size is None or size < 0 else min(len(text), start + size)
        self._position = max(start, end)
        self._at_end = self._position == len(text)
        return text[start:end]

    def readline(self, size=-1, /):
        """Read until newline or EOF."""
        self._check()
        text = self._text()
        start = self._position
        if start >= len(text):
            return ""
        newline = self._newline or "\n"
        end = text.find(newline, start)
        end = len(text) if end < 0 else end + len(newline)
        if size is not None and size >= 0:
            end = min(end, start + size)
        self._position = end
        self._at_end = end == len(text)
        return text[start:end]

    def tell(self):
        """Tell the current file position."""
        self._check()
        return self._position

    def seek(self, pos, whence=0, /):
        """Change stream position."""
        self._check()
        if whence == 0:
            if pos < 0:
                raise ValueError(f"Negative seek position {pos}")
        elif whence not in (1, 2):
            raise ValueError(f"Invalid whence ({whence}, should be 0, 1 or 2)")
        elif pos != 0:
            raise OSError("Can't do nonzero cur-relative seeks")
        elif whence == 1:
            pos = self._position
        else:
            pos = len(self._text())
        self._position = pos
        self._at_end = pos == len(self._text())
        return pos

    def truncate(self, pos=None, /):
        """Truncate size to pos."""
        self._check()
        if pos is None:
            pos = self._position
        elif pos < 0:
            raise ValueError(f"Negative size value {pos}")
        self._pieces = [self._text()[:pos]]
        self._at_end = self._position == len(self._pieces[0])
        return pos

    def close(self):
        """Close the IO object."""
        self.closed = True
        self._pieces = [""]


@c_class
class BytesIO(BufferedIOBase):
    """Buffered I/O implementation using an in-memory bytes buffer."""

    __module__ = "_io"

    def __init__(self, initial_bytes=b""):
        self._buffer = bytearray(initial_bytes or b"")
        self._position = 0
        self.closed = False

    def getvalue(self):
        """Retrieve the entire contents of the BytesIO object."""
        self._check()
        return bytes(self._buffer)

    def write(self, b, /):
        """Write bytes to file."""
        self._check()
        if isinstance(b, str):
            raise TypeError("a bytes-like object is required, not 'str'")
        data = bytes(b)
        at = self._position
        if at > len(self._buffer):
            self._buffer.extend(bytes(at - len(self._buffer)))
        self._buffer[at:at + len(data)] = data
        self._position = at + len(data)
        return len(data)

    def read(self, size=-1, /):
        """Read at most size bytes, returned as a bytes object."""
        self._check()
        start = self._position
        end = len(self._buffer) if size is None or size < 0 else min(len(self._buffer), start + size)
        self._position = max(start, end)
        return bytes(self._buffer[start:end])

    read1 = read

    def readline(self, size=-1, /):
        """Next line from the file, as a bytes object."""
        self._check()
        start = self._position
        end = self._buffer.find(b"\n", start)
        end = len(self._buffer) if end < 0 else end + 1
        if size is not None and size >= 0:
            end = min(end, start + size)
        self._position = max(start, end)
        return bytes(self._buffer[start:end])

    def tell(self):
        """Current file position, an integer."""
        self._check()
        return self._position

    def seek(self, pos, whence=0, /):
        """Change stream position."""
        self._check()
        if whence == 1:
            pos += self._position
        elif whence == 2:
            pos += len(self._buffer)
        elif whence != 0:
            raise ValueError(f"invalid whence ({whence}, should be 0, 1 or 2)")
        elif pos < 0:
            raise ValueError(f"negative seek value {pos}")
        self._position = max(0, pos)
        return self._position

    def truncate(self, size=None, /):
        """Truncate the file to at most size bytes."""
        self._check()
        if size is None:
            size = self._position
        elif size < 0:
            raise ValueError(f"negative size value {size}")
        del self._buffer[size:]
        return size

    def close(self):
        """Disable all I/O operations."""
        self.closed = True
        self._buffer = bytearray()


def open(*args, **kwargs):
    raise PermissionError("there are no files in the sandbox")
