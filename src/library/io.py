"""Streams: those in memory, files of the session's own tree, and files of the host's, where it grants the function open."""

import sys as _sys
from abc import ABCMeta as _ABCMeta

BlockingIOError = BlockingIOError

__all__ = [
    "BlockingIOError",
    "open",
    "open_code",
    "IOBase",
    "RawIOBase",
    "FileIO",
    "BytesIO",
    "StringIO",
    "BufferedIOBase",
    "BufferedReader",
    "BufferedWriter",
    "BufferedRWPair",
    "BufferedRandom",
    "TextIOBase",
    "TextIOWrapper",
    "UnsupportedOperation",
    "SEEK_SET",
    "SEEK_CUR",
    "SEEK_END",
]
# Written in C in CPython: no methods of a class that has them as attributes.
__unbound__ = ["open_code"]

SEEK_SET, SEEK_CUR, SEEK_END = 0, 1, 2
DEFAULT_BUFFER_SIZE = 8192


class UnsupportedOperation(OSError, ValueError):
    pass


# Streams over streams: CPython's own in Python.
_OF_PYIO = (
    "TextIOWrapper",
    "BufferedReader",
    "BufferedWriter",
    "BufferedRandom",
    "BufferedRWPair",
    "IncrementalNewlineDecoder",
    "text_encoding",
)


def __dir__():
    import io

    return {*io.__dict__, "FileIO", *_OF_PYIO}


def __getattr__(name):
    if name == "FileIO":
        from _fileio import FileIO

        return FileIO
    if name in _OF_PYIO:
        return getattr(import_module("_pyio"), name)
    raise AttributeError(f"module 'io' has no attribute {name!r}")


def open_code(path):
    """A file that is going to be run."""
    return open(path, "rb")


def _size_of(value):
    """A size that a program gives: an integer, or -1 for None."""
    if value is None:
        return -1
    if not hasattr(type(value), "__index__"):
        raise TypeError(f"argument should be integer or None, not '{type(value).__name__}'")
    return container_index(value)


def _bytes_of(value):
    """A view of what is like bytes."""
    try:
        return contiguous(memoryview(value))
    except TypeError:
        raise TypeError(f"a bytes-like object is required, not '{type(value).__name__}'") from None


def _writable(buffer):
    """A view of the bytes that a program wants to have filled."""
    try:
        view = memoryview(buffer).cast("B")
    except TypeError:
        view = None
    if view is None or view.readonly:
        raise TypeError(f"readinto() argument must be read-write bytes-like object, not {type(buffer).__name__}")
    return view


def _read_into(buffer, read, name):
    with _writable(buffer) as view:
        data = read(len(view))
        if not isinstance(data, bytes):
            raise TypeError(f"{name}() should return bytes")
        if len(data) > len(view):
            raise ValueError(f"{name}() returned too much data: {len(view)} bytes requested, {len(data)} returned")
        view[: len(data)] = data
    return len(data)


