"""Beside CPython's ElementTree: the prefixes that a session registers are its own."""

# Written in C in CPython: no method of a class that has it as an attribute.
__unbound__ = ["SubElement"]


def __session__():
    yield "_namespace_map", dict(_namespace_map)
