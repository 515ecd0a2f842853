# Under `from __future__ import annotations` annotations are texts, written in one way whatever the source looks like.
from __future__ import annotations


class C:
    a: List [ int ]
    b: "int"
    c: dict[ str ,  "Tree" ] | None
    d: (1,)
    e: (int, str)
    f: lambda x , / , y = 1 , * args , z = 2 , ** kw : x+y
    g: lambda : 0
    h: 1 if a else (2 if b else 3)
    i: (a or b) and not (c or d)
    j: -(2 ** 3) ** -x
    k: (a + b) * c - d - (e - f)
    l: x < y <= z is not None
    m: [ i for i in  range(3) if i if not i ]
    n: {k : v for k , v in z}
    o: ( i for i in x)
    p: f( i for i in x )
    q: f(a, * b, k = 1, ** kw)
    r: x[ 1 : 2 , : : 3 ]
    s: f'{a !r:>{w}}{{}} {b}'
    t: 0x10 + 1_000 + 1.50 + 2j + 1e1000
    u: b'\x00"' + u'x' + 'it''s' + "it's"
    v: ...
    w: {**a, 'b': 1}
    x: {1, 2}
    y: a.b.c(1).d
    z: 1 .real
    bb: ()
    cc: [ ]
    dd: ~a ^ b & c | d << 1
    ee: (yield_ , )
    ff: not a == b


for name, text in C.__annotations__.items():
    print(name, text)


def f(a: Union [int,str], *args: *Ts, k: 'x' = 1, **kw: {}) -> None | "T":
    v: int = 1


print(f.__annotations__)
g: Callable[[int], str]
print(__annotations__)
