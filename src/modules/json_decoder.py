"""The readers of json, under the name of CPython's submodule."""

from json import JSONDecodeError, JSONDecoder

__all__ = ["JSONDecoder", "JSONDecodeError"]
