"""The classes of sys.stdin, sys.stdout and sys.stderr, and of their buffers. What is written goes to the host at once, as text of UTF-8;
what is read is what the host gave as standard input. The streams are the image's: what of them changes is in session_state()."""

# Written in C in CPython: no methods of a class that has them as attributes.
__unbound__ = "*"

_CLOSED_BELOW = "I/O operation on closed file"  # what CPython's raw stream says, which these are asked of
_CLOSED = "closed streams"  # their names; while there are any, print() asks sys.stdout


def _unsupported(what):
    from io import UnsupportedOperation

    return UnsupportedOperation(what)


def given_input():
    """What the host gave as standard input, as a stream of text; None when it gave none."""
    state = session_state()
    if "stdin" not in state:
        return None
    stream = state.get("stdin.stream")
    if stream is None:
        import io

        stream = state["stdin.stream"] = io.open(0, encoding="utf-8", errors="surrogateescape", closefd=False)
    return stream


def given_line(prompt):
    """input(), where the host gave a standard input."""
    import sys

    if prompt:
        sys.stdout.write(prompt)
    line = sys.stdin.readline()
    if not line:
        raise EOFError("EOF when reading a line")
    return line[:-1] if line[-1] == "\n" else line


class _Stream:
    def __init__(self, name, mode):
        self.name = name
        self.mode = mode

    @property
    def closed(self):
        return self.name in session_state().get(_CLOSED, ())

    def close(self):
        import sys

        if not self.closed:
            session_state()[_CLOSED] = (*session_state().get(_CLOSED, ()), self.name)
            if sys.stdout is sys.__stdout__:
                sys.stdout = sys.__stdout__  # print() looks at a stream that the program chose

    def _needs_open(self, message="I/O operation on closed file."):
        if _CLOSED in session_state() and self.closed:
            raise ValueError(message)

    def __enter__(self):
        self._needs_open()
        return self

    def __exit__(self, *exception):
        self.close()

    def __iter__(self):
        self._needs_open()
        return self

    def flush(self):
        self._needs_open()

    def isatty(self):
        self._needs_open(_CLOSED_BELOW)
        return False

    def fileno(self):
        self._needs_open(_CLOSED_BELOW)
        return ("<stdin>", "<stdout>", "<stderr>").index(self.name)

    def readable(self):
        self._needs_open(_CLOSED_BELOW)
        return self.mode[0] == "r"

    def writable(self):
        self._needs_open(_CLOSED_BELOW)
        return self.mode[0] == "w"

    def seekable(self):
        self._needs_open(_CLOSED_BELOW)
        return False

    def writelines(self, lines, /):
        for line in lines:
            self.write(line)

    def __getstate__(self):
        raise TypeError(f"cannot pickle '_io.{type(self).__name__}' object")

    def __repr__(self):
        return f"<_io.{type(self).__name__} name={self.name!r}>"


# --- bytes


class _Bytes(_Stream):
    raw = property(lambda self: self)

    def tell(self):
        raise OSError(29, "Illegal seek")

    def seek(self, target, whence=0, /):
        raise _unsupported("File or stream is not seekable.")

    def detach(self):
        return self


class BufferedWriter(_Bytes):
    """The output as bytes of UTF-8. A character may come in pieces; invalid bytes are shown as U+FFFD, since the host gets text."""

    def write(self, data, /):
        self._needs_open("write to closed file")
        try:
            data = bytes(contiguous(memoryview(data)))
        except TypeError:
            raise TypeError(f"a bytes-like object is required, not '{type(data).__name__}'") from None
        text = session_state().pop(self.name, b"") + data
        try:
            text = text.decode()
        except UnicodeDecodeError as error:
            if error.reason == "unexpected end of data":
                session_state()[self.name] = text[error.start :]
                text = text[: error.start]
            text = text.decode(errors="replace")
        write_output(text, self.name == "<stderr>")
        return len(data)

    def truncate(self, pos=None, /):
        raise OSError(29, "Illegal seek")

    def read(self, size=-1, /):
        raise _unsupported("read")

    def readline(self, size=-1, /):
        raise _unsupported("read")

    def readlines(self, hint=-1, /):
        raise _unsupported("read")

    def readinto(self, buffer, /):
        raise _unsupported("read")

    def read1(self, size=-1, /):
        raise _unsupported("read1")

    def readinto1(self, buffer, /):
        raise _unsupported("read1")

    def __next__(self):
        raise _unsupported("read")


