def error(function, *args, **kwargs):
    try:
        return "no error: " + repr(function(*args, **kwargs))
    except Exception as e:
        return f"{type(e).__name__}: {e}"


def counter(start=0):
    n = start
    def up(by=1):
        nonlocal n
        n += by
        return n
    def get(): return n
    return up, get
up, get = counter(5)
up(); up(10)
up2, get2 = counter()
print(get(), get2(), up.__closure__[0].cell_contents if hasattr(up, "__closure__") else 16)
fs = [lambda: i for i in range(3)]
gs = [lambda i=i: i for i in range(3)]
print([f() for f in fs], [g() for g in gs])
x = "global"
def shadows():
    x = "local"
    def inner(): return x
    return inner(), x
def uses_global():
    global x, created
    x = "changed"
    created = 1
def reads(): return x
print(shadows(), reads(), uses_global(), x, created, reads())
def three():
    a = 1
    def two():
        b = a + 1
        def one():
            nonlocal a, b
            a += 10; b += 100
            return a, b
        return one
    one = two()
    return one(), one(), a
print(three())
def conditional(flag):
    if flag: v = 1
    def inner(): return v
    return inner()
print(conditional(True), error(conditional, False))
def unbound_local():
    print(x)
    x = 1
def later():
    def f(): return g()
    def g(): return "late binding"
    return f()
print(error(unbound_local), later())
class C:
    x = "class"
    y = x + "!"
    def get(self): return x
    lam = lambda self: x
    vals = [v for v in range(3)]
    nested = [[a, b] for a in vals for b in range(1)]
print(C().get(), C.y, C().lam(), C.vals, C.nested)
def class_error():
    class D:
        z = 1
        bad = [z for _ in range(1)]
print(error(class_error))
def make_class(v):
    class Local:
        attr = v
        def get(self): return v, self.attr
    return Local
print(make_class(7)().get(), make_class(8).__qualname__, make_class.__qualname__)
i = "outer"
squares = [i * i for i in range(4)]
print(i, squares, [(i, j) for i in range(2) for j in range(i + 1)], {i: j for i, j in zip("ab", range(2))}, i)
def walrus():
    data = [y := 1, y ** 2]
    if any((found := n) > 2 for n in range(5)): return found, y, data
print(walrus())
def del_cell():
    v = 1
    def f(): return v
    del v
    return f
print(error(del_cell()))
def params(a, b=lambda: a_global): return b
a_global = "ag"
print(params(1)())
def loop_closure():
    out = []
    for k in range(3):
        def show(): return k
        out.append(show)
    k = "end"
    return [f() for f in out]
print(loop_closure())
def compose(*fs):
    def run(v):
        for f in reversed(fs): v = f(v)
        return v
    return run
print(compose(str, lambda v: v + 1, abs)(-5))
def memo(f):
    cache = {}
    def wrapper(*args):
        if args not in cache: cache[args] = f(*args)
        return cache[args]
    wrapper.cache = cache
    return wrapper
@memo
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
print(fib(80), len(fib.cache))
def self_ref():
    def f(n): return n and f(n - 1)
    return f
print(self_ref()(10), sorted(k for k in locals() if k in ("fs", "gs", "up")), "x" in globals(), globals()["created"], __name__)
def local_names(p, q=2):
    r = 3
    return sorted(locals().items())
print(local_names(1))
len_backup = len
def len(x): return "shadowed"
print(len([1]), len_backup([1]))
del len
print(len([1, 2]), error(lambda: never_defined))
