"""What can be unpacked, iterated over and reversed by its items alone."""

import array
import itertools
import re
import types


class Items:
    def __getitem__(self, i):
        if i > 2:
            raise IndexError
        return i


class Meta(type):
    def __getitem__(cls, i):
        return range(3)[i]


class OfMeta(metaclass=Meta):
    pass


class Kept(dict):
    pass


class Never:
    __iter__ = None

    def __getitem__(self, i):
        return i


VALUES = [
    re.match("a", "a"), Items(), OfMeta, Kept(a=1), {"a": 1}, Never(), memoryview(b"abc"), array.array("i", [1, 2, 3]), range(3), bytearray(b"abc"),
    types.MappingProxyType({"a": 1}), slice(1, 2, 3), re.compile("a"), list[int], 5, None, {1, 2, 3}, iter("abc"),
]  # fmt: skip


def tried(name, use, value):
    try:
        print(name, type(value).__name__, use(value))
    except Exception as error:
        print(name, type(value).__name__, type(error).__name__, error)


def unpacked(value):
    a, b, c = value
    return a, b, c


def starred(value):
    a, *b = value
    return a, b


def printed(value):
    print(*value)


for value in VALUES:
    tried("unpack", unpacked, value)
    tried("star", starred, value)
    tried("list", lambda value: [*value], value)
    tried("call", printed, value)
    tried("reversed", lambda value: list(reversed(value)), value)
    tried("in", lambda value: 2 in value, value)
    tried("sorted", sorted, value)


class Index:
    def __init__(self, error):
        self.error = error

    def __index__(self):
        raise self.error


bad = [Index(KeyError("x")), Index(TypeError("y")), -1, -2, 2**70, "a", 1.5]
for bound in bad:
    for bounds in [(bound,), (bound, 2), (1, bound), (bound, 2, 1), (1, bound, 1), (1, 2, bound), (bound, bound, bound)]:
        tried(f"islice {[bad.index(x) if x in bad else x for x in bounds]}", lambda items: list(itertools.islice(items, *bounds)), [1, 2, 3])
