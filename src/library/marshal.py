"""Module marshal, for those that import it: neither code nor values are kept as its bytes here."""

# Written in C in CPython: no methods of a class that has them as attributes.
__unbound__ = "*"

version = 4


def dumps(value, version=4, /):
    raise ValueError("unmarshallable object")


def loads(data, /):
    if isinstance(data, memoryview):
        contiguous(data)
    raise ValueError("bad marshal data (unknown type code)")


def dump(value, file, version=4, /):
    dumps(value)


def load(file, /):
    return loads(file.read())
