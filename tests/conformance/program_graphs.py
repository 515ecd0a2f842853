from collections import defaultdict, deque
import heapq
edges = [("a", "b", 4), ("a", "c", 1), ("c", "b", 2), ("b", "d", 5), ("c", "d", 8), ("d", "e", 3), ("x", "y", 1)]
g = defaultdict(dict)
for u, v, w in edges: g[u][v] = w; g[v][u] = w
def dijkstra(start):
    dist, heap, prev = {start: 0}, [(0, start)], {}
    while heap:
        d, u = heapq.heappop(heap)
        if d > dist[u]: continue
        for v, w in sorted(g[u].items()):
            if d + w < dist.get(v, float("inf")):
                dist[v] = d + w; prev[v] = u
                heapq.heappush(heap, (d + w, v))
    return dist, prev
dist, prev = dijkstra("a")
def path(v):
    return [v] if v not in prev else path(prev[v]) + [v]
print(dist, path("e"))
def bfs(start):
    seen, queue, order = {start}, deque([start]), []
    while queue:
        u = queue.popleft(); order.append(u)
        for v in sorted(g[u]):
            if v not in seen: seen.add(v); queue.append(v)
    return order
def dfs(u, seen=None):
    seen = set() if seen is None else seen
    seen.add(u)
    yield u
    for v in sorted(g[u]):
        if v not in seen: yield from dfs(v, seen)
def components():
    left, out = set(g), []
    while left:
        part = set(dfs(min(left)))
        left -= part; out.append(sorted(part))
    return out
print(bfs("a"), list(dfs("a")), components())
def topo(deps):
    order, state = [], {}
    def visit(n):
        if state.get(n) == 1: raise ValueError(f"cycle at {n}")
        if state.get(n) == 2: return
        state[n] = 1
        for m in deps.get(n, ()): visit(m)
        state[n] = 2
        order.append(n)
    for n in deps: visit(n)
    return order
print(topo({"app": ["lib", "log"], "lib": ["core"], "log": ["core"], "core": []}))
try: topo({"a": ["b"], "b": ["a"]})
except ValueError as e: print(e)
class DSU:
    def __init__(self, n): self.p = list(range(n))
    def find(self, x):
        while self.p[x] != x: self.p[x] = self.p[self.p[x]]; x = self.p[x]
        return x
    def join(self, a, b):
        a, b = self.find(a), self.find(b)
        self.p[a] = b
        return a != b
d = DSU(6)
print([d.join(*e) for e in [(0, 1), (1, 2), (0, 2), (3, 4)]], len({d.find(i) for i in range(6)}))
