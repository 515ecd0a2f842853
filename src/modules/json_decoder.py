"""The readers of json, under the name of CPython's submodule."""

import json
from json import JSONDecodeError, JSONDecoder

__all__ = ["JSONDecoder", "JSONDecodeError"]


def scanstring(string, end, strict=True, /):
    """scanstring(string, end, strict=True) -> (string, end)"""
    return json._scan_string(string, end, 0 if strict else json._LENIENT)
