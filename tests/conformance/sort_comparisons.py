"""Which items a sort compares, and in what order: those of CPython, for lists that are one run to it."""
import heapq
import random
from fractions import Fraction

compared = []


class Item:
    def __init__(self, value):
        self.value = value

    def __lt__(self, other):
        compared.append((self.value, other.value))
        return self.value < other.value

    def __repr__(self):
        return str(self.value)


def show(result):
    print(result, len(compared), hash(tuple(compared)))
    compared.clear()


chance = random.Random(4)
for count in [*range(8), 13, 31, 32, 33, 62, 63]:
    values = [chance.randrange(count) for _ in range(count)]
    show(sorted(map(Item, values)))
    show(sorted(map(Item, values), reverse=True))
    show(sorted(values, key=Item))
    items = [Item(value) for value in range(count)]
    items.sort()
    show(items)
    items.sort(reverse=True)
    show(items)
    items.sort()
    show(items)
for value in (True, False):

    class Same:
        def __lt__(self, other):
            print("asked", end=" ")
            return value

    print(len(sorted([Same(), Same()])), len(sorted([Same(), Same(), Same()])))
nan = float("nan")
print(sorted([2.5, nan, Fraction(1), Fraction(1, 2)]), sorted([Fraction(3), nan, Fraction(1, 3), 0.5, nan, 2]))
for count in (64, 100, 1000):
    pairs = [(Item(chance.randrange(20)), number) for number in range(count)]
    pairs.sort(key=lambda pair: pair[0])
    print(all(a[0].value < b[0].value or (a[0].value == b[0].value and a[1] < b[1]) for a, b in zip(pairs, pairs[1:])))
compared.clear()
show(heapq.nsmallest(3, map(Item, [5, 2, 8, 1, 9])))


class Failing:
    def __lt__(self, other):
        raise ValueError("not now")


items = [Failing(), Failing(), 1]
try:
    items.sort()
except ValueError as error:
    print(error, len(items))
