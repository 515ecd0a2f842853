# What natives do with __hash__, __eq__ and the like of a program's classes: which are called, how often and in which order, and what
# happens when they raise or change what is being worked on.
import traceback
from collections import Counter, defaultdict

log = []


def tried(f, *args):
    del log[:]
    try:
        result = f(*args)
        shown = type(result).__name__ if " object at " in repr(result) else repr(result)
    except BaseException as e:
        shown = f"{type(e).__name__}: {e}"
        frames = [line.name for line in traceback.extract_tb(e.__traceback__) if line.name != "<listcomp>"]
        shown += f" in {frames[1:]}"
    print(shown, log)


class Key:
    def __init__(self, name, number=7):
        self.name = name
        self.number = number

    def __hash__(self):
        log.append("hash " + self.name)
        return self.number

    def __eq__(self, other):
        log.append(f"{self.name}=={getattr(other, 'name', other)}")
        return isinstance(other, Key) and self.name[0] == other.name[0]

    def __repr__(self):
        return self.name


a, a2, b, c = Key("a"), Key("a2"), Key("b"), Key("c")
keys = [a, b, a2, c, a, Key("d", 1)]

# keys of dicts and sets
tried(lambda: {k: 1 for k in keys})
tried(lambda: {k for k in keys})
tried(lambda: set(keys))
tried(lambda: frozenset(keys))
tried(lambda: dict.fromkeys(keys, 0))
tried(lambda: Counter(keys))
tried(lambda: Counter(keys).most_common(2))
d = {a: 1, b: 2}
s = {a, b}
for k in (a, a2, c, Key("b2"), Key("z", 99)):
    tried(lambda: d[k])
    tried(lambda: d.get(k, "no"))
    tried(lambda: k in d)
    tried(lambda: k not in d)
    tried(lambda: k in s)
    tried(lambda: k in list(s))
    tried(lambda: k in (a, b))
    tried(lambda: k in {a: 0}.keys())
    tried(lambda: dict(d).setdefault(k, 5))
    tried(lambda: dict(d).pop(k, 5))
    tried(lambda: set(s).discard(k))
    tried(lambda: set(s).add(k))
    tried(lambda: [a, b, c].index(k))
    tried(lambda: [a, b, c].count(k))
    tried(lambda: [a, b, c].remove(k))
    tried(lambda: (a, b, c).index(k, 1))
    tried(lambda: (a, b, c).count(k))
    tried(lambda: {(k, 1): 2, (a, 1): 3})
    tried(lambda: hash(((k, (k, 1)), [])))
    tried(lambda: hash((k, (1, (k, 2)))) == hash((7, (1, (7, 2)))))


def delete(what, key):
    del what[key]
    return what


def put(what, key):
    what[key] = "new"
    return what


for k in (a2, c):
    tried(delete, dict(d), k)
    tried(put, dict(d), k)
    tried(put, defaultdict(list, d), k)
    tried(lambda: defaultdict(list, d)[k])
    tried(lambda: k in defaultdict(list, d))
    tried(lambda: Counter(d)[k])
    tried(delete, Counter(d), k)
    tried(lambda: s | {k})
    tried(lambda: s & {k})
    tried(lambda: s - {k})
    tried(lambda: s ^ {k})
    tried(lambda: {k} <= s)


class Own(dict):
    def __getitem__(self, key):
        log.append("getitem")
        return dict.__getitem__(self, key)

    def __setitem__(self, key, value):
        log.append("setitem")
        dict.__setitem__(self, key, value)

    def __delitem__(self, key):
        log.append("delitem")
        dict.__delitem__(self, key)

    def __contains__(self, key):
        log.append("contains")
        return dict.__contains__(self, key)


class Missing(dict):
    def __missing__(self, key):
        log.append("missing")
        return key


for k in (a2, c):
    tried(lambda: Own(d)[k])
    tried(put, Own(d), k)
    tried(delete, Own(d), k)
    tried(lambda: k in Own(d))
    tried(lambda: Missing(d)[k])
    tried(lambda: Missing(d).get(k))
    tried(lambda: dict(Missing(d))[a])

# comparisons of lists and tuples
for op in ("==", "!=", "<", "<=", ">", ">="):
    compare = eval(f"lambda x, y: x {op} y")
    for x, y in (
        ((a, 1), (a2, 1)),
        ((a, 1), (a2, 2)),
        ((a, b), (a, c)),
        ((a,), (a2, b)),
        ([a, 1], [a2, 1]),
        ([a, 1], [a2, 2]),
        ([a], [a2, b]),
        ([a, 1], (a, 1)),
        ((a, (b, 1)), (a2, (b, 2))),
        ([[a]], [[a2]]),
        ((1, a), (1.0, b)),
    ):
        tried(compare, x, y)


class Plain:
    def __repr__(self):
        return type(self).__name__


class Odd(Plain):
    """Compares to something that isn't a truth value."""

    def __init__(self, gives):
        self.gives = gives

    def __eq__(self, other):
        log.append("eq")
        return self.gives

    def __lt__(self, other):
        log.append("lt")
        return self.gives

    __hash__ = None


class NoTruth:
    def __bool__(self):
        log.append("bool")
        raise ValueError("no truth")


for gives in ("", "yes", None, NotImplemented, NoTruth()):
    tried(lambda: (Odd(gives), 1) == (Odd(gives), 1))
    tried(lambda: (Odd(gives), 1) < (Odd(gives), 1) or None)
    tried(lambda: Odd(gives) in [Odd(gives)])
    tried(lambda: [1, Odd(gives)].index(Odd(gives)))
    tried(lambda: [1, Odd(gives)].count(Odd(gives)))
tried(lambda: hash((1, Odd(1))))
tried(lambda: {Odd(1)})


# what changes while it is worked on
class Changes(Key):
    what = None
    __hash__ = Key.__hash__

    def __eq__(self, other):
        if not log or log[-1] != "changes":  # how often depends on the table
            log.append("changes")
        what, Changes.what = Changes.what, None
        if what:
            what()
        return False


for number in range(40):
    many = {Changes(str(i)): i for i in range(3)}
    Changes.what = lambda: many.clear() if number == 0 else many.update({n: n for n in range(number)})
    tried(lambda: many[Key("1")] if number % 2 else many.get(Key("1")))
    print(len(many))
    Changes.what = None
    some = {Changes(str(i)) for i in range(3)}
    Changes.what = lambda: some.clear() if number == 0 else some.update(range(number))
    tried(lambda: Key("1") in some)
    print(len(some))
    Changes.what = None
row = [Changes("x"), 1, 2, 3]
Changes.what = row.clear
tried(lambda: row == [0, 1, 2, 3])
row = [Changes("x"), 1, 2, 3]
tried(lambda: 2 in row)
row = [Changes("x"), 1, 2, 3]
tried(lambda: row.index(3))
row = [Changes("x"), 1, 2, 3]
tried(lambda: row.count(3))
row = [Changes("x")]
Changes.what = lambda: row.append(3)
tried(lambda: row.index(3))
Changes.what = lambda: row.pop()
tried(lambda: row < [0])
for compare in (lambda: row < [0], lambda: row >= [0], lambda: row == [0], lambda: row != [0], lambda: row <= [], lambda: [5, 6] > row, lambda: row < [0, 1]):
    for what in ("clear", "append", "replace", "extend"):
        row = [Changes("x")]
        Changes.what = {"clear": row.clear, "append": lambda: row.append(7), "replace": lambda: row.__setitem__(0, 3), "extend": lambda: row.extend([1, 2])}[what]
        tried(compare)
        Changes.what = None
Changes.what = None
