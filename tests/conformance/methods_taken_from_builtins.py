# Special methods that a class takes from a builtin class, not its own: what a program puts there counts.


class Key(list):
    __hash__ = object.__hash__


class ById(dict):
    __hash__ = object.__hash__
    __eq__ = object.__eq__
    __repr__ = object.__repr__


a, b = Key([1]), Key([1])
print({a: 1, b: 2}[a], hash(a) == object.__hash__(a), len({a, b}))
x, y = ById(k=1), ById(k=1)
print(x == y, x == x, len({x, y}), repr(x).startswith("<__main__.ById object at"), x != y)


class Odd(int):
    __add__ = int.__sub__
    __str__ = int.__repr__
    __neg__ = int.__abs__
    __lt__ = int.__gt__


print(Odd(3) + 1, str(Odd(4)), f"{Odd(4)}", -Odd(-5), Odd(1) < 2, sorted([Odd(1), Odd(2)])[0] + 0)


class Backwards(list):
    __iter__ = list.__reversed__
    __len__ = list.pop
    __call__ = list.append
    __setattr__ = dict.__setitem__


items = Backwards([1, 2, 3])
print([i for i in items], len(items), items[:])
items(9)
print(items[:])
try:
    items.x = 1
except TypeError as error:
    print(error)


class Settable(dict):
    __setattr__ = dict.__setitem__
    __getattr__ = dict.__getitem__
    __delattr__ = dict.__delitem__


s = Settable()
s.name = "n"
print(s, s.name)
del s.name
print(s)


class Wrong(int):
    __eq__ = str.__eq__
    __add__ = str.__add__


w = Wrong(1)
for f in (lambda: w == w, lambda: w + w):
    try:
        print(f())
    except TypeError as error:
        print(error)


class Loop:
    pass


Loop.__repr__ = Loop.__str__
for f in (str, repr):
    try:
        f(Loop())
    except RecursionError as error:
        print("RecursionError")


# Hooks that are descriptors.
class Descriptor:
    def __get__(self, instance, owner=None):
        def getter(name):
            print("asked for", name)
            raise AttributeError(name)
        return getter


class H1:
    __getattribute__ = Descriptor()


class H2:
    __getattr__ = Descriptor()


class H3:
    __getattribute__ = Descriptor()
    __getattr__ = Descriptor()


for cls in (H1, H2, H3):
    print(cls.__name__, getattr(cls(), "attr", "nothing"))


# format() without a specification is str(), whichever way it is asked for.
class Text(str):
    def __str__(self):
        return "text"


class Number(int):
    def __str__(self):
        return "number"


t, n = Text("xxx"), Number(3)
print(format(t, ""), format(t), f"{t:}", t.__format__(""), str.__format__(t, ""), "{}{:5}|".format(t, t), "{a}".format(a=t))
print(format(n, ""), n.__format__(""), int.__format__(n, ""), "{}{:3}".format(n, n), object.__format__(n, ""))

# Special methods of copying are looked up on the class.
import copy


class Proxy:
    def __getattr__(self, name):
        return "anything"


copied = copy.copy(Proxy())
print(type(copied).__name__, copied.x)

for make in (lambda: type("a\udc00", (), {}), lambda: type("a", (), {"__doc__": "\udc00"}), lambda: type("a\0", (), {})):
    try:
        make()
    except ValueError as error:
        print(type(error).__name__)
print(repr(sum([-0.0], -0.0)), repr(sum([], -0.0)), repr(sum([-0.0])))
