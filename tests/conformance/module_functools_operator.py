def error(function, *args, **kwargs):
    try:
        return "no error: " + repr(function(*args, **kwargs))
    except Exception as e:
        return f"{type(e).__name__}: {e}"


import functools, operator
from functools import reduce, partial, lru_cache, wraps, cmp_to_key, total_ordering, cached_property, cache, singledispatch
print(reduce(lambda a, b: a + b, [1, 2, 3]), reduce(lambda a, b: a * b, [1, 2], 10), reduce(max, [3, 9, 2]), reduce(operator.add, ["a", "b"], ""), reduce(lambda a, b: b, [5]), reduce(None, [], "init"), error(reduce, lambda a, b: a, []), error(reduce, lambda a: a, [1, 2]), error(reduce, max, 5))
p = partial(int, base=2)
q = partial(lambda *a, **k: (a, k), 1, x=2)
print(p("101"), q(), q(3, y=4), q(x=9), q.args, q.keywords, partial(q, 5)(6), list(map(partial(pow, 2), range(4))), error(partial), error(partial, 5), error(partial(int), "x"))
calls = []
@lru_cache(maxsize=2)
def f(x): calls.append(x); return x * 10
print([f(x) for x in (1, 2, 1, 3, 2)], calls, f.cache_info(), f.cache_clear(), f.cache_info(), f.__name__, f.__wrapped__(7))
@cache
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
@lru_cache
def bare(a, b=1, *, c=2): return a, b, c
print(fib(100), fib.cache_info().hits > 0, bare(1), bare(1, c=5), bare(1, 1), bare.cache_info().misses, error(fib, []))
def deco(g):
    @wraps(g)
    def w(*a): "wrapper doc"; return g(*a)
    return w
@deco
def orig(x): "orig doc"; return x
print(orig.__name__, orig.__doc__, orig.__wrapped__(1), orig(2))
print(sorted([3, 1, 2], key=cmp_to_key(lambda a, b: b - a)), sorted(["b", "aa"], key=cmp_to_key(lambda a, b: len(a) - len(b))), max([1, 5], key=cmp_to_key(lambda a, b: a - b)))
@total_ordering
class V:
    def __init__(self, n): self.n = n
    def __eq__(self, o): return self.n == o.n
    def __lt__(self, o): return self.n < o.n
print(V(1) <= V(1), V(2) > V(1), V(1) >= V(2), V(1) != V(2), sorted([V(2), V(1)])[0].n)
class CP:
    @cached_property
    def v(self): calls.append("computed"); return 5
c = CP()
print(c.v, c.v, calls.count("computed"), vars(c))
@singledispatch
def show(x): return f"default {x}"
@show.register(int)
def _(x): return f"int {x}"
@show.register
def _(x: list): return f"list {len(x)}"
print(show(1), show([1]), show("s"), show(True), show.dispatch(int)(4))
o = operator
print(o.add(1, 2), o.sub(1, 2), o.mul("a", 2), o.truediv(1, 2), o.floordiv(7, 2), o.mod(7, 2), o.pow(2, 3), o.neg(1), o.not_(0), o.and_(6, 3), o.or_(6, 3), o.xor(6, 3), o.invert(5), o.lshift(1, 2), o.rshift(8, 1), o.eq(1, 1), o.ne(1, 1), o.lt(1, 2), o.le(1, 1), o.gt(1, 2), o.ge(1, 1), o.is_(None, None), o.is_not(1, None), o.contains([1], 1), o.getitem([5], 0), o.concat([1], [2]), o.countOf([1, 1], 1), o.indexOf([1, 2], 2), o.truth([]), o.abs(-1), o.index(True), o.iadd([1], [2]), o.length_hint([1, 2]))
d = {"a": 1}
o.setitem(d, "b", 2); o.delitem(d, "a")
print(d, o.itemgetter(1)("abc"), o.itemgetter(0, 2)("abc"), o.itemgetter("b")(d), o.attrgetter("real")(5), o.attrgetter("n", "n")(V(3)), o.attrgetter("a.b")(type("T", (), {"a": type("U", (), {"b": 7})})), o.methodcaller("upper")("x"), o.methodcaller("split", ",", maxsplit=1)("a,b,c"), sorted([(1, "b"), (2, "a")], key=o.itemgetter(1)), error(o.itemgetter(5), "a"), error(o.add, 1, "a"), error(o.attrgetter("zz"), 1), error(o.add, 1))


@lru_cache(maxsize=0)
def uncached(values):
    if not values:
        raise ValueError("empty")
    return sum(values)


print(uncached([1, 2]), uncached([1, 2]), uncached.cache_info())  # no key is made, so nothing need be hashable
try:
    uncached([])
except ValueError as e:
    print(e, uncached.cache_info())
uncached.cache_clear()
print(uncached.cache_info(), uncached.cache_parameters(), lru_cache(maxsize=-3)(len)([]))
