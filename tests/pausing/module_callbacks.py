import re, functools, json, copy, operator
print(re.sub(r"\d+", lambda m: str(ask(int(m[0])) + 1), "a1b22c333"))
@functools.lru_cache(maxsize=None)
def fib(n): return n if n < 2 else ask(fib(n - 1) + fib(n - 2))
print(fib(8))
print(sorted([3, 1, 2], key=functools.cmp_to_key(lambda a, b: ask(a) - ask(b))))
part = functools.partial(ask)
print(part(3), list(map(functools.partial(lambda a, b: ask(a + b), 1), [1, 2])))
class C:
    def __deepcopy__(self, memo): return ask("deep")
print(copy.deepcopy([C(), 1]))
print(json.dumps({"a": ask([1, 2])}), json.loads(ask('{"x": [1.5, null]}')))
@functools.total_ordering
class T:
    def __init__(self, v): self.v = v
    def __eq__(self, o): return ask(self.v) == o.v
    def __lt__(self, o): return ask(self.v) < o.v
print(T(1) <= T(2), T(1) >= T(2), T(3) > T(2))
