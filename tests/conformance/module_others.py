def error(function, *args, **kwargs):
    try:
        return "no error: " + repr(function(*args, **kwargs))
    except Exception as e:
        return f"{type(e).__name__}: {e}"


import copy
import heapq
import random
import string
import typing
from typing import Any, Callable, Dict, List, Optional, Tuple, Union

h = []
for v in (5, 1, 4, 1, 3): heapq.heappush(h, v)
print(h[0], [heapq.heappop(h) for _ in range(5)], error(heapq.heappop, []))
h = [9, 4, 7, 1]
heapq.heapify(h)
print(h, heapq.heapreplace(h, 5), heapq.heappushpop(h, 0), h, heapq.nlargest(2, [3, 9, 1]), heapq.nsmallest(2, [3, 9, 1]), heapq.nlargest(2, ["a", "ccc", "bb"], key=len), heapq.nsmallest(9, [2, 1]), list(heapq.merge([1, 4], [2, 3], [])), list(heapq.merge("ca", "b", key=lambda c: -ord(c)))[:2])
tasks = [(2, "b"), (1, "z"), (1, "a")]
heapq.heapify(tasks)
print([heapq.heappop(tasks) for _ in range(3)])
print(string.ascii_lowercase, string.ascii_uppercase, string.digits, string.hexdigits, string.octdigits, string.punctuation, repr(string.whitespace), len(string.printable), string.capwords("hello  big world"), string.ascii_letters[25:28])
a = [1, [2, 3], {"k": (4, [5])}]
b, c = copy.copy(a), copy.deepcopy(a)
a[1].append(9); a[2]["k"][1].append(8); a.append("end")
print(a, b, c)
loop = [1]
loop.append(loop)
l2 = copy.deepcopy(loop)
print(l2[1] is l2, l2 is not loop)
shared = []
pair = copy.deepcopy([shared, shared])
print(pair[0] is pair[1], copy.deepcopy((1, 2)), copy.copy({1: [2]}), copy.copy({1}), copy.deepcopy({(1, 2): {3}}))
class C:
    def __init__(self, v): self.v = v
class D:
    def __copy__(self): return "copied"
    def __deepcopy__(self, memo): return "deep"
o = C([1])
s, d = copy.copy(o), copy.deepcopy(o)
o.v.append(2)
print(s.v, d.v, type(s).__name__, copy.copy(D()), copy.deepcopy([D()]), copy.copy(len) is len, copy.deepcopy(C) is C)
def typed(a: List[int], b: Optional[str] = None, *c: Any, d: Dict[str, int] = {}, e: Union[int, str] = 1, f: Callable[[int], Tuple[int, ...]] = lambda x: (x,)) -> "Optional[int]": return b
T = typing.TypeVar("T")
class Box(typing.Generic[T]):
    def __init__(self, v: T): self.v = v
class Row(typing.NamedTuple):
    name: str
    n: int = 5
print(typed([1]), Box(5).v, Box[int](6).v, Row("a"), Row("b", 2)._asdict(), Row("c").n, typing.cast(int, "x"), typing.TYPE_CHECKING, typed([], "q"), List[int] == List[int])
random.seed(1)
r = [random.random() for _ in range(3)]
random.seed(1)
print(r == [random.random() for _ in range(3)], all(0 <= v < 1 for v in r), all(1 <= random.randint(1, 3) <= 3 for _ in range(50)), random.choice([7]), sorted(random.sample(range(5), 5)), random.randrange(0, 10, 5) in (0, 5), 2 <= random.uniform(2, 3) <= 3, len(random.choices("ab", k=4)), error(random.choice, []), error(random.randint, 5, 1)[:10], error(random.sample, [1], 2))
x = [1, 2, 3, 4]
random.shuffle(x)
print(sorted(x))
def missing():
    import no_such_module_at_all
def missing_name():
    from math import no_such_name
print(error(missing)[:57], error(missing_name)[:51])

# What the C parts of heapq and datetime say about their arguments.
import datetime
import heapq
for f in (lambda: heapq.heappush((1,), 2), lambda: heapq.heappop((1,)), lambda: heapq.heapify("ab"), lambda: heapq.heapreplace((1,), 2), lambda: heapq.heappushpop(None, 2),
          lambda: datetime.date(2020), lambda: datetime.date("a"), lambda: datetime.date(2020, 1), lambda: datetime.datetime(2020), lambda: datetime.datetime(), lambda: datetime.date(2020, None)):
    try:
        print(f())
    except TypeError as e:
        print(e)

# A place past the end.
import bisect
for lo in (3, 5, 2 ** 40, 2 ** 62, 2 ** 63 - 1):
    items = [(1, 2), (3, 4)]
    bisect.insort(items, (0, 0), lo)
    bisect.insort_left(items, (9, 9), lo)
    print(items, bisect.bisect(items, (0, 0), lo) == lo, bisect.bisect_left([1], 0, lo, -5) == lo)

import platform
import sys

print(platform.python_implementation(), platform.uname().system == platform.system(), platform.python_version() == sys.version.split()[0],
      platform.python_version_tuple() == tuple(platform.python_version().split(".")), bool(platform.platform()))
