def echo():
    got = ask("start")
    while True:
        try: got = yield ask([got])
        except ValueError as e: got = ask("caught " + str(e))
        except GeneratorExit: print("closing", ask(1)); raise
        finally: ask("f")
g = echo(); print(next(g), g.send(1), g.throw(ValueError("x")), g.throw(ValueError, "y"), g.send(ask(3))); g.close()
def outer():
    try: r = yield from inner()
    except KeyError as e: r = ask(repr(e))
    print("r", r); x = yield ask(r)
    return ask("outer done"), x
def inner():
    try:
        a = yield ask(1)
        b = yield ask(a)
    except RuntimeError as e: return ask("inner caught")
    return a, b
g = outer(); print(next(g), g.send("A"), g.send("B"))
try: g.send("end")
except StopIteration as e: print(e.value)
g = outer(); next(g); print(g.throw(RuntimeError("r")))
g = outer(); next(g); print(g.throw(KeyError("k")))
def deep(n):
    if n: yield from deep(n - 1)
    else: yield ask("bottom")
    yield ask(n)
print(list(deep(20)), sum(1 for _ in deep(5)))
def loop():
    for i in range(3):
        with_fin = False
        try: yield i
        finally: print("fin", ask(i))
for i in (held := loop()):
    if i == 1: break
held.close(); it = loop(); next(it); it.close()
def pipeline(*stages):
    def run(src):
        for s in stages: src = s(src)
        return src
    return run
evens = lambda s: (x for x in s if ask(x) % 2 == 0)
squares = lambda s: (ask(x * x) for x in s)
print(list(pipeline(evens, squares)(range(6))), max(x for row in ([ask(j) for j in range(i)] for i in range(4)) for x in row))
print({k: v for k, v in ((ask(i), ask(i * i)) for i in range(3))}, {ask(x) for x in [1, 1]}, [[ask(i + j) for j in range(2) if ask(j)] for i in range(2)], [y := ask(1), y + 1], [(a, b) for a in range(2) for b in range(a + 1) if ask(a) or ask(b)])
def stop():
    yield 1
    raise StopIteration(ask("x"))
try: list(stop())
except RuntimeError as e: print(e, repr(e.__cause__))
def ret(): return ask((yield ask("only")))
g = ret(); next(g)
try: g.send(ask("v"))
except StopIteration as e: print(e.value)
class Node:
    def __init__(self, v, *kids): self.v, self.kids = v, kids
    def __iter__(self):
        yield ask(self.v)
        for k in self.kids: yield from k
print(list(Node(1, Node(2, Node(3)), Node(4))))
def rec(n): return ask("deep") if n == 0 else [rec(n - 1)]
x = rec(500); d = 0
while isinstance(x, list): x = x[0]; d += 1
print(d, x)
class RecInit:
    def __init__(self, n): self.child = RecInit(n - 1) if n else ask("leaf")
r = RecInit(150)
while isinstance(r, RecInit): r = r.child
print(r)
class RecRepr:
    def __init__(self, n): self.n = n
    def __repr__(self): return f"({RecRepr(self.n - 1)!r})" if self.n else ask("core")
print(repr(RecRepr(60)))
def lazy(): 
    for i in range(100): yield ask(i)
z = zip(lazy(), lazy()); print(next(z), next(z)); e = enumerate(lazy()); print(next(e)); m = map(lambda a: ask(-a), lazy()); print(next(m), next(m))
f = filter(lambda a: ask(a) > 2, lazy()); print(next(f), next(f)); print(next(x for x in lazy() if x > 1))
print(any(x == 2 for x in lazy()), all(x < 1 for x in lazy()), next(iter(lazy())))
a, b, *_ = [ask(i) for i in range(3)]; [first, *rest], last = [ask(1), 2, 3], ask(4); print(a, b, _, first, rest, last)
try: next(g)
except StopIteration: print("over")
def gen_with_class():
    class T:
        vals = [ask(1)]
        x = ask(2)
    yield T.vals, T.x
print(list(gen_with_class()))
