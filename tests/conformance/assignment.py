def error(function, *args, **kwargs):
    try:
        return "no error: " + repr(function(*args, **kwargs))
    except Exception as e:
        return f"{type(e).__name__}: {e}"


a = b = c = []
a.append(1)
print(a is b is c, c)
x, y = 1, 2
x, y = y, x
(p, q), r = [3, 4], 5
[m, n] = "mn"
first, *rest = range(5)
*init, last = "abc"
head, *mid, tail = [1, 2]
((s, *t), u) = ((1, 2, 3), 4)
print(x, y, p, q, r, m, n, first, rest, init, last, head, mid, tail, s, t, u)
L = [0] * 5
d = {}
L[0], L[1:3], d["k"], *L[3:] = 10, "ab", 5, 7, 8
print(L, d)
i = 0
i, L[i] = 2, "i was 2"
print(L)
class O: pass
o = O()
o.a, o.b = 1, [2]
o.a += 10; o.b += [3]; L[0] += 5; L[1] *= 3; d["k"] **= 2; d["k"] -= 1
o.c = o.d = "shared"
print(vars(o), L, d)
v = 10
v += 5; v -= 1; v *= 3; v /= 2; v //= 2; v **= 2; v %= 17; print(v)
v = 6; v |= 9; v &= 13; v ^= 2; v <<= 3; v >>= 1; print(v)
s = "a"; s += "b"; s *= 2; t = (1,); t += (2,); u = {1}; u |= {2}; print(s, t, u)
def unpack(n, value):
    if n == 0: () = value
    elif n == 1: (a,) = value
    elif n == 2: a, b = value
    elif n == 3: a, b, c = value
    else: a, b, *c = value
    return "ok"
for n, value in [(2, [1]), (2, [1, 2, 3]), (3, "ab"), (0, [1]), (0, []), (4, [1]), (4, [1, 2]), (2, 5), (2, None), (1, {}), (2, {"x": 1, "y": 2}), (3, range(10)), (2, (x for x in range(3)))]:
    print(n, error(unpack, n, value))
del x, (y, p), [q]
print(error(lambda: x), error(lambda: undefined_name))
L = [1, 2, 3, 4]
del L[0], L[-1]
d = {"a": 1, "b": 2}
del d["a"], o.c
print(L, d, hasattr(o, "c"), error(lambda: o.c))
def del_missing(): del d["zz"]
def del_attr(): del o.zz
def del_local():
    z = 1
    del z
    return z
def unbound():
    w += 1
def aug_index(): L[10] += 1
print(error(del_missing), error(del_attr), error(del_local), error(unbound), error(aug_index))
calls = []
def f(x): calls.append(x); return x
data = {1: [0, 0]}
data[f(1)][f(0)] += f(5)
f(data)[f(1)], L[f(0)] = f("v1"), f("v2")
print(data, L, [c for c in calls if not isinstance(c, dict)])
a: int = 5
b: "undefined_type"
lst: list = [1]; lst[0]: int = 9
print(a, __annotations__, lst)
(z) = 1
(w): int = 2
print(z, w, (k := 3), [k2 := 4, k2 ** 2], k, k2)
x = y = z = 0
x, = [1]
[y] = {2}
for x.y in []: pass
a, (b, (c, *d)), e = 1, (2, (3, 4, 5)), 6
print(a, b, c, d, e, *[1, 2], *"ab", (*[1], 2), [*{3: 0}, 4], {**{"a": 1}, "b": 2, **{"a": 3}}, {*[1], *[1]})
