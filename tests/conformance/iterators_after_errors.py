# An error doesn't end the builtin iterators: what comes after it is what CPython's give; and what StopIteration brings arrives.
import itertools
import re


class Items:
    """1, 2, … n, an error in place of 2; each further call says its number."""

    def __init__(self, n):
        self.i = 0
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        self.i += 1
        if self.i == 2:
            raise ValueError("two")
        if self.i > self.n:
            raise StopIteration(self.i)
        return self.i


class Indexed:
    def __getitem__(self, i):
        if i == 1:
            raise ValueError("x")
        if i == 3:
            raise StopIteration(5)
        return i


class Sized(Indexed):
    def __len__(self):
        return 4


def counted(fails, stops):
    n = 0

    def call():
        nonlocal n
        n += 1
        if n in fails:
            raise ValueError(n)
        if n == stops:
            raise StopIteration(n)
        return n

    return call


def inverse(x):
    return 60 // (x - 1)


def ends_at(n):
    def call(x):
        if x == n:
            raise StopIteration("ended")
        return x
    return call


def steps(iterator, n=7):
    found = []
    for _ in range(n):
        try:
            found.append(next(iterator))
        except Exception as e:
            found.append((type(e).__name__, *e.args))
    return found


def generated(n):
    for i in range(n):
        yield i


class Truth:
    def __init__(self, n):
        self.n = n

    def __bool__(self):
        if self.n == 1:
            raise ValueError("truth")
        return True

    def __repr__(self):
        return f"T{self.n}"


class Number:
    def __init__(self, n):
        self.n = n

    def __add__(self, other):
        if self.n == 3 and not other.n % 2:
            raise ValueError("no sum")
        return Number(self.n + other.n)

    def __repr__(self):
        return f"N{self.n}"


truths = [Truth(i) for i in range(3)]
numbers = [Number(i) for i in (1, 2, 4, 5, 6, 7)]
makers = {
    "map": lambda: map(str, Items(4)), "map lambda": lambda: map(inverse, [3, 1, 2, 1, 5]), "map generator": lambda: map(inverse, generated(4)),
    "map both": lambda: map(inverse, Items(4)), "map two": lambda: map(lambda x, y: (x, y), Items(4), Items(4)), "map int": lambda: map(int, ["1", "x", "3", "y"]),
    "map two lists": lambda: map(lambda x, y: x // y, [4, 5, 6], [2, 0, 3, 1]), "map ended": lambda: map(ends_at(2), [1, 2, 3, 2, 5]),
    "filter": lambda: filter(None, Items(4)), "filter lambda": lambda: filter(inverse, [1, 3, 1, 100, 2]), "filter truth": lambda: filter(None, truths),
    "filter bool": lambda: filter(bool, truths), "filter ended": lambda: filter(ends_at(2), [1, 2, 3]), "filter mapped": lambda: filter(None, map(inverse, [1, 2, 1, 3])),
    "enumerate": lambda: enumerate(Items(4)), "enumerate at": lambda: enumerate(map(inverse, [2, 1, 3]), 10), "enumerate generator": lambda: enumerate(generated(2)),
    "zip": lambda: zip(Items(4), Items(4)), "zip list": lambda: zip([1, 2, 3, 4], Items(4)), "zip three": lambda: zip(Items(4), [1, 2, 3], "abc"),
    "zip strict": lambda: zip(Items(4), [1, 2, 3], strict=True), "zip strict three": lambda: zip(Items(4), [1, 2], [1, 2, 3], strict=True),
    "zip one": lambda: zip(Items(3)), "zip none": lambda: zip(), "zip mapped": lambda: zip(map(inverse, [2, 1, 3, 4]), [1, 2, 3]),
    "zip longer": lambda: zip([1], [1, 2], strict=True), "zip shorter": lambda: zip([1, 2, 3], map(str, [1]), strict=True),
    "index": lambda: iter(Indexed()), "reversed": lambda: reversed(Sized()), "call": lambda: iter(counted({2}, 5), 9), "call until": lambda: iter(counted({2}, 9), 4),
    "chain": lambda: itertools.chain(Items(3), Items(3)), "chain of": lambda: itertools.chain.from_iterable([Items(3), 5, [7]]), "chain from": lambda: itertools.chain.from_iterable(Items(3)),
    "takewhile": lambda: itertools.takewhile(bool, Items(4)), "takewhile lambda": lambda: itertools.takewhile(inverse, [2, 1, 3, 100, 2]),
    "dropwhile": lambda: itertools.dropwhile(lambda x: x < 3, Items(5)), "dropwhile lambda": lambda: itertools.dropwhile(inverse, [2, 1, 3, 100, 1, 2]),
    "filterfalse": lambda: itertools.filterfalse(inverse, [100, 1, 3, 200]), "filterfalse items": lambda: itertools.filterfalse(lambda x: False, Items(4)),
    "starmap": lambda: itertools.starmap(divmod, [(1, 1), (1, 0), (5, 3), 7, (4, 2)]), "starmap items": lambda: itertools.starmap(divmod, map(lambda x: (x, 2), Items(4))),
    "accumulate": lambda: itertools.accumulate(Items(4)), "accumulate sum": lambda: itertools.accumulate(numbers), "accumulate call": lambda: itertools.accumulate([8, 4, 0, 2], lambda a, b: a // b),
    "accumulate initial": lambda: itertools.accumulate(Items(4), initial=10), "compress": lambda: itertools.compress(Items(5), [1, 1, 1, 0, 1, 1]), "compress truth": lambda: itertools.compress("abcd", truths + [1]),
    "cycle": lambda: itertools.cycle(Items(3)), "islice": lambda: itertools.islice(Items(6), 5), "islice steps": lambda: itertools.islice(Items(9), 0, 9, 2), "islice all": lambda: itertools.islice(Items(4), None),
    "pairwise": lambda: itertools.pairwise(Items(5)), "zip_longest": lambda: itertools.zip_longest(Items(4), [1]), "zip_longest two": lambda: itertools.zip_longest([1], [2, 3]), "tee": lambda: itertools.tee(Items(4))[1],
    "finditer": lambda: map(re.Match.group, re.finditer("a", "abab")),
    "nested": lambda: enumerate(zip(map(inverse, Items(5)), filter(None, Items(9)))),
}
for name, make in makers.items():
    try:
        print(name, steps(make(), {"starmap items": 4, "nested": 5}.get(name, 7)))
    except Exception as e:
        print(name, type(e).__name__, e)

# What goes on after an error, as programs do it.
numbers = map(int, "1 2 x 4 five 6".split())
total = bad = 0
while True:
    try:
        total += next(numbers)
    except ValueError:
        bad += 1
    except StopIteration:
        break
print(total, bad)

a, b = itertools.tee(Items(4))
print(steps(a, 3), steps(b, 5), steps(a, 4))


def delegates(iterator):
    print("got", (yield from iterator))


class Ends:
    def __iter__(self):
        return self

    def __next__(self):
        raise StopIteration("value")


for iterator in (map(ends_at(2), [1, 2]), Ends(), enumerate(Ends()), zip(Ends()), filter(None, Ends()), map(str, Ends()), map(max, Ends(), Ends()),
                 itertools.takewhile(bool, Ends()), itertools.starmap(max, Ends()), itertools.chain(Ends()), itertools.accumulate(Ends())):
    print(list(delegates(iterator)))
