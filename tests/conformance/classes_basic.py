def error(function, *args, **kwargs):
    try:
        return "no error: " + repr(function(*args, **kwargs))
    except Exception as e:
        return f"{type(e).__name__}: {e}"


class A:
    """Doc of A."""
    shared = []
    n = 1
    def __init__(self, x=0): self.x = x
    def method(self, y): return self.x + y
    @staticmethod
    def st(a, b=2): return a, b
    @classmethod
    def make(cls, x): return cls(x * 10)
    def __repr__(self): return f"{type(self).__name__}({self.x})"
a, b = A(1), A()
print(a, b.x, a.method(5), A.method(a, 6), A.st(1), a.st(3), A.make(2), a.make(3), a.__dict__, vars(b), A.__name__, A.__qualname__, A.__doc__, A.__module__, a.__class__ is A, type(a) is A)
a.n = 5
A.n = 7
a.shared.append(1)
print(a.n, b.n, A.n, b.shared, a.__dict__)
del a.n
print(a.n, hasattr(a, "n"), hasattr(a, "zzz"), getattr(a, "zzz", 0), getattr(a, "x"), isinstance(a, A), isinstance(a, (int, A)), issubclass(A, object), isinstance(A, type), A.__bases__, A.__mro__)
setattr(a, "dyn", 1); delattr(a, "x"); a.f = lambda: "instance function"
print(vars(a).keys(), a.f(), a.dyn, error(lambda: a.x), error(lambda: A.nope), error(delattr, a, "nope"), error(lambda: a.method()), error(lambda: a.method(1, 2)), error(A, 1, 2), error(lambda: A.method()), error(lambda: a()), error(lambda: a + 1), error(lambda: a < a), error(len, a), error(iter, a), error(lambda: a[0]), error(lambda: a @ a), error(lambda: -a), error(lambda: 1 in a), error(hash, a)[:9])
m = a.method
a.x = 100
print(m(1), m.__self__ is a, m.__func__ is A.method, m.__name__, a.method == a.method, a.method is a.method, A.method is A.method, m.__doc__)
class Empty: pass
e = Empty()
e.a = e.b = 1
print(vars(e), error(Empty, 1), error(Empty, x=1), Empty() == Empty(), e == e, e != Empty(), bool(e), str(type(e)), repr(Empty), type(Empty), Empty.__doc__, type(e).__name__, Empty.__dict__.get("a", "none"), "a" in e.__dict__)
class Outer:
    class Inner:
        def hi(self): return "hi from " + type(self).__qualname__
    x = Inner
print(Outer.Inner().hi(), Outer.x is Outer.Inner, Outer().Inner, str(Outer.Inner))
class Private:
    def __init__(self): self.__secret = 1; self._p = 2; self.__dunder__ = 3
    def get(self): return self.__secret
    def __hidden(self): return "hidden"
    def call(self): return self.__hidden()
    def other(self, o): return o.__secret
p = Private()
print(p.get(), p.call(), sorted(vars(p)), p._Private__secret, error(lambda: p.__secret), p.other(Private()))
def add_method(cls):
    cls.extra = lambda self: "extra " + str(self.v)
    return cls
@add_method
class Decorated:
    v = 9
Decorated.late = lambda self, k: self.v + k
print(Decorated().extra(), Decorated().late(1))
class Acc:
    total = 0
    log = {}
    def add(self, k):
        self.total += k
        Acc.total += 100
        self.log[k] = len(self.log)
        return self
x = Acc().add(1).add(2)
print(x.total, Acc.total, Acc.log, Acc().total)
class Slots:
    __slots__ = ("a", "b")
    def __init__(self): self.a = 1
s = Slots()
print(s.a, error(lambda: s.b), error(setattr, s, "c", 1), hasattr(s, "__dict__"))
T = type("T", (A,), {"k": 1, "m": lambda self: self.k + 1})
print(T(3), T.k, T().m(), T.__name__, T.__mro__[1] is A, type(T), issubclass(T, A))
print(error(lambda: type("X", (5,), {})), error(lambda: type(1, 2)), error(lambda: object().x), error(setattr, object(), "x", 1), error(setattr, 5, "x", 1), error(setattr, int, "x", 1), error(lambda: (1).foo), error(lambda: A().__class__.zip), error(isinstance, 1, 5), error(issubclass, 1, int))
print(A.__init__.__name__, a.__init__.__name__, [c.__name__ for c in T.__mro__], sorted(k for k in vars(A) if not k.startswith("_")), [n for n in dir(a) if not n.startswith("_")], object.__name__, type.__name__, object() != object(), a.__sizeof__ is not None)
