def error(function, *args, **kwargs):
    try:
        return "no error: " + repr(function(*args, **kwargs))
    except Exception as e:
        return f"{type(e).__name__}: {e}"


def f(a, b=2, *args, c, d=4, **kw): return a, b, args, c, d, kw
def pos(a, b, /, c, d=4): return a, b, c, d
def kwonly(*, x, y=1): return x, y
def plain(a, b=10): return a + b
def none(): pass
def va(*args, **kwargs): return args, kwargs
print(f(1, c=3), f(1, 5, 6, 7, c=3, e=8), f(*[1, 2, 3], **{"c": 4, "z": 5}), f(a=1, c=2), pos(1, 2, 3), pos(1, 2, c=3, d=5), kwonly(x=1), plain(1), plain(1, 2), plain(b=1, a=2), none(), va(1, *"ab", k=1, **{"j": 2}))
calls = [
    lambda: f(), lambda: f(1), lambda: pos(a=1, b=2, c=3), lambda: pos(1), lambda: pos(1, 2), lambda: kwonly(), lambda: kwonly(1), lambda: kwonly(1, 2, x=3), lambda: plain(), lambda: plain(1, 2, 3), lambda: plain(1, a=2),
    lambda: plain(1, c=2), lambda: none(1), lambda: none(x=1), lambda: plain(*5), lambda: plain(**5), lambda: plain(**{1: 2}), lambda: va(**{"a": 1}, **{"a": 2}), lambda: plain(*[1, 2, 3, 4]), lambda: f(1, c=2, **{"c": 3}),
    lambda: (lambda x: x)(), lambda: (lambda x, y: 0)(1), lambda: (lambda a, b, c: 0)(), lambda: (lambda a, b, c, d: 0)(1), lambda: None(), lambda: (5)(1) if len("x") else 0, lambda: "s".upper(1), lambda: len(), lambda: len([], []), lambda: kwonly(z=1), lambda: kwonly(x=1, z=2), lambda: pos(1, 2, 3, a=4),
    lambda: plain(1, 2, b=3), lambda: (lambda *, a, b, c: 0)(), lambda: (lambda a, *, b: 0)(1, 2, b=3), lambda: (lambda a=1: 0)(1, 2), lambda: abs(), lambda: abs(x=1), lambda: print(foo=1), lambda: isinstance(1), lambda: [].append(x=1), lambda: object(1), lambda: int(foo=1),
]
for call in calls: print(error(call))
def acc(x, seen=[]):
    seen.append(x)
    return seen
print(acc(1), acc(2), acc(3, []), acc.__defaults__, f.__kwdefaults__, f.__defaults__, f.__name__, f.__qualname__, plain.__doc__, none.__annotations__)
n = 1
def default_time(x=n): return x
n = 2
print(default_time(), (lambda *a, k=n, **kw: (a, k, kw))(1, z=2))
def documented(x: int, *args: str, y: "later" = 1, **kw: float) -> list:
    """Doc line.

    More."""
    return x
print(repr(documented.__doc__), documented.__annotations__, documented.__module__, documented(5))
documented.attribute = 1
print(documented.attribute, documented.__dict__, error(lambda: documented.nope), callable(documented), documented == documented, type(documented).__name__, type(lambda: 0).__name__, (lambda: 0).__name__, type(len).__name__)
def order(*a, **k): return list(a), list(k)
seen = []
def s(x): seen.append(x); return x
print(order(s(1), *[s(2)], s(3), z=s(4), **{"y": s(5)}, x=s(6)), seen)
def recurse(n): return 1 if n == 0 else n * recurse(n - 1)
print(recurse(20), (lambda f: f(f, 10))(lambda f, n: n if n < 2 else f(f, n - 1) + f(f, n - 2)))
def deep(n): return deep(n + 1)
try: deep(0)
except RecursionError as e: print(type(e).__name__, e)
def many(a, b, c, d, e, f_, g, h, i, j, k, l, m): return a + m
print(many(*range(13)), many(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, m=13), error(many, 1))
def early(x):
    if x: return "early"
    print("late")
print(early(1), early(0))
def mutate(l, d): l.append(1); d["x"] = 1; l = None
L, D = [], {}
mutate(L, D)
print(L, D, (lambda: (yield))().__class__.__name__, max(*[1, 2], 3), print("x", end="") or "printed")
def outer_default(f=lambda: "lam"): return f()
print(outer_default(), [g(2) for g in [lambda x: x, lambda x, y=1: x + y, abs]], dict(a=1, **{"b": 2}), sorted([1, 2], **{"reverse": True}))


def with_many_defaults(x, y=1):
    return x, y


with_many_defaults.__defaults__ = tuple(range(100))
print(with_many_defaults(), with_many_defaults(5))
with_many_defaults.__defaults__ = (1, 2, 3)
try:
    with_many_defaults(1, 2, 3)
except TypeError as e:
    print(e)
