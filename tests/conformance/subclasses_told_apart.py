"""Which of a builtin and its subclass is asked, and which comes out."""
import sys


class Itself(str):
    def __str__(self):
        return self


print(type("%s" % Itself("x")), "%s|%5s|%.1s|%r" % (Itself("ab"), Itself("ab"), Itself("ab"), Itself("ab")), type("%s%s" % (Itself("x"), "")))
print("%(a)s-%(a)s" % {"a": Itself("y")})


class Number(str):
    def __complex__(self):
        return 2j


print(complex(Number("1+1j")))


class Plain:
    pass


class Slots:
    __slots__ = ("a",)


class More(Slots):
    __slots__ = ("b",)


class OfBoth(Plain, Slots):
    pass


class OfDict(Plain, dict):
    pass


print(OfBoth.__base__, OfDict.__base__, type("L", (Plain, More), {}).__base__, type("M", (Slots, Plain), {}).__base__, type("E", (Plain, KeyError), {}).__base__, object.__base__)


class Keys(dict):
    def keys(self):
        return ["z"]

    def __getitem__(self, key):
        return 9


class Iterated(Keys):
    def __iter__(self):
        return iter(["q"])


def given(**keywords):
    return keywords


print(given(**Keys(a=1)), dict(Keys(a=1)), {**Keys(a=1)}, given(**Iterated(a=1)), dict(Iterated(a=1)), {**Iterated(a=1)})

print(sys.path is sys.path, sys.meta_path is sys.meta_path, "path" in dir(sys))
sys.path.append("there")
print("there" in sys.path)

for method, receiver in ((str.upper, 5), (list.append, {}), (int.__add__, "a"), (dict.keys, [])):
    try:
        print(method.__get__(receiver))
    except TypeError as e:
        print(e)
print(str.upper.__get__("a")(), str.upper.__get__(None, str), int.__add__.__get__(True)(1), list.append.__get__(type("L", (list,), {})()) is not None)

print([c.__name__ for c in BaseException.__subclasses__()], [c.__name__ for c in OSError.__subclasses__() if c.__module__ == "builtins"], int.__subclasses__())


class Made:
    """What is used as a base and isn't a class."""

    def __init__(self, name, bases, namespace):
        print(name, [type(b).__name__ for b in bases], sorted(namespace))


class Derived(Made("Base", (), {})):
    x = 1


class Entries:
    def __mro_entries__(self, bases):
        return (Plain,)


class Replaced(Entries()):
    pass


print(Replaced.__bases__, type(Replaced.__orig_bases__[0]).__name__)
