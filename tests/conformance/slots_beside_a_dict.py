# Names of __slots__ beside a __dict__: they are not among its keys, and what becomes of one leaves the other as it is.
import copy


class Base:
    __slots__ = ("a", "b")


class Sub(Base):
    pass


def show(o):
    print(vars(o), [getattr(o, n, "unset") for n in ("a", "b", "x", "y")], sorted(n for n in dir(o) if len(n) == 1))


o = Sub()
o.x = 1
o.a = 2
o.y = 3
show(o)
o.b = 4
o.x = 5
show(o)
o.__dict__ = {}
show(o)
o.__dict__ = {"a": "hidden", "x": 6}
show(o)
del o.a
show(o)
try:
    o.a
except AttributeError as e:
    print(e)
try:
    del o.a
except AttributeError as e:
    print(e)
o.a = 7
print(o.__dict__["a"], o.a)
del o.__dict__["a"]
print(o.a)
del o.b
o.b = [8]
show(o)
o.__dict__ |= {"y": 9}
show(o)


class Own:
    __slots__ = ("a", "__dict__", "b")

    def __init__(self, a):
        self.a = a
        self.x = a + 1


o = Own(1)
print(o.__dict__, o.a)
o.__dict__.clear()
print(o.a, hasattr(o, "x"), hasattr(o, "b"))
o.b = 2
c = copy.copy(o)
c.b = 3
print(c.a, c.b, o.b, vars(c))
d = copy.deepcopy(o)
print(d.a, d.b, vars(d), d is not o)
print(o.__reduce_ex__(2)[2])
del o.__dict__
print(o.__dict__, o.a)


class Other(Base):
    pass


o = Sub()
o.a = 1
vars(o)["k"] = 2
o.__class__ = Other
o.b = 3
show(o)
print(o.k, type(o).__name__)


# The descriptor of a name that a subclass hides.
class Hides(Base):
    a = "class"


o = Hides()
Base.a.__set__(o, "slot")
print(Base.a.__get__(o))


# More names than a shape takes.
class Many:
    __slots__ = tuple(f"s{i}" for i in range(100))


class ManyAndMore(Many):
    pass


o = ManyAndMore()
for i in range(100):
    setattr(o, f"s{i}", i)
for i in range(100):
    setattr(o, f"d{i}", -i)
print(sum(getattr(o, f"s{i}") for i in range(100)), sum(getattr(o, f"d{i}") for i in range(100)))
print(len([k for k in vars(o) if k.startswith("d")]), all(vars(o)[f"d{i}"] == -i for i in range(100)))
for i in range(0, 100, 2):
    delattr(o, f"s{i}")
print([hasattr(o, f"s{i}") for i in range(0, 100, 9)])


# A dict first, then slots one by one, forwards and backwards, removed again.
class Wide(Base):
    __slots__ = tuple("cdefgh") + ("__dict__",)


for order in ("abcdefgh", "hgfedcba", "dbfhaceg"):
    o = Wide()
    o.__dict__["z"] = order
    for n in order:
        setattr(o, n, n * 2)
    print([getattr(o, n) for n in "abcdefgh"], vars(o))
    for n in order[::2]:
        delattr(o, n)
    print([getattr(o, n, None) for n in "abcdefgh"], vars(o), o.z)
    for n in order[::2]:
        setattr(o, n, n * 3)
    print([getattr(o, n, None) for n in "abcdefgh"], vars(o), o.z)
