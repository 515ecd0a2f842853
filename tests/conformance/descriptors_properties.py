def error(function, *args, **kwargs):
    try:
        return "no error: " + repr(function(*args, **kwargs))
    except Exception as e:
        return f"{type(e).__name__}: {e}"


class Temp:
    def __init__(self, c): self._c = c
    @property
    def c(self):
        """Celsius."""
        return self._c
    @c.setter
    def c(self, v):
        if v < -273: raise ValueError("too cold")
        self._c = v
    @c.deleter
    def c(self): print("deleted"); self._c = None
    @property
    def f(self): return self._c * 9 / 5 + 32
t = Temp(20)
t.c += 5
print(t.c, t.f, Temp.c.__doc__, type(Temp.c).__name__, error(setattr, t, "f", 1), error(delattr, t, "f"), error(setattr, t, "c", -300), t.c)
del t.c
print(t.c, "c" in vars(t))
class Old:
    def get(self): return self.v
    def set(self, v): self.v = v
    x = property(get, set, doc="D")
    y = property(lambda self: self.v * 2)
    z = property()
o = Old(); o.x = 4
print(o.x, o.y, Old.x.__doc__, Old.x.fget is Old.get, Old.x.fdel, error(lambda: o.z), error(setattr, o, "y", 1), error(delattr, o, "x"))
class Err:
    @property
    def p(self): raise AttributeError("inside")
    @property
    def q(self): return self.missing
print(error(lambda: Err().p), error(lambda: Err().q), hasattr(Err(), "p"), getattr(Err(), "p", "d"))
class Typed:
    def __init__(self, kind): self.kind = kind
    def __set_name__(self, owner, name): self.name = "_" + name; self.owner = owner.__name__
    def __get__(self, obj, cls=None): return self if obj is None else getattr(obj, self.name, f"unset {self.owner}.{self.name}")
    def __set__(self, obj, v):
        if not isinstance(v, self.kind): raise TypeError(f"{self.name[1:]} must be {self.kind.__name__}")
        setattr(obj, self.name, v)
class Person:
    name = Typed(str)
    age = Typed(int)
    def __init__(self, name, age): self.name, self.age = name, age
p = Person("Al", 3)
print(p.name, p.age, vars(p), error(setattr, p, "age", "x"), error(Person, 1, 2), type(Person.name).__name__, Person.__new__(Person).age)
class NonData:
    def __get__(self, obj, cls): return "from descriptor"
class Data(NonData):
    def __set__(self, obj, v): obj.__dict__["data"] = v
class Mix:
    nd = NonData()
    data = Data()
m = Mix()
print(m.nd, m.data)
m.__dict__["nd"] = "instance wins"; m.data = "hidden"
print(m.nd, m.data, vars(m), Mix.nd)
class Lazy:
    def __init__(self, f): self.f = f
    def __get__(self, obj, cls):
        v = obj.__dict__[self.f.__name__] = self.f(obj)
        return v
class L:
    @Lazy
    def value(self): print("computed"); return 42
l = L()
print(l.value, l.value)
class Deleter:
    def __get__(self, o, c): return 1
    def __delete__(self, o): print("__delete__")
class HasD: d = Deleter()
h = HasD()
del h.d
print(error(setattr, h, "d", 1))
class Base:
    @property
    def v(self): return 1
class Derived(Base):
    @Base.v.getter
    def v(self): return super().v + 1
class Override(Base): v = "plain"
print(Derived().v, Override().v)
def f(self): return self
class Bind:
    a = f
    b = staticmethod(f)
    c = classmethod(f)
    d = len
    e = lambda self: "lam"
x = Bind()
print(x.a() is x, x.b(5), x.c() is Bind, x.d("abc"), x.e(), Bind.a(7), f.__get__(9)(), f.__get__(3, int)(), Bind.__dict__["b"].__func__ is f, type(Bind.__dict__["c"]).__name__, error(lambda: x.b()))


# A builtin class's own descriptors look at what they are asked about.
function = type(lambda: 0)


class Borrows:
    code = function.__dict__["__code__"]
    mro = type.__dict__["__mro__"]


for name in "code", "mro":
    for attempt in (lambda: getattr(Borrows(), name), lambda: setattr(Borrows(), name, 5), lambda: Borrows.__dict__[name].__get__(Borrows())):
        try:
            attempt()
        except TypeError as error:
            print(error)
