"""Beside CPython's ElementTree: the prefixes that a session registers are its own."""


def __session__():
    yield "_namespace_map", dict(_namespace_map)
