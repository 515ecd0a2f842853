"""Reading and writing comma-separated values: readers take any iterable of lines, writers any object with a write method."""

# Written in C in CPython: no methods of a class that has them as attributes.
__unbound__ = ["field_size_limit", "get_dialect", "list_dialects", "register_dialect", "unregister_dialect"]

__version__ = "1.0"
QUOTE_MINIMAL, QUOTE_ALL, QUOTE_NONNUMERIC, QUOTE_NONE = range(4)


class Error(Exception):
    pass


# --- dialects

_FIELDS = ("delimiter", "doublequote", "escapechar", "lineterminator", "quotechar", "quoting", "skipinitialspace", "strict")


def _character(name, value, none_allowed):
    if value is None and none_allowed:
        return None
    if not isinstance(value, str):
        raise TypeError(f'"{name}" must be string{" or None" if none_allowed else ""}, not {type(value).__name__}')
    if len(value) != 1:
        raise TypeError(f'"{name}" must be a 1-character string')
    return value


@c_class
class Dialect:
    """A dialect as readers and writers use it: checked, and it does not change."""

    __slots__ = tuple("_" + name for name in _FIELDS)

    def __init__(self, dialect=None, given={}):
        values = {
            "delimiter": ",",
            "doublequote": True,
            "escapechar": None,
            "lineterminator": "\r\n",
            "quotechar": '"',
            "quoting": None,
            "skipinitialspace": False,
            "strict": False,
        }
        if dialect is not None:
            for name in _FIELDS:
                value = getattr(dialect, name, values)
                if value is not values:
                    values[name] = value
        for name, value in given.items():
            if name not in values:
                raise TypeError(f"'{name}' is an invalid keyword argument for this function")
            values[name] = value
        self._delimiter = _character("delimiter", values["delimiter"], False)
        self._doublequote = bool(values["doublequote"])
        self._escapechar = _character("escapechar", values["escapechar"], True)
        self._quotechar = _character("quotechar", values["quotechar"], True)
        if not isinstance(values["lineterminator"], str):
            raise TypeError("lineterminator must be set" if values["lineterminator"] is None else '"lineterminator" must be a string')
        self._lineterminator = values["lineterminator"]
        quoting = values["quoting"]
        if quoting is None and not (dialect is not None and getattr(dialect, "quoting", 0) is None) and "quoting" not in given:
            quoting = QUOTE_NONE if self._quotechar is None and ("quotechar" in given or dialect is not None) else QUOTE_MINIMAL
        if type(quoting) is not int:
            raise TypeError('"quoting" must be an integer')
        if not 0 <= quoting <= 3:
            raise TypeError('bad "quoting" value')
        if quoting != QUOTE_NONE and self._quotechar is None:
            raise TypeError("quotechar must be set if quoting enabled")
        self._quoting = quoting
        self._skipinitialspace = bool(values["skipinitialspace"])
        self._strict = bool(values["strict"])

    delimiter = property(lambda self: self._delimiter)
    doublequote = property(lambda self: self._doublequote)
    escapechar = property(lambda self: self._escapechar)
    lineterminator = property(lambda self: self._lineterminator)
    quotechar = property(lambda self: self._quotechar)
    quoting = property(lambda self: self._quoting)
    skipinitialspace = property(lambda self: self._skipinitialspace)
    strict = property(lambda self: self._strict)

    def __reduce_ex__(self, protocol):
        raise TypeError(f"cannot pickle '{type(self).__name__}' instances")


def _dialects():
    kept = session_state()
    known = kept.get("csv.dialects")
    if known is None:
        known = kept["csv.dialects"] = dict(_BUILT_IN)
    return known


def _limit():
    return session_state().get("csv.limit", 131072)


def register_dialect(name, /, dialect=None, **fmtparams):
    """Create a mapping from a string name to a dialect class."""
    if not isinstance(name, str):
        raise TypeError("dialect name must be a string")
    if making_image():
        return  # module csv, whose dialects stand in _BUILT_IN: this module may be made already, and shared
    _dialects()[name] = _make_dialect(dialect, fmtparams)


def unregister_dialect(name, /):
    """Delete the name/dialect mapping associated with a string name."""
    try:
        known = name in _dialects()
    except TypeError:
        known = False
    if not known:
        raise Error("unknown dialect")
    del _dialects()[name]


def get_dialect(name, /):
    """Return the dialect instance associated with name."""
    try:
        return _dialects()[name]
    except KeyError:
        raise Error("unknown dialect") from None


def list_dialects():
    """Return a list of all known dialect names."""
    return list(_dialects())


def field_size_limit(*limit):
    """Sets an upper limit on parsed fields and returns the one before."""
    if len(limit) > 1:
        raise TypeError(f"field_size_limit expected at most 1 argument, got {len(limit)}")
    old = _limit()
    if limit:
        if not isinstance(limit[0], int):
            raise TypeError("limit must be an integer")
        if not -1 << 63 <= limit[0] < 1 << 63:
            raise OverflowError("Python int too large to convert to C long")
        session_state()["csv.limit"] = limit[0]
    return old


