"""Reading and writing comma-separated values: readers take any iterable of lines, writers any object with a write method."""

import re as _re
from io import StringIO as _StringIO

__all__ = ["QUOTE_MINIMAL", "QUOTE_ALL", "QUOTE_NONNUMERIC", "QUOTE_NONE", "Error", "Dialect", "excel", "excel_tab", "field_size_limit", "reader",
           "writer", "register_dialect", "get_dialect", "list_dialects", "Sniffer", "unregister_dialect", "DictReader", "DictWriter",
           "unix_dialect", "__doc__", "__version__"]
# Written in C in CPython: no methods of a class that has them as attributes.
__unbound__ = ["field_size_limit", "get_dialect", "list_dialects", "register_dialect", "unregister_dialect"]

__version__ = "1.0"
__doc_version__ = "1.0"
QUOTE_MINIMAL, QUOTE_ALL, QUOTE_NONNUMERIC, QUOTE_NONE = range(4)


class Error(Exception):
    __module__ = "_csv"


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


class _Dialect:
    """A dialect as readers and writers use it: checked, and it does not change."""

    __slots__ = tuple("_" + name for name in _FIELDS)

    def __init__(self, dialect=None, given={}):
        values = {"delimiter": ",", "doublequote": True, "escapechar": None, "lineterminator": "\r\n", "quotechar": '"',
                  "quoting": None, "skipinitialspace": False, "strict": False}
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


_Dialect.__name__ = _Dialect.__qualname__ = "Dialect"
_Dialect.__module__ = "_csv"


class Dialect:
    """Describe a dialect: subclass it and set its attributes."""

    _name = ""
    _valid = False
    delimiter = None
    quotechar = None
    escapechar = None
    doublequote = None
    skipinitialspace = None
    lineterminator = None
    quoting = None

    def __init__(self):
        if self.__class__ != Dialect:
            self._valid = True
        try:
            _Dialect(self)
        except TypeError as e:
            raise Error(str(e))


class excel(Dialect):
    """The usual properties of files that Excel writes."""

    delimiter = ","
    quotechar = '"'
    doublequote = True
    skipinitialspace = False
    lineterminator = "\r\n"
    quoting = QUOTE_MINIMAL


class excel_tab(excel):
    """As Excel writes tab-separated files."""

    delimiter = "\t"


class unix_dialect(Dialect):
    """Each field in quotes, lines end in \\n."""

    delimiter = ","
    quotechar = '"'
    doublequote = True
    skipinitialspace = False
    lineterminator = "\n"
    quoting = QUOTE_ALL


# What a program registers is kept in its session.
_BUILT_IN = {"excel": _Dialect(excel), "excel-tab": _Dialect(excel_tab), "unix": _Dialect(unix_dialect)}
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
    if type(dialect) is _Dialect and not given:
        return dialect
    return _Dialect(dialect, given)


# --- reading

_RECORD, _FIELD, _IN, _QUOTED, _QUOTE_IN, _ESCAPED, _ESCAPED_IN, _AFTER_ESCAPED, _EAT = range(9)


class reader:
    """reader(iterable [, dialect='excel'] [optional keyword options]): an iterator over the rows."""

    __module__ = "_csv"

    def __init__(self, iterable, /, dialect=None, **fmtparams):
        self._lines = iter(iterable)
        self._dialect = _make_dialect(dialect, fmtparams)
        self._line_num = 0

    dialect = property(lambda self: self._dialect)
    line_num = property(lambda self: self._line_num)

    def __iter__(self):
        return self

    def __next__(self):
        dialect = self._dialect
        quote = dialect._quotechar if dialect._quoting != QUOTE_NONE else None
        escape = dialect._escapechar
        row = []
        field = []
        self._numeric = False
        state = _RECORD
        while True:
            try:
                line = next(self._lines)
            except StopIteration:
                if state == _RECORD or not (field or state == _QUOTED):
                    raise
                if dialect._strict:
                    raise Error("unexpected end of data") from None
                self._save(row, field)
                return row
            if not isinstance(line, str):
                raise Error(f"iterator should return strings, not {type(line).__name__} (the file should be opened in text mode)")
            self._line_num += 1
            if state == _RECORD and (quote is None or quote not in line) and (escape is None or escape not in line) \
                    and not dialect._skipinitialspace and dialect._quoting != QUOTE_NONNUMERIC:
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
            if state == _AFTER_ESCAPED:
                if c is None:
                    break
                state = _IN
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
            elif state == _IN:
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
                    size = self._add(field, line[at - 1:stop], size)
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

