# packages: cachetools
from cachetools import LRUCache, TTLCache, cached

c = LRUCache(2)
c[1] = 1
c[2] = 2
c[1]
c[3] = 3
assert 2 not in c and 1 in c


@cached(cache={})
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


assert fib(30) == 832040
t = TTLCache(10, 100)
t["a"] = 1
assert t["a"] == 1
