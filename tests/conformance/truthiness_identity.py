values = [0, 1, -1, 0.0, 0.5, "", "a", [], [0], (), (0,), {}, {0: 0}, set(), {0}, None, True, False, b"", b"0", range(0), range(1), float("nan"), ..., NotImplemented.__class__, object, len, frozenset(), 10 ** 30]
print([bool(v) for v in values])
print([not v for v in values])
print([1 if v else 0 for v in values], sum(1 for v in values if v))
for a in (0, 1, True, 1.0, "1", None, (), [], (1,), b"1"):
    print([a == b for b in (0, 1, True, 1.0, "1", None, (), [], (1,), b"1")], [a != b for b in (0, 1, None)])
x = [1]; y = x; z = [1]
print(x is y, x is z, x == z, x is not z, None is None, x in [z], [x] == [z], x is x[:])
n = float("nan")
print(n == n, n is n, n in [n], [n] == [n], (n,) == (n,), {n: 1} == {n: 1}, [n].index(n), [n].count(n), n != n, n in {n}, max([n, 1]) is n, [float("nan")] == [float("nan")])
print(0 or "x", 0 and "x", "a" and "b", "" or [] or {}, None and 1 / 0, 1 or 1 / 0, not [] and not {}, (1 and 0) or 5, 1 and (0 or 5), not (1 and 0))
print(1 if [] else 2 if {} else 3, (lambda: 1)() if True else None, [i if i else "zero" for i in range(2)])
a = b = 3
print(a is b, a == b, id(a) == id(b), True is (1 == 1), False is (1 > 2), () is (), "ab" is not None)
def f(x=None): return "none" if x is None else "given"
print(f(), f(None), f(0), f(False), type(None) is type(None), isinstance(None, object), bool(None), str(None) == "None", None in [None], [None].index(None))
print(True + True, True == 1, {True: "t", 1: "one"}, [1, 2][True], "ab"[False], True and 5, False or 0, not True, True & False, True | False, True ^ True, ~True, -True, True < 2, sum([True, False, True]), isinstance(True, bool), True.real, (True).__class__, int(True), float(True), str(True).lower(), max(True, False), sorted([True, False, 0, 1]))
