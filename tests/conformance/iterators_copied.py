# Copies of iterators go on where the original stands; __setstate__ sets that; __length_hint__ says what is left.
import collections
import copy
import itertools


class Sequence:
    def __init__(self, end):
        self.end = end

    def __getitem__(self, i):
        if i >= self.end:
            raise IndexError
        return i * i

    def __len__(self):
        return self.end


class Endless:
    def __getitem__(self, i):
        return i


class Steps:
    # An iterator of the program's.
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if not self.n:
            raise StopIteration
        self.n -= 1
        return self.n


def fresh():
    data = [1, 2, 3, 4, 5]
    yield from (iter(data), reversed(data), iter(tuple(data)), iter("abcde"), iter("aßc𝄐e"), reversed("aßc𝄐e"), iter(b"abcd"), iter(bytearray(b"abcd")))
    yield from (iter(range(4)), iter(range(10, 0, -3)), reversed(range(5)), iter(range(2 ** 70, 2 ** 70 + 4)), iter(range(-2 ** 63, -2 ** 63 + 3)))
    yield from (iter(dict.fromkeys(data)), iter({1: 2, 3: 4}.items()), reversed({1: 2, 3: 4}), iter({1, 2, 3}), iter(collections.deque(data)))
    yield from (map(abs, data), map(lambda x: -x, data), map(lambda x, y: x + y, data, data), filter(None, data), filter(lambda x: x % 2, data))
    yield from (zip(data, "abc"), zip(data, Steps(3)), zip(data, Steps(4), data), enumerate(data), enumerate(Steps(3), 5), iter(Steps(4).__next__, 0))
    yield from (iter(Sequence(4)), reversed(Sequence(4)), iter(Endless()))
    yield from (itertools.count(), itertools.count(5, 2), itertools.count(1.5), itertools.cycle("abc"), itertools.cycle(Steps(3)), itertools.repeat(7), itertools.repeat(7, 3))
    yield from (itertools.accumulate(data), itertools.accumulate(data, max, initial=3), itertools.chain("ab", [3, 4], Steps(2)), itertools.chain.from_iterable(["ab", "cd"]))
    yield from (itertools.compress("abcde", [1, 0, 1, 1, 1]), itertools.dropwhile(lambda x: x < 2, data), itertools.takewhile(lambda x: x < 4, data))
    yield from (itertools.filterfalse(None, [0, 1, 0, 0]), itertools.filterfalse(lambda x: x > 3, data), itertools.starmap(pow, [(2, 3), (3, 2), (1, 1)]))
    yield from (itertools.islice(data, 3), itertools.islice(data, 1, None, 2), itertools.islice(itertools.count(), 2, 9, 3), itertools.tee(data)[1])
    yield from (itertools.zip_longest("abc", data, fillvalue="-"), itertools.product("ab", "cd"), itertools.product(range(3), repeat=4))
    yield from (itertools.permutations("abcd", 2), itertools.permutations(range(5)), itertools.combinations("abcd", 2), itertools.combinations_with_replacement("abc", 2))


def first(iterator):
    return list(itertools.islice(iterator, 4))


for number in range(len(list(fresh()))):
    for taken in 0, 1, 2, 40:
        iterator = list(fresh())[number]
        before = sum(1 for _ in itertools.islice(iterator, taken))
        own = "own" if type(iterator).__name__ in ("callable_iterator", "map", "filter", "enumerate") else first(copy.deepcopy(iterator))
        try:
            hint = iterator.__length_hint__()
        except (AttributeError, TypeError) as e:
            hint = type(e)
        print(type(iterator), before, hint, own, first(copy.deepcopy(iterator)))
        print(first(copy.copy(iterator)), first(iterator))

for made, states in (
        (lambda: iter([1, 2, 3]), (0, 2, 9, -1)), (lambda: reversed([1, 2, 3]), (0, 2, 9, -1, -5)), (lambda: iter("aß𝄐d"), (1, 2, 3, 99)), (lambda: iter(range(5)), (2, -3, 77)),
        (lambda: iter(range(2 ** 70, 2 ** 70 + 5)), (2, -3, 77)), (lambda: iter(Sequence(4)), (2, -42, 9)), (lambda: reversed(Sequence(4)), (2, -42, 9)),
        (lambda: itertools.cycle("abc"), ((["x"], False), (["x"], True), [], (1, 2))), (lambda: itertools.accumulate([1, 2, 3]), (10, None)),
        (lambda: itertools.chain(), ((iter(["ab"]),), (iter(["ab"]), iter("cd")), (), None, ([], []))), (lambda: itertools.dropwhile(bool, [1, 0, 1]), (0, 1)),
        (lambda: itertools.takewhile(bool, [1, 0, 1]), (0, 1)), (lambda: itertools.zip_longest("ab", "c"), ("fill",)), (lambda: zip("ab", "c"), (True, False)),
        (lambda: itertools.product("ab", "cd"), ((0, 1), (0, 4096), (-1, -1), (0,), None)), (lambda: itertools.product((0, 1), ()), ((0, 0),)),
        (lambda: itertools.permutations("abc", 2), (((1, 0, 2), (2, 1)), ((0,), (1, 2)), None)), (lambda: itertools.combinations("abcd", 2), ((1, 2), (9, 9), (1,))),
        (lambda: itertools.combinations_with_replacement("abc", 2), ((1, 1), (5, 5)))):
    for state in states:
        iterator = made()
        try:
            iterator.__setstate__(state)
            print(type(iterator), state if not isinstance(state, tuple) else len(state), first(iterator))
        except (TypeError, ValueError) as e:
            print(type(iterator), type(e))

iterator = iter(Endless())
iterator.__setstate__(2 ** 63 - 2)
print(next(iterator))
try:
    next(iterator)
except OverflowError as e:
    print(e)

groups = itertools.groupby("aabccc")
key, group = next(groups)
print(key, next(group), [(k, list(g)) for k, g in copy.deepcopy(groups)], list(group))
print(list(copy.copy(group)), type(group), type(groups), type(iter(Endless())), type(itertools.tee([])[0]))
a, b = itertools.tee("abcd")
next(a)
c, d = copy.deepcopy((a, b))
print(list(a), list(b), list(c), list(d), list(copy.copy(itertools.tee("xy")[0])), [list(t) for t in itertools.tee(itertools.tee("ab")[0])])
print(list(type(a)("pq")), next(itertools.tee(b)[0], "end"), repr(itertools.repeat("a", -3)), itertools.repeat(1, 2).__length_hint__())
