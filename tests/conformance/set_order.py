# Sets of ints iterate in CPython's order, whatever was done to them.
seed = 12345
def rnd(n):
    global seed
    seed = (seed * 1103515245 + 12345) % (1 << 31)
    return (seed >> 8) % n
def order(s):
    return sum([(i + 1) * x for i, x in enumerate(s)]) % 1000003
def rset(n, m):
    return {rnd(m) - (m // 4) for _ in range(n)}
for trial in range(100):
    m = [20, 100, 1000, 10**6, 10**12][rnd(5)]
    a = rset(rnd(60), m); b = rset(rnd(60), m); c = set(list(a)[:rnd(9)])
    states = []
    for _ in range(rnd(40)):
        op = rnd(16)
        if op == 0: a.add(rnd(m))
        elif op == 1: a.discard(rnd(m))
        elif op == 2 and a: states.append(a.pop())
        elif op == 3: a |= b
        elif op == 4: a &= b | c
        elif op == 5: a -= c
        elif op == 6: a ^= b
        elif op == 7: b = a | c
        elif op == 8: b = a & b
        elif op == 9: b = a - c
        elif op == 10: b = a ^ c
        elif op == 11: c = a.copy()
        elif op == 12: a.update(range(rnd(30)), [rnd(m)])
        elif op == 13: a.difference_update([rnd(m) for _ in range(9)], c)
        elif op == 14: b = frozenset(a) ; b = set(b.union(c, {1: 2, rnd(m): 3})); c = b.symmetric_difference([1, 2, 3])
        elif op == 15: c = b.intersection(range(20)); a = set({x: 1 for x in a})
        states.append((op, order(a), order(b), order(c)))
    print(states, list(a), hash(frozenset(a)), a <= b, a < b, a == b, a.isdisjoint(c), hash(tuple(a)))
big = set(range(0, 200000, 3))
for i in range(0, 100000, 2): big.discard(i)
print(sum(i * x for i, x in enumerate(big)), len(big))
big2 = set(big) | set(range(50000)); print(sum(i * x % 1000003 for i, x in enumerate(big2)), len(big2))
big3 = big2 - big; print(sum(i * x % 1000003 for i, x in enumerate(big3)), len(big3))
for i in range(500): print(big2.pop(), end=' ')
print()
