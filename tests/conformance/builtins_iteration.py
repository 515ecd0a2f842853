def error(function, *args, **kwargs):
    try:
        return "no error: " + repr(function(*args, **kwargs))
    except Exception as e:
        return f"{type(e).__name__}: {e}"


print(list(enumerate("ab")), list(enumerate("ab", 5)), list(enumerate([], start=1)), list(zip()), list(zip([1, 2])), list(zip("ab", [1, 2, 3], (x for x in "xyz"))), list(zip("ab", "cd", strict=True)), error(lambda: list(zip("ab", "c", strict=True))), error(lambda: list(zip("a", "cd", strict=True))), list(map(str, [1, 2])), list(map(pow, [2, 3], [3, 2])), list(map(lambda *a: a, [1], [2], [3])), list(filter(None, [0, 1, "", "a", None, []])), list(filter(lambda x: x > 1, range(4))), list(reversed([1, 2])), list(iter([1, 2].pop, 1)))
print(all([]), any([]), all([1, 0]), any([0, 1]), all(x < 5 for x in range(5)), any(""), all("ab"), sum([]), sum([1, 2], 10), sum([[1], [2]], []), sum([1.5, 2]), sum((0.1,) * 3), sum([True, True]), sum([2 ** 62, 2 ** 62]), sum([1, 2], start=5), sum(range(1000)), sum([1, 2.5, 10 ** 20]))
print(min(3, 1, 2), max([3, 1]), min("hello"), max("a", "b", key=ord), min([[2], [1, 9]]), max([], default="d"), min((x for x in [2, 1])), max(1, True), max(True, 1), min(0, -0.0), max([1, 2, 3], key=lambda x: -x), max({"a": 5, "b": 3}.items(), key=lambda kv: kv[1]))
it = iter([1, 2, 3])
print(next(it), next(it), next(it), next(it, None), next(it, "x"), error(next, it))
e = enumerate("xyz"); z = zip("ab", "cd"); m = map(abs, [-1, -2]); f = filter(None, [1, 0, 2]); r = reversed("ab")
print([type(o).__name__ for o in (e, z, m, f, r, iter([]), iter(()), iter(""), iter({}), iter({1}), iter(range(1)), iter({}.values()), iter({}.items()), iter(b""), reversed([]), reversed({}))], all(iter(o) is o for o in (e, z, m, f, r)), next(e), next(z), next(m), next(f), next(r), list(e), list(z), list(m), list(f), list(r))
it = iter("abcdef")
print(list(zip(it, it)), [a + b for a, b in zip("ac", "bd")], dict(zip("ab", range(2))), [*map(lambda a, b: a * b, "ab", [2, 3])], list(map(None.__class__, [])), list(zip(*[(1, 2), (3, 4)])), list(zip(*[iter(range(6))] * 3)))
log = []
def src(name, n):
    for i in range(n):
        log.append(f"{name}{i}")
        yield i
print(list(zip(src("a", 2), src("b", 3))), log)
log.clear()
lazy = map(lambda x: log.append(x) or x, [1, 2, 3])
print(log, next(lazy), log)
print(any(x > 0 for x in src("any", 5)), all(x < 1 for x in src("all", 5)), 1 in src("in", 5), log)
print(error(lambda: list(map(lambda x: 1 / x, [1, 0]))), error(lambda: list(map(lambda x: x, [1], [2]))), error(lambda: sum([1, "a"])), error(lambda: sum(["a"], "")), error(lambda: sum([b"a"], b"")), error(lambda: list(enumerate([1], "a"))), error(map), error(map, abs), error(filter, None), error(lambda: list(filter(5, [1]))), error(lambda: max(1)), error(lambda: max([1, "a"])), error(lambda: max(key=len)))
L = [1, 2, 3]
it = iter(L)
next(it); L.append(4)
print(list(it), list(it)); L.append(5); print(list(it))
d = {"a": 1}
it = iter(d); next(it)
print(next(it, "end"), [k for k in d], [(k, v) for k, v in d.items()], list(d.values()))
print([x for x in iter(lambda c=[0]: c.__setitem__(0, c[0] + 1) or c[0], 4)], error(iter, 5, 1), error(iter, int), *[x for x in reversed(range(0, 10, 3))], sorted(enumerate("ba"), key=lambda p: p[1]))
