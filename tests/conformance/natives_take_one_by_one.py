"""What is wrong with a later item doesn't matter to those who are done before, or meet another mistake first."""


class Plain(float):
    def __iter__(self):
        yield 0.5


class Odd(set):
    pass


def tell(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


def strict(*items):
    return zip(*items, strict=True)


tell(lambda: any(strict((2,), [1, 2])))
tell(lambda: all(strict((2,), [1, 2])))
tell(lambda: sum(strict([1, 2], [0])))
tell(lambda: sum(map(int, ["1", "x"])))
tell(lambda: set(strict([[1], [2]], [0])))
tell(lambda: {k: v for k, v in strict([1, 2], [0])})
tell(lambda: dict(strict([[1], [2]], [0])))
tell(lambda: max(strict([1, "a"], [0])))
tell(lambda: list(strict([1, 2], [0])))
tell(lambda: sorted(strict([1, "a"], [0])))
tell(lambda: any(map(int, ["0", "1", "x"])))
tell(lambda: "".join(map(chr, [97, -1])))
tell(lambda: min(map(int, ["3", "x"]), default=0))
tell(lambda: tuple(map(int, ["3", "x"])))
tell(lambda: 0.5 in Plain())
tell(lambda: 1.0 in Plain())
tell(lambda: next(Odd()))
iterator = iter([0, 1, 2, 3])
print(any(iterator), list(iterator))
iterator = map(int, ["0", "1", "2"])
print(any(iterator), list(iterator))
