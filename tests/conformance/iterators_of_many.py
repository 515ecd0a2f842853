# Iterators over many others, and subclasses of iterators that say by themselves what comes next.
for n in (1, 60, 119, 120, 121, 500, 5000):
    rows = [[i, 2] for i in range(n)]
    first, second = zip(*rows)
    print(n, sum(first), len(second), len(list(zip(*rows))), max(zip(*rows))[:2], len(dict(enumerate(zip(*rows)))))
    print(sum(len(column) for column in zip(*rows)), len(sorted(zip(*rows))), [*map(len, zip(*rows))], len(set(zip(*rows))), (0,) in zip(*rows))


class Numbered(zip):
    count = 0

    def __next__(self):
        self.count += 1
        return self.count, super().__next__()


class Items(enumerate):
    def __next__(self):
        return super().__next__()[1]


def pairs():
    return Numbered("ab", "cd")


print(list(pairs()), tuple(pairs()), [*pairs()], dict(pairs()), [x for x in pairs()], sorted(pairs()), len(set(pairs())))
print(max(pairs()), min(pairs()), list(zip(pairs(), pairs())), list(enumerate(pairs())), list(map(str, pairs())), list(reversed(list(pairs()))))
a, b = pairs()
print(a, b)
a, *b = pairs()
print(a, b)
print(sum(Items([1, 2])), "".join(Items("ab")), 1 in Items([1]), 5 in Items([1]), bytes(Items([3])), any(Items([0, 1])), all(Items([0])))
some = []
some.extend(Items("xy"))
some += Items("z")
some[1:2] = Items("pq")
print(some, some.__iadd__(Items("!")), {**dict.fromkeys(Items("ab"))}, {1}.union(Items("a")), {1, 2}.isdisjoint(Items([2])))
items = Items("ab")
print(iter(items) is items, items.__iter__() is items, next(items), items.__next__(), next(items, "end"))


def given(*args):
    return args


print(given(*Items("ab")), ",".join(Items("ab")), list(Items([3])), [[1, 2], [3]] == [[*Items([1, 2])], [3]])
