# What exec() leaves in the dict of a frame, whoever looks; import * into a namespace.
import sys
def t():
    exec("x = 5")
    r = [x for x in range(3)]
    return locals()
print(t())
d = {}; g = {}
exec("from math import *", g, d); print("sin" in d, "sin" in g)
def f():
    exec("from math import *"); return "sin" in locals(), "sin" in globals()
print(f())
class C:
    exec("from math import *")
print("sin" in vars(C), "sin" in globals())
class M:
    def __init__(self): self.d = {}
    def __setitem__(self, k, v): self.d[k] = v
    def __getitem__(self, k): return self.d[k]
m = M()
exec("from string import *", {}, m)
print(sorted(m.d)[:3])
def h():
    exec("y = 2"); return sys._getframe().f_locals.get("y")
print(h())
def inside():
    exec("k = 1")
    got = [eval("v + k0") for v, k0 in [(1, 2)]]
    return got, sorted(locals())
print(inside())
def deleted(a):
    exec("b = 1")
    d = locals()
    del a
    return sorted(locals()), d is locals()
print(deleted(3))
try:
    class K:
        exec("from math import nosuch")
except ImportError as e: print(e)
exec("from os.path import *; print('join' in dir())", {}, {})
try:
    exec("from string import *", {}, 5)
except TypeError as e: print(e)
