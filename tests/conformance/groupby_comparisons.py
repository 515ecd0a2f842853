"""Which keys groupby compares: those of CPython, and none with itself."""
import itertools


class Key:
    def __init__(self, value):
        self.value = value

    def __eq__(self, other):
        compared.append((self.value, other.value))
        return self.value // 10 == other.value // 10

    def __hash__(self):
        return 1


for values in ([], [1], [1, 2], [1, 2, 3, 4], [1, 11, 12, 21], [1, 11, 2, 12], [5, 6, 15, 16, 17, 25]):
    for use in (list, lambda groups: [list(g) for _, g in groups], lambda groups: [next(g).value for _, g in groups]):
        compared = []
        use(itertools.groupby(map(Key, values)))
        print(len(compared), compared)
        compared = []
        use(itertools.groupby(values, Key)) if use is list else None
        print(len(compared), compared)
nan = float("nan")
print([list(group) for _, group in itertools.groupby([nan, nan, 1, nan])])
