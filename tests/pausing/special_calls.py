# Host calls in special methods that natives and instructions have called at once
class Asks:
    def __init__(self, n): self.n = n
    def __len__(self): return ask(self.n)
    def __hash__(self): return ask(self.n)
    def __str__(self): return ask("s") + str(self.n)
    def __repr__(self): return ask("r") + str(self.n)
    def __index__(self): return ask(self.n)
    def __iter__(self): return iter(range(ask(self.n)))
    def __eq__(self, other): return ask(self.n) == other.n
    def __lt__(self, other): return ask(self.n) < other.n
class Truth:
    def __init__(self, gives): self.gives = gives
    def __bool__(self): return ask(self.gives)
class Steps:
    def __init__(self, n): self.n = n
    def __iter__(self): return self
    def __next__(self):
        if ask(self.n) == 0: raise StopIteration
        self.n -= 1
        return self.n
one, two, also_two = Asks(1), Asks(2), Asks(2)
print(len(two), hash(two), str(one), repr(one), [5, 6, 7][one], bool(two), not two, "yes" if Asks(0) else "no", list(two), next(iter(two)))
print(bool(Truth(True)), not Truth(False), "yes" if Truth(False) else "no")
for wrong in (lambda: len(Asks("x")), lambda: hash(Asks("x")), lambda: bool(Truth(1)), lambda: not Truth(0), lambda: len(Asks(-1)), lambda: hash(Asks(1 << 70))):
    try: print(wrong())
    except Exception as e: print(type(e).__name__, e)
d = {one: 1, two: 2}
print(d[also_two], d.get(Asks(3)), also_two in d, {one, two, also_two}, hash((one, (two, 3))) == hash((1, (2, 3))), {(two, 1): 5}[(also_two, 1)])
print((two, 1) == (also_two, 1), (one, 1) < (two, 0), [one, two] == [one, also_two], [two] < [one], two in [one, also_two], (one, two).index(also_two))
print("%s %r %5s" % (one, two, one), "{} {!r} {:>4}".format(one, two, 3), " ".join(map(str, [one, two])), f"{one} {two!r}", [one, (two,)])
a, b = two
print(a, b, [x for x in Steps(2)], list(Steps(2)), [*Steps(1)], next(Steps(1)), next(Steps(0), "end"), sum(Steps(3)), max(Steps(3)))
def check(n):
    if ask(n) == 2: raise StopIteration
    return n
print([x for x in map(check, [1, 2, 3])], list(map(len, [one, two])), [x for x in map(ask, [1, 2])])
def counted():
    for x in Steps(1):
        yield ask(x)
    for x in map(str, [one]):
        yield x
print(list(counted()))
