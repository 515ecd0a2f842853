# The descriptors of __dict__ and __weakref__ that classes have, and where.


class A:
    def method(self):
        pass


class B(A):
    pass


class S:
    __slots__ = ("x",)


class SD(S):
    __slots__ = ("__dict__", "__weakref__")


class SE(SD):
    __slots__ = ()


class L(list):
    pass


class I(int):
    pass


class E(Exception):
    pass


class M(type):
    pass


class T(set):
    pass


for cls in (A, B, S, SD, SE, L, I, E, M, T):
    print(cls.__name__, list(vars(cls)))
print([name for name in dir(object()) if name in ("__dict__", "__weakref__")], [n for n in dir(A()) if n in ("__dict__", "__weakref__")])

d = vars(A)["__dict__"]
print(repr(d), type(d).__name__, d.__name__, d.__qualname__, d.__objclass__ is A, d.__doc__)
w = vars(A)["__weakref__"]
print(repr(w), w.__doc__, w.__get__(A()))
a = A()
a.x = 1
print(d.__get__(a), d.__get__(None, A) is d, a.__dict__ is d.__get__(a))
d.__set__(a, {"y": 2})
print(a.y, vars(a), hasattr(a, "x"))


def shown(f):
    try:
        return f()
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def deleting(o, name):
    delattr(o, name)
    return vars(o)


print(shown(lambda: d.__get__(1)))
print(shown(lambda: d.__set__(a, 3)))
print(shown(lambda: setattr(a, "__weakref__", 1)))
print(shown(lambda: S().__dict__))
print(deleting(a, "__dict__"), hasattr(a, "y"))
print(shown(lambda: setattr(E(), "__dict__", {"a": 1})), shown(lambda: delattr(E(), "__dict__")))
e = E()
e.__dict__ = {"a": 1}
print(e.a)
print(shown(lambda: setattr(A, "__dict__", {})))
print(shown(lambda: delattr(A, "__name__")), shown(lambda: delattr(A, "__qualname__")), shown(lambda: delattr(A, "__doc__")), shown(lambda: delattr(A, "__bases__")))


# An attribute that hides it.
class P:
    @property
    def __dict__(self):
        return {"z": 26}


print(vars(P()), shown(lambda: P().z))


class Hidden:
    def __getattr__(self, name):
        return name


print(Hidden().__dict__, Hidden().other, Hidden().__weakref__)


# The same class made again of its own dict keeps the old descriptors, as in CPython.
again = type("A", (), dict(vars(A)))
print(shown(lambda: again().__dict__))
body = dict(vars(A))
body.pop("__dict__"), body.pop("__weakref__")
print(type("A", (), body)().__dict__)
print([type(x).__name__ for x in vars(A).values()])
