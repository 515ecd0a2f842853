"""A text that is written to a stream goes there whole, when it is made at once."""

from _json import whole_text as _whole_text
from json.decoder import _constant

# What frames look for here that are in states of before json was CPython's.
from _json import _SORT_KEYS, _CONSTANTS, _Writer, _encode, _finish, _loads, _pairs, _scan_once, _scan_string

_default_decoder.parse_constant = _constant  # so that it has a name in states
_dump_by_pieces, _iterencode_of_c = dump, JSONEncoder.iterencode


def _dump(
    obj,
    fp,
    *,
    skipkeys=False,
    ensure_ascii=True,
    check_circular=True,
    allow_nan=True,
    cls=None,
    indent=None,
    separators=None,
    default=None,
    sort_keys=False,
    **kw,
):
    options = {"skipkeys": skipkeys, "ensure_ascii": ensure_ascii, "check_circular": check_circular, "allow_nan": allow_nan}
    options |= {"indent": indent, "separators": separators, "default": default, "sort_keys": sort_keys}
    if (cls is None or cls is JSONEncoder) and JSONEncoder.iterencode is _iterencode_of_c and not kw:
        text = _whole_text(JSONEncoder(**options), obj)
        if text is not None:
            fp.write(text)
            return
    _dump_by_pieces(obj, fp, cls=cls, **options, **kw)


_dump.__name__ = _dump.__qualname__ = "dump"
_dump.__doc__ = dump.__doc__
dump = _dump