class IOBase(metaclass=_ABCMeta):
    def __enter__(self):
        IOBase._check(self)
        return self

    def __exit__(self, *details):
        self.close()

    def __iter__(self):
        IOBase._check(self)
        return self

    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def _check(self):
        if self.closed:
            raise ValueError("I/O operation on closed file.")

    # What CPython's buffered streams ask the stream below them.

    def _checkClosed(self):
        self._check()

    def _checkSeekable(self):
        if self.seekable() is not True:
            raise UnsupportedOperation("File or stream is not seekable.")

    def _checkReadable(self):
        if self.readable() is not True:
            raise UnsupportedOperation("File or stream is not readable.")

    def _checkWritable(self):
        if self.writable() is not True:
            raise UnsupportedOperation("File or stream is not writable.")

    def readlines(self, hint=-1, /):
        """Return a list of lines from the stream, no more of them than make `hint` characters."""
        hint = _size_of(hint)
        IOBase._check(self)
        lines = []
        size = 0
        for line in self:
            lines.append(line)
            size += len(line)
            if 0 < hint <= size:
                break
        return lines

    def writelines(self, lines, /):
        """Write a list of lines to stream. They bring their own ends."""
        IOBase._check(self)
        for line in lines:
            self.write(line)

    def readline(self, size=-1, /):
        """Read a line, byte by byte: a class with a better way has its own."""
        size = _size_of(size)
        line = bytearray()
        while size < 0 or len(line) < size:
            byte = self.read(1)
            if not byte:
                break
            line += byte
            if byte == b"\n":
                break
        return bytes(line)

    closed = property(lambda self: getattr(self, "_is_closed", False))

    def close(self):
        """Flush, and be closed. More than once does nothing."""
        if not self.closed:
            try:
                self.flush()
            finally:
                self._is_closed = True

    def flush(self):
        IOBase._check(self)

    def isatty(self):
        IOBase._check(self)
        return False

    def readable(self):
        IOBase._check(self)
        return False

    def writable(self):
        IOBase._check(self)
        return False

    def seekable(self):
        IOBase._check(self)
        return False

    def seek(self, offset, whence=0, /):
        raise UnsupportedOperation("seek")

    def tell(self):
        """Where the stream is."""
        return self.seek(0, 1)

    def truncate(self, size=None, /):
        raise UnsupportedOperation("truncate")

    def fileno(self):
        raise UnsupportedOperation("fileno")

    def detach(self):
        raise UnsupportedOperation("detach")


class RawIOBase(IOBase):
    def read(self, size=-1, /):
        """Read at most `size` bytes, all that there are without one; None when none are there yet."""
        size = _size_of(size)
        if size < 0:
            return self.readall()
        buffer = bytearray(size)
        got = self.readinto(buffer)
        return got if got is None else bytes(buffer[:got])

    def readall(self):
        """Read to the end."""
        pieces = []
        while piece := self.read(8192):
            pieces.append(piece)
        return b"".join(pieces) if pieces else piece

    def readinto(self, buffer, /):
        raise NotImplementedError

    def write(self, b, /):
        raise NotImplementedError


class BufferedIOBase(IOBase):
    def read(self, size=-1, /):
        raise UnsupportedOperation("read")

    def read1(self, size=-1, /):
        raise UnsupportedOperation("read1")

    def write(self, b, /):
        raise UnsupportedOperation("write")

    def readinto(self, buffer, /):
        """Read bytes into buffer."""
        return _read_into(buffer, self.read, "read")

    def readinto1(self, buffer, /):
        """Read bytes into buffer, by one read at most."""
        return _read_into(buffer, self.read1, "read1")


class TextIOBase(IOBase):
    encoding = errors = newlines = property(lambda self: None)

    def read(self, size=-1, /):
        raise UnsupportedOperation("read")

    def readline(self, size=-1, /):
        raise UnsupportedOperation("readline")

    def write(self, s, /):
        raise UnsupportedOperation("write")


# The streams of module sys are the host's, with classes of their own.
for _stream in (_sys.__stdin__, _sys.__stdout__):
    TextIOBase.register(type(_stream))
for _stream in (_sys.__stdin__.buffer, _sys.__stdout__.buffer):
    BufferedIOBase.register(type(_stream))
del _stream


_CR, _LF, _CRLF = 1, 2, 4
_ENDS = {_CR: "\r", _LF: "\n", _CRLF: "\r\n"}


