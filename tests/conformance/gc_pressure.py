class Node:
    def __init__(self, n): self.n, self.peer, self.items = n, None, [n] * 3
kept = []
for i in range(10000):
    a, b = Node(i), Node(-i)
    a.peer, b.peer = b, a
    if i % 1000 == 0: kept.append(a)
print(len(kept), sum(k.n for k in kept), all(k.peer.peer is k for k in kept), sum(sum(k.peer.items) for k in kept))
d = {}
for i in range(5000):
    d[i] = [i, str(i), (i,), {i: i}]
    if i >= 100: del d[i - 100]
print(len(d), sorted(d)[0], d[4999])
s = ""
for i in range(3000): s += str(i % 10)
print(len(s), s[-5:])
chain = None
for i in range(10000): chain = (i, chain)
n = 0
while chain: n += chain[0]; chain = chain[1]
print(n)
closures = [lambda i=i: [i] * 2 for i in range(1000)]
print(sum(len(f()) + f()[0] for f in closures))
gens = [(x * k for x in range(5)) for k in range(500)]
for g in gens: next(g)
junk = [[object() for _ in range(10)] for _ in range(2000)]
print(sum(map(sum, gens)), len(junk))
cyc = []
for i in range(1000):
    c = {"i": i}
    c["self"] = c
    cyc = [c]
print(cyc[0]["self"]["self"]["i"], max(len(str(2 ** i)) for i in range(0, 2000, 100)))
deep = []
for i in range(2000): deep = [deep]
k = 0
while deep: deep = deep[0]; k += 1
print(k)
big = {str(i): i for i in range(10000)}
print(len(big), sum(big.values()), "19999" in big, big.pop("500"), len({v % 100 for v in big.values()}))
