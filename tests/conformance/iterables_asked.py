# How often each of the builtins asks an iterable for __iter__, __len__ and __length_hint__, and what it says about bad ones.
import array
import collections
import itertools
class S:
    def __init__(self, items): self.items = items
    def __len__(self): print(end="L "); return len(self.items)
    def __getitem__(self, i): return self.items[i]
class I:
    def __init__(self, items): self.items = items
    def __len__(self): print(end="L "); return len(self.items)
    def __iter__(self): print(end="I "); return iter(self.items)
class H:
    def __init__(self, items): self.items = items; self.it = iter(items)
    def __length_hint__(self): print(end="H "); return len(self.items)
    def __iter__(self): print(end="I "); return self
    def __next__(self): return next(self.it)
def f(*a): return a
def star(x):
    a, *b = x; return b
def ab(x):
    a, b = x; return b
def ext(x):
    l = [0]; l.extend(x); return l
def iadd(x):
    l = [0]; l += x; return l
def sl(x):
    l = [0]; l[0:1] = x; return l
def sl2(x):
    l = [0, 1]; l[::1] = x; return l
def ba(x):
    l = bytearray(); l.extend(x); return l
def bsl(x):
    l = bytearray(b"abc"); l[0:1] = x; return l
def dq(x):
    d = collections.deque([1]); d.extend(x); return d
def dql(x):
    d = collections.deque([1]); d.extendleft(x); return d
def dqi(x):
    d = collections.deque([1]); d += x; return d
def su(x):
    s = set(); s.update(x); return sorted(s)
def arr(x):
    a = array.array("i"); a.extend(x); return a
def ff(x): return f(*x)
def ff2(x): return f(0, *x, 1)
tests = [list, tuple, set, frozenset, sorted, sum, max, min, any, all, bytes, bytearray, ext, iadd, sl, sl2, ba, bsl, dq, dql, dqi, su, arr, star, ab, ff, ff2, lambda x: [*x], lambda x: (0, *x), lambda x: {*x}, lambda x: dict.fromkeys(x), lambda x: list(zip(x, x)), lambda x: list(map(str, x)), lambda x: list(filter(None, x)), lambda x: list(enumerate(x)), lambda x: list(itertools.product(x)), lambda x: list(itertools.permutations(x)), lambda x: list(itertools.combinations(x, 2)), lambda x: list(itertools.chain(x, x)), lambda x: list(itertools.islice(x, 2)), lambda x: list(itertools.cycle(x).__next__() for _ in range(3)), lambda x: list(itertools.starmap(f, [x])), lambda x: list(itertools.tee(x)[0]), lambda x: list(itertools.accumulate(x)), lambda x: collections.Counter(x), lambda x: collections.deque(x), lambda x: 3 in x, lambda x: [i for i in x], lambda x: print(*x), lambda x: {}.fromkeys(x), lambda x: [].__add__([*x]), lambda x: set().union(x), lambda x: set([1]) and {1}.intersection(x), lambda x: {1}.difference(x), lambda x: {1}.symmetric_difference(x), lambda x: {1}.issubset(x), lambda x: {1}.issuperset(x), lambda x: {1}.isdisjoint(x), lambda x: "%s %s %s" % tuple(x), lambda x: divmod(*x) ]
stests = [lambda x: ",".join(x), lambda x: dict(x), lambda x: dict([x]), lambda x: {}.update([x]), lambda x: "a".startswith(tuple(x)), lambda x: type("T", (), {"__slots__": x}), lambda x: b"".join(x)]
for C in (S, I, H):
    for n, t in enumerate(tests):
        try: print(n, t(C([1, 2, 3])))
        except Exception as e: print(n, type(e).__name__, e)
    for n, t in enumerate(stests):
        try: print("s", n, t(C(["aa", "bb"])))
        except Exception as e: print("s", n, type(e).__name__, e)
class B:
    def __init__(self, *a): pass
    def __iter__(): pass
class B2:
    def __iter__(self): return 3
class B3:
    def __iter__(self): raise ValueError("v")
class B4:
    def __getitem__(): pass
for C in (B, B2, B3, B4):
    for n, t in enumerate(tests + stests):
        try: print(n, t(C()))
        except Exception as e: print(n, type(e).__name__, e)
