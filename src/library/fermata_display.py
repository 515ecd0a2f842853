"""What a program shows, as notebooks do it: the builtin display(), and a last expression that knows how to show itself. The host gets each
thing in all its forms (session/displayed.cpp); what they are made of doesn't change any more then."""

from html import escape as _escape

__all__ = ["HTML", "JSON", "SVG", "Image", "Latex", "Markdown", "display"]

_JSON = "application/json"
_METHODS = (
    ("_repr_html_", "text/html"),
    ("_repr_markdown_", "text/markdown"),
    ("_repr_svg_", "image/svg+xml"),
    ("_repr_png_", "image/png"),
    ("_repr_jpeg_", "image/jpeg"),
    ("_repr_latex_", "text/latex"),
    ("_repr_json_", _JSON),
)
_RESULT = "x-fermata/result"  # a form that says: this is the program's result
_MOST_ROWS, _LONGEST_CELL = 1000, 500
_LONGEST_TEXT = 100_000
_AS_STR = ("datetime", "decimal", "fractions", "ipaddress", "pathlib", "uuid")  # in tables values of their classes are told by str()


def display(*objects, raw=False):
    """Show objects in all the forms that they have: text, HTML, Markdown, pictures … by `_repr_html_()` and the like. Lists of dicts or
    dataclasses are tables. With raw=True they are dicts of forms by their MIME types."""
    _display(objects, raw)


def _display(objects, raw):
    for thing in objects:
        if raw:
            if not isinstance(thing, dict):
                raise TypeError(f"display(raw=True) takes dicts of forms by MIME types, not {type(thing).__name__!r}")
            _keep({kind: form for kind, form in _bundle(thing).items() if form is not None})
        else:
            _keep(_all_forms(thing))


def _keep(forms):
    if forms:
        session_state().setdefault("display.shown", []).append(forms)


def _end_of_program(result, error):
    """The last expression shows itself if its class says how. Whatever that comes to, it stays the result."""
    try:
        if forms := _own_forms(result):
            _keep({"text/plain": _text(result), **forms, _RESULT: ""})
    except Exception as problem:
        _complain(f"{type(result).__name__} can't be shown: {type(problem).__name__}: {problem}")
    return result


def _all_forms(thing):
    rich = _table_forms(thing) if isinstance(thing, (list, tuple)) else _own_forms(thing)
    return {"text/plain": _text(thing), **rich}


def _text(thing):
    text = thing if type(thing) is str else repr(thing)
    return text if len(text) <= _LONGEST_TEXT else text[:_LONGEST_TEXT] + "…"


def _own_forms(thing):
    """The forms that methods of its class give. (Not what `__getattr__` would: some objects have every attribute that one asks for.)"""
    forms = {}
    made = _asked(thing, "_repr_mimebundle_", include=None, exclude=None)
    if isinstance(made, dict):
        forms.update(_bundle(made))
    for name, kind in _METHODS:
        if kind not in forms:
            forms[kind] = _form(kind, _asked(thing, name), name)
    return {kind: form for kind, form in forms.items() if form is not None}


def _asked(thing, name, **arguments):
    method = next((vars(cls)[name] for cls in type(thing).__mro__ if name in vars(cls)), None)
    if method is None:
        return None
    try:
        made = getattr(thing, name)(**arguments)
    except Exception as error:
        _complain(f"{type(thing).__name__}.{name}() raised {type(error).__name__}: {error}")
        return None
    return made[0] if isinstance(made, tuple) and len(made) == 2 else made  # (with metadata, which nobody here reads)


def _bundle(made):
    return {kind: _form(kind, data, "a MIME bundle") for kind, data in made.items() if isinstance(kind, str) and kind != _RESULT}


def _form(kind, data, origin):
    """As it is kept, a str or bytes; None if it is neither."""
    if data is None:
        return None
    if kind == _JSON or kind.endswith("+json"):
        if isinstance(data, str):
            return str(data)
        import json

        try:
            return json.dumps(data)
        except (TypeError, ValueError, RecursionError) as error:
            _complain(f"{origin} gives what isn't JSON: {error}")
            return None
    if kind.startswith("image/") and kind != "image/svg+xml":
        if isinstance(data, str):
            import base64
            import binascii

            try:
                data = base64.b64decode(data)
            except (binascii.Error, ValueError):
                data = None
        if isinstance(data, (bytes, bytearray, memoryview)):
            return bytes(data)
        _complain(f"{origin} gives no picture: {kind} takes bytes")
        return None
    if isinstance(data, str):
        return str(data)
    _complain(f"{origin} gives no text: {kind} takes a str, not {type(data).__name__!r}")
    return None


