# packages: more-itertools
import more_itertools as m

assert list(m.chunked(range(7), 3)) == [[0, 1, 2], [3, 4, 5], [6]]
assert m.first([], 1) == 1
assert list(m.windowed([1, 2, 3], 2)) == [(1, 2), (2, 3)]
p = m.peekable([1, 2])
assert p.peek() == 1
assert list(m.flatten([[1], [2]])) == [1, 2]
assert [list(g) for g in m.split_at("abcdc", lambda c: c == "c")] == [["a", "b"], ["d"], []]
