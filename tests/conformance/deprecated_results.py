# Special methods that return instances of subclasses: warned of as deprecated, once each time.
import operator
import warnings


class MyInt(int):
    pass


class MyFloat(float):
    pass


class MyComplex(complex):
    pass


class A:
    def __index__(self):
        return MyInt(3)

    def __int__(self):
        return True

    def __float__(self):
        return MyFloat(1.5)

    def __complex__(self):
        return MyComplex(1j)


class B:
    def __index__(self):
        return True

    def __trunc__(self):
        return 7


class C:
    def __trunc__(self):
        return 7


for use in [lambda: operator.index(A()), lambda: [1, 2, 3, 4][A()], lambda: int(A()), lambda: float(A()), lambda: complex(A()), lambda: int(C()),
            lambda: int(B()), lambda: operator.index(B()), lambda: "ab" * B(), lambda: range(A())]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        made = use()
    print(repr(made), type(made).__name__, [(w.category.__name__, str(w.message)) for w in caught])

for text in ["", "\n", "# only a comment\n", "x = 1\n", "# first\nx = 1\n"]:
    try:
        compile(text, "f", "single")
        print("compiled")
    except SyntaxError as e:
        print(e.msg)


class Sub(property):
    """text of the subclass"""


class P:
    @Sub
    def x(self):
        """text of x"""
        return 1

    @x.setter
    def x(self, value):
        """not this"""

    @x.getter
    def y(self):
        """text of y"""
        return 2


print(P.x.__doc__, P.y.__doc__, P().y, Sub.__doc__)
