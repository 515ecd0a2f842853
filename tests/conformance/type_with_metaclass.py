"""type(name, bases, namespace) where a base has a metaclass: that makes the class, and initializes it."""
import functools


class Meta(type):
    def __new__(meta, name, bases, namespace, **options):
        print("new", name, sorted(options))
        return super().__new__(meta, name, bases, namespace)

    def __init__(cls, name, bases, namespace, **options):
        print("init", name, sorted(options))
        cls.tag = name


class A(metaclass=Meta):
    pass


print(type("X", (A,), {}).tag)
print(type("Y", (A,), {}, option=1).tag)
print(functools.partial(type, "Z")((A,), {}).tag)
print(list(map(type, "PQ", [(A,), (A, int)], [{}, {}]))[1].tag)
print(type(*("W", (A,), {})).tag, type.__call__(type, "V", (A,), {}).tag)
print(Meta("U", (), {}).tag, type(type("T", (), {})))


class OnlyInit(type):
    def __init__(cls, *args):
        super().__init__(*args)
        cls.seen = args[0]


class B(metaclass=OnlyInit):
    pass


print(type("S", (B,), {}).seen)


class Wrong(type):
    def __init__(cls, *args):
        return len(args) if args[0] == "R" else None


class C(metaclass=Wrong):
    pass


try:
    type("R", (C,), {})
except TypeError as error:
    print(error)
