print(list(map(int, ["1", "2"])), list(map(str, [1, None])), sum(map(int, "123")), ",".join(map(str, range(5))))
m = map(int, ["1", "x", "3"])
print(next(m), type(m).__name__, isinstance(m, map), iter(m) is m)
try: next(m)
except ValueError as e: print(e)
print(next(m), next(m, "end"), list(m))
class N:
    def __init__(self, n): self.n = n
    def __str__(self): return "N" + str(self.n)
    def __len__(self): return self.n
    def __int__(self): return self.n
print(list(map(str, [1, N(2), 3])), "".join(map(str, [N(1), 2, N(3)])), [x for x in map(len, [N(2), "abc", N(0)])])
print(sum(map(int, [N(4), "5"])), max(map(len, ["a", N(3)])), set(map(int, [N(4), "4"])), sorted(map(str, [N(9), 1])))
m = map(str, [N(1), 2]); print(next(m), list(m))
a, b = map(int, "3 4".split()); print(a + b)
print(dict(zip("ab", map(int, "12"))), list(enumerate(map(str, [N(1), 2]))), any(map(bool, [0, 1])), all(map(bool, [])))
print(tuple(map(str.strip, [" a", "b "])), list(map(abs, {-1: 0})), list(map(ord, "ab")))
for use in (list, sum, lambda m: [*m], lambda m: {*m}, lambda m: max(m), lambda m: "".join(m)):
    try: print(use(map(str.upper, ["a", 1])))
    except TypeError as e: print(e)
l = [1, 2]
m = map(str, l); next(m); l.append(3); print(list(m))
import functools
print(functools.reduce(lambda a, b: a + b, map(int, "123")), list(filter(None, map(int, "0102"))))
print([*map(int, "12"), *map(str, (3,))], list(map(int, map(str, [1, 2]))), 2 in map(int, "123"))
print(*map(str, [N(1), 2]), sep="-")
