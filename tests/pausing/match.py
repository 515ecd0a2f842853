# asking in the middle of a match: subject, values, guards, lengths, items, keys, attributes, class checks
import collections.abc
class Seq(collections.abc.Sequence):
    def __init__(self, n): self.n = n
    def __len__(self): return ask(self.n)
    def __getitem__(self, i):
        if i >= self.n: raise IndexError
        return ask(i * 10)
class Map(collections.abc.Mapping):
    def __len__(self): return ask(2)
    def __iter__(self): yield ask("a"); yield ask("b")
    def __getitem__(self, k): return ask({"a": 1, "b": 2}[k])
class Meta(type):
    def __instancecheck__(cls, x): return ask(x == "hooked")
    @property
    def __match_args__(cls): return ask(("n",))
class Hooked(metaclass=Meta): pass
class P:
    __match_args__ = ("x", "y")
    @property
    def x(self): return ask("px")
    def __getattr__(self, name):
        if ask(name) == "y": return 2
        raise AttributeError(name)
class E:
    def __init__(self, v): self.v = v
    def __eq__(self, other): return ask(self.v == other)
class Key:
    def __hash__(self): return ask(1)
    def __eq__(self, other): return ask(self is other)
class Keys:
    one = Key()
    @property
    def two(self): return ask("two")
keys = Keys()
def run(subject):
    match subject:
        case [a, b]: return "two", a, b
        case [_, *_, z, _]: return "last but one", z
        case {"a": x, **rest}: return "map", x, rest
        case Hooked(): return "hooked"
        case P(x="px", z=_): return "never"
        case P("px", y=2) if ask(False): return "never"
        case P("px", 2) | P(): return "p"
        case {keys.one: v}: return "key", v
        case {keys.two: v}: return "two", v
        case 5 | "five" as e: return "eq", e.v if isinstance(e, E) else e
        case [*items]: return "items", items
    return "nothing"
for s in (Seq(2), Seq(4), Seq(1), Map(), "hooked", P(), E("five"), E("six"), {keys.one: 3}, {"two": 4, "x": 1}, [1], 7):
    print(run(s))
match ask([1, [2, ask(3)]]):
    case [x, [y, z]] if ask(x) < ask(y):
        print(x, y, z, ask("body"))
try:
    match ask("x"):
        case P(x=1) | Hooked(n=1): print("no")
        case str(s) if ask(1) / 0: pass
except ZeroDivisionError as e:
    print(e, s)
def gen(x):
    match x:
        case [a, *rest]:
            yield ask(a)
            yield from gen(rest)
        case []: yield "end"
print(list(gen([1, 2, 3])))
