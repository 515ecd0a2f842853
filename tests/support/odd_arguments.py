"""Calls everything that modules and classes offer with odd arguments, and prints how each call ended: a line "@@ NAME: " for each function,
with a word for each call: "ok" or the exception's type. tests/cli/test_builtins.py runs it in CPython and in Fermata, and puts these lines
in front: OWNER, an expression for what is asked for its functions; TEXT, its name; NAMES, which of them to call, or None for all;
IN_CHILDREN, whether each function gets a process of its own."""


class Index:
    def __init__(self, value):
        self.value = value

    def __index__(self):
        return self.value


class Fraction_:
    def __float__(self):
        return 1.5


class Sized:
    def __len__(self):
        return 3

    def __getitem__(self, i):
        if i >= 3:
            raise IndexError(i)
        return i


class Each:
    def __iter__(self):
        return iter([1, 2])


class BadEq:
    __hash__ = object.__hash__

    def __eq__(self, other):
        raise LookupError("eq")

    __lt__ = __gt__ = __eq__


class BadHash:
    def __hash__(self):
        raise LookupError("hash")


class BadAll:
    def __getattr__(self, name):
        raise LookupError("getattr")

    def __bool__(self):
        raise LookupError("bool")

    def __len__(self):
        raise LookupError("len")

    def __iter__(self):
        raise LookupError("iter")

    def __repr__(self):
        raise LookupError("repr")

    def __index__(self):
        raise LookupError("index")


class IntSub(int):
    pass


class StrSub(str):
    pass


class BytesSub(bytes):
    pass


class FloatSub(float):
    pass


class ListSub(list):
    pass


class TupleSub(tuple):
    pass


class DictSub(dict):
    pass


class SetSub(set):
    pass


def function(*args):
    return args


def generator():
    yield 1
    yield 2


HUGE = 2**100
# Each is made again for each call: calls may change what they get.
SIMPLE = [
    lambda: None,
    lambda: 1,
    lambda: "ab",
    lambda: b"ab",
    lambda: [1, 2],
    lambda: (1, 2),
    lambda: {1: 2},
    lambda: 1.5,
    lambda: Index(1),
    lambda: function,
    lambda: Each(),
    lambda: BadEq(),
]
ODD = SIMPLE + [
    lambda: True,
    lambda: 0,
    lambda: -1,
    lambda: HUGE,
    lambda: -HUGE,
    lambda: 2**63,
    lambda: -(2**63) - 1,
    lambda: 0.0,
    lambda: float("nan"),
    lambda: float("inf"),
    lambda: 1j,
    lambda: "",
    lambda: "é\U0001f600",
    lambda: "\ud800",
    lambda: b"",
    lambda: bytearray(b"ab"),
    lambda: memoryview(b"ab"),
    lambda: [],
    lambda: (),
    lambda: {},
    lambda: {1, 2},
    lambda: frozenset("ab"),
    lambda: range(3),
    lambda: slice(1, 2),
    lambda: ...,
    lambda: NotImplemented,
    lambda: object(),
    lambda: int,
    lambda: Index,
    lambda: Index(HUGE),
    lambda: Fraction_(),
    lambda: Sized(),
    lambda: BadHash(),
    lambda: BadAll(),
    lambda: IntSub(1),
    lambda: StrSub("ab"),
    lambda: BytesSub(b"ab"),
    lambda: FloatSub(1.5),
    lambda: ListSub([1, 2]),
    lambda: TupleSub((1, 2)),
    lambda: DictSub({"a": 1}),
    lambda: SetSub("ab"),
    lambda: generator(),
    lambda: iter([1, 2]),
    lambda: len,
    lambda: [].append,
    lambda: ValueError("x"),
    lambda: "x" * 5000,
    lambda: list(range(5000)),
    lambda: iter(lambda: 1, 1),
    lambda: property(len),
    lambda: staticmethod(len),
    lambda: int | str,
    lambda: list[int],
]
LAST = [lambda: Index(1), lambda: 1.5, lambda: HUGE, lambda: None, lambda: "ab"]
FIRST = [lambda: 1, lambda: "ab", lambda: b"ab", lambda: [1, 2]]


def shapes():
    """The lists of makers of arguments."""
    yield []
    for one in ODD:
        yield [one]
    for one in SIMPLE:
        for other in SIMPLE:
            yield [one, other]
    for one in FIRST:
        for other in SIMPLE[::3]:
            for last in LAST:
                yield [one, other, last]
    for last in LAST:
        yield [FIRST[0], FIRST[0], FIRST[0], last]
        yield [FIRST[1], FIRST[1], FIRST[1], last]


SKIP = {
    "__init_subclass__",
    "__subclasshook__",
    "__class__",
    "__reduce__",
    "__reduce_ex__",
    "__getstate__",
    "__dir__",
    "__sizeof__",
    "__del__",
    "__new__",
    "__init__",
    "__getattribute__",
    "__setattr__",
    "__delattr__",
    "__format__",
    "__str__",
    "__repr__",
    "__hash__",
    "__doc__",
    "__dict__",
    "__weakref__",
    "__module__",
}


def names_of(owner):
    """What to call: public names and special methods that can be called."""
    for name in sorted(dir(owner)):
        if (
            name in SKIP
            or name.startswith("_")
            and (not (name.startswith("__") and name.endswith("__")) or type(owner) is type(__import__("sys")))
        ):
            continue
        try:
            value = getattr(owner, name)
        except Exception:
            continue
        if callable(value) and (not name.startswith("__") or not isinstance(value, type)):
            yield name


def end_of(result):
    # What a call gives may do its work only when it is asked for it.
    for _ in range(3):
        if hasattr(type(result), "__next__"):
            try:
                next(result)
            except StopIteration:
                break
        else:
            break


def call(make, name, makers):
    try:
        args = [maker() for maker in makers]
        end_of(getattr(make(), name)(*args))
        return "ok"
    except BaseException as e:
        return type(e).__name__


def call_all(run):
    make = eval(f"lambda: {OWNER}")
    for name in NAMES or names_of(make()):

        def work():
            words = [call(make, name, makers) for makers in shapes()]
            print(f"\n@@ {name}: {' '.join(words)}", flush=True)

        run(work)


def in_a_child(work):
    """For CPython, where a call may take forever, or print from exit handlers."""
    import os
    import resource
    import signal

    child = os.fork()
    if not child:
        resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
        signal.alarm(5)
        try:
            work()
        finally:
            os._exit(0)
    os.waitpid(child, 0)


call_all(in_a_child if IN_CHILDREN else lambda work: work())
