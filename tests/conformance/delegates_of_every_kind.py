# `yield from` and await on iterators that aren't generators: what send, throw and close find in them, and what a generator shows of its delegate.
import asyncio


class Items:
    def __init__(self, *items):
        self.items = list(items)

    def __iter__(self):
        return self

    def __next__(self):
        if not self.items:
            raise StopIteration("value")
        return self.items.pop(0)


class Full(Items):
    def send(self, value):
        print("send", value)
        if value == "stop":
            raise StopIteration("sent")
        return value

    def throw(self, *args):
        print("throw", *[a if isinstance(a, (int, str, type)) else repr(a) for a in args])
        if len(args) > 1:
            raise StopIteration(args[1])
        if args[0] is KeyError:
            raise args[0]("from throw")
        return "thrown"

    def close(self):
        print("close")


class Broken(Items):
    def __getattr__(self, name):
        raise ZeroDivisionError(name)


class Raises(Items):
    def close(self):
        raise StopIteration(5)


def outer(inner):
    try:
        got = yield from inner
        print("got", got)
    except BaseException as e:
        print("outer:", type(e).__name__, e)
        raise


def attempt(label, action):
    try:
        print(label, action())
    except BaseException as e:
        print(label, type(e).__name__, e, "caused by", type(e.__cause__).__name__)


for make in (Items, Full, Broken, Raises, lambda *items: iter(items), lambda *items: (x for x in items), lambda *items: map(str, items)):
    for what in [(ValueError,), (ValueError("v"),), (ValueError, "w"), (KeyError,), (123,), ("text",), (GeneratorExit,), (GeneratorExit("g"),), (int,)]:
        g = outer(make(1, 2))
        next(g)
        attempt(f"throw {what}", lambda: g.throw(*what))
        attempt("next", lambda: next(g, "end"))
        attempt("closed", g.close)
    g = outer(make(1, 2))
    next(g)
    attempt("close", g.close)
    attempt("next", lambda: next(g, "end"))
    for value in (None, "x", "stop"):
        g = outer(make(1, 2))
        next(g)
        attempt(f"send {value}", lambda: g.send(value))
        attempt("closed", g.close)
    g = outer(make(1, 2))
    attempt("all", lambda: list(g))

source = [Items(1, 2), iter([1, 2]), (x for x in [1, 2])]
for inner in source:
    g = outer(inner)
    print(g.gi_yieldfrom)
    next(g)
    print(g.gi_yieldfrom is inner)
    print(list(g), g.gi_yieldfrom)


class Waits:
    def __init__(self, *items):
        self.items = items

    def __await__(self):
        return Full(*self.items)


async def awaits(x):
    try:
        return await x
    except Exception as e:
        print("awaits:", type(e).__name__, e)
        raise


c = awaits(Waits(1, 2))
print(c.send(None), type(c.cr_await).__name__, c.throw(KeyError("k")), c.throw(ValueError("v")))
attempt("send", lambda: c.send("stop"))
c = awaits(Waits(1))
attempt("both", lambda: (c.send(None), c.close()))


class NoName:
    def __call__(self):
        pass


for bad in (lambda: NoName()(**1), lambda: NoName()(*1), lambda: NoName()(**{1: 2})):
    try:
        bad()
    except TypeError as e:
        print(str(e).replace("__main__.", "").split(" object at")[0])


class Bad:
    def __call__(self):
        pass

    def __repr__(self):
        raise RuntimeError("no repr")


class Shown(Bad):
    def __repr__(self):
        return "shown"


print(repr(staticmethod(Shown())), repr(classmethod(Shown())), str(staticmethod(classmethod(Shown()))))
for wrapper in (staticmethod, classmethod):
    attempt("repr", lambda: repr(wrapper(Bad())))


class Slots:
    __slots__ = ("a", "b")


import copy
s = Slots()
s.a = 1
t = copy.copy(s)
print(t.a, hasattr(t, "b"), s.__reduce_ex__(2)[2])
