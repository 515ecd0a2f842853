def error(function, *args, **kwargs):
    try:
        return "no error: " + repr(function(*args, **kwargs))
    except Exception as e:
        return f"{type(e).__name__}: {e}"


L = list(range(10))
bounds = [None, 0, 1, 3, 9, 10, 15, -1, -3, -10, -15]
total = 0
for start in bounds:
    for stop in bounds:
        for step in (None, 1, 2, 3, -1, -2, -4, 100, -100):
            part = L[start:stop:step]
            assert part == list(tuple(L)[start:stop:step]) == [int(c) for c in "0123456789"[start:stop:step]] == list(bytes(L)[start:stop:step]) == list(range(10)[start:stop:step])
            assert part == [L[i] for i in range(*slice(start, stop, step).indices(10))]
            total += sum(part) * (len(part) + 1)
print(total)
a = L[:]; a[2:5] = "ab"; print(a)
a = L[:]; a[5:2] = [99]; print(a)
a = L[:]; a[::2] = "vwxyz"; print(a)
a = L[:]; a[::-3] = [1, 2, 3, 4]; print(a)
a = L[:]; a[20:] = [1]; a[:0] = [0, 0]; print(a)
a = L[:]; a[1:3] = a; print(a)
a = L[:]; a[:] = []; print(a)
a = L[:]; del a[2:5]; print(a)
a = L[:]; del a[::2]; print(a)
a = L[:]; del a[::-3]; print(a)
a = L[:]; del a[5:1]; del a[-2:]; print(a)
a = L[:]; a[2:4] += [7, 7]; print(a)
def assign(index, value): a[index] = value
a = L[:]
print(error(assign, slice(0, 10, 2), [1]), error(assign, slice(0, 2), 5), error(assign, slice(0, 2, 0), []), error(assign, 10, 0), error(assign, "x", 0), error(assign, slice("a", None), []))
print(error(lambda: L[::0]), error(lambda: L["a":]), error(lambda: L[1.5:]), error(lambda: (1, 2)[5]), error(lambda: range(3)[5]))
s = slice(1, 10, 2)
print(s, s.start, s.stop, s.step, slice(5), slice(1, 2) == slice(1, 2, None), s.indices(5), slice(None, None, -1).indices(4), error(hash, s), error(slice), error(s.indices, -1))
class Show:
    def __getitem__(self, key): return key
    def __setitem__(self, key, value): print("set", key, value)
    def __delitem__(self, key): print("del", key)
x = Show()
print(x[1], x[1:2], x[1:2:3], x[:], x[::], x[1, 2], x[1:2, 3], x[...], x[()], x["k"], x[:, None], x[-1:])
x[1:2] = 3
x[1, 2:3] = 4
del x[::2], x["a"]
class Idx:
    def __init__(self, n): self.n = n
    def __index__(self): return self.n
print(L[Idx(2):Idx(6):Idx(2)], "abcdef"[Idx(-2):], L[True:4], L[10 ** 30:], L[-10 ** 30:2], "abc"[:10 ** 20])
