"""The readers of json, under the name of CPython's submodule. It imports json's own things late: states know these by json's names."""

from json import JSONDecodeError, JSONDecoder

__all__ = ["JSONDecoder", "JSONDecodeError"]
# Written in C in CPython: no methods of a class that has them as attributes.
__unbound__ = ["scanstring"]


def scanstring(string, end, strict=True, /):
    """scanstring(string, end, strict=True) -> (string, end)"""
    import json

    return json._scan_string(string, end, 0 if strict else json._LENIENT)