def _complain(text):
    write_output(text + "\n", True)


# --- tables


def _table_forms(rows):
    columns, cells = _columns(rows[:_MOST_ROWS])
    if not columns:  # it isn't a table
        return {}
    left = len(rows) - len(cells)
    head = "".join(f"<th>{_escape(name)}</th>" for name in columns)
    body = "".join("<tr>" + "".join(f"<td>{_escape(cell)}</td>" for cell in row) + "</tr>" for row in cells)
    if left:
        body += f'<tr><td colspan="{len(columns)}">and {left} more rows</td></tr>'
    lines = [_line(columns), _line(["---"] * len(columns)), *map(_line, cells)]
    if left:
        lines.append(f"\nand {left} more rows")
    return {
        "text/html": f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>",
        "text/markdown": "\n".join(lines),
    }


def _line(cells):
    return "| " + " | ".join(cell.replace("\\", "\\\\").replace("|", "\\|").replace("\n", " ") for cell in cells) + " |"


def _columns(rows):
    """Names and cells, as texts; no names if it isn't a table."""
    found = []
    for row in rows:
        if isinstance(row, dict):
            found.append({_cell(name): value for name, value in row.items()})
        elif hasattr(type(row), "__dataclass_fields__"):
            import dataclasses

            found.append({field.name: getattr(row, field.name, "") for field in dataclasses.fields(row)})
        elif isinstance(row, tuple) and hasattr(type(row), "_fields"):
            found.append(dict(zip(row._fields, row)))
        else:
            return [], []
    columns = list(dict.fromkeys(name for row in found for name in row))
    return columns, [[_cell(row[name]) if name in row else "" for name in columns] for row in found]


def _cell(value):
    cls = type(value)
    if hasattr(cls, "__members__"):
        text = f"{cls.__name__}.{value.name}"
    else:
        is_plain = isinstance(value, (str, int, float)) or any(base.__module__ in _AS_STR for base in cls.__mro__)
        text = str(value) if is_plain else repr(value)
    return text if len(text) <= _LONGEST_CELL else text[:_LONGEST_CELL] + "…"


# --- texts that are to be shown as what they are


class _Text:
    def __init__(self, data):
        if not isinstance(data, str):
            raise TypeError(f"{type(self).__name__}() takes a str, not {type(data).__name__!r}")
        self.data = data

    def __repr__(self):
        return f"<{type(self).__name__} object>"


class HTML(_Text):
    def _repr_html_(self):
        return self.data


class Markdown(_Text):
    def _repr_markdown_(self):
        return self.data


class Latex(_Text):
    def _repr_latex_(self):
        return self.data


class SVG(_Text):
    def _repr_svg_(self):
        return self.data


class JSON:
    def __init__(self, data):
        self.data = data

    def __repr__(self):
        return "<JSON object>"

    def _repr_json_(self):
        return self.data


class Image:
    """A picture: PNG, JPEG, GIF or WebP, by its bytes or the name of a file."""

    def __init__(self, data=None, *, filename=None):
        if filename is not None:
            with open(filename, "rb") as file:
                data = file.read()
        if not isinstance(data, (bytes, bytearray, memoryview)):
            raise TypeError(f"Image() takes a picture's bytes, not {type(data).__name__!r}")
        self.data = bytes(data)
        self.kind = _kind_of_picture(self.data)
        if self.kind is None:
            raise ValueError("Image() takes PNG, JPEG, GIF or WebP")

    def __repr__(self):
        return "<Image object>"

    def _repr_mimebundle_(self, include=None, exclude=None):
        return {self.kind: self.data}


def _kind_of_picture(data):
    if data[:8] == b"\x89PNG\r\n\x1a\n":
        return "image/png"
    if data[:3] == b"\xff\xd8\xff":
        return "image/jpeg"
    if data[:6] in (b"GIF87a", b"GIF89a"):
        return "image/gif"
    return "image/webp" if data[:4] == b"RIFF" and data[8:12] == b"WEBP" else None
