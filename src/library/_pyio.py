"""What CPython's streams in C do otherwise than its Python ones: their module's name; what they check, and say, before anything is read or
written; and what a program writes to a file is there at once, whether the file is closed or not. (There it is when the file is collected,
which mostly is at once, too.)"""

_FileIO = FileIO  # (its subclasses' base knows it: it keeps a name)

from _fileio import FileIO
from _operator import index as _index

# Written in C in CPython: no method of a class that has it as an attribute.
__unbound__ = ["text_encoding"]

_STREAMS = (BufferedReader, BufferedWriter, BufferedRandom, BufferedRWPair, TextIOWrapper, IncrementalNewlineDecoder)
for _class in _STREAMS:
    _class.__module__ = "_io"


def _refuse_pickling(self):
    raise TypeError(f"cannot pickle '{type(self).__module__}.{type(self).__name__}' object")


for _class in _STREAMS[:-1]:
    _class.__reduce__ = _refuse_pickling


def _size(arguments):
    if arguments and arguments[0] is not None:
        if not hasattr(type(arguments[0]), "__index__"):
            raise TypeError(f"argument should be integer or None, not '{type(arguments[0]).__name__}'")
        return _index(arguments[0]), *arguments[1:]
    return arguments


def _length(arguments):
    sizes = _size(arguments)
    if sizes and sizes[0] is not None and sizes[0] < -1:
        raise ValueError("read length must be non-negative or -1")
    return sizes


def _number(arguments):
    return _index(arguments[0]), *arguments[1:]


def _numbers(arguments):
    return tuple([_index(argument) for argument in arguments])


def _into(name):
    def checked(arguments):
        for argument in arguments[:1]:
            try:
                view = memoryview(argument)
            except TypeError:
                view = None
            if view is None or view.readonly:
                raise TypeError(f"{name}() argument must be read-write bytes-like object, not {type(argument).__name__}")
        return arguments

    return checked


def _bytes_like(arguments):
    for argument in arguments:
        if isinstance(argument, (bytes, bytearray)):
            continue
        if isinstance(argument, memoryview):
            contiguous(argument)
        elif not _is_buffer(argument):
            raise TypeError(f"a bytes-like object is required, not '{type(argument).__name__}'")
    return arguments


def _is_buffer(value):
    try:
        contiguous(memoryview(value))
    except TypeError:
        return False
    return True


def _text(arguments):
    for argument in arguments:
        if not isinstance(argument, str):
            shown = "None" if argument is None else type(argument).__name__
            raise TypeError(f"write() argument must be str, not {shown}")
    return arguments


def _place(refused):
    def checked(arguments):
        position, whence = _index(arguments[0]), _index(arguments[1]) if len(arguments) > 1 else 0
        if whence not in (0, 1, 2):
            raise ValueError(refused.format(whence))
        return position, whence, *arguments[2:]

    return checked


def _replace(cls, name, make):
    method = cls.__dict__.get(name) or getattr(cls, name)
    checked = make(method)
    checked.__name__, checked.__qualname__, checked.__doc__ = name, f"{cls.__name__}.{name}", method.__doc__
    setattr(cls, name, checked)


def _over(part, detached):
    # Checks for methods of streams that stand on another one.
    def check(closed=None, able=None, refused=None, takes=None):
        def make(method):
            def checked(self, *arguments):
                if takes is not None and arguments:
                    arguments = takes(arguments)
                below = getattr(self, part)
                if below is None:
                    raise ValueError(detached)
                if closed is not None and below.closed:
                    raise ValueError(closed)
                if able is not None and not getattr(below, able)():
                    raise UnsupportedOperation(refused)
                return method(self, *arguments)

            return checked

        return make

    return check


_CLOSED = "I/O operation on closed file."
_of_text = _over("_buffer", "underlying buffer has been detached")
_of_bytes = _over("_raw", "raw stream has been detached")

