"""Python wrapper for Expat parser."""

# What expat finds comes from pyexpat.cpp in lists of events, a few hundred at a time; here they go to the handlers. A parser's record is
# all that there is to it: expat's own parser is made again from it where it is missing, as after a state was loaded. So the record keeps
# what was parsed until the document's end.

__all__ = [
    "EXPAT_VERSION",
    "ErrorString",
    "ExpatError",
    "ParserCreate",
    "XMLParserType",
    "XML_PARAM_ENTITY_PARSING_ALWAYS",
    "XML_PARAM_ENTITY_PARSING_NEVER",
    "XML_PARAM_ENTITY_PARSING_UNLESS_STANDALONE",
    "error",
    "errors",
    "features",
    "model",
    "native_encoding",
    "version_info",
]
# Written in C in CPython: no methods of a class that has them as attributes.
__unbound__ = "*"

from operator import index as _index

native_encoding = "UTF-8"
XML_PARAM_ENTITY_PARSING_NEVER, XML_PARAM_ENTITY_PARSING_UNLESS_STANDALONE, XML_PARAM_ENTITY_PARSING_ALWAYS = range(3)


class ExpatError(Exception):
    __module__ = "xml.parsers.expat"


error = ExpatError


def ErrorString(code, /):
    """Returns string error for given number."""
    code = _index(code)
    if not -1 << 63 <= code < 1 << 63:
        raise OverflowError("Python int too large to convert to C long")
    return _error_string(code) if 0 <= code < 1 << 31 else None


# Where things are in a record. pyexpat.cpp reads them.
_TAPE, _SEEN, _ENCODING, _SEPARATOR, _INTERN, _PARENT, _PARENT_SEEN, _PARENT_END, _CONTEXT, _PARENT_BUSY = range(10)
_FEED, _SETTINGS, _ANSWER, _CHILD = range(4)  # entries of the tape
_DONE, _WAITING = 1, 2  # statuses; errors are negative

_BIT = {name: 1 << number for number, name in enumerate(_HANDLERS + _OPTIONS)}
_NUMBER = {name: number for number, name in enumerate(_HANDLERS)}
_TEXT = _NUMBER["CharacterDataHandler"]
_DEFAULTS = _NUMBER["DefaultHandler"], _NUMBER["DefaultHandlerExpand"]
_BEFORE_THE_START = _BIT["foreign_dtd"]  # what an external entity's parser doesn't take over

_AHEAD = 256  # events that are asked for at once
_CHUNK = 1 << 20  # bytes that are given to expat at once
_READ = 2048  # bytes that are read of a file at once
_PLACE = 24  # bytes of an event's place: line, column, offset
_START = (1).to_bytes(8, "little") + bytes(8) + (-1).to_bytes(8, "little", signed=True)
_NO_MORE = 36  # expat's errors
_NOT_STANDALONE, _IN_EXTERNAL_ENTITY, _STARTED, _ABORTED = 22, 21, 26, 35