def _make_dialect(dialect, given):
    if isinstance(dialect, str):
        dialect = get_dialect(dialect)
    if type(dialect) is Dialect and not given:
        return dialect
    return Dialect(dialect, given)


_BUILT_IN = {
    "excel": Dialect(),
    "excel-tab": Dialect(None, {"delimiter": "\t"}),
    "unix": Dialect(None, {"lineterminator": "\n", "quoting": QUOTE_ALL}),
}


# --- reading

_RECORD, _FIELD, _IN, _QUOTED, _QUOTE_IN, _ESCAPED, _ESCAPED_IN, _AFTER_ESCAPED, _EAT = range(9)


@c_class
class reader:
    """reader(iterable [, dialect='excel'] [optional keyword options]): an iterator over the rows."""

    _quick = None  # what _split_record takes of the dialect; None: it can't have all of it

    def __init__(self, iterable, /, dialect=None, **fmtparams):
        self._lines = iter(iterable)
        self._dialect = dialect = _make_dialect(dialect, fmtparams)
        self._line_num = 0
        if dialect._escapechar is None and not dialect._skipinitialspace and dialect._quoting != QUOTE_NONNUMERIC:
            quote = dialect._quotechar if dialect._quoting != QUOTE_NONE else None
            if dialect._delimiter not in (quote, "\n", "\r") and quote not in ("\n", "\r"):
                self._quick = dialect._delimiter, quote, dialect._doublequote, dialect._strict

    dialect = property(lambda self: self._dialect)
    line_num = property(lambda self: self._line_num)

    def __iter__(self):
        return self

    def __next__(self):
        line = next(self._lines)
        if self._quick is not None and class_of(line) is str:
            delimiter, quote, doublequote, strict = self._quick
            row = _split_record(line, delimiter, quote, doublequote, strict, _limit())
            if row is not None:
                self._line_num += 1
                return row
        return self._next_from(line)

    def _next_from(self, line):
        # The row that begins with this line.
        dialect = self._dialect
        quote = dialect._quotechar if dialect._quoting != QUOTE_NONE else None
        escape = dialect._escapechar
        row = []
        field = []
        self._numeric = False
        state = _RECORD
        is_first = True
        while True:
            if not is_first:
                try:
                    line = next(self._lines)
                except StopIteration:
                    if not (field or state == _QUOTED):
                        raise
                    if dialect._strict:
                        raise Error("unexpected end of data") from None
                    self._save(row, field)
                    return row
            is_first = False
            if not isinstance(line, str):
                raise Error(f"iterator should return strings, not {type(line).__name__} (the file should be opened in text mode)")
            self._line_num += 1
            if (
                state == _RECORD
                and (quote is None or quote not in line)
                and (escape is None or escape not in line)
                and not dialect._skipinitialspace
                and dialect._quoting != QUOTE_NONNUMERIC
            ):
                # Nothing but fields and delimiters.
                text = line.rstrip("\r\n")
                if not text:
                    if not line:
                        return row
                    return row if "\r" not in line[:-1].rstrip("\n") or line.strip("\r\n") == "" else self._newline()
                if "\n" in text or "\r" in text:
                    self._newline()
                row = text.split(dialect._delimiter)
                limit = _limit()
                if len(text) > limit and any([len(f) > limit for f in row]):
                    raise Error(f"field larger than field limit ({limit})")
                return row
            state = self._feed(line, state, row, field, quote, escape)
            if state == _RECORD:
                return row

    def _newline(self):
        raise Error("new-line character seen in unquoted field - do you need to open the file in universal-newline mode?")

    def _save(self, row, field):
        text = "".join(field)
        field.clear()
        if self._numeric:
            self._numeric = False
            text = float(text)
        row.append(text)

    def _add(self, field, text, size):
        # `size`: of the field so far.
        if size + len(text) > _limit():
            raise Error(f"field larger than field limit ({_limit()})")
        field.append(text)
        return size + len(text)

    def _feed(self, line, state, row, field, quote, escape):
        # Takes in a line; the state after it.
        dialect = self._dialect
        delimiter = dialect._delimiter
        size = sum(map(len, field))
        at = 0
        end = len(line)
        while at <= end:
            c = line[at] if at < end else None
            at += 1
            over = c is None or c == "\n" or c == "\r"
            if state == _AFTER_ESCAPED and c is None:
                break
            if state == _RECORD:
                if c is None:
                    break
                if over:
                    state = _EAT
                    continue
                state = _FIELD
            if state == _FIELD:
                size = 0
                if over:
                    self._save(row, field)
                    state = _RECORD if c is None else _EAT
                elif c == quote:
                    state = _QUOTED
                elif c == escape:
                    state = _ESCAPED
                elif c == " " and dialect._skipinitialspace:
                    pass
                elif c == delimiter:
                    self._save(row, field)
                else:
                    if dialect._quoting == QUOTE_NONNUMERIC:
                        self._numeric = True
                    size = self._add(field, c, size)
                    state = _IN
            elif state == _ESCAPED:
                size = self._add(field, "\n" if c is None else c, size)
                state = _AFTER_ESCAPED if c is not None and over else _IN
                if c is None:
                    break
            elif state == _IN or state == _AFTER_ESCAPED:  # (what follows an escaped line end doesn't change the latter)
                if over:
                    self._save(row, field)
                    state = _RECORD if c is None else _EAT
                elif c == escape:
                    state = _ESCAPED
                elif c == delimiter:
                    self._save(row, field)
                    state = _FIELD
                else:
                    size = self._add(field, c, size)
            elif state == _QUOTED:
                if c is None:
                    break
                if c == escape:
                    state = _ESCAPED_IN
                elif c == quote:
                    state = _QUOTE_IN if dialect._doublequote else _IN
                elif escape is None:
                    # All up to the next quote at once.
                    stop = line.find(quote, at)
                    stop = end if stop < 0 else stop
                    size = self._add(field, line[at - 1 : stop], size)
                    at = stop
                else:
                    size = self._add(field, c, size)
            elif state == _ESCAPED_IN:
                size = self._add(field, "\n" if c is None else c, size)
                state = _QUOTED
                if c is None:
                    break
            elif state == _QUOTE_IN:
                if c is not None and c == quote:
                    size = self._add(field, c, size)
                    state = _QUOTED
                elif c is not None and c == delimiter:
                    self._save(row, field)
                    state = _FIELD
                elif over:
                    self._save(row, field)
                    state = _RECORD if c is None else _EAT
                elif not dialect._strict:
                    size = self._add(field, c, size)
                    state = _IN
                else:
                    raise Error(f"'{delimiter}' expected after '{quote}'")
            elif state == _EAT:
                if c is None:
                    state = _RECORD
                elif not over:
                    self._newline()
        return state


