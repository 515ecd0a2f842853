# Containers of objects whose special methods are Python: which are called, in which order, and what happens
# when they change the container.
log = []


def show(*args):
    print(*args, "|", " ".join(log))
    log.clear()


def error(function, *args, **kwargs):
    try:
        return "no error: " + repr(function(*args, **kwargs))
    except Exception as e:
        return f"{type(e).__name__}: {e}"


class V:
    def __init__(self, v, h=None): self.v = v; self.h = h
    def __eq__(self, other):
        log.append(f"{self.v}=={getattr(other, 'v', other)}")
        return self.v == getattr(other, "v", other)
    def __lt__(self, other):
        log.append(f"{self.v}<{getattr(other, 'v', other)}")
        return self.v < getattr(other, "v", other)
    def __hash__(self):
        log.append(f"#{self.v}")
        return hash(self.v) if self.h is None else self.h
    def __repr__(self):
        log.append(f"r{self.v}")
        return f"V{self.v}"


a, b, c, d = V(1), V(2), V(3), V(1)
L = [a, b, c]
show(d in L, 3 in L, V(9) in L, L.index(V(3)), L.count(d), error(L.index, V(7)))
show([a, b] == [d, V(2)], [a, b] == [a, c], [a] == [a, b], (a, b) < (d, c), [a, b] >= [d, c] if False else 0, (a,) != (d,))
show([a, c] < [d, b], (a, b) == (d, 2), error(lambda: (a,) <= (b,)))
L.remove(V(2)); show(L)
show(repr([a, (b, {c: d}), {a}]), str((a,)), repr({"k": [a]}))
show(error([a].remove, V(5)), error((a,).index, V(5)), (a, d, 1).count(1))
show(L[:] + [b] * 2, L == L, [L] == [[a, c]])

D = {a: "a", b: "b"}
show(D[d], D.get(V(2)), D.get(V(8)), V(1) in D, D.setdefault(V(1), "z"), D.pop(V(2)), D.pop(V(2), None), error(lambda: D[V(5)]))
D[V(1)] = "new"; D[V(4)] = "four"; show(D, len(D))
del D[V(4)]; show(D, error(D.__delitem__, V(4)))
D.update({V(1): 1}); D.update([(V(6), 6)], x=1); show(D)
show({a: 1, b: 2} == {V(1): 1, V(2): 2}, {a: 1} == {V(1): 2}, {a: 1} != {V(3): 1}, {"k": a} == {"k": d})
show({**{a: 1}, V(1): 2}, dict([(a, 1), (d, 2)]), {a: 1} | {d: 2}, dict.fromkeys([a, d, b]))
show(D.keys() & [V(6)], D.keys() - [V(1), "x"], V(6) in D.keys(), (V(6), 6) in D.items(), V(1) in {"k": a}.values(), {a: 1}.keys() == {d})

S = {a, b}
show(V(1) in S, S == {d, V(2)}, S <= {V(1), V(2), V(3)}, len(S | {d}), len(S & {d}), len(S - {d}), len(S ^ {d}), S.isdisjoint([V(5)]))
S.add(V(1)); S.discard(V(2)); S.update([V(3), d]); show(len(S), error(S.remove, V(9)))
show(len({a, d, V(1)}), len(frozenset([a, d, b])), len(S.union([a], (b,))), len(S.intersection([d], {d})), len(S.difference([d])))

from collections import deque, Counter, OrderedDict, defaultdict
Q = deque([a, b, c])
show(V(2) in Q, Q.index(V(3)), Q.count(V(1)), Q == deque([d, V(2), V(3)]), Q, error(Q.remove, V(7)))
Q.remove(V(1)); show(list(Q), Q < deque([V(5)]))


# --- collisions, and user code that changes the container
class Collide:
    def __init__(self, name): self.name = name
    def __hash__(self): return 1
    def __eq__(self, other): log.append(self.name + "=" + other.name); return self.name == other.name
    def __repr__(self): return self.name
K = [Collide(n) for n in "abcdefghijkl"]
D = {k: i for i, k in enumerate(K)}
log.clear()
show(D[Collide("c")], Collide("l") in D, len({*K, Collide("a")}), [D[k] for k in K] == list(range(12)))


class Clearing:
    def __init__(self, target): self.target = target
    def __hash__(self): return 1
    def __eq__(self, other): self.target.clear(); return False
for make in (lambda x: {x: 1}, lambda x: {x}):
    holder = {}
    key = Clearing(holder)
    holder[key] = 1
    holder[Clearing(holder)] = 2
    print(len(holder))
s = set(); s.add(Clearing(s)); s.add(Clearing(s)); print(len(s))
x = []; x.extend([Clearing(x)] * 9); print(x.count(0), len(x))
x = []; x.extend([Clearing(x)] * 9); print(error(x.index, 0), len(x))
x = []; x.extend([Clearing(x)] * 9); print(error(x.remove, 0), len(x))
x = []; x.extend([Clearing(x)] * 9); print(0 in x, x == [1] * 9, len(x))
q = deque(); q.extend([Clearing(q)] * 3); print(error(q.count, 0), error(q.index, 0))


