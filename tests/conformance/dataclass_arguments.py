# Defaults, factories and keywords of dataclasses, and what their comparisons look at.
from dataclasses import dataclass, field


@dataclass(order=True)
class Item:
    name: str
    price: float = 1.5
    tags: list = field(default_factory=list)
    note: str = field(default="", compare=False)


a, b = Item("a"), Item("a", 1.5)
a.tags.append(1)
print(a, b, a == b, a.tags is b.tags, Item(name="x", tags=[2]), Item("y", note="n", price=3))
print(sorted([Item("b"), Item("a", 2), Item("a", 1)]), Item("a", note="1") == Item("a", note="2"), a < b, a >= b)
for call in (lambda: Item(), lambda: Item("a", name="b"), lambda: Item("a", 1, [], "", 5), lambda: Item("a", cost=1), lambda: Item(price=1), lambda: Item("a", **{"tags": 1, "x": 2})):
    try:
        print(call())
    except TypeError as e:
        print(e)


@dataclass(frozen=True)
class Key:
    a: int
    b: int = 7

    @property
    def sum(self):
        return self.a + self.b


print(hash(Key(1)) == hash((1, 7)), {Key(1, 2): 3}[Key(1, b=2)], Key(1) == Key(1, 7), Key(1) != Key(2), Key(3).sum, Key(1) == (1, 7))


@dataclass
class Counted:
    n: int = 0
    log: list = field(default_factory=lambda: ["made"])

    def __post_init__(self):
        self.log.append(self.n)


print(Counted(), Counted(5), Counted(n=6, log=[]), Counted.__init__.__annotations__ != {})


@dataclass
class Lazy:
    x: int

    def __getattribute__(self, name):
        if name == "x":
            return 42
        return object.__getattribute__(self, name)


print(Lazy(1) == Lazy(2), repr(Lazy(3)))
