"""The writers of json, under the name of CPython's submodule. It imports json's own things late: states know these by json's names."""

from json import JSONEncoder

__all__ = ["JSONEncoder"]
# Written in C in CPython: no methods of a class that has them as attributes.
__unbound__ = ["encode_basestring", "encode_basestring_ascii"]


def encode_basestring(string, /):
    """Return a JSON representation of a Python string"""
    return _text(string, False)


def encode_basestring_ascii(string, /):
    """Return an ASCII-only JSON representation of a Python string"""
    return _text(string, True)


def _text(string, ascii_only):
    import json

    if not isinstance(string, str):
        raise TypeError(f"first argument must be a string, not {type(string).__name__}")
    return json._encode(string, None, ",", ":", json._ENSURE_ASCII if ascii_only else 0)
