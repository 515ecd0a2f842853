# Host calls in __new__ and in the __init__ after it
class Both:
    def __new__(cls, *args):
        self = super().__new__(cls)
        self.new = ask(len(args))
        return self

    def __init__(self, *args):
        self.init = ask(args[-1])


class Alone:
    def __new__(cls, x):
        return ask(x)


class Kind(Alone):
    def __new__(cls, x):
        return object.__new__(Other if ask(x) else cls)


class Other(Kind):
    def __init__(self, x):
        self.x = ask(x)


print([(b.new, b.init) for b in (Both(1), Both(1, 2, 3), Both(*range(20)))], Alone(5), Alone("x"), type(Kind(0)).__name__, Kind(7).x)
