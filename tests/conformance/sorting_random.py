# Sorting values of all kinds, with keys and with __lt__: order and stability.
seed = 7
def rnd(n):
    global seed
    seed = (seed * 1103515245 + 12345) % (1 << 31)
    return (seed >> 8) % n
class K:
    def __init__(s, v): s.v = v
    def __lt__(s, o): return s.v < o.v
    def __repr__(s): return f"K{s.v}"
for trial in range(25):
    n = [0, 1, 2, 5, 33, 64, 100, 200][rnd(8)]
    kinds = [lambda: rnd(50), lambda: rnd(50) / 7, lambda: str(rnd(50)), lambda: (rnd(5), str(rnd(5))), lambda: [rnd(3), rnd(9)], lambda: rnd(2) and rnd(9) or rnd(9) / 2, lambda: bool(rnd(2)), lambda: 2**70 + rnd(10), lambda: (str(rnd(4)), rnd(4))]
    k = kinds[rnd(len(kinds))]
    a = [k() for _ in range(n)]
    if rnd(4) == 0: a.sort(); a += a[:10]
    if rnd(4) == 0: a.reverse()
    print(sorted(a), sorted(a, reverse=True))
    p = [(x, i) for i, x in enumerate(a)]
    print(sorted(p, key=lambda t: t[0]), sorted(p, key=lambda t: t[0], reverse=True))
    q = [K(rnd(20)) for _ in range(n)]
    r = list(enumerate(q))
    print(sorted(q), sorted(q, reverse=True), sorted(r, key=lambda t: t[1]), sorted(r, key=lambda t: t[1], reverse=True))
nan = float('nan')
x = sorted([3.0, nan, 1.0, nan, 2.0] * 10); print(len(x))