@c_class
class xmlparser:
    """XML parser"""

    __module__ = "pyexpat"
    __slots__ = (
        "_record",
        "_handlers",
        "_flags",
        "_buffer_size",
        "_base",
        "_events",
        "_places",
        "_at",
        "_ahead",
        "_busy",
        "_changed",
        "_told",
        "_started",
        "_ended",
        "_children",
        "_error",
        "_intern",
    )

    def __new__(cls, *args, **kwargs):
        raise TypeError("cannot create 'pyexpat.xmlparser' instances")

    def Parse(self, data, isfinal=False, /):
        """Parse XML data.

        `isfinal' should be true at end of input."""
        is_text = isinstance(data, str)
        if is_text:
            data = data.encode()
        else:
            try:
                data = bytes(contiguous(memoryview(data)))
            except TypeError:
                raise TypeError(f"a bytes-like object is required, not '{type(data).__name__}'") from None
        if self._busy:
            raise RuntimeError("a parser can't parse more while one of its handlers runs")
        if self._ended:
            if self._ended != _NO_MORE and not data and not isfinal:
                return 1
            self._fail(self._ended)
        self._tell()
        self._started = True
        tape = self._record[_TAPE]
        for start in range(0, len(data) - 1, _CHUNK) if len(data) > 1 else (0,):
            last = start + _CHUNK >= len(data)
            tape.append((_FEED, data[start : start + _CHUNK], bool(last and isfinal), is_text))
        self._go()
        if isfinal:
            self._end()
        return 1

    def ParseFile(self, file, /):
        """Parse XML data from file-like object."""
        try:
            read = file.read
        except AttributeError:
            raise TypeError("argument must have 'read' attribute") from None
        while True:
            data = read(_READ)
            if not isinstance(data, (bytes, bytearray)):
                raise TypeError(f"read() did not return a bytes object (type={type(data).__name__})")
            if len(data) > _READ:
                raise ValueError(f"read() returned too much data: {_READ} bytes requested, {len(data)} returned")
            self.Parse(data, not data)
            if not data:
                return 1

    def _go(self):
        # Hands on what is in the data that was given, until they are parsed.
        self._busy = True
        try:
            status = 0
            while status != _DONE:
                self._tell()
                self._at = -1
                self._events, self._places, status = _run(self._record, self._ahead)
                if not self._dispatch(self._events, status == _WAITING):
                    self._ahead = 1  # what was found ahead is of no use: a program that does this may do so again
                    status = 0
                elif status < 0:
                    self._fail(-status)
        except BaseException:
            if not self._ended:
                self._handlers[:] = [None] * len(_HANDLERS)
                self._error = _ABORTED
                self._end()
            raise
        finally:
            self._busy = False
            self._events = None

    def _dispatch(self, events, waiting):
        # True when all of them were handed on, False when a handler changed what comes after.
        self._changed = False
        handlers, record = self._handlers, self._record
        asked = events.pop() if waiting else None
        for which, arguments in events:
            self._at += 1
            record[_SEEN] += 1
            handler = handlers[which]
            if handler is not None:
                handler(*arguments)
                if self._changed and (waiting or self._at + 1 < len(events)):
                    return False
        self._at += 1
        if waiting:
            record[_SEEN] += 1
            self._answer(*asked)
        return True

    def _answer(self, which, arguments):
        # What expat waits for.
        meaning = None
        if which == len(_HANDLERS):
            meaning = bytes(range(256)).decode(arguments[0], "replace")
            if len(meaning) != 256:
                raise ValueError("multi-byte encodings are not supported")
        elif self._handlers[which] is not None:
            result = self._handlers[which](*arguments)
            if not isinstance(result, int):
                raise TypeError(f"'{type(result).__name__}' object cannot be interpreted as an integer")
            if not result:
                self._fail(_NOT_STANDALONE if which == _NUMBER["NotStandaloneHandler"] else _IN_EXTERNAL_ENTITY)
        self._tell()
        self._record[_TAPE].append((_ANSWER, meaning))
        for child in self._children:
            child._ended = _NO_MORE
        self._children.clear()

    def _end(self, error=_NO_MORE):
        # Nothing more comes, but this error: what was parsed is needed no longer, but by who knows what it declares.
        self._ended = error
        if self._record[_PARENT] is None or self._record[_CONTEXT] is not None:
            self._record[_TAPE].clear()
            self._record[_SEEN] = 0

    def _fail(self, code):
        self._error = code
        line, column, _ = self._place()
        if not self._ended:
            self._end(code)
        error = ExpatError(f"{_error_string(code)}: line {line}, column {column}")
        error.code = code
        error.offset = column
        error.lineno = line
        raise error

    def _tell(self):
        # What was set is on the tape before anything else happens.
        now = self._flags, self._buffer_size, self._base
        if now != self._told:
            self._told = now
            self._record[_TAPE].append((_SETTINGS, self._record[_SEEN], *now))

    def _place(self):
        start = self._at * _PLACE
        place = self._places
        return tuple(int.from_bytes(place[i : i + 8], "little", signed=True) for i in range(start, start + _PLACE, 8))

    def ExternalEntityParserCreate(self, context, encoding=None, /):
        """Create a parser for parsing an external entity based on the information passed to the ExternalEntityRefHandler."""
        _check_text("ExternalEntityParserCreate", 1, context)
        _check_text("ExternalEntityParserCreate", 2, encoding)
        self._tell()
        mine = self._record
        child = _make([[], 0, encoding, None, mine[_INTERN], mine, mine[_SEEN], len(mine[_TAPE]), context, self._busy], self._intern)
        child._handlers[:] = self._handlers
        child._flags = self._flags & ~_BEFORE_THE_START
        child._buffer_size, child._base = self._buffer_size, self._base
        if context is None:
            mine[_TAPE].append((_CHILD, child._record))
            self._children.append(child)
        return child

    def SetBase(self, base, /):
        """Set the base URL for the parser."""
        if not isinstance(base, str):
            raise TypeError(f"SetBase() argument must be str, not {type(base).__name__}")
        if "\0" in base:
            raise ValueError("embedded null character")
        self._base = base
        self._changed = True

    def GetBase(self):
        """Return base URL string for the parser."""
        return self._base

    def GetInputContext(self):
        """Return the untranslated text of the input that caused the current event.

        If the event was generated by a large amount of text (such as a start tag
        for an element with many attributes), not all of the text may be available."""
        if self._events is None:
            return None
        at = self._place()[2]
        found = b""
        for entry in reversed(self._record[_TAPE]):
            if entry[0] == _FEED:
                found = entry[1]
                break
        behind = sum(len(entry[1]) for entry in self._record[_TAPE] if entry[0] == _FEED) - at
        return found[-behind:] if 0 < behind else b""

    def SetParamEntityParsing(self, flag, /):
        """Controls parsing of parameter entities (including the external DTD subset).

        Possible flag values are XML_PARAM_ENTITY_PARSING_NEVER,
        XML_PARAM_ENTITY_PARSING_UNLESS_STANDALONE and
        XML_PARAM_ENTITY_PARSING_ALWAYS. Returns true if setting the flag
        was successful."""
        flag = _index(flag)
        if self._started:
            return 0
        self._set_option("parameters_unless_standalone", flag == XML_PARAM_ENTITY_PARSING_UNLESS_STANDALONE)
        self._set_option("parameters_always", flag == XML_PARAM_ENTITY_PARSING_ALWAYS)
        return 1

    def UseForeignDTD(self, flag=True, /):
        """Allows the application to provide an artificial external subset if one is not specified as part of the document instance.

        This readily allows the use of a 'default' document type controlled by the
        application, while still getting the advantage of providing document type
        information to the parser. 'flag' defaults to True if not provided."""
        flag = bool(flag)
        if self._started:
            error = ExpatError(f"{_error_string(_STARTED)}: line {self.CurrentLineNumber}, column {self.CurrentColumnNumber}")
            error.code, error.offset, error.lineno = _STARTED, self.CurrentColumnNumber, self.CurrentLineNumber
            raise error
        self._set_option("foreign_dtd", flag)

    def _set_option(self, name, on):
        self._flags = self._flags | _BIT[name] if on else self._flags & ~_BIT[name]
        self._changed = True

    def _set_handler(self, number, handler):
        bit = 1 << number
        self._handlers[number] = handler
        # A handler that takes that of texts away leaves the texts to nobody, the default handler included.
        flags = self._flags & ~bit if handler is None and not (number == _TEXT and self._busy) else self._flags | bit
        if number in _DEFAULTS:
            # expat has one of them: the last that was set.
            flags &= ~(1 << _DEFAULTS[0] | 1 << _DEFAULTS[1] | _BIT["entities_as_default"])
            if handler is not None:
                flags |= bit
            if number == _DEFAULTS[0]:
                flags |= _BIT["entities_as_default"]
        if flags != self._flags:
            self._flags = flags
            self._changed = True

    def __reduce_ex__(self, protocol):
        raise TypeError("cannot pickle 'pyexpat.xmlparser' object")


