# Slices of every sequence, with bounds and steps around and beyond 64 bits: reading, assigning, deleting. What comes out is printed as one
# checksum for each kind of sequence and operation.

import array
import zlib

NUMBERS = [None, 0, 1, -1, 2, -2, 5, -7, 2**31, -2**31, 2**32 + 1, 2**62, -2**62, 2**63 - 1, 2**63, -2**63 + 1, -2**63, -2**63 - 1, 2**64, 2**100, -2**100]
SLICES = [slice(a, b, c) for a in NUMBERS for b in NUMBERS for c in NUMBERS]


def text_of(value):
    return repr(value.tolist() if isinstance(value, memoryview) else value)


def attempt(work, *args):
    try:
        return text_of(work(*args))
    except (IndexError, ValueError, OverflowError, TypeError) as e:
        return f"{type(e).__name__}: {e}"


def checksum(what, texts):
    print(what, zlib.crc32("\n".join(texts).encode()))


SEQUENCES = {
    "list": [1, 2, 3, 4, 5], "empty list": [], "one": [1], "tuple": (1, 2, 3, 4, 5), "empty tuple": (), "str": "abcde", "empty str": "", "wide str": "aé☃\U0001f600e",
    "bytes": b"abcde", "empty bytes": b"", "bytearray": bytearray(b"abcde"), "range": range(5), "range by 3": range(-4, 11, 3), "range down": range(10, -10, -4),
    "huge range": range(-2**63, 2**63, 2**61), "array": array.array("i", [1, 2, 3, 4, 5]), "memoryview": memoryview(b"abcde"), "bool memoryview": memoryview(b"\0\1").cast("?"),
}
for name, sequence in SEQUENCES.items():
    checksum(name, [attempt(lambda s: sequence[s], s) for s in SLICES])
checksum("indices", [attempt(lambda s: s.indices(n), s) for n in (0, 1, 7, 2**40) for s in SLICES])
checksum("strides", [attempt(lambda s: memoryview(b"abcde")[s].strides, s) for s in SLICES if s.step is None or abs(s.step) < 2**62])


def deleted(make, s):
    sequence = make()
    del sequence[s]
    return sequence


def assigned(make, s, value):
    sequence = make()
    sequence[s] = value
    return sequence


for name, make in (("list", lambda: [1, 2, 3, 4, 5]), ("bytearray", lambda: bytearray(b"abcde")), ("array", lambda: array.array("b", [1, 2, 3, 4, 5]))):
    checksum("del " + name, [attempt(deleted, make, s) for s in SLICES])
    for count in (0, 1, 2, 5):
        value = array.array("b", range(count)) if name == "array" else bytes(range(count)) if name == "bytearray" else list(range(count))
        checksum(f"{name} = {count}", [attempt(assigned, make, s, value) for s in SLICES])
checksum("memoryview = 1", [attempt(assigned, lambda: memoryview(bytearray(b"abcde")), s, b"x") for s in SLICES])

# Numbers next to slices.
from collections import deque

for name, make in (("list", lambda: [1, 2]), ("deque", lambda: deque([1, 2])), ("bytearray", lambda: bytearray(b"ab")), ("array", lambda: array.array("b", [1, 2]))):
    for number in NUMBERS[1:]:
        results = [attempt(lambda: make().insert(number, 3)), attempt(lambda: make().pop(number) if name != "deque" else None), attempt(lambda: make()[number]),
                   attempt(lambda: make().index(7, number) if name != "array" else None)]
        print(name, number, *results, sep="|")
for number in NUMBERS[1:]:
    print(number, attempt(lambda: "abc".find("b", number)), attempt(lambda: b"abc".find(b"b", 0, number)), attempt(lambda: (1, 2).index(2, number)),
          attempt(lambda: "abc".count("", number)), attempt(lambda: "abc".startswith("a", number)), attempt(lambda: range(3)[number]),
          attempt(lambda: deque([1, 2, 3]).rotate(number) if abs(number) < 2**62 else None), attempt(lambda: range(number).count(2)), sep="|")
