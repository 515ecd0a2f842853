import itertools as it, re
def g():
    x = yield 1
    while True: x = yield x
L = [1, 2, 3, 4, 5]; D = {"a": 1, "b": 2, "c": 3}; S = {1, 2, 3}
def mk():
    return {
        "list": iter(L), "rev": reversed(L), "tuple": iter((1, 2, 3)), "str": iter("aébc"), "bytes": iter(b"abc"), "ba": iter(bytearray(b"abc")), "range": iter(range(5)), "bigrange": iter(range(10**20, 10**20 + 5)), "revrange": reversed(range(5)),
        "keys": iter(D), "values": iter(D.values()), "items": iter(D.items()), "revd": reversed(D), "revitems": reversed(D.items()), "set": iter(S), "fset": iter(frozenset([1, 2, 3])),
        "enum": enumerate("abc", 5), "zip": zip(L, "abc", strict=False), "map": map(lambda x: x * 2, L), "map2": map(pow, [2, 3, 4], [1, 2, 3]), "filter": filter(lambda x: x % 2, L), "gen": g(), "genexp": (x * x for x in L), "callable": iter(iter(L).__next__, 4),
        "chain": it.chain([1, 2], [3]), "chainf": it.chain.from_iterable([[1, 2], [3]]), "cycle": it.cycle([1, 2]), "count": it.count(5, 2), "repeat": it.repeat("x", 5), "islice": it.islice(L, 1, 5), "acc": it.accumulate(L), "accf": it.accumulate(L, lambda a, b: a * b, initial=2), "take": it.takewhile(lambda x: x < 4, L), "drop": it.dropwhile(lambda x: x < 2, L), "star": it.starmap(pow, [(2, 1), (2, 2), (2, 3)]),
        "prod": it.product([1, 2], "ab"), "perm": it.permutations([1, 2, 3]), "comb": it.combinations([1, 2, 3], 2), "cwr": it.combinations_with_replacement([1, 2], 2), "zl": it.zip_longest([1], [2, 3, 4]), "pair": it.pairwise(L), "comp": it.compress(L, [1, 0, 1, 1]), "ff": it.filterfalse(lambda x: x % 2, range(6)), "group": (k for k, _ in it.groupby("aabbc")),
        "tee": it.tee(L)[0], "finditer": (m.group() for m in re.finditer(r"\w", "abcd")), "finditer2": re.finditer(r"(\w)(\d)", "a1b2c3"), "getitem": iter(type("G", (), {"__getitem__": lambda s, i: [10, 20, 30][i]})()),
    }
its = mk(); t1, t2 = it.tee(iter(range(5))); next(t1); next(t1)
first = {k: str(next(v)) for k, v in its.items()}
gr = it.groupby("aabbbc"); k, grp = next(gr); next(grp)
shared = iter(L); z2 = zip(shared, shared); next(z2)
ask(0)
second = {k: str(next(v)) for k, v in its.items() if k not in ("getitem",)}
ask(1)
for k in first:
    r = list(it.islice(its[k], 6))
    print(k, first[k] if "finditer2" != k else "", second.get(k) if "finditer2" != k else "", [str(x) if not hasattr(x, "group") else x.groups() for x in r], list(it.islice(its[k], 2)) if k not in ("cycle", "count", "gen") else "")
print(list(t1), list(t2), list(grp), [(k, list(g)) for k, g in gr], list(z2))
it2 = iter(L); next(it2); L.append(99); ask(2); print(list(it2)); it3 = iter(D); next(it3); ask(3); D["new"] = 1
try: next(it3)
except RuntimeError as e: print(e)
it4 = iter(L); list(it4); ask(4); L.append(100); print(list(it4), it4.__length_hint__(), its["list"].__reduce__() if False else "")
