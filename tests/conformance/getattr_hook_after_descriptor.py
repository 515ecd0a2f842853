# A descriptor that raises AttributeError: __getattr__ is asked, that of a metaclass and of an exception's class, too.
import types


class Refuses:
    def __get__(self, instance, owner): raise AttributeError("refused")


class Meta(type):
    def __getattr__(cls, name):
        if name == "absent":
            raise AttributeError("not even here")
        return f"meta {name}"


class A(metaclass=Meta):
    x = Refuses()
    absent = Refuses()

    @types.DynamicClassAttribute
    def y(self): return "instance y"


def error(function):
    try:
        return function()
    except AttributeError as e:
        return f"AttributeError: {e}"


for _ in range(3):
    assert getattr(A, "x") == "meta x" and getattr(A, "y") == "meta y" and getattr(A, "z", 0) == "meta z"
    assert error(lambda: getattr(A, "absent")) == "AttributeError: not even here" and getattr(A, "absent", 5) == 5
    assert A().y == "instance y" and hasattr(A, "x") and not hasattr(A, "absent")


class E(Exception):
    @property
    def code(self): raise AttributeError("no code")

    x = Refuses()

    def __getattr__(self, name): return f"hook {name}"


assert E().code == "hook code" and getattr(E(), "x") == "hook x" and E().other == "hook other"


# Setters and deleters of an attribute that only instances have.
class B:
    @types.DynamicClassAttribute
    def v(self): "the doc"; return self._v

    @v.setter
    def v(self, value): self._v = value

    @v.deleter
    def v(self): del self._v


b = B()
b.v = 5
assert b.v == 5
del b.v
assert error(lambda: b.v) == "AttributeError: 'B' object has no attribute '_v'"
assert B.__dict__["v"].__doc__ == "the doc"
print("ok")
