"""The args of an exception become a tuple of whatever can be gone through."""


class Items:
    def __iter__(self):
        yield from "xyz"


def items():
    yield 1
    yield 2


error = ValueError("before")
for value in ([1, 2], "ab", {3: 4}, items(), Items(), iter([5]), map(str, range(3)), (), (x for x in "pq")):
    error.args = value
    print(error.args, str(error))
setattr(error, "args", Items())
print(error.args)
BaseException.args.__set__(error, items())
print(error.args)
for value in (int, 5, None, print):
    try:
        error.args = value
    except TypeError as problem:
        print(problem, error.args)


class Failing:
    def __iter__(self):
        raise LookupError("no items")


try:
    error.args = Failing()
except LookupError as problem:
    print(problem, error.args)
