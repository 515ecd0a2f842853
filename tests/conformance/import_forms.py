def error(function, *args, **kwargs):
    try:
        return "no error: " + repr(function(*args, **kwargs))
    except Exception as e:
        return f"{type(e).__name__}: {e}"


import math, string as st
import collections.abc
from math import (pi, floor as fl, ceil,)
from functools import reduce as r
from collections import Counter, defaultdict as dd
print(math.pi == pi, fl(2.5), ceil(2.5), st.digits, r(max, [1, 3]), Counter("aa")["a"], dd(int)["x"], math.__name__, type(math).__name__, st is string if "string" in globals() else "not bound")
def local():
    import json
    from operator import add, mul as times
    return json.dumps([add(1, 2), times(3, 4)])
print(local(), error(lambda: json), hasattr(math, "sqrt"), getattr(math, "nope", "dflt"), error(lambda: math.nope))
class C:
    import math as m
    from math import sqrt
    root = sqrt(16)
print(C.m is math, C.root)
def bad():
    import no_such_module
def bad_from():
    from math import nope
def bad_deep():
    import math.sub
for f in (bad, bad_from, bad_deep):
    try: f()
    except ImportError as e: print(type(e).__name__, e.name, str(e)[:28])
try: import also_missing
except ImportError: fallback = "fallback"
print(fallback)
import math as m1, math as m2
print(m1 is m2 is math, isinstance([], collections.abc.Sequence), isinstance({}, collections.abc.Mapping), isinstance(1, collections.abc.Hashable), isinstance("", collections.abc.Iterable), isinstance(len, collections.abc.Callable), isinstance((x for x in ""), collections.abc.Iterator))
from string import *
print(ascii_lowercase[:3], digits)
if True:
    import itertools
    try: import re
    finally: print("finally")
print(next(itertools.count(3)), re.match("a", "a").group(), __name__)
for mod in (math, itertools, re): print(mod.__name__, end=" ")
print()

# `import *` of names that only the module's __getattr__ knows: each is asked for.
import sys
import types
lazy = types.ModuleType("lazy_names")
lazy.__all__ = ["first", "made", "last"]
lazy.first, lazy.last = 1, 3
lazy.__getattr__ = lambda name: name.upper()
sys.modules["lazy_names"] = lazy
from lazy_names import *
assert (first, made, last) == (1, "MADE", 3)


def refuse(name):
    raise AttributeError(f"no {name}")


lazy.__getattr__ = refuse
lazy.__all__ = ["first", "absent"]
try:
    exec("from lazy_names import *", {})
except AttributeError as e:
    assert str(e) == "no absent"
else:
    assert False
