"""The writers of json, under the name of CPython's submodule."""

import json
from json import JSONEncoder

__all__ = ["JSONEncoder"]


def encode_basestring(string, /):
    """Return a JSON representation of a Python string"""
    return _text(string, 0)


def encode_basestring_ascii(string, /):
    """Return an ASCII-only JSON representation of a Python string"""
    return _text(string, json._ENSURE_ASCII)


def _text(string, flags):
    if not isinstance(string, str):
        raise TypeError(f"first argument must be a string, not {type(string).__name__}")
    return json._encode(string, None, ",", ":", flags)
