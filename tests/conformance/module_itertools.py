def error(function, *args, **kwargs):
    try:
        return "no error: " + repr(function(*args, **kwargs))
    except Exception as e:
        return f"{type(e).__name__}: {e}"


import itertools as it
from itertools import *
def L(x): return list(x)
def first(n, x): return list(islice(x, n))
print(first(3, count()), first(3, count(10, -2)), first(3, count(0.5, 0.25)), first(5, cycle("ab")), L(repeat("x", 3)), first(2, repeat(1)), L(cycle([])), L(accumulate([1, 2, 3, 4])), L(accumulate([3, 1, 2], max)), L(accumulate([1, 2], initial=10)), L(accumulate("abc")), L(accumulate([])), L(accumulate([1, 2, 3], lambda a, b: a * b)))
print(L(chain("ab", [1], ())), L(chain()), L(chain.from_iterable(["ab", [1]])), L(compress("abcd", [1, 0, 1])), L(dropwhile(lambda x: x < 3, [1, 3, 1])), L(takewhile(lambda x: x < 3, [1, 3, 1])), L(filterfalse(lambda x: x % 2, range(5))), L(filterfalse(None, [0, 1, ""])), L(islice("abcdef", 2)), L(islice("abcdef", 1, 4)), L(islice("abcdef", 1, None, 2)), L(islice("abc", 0)), L(starmap(pow, [(2, 3), (3, 2)])), L(zip_longest("abc", "x", fillvalue="-")), L(zip_longest([1], [])), L(pairwise("abcd")), L(pairwise("a")))
print(L(product("ab", [1, 2])), L(product("ab", repeat=2)), L(product()), L(product([], "a")), L(permutations("abc")), L(permutations([1, 2, 3], 2)), L(permutations([], 0)), L(permutations("ab", 3)), L(combinations("abcd", 2)), L(combinations([1, 2], 0)), L(combinations([1], 2)), L(combinations_with_replacement("ab", 2)), len(L(permutations(range(6)))), len(L(combinations(range(12), 5))))
print([(k, L(g)) for k, g in groupby("aaabbca")], [(k, L(g)) for k, g in groupby([1, 3, 2, 4, 5], key=lambda x: x % 2)], L(groupby([])), [k for k, _ in groupby("aab")])
g = groupby("aab")
k1, g1 = next(g)
k2, g2 = next(g)
print(k1, L(g1), k2, L(g2))
a, b = tee([1, 2, 3])
print(next(a), next(a), L(b), L(a), [L(t) for t in tee("xy", 3)], tee([1], 0))
c = chain([1, 2], (x for x in "z"))
print(next(c), L(c), L(c), next(islice("abc", 1, None)), max(accumulate([1, -5, 10])), sum(islice(count(1), 10)), dict(zip("ab", count())), type(c).__name__, type(count()).__name__, iter(c) is c, count(5), count(5, 2), repeat("a", 2), L(map(lambda a, b: a + b, count(), "" or [1, 2])))
src = iter(range(10))
print(L(takewhile(lambda x: x < 3, src)), next(src), L(islice(src, 2)), L(src))
for call in [lambda: L(islice("a", -1)), lambda: L(chain(5)), lambda: L(combinations("a", -1)), lambda: L(starmap(pow, [1])), lambda: L(zip_longest("a", foo=1)), lambda: count("a"), lambda: L(product("a", repeat=-1)), lambda: L(islice("a")), lambda: L(accumulate([1, "a"])), lambda: L(repeat(1, "a")), lambda: L(cycle(5)), lambda: it.nope, lambda: L(groupby(5)), lambda: L(dropwhile(5, [1])), lambda: L(islice("ab", 0, 5, 0))]:
    print(error(call))


class Floats:
    def __float__(self):
        return 1.0

    def __add__(self, other):
        return "more"


class Subtracts:
    def __sub__(self, other):
        return self


for _start in (Floats(), Subtracts()):
    try:
        _counted = it.count(_start)
        next(_counted)
        print(next(_counted))
    except TypeError as _error:
        print(_error)
