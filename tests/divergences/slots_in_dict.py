# description: in classes with slots and a __dict__, vars() shows the slots' values as well
# cause: an instance keeps all its attributes in one place
# workaround: leave out the names of __slots__
# cpython:
#   {'y': 2}
# fermata:
#   {'x': 1, 'y': 2}
class Base:
    __slots__ = ("x",)


class Derived(Base):
    pass


d = Derived()
d.x = 1
d.y = 2
print(vars(d))
