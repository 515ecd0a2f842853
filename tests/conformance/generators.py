def error(function, *args, **kwargs):
    try:
        return "no error: " + repr(function(*args, **kwargs))
    except Exception as e:
        return f"{type(e).__name__}: {e}"


def count(n):
    i = 0
    while i < n:
        got = yield i
        if got is not None: i = got
        else: i += 1
    return "done"
print(list(count(3)), sum(count(4)), [*count(2)], tuple(count(1)))
g = count(10)
print(next(g), g.send(5), next(g), g.send(9), error(g.send, 20), error(next, g), next(g, "default"))
g = count(3)
print(error(g.send, 1), g.send(None), type(g).__name__, iter(g) is g, g.__name__)
def returns():
    x = yield from count(2)
    print("sub returned", x)
    return x.upper()
try:
    g = returns()
    while True: print(next(g))
except StopIteration as e: print("value", e.value, e.args)
def cleanup():
    try:
        yield 1
        yield 2
    except GeneratorExit:
        print("closing"); raise
    finally: print("finally")
g = cleanup(); next(g); g.close(); g.close()
print(error(next, g))
g = cleanup(); next(g)
print(error(g.throw, ValueError("thrown")), error(next, g))
def catcher():
    while True:
        try: yield "ready"
        except ValueError as e: yield f"caught {e}"
g = catcher()
print(next(g), g.throw(ValueError("v")), next(g), error(g.throw, KeyError("k")), error(next, g))
g = count(2)
print(error(g.throw, TypeError("not started")), list(g))
g = count(2); g.close(); print(list(g))
def ignores():
    while True:
        try: yield 1
        except GeneratorExit: pass
g = ignores(); next(g)
print(error(g.close))
def raises_stop():
    yield 1
    raise StopIteration("inner")
print(error(list, raises_stop()))
def reenter():
    yield next(me)
me = reenter()
print(error(next, me))
def delegating():
    try:
        yield from inner()
    except KeyError as e:
        yield ("outer caught", str(e))
def inner():
    try:
        while True:
            v = yield
            print("inner got", v)
    except ValueError:
        yield "inner handled"
        raise KeyError("from inner")
g = delegating(); next(g); g.send(1)
print(g.throw(ValueError), next(g), error(next, g))
def chain(*its):
    for it in its: yield from it
print(list(chain([1], "ab", range(2), {"k": 0}, (x * x for x in range(3)))))
def tree(t):
    if t:
        yield from tree(t[0]); yield t[1]; yield from tree(t[2])
print(list(tree(((None, 1, None), 2, ((None, 3, None), 4, None)))))
def fib():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b
f = fib()
print([next(f) for _ in range(10)], next(f), [v for v, _ in zip(f, range(3))], next(f))
def primes():
    found = []
    n = 2
    while True:
        if all(n % p for p in found): found.append(n); yield n
        n += 1
print([p for p, _ in zip(primes(), range(10))])
ge = (x * y for x in range(3) if x for y in range(3))
print(next(ge), list(ge), list(ge), (i for i in []).__class__.__name__, error(lambda: len(ge)), error(lambda: ge[0]))
print(error(lambda: (x for x in 5)), list(x for x in (y * 2 for y in range(3))))
log = []
def lazy():
    for i in range(3):
        log.append(f"make {i}"); yield i
for v in lazy(): log.append(f"use {v}")
print(log, 2 in lazy(), 9 in lazy(), log[-3:])
def both():
    r = yield
    while True: r = yield r * 2
b = both(); next(b)
print([b.send(i) for i in range(4)], max(lazy()), dict(enumerate(lazy())), *lazy(), sorted(lazy(), reverse=True))
def gen_in_finally():
    try: yield 1
    finally: yield "from finally"
print(list(gen_in_finally()))
def with_except():
    for i in range(3):
        try:
            if i == 1: raise ValueError(i)
            yield i
        except ValueError as e: yield str(e)
        else: yield "else"
print(list(with_except()), error(lambda: [x for x in None]), all(x for x in lazy()), any(x > 0 for x in lazy()))
first, *others = lazy()
print(first, others, "".join(str(v) for v in lazy()), list(map(str, lazy())), list(filter(None, lazy())))
empty = (lambda: (yield))
print(list(empty()), [list(g) for g in [iter([]), (x for x in ())]])


# Where one that hasn't begun stands.
def not_begun():
    # its first line
    yield 1


async def not_begun_either():

    return 1


fresh = not_begun()
print(fresh.gi_frame.f_lineno - not_begun.__code__.co_firstlineno, fresh.gi_frame.f_lasti, next(fresh), fresh.gi_frame.f_lineno - not_begun.__code__.co_firstlineno)
fresh = not_begun_either()
print(fresh.cr_frame.f_lineno - not_begun_either.__code__.co_firstlineno)
fresh.close()