class Growing:
    def __init__(self, d): self.d = d
    def __hash__(self): return 5
    def __eq__(self, other):
        if len(self.d) < 40: self.d.update(dict.fromkeys(range(100, 140)))
        return self is other
g = {}
g[Growing(g)] = 1
g[Growing(g)] = 2
print(len(g))


class Idx:
    def __init__(self, n, f=None): self.n = n; self.f = f
    def __index__(self):
        if self.f: self.f()
        return self.n
x = [1] * 9
print(error(lambda: x[Idx(1, x.clear)]), error(x.__setitem__, Idx(1, x.clear), 5))
x = list(range(9)); x[Idx(2):Idx(4)] = "ab"; del x[Idx(-1)]; x.insert(Idx(1), "i"); print(x, x.pop(Idx(0)), x[Idx(1):], [0] * Idx(2), Idx(2) * (1,))
x = list(range(9))
print(x[slice(Idx(1), Idx(8), Idx(3))], (1, 2, 3)[Idx(-1)], x.index(4, Idx(2), Idx(7)), slice(Idx(1), Idx(5)).indices(Idx(3)))
class T:
    def __iter__(self): x.clear(); return iter([1])
x[2:5] = T(); print(x)

# --- sorting
class R:
    def __init__(self, k, i): self.k = k; self.i = i
    def __lt__(self, other): return self.k < other.k
    def __repr__(self): return f"{self.k}{self.i}"
rs = [R(k, i) for i, k in enumerate("badcabdcab")]
print(sorted(rs), sorted(rs, reverse=True), sorted(rs, key=lambda r: r, reverse=True), max(rs), min(rs))
x = [3, 1, 2]
print(error(x.sort, key=lambda v: x.append(v)), x)
print(error(x.sort, key=lambda v: 1 / 0), x, error([R("a", 0), 5].sort))
class Boom:
    def __lt__(self, other): raise ValueError("boom")
x = [Boom(), Boom()]
print(error(x.sort), len(x))

# --- reprs of what contains itself, through user code
class Holder:
    def __init__(self, inside): self.inside = inside
    def __repr__(self): return f"H({self.inside!r})"
x = []; x.append(Holder(x)); print(x, {"k": x}, (x,))
m = {}; m["h"] = Holder(m); print(m)
t = ([],); t[0].append(Holder(t)); print(t)
q = deque(); q.append(Holder(q)); print(q)
v = {}; v["v"] = Holder(v.values()); print(v)

# --- iteration
class It:
    def __init__(self, n): self.n = n
    def __iter__(self): log.append("iter"); return self
    def __next__(self):
        self.n -= 1
        if self.n < 0: raise StopIteration
        return self.n
class NextOnly:
    def __init__(self): self.n = 0
    def __next__(self):
        self.n += 1
        if self.n > 3: raise StopIteration
        return self.n
class Makes:
    def __iter__(self): return NextOnly()
show(list(It(3)), tuple(It(2)), set(It(2)), dict(zip(It(2), It(2))), list(map(str, It(2))), list(enumerate(It(2), 5)), sorted(It(3)), list(filter(None, It(3))), [*It(2)], sum(It(4)), max(It(3)))
show(list(Makes()), list(map(abs, Makes())), list(zip(Makes(), Makes())), list(enumerate(Makes())), [x for x in Makes()])
i = It(5); show(3 in i, list(i), any(It(2)), all(It(2)), next(It(0), "end"))
print(dict([It(2)]), error(dict, [It(3)]), error(dict, [1]), deque(It(3), maxlen=2), Counter(It(3)), list.__iadd__([], It(2)), frozenset(It(1)))
class KV:
    def keys(self): return It(2)
    def __getitem__(self, k): return k * 10
print(dict(KV()), {**KV()}, Counter(KV().keys())); log.clear()
class Sub(dict):
    def __getitem__(self, k): return "sub"
    def keys(self): return ["other"]
sub = Sub(a=1)
print(dict(sub), {**sub}, sub | {}, sub == {"a": 1}, list(sub), sub["x"])
class SubList(list):
    def __iter__(self): return iter(["mine"])
    def __len__(self): return 7
sl = SubList([1, 2])
print(list(sl), [*sl], tuple(sl), len(sl), sl + [3], sl == [1, 2], sl[0], sl)
class Rev:
    def __len__(self): return 3
    def __getitem__(self, i): return i * 2
print(list(reversed(Rev())), list(Rev.__getitem__(Rev(), i) for i in range(2)), next(iter(Rev())))
print(type(iter([])).__name__, type(reversed([])).__name__, type(reversed(())).__name__, type(iter({})).__name__, type(reversed({}.items())).__name__, type(iter(deque())).__name__, next(zip(It(1), It(1))), zip(It(2), It(2)).__next__(), map(str, [1]).__next__(), enumerate(It(1)).__next__(), reversed(Rev()).__next__())

# isdisjoint() asks a subclass's own __iter__, the other methods of sets don't.
class Other(set):
    def __iter__(self):
        print("asked")
        return iter([5])


for make in (set, frozenset):
    for name in ("union", "intersection", "difference", "symmetric_difference", "issubset", "issuperset", "isdisjoint"):
        print(name, getattr(make({1, 5}), name)(Other({1})))
