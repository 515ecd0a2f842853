# Attributes of classmethod and staticmethod objects; __setattr__ of classes; iterators in subclasses.
import types


def f(cls):
    "text"


for wrap in (classmethod, staticmethod):
    w = wrap(f)
    print(w.__dict__ == {"__module__": "__main__", "__name__": "f", "__qualname__": "f", "__doc__": "text", "__annotations__": {}})
    w.x = 42
    print(w.x, w.__dict__["x"], hasattr(w, "y"))
    del w.x
    print(hasattr(w, "x"))


def mark(function):
    function.marked = True
    return function


class A:
    @mark
    @classmethod
    def method(cls):
        return cls.__name__

    @mark
    @staticmethod
    def plain():
        return 1


print(A.method(), A.plain(), A.__dict__["method"].marked, A.__dict__["plain"].marked)


class Meta(type):
    def __setattr__(cls, name, value):
        print("set", name)
        super().__setattr__(name, value)

    def __delattr__(cls, name):
        type.__delattr__(cls, name)


class B(metaclass=Meta):
    pass


B.x = 1
print(B.x, type.__getattribute__(B, "x"))
del B.x
print(hasattr(B, "x"))
for f in (lambda: object.__setattr__(B, "x", 1), lambda: object.__delattr__(B, "x"), lambda: type.__setattr__(int, "x", 1), lambda: type.__setattr__(B, 1, 1)):
    try:
        f()
    except TypeError as error:
        print(error)


class E(enumerate):
    def count(self):
        return sum(1 for _ in self)


e = E("abc")
print(iter(e) is e, type(e).__name__, next(e), list(e), E("abcd").count())
for cls, args in ((zip, ("ab", "cd")), (enumerate, ("ab", 5))):
    derived = type("D", (cls,), {})(*args)
    print(iter(derived) is derived, type(derived).__name__, next(derived), list(derived))

# What is wrapped has a say in what its attributes are.


class Answering:
    def __getattribute__(self, name):
        return "its " + name


class Hooked:
    def __getattr__(self, name):
        if name in ("__name__", "__qualname__"):
            return "hooked " + name
        raise AttributeError(name)


class Raising:
    @property
    def __dict__(self):
        raise AttributeError("__dict__")


for inner in (Answering(), Hooked()):
    for wrap in (classmethod, staticmethod):
        wrapper = wrap(inner)
        for name in ("__name__", "__qualname__", "__doc__", "__module__"):
            print(name, getattr(wrapper, name, None))
        print({name: text for name, text in wrapper.__dict__.items() if name != "__annotations__"})
print(types.MethodType(lambda: 0, 1).__doc__, vars(Answering()))
try:
    vars(Raising())
except TypeError as error:
    print(error)
