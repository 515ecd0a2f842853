def fib(n):
    if n < 2:
        return n
    return fib(n - 1) + fib(n - 2)


def defaults(a, /, b=1, *args, c, d=b"x", **kw) -> int:
    """The docstring."""
    return a, args


@decorator
@other(1)
def decorated(x: int, y: "str" = None):
    def inner():
        nonlocal x
        x += 1
        return x, y
    return inner


square = lambda v: v * v


def generator(items):
    received = yield
    yield from items
    return received


class Point(Base, metaclass=Meta):
    """A point."""
    x: int = 0
    __secret = 1

    def __init__(self, x):
        super().__init__()
        self.x = x
        self.__y = [x for _ in range(3)]