@c_class
class StringIO(TextIOBase):
    """Text I/O implementation using an in-memory buffer."""

    __module__ = "_io"

    encoding = None
    errors = None
    line_buffering = False
    closed = False
    _universal = False  # lines end at any of the three ends
    _seen = 0  # which of them were written, while any is taken

    def flush(self):
        pass  # closed or not

    def __init__(self, initial_value="", newline="\n"):
        if initial_value is not None and not isinstance(initial_value, str):
            raise TypeError(f"initial_value must be str or None, not {type(initial_value).__name__}")
        self._begin(newline)
        self._pieces = [self._convert("" if initial_value is None else payload(initial_value))]
        self._position = 0
        self._at_end = not self._pieces[0]
        self.closed = False

    def readable(self):
        self._check()
        return True

    def writable(self):
        self._check()
        return True

    def seekable(self):
        self._check()
        return True

    def _begin(self, newline):
        if newline is not None and not isinstance(newline, str):
            raise TypeError(f"newline must be str or None, not {type(newline).__name__}")
        if newline not in (None, "", "\n", "\r", "\r\n"):
            raise ValueError(f"illegal newline value: {newline!r}")
        self._translate = newline is None
        self._universal = newline == ""
        self._newline = newline if newline in ("\r", "\r\n") else None
        self._seen = 0

    def _check(self):
        if self.closed:
            raise ValueError("I/O operation on closed file")

    def _convert(self, text):
        if self._translate or self._universal:
            if "\r" in text or "\n" in text:
                pairs = text.count("\r\n")
                self._seen |= (_CRLF if pairs else 0) | (_CR if text.count("\r") > pairs else 0) | (_LF if text.count("\n") > pairs else 0)
            return text.replace("\r\n", "\n").replace("\r", "\n") if self._translate else text
        if self._newline is not None:
            return text.replace("\n", self._newline)
        return text

    @property
    def newlines(self):
        """The line ends that were written: a text, a tuple of them, or None; also None when only one kind counts."""
        found = tuple(text for bit, text in _ENDS.items() if self._seen & bit)
        return found if len(found) > 1 else found[0] if found else None

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
        s = payload(s)
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
        self._pieces = [old[:at] + text + old[at + len(text) :]]
        self._position = at + len(text)
        self._at_end = self._position == len(self._pieces[0])
        return count

    def read(self, size=-1, /):
        """Read at most size characters, returned as a string."""
        self._check()
        size = _size_of(size)
        text = self._text()
        start = self._position
        end = len(text) if size < 0 else min(len(text), start + size)
        self._position = max(start, end)
        self._at_end = self._position == len(text)
        return text[start:end]

    def readline(self, size=-1, /):
        """Read until newline or EOF."""
        self._check()
        size = _size_of(size)
        text = self._text()
        start = self._position
        if start >= len(text):
            return ""
        newline = self._newline or "\n"
        end = text.find(newline, start)
        end = len(text) if end < 0 else end + len(newline)
        if self._universal:
            # A line ends before its "\n" when a "\r" is there, but not between the two of a pair.
            cr = text.find("\r", start, end)
            if cr >= 0 and text[cr + 1 : cr + 2] != "\n":
                end = cr + 1
        if size >= 0:
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
        pos, whence = container_index(pos), container_index(whence)
        if whence not in (0, 1, 2):
            raise ValueError(f"Invalid whence ({whence}, should be 0, 1 or 2)")
        if whence == 0:
            if pos < 0:
                raise ValueError(f"Negative seek position {pos}")
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
        else:
            pos = _size_of(pos)
            if pos < 0:
                raise ValueError(f"Negative size value {pos}")
        self._pieces = [self._text()[:pos]]
        self._at_end = self._position == len(self._pieces[0])
        return pos

    def close(self):
        """Close the IO object."""
        self.closed = True
        self._pieces = [""]

    def __getstate__(self):
        self._check()
        newline = None if self._translate else "" if self._universal else self._newline or "\n"
        return self._text(), newline, self._position, _more_of(self)

    def __setstate__(self, state, /):
        self._check()
        if not isinstance(state, tuple) or len(state) < 4:
            raise TypeError(
                f"{type(self).__module__}.{type(self).__name__}.__setstate__ argument should be 4-tuple, got {type(state).__name__}"
            )
        text, newline, position, more = state[:4]
        if not isinstance(text, str):
            raise TypeError(f"initial_value must be str or None, not {type(text).__name__}")
        self._begin(newline)
        # The text was converted when it was written.
        _take_position(self, position, more)
        self._pieces = [text]
        self._at_end = position == len(text)