class writer:
    """writer(fileobj [, dialect='excel'] [optional keyword options])"""

    __module__ = "_csv"

    def __init__(self, fileobj, /, dialect=None, **fmtparams):
        write = getattr(fileobj, "write", None)
        if not callable(write):
            raise TypeError('argument 1 must have a "write" method')
        self._write = write
        self._dialect = _make_dialect(dialect, fmtparams)

    dialect = property(lambda self: self._dialect)

    def _field(self, value):
        # As text, quoted and escaped.
        dialect = self._dialect
        quoting = dialect._quoting
        if isinstance(value, str):
            text, number = str(value), False
        elif value is None:
            text, number = "", False
        elif isinstance(value, float):
            text, number = repr(value), True
        else:
            text, number = str(value), hasattr(type(value), "__float__")
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


class DictReader:
    """A reader whose rows are dicts; the first row gives the keys when fieldnames doesn't."""

    def __init__(self, f, fieldnames=None, restkey=None, restval=None, dialect="excel", *args, **kwds):
        if fieldnames is not None and iter(fieldnames) is fieldnames:
            fieldnames = list(fieldnames)
        self._fieldnames = fieldnames
        self.restkey = restkey
        self.restval = restval
        self.reader = reader(f, dialect, *args, **kwds)
        self.dialect = dialect
        self.line_num = 0

    def __iter__(self):
        return self

    @property
    def fieldnames(self):
        if self._fieldnames is None:
            try:
                self._fieldnames = next(self.reader)
            except StopIteration:
                pass
        self.line_num = self.reader.line_num
        return self._fieldnames

    @fieldnames.setter
    def fieldnames(self, value):
        self._fieldnames = value

    def __next__(self):
        if self.line_num == 0:
            self.fieldnames  # read the names first
        row = next(self.reader)
        self.line_num = self.reader.line_num
        while row == []:
            row = next(self.reader)
        names = self.fieldnames
        result = dict(zip(names, row))
        if len(names) < len(row):
            result[self.restkey] = row[len(names):]
        else:
            for name in names[len(row):]:
                result[name] = self.restval
        return result

    __class_getitem__ = classmethod(lambda cls, item: __import__("types").GenericAlias(cls, item))


class DictWriter:
    """A writer whose rows are dicts, written in the order of fieldnames."""

    def __init__(self, f, fieldnames, restval="", extrasaction="raise", dialect="excel", *args, **kwds):
        if fieldnames is not None and iter(fieldnames) is fieldnames:
            fieldnames = list(fieldnames)
        self.fieldnames = fieldnames
        self.restval = restval
        extrasaction = extrasaction.lower()
        if extrasaction not in ("raise", "ignore"):
            raise ValueError("extrasaction (%s) must be 'raise' or 'ignore'" % extrasaction)
        self.extrasaction = extrasaction
        self.writer = writer(f, dialect, *args, **kwds)

    def writeheader(self):
        return self.writerow(dict(zip(self.fieldnames, self.fieldnames)))

    def _row(self, rowdict):
        if self.extrasaction == "raise":
            wrong = [name for name in rowdict if name not in self.fieldnames]
            if wrong:
                raise ValueError("dict contains fields not in fieldnames: " + ", ".join([repr(name) for name in wrong]))
        return [rowdict.get(name, self.restval) for name in self.fieldnames]

    def writerow(self, rowdict):
        return self.writer.writerow(self._row(rowdict))

    def writerows(self, rowdicts):
        return self.writer.writerows(map(self._row, rowdicts))

    __class_getitem__ = classmethod(lambda cls, item: __import__("types").GenericAlias(cls, item))


# --- guessing

