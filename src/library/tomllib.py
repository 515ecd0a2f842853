"""TOML 1.0, read. Tables become dicts, arrays lists, dates and times those of datetime."""

import datetime as _datetime
import re as _re

__all__ = ("loads", "load", "TOMLDecodeError")


class TOMLDecodeError(ValueError):
    """An error raised if a document is not valid TOML."""


def load(fp, /, *, parse_float=float):
    """Parse TOML from a binary file object."""
    data = fp.read()
    try:
        text = data.decode()
    except AttributeError:
        raise TypeError("File must be opened in binary mode, e.g. use `open('foo.toml', 'rb')`") from None
    return loads(text, parse_float=parse_float)


def loads(s, /, *, parse_float=float):
    """Parse TOML from a string."""
    if not isinstance(s, str):
        raise TypeError(f"Expected str object, not '{type(s).__qualname__}'")
    return _Document(s.replace("\r\n", "\n"), _checked(parse_float)).read()


def _checked(parse_float):
    if parse_float is float:
        return float

    def parse(text):
        value = parse_float(text)
        if isinstance(value, (dict, list)):
            raise ValueError("parse_float must not return dicts or lists")
        return value

    return parse


_BLANK = _re.compile(r"[ \t]*")
_BLANK_LINES = _re.compile(r"[ \t\n]*")
_BARE_KEY = _re.compile(r"[A-Za-z0-9_-]+")
_COMMENT = _re.compile(r"#([^\n\x00-\x08\x0b-\x1f\x7f]*)")
_PLAIN = _re.compile(r'[^"\\\n\x00-\x08\x0b-\x1f\x7f]*')  # of a string in double quotes, per line
_PLAIN_LITERAL = _re.compile(r"[^'\n\x00-\x08\x0b-\x1f\x7f]*")
_NUMBER = _re.compile(
    r"0(?:x[0-9A-Fa-f](?:_?[0-9A-Fa-f])*|b[01](?:_?[01])*|o[0-7](?:_?[0-7])*)"
    r"|[+-]?(?:0|[1-9](?:_?[0-9])*)((?:\.[0-9](?:_?[0-9])*)?(?:[eE][+-]?[0-9](?:_?[0-9])*)?)"
)
_INFINITE = _re.compile(r"[+-]?(?:inf|nan)")
_CLOCK = r"([01][0-9]|2[0-3]):([0-5][0-9]):([0-5][0-9])(?:\.([0-9]{1,6})[0-9]*)?"
_TIME = _re.compile(_CLOCK)
_DATE = _re.compile(
    r"([0-9]{4})-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])(?:[Tt ]" + _CLOCK + r"(?:([Zz])|([+-])([01][0-9]|2[0-3]):([0-5][0-9]))?)?"
)
_ESCAPES = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", '"': '"', "\\": "\\"}

# What may still be done with a table or an array, by its id: a table that is only on the way to others is in no list and may be declared.
_DECLARED = 1  # by a header, or by dotted keys of an earlier section; arrays: of tables
_DOTTED = 2  # by dotted keys of this section
_WHOLE = 3  # written as one value


