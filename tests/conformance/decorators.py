def error(function, *args, **kwargs):
    try:
        return "no error: " + repr(function(*args, **kwargs))
    except Exception as e:
        return f"{type(e).__name__}: {e}"


def trace(f):
    def wrapper(*a, **k):
        print("->", f.__name__, a, k)
        r = f(*a, **k)
        print("<-", r)
        return r
    return wrapper
def repeat(n):
    def deco(f):
        def wrapper(*a): return [f(*a) for _ in range(n)]
        wrapper.__name__ = f.__name__
        return wrapper
    return deco
@trace
def add(a, b=1): return a + b
@repeat(3)
def hi(n): return "hi " + n
@trace
@repeat(2)
def both(x): return x
add(1); add(1, b=5); print(hi("a"), hi.__name__); both(7)
class CountCalls:
    def __init__(self, f): self.f, self.n = f, 0
    def __call__(self, *a): self.n += 1; return self.f(*a)
    def __get__(self, obj, cls): return self if obj is None else lambda *a: self(obj, *a)
@CountCalls
def square(x): return x * x
print(square(3), square(4), square.n)
class K:
    v = 10
    @CountCalls
    def m(self, x): return self.v + x
    @staticmethod
    @repeat(2)
    def s(x): return x
    @classmethod
    @trace
    def c(cls, x): return cls.__name__ + x
    @property
    @repeat(2)
    def p(self): return self.v
    @(lambda f: lambda self: ("lambda deco", f(self)))
    def l(self): return 1
k = K()
print(k.m(1), k.m(2), K.m.n, k.s(5), k.c("!"), k.p, k.l())
registry = {}
def register(name=None):
    def deco(obj):
        registry[name or obj.__name__] = obj
        return obj
    return deco(name) if callable(name) and not isinstance(name, str) else deco
@register("x")
def one(): return 1
@register()
class Two: pass
print(sorted(registry), registry["x"](), registry["Two"] is Two)
def class_deco(cls):
    cls.added = lambda self: "added to " + cls.__name__
    orig = cls.__init__
    def init(self, *a): orig(self, *a); self.extra = True
    cls.__init__ = init
    return cls
@class_deco
class D:
    def __init__(self, v): self.v = v
d = D(5)
print(d.added(), d.v, d.extra)
decos = [lambda f: lambda: f() + 1, lambda f: lambda: f() * 10]
@decos[0]
@decos[1]
def val(): return 2
print(val())
order = []
def mark(n):
    order.append(f"eval {n}")
    def deco(f): order.append(f"apply {n}"); return f
    return deco
@mark(1)
@mark(2)
def z(arg=order.append("default")): pass
print(order)
def not_deco():
    @5
    def f(): pass
print(error(not_deco))
@str
def text(): pass
print(text[:14], type(text))
