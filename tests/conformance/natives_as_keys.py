# Natives as key functions and callbacks: the same calls in the same order as a Python function would see.
words = ["pear", "fig", "apple", "kiwi", "Banana", "é", ""]
print(sorted(words, key=len), sorted(words, key=str.lower), max(words, key=len), min(words, key=len))
print(sorted(words, key=len, reverse=True), sorted([3, "2", 1.5], key=float), sorted(["10", "9", "-3"], key=int))
d = {"a": 3, "b": 1, "c": 2}
print(max(d, key=d.get), min(d, key=d.get), sorted(d, key=d.get), sorted(d, key=d.__getitem__), max(d.items(), key=lambda kv: kv[1]))
print(max([], key=len, default="none"), min((), key=str, default=0), max(3, 1, 2, key=abs), min("b", "a", key=ord))
for function, items in ((len, [1]), (int, ["1", "x"]), (str.upper, ["a", 1]), (d.get, [[]]), (ord, ["ab"]), (abs, ["a", 1])):
    for use in (sorted, max, min, lambda it, key: list(it).sort(key=key)):
        try:
            print(use(items, key=function))
        except (TypeError, ValueError) as e:
            print(type(e).__name__, e)
it = iter([3, 1, 2])
print(sorted("abc", key=it.__next__ if False else lambda c: next(it)))


class N:
    def __init__(self, n):
        self.n = n

    def __len__(self):
        return self.n

    def __lt__(self, other):
        return self.n < other.n

    def __gt__(self, other):
        print("gt", self.n, other.n)
        return self.n > other.n

    def __str__(self):
        return f"N{self.n}"

    def __repr__(self):
        return f"N({self.n})"


mixed = ["abc", N(2), [1], N(0), (1, 2, 3, 4)]
print([str(x) for x in sorted(mixed, key=len)], str(max(mixed, key=len)), str(min(mixed, key=str)))
table = {1: N(5), 2: N(3), 3: N(4)}
print(max(table, key=table.get), min(table, key=table.get), sorted(table, key=table.get))
a, *b = [1]
print(a, b)
*a, b = (1, 2, 3)
print(a, b)
a, *b, c = "xyz"
print(a, b, c)
a, *b = range(5)
print(a, b)
for n in (0, 1):
    try:
        a, *b, c = [1] * n
    except ValueError as e:
        print(e)
import itertools
for r in range(5):
    print(list(itertools.permutations("abc", r)), list(itertools.combinations(range(4), r)), list(itertools.combinations_with_replacement("xy", r)))
print(len(set(itertools.permutations(range(6)))), list(itertools.permutations(range(6)))[-2:], list(itertools.combinations(range(12), 3))[30:36])
print(list(itertools.product("ab", repeat=3)), list(itertools.product()), list(itertools.product("ab", [])), list(itertools.product(range(3), "xy", (None,))))
p = itertools.product(range(7), repeat=3)
print([next(p) for _ in range(40)][-3:], sum(1 for _ in p), list(p))
for k, g in itertools.groupby("aabbbca", key=str.upper):
    print(k, list(g))
groups = [g for k, g in itertools.groupby([1, 1, 2])]
print([list(g) for g in groups])
print(round(2.675, 2), round(0.125, 2), round(1e5 + 0.005, 2), round(-2.5e-3, 3), round(123456.789, 5), f"{0.125:.2f} {2.5:.0f} {3.5:.0f} {1e15 / 3:.3f} {-0.0:.1f} {9.995:.2f} {1e-8:.6f} {999999.9999996:.6f}")
print([int(s) for s in ("-5", "007", " 12\n", "1_000", "+3", "123456789012345678", "1234567890123456789")], [str(n) for n in (0, -7, 10, 99, 100, -12345678901234567, 2**62, -(2**62) - 1)])
print("ab" * 20 + "xyz" in "ab" * 40 + "xyz", ("ab" * 40 + "xyz").find("bxyz"), ("-" * 50 + "x-").find("x-"), "aXbXc".count("X"), ("ab" * 30).count("ba"), ("x" * 33).find("xy"), "banana".replace("an", "<>"))
print(list(itertools.zip_longest("ab", [1], range(3), fillvalue="-")), list(itertools.zip_longest()), list(itertools.zip_longest(*[iter(range(5))] * 2)))
print(list(itertools.zip_longest((c for c in "ab"), [1])), list(itertools.zip_longest(map(str, [N(1), 2]), "x")), list(itertools.zip_longest([], "")))


class P:
    x = 1

    def __init__(self):
        self.y = 2


class Q(P):
    def __getattr__(self, name):
        if name == "z":
            return 3
        raise AttributeError(name)

    @property
    def broken(self):
        raise AttributeError("broken")


for o in (P(), Q(), P, "text"):
    print([hasattr(o, n) for n in ("x", "y", "z", "broken", "__class__", "__dict__", "__nothing__")], getattr(o, "z", 9), getattr(o, "broken", 8), getattr(o, "y", 7))
print({1, 2, 3} & {2, 3, 4}, 2 in {1: 0, 2: 0}, [1] in [[1]], sum([1, 2.5, True]), sum((1, 2), 3), sum("") if False else 0, sorted("hello"), list("héy"), set("aab") == {"a", "b"})
try:
    [] in {}
except TypeError as e:
    print(e)
import functools


@functools.lru_cache(maxsize=2)
def f(*args, **kwargs):
    print("f", args, kwargs)
    return args


f(1), f(1), f(1.0), f("1"), f((1,)), f(1, 2), f(a=1), f(1)
print(f.cache_info())


@functools.cache
def g(*args):
    print("g", args)


g(1), g(True), g((1,)), g(1, 2), g((1, 2)), g(), g(), g("a"), g("a")
print(g.cache_info())
