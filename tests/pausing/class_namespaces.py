# Host calls made by the namespace of a class body: each of its instructions may wait. (How often the special names are asked for differs.)


def told(what, name):
    if not name.startswith("__"):
        print(what, name, ask(f"{what} {name}"))


class Namespace:
    def __init__(self):
        self.names = {}

    def __getitem__(self, name):
        told("get", name)
        return self.names[name]

    def __setitem__(self, name, value):
        told("set", name)
        self.names[name] = value

    def __delitem__(self, name):
        told("delete", name)
        del self.names[name]


class DictNamespace(dict):
    def __setitem__(self, name, value):
        told("set", name)
        dict.__setitem__(self, name, value)

    def __delitem__(self, name):
        told("delete", name)
        dict.__delitem__(self, name)


def metaclass_with(namespace):
    class Meta(type):
        @classmethod
        def __prepare__(cls, name, bases):
            return namespace()

        def __new__(cls, name, bases, names):
            return super().__new__(cls, name, bases, dict(getattr(names, "names", names)))

    return Meta


for namespace in (Namespace, DictNamespace):

    class A(metaclass=metaclass_with(namespace)):
        x: int = 1
        y = x + 1
        del x

        def method(self):
            return self.y

    print(A().method(), hasattr(A, "x"), A.__annotations__)
    try:

        class B(metaclass=metaclass_with(namespace)):
            del missing
    except NameError as error:
        print(error)
