# types.FunctionType makes functions of code objects; code.replace() gives code another name, other lines, other constants.
import types
def show(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
def f(a, b=2, *, c=3): 
    "doc"
    return a + b + c + k
g = types.FunctionType(f.__code__, {"k": 100, "__name__": "mod"}, "gg", (20,))
show(lambda: g(1, c=4)); show(lambda: (g.__name__, g.__qualname__, g.__module__, g.__doc__, g.__defaults__, g.__kwdefaults__))
def outer(x):
    def inner(): return x
    return inner
i = outer(5)
show(lambda: types.FunctionType(i.__code__, {}, closure=(types.CellType(7),))())
for args in [(1, {}), (f.__code__, 1), (f.__code__, {}, 1), (f.__code__, {}, "n", 1), (i.__code__, {}), (i.__code__, {}, None, None, (1,)), (i.__code__, {}, None, None, ()), (f.__code__, {}, None, None, ()), (f.__code__, {}, None, None, (types.CellType(1),)), ()]:
    show(lambda: type(types.FunctionType(*args)))
c = f.__code__.replace(co_name="renamed", co_filename="other.py", co_firstlineno=100)
print(c.co_name, c.co_filename, c.co_firstlineno, c.co_argcount, c.co_varnames, c.co_consts == f.__code__.co_consts)
def boom():
    raise ValueError("x")
h = types.FunctionType(boom.__code__.replace(co_name="elsewhere", co_filename="<t>", co_firstlineno=50), {})
import traceback
try: h()
except ValueError as e:
    for fr in traceback.extract_tb(e.__traceback__)[1:]: print(fr.name, fr.filename, fr.lineno)
def k2(): return 41, "s"
k3 = types.FunctionType(k2.__code__.replace(co_consts=tuple(42 if x == 41 else x for x in k2.__code__.co_consts)), {})
m = types.FunctionType(compile("zz = 5\nyy = zz + 1", "<m>", "exec"), ns := {})
show(m); print(ns["yy"])
show(lambda: types.FunctionType(compile("3+4", "<m>", "eval"), {})())
show(lambda: f.__code__.replace(co_argcount=2) == f.__code__)
show(lambda: f.__code__ == f.__code__.replace())
show(k3)
def outer():
    def inner(a, b=1, c=2): return a
    return inner(5)
def more(a, b, c, d=0): return a + b + c
k4 = types.FunctionType(outer.__code__.replace(co_consts=tuple(more.__code__ if isinstance(x, types.CodeType) else x for x in outer.__code__.co_consts)), {})
show(k4)
gen = (x for x in [1, 2])
show(lambda: list(types.FunctionType(gen.gi_code, {})(iter([3, 4]))))
for parts in [{"co_name": 1}, {"co_firstlineno": -1}, {"co_filename": b"x"}, {"nothing": 1}]:
    try:
        f.__code__.replace(**parts)
    except (TypeError, ValueError) as e:
        print(type(e).__name__)
print(hash(f.__code__) == hash(f.__code__.replace()), len({f.__code__, f.__code__.replace(), boom.__code__}))
