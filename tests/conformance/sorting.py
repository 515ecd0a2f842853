def error(function, *args, **kwargs):
    try:
        return "no error: " + repr(function(*args, **kwargs))
    except Exception as e:
        return f"{type(e).__name__}: {e}"


print(sorted([3, 1, 2]), sorted("hello"), sorted({"b": 1, "a": 2}), sorted([3, 1, 2], reverse=True), sorted([]), sorted((x for x in "cab")), sorted([1.5, 1, True, 0.5]), sorted([(1, "b"), (1, "a"), (0, "z")]), sorted(["10", "9", "1"]), sorted([[2], [1, 5], []]))
rows = [("b", 2), ("a", 2), ("c", 1), ("d", 2), ("e", 1)]
print(sorted(rows, key=lambda r: r[1]), sorted(rows, key=lambda r: r[1], reverse=True), sorted(rows, key=lambda r: (-r[1], r[0])))
words = ["banana", "Apple", "cherry", "apple", "Banana"]
words.sort(); print(words)
words.sort(key=str.lower); print(words)
words.sort(key=len, reverse=True); print(words, words.sort())
x = 12345
data = []
for _ in range(500):
    x = (x * 1103515245 + 12345) % 2 ** 31
    data.append(x % 100)
pairs = list(enumerate(data))
by_value = sorted(pairs, key=lambda p: p[1])
assert by_value == sorted(pairs, key=lambda p: (p[1], p[0]))
assert sorted(pairs, key=lambda p: p[1], reverse=True) == sorted(pairs, key=lambda p: (-p[1], p[0]))
assert sorted(data) == sorted(data[::-1]) == sorted(sorted(data)) and sorted(data, reverse=True) == sorted(data)[::-1]
assert [v for v in sorted(map(float, data))] == [float(v) for v in sorted(data)] and sorted(map(str, data)) == sorted(map(str, sorted(data)))
print(sum(i * v for i, v in enumerate(sorted(data))))
class Version:
    count = 0
    def __init__(self, *parts): self.parts = parts
    def __lt__(self, other):
        Version.count += 1
        return self.parts < other.parts
    def __repr__(self): return ".".join(map(str, self.parts))
vs = [Version(1, 10), Version(1, 2), Version(0, 9), Version(2)]
print(sorted(vs), max(vs), min(vs), sorted(vs, reverse=True), Version.count > 0)
class Bad:
    def __lt__(self, other): raise ValueError("no order")
print(error(sorted, [Bad(), Bad()]), error(sorted, [1, "a"]), error(sorted, [1, None]), error(sorted, 5), error(sorted), error(sorted, [1], lambda x: x), error(sorted, [1], key=5), error(sorted, [{}, {}]), error(sorted, ["a", b"b"]))
def key_error(x): return 1 / x
print(error(sorted, [1, 0], key=key_error), error([3, 0].sort, key=key_error))
L = [3, 1, 2]
seen = []
def spy(v):
    seen.append(len(L))
    return v
L.sort(key=spy)
print(L, seen)
def grow(v):
    L.append(1)
    return v
print(error(L.sort, key=grow))
print(sorted([0.0, -0.0, 1e-300, float("-inf"), float("inf"), 5]), sorted([2 ** 64, 2 ** 63, -2 ** 70, 5]), sorted("éaz"), sorted([b"b", b"a", b""]), sorted([frozenset([1]), frozenset()], key=len))
print(max([1, 5, 3]), min("b", "a"), max([], default=0), min((), default=None), max([1, -5], key=abs), min("aB", key=str.lower), max("a", "bb", "cc", key=len), max([[1, 2], [1, 3]]), max({"a": 1, "b": 0}), error(max, []), error(max), error(max, 5), error(max, 1, "a"), error(min, 1, 2, default=3))
print(list(reversed([1, 2])), list(reversed("ab")), list(reversed(range(3))), error(reversed, {1}), error(reversed, 5), [x for x in reversed((1, 2))])
