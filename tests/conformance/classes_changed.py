import types


def message(f, *args):
    try:
        f(*args)
    except Exception as e:
        return f"{type(e).__name__}: {e}"
    return "nothing"


# --- bases that change
class A:
    def f(self): return "A"


class B(A):
    def f(self): return "B"


class C(A):
    def g(self): return "C"


class D(B):
    pass


class E(D):
    pass


e = E()
assert e.f() == "B" and not hasattr(e, "g")
D.__bases__ = (C,)
assert e.f() == "A" and e.g() == "C" and D.__mro__ == (D, C, A, object) and E.__mro__ == (E, D, C, A, object)
assert C.__subclasses__() == [D] and B.__subclasses__() == []
D.__bases__ = (C, B)
assert e.f() == "B" and e.g() == "C" and E.__mro__ == (E, D, C, B, A, object)
for wrong in ((), (E,), (C, C), [C], (int,), (C, 1)):
    assert message(setattr, D, "__bases__", wrong).startswith("TypeError: "), wrong
assert D.__bases__ == (C, B) and e.f() == "B"
assert message(setattr, D, "__bases__", (A, C)) == "TypeError: Cannot create a consistent method resolution\norder (MRO) for bases A, C"
assert message(setattr, int, "__bases__", (object,)) == "TypeError: cannot set '__bases__' attribute of immutable type 'int'"


# --- metaclasses with an mro() of their own
class Reversed(type):
    def mro(cls):
        order = type.mro(cls)
        return [order[0]] + order[-2:0:-1] + [order[-1]]


class R(D, metaclass=Reversed):
    pass


assert [c.__name__ for c in R.__mro__] == ["R", "A", "B", "C", "D", "object"] and R().f() == "A"


class Wrong(type):
    def mro(cls):
        return [cls, 5]


assert message(Wrong, "W", (), {}) == "TypeError: mro() returned a non-class ('int')"


# --- super: bound through a class attribute, derived from, of objects that say their class
class Base:
    def hello(self): return "base"


class Derived(Base):
    def hello(self): return "derived " + self.up.hello()


Derived.up = super(Derived)
assert Derived().hello() == "derived base"


class Super(super):
    extra = 5


s = Super(Derived, Derived())
assert s.hello() == "base" and s.extra == 5 and type(s) is Super and isinstance(s, super)


class Proxy:
    def __init__(self, obj): self.obj = obj

    def __getattribute__(self, name):
        return getattr(object.__getattribute__(self, "obj"), name)


p = Proxy(Derived())
assert isinstance(p, Derived) and Derived.__dict__["hello"] and super(Derived, p).hello.__func__ is Base.hello


# --- classes derived from property, classmethod, staticmethod
class Loud(property):
    """A property that tells."""

    def __init__(self, fget=None, fset=None, fdel=None, doc=None):
        super().__init__(fget, fset, fdel, doc)
        self.told = []

    def __get__(self, obj, cls=None):
        if obj is None:
            return self
        self.told.append("get")
        return super().__get__(obj, cls)

    def __set__(self, obj, value):
        self.told.append(value)
        super().__set__(obj, value)


class Plain(property):
    pass


class Methods(classmethod):
    pass


class Statics(staticmethod):
    pass


class Holder:
    def __init__(self): self._x = 1

    @Loud
    def x(self):
        return self._x

    @x.setter
    def x(self, value):
        self._x = value

    @Plain
    def y(self):
        "y's text"
        return self._x + 1

    @Methods
    def m(cls):
        return cls

    @Statics
    def st(v):
        return v


h = Holder()
assert h.x == 1
h.x = 5
assert h.x == 5 and h.y == 6 and Holder.x.told == ["get", 5, "get"] and type(Holder.__dict__["y"]) is Plain and Holder.y.__doc__ == "y's text"
assert message(setattr, h, "y", 1) == "AttributeError: property 'y' of 'Holder' object has no setter"
assert h.m() is Holder and Holder.m() is Holder and h.st(3) == 3 and type(Holder.__dict__["m"]) is Methods and isinstance(Holder.__dict__["st"], staticmethod)


# --- functions that get another code, while an older call of them goes on
def one(a, b=2):
    yield a
    yield b


def two(a, b=2):
    return a * b


g = one(1)
assert next(g) == 1
one.__code__ = two.__code__
assert one(4) == 8 and next(g) == 2 and list(g) == []
assert message(setattr, one, "__code__", 5) == "TypeError: __code__ must be set to a code object"


def outer():
    free = 1

    def inner():
        return free
    return inner


assert message(setattr, one, "__code__", outer().__code__) == "ValueError: one() requires a code object with 0 free vars, not 1"
two.__defaults__ = (1, 2, 3)
assert two() == 6


# --- __slots__: used through the class, checked, and weak references
class Slots:
    __slots__ = ("a", "b")


class More(Slots):
    __slots__ = ("c",)


class Dotted(Slots):
    pass


for cls in (Slots, More, Dotted):
    for i in range(3):
        o = cls()
        assert message(lambda: o.a).startswith("AttributeError: ")
        o.a = i
        o.b = o.a + 1
        assert (o.a, o.b) == (i, i + 1)
        del o.a
        assert not hasattr(o, "a") and o.b == i + 1
assert message(setattr, Slots(), "z", 1) == "AttributeError: 'Slots' object has no attribute 'z'"
assert message(Slots.a.__set__, A(), 1) == "TypeError: descriptor 'a' for 'Slots' objects doesn't apply to a 'A' object"
assert message(Slots.a.__get__, A(), A) == "TypeError: descriptor 'a' for 'Slots' objects doesn't apply to a 'A' object"


class Same:
    __slots__ = ("b", "a")


o = Slots()
o.a = 7
o.__class__ = Same
assert o.a == 7 and type(o) is Same
assert message(setattr, o, "__class__", More) == "TypeError: __class__ assignment: 'More' object layout differs from 'Same'"

# --- mappingproxy of any mapping; cells
class Mapping(dict):
    def __getitem__(self, key): return ("got", key)
    def keys(self): return ["mine"]


proxy = types.MappingProxyType(Mapping(a=1))
assert proxy["a"] == ("got", "a") and proxy["zz"] == ("got", "zz") and proxy.keys() == ["mine"] and len(proxy) == 1 and "a" in proxy and list(proxy) == ["a"]
assert proxy.get("q", 5) == 5 and proxy == {"a": 1} and proxy | {"b": 2} == {"a": 1, "b": 2}
cell, other, empty = types.CellType(1), types.CellType(2), types.CellType()
assert cell < other and cell == types.CellType(1) and empty < cell and empty == types.CellType() and message(hash, cell) == "TypeError: unhashable type: 'cell'"
