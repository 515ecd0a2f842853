# What __reduce__ and __reduce_ex__ of builtin objects give, and that copies made from it are alike.
import collections
import copy
import operator
import pickle


class S(set): pass
class B(bytearray): pass
class D(collections.deque): pass
class C:
    def m(self): return 1
    @classmethod
    def c(cls): return 2
    @staticmethod
    def s(): return 3
def f(): pass
s = S([1]); s.x = 2
b = B(b"ab"); b.y = 3
d = D([1, 2], 5); d.z = 1
o = C()
values = [range(1, 5, 2), slice(1, 2), {1}, frozenset({2}), s, bytearray(b"ab"), bytearray(), b, collections.deque([1]), collections.deque([1], 3), d, [].append, len, list.append, str.join, int.__add__, dict.fromkeys, operator.add, ..., NotImplemented, ValueError("x")]
for v in values:
    for p in (0, 2, 4):
        try:
            r = v.__reduce_ex__(p)
            if type(r) is tuple: r = tuple(x if not hasattr(x, "__next__") else list(x) for x in r)
            print(p, repr(r).split(" at 0x")[0])
        except Exception as e: print(p, type(e).__name__, e)
    try:
        r = v.__reduce__()
        if type(r) is tuple: r = tuple(x if not hasattr(x, "__next__") else list(x) for x in r)
        print("r", repr(r).split(" at 0x")[0])
    except Exception as e: print("r", type(e).__name__, e)
    try:
        w = pickle.loads(pickle.dumps(v)); print(type(w).__name__, w == v)
        w = copy.copy(v); print(type(w).__name__, w == v, w is v, getattr(w, "__dict__", 0) == getattr(v, "__dict__", 0) if type(v) in (S, B, D) else "")
        w = copy.deepcopy(v); print(type(w).__name__, w == v, w is v)
    except Exception as e: print("p", type(e).__name__, str(e).split(" at 0x")[0])

for v in (list[int], dict[str, list[int]]):
    print(v.__reduce__(), pickle.loads(pickle.dumps(v)) == v, copy.copy(v) == v)
