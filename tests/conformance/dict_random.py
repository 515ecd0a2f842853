# Random operations on dicts: order, holes, growth.
seed = 99
def rnd(n):
    global seed
    seed = (seed * 1103515245 + 12345) % (1 << 31)
    return (seed >> 8) % n
for trial in range(40):
    d = {}
    m = [5, 12, 50, 400][rnd(4)]
    for _ in range(rnd(300)):
        op = rnd(14)
        k = rnd(m) if rnd(3) else str(rnd(m))
        if op < 5: d[k] = rnd(1000)
        elif op < 7: d.pop(k, None)
        elif op == 7 and d: print(d.popitem())
        elif op == 8: print(d.get(k), k in d, d.setdefault(k, 7))
        elif op == 9: d.update({rnd(m): 1, str(k): 2})
        elif op == 10: d = dict(d)
        elif op == 11 and k in d: del d[k]
        elif op == 12 and rnd(10) == 0: d.clear()
        elif op == 13: d = d | {k: 5}; d |= [(k, 1)]
    print(d, len(d), list(reversed(d)), d == dict(reversed(list(d.items()))), list(d.values())[:3])
    assert list(d) == [k for k in d]
d = {}
for i in range(20000): d[i] = i; d[str(i)] = i
for i in range(0, 20000, 2): del d[i]
print(len(d), sum(k for k in d if isinstance(k, int)))
while d: d.popitem()
for i in range(1000): d[i] = 1; d.pop(i)
for i in range(2000):
    d[i] = 1
    if len(d) > 100: del d[next(iter(d))]
print(list(d)[:5], len(d))
