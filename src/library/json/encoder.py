"""Whole texts are written natively where nothing of the program's has a say; all else, and what is wrong, CPython's file says."""

from _json import make_encoder as _make_encoder, whole_text as _whole_text

_encode_in_python, _iterencode_of_c = JSONEncoder.encode, JSONEncoder.iterencode


def _encode_at_once(self, o):
    if type(self).iterencode is _iterencode_of_c and c_make_encoder is _make_encoder and not isinstance(o, str):
        text = _whole_text(self, o)
        if text is not None:
            return text
    return _encode_in_python(self, o)


_encode_at_once.__name__, _encode_at_once.__qualname__ = "encode", "JSONEncoder.encode"
_encode_at_once.__doc__ = JSONEncoder.encode.__doc__
JSONEncoder.encode = _encode_at_once
