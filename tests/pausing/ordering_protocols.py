# __lt__, __gt__, __eq__ that ask, in sorting and comparing
import heapq, bisect, functools
class I:
    def __init__(self, n): self.n = n
    def __lt__(self, o): return ask(self.n) < o.n
    def __repr__(self): return f"I{self.n}"
class G:
    def __init__(self, n): self.n = n
    def __gt__(self, o): return ask(self.n) > (o.n if isinstance(o, G) else o)
    def __repr__(self): return f"G{self.n}"
items = [I(n) for n in (3, 1, 4, 1, 5, 9, 2, 6)]
print(sorted(items), min(items), max(items), sorted(items, reverse=True), sorted(items, key=lambda i: -ask(i.n)))
print(heapq.nsmallest(3, items), heapq.nlargest(2, items), list(heapq.merge([I(1), I(4)], [I(2), I(3)])))
h = items[:]; heapq.heapify(h); print(heapq.heappop(h), heapq.heappushpop(h, I(0)), heapq.heapreplace(h, I(7)), h)
s = sorted(items); print(bisect.bisect(s, I(4)), bisect.bisect_left(s, I(1))); bisect.insort(s, I(3)); print(s)
print(bisect.bisect_left([1, 2, 3], 4, key=lambda v: ask(v * 2)))
print(min(3, 1, 2, key=ask), max([3, 1, 2], key=lambda v: -ask(v)), min([], default=ask("d"), key=ask))
print(sorted([G(2), G(1)]), G(3) < G(5), max(G(1), G(2)), 1 < G(2))
print(sorted([(1, I(2)), (1, I(1))]), [I(1), I(2)] < [I(1), I(3)], (I(1),) < (I(2),))
print(sorted("bca", key=functools.cmp_to_key(lambda a, b: ask((a > b) - (a < b)))))
@functools.total_ordering
class T:
    def __init__(self, n): self.n = n
    def __eq__(self, o): return ask(self.n) == o.n
    def __lt__(self, o): return ask(self.n) < o.n
    def __repr__(self): return f"T{self.n}"
print(T(1) <= T(2), T(1) >= T(2), T(1) > T(1), T(2) != T(2), sorted([T(2), T(1)], reverse=True), max(T(1), T(3), T(2)))
class Chain:
    def __init__(self, n): self.n = n
    def __lt__(self, o): print("lt", self.n); return ask(self.n < o.n)
    def __le__(self, o): print("le", self.n); return ask(self.n <= o.n)
print(Chain(1) < Chain(2) <= Chain(2) < Chain(1) < Chain(5))
class Bad:
    def __lt__(self, o): raise ValueError(ask("cannot"))
try: [Bad(), Bad()].sort()
except ValueError as e: print(e)
L = [3, 1, 2]
def key(x):
    try: L.append(x)
    except Exception as e: print(e)
    return ask(x)
try: L.sort(key=key)
except ValueError as e: print(e)
print(L)
class Fallback:
    def __eq__(self, o): ask("eq"); return NotImplemented
    def __lt__(self, o): ask("lt"); return NotImplemented
    def __gt__(self, o): ask("gt"); return NotImplemented
f = Fallback()
print(f == 1, f != 1, f == f, f in [1, f])
try: f < 1
except TypeError as e: print(e)
try: f < Fallback()
except TypeError as e: print(e)
