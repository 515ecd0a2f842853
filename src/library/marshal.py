"""Module marshal, for those that import it: neither code nor values are kept as its bytes here."""

version = 4


def dumps(value, version=4, /):
    raise ValueError("unmarshallable object")


def loads(data, /):
    raise ValueError("bad marshal data (unknown type code)")


def dump(value, file, version=4, /):
    dumps(value)


def load(file, /):
    return loads(file.read())
