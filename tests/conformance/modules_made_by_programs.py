# Modules that a program makes: their attributes, a class of their own, packages and relative imports, what is missing.
import sys
import types

m = types.ModuleType("mm", "doc")
print(m.__doc__, m.__loader__, m.__spec__, m.__package__, sorted(vars(m)))


class Sub(types.ModuleType):
    @property
    def prec(self):
        return 53

    def __call__(self):
        return "called"

    def __repr__(self):
        return "R"

    def __getattr__(self, name):
        if name == "dyn":
            return "d"
        raise AttributeError(name)

    def __setattr__(self, name, value):
        super().__setattr__(name, value if name == "__class__" else (value,))


def read(module):
    return module.a


m.a = 3
print(read(m), read(m))
m.__class__ = Sub
print(type(m).__name__, m.prec, read(m), m(), repr(m), m.dyn, isinstance(m, Sub))
m.b = 4
print(m.b, callable(m), hash(m) == hash(m), m == m)
for action in [lambda: setattr(m, "prec", 3), lambda: m.zz, lambda: setattr(m, "__class__", int), lambda: setattr(m, "__class__", 3)]:
    try:
        action()
    except (AttributeError, TypeError) as e:
        print(type(e).__name__)
m.__class__ = types.ModuleType
print(m, type(m).__name__, read(m))
main = sys.modules["__main__"]
main.__class__ = Sub
print(main.prec, main.dyn, prec if "prec" in globals() else "no global")


def make(name, text, package=False):
    module = types.ModuleType(name)
    if package:
        module.__path__ = []
    module.__package__ = name if package else name.rpartition(".")[0]
    sys.modules[name] = module
    if "." in name:
        parent, _, last = name.rpartition(".")
        setattr(sys.modules[parent], last, module)
    try:
        exec(text, module.__dict__)
    except ImportError as e:
        print(type(e).__name__, str(e).partition(" (")[0])
    return module


make("pkg", "", True)
make("pkg.a", "value = 1\ndef f(): return value")
make("pkg.sub", "from .. import a\nfrom ..a import f as g", True)
make("pkg.sub.b", "from . import __name__ as up\nfrom ..a import *\nfrom .. import a as other\nprint(up, value, other.f(), __package__)")
print(sys.modules["pkg.sub"].g())
make("pkg.sub.c", "from .... import x")
make("pkg.sub.d", "from .missing import x")
make("pkg.sub.e", "from ..a import missing")
make("alone", "from . import x")
sys.modules["halted"] = None
try:
    import halted
except ModuleNotFoundError as e:
    print(e)
del sys.modules["pkg.a"].__dict__["__package__"]
exec("from . import a as again\nprint(again.value)", sys.modules["pkg.a"].__dict__)
print(__import__("a", sys.modules["pkg"].__dict__, None, ["f"], 1).f())
