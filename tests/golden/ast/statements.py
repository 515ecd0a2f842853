@decorator
@other(1)
def f[T: int, *Ts, **P](a: int, b=1, /, c: str = 'x', *d: *Ts, e, g=2, **h) -> T:
    """Doc."""
    global x, y
    nonlocal_ = yield
    return (yield from a), *b


async def g():
    async with a as b, c: pass
    async for x, *y in z:
        await x
    else:
        pass
    return [w async for w in v]


class C[T](Base, *bases, metaclass=M, **kw):
    x: int
    y: int = 1
    (z): int
    o.p: int = 2


if a: pass
elif b: pass
else: pass
while a:
    break
else:
    continue
for x.y, z[0] in w: x += 1; y **= 2; z @= 3;
try:
    raise
except A as e:
    raise B from e
except (C, D):
    assert a, b
except:
    pass
else:
    pass
finally:
    del a, (b, c), [d], e.f, g[0]
try: pass
except* A: pass
with (a as b, c as (d, *e),): pass
with (a, b) as c, d: pass
import a, b.c as d
from . import e
from ...f.g import (h as i, j,)
from k import *
a = b, = *c, d = e
type Alias[T] = list[T]