class _Document:
    def __init__(self, text, parse_float):
        self.text = text
        self.at = 0
        self.parse_float = parse_float
        self.root = {}
        self.table = self.root  # of the section
        self.header = ()
        self.states = {}
        self.dotted = []  # ids of the section's dotted tables

    # --- small things

    def error(self, message, at=None):
        if at is None:
            at = self.at
        text = self.text
        if at >= len(text):
            place = "end of document"
        else:
            line = text.count("\n", 0, at) + 1
            column = at + 1 if line == 1 else at - text.rindex("\n", 0, at)
            place = f"line {line}, column {column}"
        return TOMLDecodeError(f"{message} (at {place})")

    def peek(self):
        return self.text[self.at : self.at + 1]

    def skip(self, pattern=_BLANK):
        self.at = pattern.match(self.text, self.at).end()

    def skip_comment(self):
        if self.peek() == "#":
            self.at = _COMMENT.match(self.text, self.at).end()
            if self.at < len(self.text) and self.peek() != "\n":
                raise self.error(f"Found invalid character {self.peek()!r}")

    def skip_between(self):
        # Blanks, comments and line ends, in an array.
        while True:
            self.skip(_BLANK_LINES)
            if self.peek() != "#":
                return
            self.skip_comment()

    # --- statements

    def read(self):
        while True:
            self.skip()
            c = self.peek()
            if c == "":
                return self.root
            if c == "\n":
                self.at += 1
                continue
            if c == "[":
                self.read_header()
            elif c != "#":
                self.read_pair()
            self.skip()
            self.skip_comment()
            c = self.peek()
            if c == "":
                return self.root
            if c != "\n":
                raise self.error("Expected newline or end of document after a statement")
            self.at += 1

    def read_header(self):
        many = self.text.startswith("[[", self.at)
        self.at += 2 if many else 1
        self.skip()
        key = self.read_key()
        for one in self.dotted:
            self.states[one] = _DECLARED
        self.dotted = []
        self.table = self.declare_many(key) if many else self.declare(key)
        self.header = key
        if not self.text.startswith("]]" if many else "]", self.at):
            raise self.error(
                "Expected ']]' at the end of an array declaration" if many else "Expected ']' at the end of a table declaration"
            )
        self.at += 2 if many else 1

    def way_to(self, key, frozen):
        # The table that holds the last part of a header's key.
        table = self.root
        for part in key[:-1]:
            table = table.setdefault(part, {})
            if self.states.get(id(table)) == _WHOLE:
                raise self.error(frozen)
            if isinstance(table, list):
                table = table[-1]
            if not isinstance(table, dict):
                raise self.error("Cannot overwrite a value")
        return table

    def declare(self, key):
        twice = f"Cannot declare {key} twice"
        parent = self.way_to(key, twice)
        table = parent.setdefault(key[-1], {})
        if not isinstance(table, (dict, list)):
            raise self.error("Cannot overwrite a value")
        if id(table) in self.states:
            raise self.error(twice)
        self.states[id(table)] = _DECLARED
        return table

    def declare_many(self, key):
        frozen = f"Cannot mutate immutable namespace {key}"
        parent = self.way_to(key, frozen)
        tables = parent.setdefault(key[-1], [])
        if self.states.get(id(tables)) == _WHOLE:
            raise self.error(frozen)
        if not isinstance(tables, list):
            raise self.error("Cannot overwrite a value")
        self.states[id(tables)] = _DECLARED
        table = {}
        tables.append(table)
        self.states[id(table)] = _DECLARED
        return table

    def read_pair(self):
        key, value = self.read_key_and_value()
        table = self.table
        for i in range(len(key) - 1):
            inner = table.get(key[i])
            if inner is None:
                inner = table[key[i]] = {}
            state = self.states.get(id(inner))
            if state == _DECLARED:
                raise self.error(f"Cannot redefine namespace {self.header + key[:i + 1]}")
            if state == _WHOLE:
                raise self.error(f"Cannot mutate immutable namespace {self.header + key[:-1]}")
            if not isinstance(inner, dict):
                raise self.error("Cannot overwrite a value")
            if state is None:
                self.states[id(inner)] = _DOTTED
                self.dotted.append(id(inner))
            table = inner
        if key[-1] in table:
            raise self.error("Cannot overwrite a value")
        table[key[-1]] = value

    def read_key_and_value(self):
        key = self.read_key()
        if self.peek() != "=":
            raise self.error("Expected '=' after a key in a key/value pair")
        self.at += 1
        self.skip()
        return key, self.read_value()

    def read_key(self):
        key = (self.read_key_part(),)
        self.skip()
        while self.peek() == ".":
            self.at += 1
            self.skip()
            key += (self.read_key_part(),)
            self.skip()
        return key

    def read_key_part(self):
        c = self.peek()
        if c == '"':
            return self.read_string()
        if c == "'":
            return self.read_literal()
        bare = _BARE_KEY.match(self.text, self.at)
        if bare is None:
            raise self.error("Invalid statement" if self.starts_statement() else "Invalid initial character for a key part")
        self.at = bare.end()
        return bare[0]

    def starts_statement(self):
        before = self.text[: self.at].rpartition("\n")[2]
        return not before.strip(" \t")

    # --- values

    def read_value(self):
        text = self.text
        at = self.at
        c = self.peek()
        if c == '"':
            return self.read_long_string() if text.startswith('"""', at) else self.read_string()
        if c == "'":
            return self.read_long_literal() if text.startswith("'''", at) else self.read_literal()
        for word, value in (("true", True), ("false", False)):
            if text.startswith(word, at):
                self.at += len(word)
                return value
        if c == "[":
            return self.read_array()
        if c == "{":
            return self.read_inline_table()
        found = _DATE.match(text, at)
        if found:
            try:
                value = _date_of(found)
            except ValueError as e:
                raise self.error("Invalid date or datetime") from e
            self.at = found.end()
            return value
        found = _TIME.match(text, at)
        if found:
            self.at = found.end()
            return _datetime.time(int(found[1]), int(found[2]), int(found[3]), _microseconds(found[4]))
        found = _NUMBER.match(text, at)
        if found:
            self.at = found.end()
            if found[1]:
                return self.parse_float(found[0])
            return int(found[0], 0)
        found = _INFINITE.match(text, at)
        if found:
            self.at = found.end()
            return self.parse_float(found[0])
        raise self.error("Invalid value")

    def read_array(self):
        items = []
        self.states[id(items)] = _WHOLE
        self.at += 1
        self.skip_between()
        while self.peek() != "]":
            items.append(self.read_value())
            self.skip_between()
            c = self.peek()
            if c == "]":
                break
            if c != ",":
                raise self.error("Unclosed array")
            self.at += 1
            self.skip_between()
        self.at += 1
        return items

    def read_inline_table(self):
        whole = {}
        self.states[id(whole)] = _WHOLE
        inner_ones = []
        self.at += 1
        self.skip()
        if self.peek() == "}":
            self.at += 1
            return whole
        while True:
            key, value = self.read_key_and_value()
            table = whole
            for part in key[:-1]:
                table = table.setdefault(part, {})
                if self.states.get(id(table)) == _WHOLE:
                    raise self.error(f"Cannot mutate immutable namespace {key}")
                if not isinstance(table, dict):
                    raise self.error("Cannot overwrite a value")
                inner_ones.append(id(table))
            if key[-1] in table:
                raise self.error(f"Duplicate inline table key {key[-1]!r}")
            table[key[-1]] = value
            self.skip()
            c = self.peek()
            self.at += 1
            if c == "}":
                break
            if c != ",":
                raise self.error("Unclosed inline table", self.at - 1)
            self.skip()
        for one in inner_ones:
            self.states[one] = _WHOLE
        return whole

    # --- strings

    def read_string(self):
        self.at += 1
        return self.read_quoted(False)

    def read_long_string(self):
        self.at += 3
        if self.peek() == "\n":
            self.at += 1
        return self.read_quoted(True)

    def read_quoted(self, long):
        text = self.text
        out = []
        while True:
            plain = _PLAIN.match(text, self.at)
            out.append(plain[0])
            self.at = plain.end()
            c = self.peek()
            if c == "":
                raise self.error("Unterminated string")
            if c == '"':
                if not long:
                    self.at += 1
                    return "".join(out)
                if text.startswith('"""', self.at):
                    return "".join(out) + self.end_of_long('"')
                out.append(c)
                self.at += 1
            elif c == "\\":
                out.append(self.read_escape(long))
            elif c == "\n" and long:
                out.append(c)
                self.at += 1
            else:
                raise self.error(f"Illegal character {c!r}")

    def end_of_long(self, quote):
        # One or two quotes may come before the three that end it.
        self.at += 3
        more = 0
        while more < 2 and self.peek() == quote:
            self.at += 1
            more += 1
        return quote * more

    def read_escape(self, long):
        text = self.text
        c = text[self.at + 1 : self.at + 2]
        if long and c in ("\n", " ", "\t"):
            # A backslash at the line's end: on to the next that isn't blank.
            end = _BLANK.match(text, self.at + 1).end()
            if text[end : end + 1] not in ("\n", ""):
                self.at = end
                raise self.error("Unescaped '\\' in a string")
            self.at = _BLANK_LINES.match(text, end).end()
            return ""
        self.at += 2
        if c in ("u", "U"):
            width = 4 if c == "u" else 8
            digits = text[self.at : self.at + width]
            if len(digits) != width or not all(["0" <= d <= "9" or "a" <= d <= "f" or "A" <= d <= "F" for d in digits]):
                raise self.error("Invalid hex value")
            self.at += width
            code = int(digits, 16)
            if 0xD800 <= code <= 0xDFFF or code > 0x10FFFF:
                raise self.error("Escaped character is not a Unicode scalar value")
            return chr(code)
        if c not in _ESCAPES:
            raise self.error("Unescaped '\\' in a string")
        return _ESCAPES[c]

    def read_literal(self):
        found = _PLAIN_LITERAL.match(self.text, self.at + 1)
        self.at = found.end()
        c = self.peek()
        if c != "'":
            raise self.wrong_in_literal("'")
        self.at += 1
        return found[0]

    def wrong_in_literal(self, end):
        # That it never ends comes before what is in it.
        if self.text.find(end, self.at) < 0:
            return self.error(f'Expected "{end}"', len(self.text))
        return self.error(f"Found invalid character {self.peek()!r}")

    def read_long_literal(self):
        self.at += 3
        if self.peek() == "\n":
            self.at += 1
        out = []
        while True:
            found = _PLAIN_LITERAL.match(self.text, self.at)
            out.append(found[0])
            self.at = found.end()
            if self.text.startswith("'''", self.at):
                return "".join(out) + self.end_of_long("'")
            c = self.peek()
            if c not in ("'", "\n"):
                raise self.wrong_in_literal("'''")
            out.append(c)
            self.at += 1


def _microseconds(digits):
    return int(digits.ljust(6, "0")) if digits else 0


def _date_of(found):
    year, month, day = int(found[1]), int(found[2]), int(found[3])
    if found[4] is None:
        return _datetime.date(year, month, day)
    zone = None
    if found[8]:
        zone = _datetime.timezone.utc
    elif found[9]:
        away = _datetime.timedelta(hours=int(found[10]), minutes=int(found[11]))
        zone = _datetime.timezone(away if found[9] == "+" else -away)
    return _datetime.datetime(year, month, day, int(found[4]), int(found[5]), int(found[6]), _microseconds(found[7]), tzinfo=zone)