class Sniffer:
    """Guesses the dialect of a sample, and whether it starts with a row of names."""

    def __init__(self):
        self.preferred = [",", "\t", ";", " ", ":"]

    def sniff(self, sample, delimiters=None):
        """Returns a dialect (or None) corresponding to the sample."""
        quotechar, doublequote, delimiter, skipinitialspace = self._by_quotes(sample, delimiters)
        if not delimiter:
            delimiter, skipinitialspace = self._by_counts(sample, delimiters)
        if not delimiter:
            raise Error("Could not determine delimiter")

        class dialect(Dialect):
            _name = "sniffed"
            lineterminator = "\r\n"
            quoting = QUOTE_MINIMAL

        dialect.doublequote = doublequote
        dialect.delimiter = delimiter
        dialect.quotechar = quotechar or '"'
        dialect.skipinitialspace = skipinitialspace
        return dialect

    def _by_quotes(self, data, delimiters):
        # Quoted fields, and what stands beside them.
        matches = []
        inside = r'(?P<quote>["\'])(?:(?P=quote){2}|(?!(?P=quote)).)*+(?P=quote)'  # a quoted field, doubled quotes and all
        for pattern in (r'(?P<delim>[^\w\r\n"\'])(?P<space> ?)' + inside + r'(?P=delim)',
                        r'(?:^|[\r\n])' + inside + r'(?P<delim>[^\w\r\n"\'])(?P<space> ?)',
                        r'(?P<delim>[^\w\r\n"\'])(?P<space> ?)' + inside + r'(?:$|[\r\n])',
                        r'(?:^|[\r\n])' + inside + r'(?:$|[\r\n])'):
            found = _re.compile(pattern, _re.DOTALL | _re.MULTILINE)
            matches = list(found.finditer(data))
            if matches:
                break
        if not matches:
            return "", False, None, 0
        quotes, delims, spaces = {}, {}, 0
        for m in matches:
            groups = m.groupdict()
            quotes[groups["quote"]] = quotes.get(groups["quote"], 0) + 1
            delim = groups.get("delim")
            if delim and (delimiters is None or delim in delimiters):
                delims[delim] = delims.get(delim, 0) + 1
            if groups.get("space"):
                spaces += 1
        quotechar = max(quotes, key=quotes.get)
        if delims:
            delim = max(delims, key=delims.get)
            skipinitialspace = delims[delim] == spaces
            if delim == "\n":
                delim = ""
        else:
            delim, skipinitialspace = "", 0
        return quotechar, self._doubles(data, delim, quotechar), delim, skipinitialspace

    def _doubles(self, data, delimiter, quote):
        # Is there a doubled quote within a quoted field?
        ends = delimiter + "\r\n"
        size = len(data)
        at = data.find(quote)
        while at >= 0:
            before = data[max(0, at - 2):at].rstrip(" ")[-1:]
            if before and before not in ends:
                at = data.find(quote, at + 1)
                continue
            at += 1
            while at < size:
                at = data.find(quote, at)
                if at < 0 or at + 1 == size or data[at + 1] in ends:
                    break
                if data[at + 1] == quote:
                    return True
                at += 1
            if at < 0:
                return False
            at = data.find(quote, at + 1)
        return False

    def _by_counts(self, data, delimiters):
        # A character that is in (nearly) each line equally often.
        lines = [line for line in data.split("\n") if line]
        counts = {}   # by character: how many lines have it how often
        candidates = {}
        chunk = min(10, len(lines))
        start, stop = 0, chunk
        total = 0
        while start < len(lines):
            total += 1
            for line in lines[start:stop]:
                for c in map(chr, range(127)):
                    often = line.count(c)
                    by = counts.setdefault(c, {})
                    by[often] = by.get(often, 0) + 1
            modes = {}
            for c, by in counts.items():
                items = list(by.items())
                if len(items) == 1 and items[0][0] == 0:
                    continue
                best = max(items, key=lambda item: item[1])
                if len(items) > 1:
                    items.remove(best)
                    modes[c] = (best[0], best[1] - sum([item[1] for item in items]))
                else:
                    modes[c] = best
            whole = float(min(chunk * total, len(lines)))
            consistency = 1.0
            while not candidates and consistency >= 0.9:
                for c, (often, count) in modes.items():
                    if often > 0 and count > 0 and count / whole >= consistency and (delimiters is None or c in delimiters):
                        candidates[c] = (often, count)
                consistency -= 0.01
            if len(candidates) == 1:
                delim = list(candidates)[0]
                return delim, lines[0].count(delim) == lines[0].count("%c " % delim)
            start = stop
            stop += chunk
        if not candidates:
            return "", 0
        for delim in self.preferred:
            if delim in candidates:
                return delim, lines[0].count(delim) == lines[0].count("%c " % delim)
        delim = max(candidates, key=lambda c: (candidates[c], c))
        return delim, lines[0].count(delim) == lines[0].count("%c " % delim)

    def has_header(self, sample):
        """Whether the first row looks unlike the others: in type, or in length."""
        rows = reader(_StringIO(sample), self.sniff(sample))
        header = next(rows)
        kinds = dict.fromkeys(range(len(header)))
        for checked, row in enumerate(rows):
            if checked > 20:
                break
            if len(row) != len(header):
                continue
            for column in list(kinds):
                try:
                    complex(row[column])
                    kind = complex
                except (ValueError, OverflowError):
                    kind = len(row[column])
                if kinds[column] is None:
                    kinds[column] = kind
                elif kinds[column] != kind:
                    del kinds[column]
        votes = 0
        for column, kind in kinds.items():
            if kind is None or isinstance(kind, int):
                votes += 1 if len(header[column]) != kind else -1
            else:
                try:
                    kind(header[column])
                    votes -= 1
                except (ValueError, TypeError):
                    votes += 1
        return votes > 0