_OWN = frozenset(["_translate", "_universal", "_newline", "_seen", "_pieces", "_position", "_at_end", "_buffer", "closed"])


def _more_of(file):
    """Attributes that a program added to a stream: a dict, or None."""
    return {name: value for name, value in vars(file).items() if name not in _OWN} or None


def _take_position(file, position, more):
    if not isinstance(position, int):
        raise TypeError(f"third item of state must be an integer, got {type(position).__name__}")
    if position < 0:
        raise ValueError("position value cannot be negative")
    if more is not None and not isinstance(more, dict):
        raise TypeError(f"fourth item of state should be a dict, got a {type(more).__name__}")
    file._position = position
    if more:
        vars(file).update(more)


@c_class
class BytesIO(BufferedIOBase):
    """Buffered I/O implementation using an in-memory bytes buffer."""

    __module__ = "_io"

    closed = False

    def __init__(self, initial_bytes=b""):
        self._buffer = (
            bytearray(initial_bytes)
            if isinstance(initial_bytes, bytes)
            else bytearray()
            if initial_bytes is None
            else bytearray(_bytes_of(initial_bytes))
        )
        self._position = 0
        self.closed = False

    def readable(self):
        self._check()
        return True

    def writable(self):
        self._check()
        return True

    def seekable(self):
        self._check()
        return True

    def readlines(self, size=None, /):
        """List of bytes objects, each a line from the file."""
        if size is not None and not isinstance(size, int):
            raise TypeError(f"integer argument expected, got '{type(size).__name__}'")
        return IOBase.readlines(self, size)

    def getvalue(self):
        """Retrieve the entire contents of the BytesIO object."""
        self._check()
        return bytes(self._buffer)

    def getbuffer(self):
        """Get a read-write view over the contents of the BytesIO object."""
        self._check()
        return memoryview(self._buffer)

    def write(self, b, /):
        """Write bytes to file."""
        self._check()
        data = b if isinstance(b, bytes) else bytes(_bytes_of(b))
        if not data:
            return 0
        at = self._position
        if at > len(self._buffer):
            self._buffer.extend(bytes(at - len(self._buffer)))
        self._buffer[at : at + len(data)] = data
        self._position = at + len(data)
        return len(data)

    def read(self, size=-1, /):
        """Read at most size bytes, returned as a bytes object."""
        self._check()
        size = _size_of(size)
        start = self._position
        end = len(self._buffer) if size < 0 else min(len(self._buffer), start + size)
        self._position = max(start, end)
        return bytes(self._buffer[start:end])

    read1 = read

    def flush(self):
        """Does nothing."""
        self._check()

    def readinto(self, buffer, /):
        """Read bytes into buffer."""
        self._check()
        view = _writable(buffer)
        data = BytesIO.read(self, len(view))
        view[: len(data)] = data
        view.release()
        return len(data)

    readinto1 = readinto

    def readline(self, size=-1, /):
        """Next line from the file, as a bytes object."""
        self._check()
        size = _size_of(size)
        start = self._position
        end = self._buffer.find(b"\n", start)
        end = len(self._buffer) if end < 0 else end + 1
        if size >= 0:
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
        pos, whence = container_index(pos), container_index(whence)
        if whence == 1:
            pos += self._position
        elif whence == 2:
            pos += len(self._buffer)
        elif whence == 0 and pos < 0:
            raise ValueError(f"negative seek value {pos}")
        elif whence != 0:
            raise ValueError(f"invalid whence ({whence}, should be 0, 1 or 2)")
        self._position = max(0, pos)
        return self._position

    def truncate(self, size=None, /):
        """Truncate the file to at most size bytes."""
        self._check()
        if size is None:
            size = self._position
        else:
            size = _size_of(size)
            if size < 0:
                raise ValueError(f"negative size value {size}")
        if size < len(self._buffer):
            del self._buffer[size:]
        return size

    def close(self):
        """Disable all I/O operations."""
        if not self.closed:
            self._buffer.clear()  # refused while a view of it is out
        self.closed = True

    def __getstate__(self):
        return self.getvalue(), self._position, _more_of(self)

    def __setstate__(self, state, /):
        self._check()
        if not isinstance(state, tuple) or len(state) < 3:
            raise TypeError(
                f"{type(self).__module__}.{type(self).__name__}.__setstate__ argument should be 3-tuple, got {type(state).__name__}"
            )
        data = bytearray(_bytes_of(state[0]))
        _take_position(self, state[1], state[2])
        self._buffer = data


