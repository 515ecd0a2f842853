# __eq__ and __hash__ that ask, in every operation that looks something up
class K:
    def __init__(self, n): self.n = n
    def __hash__(self): return ask(self.n) % 2
    def __eq__(self, other):
        if not isinstance(other, K): return NotImplemented
        return ask(self.n) == other.n
    def __repr__(self): return f"K{self.n}"
print({K(1), K(2), K(1), K(3)})
print([K(1), K(2)].index(K(2)), [K(1), K(2), K(1)].count(K(1)), K(2) in [K(1), K(2)], K(9) in (K(1),))
L = [K(1), K(2), K(3)]; L.remove(K(2)); print(L)
try: L.remove(K(7))
except ValueError as e: print(e)
try: L.index(K(7))
except ValueError as e: print(e)
d = {K(1): "a", K(3): "b"}
print(d[K(1)], d.get(K(3)), d.get(K(5), "none"), d.setdefault(K(5), "new"), d.pop(K(3)), d.pop(K(3), None))
d.update({K(1): "A", K(7): "B"}); d |= {K(9): "C"}; d |= [(K(9), "CC")]
print(d, d | {K(1): 0}, {K(1): 0} | d)
del d[K(9)]
try: d[K(9)]
except KeyError as e: print("KeyError", e)
try: d.pop(K(9))
except KeyError as e: print("KeyError", e)
print(K(7) in d, K(8) in d, d == {K(5): "new", K(7): "B", K(1): "A"}, d != {})
print(dict.fromkeys([K(1), K(2), K(1)], 0), dict([(K(1), 1), (K(1), 2)]), {k: k.n for k in [K(1), K(1)]})
a, b = {K(1), K(2), K(3)}, {K(2), K(3), K(4)}
print(sorted(x.n for x in a & b), sorted(x.n for x in a | b), sorted(x.n for x in a - b), sorted(x.n for x in a ^ b))
print(a <= b, a < a | b, a.isdisjoint(b), a.issubset([K(1), K(2), K(3), K(4)]), a.issuperset({K(1)}), a == {K(3), K(2), K(1)})
a.add(K(1)); a.discard(K(2)); a.remove(K(3)); print(a)
try: a.remove(K(3))
except KeyError as e: print("KeyError", e)
a |= b; a &= {K(2), K(3)}; a ^= {K(3), K(5)}; a -= {K(5)}; print(sorted(x.n for x in a))
a.update([K(8)], (K(9),)); a.intersection_update([K(8), K(9)]); a.difference_update([K(9)]); a.symmetric_difference_update([K(8), K(1)]); print(a)
print(a.union([K(3)]), a.intersection([K(1)]), a.difference([K(1)]), a.symmetric_difference([K(1), K(2)]))
print(frozenset([K(1), K(1)]), hash((K(1), 2)) == hash((1, 2)), {(K(1), 2): 3}[(K(1), 2)])
print([K(1), [K(2)]] == [K(1), [K(2)]], (K(1), K(2)) == (K(1), K(3)), [K(1)] != [K(1)])
print(d.keys() & [K(1)], d.keys() - {K(1)}, K(1) in d.keys(), "A" in d.values(), (K(1), "A") in d.items())
print(list(d.items()) == [(K(5), "new")], d.items() >= {(K(1), "A")})
