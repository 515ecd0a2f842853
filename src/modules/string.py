"""Constants, capwords, Template and Formatter. The parsers are native: _format_parse, _format_field, _scan_template."""

__all__ = ["ascii_letters", "ascii_lowercase", "ascii_uppercase", "capwords", "digits", "hexdigits", "octdigits", "printable", "punctuation",
           "whitespace", "Formatter", "Template"]

whitespace = " \t\n\r\v\f"
ascii_lowercase = "abcdefghijklmnopqrstuvwxyz"
ascii_uppercase = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
ascii_letters = ascii_lowercase + ascii_uppercase
digits = "0123456789"
hexdigits = digits + "abcdef" + "ABCDEF"
octdigits = "01234567"
punctuation = r"""!"#$%&'()*+,-./:;<=>?@[\]^_`{|}~"""
printable = digits + ascii_letters + punctuation + whitespace


def capwords(s, sep=None):
    return (sep or " ").join([word.capitalize() for word in s.split(sep)])


_not_given = object()
_IDENTIFIER = r"(?a:[_a-z][_a-z0-9]*)"


class Template:
    """Text with $name or ${name} for what is filled in, and $$ for a dollar sign."""

    delimiter = "$"
    idpattern = _IDENTIFIER
    braceidpattern = None
    flags = None

    def __init__(self, template):
        self.template = template

    def _pieces(self):
        # Text and placeholders in turn: (name, text as it stands), or (None, index) where a delimiter starts none.
        cls = type(self)
        usual = cls.idpattern == _IDENTIFIER and cls.braceidpattern is None and cls.flags is None and not hasattr(cls, "pattern")
        if usual:
            return _scan_template(self.template, cls.delimiter)
        return self._search(_compiled_pattern(cls))

    def _search(self, pattern):
        pieces = []
        literal = ""
        at = 0
        for match in pattern.finditer(self.template):
            literal += self.template[at:match.start()]
            at = match.end()
            name = match.group("named") or match.group("braced")
            if name is not None:
                pieces += [literal, (name, match.group())]
                literal = ""
            elif match.group("escaped") is not None:
                literal += self.delimiter
            elif match.group("invalid") is not None:
                pieces += [literal, (None, match.start("invalid"))]
                literal = ""
            else:
                raise ValueError("Unrecognized named group in pattern", pattern)
        pieces.append(literal + self.template[at:])
        return pieces

    def _raise_invalid(self, index):
        lines = self.template[:index].splitlines(keepends=True)
        if lines:
            column = index - len("".join(lines[:-1]))
            line = len(lines)
        else:
            column = line = 1
        raise ValueError("Invalid placeholder in string: line %d, col %d" % (line, column))

    def _fill(self, mapping, safe):
        out = []
        for piece in self._pieces():
            if type(piece) is str:
                out.append(piece)
                continue
            name, text = piece
            if name is None:
                if not safe:
                    self._raise_invalid(text)
                out.append(self.delimiter)
            elif safe:
                try:
                    out.append(str(mapping[name]))
                except KeyError:
                    out.append(text)
            else:
                out.append(str(mapping[name]))
        return "".join(out)

    def substitute(self, mapping=_not_given, /, **kws):
        return self._fill(_joined(mapping, kws), False)

    def safe_substitute(self, mapping=_not_given, /, **kws):
        return self._fill(_joined(mapping, kws), True)

    def is_valid(self):
        return all(type(piece) is str or piece[0] is not None for piece in self._pieces())

    def get_identifiers(self):
        names = []
        for piece in self._pieces():
            if type(piece) is not str and piece[0] is not None and piece[0] not in names:
                names.append(piece[0])
        return names


def _compiled_pattern(cls):
    # The regular expression of a class that changes the syntax, made once a class.
    if "_compiled" in cls.__dict__:
        return cls._compiled
    import re
    if hasattr(cls, "pattern"):
        source = cls.pattern
    else:
        delimiter = re.escape(cls.delimiter)
        name = cls.idpattern
        braced = cls.braceidpattern or name
        source = rf"{delimiter}(?:(?P<escaped>{delimiter})|(?P<named>{name})|{{(?P<braced>{braced})}}|(?P<invalid>))"
    flags = re.IGNORECASE if cls.flags is None else cls.flags
    cls._compiled = source if hasattr(source, "finditer") else re.compile(source, flags | re.VERBOSE)
    return cls._compiled


class _Joined:
    # Keywords before the mapping.
    def __init__(self, first, second):
        self.first = first
        self.second = second

    def __getitem__(self, key):
        return self.first[key] if key in self.first else self.second[key]


def _joined(mapping, kws):
    if mapping is _not_given:
        return kws
    return _Joined(kws, mapping) if kws else mapping


class Formatter:
    """str.format in steps, each of which a subclass may do differently."""

    def format(self, format_string, /, *args, **kwargs):
        return self.vformat(format_string, args, kwargs)

    def vformat(self, format_string, args, kwargs):
        used_args = set()
        result, _ = self._vformat(format_string, args, kwargs, used_args, 2)
        self.check_unused_args(used_args, args, kwargs)
        return result

    def _vformat(self, format_string, args, kwargs, used_args, recursion_depth, auto_arg_index=0):
        if recursion_depth < 0:
            raise ValueError("Max string recursion exceeded")
        result = []
        for literal_text, field_name, format_spec, conversion in self.parse(format_string):
            if literal_text:
                result.append(literal_text)
            if field_name is None:
                continue
            if field_name == "":
                if auto_arg_index is False:
                    raise ValueError("cannot switch from manual field specification to automatic field numbering")
                field_name = str(auto_arg_index)
                auto_arg_index += 1
            elif field_name.isdigit():
                if auto_arg_index:
                    raise ValueError("cannot switch from manual field specification to automatic field numbering")
                auto_arg_index = False
            obj, arg_used = self.get_field(field_name, args, kwargs)
            used_args.add(arg_used)
            obj = self.convert_field(obj, conversion)
            format_spec, auto_arg_index = self._vformat(format_spec, args, kwargs, used_args, recursion_depth - 1, auto_arg_index=auto_arg_index)
            result.append(self.format_field(obj, format_spec))
        return "".join(result), auto_arg_index

    def get_value(self, key, args, kwargs):
        return args[key] if isinstance(key, int) else kwargs[key]

    def check_unused_args(self, used_args, args, kwargs):
        pass

    def format_field(self, value, format_spec):
        return format(value, format_spec)

    def convert_field(self, value, conversion):
        if conversion is None:
            return value
        if conversion == "s":
            return str(value)
        if conversion == "r":
            return repr(value)
        if conversion == "a":
            return ascii(value)
        raise ValueError("Unknown conversion specifier {0!s}".format(conversion))

    def parse(self, format_string):
        for step in _format_parse(format_string):
            if len(step) == 1:
                raise ValueError(step[0])
            literal, name, spec, conversion, _ = step
            yield (literal, name, None if name is None else spec, conversion)

    def get_field(self, field_name, args, kwargs):
        steps = _format_field(field_name)
        if type(steps[0]) is tuple:
            raise ValueError(steps[0][0])
        obj = self.get_value(steps[0], args, kwargs)
        for step in steps[1:]:
            if len(step) == 1:
                raise ValueError(step[0])
            obj = getattr(obj, str(step[1])) if step[0] else obj[step[1]]
        return obj, steps[0]