def _no_deleting(self):
    raise RuntimeError("Cannot delete attribute")


def _add_properties():
    # The attributes that are computed.
    def add(name, get, set=None):
        setattr(xmlparser, name, property(get, set, _no_deleting if set else None))

    def add_handler(number, name):
        add(name, lambda self: self._handlers[number], lambda self, handler: self._set_handler(number, handler))

    def add_option(name):
        add(name, lambda self: bool(self._flags & _BIT[name]), lambda self, on: self._set_option(name, bool(on)))

    for number, name in enumerate(_HANDLERS):
        add_handler(number, name)
    for name in "ordered_attributes", "specified_attributes", "namespace_prefixes", "buffer_text":
        add_option(name)

    for which in "Current", "Error":
        add(f"{which}LineNumber", lambda self: self._place()[0])
        add(f"{which}ColumnNumber", lambda self: self._place()[1])
        add(f"{which}ByteIndex", lambda self: self._place()[2])
    add("ErrorCode", lambda self: self._error)

    def set_size(self, size):
        if not isinstance(size, int):
            raise TypeError("buffer_size must be an integer")
        if not -1 << 63 <= size < 1 << 63:
            raise OverflowError("Python int too large to convert to C long")
        if size <= 0:
            raise ValueError("buffer_size must be greater than zero")
        if size >= 1 << 31:
            raise ValueError(f"buffer_size must not be greater than {(1 << 31) - 1}")
        self._buffer_size = size
        self._changed = True

    add("buffer_size", lambda self: self._buffer_size, set_size)
    add("buffer_used", lambda self: 0)
    add("intern", lambda self: self._intern)


_add_properties()
del _add_properties
XMLParserType = xmlparser


def _check_text(function, argument, value):
    if value is not None:
        if not isinstance(value, str):
            raise TypeError(f"{function}() argument {argument!r} must be str or None, not {type(value).__name__}")
        if "\0" in value:
            raise ValueError("embedded null character")


def _make(record, intern):
    parser = object.__new__(xmlparser)
    parser._record = record
    parser._handlers = [None] * len(_HANDLERS)
    parser._flags = parser._error = parser._ended = parser._at = 0
    parser._buffer_size = 8192
    parser._places = _START
    parser._ahead = _AHEAD
    parser._base = parser._events = parser._told = None
    parser._busy = parser._changed = parser._started = False
    parser._children = []
    parser._intern = intern
    return parser


def ParserCreate(encoding=None, namespace_separator=None, intern=None):
    """Return a new XML parser object."""
    _check_text("ParserCreate", "encoding", encoding)
    _check_text("ParserCreate", "namespace_separator", namespace_separator)
    if namespace_separator is not None and len(namespace_separator) > 1:
        raise ValueError("namespace_separator must be at most one character, omitted, or None")
    if intern is None:
        intern = {}
    elif not isinstance(intern, dict):
        raise TypeError("intern must be a dictionary")
    names = intern if type(intern) is dict else {}
    return _make([[], 0, encoding, namespace_separator, names, None, 0, 0, None, False], intern)


import pyexpat.errors as errors
import pyexpat.model as model
