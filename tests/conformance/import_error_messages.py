# An ImportError keeps its message, whatever becomes of its arguments; what can't be set on a method is said of the method.
import importlib

for act in (
    lambda: __import__("nosuch"),
    lambda: exec("from os import nosuch"),
    lambda: importlib.import_module("nosuch.more"),
    lambda: exec("import os.nosuch.more"),
    lambda: exec("import nosuch.more.parts"),
    lambda: exec("import email.nosuch.more"),
):
    try:
        act()
    except ImportError as e:
        print(type(e).__name__, str(e.msg).split(" (")[0], e.name, len(e.args))
        e.args = ("other",)
        print(str(e).split(" (")[0])


class A:
    def f(self):
        pass


for act in (lambda: setattr(A().f, "x", 1), lambda: delattr(A().f, "x"), lambda: A().f.x, lambda: setattr(A().f, "__name__", "g")):
    try:
        act()
    except AttributeError as e:
        print(e)
