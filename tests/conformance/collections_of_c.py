# What collections takes from C: the fields of named tuples, __new__ of tuples' subclasses, OrderedDict read as a mapping, counting.
import copy
import pickle
import reprlib
from collections import ChainMap, Counter, OrderedDict, UserList, defaultdict, deque, namedtuple

import _collections


def tried(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


P = namedtuple("P", "x y", defaults=[2])
p = P(1)
field = P.x
print(field, type(field), field.__doc__, field.__reduce__() == (type(field), (0, "Alias for field number 0")), copy.copy(field).__doc__)
print(p.x, p.y, field.__get__(p, P), field.__get__((7, 8)), field.__get__(None, P) is field, P.__new__.__defaults__, P.__new__.__qualname__)
print(P.__new__.__code__.co_varnames, P._field_defaults, P.__match_args__, P.__doc__, P.__module__, pickle.loads(pickle.dumps(p)) == p)
for attempt in (lambda: field.__get__([1], list), lambda: field.__get__((), tuple), lambda: field.__set__(p, 1), lambda: field.__delete__(p),
                lambda: setattr(p, "x", 1), lambda: delattr(p, "y"), lambda: setattr(p, "z", 1), lambda: type("Q", (type(field),), {}),
                lambda: _collections._tuplegetter(-1, "d").__get__((1, 2)), lambda: _collections._tuplegetter("a", "b"), P, lambda: P(1, 2, 3),
                lambda: P(z=1), lambda: P._make([1]), lambda: p._replace(q=1), lambda: namedtuple("A", "a a"), lambda: namedtuple("A", "class"),
                lambda: namedtuple("A", "_a"), lambda: namedtuple("A b", "a"), lambda: namedtuple("A", "a", defaults=(1, 2))):
    tried(attempt)
P.x.__doc__ = "the first"
print(P.x.__doc__, P._replace(p, x=5), P._make(iter("ab")), namedtuple("R", "a class a", rename=True)._fields, namedtuple("E", "")(), namedtuple("O", "a")(3))


class Sub(P):
    def __new__(cls, x):
        return super().__new__(cls, x, x * 2)

    @property
    def y(self):
        return "own"


s = Sub(3)
print(s, s.x, s.y, s._asdict(), tuple(s), P.y.__get__(s))
P.x = _collections._tuplegetter(1, "the second now")
print(p.x, s.x, [each.x for each in (p, s, P(8, 9))])
P.x = 5
print(p.x, s.x)


class T(tuple):
    pass


made = tuple.__new__(T, (1, 2))
print(type(made), made, tuple.__new__(T, [1]), tuple.__new__(T, (c for c in "ab")), tuple.__new__(T), tuple.__new__(tuple, (3,)))
for attempt in (lambda: tuple.__new__(T, 3), lambda: tuple.__new__(T, (1,), (2,)), lambda: tuple.__new__(int, ()), lambda: tuple.__new__(3), lambda: T(a=1)):
    tried(attempt)
print(list(map(pow, (1, 2, 3), [2, 2])), list(map(lambda a, b, c: a + b + c, "ab", "cd", "ef")))
tried(lambda: map(pow, 1, (2,)))
tried(lambda: map(pow, (2,), 1))


# dict(), {**}, f(**) and update() read a subclass of OrderedDict that defines keys or [] through these, one of dict as it is.
class Keys(OrderedDict):
    def keys(self):
        return ["a", "b"]

    def __getitem__(self, key):
        return key * 2


class Items(OrderedDict):
    def __getitem__(self, key):
        return key * 2


class Plain(dict):
    keys = Keys.keys
    __getitem__ = Keys.__getitem__


class Plainer(defaultdict):
    keys = Keys.keys
    __getitem__ = Keys.__getitem__


def keywords(**given):
    return given


for cls in (Keys, Items, Plain, Plainer, OrderedDict):
    d = cls()
    for key in "qr":
        d[key] = 3
    updated = {}
    updated.update(d)
    print(cls.__name__, dict(d), {**d}, keywords(**d), updated, OrderedDict(d), Counter(d))
od = OrderedDict(a=1, b=2)
print(od.pop("z", default=4), od.pop("a"), od.popitem(last=False), od)


# Counting, and what recursion shows.
class Tallied(Counter):
    def get(self, key, default=None):
        return 10


class Set(Counter):
    def __setitem__(self, key, value):
        super().__setitem__(key, -value)


c = Counter("abca")
_collections._count_elements(c, "aa")
plain = {}
_collections._count_elements(plain, iter("xyx"))
print(c, plain, Tallied("aab"), Set("aab"), Counter([1, 1.0, True]))
tried(_collections._count_elements, c, [[]])
chain = ChainMap({})
chain.maps[0]["self"] = chain
items = UserList([1])
items.append(items)
print(chain, c.most_common(1))
factory = defaultdict(list)
factory[1] = factory
print(factory)


class Shown:
    @reprlib.recursive_repr("<again>")
    def __repr__(self):
        return f"Shown({[self, Other(self)]})"


class Other(Shown):
    def __init__(self, of):
        self.of = of

    @reprlib.recursive_repr()
    def __repr__(self):
        return f"Other {self.of!r}"


print(Shown(), Shown.__repr__.__qualname__, type(iter(deque())), type(reversed(deque())))
