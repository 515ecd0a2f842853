class Temp:
    def __init__(self):
        self._c = 10
    @property
    def c(self):
        return ask(self._c)
    @c.setter
    def c(self, value):
        self._c = ask(value)
    @c.deleter
    def c(self):
        print("deleting", ask("x"))
    def __getattr__(self, name):
        if name.startswith("no"):
            raise AttributeError(ask(name))
        return ask(name.upper())

t = Temp()
t.c += 5
print(t.c, getattr(t, "c"), t.other)
print(getattr(t, "nothing", "default"), hasattr(t, "none"), hasattr(t, "some"))
setattr(t, "c", 3)
del t.c
print(t._c)
class Guard:
    def __setattr__(self, name, value):
        object.__setattr__(self, name, ask(value) * 2)
    def __getattribute__(self, name):
        ask("get " + name)
        return object.__getattribute__(self, name)
g = Guard()
g.x = 4
print(g.x)
class Descriptor:
    def __set_name__(self, owner, name):
        self.name = ask(name)
    def __get__(self, instance, owner):
        return ask(self.name) if instance is not None else self
    def __set__(self, instance, value):
        print("set", self.name, ask(value))
class Owner:
    field = Descriptor()
o = Owner()
o.field = 1
print(o.field)