# --- files of the host's
#
# The host grants them by the name `open`. Its function is called with (path, mode) to read, and answers str or bytes: the contents; and
# with (path, mode, contents) to write: mode "w" makes the file hold the contents, "x" the same but it must not exist yet, "a" adds them
# at its end. "rb", "wb", … for bytes. Nothing stays open at the host between calls.


class _HostFile:
    _kind = None  # how the host is called to write: "w", "x" or "a"; None when the file is read only
    _changed = False

    def _become(self, path, mode, kind, at_end, own_list):
        self.name = path
        self.mode = mode
        self._kind = kind
        self._at_file_end = at_end
        self._told = 0  # how much of it the host has, when it is added to
        if kind is not None:
            self._changed = "r" not in mode
            own_list.append(self)

    def readable(self):
        return "r" in self.mode or "+" in self.mode

    def writable(self):
        return self._kind is not None

    def flush(self):
        """Give what was written to the host."""
        self._check()
        if not self._changed:
            return
        whole = self.getvalue()
        send = whole[self._told :] if self._kind == "a" else whole
        _host_open()(self.name, self._kind + self._suffix, self._outside(send))
        self._changed = False
        self._told = len(whole)
        if self._kind == "x":
            self._kind = "w"

    def _needs(self, able, what):
        self._check()
        if not able:
            raise UnsupportedOperation(what)

    def _wrote(self):
        self._needs(self._kind is not None, self._not_writable)
        self._changed = True
        if self._at_file_end:
            self.seek(0, 2)

    def write(self, s, /):
        self._wrote()
        return super().write(s)

    def truncate(self, size=None, /):
        self._wrote()
        return super().truncate(size)

    def read(self, size=-1, /):
        self._needs(self.readable(), self._not_readable)
        return super().read(size)

    def readline(self, size=-1, /):
        self._needs(self.readable(), self._not_readable)
        return super().readline(size)

    def close(self):
        if not self.closed:
            try:
                self.flush()
            finally:
                _forget(self)
                super().close()


class _TextFile(_HostFile, StringIO):
    _suffix = ""
    _not_readable = "not readable"
    _not_writable = "not writable"

    def _outside(self, text):
        return text

    def __repr__(self):
        return f"<_io.TextIOWrapper name={self.name!r} mode={self.mode!r} encoding={self.encoding!r}>"


class _BytesFile(_HostFile, BytesIO):
    _suffix = "b"
    _not_readable = "read"
    _not_writable = "write"

    def _outside(self, data):
        return bytes(data)

    read1 = _HostFile.read

    def __repr__(self):
        kind = "BufferedRandom" if "+" in self.mode else "BufferedReader" if "r" in self.mode else "BufferedWriter"
        return f"<_io.{kind} name={self.name!r}>"


def _host_open():
    """The host's function open, or None."""
    try:
        return granted_function("open", "")
    except PermissionError:
        return None


# Files that the program may still write: at its end what they hold goes to the host.
def _writable_files():
    return session_state().setdefault("io.unsaved_files", [])


