# What is set as __dict__ is what reads back, an instance of a subclass of dict, too. The attributes are in it; its methods are not asked.


class Loud(dict):
    def __getitem__(self, key):
        print("asked for", key)
        return super().__getitem__(key)

    def __setitem__(self, key, value):
        print("set", key)
        super().__setitem__(key, value)


class Attributes(dict):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.__dict__ = self


class Plain:
    pass


p = Plain()
p.before = 1
loud = Loud(x=1)
p.__dict__ = loud
print(p.__dict__ is loud, vars(p) is loud, type(p.__dict__).__name__, p.x, hasattr(p, "before"))
p.y = 2
print(loud, dict.__getitem__(loud, "y"), sorted(dir(p))[-2:])
del p.x
print(loud, p.__dict__ is loud)
p.__dict__["z"] = 3
print(p.z, p.__dict__["z"])

a = Attributes(one=1)
a.two = 2
a["three"] = 3
print(a.one, a["two"], a.three, a.__dict__ is a, a)
del a.one
a.__dict__["four"] = 4
print(a, list(a), a.four)
print(Attributes.__dict__["__dict__"].__get__(a) is a)


class Slotted(Plain):
    __slots__ = ("s",)


s = Slotted()
s.s = "slot"
s.__dict__ = loud
print(s.s, s.y, s.__dict__ is p.__dict__)
s.y = "shared"
print(p.y)
s.__dict__ = {}
print(s.s, s.__dict__, p.__dict__ is loud)
del p.__dict__
print(p.__dict__, type(p.__dict__).__name__)

import collections

o = Plain()
o.__dict__ = collections.OrderedDict(b=1, a=2)
o.__dict__.move_to_end("b")
print(o.__dict__, list(vars(o)))
d = Plain()
d.__dict__ = collections.defaultdict(list)
d.__dict__["new"].append(1)
print(d.new, hasattr(d, "missing"), d.__dict__)
import copy
import pickle

c = copy.copy(a)
print(c, type(c).__name__)
q = Plain()
q.__dict__ = Loud(k=1)
print(pickle.dumps(q))
r = pickle.loads(pickle.dumps(q))
print(r.k, type(r.__dict__).__name__)
r = copy.deepcopy(q)
print(r.k, type(r.__dict__).__name__)
again = pickle.loads(pickle.dumps(a))
print(again, again.four, again.__dict__ is again)
for wrong in (1, [("a", 1)], collections.UserDict()):
    try:
        p.__dict__ = wrong
    except TypeError as error:
        print(error)
