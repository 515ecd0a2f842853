# Classes with a __new__ of their own: what type.__call__ makes of what it returns.
import collections
import fractions


class Plain:
    def __new__(cls, *args, **kwargs):
        print("new", cls.__name__, args, kwargs)
        return object.__new__(cls)


print(type(Plain(1, 2, x=3)).__name__, type(Plain()).__name__)


class Shape:
    def __new__(cls, kind):
        return object.__new__({"circle": Circle, "square": Square}.get(kind, cls))


class Circle(Shape):
    def __init__(self, kind):
        print("init of Circle", kind)


class Square(Shape):
    pass


print([type(Shape(kind)).__name__ for kind in ("circle", "square", "none")], type(Circle("square")).__name__, type(Square("circle")).__name__)


class Late:
    def __new__(cls):
        class Below(cls):
            def __init__(self):
                print("init of Below")

        return object.__new__(Below)


print(type(Late()).__name__)


class Other:
    def __new__(cls, x):
        return x


print(Other(5), Other("x"), Other(None), Other(x=[1]))
for wrong in (lambda: Other(), lambda: Other(1, 2), lambda: Other(y=1)):
    try:
        wrong()
    except TypeError as e:
        print(e)


class Yields:
    def __new__(cls):
        yield 1


print(list(Yields()))


class Fails:
    def __new__(cls):
        raise ValueError("not made")


try:
    Fails()
except ValueError as e:
    print(e, e.__traceback__.tb_next.tb_frame.f_code.co_name)


class Counted:
    made = 0

    def __new__(cls):
        cls.made += 1
        return super().__new__(cls)


class WithInit(Counted):
    def __init__(self, *args):
        print("init", args)


[Counted() for _ in range(3)], WithInit()
try:
    WithInit(1)
except TypeError as e:
    print(e)
print(Counted.made, WithInit.made)
Counted.__init__ = lambda self: print("late init")
Counted()
del Counted.__init__
Counted()
Counted.__new__ = lambda cls: "replaced"
print(Counted())
Counted.__new__ = object.__new__
print(type(Counted()).__name__)


class Static:
    @staticmethod
    def __new__(cls, x):
        return (cls.__name__, x)


class Bound:
    @classmethod
    def __new__(cls, *args):
        return cls.__name__, [a if isinstance(a, int) else a.__name__ for a in args]


class Callable:
    class Make:
        def __call__(self, *args):
            return "made by an instance", len(args)

    __new__ = Make()


print(Static(1), Bound(2), Callable(3))


class Meta(type):
    def __call__(cls, *args):
        return "meta", args


class WithMeta(metaclass=Meta):
    def __new__(cls, *args):
        return "never"


print(WithMeta(1))
Point = collections.namedtuple("Point", "x y", defaults=[7])


class Point3(Point):
    def __new__(cls, x, y, z):
        self = super().__new__(cls, x, y)
        self.z = z
        return self


print(Point(1), Point(y=2, x=1), Point3(1, 2, 3), Point3(1, 2, 3).z, type(Point3(1, 2, 3)).__mro__[1] is Point)
try:
    Point()
except TypeError as e:
    print(e)
print(fractions.Fraction(3, 6), fractions.Fraction("1.5"))


class Ints(int):
    def __new__(cls, x=0, base=10):
        return super().__new__(cls, x) if base == 10 else super().__new__(cls, x, base)


class Lists(list):
    def __new__(cls, *args, **kwargs):
        return super().__new__(cls)


class Errors(ValueError):
    def __new__(cls, *args):
        return super().__new__(cls, "by new", *args)


print(Ints("12"), Ints("12", 16), Ints(), Lists("ab"), Errors("x").args)
try:
    print(Lists("ab", key=1))
except TypeError as e:
    print(e)
import abc


class Abstract(abc.ABC):
    def __new__(cls):
        return super().__new__(cls)

    @abc.abstractmethod
    def f(self):
        pass


try:
    Abstract()
except TypeError as e:
    print(e)


def recursive():
    class R:
        def __new__(cls, n):
            return n if n == 0 else R(n - 1)

    return R(100), R


print(recursive()[0])
try:
    recursive()[1](10**6)
except RecursionError as e:
    print(e)


class Both:
    def __new__(cls, *args):
        print("new", args)
        return super().__new__(cls)

    def __init__(self, *args):
        print("init", args)


class BothBelow(Both):
    def __init__(self, a, b=2):
        super().__init__(a, b)


class Returns(Both):
    def __init__(self):
        return 5


class InitYields(Both):
    def __init__(self):
        yield


class InitByDescriptor(Both):
    __init__ = staticmethod(lambda *args: print("static init", len(args)))


class InitCallable(Both):
    class Make:
        def __call__(self, *args):
            print("callable init", len(args))

    __init__ = Make()


print(type(Both()).__name__, type(Both(1, 2)).__name__, type(BothBelow(1)).__name__, type(InitByDescriptor(1)).__name__, type(InitCallable(1)).__name__)
for wrong in (BothBelow, Returns, InitYields, lambda: BothBelow(1, 2, 3)):
    try:
        wrong()
    except TypeError as e:
        print(e)
print(type(Both(*range(20))).__name__, type(Both(*range(11))).__name__, type(Both(*range(12))).__name__)
