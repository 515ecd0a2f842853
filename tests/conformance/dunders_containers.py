def error(function, *args, **kwargs):
    try:
        return "no error: " + repr(function(*args, **kwargs))
    except Exception as e:
        return f"{type(e).__name__}: {e}"


class Box:
    def __init__(self, *items): self.items = list(items)
    def __len__(self): return len(self.items)
    def __getitem__(self, i):
        if isinstance(i, slice): return Box(*self.items[i])
        return self.items[i]
    def __setitem__(self, i, v): self.items[i] = v
    def __delitem__(self, i): del self.items[i]
    def __contains__(self, v): return v in self.items
    def __iter__(self): return iter(self.items)
    def __reversed__(self): return iter(["rev"] + self.items[::-1])
    def __repr__(self): return f"Box{tuple(self.items)}"
b = Box(1, 2, 3)
b[0] = 10; del b[1]; b[-1] += 5
print(b, len(b), b[0], b[:1], 10 in b, 99 not in b, list(b), [*reversed(b)], sum(b), max(b), sorted(b), tuple(b), set(b) == {10, 8}, dict(zip(b, b)), bool(Box()), error(lambda: b[9]))
class Old:
    def __getitem__(self, i):
        if i < 3: return i * i
        raise IndexError("stop")
print(list(Old()), 4 in Old(), 5 in Old(), [x for x in Old()], *Old(), max(Old()), next(iter(Old())), error(len, Old()), error(reversed, Old()), list(zip(Old(), "ab")), list(map(str, Old())), dict(enumerate(Old())))
class It:
    def __init__(self, n): self.n = n
    def __iter__(self): return self
    def __next__(self):
        self.n -= 1
        if self.n < 0: raise StopIteration
        return self.n
    def __length_hint__(self): return 5
print(list(It(3)), sum(It(4)), list(zip(It(3), It(9))), 2 in It(3), "".join(map(str, It(3))), [a for a in It(2)], dict.fromkeys(It(2)), min(It(3)), It.__next__(It(4)), next(It(0), "done"), error(next, It(0)), list(filter(None, It(3))), sorted(It(3)), tuple(It(2)), any(It(3)), all(It(3)))
a, *rest = It(4)
print(a, rest)
it = It(5)
for x in it:
    if x == 3: break
print(list(it))
class BadNext:
    def __iter__(self): return self
    def __next__(self): raise ValueError("broken")
print(error(list, BadNext()), error(sum, BadNext()), error(lambda: [x for x in BadNext()]), error(lambda: 1 in BadNext()), error(next, BadNext()), error(next, 5), error(iter, 5), error(lambda: [*5]), error(lambda: list(*[5])), error(lambda: 5 in 5), error(lambda: max(5)))
class Call:
    def __call__(self, *a, **k): return a, k
print(Call()(1, x=2), callable(Call()), callable(Box()), callable(Box), list(map(Call(), [1])), error(lambda: Box()()))
class Attr:
    x = 1
    def __getattr__(self, n):
        if n == "bad": raise AttributeError("custom message")
        return f"dyn_{n}"
    def __setattr__(self, n, v): self.__dict__[n] = ("set", v)
    def __delattr__(self, n): print("del", n)
t = Attr()
t.y = 5
del t.q
print(t.x, t.y, t.zzz, getattr(t, "w"), hasattr(t, "bad"), hasattr(t, "other"), error(lambda: t.bad), getattr(t, "bad", "dflt"), vars(t))
class GA:
    def __getattribute__(self, n):
        if n.startswith("x"): return n * 2
        return super().__getattribute__(n)
    real = "r"
print(GA().xy, GA().real, error(lambda: GA().none), GA().__class__.__name__)
class H:
    def __init__(self, v): self.v = v
    def __hash__(self): return hash(self.v)
    def __eq__(self, o): return isinstance(o, H) and self.v == o.v
    def __repr__(self): return f"H{self.v}"
d = {H(1): "a", H(2): "b"}
d[H(1)] = "c"
print(d, d[H(2)], H(3) in d, len({H(1), H(1)}), H(1) in {H(1)}, [H(1)].index(H(1)), {H(1): 1} == {H(1): 1}, (H(1),) in {(H(1),): 0}, error(lambda: d[H(9)]))
class NoHash:
    __hash__ = None
class EqOnly:
    def __eq__(self, o): return True
print(error(hash, NoHash()), error(hash, EqOnly()), error(lambda: {EqOnly(): 1}), EqOnly() == 5, EqOnly() != 5, EqOnly() in [1], [1, 2].count(EqOnly()), [5].index(EqOnly()))
class Str:
    def __str__(self): return "s"
class Repr:
    def __repr__(self): return "r"
class Fmt:
    def __format__(self, s): return f"f<{s}>"
    def __bytes__(self): return b"by"
print(Str(), [Repr()], str(Repr()), f"{Repr()} {Str()} {Fmt():x}", format(Fmt(), "y"), bytes(Fmt()), "%s %r" % (Str(), Repr()), {Repr(): Repr()}, (Repr(),), {1: [Repr()]}, print(Repr(), Str(), sep=","))
class Dir:
    def __dir__(self): return ["z", "a"]
class KV:
    def keys(self): return ["a", "b"]
    def __getitem__(self, k): return k * 2
print(dir(Dir()), dict(KV()), {**KV()}, (lambda **k: k)(**KV()), error(lambda: {**5}), error(lambda: (lambda **k: k)(**5)))
class Inst:
    def __index__(self): return 1
    def __ror__(self, o): return "ror"
    def __rmod__(self, o): return "rmod"
print({} | Inst(), [1] | Inst(), 5 % Inst(), [10, 20][Inst()])
