class Sentinel(type):
    def __new__(cls, name, bases, namespace):
        v = super().__new__(cls, name, bases, namespace)
        v.__class__ = v
        return v
    def __repr__(self):
        return self.__name__


class NEED_DATA(Sentinel, metaclass=Sentinel):
    pass


print(NEED_DATA, type(NEED_DATA) is NEED_DATA, isinstance(NEED_DATA, NEED_DATA), NEED_DATA.__class__)


class Loud(type):
    def __repr__(cls):
        return "loud " + cls.__name__
    def __add__(cls, other):
        return cls.__name__ + str(other)
    def __call__(cls, *args):
        return ("called", args)


class Meta(type):
    pass


class A(metaclass=Meta):
    pass


def show():
    try:
        print(A + 1)
    except TypeError as error:
        print(error)
    try:
        print(A(1))
    except TypeError as error:
        print(error)


show()
A.__class__ = Loud
show()
print(A, type(A), isinstance(A, Loud), isinstance(A, Meta))
A.__class__ = Meta
show()
for cls, to in ((A, type), (A, int), (int, Meta), (type("B", (), {}), Meta), (A, type("C", (), {})), (A, 3), (Meta, Loud)):
    try:
        cls.__class__ = to
        print("set")
    except TypeError as error:
        print(error)
