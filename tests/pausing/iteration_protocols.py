# __iter__, __next__, __len__, __length_hint__, __getitem__, __contains__, __reversed__ that ask
class It:
    def __init__(self, n): self.i, self.n = 0, n
    def __iter__(self): ask("iter"); return self
    def __next__(self):
        if ask(self.i) >= self.n: raise StopIteration
        self.i += 1
        return self.i
    def __length_hint__(self): return ask(self.n)
class Seq:
    def __init__(self, n): self.n = n
    def __len__(self): return ask(self.n)
    def __getitem__(self, i):
        if ask(i) >= self.n: raise IndexError
        return i * 10
class M:
    def keys(self): ask("keys"); return iter("ab")
    def __getitem__(self, k): return ask(k * 2)
def f(*a, **k): return a, k
for x in It(2): print(x)
for x in Seq(2): print(x)
print(list(It(3)), tuple(Seq(3)), set(It(2)), frozenset(Seq(2)), dict(zip(It(2), Seq(5))), dict(M()), {**M()}, f(*It(2), *Seq(1), **M()))
a, *b, c = It(4); (d, e), [*g] = Seq(2), It(1); print(a, b, c, d, e, g)
try: a, b = It(3)
except ValueError as err: print(err)
try: a, b, c = Seq(2)
except ValueError as err: print(err)
print(list(map(lambda a, b: ask(a + b), It(2), Seq(3))), list(filter(None, Seq(3))), list(filter(ask, It(2))), list(enumerate(It(2), ask(5))), list(reversed(Seq(3))))
print(sum(It(3)), sum(Seq(3), ask(100)), any(It(2)), all(Seq(3)), max(It(3)), min(Seq(2)), sorted(It(2), reverse=True), "".join(map(str, It(2))))
print(3 in It(5), 30 in Seq(2), [*It(2), *Seq(2)], {*It(2)}, (*It(1),), list(zip(It(2), It(3), strict=False)))
try: list(zip(It(1), It(2), strict=True))
except ValueError as err: print(err)
L = [0]; L.extend(It(2)); L += Seq(2); L[1:2] = It(3); print(L); L[::2] = It((len(L) + 1) // 2); print(L)
print(bytes(It(3)), bytearray(Seq(2)), list(iter(lambda it=It(9): ask(next(it)), 3)), next(It(0), ask("default")))
class C:
    def __contains__(self, x): return ask(x) == 3
    def __reversed__(self): return iter(ask([3, 2]))
print(3 in C(), 4 in C(), 4 not in C(), list(reversed(C())))
d = {"a": 1}; d.update(M()); d.update(zip("xy", It(2))); print(d)
x, y, *z = (ask(n) for n in range(4)); print(x, y, z)
def gen():
    got = yield from It(2)
    try: yield ask("y")
    finally: ask("fin")
print(list(gen()))
it = gen(); next(it); it2 = iter(It(2)); print(list(zip(it, it2)), list(it), list(it2))
import itertools as t
print(list(t.chain(It(1), Seq(1))), list(t.islice(It(9), 2)), list(t.accumulate(It(3), lambda a, b: ask(a * b))), list(t.takewhile(lambda v: ask(v) < 2, It(4))), list(t.dropwhile(lambda v: ask(v) < 2, It(3))))
print([(k, list(g)) for k, g in t.groupby(It(5), key=lambda v: ask(v // 2))], list(t.starmap(lambda a, b: ask(a) + b, [(1, 2), (3, 4)])), list(t.filterfalse(ask, [0, 1, ""])))
print(list(t.product(It(2), Seq(2))), list(t.permutations(It(3), 2)), list(t.combinations(Seq(3), 2)), list(t.zip_longest(It(1), It(3), fillvalue=ask("-"))), list(t.compress(It(3), [1, 0, 1])), list(t.pairwise(It(3))))
p, q = t.tee(It(3)); print(next(p), list(q), list(p)); c = t.cycle(It(2)); print([next(c) for _ in range(5)], list(t.repeat(ask(1), 2)), next(t.count(ask(3), ask(2))), list(t.chain.from_iterable([It(1), It(2)])))
