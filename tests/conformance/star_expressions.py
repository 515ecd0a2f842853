def error(function, *args, **kwargs):
    try:
        return "no error: " + repr(function(*args, **kwargs))
    except Exception as e:
        return f"{type(e).__name__}: {e}"


a, *b = 1, 2, 3
*a2, b2 = "xyz"
(c, *d), *e = [(1, 2, 3), 4, 5]
[*f], g = [[1, 2], 3]
print(a, b, a2, b2, c, d, e, f, g)
for x, *y in [(1,), (1, 2, 3), "ab"]: print(x, y)
print([*range(2), *"ab", *{"k": 1}], (*[1], 2, *()), {*[1, 2], *(2, 3)} == {1, 2, 3}, {**{"a": 1, "b": 2}, "a": 3, **{"c": 4}}, [*[*[1]]], (*"a",))
def f(*a, **k): return a, k
print(f(*[1], 2, *[3, 4], x=5, **{"y": 6}, z=7), f(*"ab", *range(2)), f(**{}, **{"k": 1}), f(*{}, **dict(a=1)), f(*(x for x in "pq")), f(*[]), f(*{"d": 1}))
def ret(): return 1, *[2, 3]
def gen(): yield 0, *range(2)
print(ret(), list(gen()))
first, second, *_ = range(100)
*_, last = range(100)
print(first, second, last, len(_))
x = *"ab",
y = [1, *x]
print(x, y)
i, *L = 0, 1, 2
L[0], *L[1:], z = 10, 20, 30, 40
print(L, z)
print(error(lambda: [*5]), error(lambda: {**[1]}), error(lambda: f(*5)), error(lambda: f(**5)), error(lambda: f(**{1: 1})), error(lambda: f(k=1, **{"k": 2})), error(lambda: {*[[]]}), error(lambda: (*None,)))
def u(v):
    a, b, *c = v
    return a, b, c
print(u("ab"), u(range(5)), error(u, "a"), error(u, 5), u({"x": 1, "y": 2}), u(iter([1, 2, 3])))
for t in [*range(2), *"z"]: print(t, end=" ")
print(*[1, 2], *"ab", sep=".")
d = {"one": 1, **({"two": 2} if True else {}), **({} if True else {"three": 3})}
print(d, [*d], [*d.items()], dict(**d, x=0), max(*[3, 9], 4), [*map(str, [1])], "".join([*"abc"][::-1]), {k: v for k, v in [*d.items()]}, [[*r] for r in zip(*[[1, 2], [3, 4]])])
