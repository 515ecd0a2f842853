class Key:
    def __init__(self, n): self.n = n
    def __hash__(self): return ask(self.n % 3)
    def __eq__(self, other):
        return isinstance(other, Key) and ask(self.n) == ask(other.n)
    def __repr__(self): return f"Key({self.n})"

d = {Key(1): "one", Key(4): "four", Key(7): "seven"}
print(d[Key(4)], Key(7) in d, Key(10) in d, d.get(Key(13), "none"))
d[Key(1)] = "uno"
del d[Key(4)]
print(d, d.pop(Key(7)), d.setdefault(Key(2), "two"), len(d))
s = {Key(1), Key(4), Key(1)}
print(len(s), Key(4) in s)
s.add(Key(7)); s.discard(Key(1))
print(len(s), sorted(k.n for k in s))
print(len(s | {Key(4)}), len(s & {Key(4)}), len(s - {Key(4)}))
print(Key(1) in [Key(2), Key(1)], [Key(1), Key(2)].index(Key(2)), (Key(3), Key(3)).count(Key(3)))
print([Key(1)] == [Key(1)], (Key(1), 2) == (Key(1), 3), {"a": Key(1)} == {"a": Key(1)})
L = [Key(1), Key(2)]
L.remove(Key(2))
print(L, dict([(Key(1), 1), (Key(1), 2)]), {**{Key(5): 0}})
