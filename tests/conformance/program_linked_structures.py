class Node:
    __slots__ = ("value", "next")
    def __init__(self, value, next=None): self.value, self.next = value, next
class LinkedList:
    def __init__(self, items=()):
        self.head = None
        for x in reversed(list(items)): self.head = Node(x, self.head)
    def __iter__(self):
        n = self.head
        while n: yield n.value; n = n.next
    def __len__(self): return sum(1 for _ in self)
    def __bool__(self): return self.head is not None
    def __getitem__(self, i):
        for k, v in enumerate(self):
            if k == i: return v
        raise IndexError(f"no item {i}")
    def reverse(self):
        prev, n = None, self.head
        while n: n.next, prev, n = prev, n, n.next
        self.head = prev
        return self
    def __eq__(self, o): return isinstance(o, LinkedList) and list(self) == list(o)
    def __repr__(self): return " -> ".join(map(repr, self)) or "empty"
l = LinkedList("abc")
print(l, len(l), l.reverse(), l[1], "b" in l, l == LinkedList("cba"), LinkedList(), bool(LinkedList()), [*l], max(l), sorted(l))
class Tree:
    def __init__(self, key, left=None, right=None): self.key, self.left, self.right = key, left, right
    def insert(self, key):
        side = "left" if key < self.key else "right"
        child = getattr(self, side)
        if child: child.insert(key)
        else: setattr(self, side, Tree(key))
        return self
    def __iter__(self):
        if self.left: yield from self.left
        yield self.key
        if self.right: yield from self.right
    def __contains__(self, k): return k == self.key or bool((t := self.left if k < self.key else self.right) and k in t)
    def depth(self): return 1 + max((t.depth() for t in (self.left, self.right) if t), default=0)
    def __repr__(self): return f"({self.key}" + "".join(f" {t!r}" for t in (self.left, self.right) if t) + ")"
t = Tree(50)
for k in (30, 70, 20, 40, 60, 80, 10): t.insert(k)
print(t, list(t), 60 in t, 65 in t, t.depth(), sum(t), [k for k in t if k > 45])
class LRU:
    def __init__(self, n): self.n, self.d = n, {}
    def get(self, k):
        if k in self.d: self.d[k] = v = self.d.pop(k); return v
    def put(self, k, v):
        self.d.pop(k, None)
        self.d[k] = v
        if len(self.d) > self.n: del self.d[next(iter(self.d))]
c = LRU(2)
c.put("a", 1); c.put("b", 2); c.get("a"); c.put("c", 3)
print(c.d, c.get("b"))
class Matrix:
    def __init__(self, *rows): self.rows = [list(r) for r in rows]
    def __getitem__(self, ij): return self.rows[ij[0]][ij[1]]
    def __setitem__(self, ij, v): self.rows[ij[0]][ij[1]] = v
    def __matmul__(self, o): return Matrix(*([sum(a * b for a, b in zip(r, c)) for c in zip(*o.rows)] for r in self.rows))
    def __mul__(self, k): return Matrix(*([v * k for v in r] for r in self.rows))
    __rmul__ = __mul__
    def __eq__(self, o): return self.rows == o.rows
    def __pow__(self, n):
        out = Matrix([1, 0], [0, 1])
        for _ in range(n): out = out @ self
        return out
    def __str__(self): return "\n".join(" ".join(f"{v:4}" for v in r) for r in self.rows)
m = Matrix([1, 1], [1, 0])
m2 = m ** 30
print(m2[0, 1], 2 * m == m * 2, m)
class Poly:
    def __init__(self, *c): self.c = c
    def __call__(self, x): return sum(k * x ** i for i, k in enumerate(self.c))
    def __add__(self, o):
        from itertools import zip_longest
        return Poly(*(a + b for a, b in zip_longest(self.c, o.c, fillvalue=0)))
    def __repr__(self): return " + ".join(f"{k}x^{i}" if i else str(k) for i, k in enumerate(self.c) if k) or "0"
p = Poly(1, 0, 2) + Poly(0, 3)
print(p, p(2), Poly(), hash((p.c)) == hash((1, 3, 2)))
a = {"name": "a"}; b = {"name": "b", "peer": a}; a["peer"] = b
print(a["peer"]["peer"]["name"], a)
