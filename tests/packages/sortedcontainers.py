# packages: sortedcontainers
from sortedcontainers import SortedDict, SortedList, SortedSet

s = SortedList([3, 1, 2])
s.add(0)
assert list(s) == [0, 1, 2, 3] and s.bisect(2) == 3
d = SortedDict({"b": 1, "a": 2})
assert list(d) == ["a", "b"] and d.peekitem(0) == ("a", 2)
t = SortedSet([3, 1])
t.add(2)
assert list(t) == [1, 2, 3]
