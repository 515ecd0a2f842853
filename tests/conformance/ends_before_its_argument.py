# Methods that may know the answer before they have seen all: they leave an iterator there, and don't mind what comes after.
import itertools


def say(f, *args):
    try:
        return f(*args)
    except Exception as e:
        return f"{type(e).__name__}: {e}"


class Key:
    def __init__(self, n):
        self.n = n

    def __hash__(self):
        return hash(self.n)

    def __eq__(self, other):
        return self.n == (other.n if isinstance(other, Key) else other)

    def __repr__(self):
        return f"K{self.n}"


def rows(make):
    yield lambda: iter(make)
    yield lambda: iter(list(make))
    yield lambda: iter(tuple(make))
    yield lambda: iter(dict.fromkeys(make))
    yield lambda: reversed(list(make))
    yield lambda: map(abs, make)
    yield lambda: (n for n in make)
    yield lambda: map(Key, make)


for s in (set(), {1}, {1, 2}, {0, 1, 2, 3, 4, 5}, {7}, {Key(1), Key(2)}):
    for kind in (set, frozenset):
        for name in ("issuperset", "issubset", "isdisjoint", "intersection", "intersection_update", "symmetric_difference", "union"):
            if name == "intersection_update" and kind is frozenset:
                continue
            for make in (range(6), range(1, 3), range(0), range(9, 0, -1)):
                for row in rows(make):
                    own, it = kind(s), row()
                    print(name, own, say(getattr(own, name), it), list(it), own)
for own in ({1}, frozenset([1, 2])):
    for other in ([1, 2, []], (3, []), [[]], [1, []], range(4)):
        for name in ("issuperset", "issubset", "isdisjoint", "intersection"):
            print(name, own, other, say(getattr(own, name), other))
x = itertools.count()
print({1}.issuperset(itertools.count(5)), {1, 2}.intersection(x), next(x))
print({3}.isdisjoint(itertools.cycle([1, 3])), {1, 2}.intersection([2, 1, 5], iter([1, 7])))

# A sort that fails leaves what it did.
for reverse in (False, True):
    for items in (["a", 1], [1, 2, 3, "x"], [5, 4, 3, "x", 1], [*range(20), "x", 3], [9, 8, 7, 6, 5, *"ab", 1]):
        for key in (None, lambda v: v):
            copy = items[:]
            print(say(lambda: copy.sort(key=key, reverse=reverse)), copy)


# A dict that changes while it is shown.
class Clears:
    def __repr__(self):
        d.clear()
        return "C"


class Grows:
    def __repr__(self):
        if len(d) < 4:
            d[len(d)] = Grows()
        return "G"


for cls in (Clears, Grows):
    for show in (repr, str, lambda d: repr(d.items()), lambda d: repr(d.values()), lambda d: f"{d}", lambda d: "%s" % d):
        d = {9: cls(), 2: 3}
        print(say(show, d), len(d))
    for show in (repr, lambda d: repr(d.keys())):
        d = {cls(): 1, 2: 3}
        print(say(show, d), len(d))
