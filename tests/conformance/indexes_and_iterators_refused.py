# Items of what doesn't change, by any index; and __iter__ that gives what isn't an iterator.
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
def s(x, k): x[k] = 1
def d(x, k): del x[k]
for x in ("a", (1,), b"a", range(3), {1}, frozenset(), 5, None, [1], {}, bytearray(b"a"), slice(1)):
    for k in (0, 2**64, -2**70, True, "k", 1.5):
        t(lambda: s(x, k)); t(lambda: d(x, k))
class C:
    def __init__(self, v): self.v = v
    def __iter__(self): return self.v
for v in (print, 5, None, int, "a", [], iter([]), (x for x in "a"), map(str, "a"), len, C, type("N", (), {"__next__": lambda s: 1})(), enumerate("a"), zip("a"), reversed("a"), range(3), {}.keys(), iter({}), object()):
    t(lambda: [x for x in C(v)][:1] if type(v).__name__ != "N" else iter(C(v)) is v)
    t(lambda: next(iter(C(v)), "end")); 
    def un():
        a, = C(v); return a
    if type(v).__name__ != "N": t(un); t(lambda: tuple(C(v))); t(lambda: 3 in C(v)); t(lambda: sum(1 for _ in C(v)))
