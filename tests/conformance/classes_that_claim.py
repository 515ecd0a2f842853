# isinstance and issubclass look at __class__ and __bases__ of objects that aren't classes; a subclass of int is an index by its value;
# attributes that only the class has are read-only in its objects; a name that is global in a nested function is global in exec's text.
class Real:
    pass


class Child(Real):
    pass


class Proxy:
    def __init__(self, said):
        self.said = said

    @property
    def __class__(self):
        return self.said


print(isinstance(Proxy(Real), Real), isinstance(Proxy(Child), Real), isinstance(Proxy(Child), int), isinstance(Proxy(int), (str, int)))
print(isinstance(Proxy(Real), Proxy), isinstance(Real(), Proxy))


class Abstract:
    def __init__(self, bases):
        self.bases = bases

    @property
    def __bases__(self):
        return self.bases


class OfAbstract:
    def __init__(self, kind):
        self.kind = kind

    @property
    def __class__(self):
        return self.kind


top = Abstract(())
low = Abstract((Abstract(()), Abstract((top,))))
print(issubclass(low, top), issubclass(top, low), issubclass(low, low), isinstance(OfAbstract(low), top), isinstance(OfAbstract(top), low), isinstance(5, top))
for call in (lambda: isinstance(1, 5), lambda: issubclass(5, int), lambda: issubclass(int, 5), lambda: issubclass(low, 5), lambda: isinstance(1, Proxy(Real)),
             lambda: isinstance(1, (str, 5)), lambda: issubclass(low, (int, top))):
    try:
        print(call())
    except TypeError as e:
        print(e)


class Odd(int):
    def __index__(self):
        return 100


import operator
print(operator.index(Odd(7)), [0, 1, 2][Odd(1)], "abc"[Odd(2)], list(range(Odd(3))), "ab" * Odd(2), "x".center(Odd(5)), "hello".find("l", Odd(3)))


class Slotted:
    constant = 0
    __slots__ = ("z",)

    def method(self): pass


def attempt(f, *args):
    try:
        print(f(*args))
    except AttributeError as e:
        print(e)


class Plain:
    constant = 0


s = Slotted()
for name in ("constant", "method", "missing"):
    attempt(setattr, s, name, 1)
    attempt(delattr, s, name)
attempt(delattr, Plain(), "constant")
attempt(setattr, 5, "bit_length", 1)
attempt(setattr, 5, "missing", 1)

exec("""if 1:
    def f():
        y = 1
        def g():
            global y
            return y
        def h():
            return y + 1
        return g, h
    y = 9
    g, h = f()
    print(g(), h())
""", {}, {})

import sys
try:
    1 / 0
except ZeroDivisionError:
    import io
    old, sys.stderr = sys.stderr, io.StringIO()
    sys.__excepthook__(*sys.exc_info())
    text, sys.stderr = sys.stderr.getvalue(), old
    print(text.splitlines()[-1], sys.excepthook is sys.__excepthook__)


class Hashed:
    def __init__(self, h): self.h = h
    def __hash__(self): return self.h


print([hash(Hashed(h)) for h in (-1, 0, True, 2 ** 61 - 1, 2 ** 62, 2 ** 63 - 1, -2 ** 63, 2 ** 63, -2 ** 63 - 1, 10 ** 40, hash("a") and 5740354900026072187)])
print(hash(Hashed(hash((5,)))) == hash((5,)), [x.h for x in {Hashed(h) for h in (2 ** 62 + 3, 2 ** 62 + 1, 2 ** 61, 2 ** 62 + 2)}])
