# What is evaluated, or refused, before what.
def f(*args, **keywords):
    return args, keywords


def attempt(run):
    try:
        print(run())
    except Exception as e:
        print(type(e).__name__, e)


def say(value):
    print("say", value)
    return value


class Items:
    def __repr__(self):
        return "items"

    def __iter__(self):
        print("iter")
        return iter([1, 2])


attempt(lambda: f(*5, a=int({})))
attempt(lambda: f(0, *5, a=int({})))
attempt(lambda: f(*Items(), a=say(1)))
attempt(lambda: f(*Items(), a=say(1), **say({"b": 2})))
attempt(lambda: f(0, *Items(), a=say(1)))
attempt(lambda: f(*Items(), *Items(), a=say(1)))
attempt(lambda: f(*say(Items()), **{"a": say(2)}))
attempt(lambda: f(*5, **5))
attempt(lambda: f(*Items(), **5))


def delegates(to):
    yield 0
    yield from to


for to in (filter(None, "ab"), map(str, "ab"), zip("ab"), enumerate("ab"), iter("ab"), reversed("ab"), range(2), (x for x in "ab")):
    g = delegates(to)
    print(next(g), next(g))
    attempt(lambda: g.send(None))
    g = delegates(to)
    next(g)
    attempt(lambda: next(g))
g = delegates(filter(None, "abc"))
next(g)
next(g)
attempt(lambda: g.send(3))
attempt(lambda: next(g))