# --- writing


def _is_number(value):
    return isinstance(value, complex) or any([hasattr(type(value), name) for name in ("__float__", "__int__", "__index__")])


@c_class
class writer:
    """writer(fileobj [, dialect='excel'] [optional keyword options])"""

    _quick = None  # what _join_row takes of the dialect; None: it can't have all of it

    def __init__(self, fileobj, /, dialect=None, **fmtparams):
        write = getattr(fileobj, "write", None)
        if not callable(write):
            raise TypeError('argument 1 must have a "write" method')
        self._write = write
        self._dialect = dialect = _make_dialect(dialect, fmtparams)
        if dialect._escapechar is None and dialect._quotechar is not None and dialect._doublequote and dialect._quoting != QUOTE_NONE:
            self._quick = dialect._delimiter, dialect._quotechar, dialect._lineterminator, dialect._quoting

    dialect = property(lambda self: self._dialect)

    def _field(self, value):
        # As text, quoted and escaped.
        dialect = self._dialect
        quoting = dialect._quoting
        if isinstance(value, str):
            text, number = payload(value), False
        elif value is None:
            text, number = "", False
        else:
            text, number = str(value), _is_number(value)
        quote, escape = dialect._quotechar, dialect._escapechar
        quoted = quoting == QUOTE_ALL or quoting == QUOTE_NONNUMERIC and not number
        special = dialect._delimiter + (escape or "") + (quote or "") + dialect._lineterminator
        for c in special:
            if c in text:
                break
        else:
            return quote + text + quote if quoted else text
        out = []
        for c in text:
            if c in special:
                wants_escape = False
                if quoting == QUOTE_NONE:
                    wants_escape = True
                else:
                    if c == quote:
                        if dialect._doublequote:
                            out.append(quote)
                        else:
                            wants_escape = True
                    elif c == escape:
                        wants_escape = True
                    if not wants_escape:
                        quoted = True
                if wants_escape:
                    if escape is None:
                        raise Error("need to escape, but no escapechar set")
                    out.append(escape)
            out.append(c)
        text = "".join(out)
        return quote + text + quote if quoted else text

    def writerow(self, row, /):
        """Construct and write a CSV record from an iterable of fields."""
        if self._quick is not None:
            delimiter, quote, end, quoting = self._quick
            line = _join_row(row, delimiter, quote, end, quoting)
            if line is not None:
                return self._write(line)
        try:
            fields = iter(row)
        except TypeError:
            raise Error(f"iterable expected, not {type(row).__name__}") from None
        texts = [self._field(value) for value in fields]
        if len(texts) == 1 and not texts[0]:
            dialect = self._dialect
            if dialect._quoting == QUOTE_NONE:
                raise Error("single empty field record must be quoted")
            texts[0] = dialect._quotechar * 2
        return self._write(self._dialect._delimiter.join(texts) + self._dialect._lineterminator)

    def writerows(self, rows, /):
        """Construct and write a series of iterables to a csv file."""
        for row in rows:
            self.writerow(row)
