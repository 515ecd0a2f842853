import io
import marshal

own = [1, 2]
own.append(own)
keyed = {}
keyed["me"] = keyed
text = "shared " * 3
values = [
    None,
    True,
    False,
    ...,
    StopIteration,
    0,
    -1,
    2**31 - 1,
    -(2**31),
    2**31,
    -(2**31) - 1,
    2**200,
    -(2**1000),
    1.5,
    float("inf"),
    -0.0,
    1e300,
    1j,
    complex(-0.0, 2),
    "",
    "abc",
    "é",
    "a" * 300,
    "\ud800",
    b"",
    b"abc",
    (),
    (1, 2),
    tuple(range(300)),
    [],
    [1, [2, [3]]],
    {},
    {"a": 1, 2: (3,)},
    set(),
    {1, 2, 3},
    frozenset((1, 2)),
    bytearray(b"xy"),
    memoryview(b"q"),
    [text, text, (text,)],
]
for value in values:
    print([marshal.dumps(value, version) for version in range(3)])
    print([marshal.loads(marshal.dumps(value, version)) == value for version in range(5)], repr(marshal.loads(marshal.dumps(value)))[:60])
again = marshal.loads(marshal.dumps(own))
print(again[2] is again, marshal.loads(marshal.dumps(keyed))["me"].keys(), marshal.version)
one, two, (three,) = marshal.loads(marshal.dumps([text, text, (text,)]))
print(one is two is three)
deep = [None]
for _ in range(1998):
    deep = [deep]
print(len(marshal.dumps(deep, 2)), marshal.loads(marshal.dumps(deep, 2)) is not None)


class Named(tuple):
    pass


for wrong in ([deep], object(), [object()], int, lambda: 0, Named(), [1, {2: {3: iter(())}}]):
    try:
        print(marshal.dumps(wrong))
    except ValueError as e:
        print(e)
for data in (
    b"",
    b"i",
    b"q",
    b"0",
    b"[\1\0\0\0" b"0",
    b"r\0\0\0\0",
    b"l\1\0\0\0\0\0",
    b"l\1\0\0\0\xff\xff",
    b"[\xff\xff\xff\xff",
    "s",
    5,
    b"(\1\0\0\0" b"0",
    b"<\1\0\0\0[\0\0\0\0",
    b"l\0\0\0\x80",
    b">\1\0\0\0" b"0",
    b"Nxyz",
    b"[[[",
    b"[\1\0\0\0" * 2500 + b"N",
    b"u\1\0\0\0\xff",
    b"s\xff\xff\xff\xff",
    b"u\xff\xff\xff\xff",
    b"{N",
    b")\2N",
    b"\xdb\2\0\0\0r\0\0\0\0r\0\0\0\0",
    bytearray(b"i\1\0\0\0"),
    memoryview(b"T"),
):
    try:
        print(repr(marshal.loads(data))[:80])
    except (EOFError, TypeError, ValueError) as e:
        print(type(e).__name__, e)
file = io.BytesIO()
for value in ("first", [2], {"third": 3.0}):
    marshal.dump(value, file)
file.seek(0)
print([marshal.load(file) for _ in range(3)], file.read())
for file in (io.BytesIO(), io.StringIO("text")):
    try:
        marshal.load(file)
    except (EOFError, TypeError) as e:
        print(type(e).__name__, e)
