class V:
    def __init__(self, v): self.v = v
    def __add__(self, o): return V(ask(self.v) + o.v)
    def __radd__(self, o): return V(o + ask(self.v))
    def __iadd__(self, o): self.v += ask(o.v); return self
    def __neg__(self): return V(-ask(self.v))
    def __getitem__(self, i): return ask(i) if isinstance(i, int) else i.start + ask(i.stop)
    def __setitem__(self, i, x): print("set", ask(i), ask(x))
    def __delitem__(self, i): print("del", ask(i))
    def __call__(self, *a, **k): return ask(list(a)), ask(k)
    def __lt__(self, o): return ask(self.v) < o.v
    def __eq__(self, o): return ask(self.v) == o.v
    def __contains__(self, x): return ask(x) == self.v
    def __int__(self): return ask(self.v)
    def __float__(self): return ask(1.5)
    def __index__(self): return ask(self.v)
    def __abs__(self): return ask(99)
    def __len__(self): return ask(4)
    def __divmod__(self, o): return ask((1, 2)[0]), 2
    def __matmul__(self, o): return ask("mat")
    def __round__(self, n=None): return ask(n)
    def __hash__(self): return ask(self.v)
    def __bool__(self): return ask(self.v) > 0
a, b = V(1), V(2)
print((a + b).v, (10 + a).v, (-a).v, a < b, a > b, a == b, a != b, 1 in a, 2 not in a)
a += b
print(a.v, a[5], a("x", k=1), int(a), float(a), abs(a), len(a), divmod(a, b), a @ b, round(a, 2), round(a), hash(a))
a[1] = 2
del a[3]
a["k"] = ask(1) + ask(2)
print([10, 20, 30, 40][V(2)], "abcdef"[V(1):V(4)], range(V(3)), bin(V(5)), "x" * V(3))
print(sum([V(1), V(2)], V(0)).v, sum([V(4)]).v, bool(V(0)), 1 if V(1) else 2, a[1:ask(2)])
print(V(1) < V(2) < V(3), not V(0), V(0) or ask("or"), V(1) and ask("and"))
