class Same:
    def __init__(self, v): self.v = v
    def __hash__(self): return 42
    def __eq__(self, o): return isinstance(o, Same) and self.v == o.v
    def __repr__(self): return f"S{self.v}"
d = {Same(i): i for i in range(50)}
print(len(d), d[Same(7)], Same(50) in d, list(d)[:3], list(d)[-1])
for i in range(0, 50, 2): del d[Same(i)]
print(len(d), Same(4) in d, Same(5) in d, d.get(Same(6), "gone"))
for i in range(0, 10, 2): d[Same(i)] = -i
print(len(d), list(d.values())[-5:], d.pop(Same(1)), d.popitem(), next(iter(d)))
s = {Same(i % 5) for i in range(30)}
print(len(s), sorted(x.v for x in s), Same(3) in s, s == {Same(i) for i in range(5)}, s - {Same(0)} == {Same(i) for i in range(1, 5)})
calls = []
class Loud(Same):
    def __hash__(self): calls.append("hash"); return self.v % 4
    def __eq__(self, o): calls.append("eq"); return super().__eq__(o)
a, b = Loud(1), Loud(5)
m = {a: "a"}
m[b] = "b"
print(calls, m[a], calls, len(m))
calls.clear()
print(a in [a], calls, Loud(1) in [a], calls, [a, b].index(b), calls)
ints = {i << 40: i for i in range(300)}
print(len(ints), ints[5 << 40], sum(ints.values()))
mixed = {1: "a", "1": "b", (1,): "c", 1.5: "d", None: "e", b"1": "f", frozenset([1]): "g", True: "h", int: "i", len: "j"}
print(len(mixed), mixed[1.0], mixed[frozenset({1})], mixed[int], mixed[len], mixed[(True,)], mixed[None])
class Evil:
    def __hash__(self): return 1
    def __eq__(self, o): raise ValueError("no comparing")
e = {Evil(): 1}
try: e[Evil()]
except ValueError as x: print(x)
try: 1 in e and print("never")
except ValueError as x: print(x)
class Mutating:
    def __init__(self, d): self.d = d
    def __hash__(self): return 0
    def __eq__(self, o): self.d.clear(); return False
t = {}
t[Mutating(t)] = 1
t[Mutating(t)] = 2
print(len(t) >= 1)
