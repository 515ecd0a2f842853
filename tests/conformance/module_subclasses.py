# Classes derived from types.ModuleType.
import sys
import types


class Lazy(types.ModuleType):
    def __init__(self, name):
        super().__init__(name, "lazy")
        self.loaded = []

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        self.loaded.append(name)
        return name.upper()


m = Lazy("lazy_one")
print(m.__name__, m.__doc__, m.thing, m.loaded, isinstance(m, types.ModuleType))
m.x = 1
print(m.__dict__["x"], vars(m) is m.__dict__, "x" in dir(m), sorted(m.__dict__))
m.__dict__["y"] = 2
print(m.y)
del m.x
print("x" in m.__dict__)
sys.modules["lazy_one"] = m
import lazy_one
from lazy_one import other
print(lazy_one is m, other)


class Plain(types.ModuleType):
    @property
    def answer(self):
        return 42


p = Plain("plain", "text")
print(repr(p), p.answer, p.__doc__)
for f in (lambda: p.missing, lambda: Plain(), lambda: types.ModuleType.__new__(types.ModuleType).x):
    try:
        print(f())
    except (AttributeError, TypeError) as error:
        print(type(error).__name__)