class _Reading:
    # Of both streams that are read: the given input's methods, or nothing at once.

    def read(self, size=-1, /):
        stream = self._given()
        return self._nothing if stream is None else stream.read(size)

    def readline(self, size=-1, /):
        stream = self._given()
        return self._nothing if stream is None else stream.readline(size)

    def readlines(self, hint=-1, /):
        stream = self._given()
        return [] if stream is None else stream.readlines(hint)

    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line


class BufferedReader(_Reading, _Bytes):
    """The input as bytes."""

    _nothing = b""

    def _given(self):
        self._needs_open("read of closed file")
        stream = given_input()
        return None if stream is None else stream.buffer

    @property
    def raw(self):
        stream = self._given()
        return self if stream is None else stream.raw

    def read1(self, size=-1, /):
        stream = self._given()
        return b"" if stream is None else stream.read1(size)

    def peek(self, size=0, /):
        stream = self._given()
        return b"" if stream is None else stream.peek(size)

    def readinto(self, buffer, /):
        stream = self._given()
        return 0 if stream is None else stream.readinto(buffer)

    def readinto1(self, buffer, /):
        stream = self._given()
        return 0 if stream is None else stream.readinto1(buffer)

    def truncate(self, pos=None, /):
        raise _unsupported("truncate")

    def write(self, data, /):
        raise _unsupported("write")


# --- text


class TextIOWrapper(_Stream):
    """The output as text."""

    encoding = "utf-8"
    newlines = None
    line_buffering = write_through = False

    def __init__(self, name, mode, errors, buffer):
        super().__init__(name, mode)
        self.errors = errors
        self.buffer = buffer

    def _checked(self, text):
        self._needs_open()
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")

    def write(self, text, /):
        self._checked(text)
        write_output(text, self.name == "<stderr>")
        return len(text)

    def read(self, size=-1, /):
        self._needs_open()
        raise _unsupported("not readable")

    def readline(self, size=-1, /):
        self._needs_open()
        raise _unsupported("not readable")

    def readlines(self, hint=-1, /):
        self._needs_open()
        raise _unsupported("not readable")

    def __next__(self):
        self._needs_open()
        raise _unsupported("not readable")

    def tell(self):
        self._needs_open()
        raise _unsupported("underlying stream is not seekable")

    def seek(self, cookie, whence=0, /):
        self._needs_open()
        raise _unsupported("underlying stream is not seekable")

    def truncate(self, pos=None, /):
        self._needs_open()
        return self.buffer.truncate(pos)

    def detach(self):
        """The buffer, for a wrapper of the program's own. This one stays as it is."""
        self._needs_open()
        return self.buffer

    def reconfigure(self, *, encoding=None, errors=None, newline=None, line_buffering=None, write_through=None):
        # It stays UTF-8, and goes to the host as it is written.
        for value in (encoding, errors, newline):
            if value is not None and not isinstance(value, str):
                raise TypeError(f"reconfigure() argument must be str or None, not {type(value).__name__}")

    def __repr__(self):
        return f"<_io.TextIOWrapper name={self.name!r} mode={self.mode!r} encoding='utf-8'>"


class Input(_Reading, TextIOWrapper):
    """The input as text."""

    _nothing = ""

    def _given(self):
        self._needs_open()
        return given_input()

    def write(self, text, /):
        self._checked(text)
        raise _unsupported("not writable")


def _as_cpythons(cls):
    # The class that programs see. Its base has its name, too: so id() tells it from _pyio's.
    return c_class(type(cls.__name__, (cls,), {"__module__": "_io", "__doc__": cls.__doc__}))


Input.__name__ = "TextIOWrapper"
BufferedReader, BufferedWriter, TextIOWrapper, Input = map(_as_cpythons, (BufferedReader, BufferedWriter, TextIOWrapper, Input))


def streams():
    """stdin, stdout and stderr."""
    yield Input("<stdin>", "r", "strict", BufferedReader("<stdin>", "rb"))
    for name, errors in (("<stdout>", "strict"), ("<stderr>", "backslashreplace")):
        yield TextIOWrapper(name, "w", errors, BufferedWriter(name, "wb"))
