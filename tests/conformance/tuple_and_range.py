def error(function, *args, **kwargs):
    try:
        return "no error: " + repr(function(*args, **kwargs))
    except Exception as e:
        return f"{type(e).__name__}: {e}"


t = (1, "a", None)
print(t, (), (1,), tuple("ab"), tuple([1]), t + (2,), t * 2, t[1], t[-1], t[1:], t[::-1], len(t), "a" in t, t.index("a"), t.count(1), tuple(), (1, 2) < (1, 3), (1,) < (1, 0), hash((1, 2)) == hash((1, 2)), (1, 2) == (1.0, 2.0))
a, b = 1, 2
a, b = b, a
x = 1,
print(a, b, x, (1, (2, (3,))), 3 * (0,), () + (), () == (), sorted([(2, "b"), (1, "z"), (2, "a")]), max((1, 2), (1, 3)), tuple(reversed((1, 2))), {(1, 2): "k"}[1, 2])
print(error(lambda: t[9]), error(lambda: t + [1]), error(lambda: t.index(99)), error(hash, ([],)), error(lambda: t.append), error(lambda: t["a"]), error(lambda: (1,) < (None,)), error(tuple, 5), error(lambda: t * t))
def set_item(): t[0] = 1
def del_item(): del t[0]
print(error(set_item), error(del_item))
L = ([1],)
try:
    L[0] += [2]
except TypeError as e:
    print(e, L)
class Pair(tuple):
    def __new__(cls, a, b): return super().__new__(cls, (a, b))
    @property
    def first(self): return self[0]
p = Pair(1, 2)
print(p, p.first, p == (1, 2), type(p[:]).__name__, isinstance(p, tuple), len(p), [*p], p + (3,), {p: 1}[1, 2])
r = range(2, 20, 3)
print(r, list(r), len(r), r[0], r[-1], r[1:3], r[::-1], 5 in r, 6 in r, "a" in r, 5.0 in r, r.index(8), r.count(8), r.count(9), r.start, r.stop, r.step, r == range(2, 19, 3), hash(r) == hash(range(2, 19, 3)), range(0) == range(5, 2), bool(range(0)), list(reversed(r)), range(3) != range(4))
print(range(10, 0, -3), list(range(10, 0, -3)), range(5)[2], range(-3), list(range(-3, 3)), range(10 ** 20)[10 ** 19], 10 ** 19 in range(10 ** 20), range(0, 10 ** 30, 10 ** 29)[3], list(range(2 ** 62, 2 ** 62 + 3)), sum(range(100)), max(range(5)), min(range(5, 1, -1)), range(True, 3), range(2 ** 63, 2 ** 63 + 2)[-1])
print(error(range), error(range, 1.5), error(range, 1, 2, 0), error(range, "a"), error(lambda: range(3)[3]), error(lambda: r.index(4)), error(range, 1, 2, 3, 4), error(lambda: range(3) < range(4)), error(lambda: range(3) + range(3)), error(len, range(2 ** 63)))
i = "unchanged"
for i in range(0): pass
print(i)
for i in range(3): i = i * 10
print(i, [list(range(n)) for n in range(3)], list(zip(range(3), range(5, 0, -2))), tuple(range(3)), *range(3))
it = iter(range(3))
print(next(it), list(it), next(it, "end"), list(iter(range(2 ** 64, 2 ** 64 + 2))))
