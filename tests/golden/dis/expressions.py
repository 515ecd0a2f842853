def operators(a, b, c):
    a.x.y[b](c).z(1, *b, k=2, **c)
    a.m(b, c=1)
    a[1:b] = a[0] = a.x
    a[b] += 1
    a.x -= c
    a, b = b, a
    a, b = b, a + b
    (a, *b), c = c
    del a[0], b.x
    return [a, *b], (a, b), {a, b}, {a: b, **c}, -a, ~b, not c


def constants():
    return 1 + 2 * 3, -1.5, "ab" * 3, (1, (2, 3)), [1, 2, 3], 2**10, 1 << 40, 0x_ff, 1j, ..., b"x", 0.0, -0.0


def comprehensions(rows):
    [x for x in rows]
    {k: v for k, v in rows if k if v}
    {(lambda: x) for x in rows}
    return sum(x * y for x in rows for y in x)


def texts(a):
    return f"{a}", f"{a!r:>{a}} and {a=}", f"plain"


import os.path, sys as system
from . import x as y
from a.b import *

annotated: int = 5
operators
