def error(function, *args, **kwargs):
    try:
        return "no error: " + repr(function(*args, **kwargs))
    except Exception as e:
        return f"{type(e).__name__}: {e}"


print([x for x in range(5)], [x * 2 for x in range(5) if x % 2], [x for x in range(20) if x % 2 if x % 3], [(x, y) for x in range(2) for y in "ab"], [y for x in [[1, 2], [3]] for y in x], [[i * j for j in range(3)] for i in range(3)])
print({x: x * x for x in range(3)}, {k: v for k, v in [("a", 1), ("a", 2)]}, {v: k for k, v in {"x": 1}.items()}, sorted({x % 3 for x in range(9)}), {(a, b): a + b for a in range(2) for b in range(2) if a != b})
print(list(x for x in "abc"), sum(x for x in range(4)), [x if x % 2 else -x for x in range(4)], [a + b for a, b in [(1, 2), (3, 4)]], [a for a, *_ in ["xyz", "ab"]], [len(w) for w in "a bb ccc".split()])
matrix = [[1, 2, 3], [4, 5, 6]]
print([[row[i] for row in matrix] for i in range(3)], [v for row in matrix for v in row if v % 2 == 0], list(zip(*matrix)), [sum(r) for r in matrix], [max(c) for c in zip(*matrix)], [*map(list, zip(*matrix))])
n = 3
print([n for n in range(n)], n, [n + k for k in range(n)], [[n for n in range(m)] for m in range(n)], [lambda: n for n in range(2)][0](), [f() for f in [lambda v=v: v for v in range(3)]])
order = []
def t(x): order.append(x); return x
_ = {t(k): t(v) for k, v in [(1, 2), (3, 4)]}
_ = [t(x) for x in [t(5), t(6)] if t(x > 5)]
print(order)
print([y for x in range(5) if (y := x * x) % 2 == 0], y, [last := x for x in range(3)], last, [z := 0, [z := z + v for v in range(5)]][1], z)
print(error(lambda: [x for x in 5]), error(lambda: [1 / x for x in [1, 0]]), error(lambda: {[]: 1 for _ in range(1)}), error(lambda: {[] for _ in "a"}), error(lambda: [a for a, b in [(1,)]]), error(lambda: [undefined for _ in "a"]), error(lambda: [x.foo for x in [1]]))
def f(k): return [k + v for v in range(3)], (k * v for v in range(3)), {v: k for v in "ab"}
a, b, c = f(10)
print(a, list(b), c)
class C:
    items = [1, 2, 3]
    doubled = [v * 2 for v in items]
    as_dict = {v: 1 for v in items}
    def method(self): return [v + self.k for v in self.items]
    k = 100
print(C.doubled, C.as_dict, C().method())
print([[x, y] for x, y in zip(range(3), "abc") if x], [c for c in {"k": 1, "j": 2}], [p for p in range(2, 40) if all(p % q for q in range(2, int(p ** 0.5) + 1))], [(i, c) for i, c in enumerate("ab", 1)], ["fizz" * (not i % 3) + "buzz" * (not i % 5) or i for i in range(1, 16)])
print([x for x in [1, 2, 3] if x > 1 and x < 3 or x == 1], [not x for x in (0, 1)], [x for _ in range(2) for x in "ab"], {**{k: 1 for k in "ab"}, **{}}, [*[x for x in range(2)], *(y for y in "z")], [i for i in range(10)][::3], [w.upper() for w in ("a", "b")][1], len([None for _ in range(1000)]), sum([1 for x in range(100) if x % 7 == 0]))
print([[[k for k in range(j)] for j in range(i)] for i in range(4)], sorted([x % 3, x] for x in range(5)), any([x == 3 for x in range(5)]), [(lambda q: q + x)(1) for x in range(3)], "".join([c for c in "h e l" if c != " "]), dict([(k, [k] * v) for k, v in zip("ab", (1, 2))]), [x for x in (i for i in range(3))])
