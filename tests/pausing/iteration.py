class Count:
    def __init__(self, n): self.n = n
    def __iter__(self):
        print("iter", ask(self.n))
        self.i = 0
        return self
    def __next__(self):
        if self.i >= self.n: raise StopIteration
        self.i += 1
        return ask(self.i)
class Pairs:
    def keys(self): return [ask("a"), ask("b")]
    def __getitem__(self, k): return ask(k * 2)
class Seq:
    def __len__(self): return ask(3)
    def __getitem__(self, i):
        if i >= 3: raise IndexError(i)
        return ask(i * i)
    def __contains__(self, x): return ask(x) == 4
for x in Count(3): print("item", x)
print(list(zip(Count(2), Count(3))), dict(zip("ab", Count(2))))
print(dict(Pairs()), {**Pairs()}, list(Seq()), list(reversed(Seq())), 4 in Seq(), len(Seq()))
a, b, c = Count(3)
print(a, b, c, sum(Count(4)), max(Count(3)), [*Count(2)], tuple(Count(2)), 2 in Count(3))
def f(**kw): return kw
print(f(**Pairs()))
values = iter(lambda: ask(next(source)), 3)
source = iter(range(10))
print(list(values))
for i, (x, y) in enumerate(zip(Seq(), Count(3))): print(i, x, y)
class RevBool:
    def __reversed__(self): return iter([ask(2), ask(1)])
    def __bool__(self): return ask(False)
print(list(reversed(RevBool())), bool(RevBool()), not RevBool(), "yes" if RevBool() else "no", (RevBool() or 1) == 1)
