"""What CPython's string.Formatter reads format strings with: the parser of str.format."""

__unbound__ = "*"


def formatter_parser(text, /):
    """(literal text, field name, format spec, conversion) of each part of a format string, one after the other."""
    if not isinstance(text, str):
        raise TypeError(f"expected str, got {type(text).__name__}")
    return _parts(str_format_parse(text))


def _parts(steps):
    for step in steps:
        if len(step) == 1:
            raise ValueError(step[0])
        literal, name, spec, conversion, _ = step
        yield literal, name, None if name is None else spec, conversion


def formatter_field_name_split(name, /):
    """What a field's name begins with, and for each attribute or item after it whether it is an attribute, and its name."""
    if not isinstance(name, str):
        raise TypeError(f"expected str, got {type(name).__name__}")
    first, *rest = str_format_field(name)
    if type(first) is tuple:
        raise ValueError(first[0])
    return first, _steps(rest)


def _steps(rest):
    for step in rest:
        if len(step) == 1:
            raise ValueError(step[0])
        yield step
