def error(function, *args, **kwargs):
    try:
        return "no error: " + repr(function(*args, **kwargs))
    except Exception as e:
        return f"{type(e).__name__}: {e}"


a = [3, 1, 2]
a.append(4); a.extend((5, 6)); a.extend("x"); a.insert(0, "first"); a.insert(100, "last"); a.insert(-1, "before")
print(a, len(a), a.pop(), a.pop(0), a.pop(-2), a)
a.remove("before")
print(a, a.index(2), a.index(5, 2), a.index(6, -2), a.count(1), a.count(True), a.copy() == a, a.copy() is a, a.reverse(), a)
a.clear()
print(a, bool(a), [] == [], [1, 2] < [1, 3], [1] < [1, 0], [2] > [1, 9], [1, "a"] == [1, "a"], [1] != [2], [1.0] == [1], [True] == [1])
print([1, 2] + [3], [0] * 3, 2 * [1, 2], [1] * 0, [1] * -1, [1, 2, 3][1:], list("abc"), list({"a": 1}), list(range(3)), list(), 2 in [1, 2], "x" not in [])
b = [1]
c = b
b += (2, 3)
b *= 2
print(b, c is b)
b = b + [9]
print(c is b, c)
for call in [lambda: [].pop(), lambda: [1].pop(5), lambda: [1].remove(2), lambda: [1].index(2), lambda: [1][1], lambda: [1][-2], lambda: [1]["a"], lambda: [1] + (2,), lambda: [1] * "a", lambda: [1].append(), lambda: [1].append(1, 2), lambda: [1].extend(5), lambda: [1].insert("a", 1), lambda: [1, "a"].sort(), lambda: hash([]), lambda: list(5), lambda: [1] < [None], lambda: [1].nope, lambda: [1][1.0], lambda: [] < 5, lambda: [1].pop("a"), lambda: list(1, 2), lambda: [1].index(), lambda: [].sort(1), lambda: [3, 1].sort(foo=1), lambda: [1]()]:
    print(error(call))
n = [1, [2, [3]]]
n[1][1].append(n[1])
print(n, repr(n))
m = []
m.append(m)
print(m, m == m, [m] == [m], str([[]] * 2))
m = [[0] * 2] * 2
m[0][0] = 5
print(m)
x = [5, 4, 3]
x[0], x[1] = x[1], x[0]
x[-1] = "end"
i = 0
i, x[i] = 1, "new"
print(x, i)
grow = [1]
for item in grow:
    if len(grow) < 6: grow.append(item * 2)
print(grow)
shrink = [1, 2, 3, 4, 5, 6]
for item in shrink:
    if item % 2: shrink.remove(item)
print(shrink)
del x[0], x[0]
print(x, [*range(3), *"ab"], [[] for _ in range(2)], [1, 2, 3].__contains__(2), [1].__len__(), [3, 1].__getitem__(0), [].append.__name__)
class Stack(list):
    def push(self, x): self.append(x); return self
s = Stack([1]).push(2)
print(s, type(s).__name__, s == [1, 2], type(s[:]).__name__, type(s + [1]).__name__, isinstance(s, list), len(s), s.__class__.__mro__[1])
it = iter([1, 2, 3])
print(next(it), list(it), list(it), it.__length_hint__(), list(reversed([1, 2, 3])))
grown = Stack(range(5))
grown.extend(grown)
print(grown, list.__repr__(grown))
grown += grown
print(len(grown), grown[10:])
grown[2:4] = grown
print(len(grown))
grown.__init__(grown)
print(len(grown))
plain = [1, 2]
plain.extend(plain)
plain += plain
plain.extend(Stack(plain))
print(plain)
