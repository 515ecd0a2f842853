# description: an object's __dict__ is a plain dict, also when an instance of a subclass was assigned
# cause: attributes are kept in slots; __dict__ shows them
# workaround: a class that guards its attributes has __setattr__
# cpython:
#   Guarded {'x': 1}
# fermata:
#   dict {'x': 1}
class Guarded(dict):
    def __repr__(self):
        return dict.__repr__(self)


class A:
    pass


a = A()
a.__dict__ = Guarded(x=1)
print(type(a.__dict__).__name__, a.__dict__)
