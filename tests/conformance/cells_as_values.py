"""A cell may be a value of a variable as anything else: only captured variables are read through theirs."""
import types
def f(a, b):
    c = types.CellType(7)
    e = types.CellType()
    x = 5
    g = lambda: (x, b)
    print(sorted((k, type(v).__name__) for k, v in locals().items()), eval('type(c).__name__, type(e).__name__, type(a).__name__, type(b).__name__'))
    exec('print(type(c).__name__)')
    print(type(g.__closure__[0]), e.__class__)
    return g
def gen(c):
    d = c
    got = yield c
    yield d, got
for v in (types.CellType(1), 2):
    print(f(v, v)() == (5, v))
g = gen(types.CellType([1]))
print(type(next(g)))
print(type(g.gi_frame.f_locals['c']), type(g.gi_frame.f_locals['d']))
print([type(v) for v in g.send(types.CellType(3))])
