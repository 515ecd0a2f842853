def error(function, *args, **kwargs):
    try:
        return "no error: " + repr(function(*args, **kwargs))
    except Exception as e:
        return f"{type(e).__name__}: {e}"


s = {3, 1, 2}
t = {2, 3, 4}
print(sorted(s | t), sorted(s & t), sorted(s - t), sorted(s ^ t), s <= t, {2} < s, s >= {1}, s == {1, 2, 3}, s != t, s.isdisjoint({9}), s.issubset(range(5)), s.issuperset([1]), 1 in s, "a" not in s, len(s))
print(sorted(s.union(t, [7], "x" and [8])), sorted(s.intersection([1, 2], {2})), sorted(s.difference([1], (2,))), sorted(s.symmetric_difference([1, 9])), s.copy() == s, s.copy() is s, set() == frozenset(), {1} == frozenset([1]), sorted(frozenset([1]) | {2}), type(frozenset([1]) | {2}).__name__, type({2} | frozenset([1])).__name__)
s.add(5); s.add(5); s.discard(99); s.discard(1); s.remove(2); s.update([7], {8}, range(2))
print(sorted(s)); s |= {100}; s &= {100, 7, 5}; s -= {5}; s ^= {7, 1}; print(sorted(s)); s.intersection_update([1]); s.difference_update([1]); s.symmetric_difference_update([4]); print(s, s.pop(), s, set(), frozenset(), frozenset({1}), {"a"}, {None}, bool(set()))
for call in [lambda: set().pop(), lambda: {1}.remove(2), lambda: {[]}, lambda: {1} | [1], lambda: {1} < [1], lambda: {1} + {2}, lambda: hash({1}), lambda: set(5), lambda: {1}[0], lambda: frozenset().add(1), lambda: {1}.union(5), lambda: {1} & "a", lambda: {1}.add([]), lambda: {1}.remove({2: 3}), lambda: set(1, 2), lambda: {1}.nope]:
    print(error(call))
def mutate():
    s = {1, 2}
    for x in s: s.add(x + 10)
print(error(mutate))
print({frozenset([1]): "k"}[frozenset([1])], frozenset([1, 2]) in {frozenset([2, 1])}, {1, 2} in [{2, 1}], {1} in {frozenset([1])}, hash(frozenset([1, 2, 3])) == hash(frozenset([3, 2, 1])), {1, 1.0, True}, {0, False}, {1: 2}.keys() == {1}, len({1, 2, 1}), len({float("nan")}))
print(sorted({x % 3 for x in range(10)}), sorted(set("hello")), sorted({*"ab", *[1] * 0}), set([1, 2]) > set([1]), min({3, 1}), sum({1, 2}), {1}.__contains__(1), sorted({(1, 2), (0, 5)}), any(x > 1 for x in {1, 2}), list({7}), *{8})
class S(set):
    def add_all(self, *xs):
        for x in xs: self.add(x)
        return self
q = S([1]).add_all(2, 3)
print(q, type(q | {4}).__name__, q == {1, 2, 3}, isinstance(q, set), len(q))
seen = set()
print([x for x in [1, 2, 1, 3, 2] if not (x in seen or seen.add(x))], repr({1}), str(frozenset()), f"{ {5} }")
big = set(range(1000))
big -= set(range(0, 1000, 2))
big.discard(5)
print(len(big), sum(big), 7 in big, 8 in big, max(big))