for _name, _check in {
    "read": _of_text(_CLOSED, "readable", "not readable", _size),
    "readline": _of_text(_CLOSED, "readable", "not readable", _number),
    "__next__": _of_text(_CLOSED, "readable", "not readable"),
    "readlines": _of_text(_CLOSED, takes=_size),
    "write": _of_text(_CLOSED, "writable", "not writable", _text),
    "flush": _of_text(_CLOSED),
    "seek": _of_text(_CLOSED, takes=_place("invalid whence ({}, should be 0, 1 or 2)")),
    "tell": _of_text(_CLOSED),
    "truncate": _of_text(_CLOSED, "writable", "truncate"),
    "detach": _of_text(_CLOSED),
    "close": _of_text(),
    "readable": _of_text(),
    "writable": _of_text(),
    "seekable": _of_text(),
    "fileno": _of_text(),
    "isatty": _of_text(),
}.items():
    _replace(TextIOWrapper, _name, _check)


def _sized(method):
    def made(self, raw, buffer_size=DEFAULT_BUFFER_SIZE):
        method(self, raw, _index(buffer_size))

    return made


def _flagged(method):
    def made(self, buffer, encoding=None, errors=None, newline=None, line_buffering=False, write_through=False):
        method(self, buffer, encoding, errors, newline, bool(line_buffering), bool(write_through))

    return made


for _class in (BufferedReader, BufferedWriter, BufferedRandom):
    _replace(_class, "__init__", _sized)
_replace(TextIOWrapper, "__init__", _flagged)


def _written(method):
    def write(self, buffer, /):
        count = method(self, buffer)
        if type(self._raw) is FileIO:
            with self._write_lock:
                self._flush_unlocked()
        return count

    return _of_bytes("write to closed file", takes=_bytes_like)(write)


_BOTH = {
    "flush": _of_bytes("flush of closed file"),
    "seek": _of_bytes("seek of closed file", takes=_place("whence value {} unsupported")),
    "truncate": _of_bytes("truncate of closed file", "writable", "truncate"),
    "detach": _of_bytes("flush of closed file"),
    "fileno": _of_bytes(),
    "tell": _of_bytes(),
    "writable": _of_bytes(),
    "seekable": _of_bytes(),
    "close": _of_bytes(),
}
_READS = {
    "readable": _of_bytes(),
    "read": _of_bytes("read of closed file", takes=_length),
    "read1": _of_bytes("read of closed file", takes=_numbers),
    "peek": _of_bytes("peek of closed file", takes=_numbers),
    "readinto": _of_bytes("readinto of closed file", takes=_into("readinto")),
    "readinto1": _of_bytes("readinto of closed file", takes=_into("readinto1")),
    "readline": _of_bytes("readline of closed file", takes=_size),
    "readlines": _of_bytes(takes=_size),
    "__next__": _of_bytes("readline of closed file"),
}
_NOT_OPEN = {name: _of_bytes(_CLOSED) for name in ("flush", "detach")}


def _cannot(what):
    def make(method):
        def refuses(self, *arguments):
            raise UnsupportedOperation(what)

        return refuses

    return make


_WRITES = {
    "write": _written,
    "read": _cannot("read"),
    "read1": _cannot("read1"),
    "readinto": _cannot("read"),
    "readinto1": _cannot("read"),
}
# (BufferedRandom inherits from the others: first it takes what is theirs as it was.)
for _class, _table in (
    (BufferedRandom, _BOTH | _READS | {"write": _of_bytes("write to closed file", takes=_bytes_like)}),
    (BufferedReader, _BOTH | _READS | _NOT_OPEN | {"write": _cannot("write")}),
    (BufferedWriter, _BOTH | _WRITES),
):
    for _name, _check in _table.items():
        _replace(_class, _name, _check)

# The streams of module sys have classes of their own.
for _stream in (sys.__stdin__, sys.__stdout__):
    TextIOWrapper.register(type(_stream))
BufferedReader.register(type(sys.__stdin__.buffer))
BufferedWriter.register(type(sys.__stdout__.buffer))

TextIOWrapper.name = property(_of_text()(lambda self: self._buffer.name))
TextIOWrapper.newlines = property(lambda self: getattr(self._decoder, "newlines", None))
for _class in _STREAMS:
    c_class(_class)
del _class, _table, _name, _stream, _check, _BOTH, _READS, _WRITES, _NOT_OPEN, _STREAMS
