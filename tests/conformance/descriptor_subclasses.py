# Subclasses of property, staticmethod, classmethod and ModuleType whose constructors take what they like.
import types


class P(property):
    def __init__(self, name, f, doc=None):
        self.name = name
        super().__init__(f, doc=doc)


def named(name):
    return lambda f: P(name, f)


class U:
    @named("n")
    def v(self):
        "doc of v"
        return 4

    w = P("m", lambda self: 5, doc="given")


print(U().v, U.v.name, U.v.__doc__, U().w, U.w.__doc__, isinstance(U.v, property))


class Silent(property):
    def __init__(self, f):
        pass


class T:
    s = Silent(len)


print(T.s.fget, T.s.fset)
try:
    T().s
except AttributeError as e:
    print(e)


class SM(staticmethod):
    def __init__(self, a, f):
        super().__init__(f)
        self.a = a


class CM(classmethod):
    def __init__(self, a, f):
        super().__init__(f)
        self.a = a


class V:
    c = CM(2, lambda cls: cls.__name__)
    s = SM(1, len)


print(V.c(), V.__dict__["c"].a, V.s("abc"), V.__dict__["s"].a, SM(3, len)("abcd"))
print(SM.__new__(SM, 1, 2, x=3).__func__)


class M(types.ModuleType):
    def __init__(self, a, b):
        super().__init__(a)
        self.b = b


print(M("x", 2).b, M("x", 2).__name__)


# A callable instance in a classmethod gets the class.
class Callable:
    def __call__(self, *args):
        return args


class W:
    m = classmethod(Callable())


print(W.m(1) == (W, 1), W().m() == (W,))
for make in [lambda: property(1, 2, 3, 4, 5), lambda: staticmethod(), lambda: classmethod(1, 2), lambda: property(nothing=1)]:
    try:
        make()
    except TypeError as e:
        print(e)
