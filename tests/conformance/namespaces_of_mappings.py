# Names in namespaces that aren't plain dicts: what exec() was given as locals, and what __prepare__ gave.
class Names:
    def __init__(self):
        self.known = {"given": 1}
        self.log = []

    def __getitem__(self, name):
        self.log.append(("get", name))
        return self.known[name]

    def __setitem__(self, name, value):
        self.log.append(("set", name))
        self.known[name] = value

    def __delitem__(self, name):
        self.log.append(("del", name))
        del self.known[name]


names = Names()
exec("made = given + 1\ndel given\nkind = len\nx: int = 5", {"other": 3}, names)
print(names.known["made"], names.known["kind"] is len, "given" in names.known, names.known["__annotations__"])
print([entry for entry in names.log if entry[1] != "__annotations__"])
try:
    exec("missing", {}, Names())
except NameError as e:
    print(e, e.name)
try:
    exec("del missing", {}, Names())
except NameError as e:
    print(e)


class Missing(dict):
    def __missing__(self, name):
        if name.startswith("auto_"):
            return name.upper()
        raise KeyError(name)


class Meta(type):
    @classmethod
    def __prepare__(cls, name, bases):
        return Missing()

    def __delattr__(cls, name):
        print("deleting", name)
        super().__delattr__(name)


class C(metaclass=Meta):
    a = auto_one
    b = [auto_two, len("xy")]
    c: auto_three = 1


print(C.a, C.b, C.__annotations__)
del C.a
try:
    del C.a
except AttributeError as e:
    print(e)


def function():
    free = "free"

    class D(metaclass=Meta):
        x = free
        y = auto_free
    return D.x, D.y


print(function())

# Modules have annotations, made when somebody asks.
import types
module = types.ModuleType("m")
print(module.__annotations__, "__annotations__" in module.__dict__)
module.__annotations__["x"] = int
print(module.__annotations__)
del module.__annotations__
print(module.__annotations__)


# A metaclass's __call__ is bound as any attribute is.
class Calls(type):
    __call__ = dict


class Made(metaclass=Calls):
    pass


print(Made(a=1))
