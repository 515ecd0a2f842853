# Names that programs expect: in module sys, in builtins, on errors and on named tuples; and classes whose bases' slots conflict.
import __future__
import builtins
import collections
import inspect
import json
import sys


def show(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


show(lambda: "len" in (__builtins__ if isinstance(__builtins__, dict) else vars(__builtins__)))
show(lambda: (json.__package__, collections.abc.__package__, json.decoder.__package__, sys.__package__))
show(lambda: (getattr(builtins, "True"), getattr(builtins, "None"), __future__.annotations, __future__.division.getMandatoryRelease()))
show(lambda: (len(sys.stdlib_module_names), "json" in sys.stdlib_module_names, "numpy" in sys.stdlib_module_names, type(sys.stdlib_module_names).__name__))
show(lambda: (sys.gettrace(), sys.getprofile(), sys.settrace(None), sys.setprofile(None), sys.audit("x", 1), sys.meta_path is not None, sys.pycache_prefix))
show(lambda: (sys.getfilesystemencodeerrors(), sys.call_tracing(max, (1, 2)), sys.abiflags, sys.unraisablehook is sys.__unraisablehook__))
heard = []
sys.addaudithook(lambda event, args: heard.append((event, args)) if event == "mine" else None)
sys.audit("mine", 1, 2)
print(heard)

N = collections.namedtuple("N", "a b c", defaults=(1, 2))
show(lambda: (N.__new__.__defaults__, N.__new__.__code__.co_varnames, N.__new__.__qualname__, N.__new__.__doc__, N.__new__.__module__))
show(lambda: inspect.signature(N))
for args, keywords in [((), {}), ((1, 2, 3, 4), {}), ((1,), {"a": 2}), ((1,), {"z": 2}), ((1,), {"c": 2})]:
    show(lambda: N(*args, **keywords))
N.__new__.__defaults__ = (None,) * 3
show(N)
show(lambda: collections.namedtuple("Empty", "")())
show(lambda: collections.namedtuple("O", "new tuple cls")(1, 2, 3))
show(lambda: collections.namedtuple("R", "class def", rename=True)(1, 2))


class M(N):
    def __new__(cls, x):
        return super().__new__(cls, x, x, c=x)


show(lambda: M(4))


class A: __slots__ = ("a",)
class B: __slots__ = ("b",)
class D(A): pass
class E(A): pass
class F(D): __slots__ = ("f",)


for bases in [(A, B), (D, E), (D, B), (F, E), (E, F), (F, B), (A, Exception), (int, A)]:
    show(lambda: type("C", bases, {}))


def error_of(f):
    try:
        f()
    except (NameError, AttributeError) as e:
        print(type(e).__name__, repr(e.name), getattr(e, "obj", "no object"))


def local():
    x
    x = 1


def free():
    def inner():
        return cell
    inner()
    cell = 1


def delete():
    global not_there
    del not_there


class Plain:
    def __repr__(self):
        return "plain"


plain = Plain()
for f in [lambda: undefined, local, free, delete, lambda: (1).foo, lambda: plain.foo, lambda: Plain.foo, lambda: exec("del nothing"), lambda: exec("nothing")]:
    error_of(f)
