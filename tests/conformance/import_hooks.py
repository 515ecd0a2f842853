# import statements ask the __import__ that the program has put in its place.
import builtins
import types

orig = builtins.__import__
log = []


def safe(name, globals=None, locals=None, fromlist=None, level=0):
    log.append((name, fromlist, level))
    if name.partition(".")[0] not in ("math", "os", "json"):
        raise ImportError(name + " is not allowed")
    return orig(name, globals, locals, fromlist, level)


def tries(text, own):
    try:
        exec(text, own)
    except Exception as e:
        print(type(e).__name__, e)
    print(log)
    log.clear()


tries("import math\nimport socket\nprint(socket)", {"__builtins__": {"__import__": safe, "print": print}})
tries("import os; print(os.name)", {"__builtins__": {"print": print}})
tries("from math import *\nfrom math import pi, e as b\nprint(pi, b, sqrt(4))", {"__builtins__": {"__import__": safe, "print": print}})
tries("import os.path\nimport os.path as p\nimport json.decoder as d, math as m\nprint(os.path is p, d.__name__, m.pi)", {"__builtins__": {"__import__": safe, "print": print}})
tries("import nothing.at.all as x, y\nprint(x, y)", {"__builtins__": {"__import__": lambda n, *a: types.SimpleNamespace(at=types.SimpleNamespace(all=n)), "print": print}})
tries("def f():\n from math import floor\n return floor(2.5)\nclass A:\n from os import sep\nprint(f(), A.sep)", {"__builtins__": {**vars(builtins), "__import__": safe}})
builtins.__import__ = lambda n, *a: (log.append(n), orig(n, *a))[1]
import string
from textwrap import dedent

builtins.__import__ = orig
import shlex

print("string" in log, "textwrap" in log, "shlex" in log, dedent(" a"))
log.clear()
tries("import socket\nprint(socket.__name__)", {"__builtins__": {**vars(builtins)}})
tries("import socket\nprint(socket.__name__)", {"__builtins__": builtins})
tries("import socket\nprint(socket.__name__)", {})
