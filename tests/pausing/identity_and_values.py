a = [1]
b = [a, a]
a.append(b)
c = {"self": None}
c["self"] = c
t = (a,)
big, neg, inf = 2 ** 200 + 1, -0.0, float("inf")
nan = float("nan")
nans = [nan]
raw, lone = bytes(range(256)), "a\ud800b\U0001f600é"
it = iter([1, 2, 3, 4])
next(it)
r = iter(range(10, 0, -3))
next(r)
z = zip("abc", it)
next(z)
cell_owner = []
def make():
    n = 0
    def up():
        nonlocal n
        n += 1
        return n
    def get(): return n
    return up, get
up, get = make()
up()
e = enumerate("xyz"); next(e)
items = iter({"p": 1, "q": 2}.items()); next(items)
rev = reversed([1, 2, 3]); next(rev)
ident = id(a)
ask("pause")
print(b[0] is b[1], b[0] is a, a[1] is b, c["self"] is c, t[0] is a, id(a) == ident)
print(big, big % 97, str(neg), inf, nan, nan in nans, nan == nan, nans == [nan], raw == bytes(range(256)))
print(ascii(lone), len(lone), lone[1] == "\ud800", list(z), list(it), list(r), list(e), list(items), list(rev))
up()
print(get(), a[0], 2 ** 63, -(2 ** 62), 5e-324, 1.7976931348623157e308, 0.1 + 0.2, True, None, ...)
s = {1, "a", (2, 3), frozenset([4])}
ask("again")
print(len(s), (2, 3) in s, frozenset([4]) in s, type(a) is list, NotImplemented, Ellipsis is ..., slice(1, None, 2))
