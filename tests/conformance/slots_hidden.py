# A slot that a subclass hides keeps its place, and shares it with nothing.
class X:
    __slots__ = ("slot",)


class Y(X):
    slot = 5


y = Y()
X.slot.__set__(y, 8)
assert (y.slot, vars(y), X.slot.__get__(y)) == (5, {}, 8)
y.__dict__["slot"] = 6
assert (y.slot, vars(y), X.slot.__get__(y)) == (6, {"slot": 6}, 8)
X.slot.__delete__(y)
assert (y.slot, vars(y)) == (6, {"slot": 6})
for forget, message in (X.slot.__get__, "'Y' object has no attribute 'slot'"), (X.slot.__delete__, "slot"):
    try:
        forget(y)
    except AttributeError as e:
        assert str(e) == message, e
    else:
        assert False
X.slot.__set__(y, 9)
assert super(Y, y).slot == 9 and y.slot == 6


class Z(X):
    __slots__ = ("slot",)


class W(Z):
    __slots__ = ("slot", "other")


w = W()
w.slot = 1
Z.slot.__set__(w, 2)
X.slot.__set__(w, 3)
w.other = 4
assert (w.slot, W.slot.__get__(w), Z.slot.__get__(w), X.slot.__get__(w), w.other) == (1, 1, 2, 3, 4)
del w.slot
assert not hasattr(w, "slot") and (Z.slot.__get__(w), X.slot.__get__(w)) == (2, 3)
assert not hasattr(w, "__dict__")


class V(Z):
    slot = property(lambda self: [X.slot.__get__(self), self.__dict__])

    def __init__(self):
        X.slot.__set__(self, 7)
        self.a = 1


v = V()
assert v.slot == [7, {"a": 1}] and "slot@1" not in dir(v)
v.__dict__ = {"b": 2}
assert v.slot == [7, {"b": 2}]
v.c = 3
X.slot.__set__(v, 70)
assert v.slot == [70, {"b": 2, "c": 3}]


# The descriptors of builtin classes write where they read, too.
class E(Exception):
    args = 5


e = E(1, 2)
BaseException.args.__set__(e, (3,))
assert (e.args, BaseException.args.__get__(e), vars(e)) == (5, (3,), {})
print("done")