def _forget(file):
    files = _writable_files()
    for i in range(len(files)):
        if files[i] is file:
            del files[i]
            return


# The session calls this when the program has ended and files are left.
def _end_of_program(result, error):
    files = session_state().pop("io.unsaved_files")
    for file in files:
        try:
            file.close()
        except Exception as problem:
            if error is None:
                error = problem
            else:
                write_output(f"{file!r} was not saved: {type(problem).__name__}: {problem}\n", True)
    if error is not None:
        raise error
    return result


def _check_mode(mode, encoding, errors, newline):
    if not isinstance(mode, str):
        raise TypeError(f"open() argument 'mode' must be str, not {type(mode).__name__}")
    for value, what in ((encoding, "encoding"), (errors, "errors"), (newline, "newline")):
        if value is not None and not isinstance(value, str):
            raise TypeError(f"open() argument '{what}' must be str or None, not {type(value).__name__}")
    if len(set(mode)) != len(mode) or not set(mode) <= set("rwxabt+"):
        raise ValueError(f"invalid mode: {mode!r}")
    if "t" in mode and "b" in mode:
        raise ValueError("can't have text and binary mode at once")
    if len(set(mode) & set("rwxa")) != 1:
        raise ValueError(
            "must have exactly one of create/read/write/append mode"
            if set(mode) & set("rwxa")
            else "Must have exactly one of create/read/write/append mode and at most one plus"
        )
    if "b" in mode:
        for value, what in ((encoding, "an encoding"), (errors, "an errors"), (newline, "a newline")):
            if value is not None:
                raise ValueError(f"binary mode doesn't take {what} argument")
    elif newline not in (None, "", "\n", "\r", "\r\n"):
        raise ValueError(f"illegal newline value: {newline}")


open = open


def _open(file, mode, buffering, encoding, errors, newline, closefd, opener):
    """Open a file: one of the host's when it grants the function open, else one of the session's own tree."""
    buffering = container_index(buffering)
    host = _host_open()
    if host is None:
        if not hasattr(type(file), "__index__"):
            import_module("posix").fspath(file)
        _check_mode(mode, encoding, errors, newline)
        return import_module("_pyio").open(file, mode, buffering, encoding, errors, newline, closefd, opener)
    path = file
    if hasattr(type(path), "__fspath__"):
        path = path.__fspath__()
    if isinstance(path, int):
        raise OSError(9, "Bad file descriptor")
    if not isinstance(path, (str, bytes)):
        raise TypeError(f"expected str, bytes or os.PathLike object, not {type(path).__name__}")
    if isinstance(path, bytes):
        path = path.decode()
    _check_mode(mode, encoding, errors, newline)
    binary = "b" in mode
    contents = b"" if binary else ""
    if "r" in mode or "a" in mode and "+" in mode:
        try:
            contents = host(path, "rb" if binary else "r")
        except FileNotFoundError:
            if "r" in mode:
                raise
        if not isinstance(contents, (str, bytes)):
            raise TypeError(f"the host answered open() with {type(contents).__name__}, not str or bytes")
        if binary and isinstance(contents, str):
            contents = contents.encode()
        elif not binary and isinstance(contents, bytes):
            contents = contents.decode(encoding or "utf-8", errors or "strict")
    kind = "a" if "a" in mode else "x" if "x" in mode else "w" if "w" in mode or "+" in mode else None
    if binary:
        made = _BytesFile(contents)
    else:
        if newline is None:
            contents = contents.replace("\r\n", "\n").replace("\r", "\n")
        made = _TextFile(contents, "\n" if newline in (None, "") else newline)
        made.encoding = encoding or "UTF-8"
        made.errors = errors or "strict"
    made._become(path, mode, kind, "a" in mode, _writable_files() if kind else None)
    made.seek(0, 2 if "a" in mode else 0)
    if kind == "a":
        made._told = len(contents)
    return made
