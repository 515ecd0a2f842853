"""The writers of json, under the name of CPython's submodule."""

from json import JSONEncoder

__all__ = ["JSONEncoder"]
