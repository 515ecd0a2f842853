class Item:
    def __init__(self, n): self.n = n
    def __lt__(self, other): return ask(self.n) < ask(other.n)
    def __repr__(self): return f"I{self.n}"
items = [Item(n) for n in (5, 2, 8, 1, 9, 3)]
print(sorted(items))
print(sorted(items, reverse=True))
items.sort()
print(items, min(items), max(items))
print(sorted([(1, Item(2)), (1, Item(1)), (0, Item(7))]))
import heapq
h = []
for n in (4, 1, 3): heapq.heappush(h, Item(n))
print([heapq.heappop(h) for _ in range(3)])
