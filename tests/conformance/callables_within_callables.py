# Callables that hold callables without end raise RecursionError; chains of contexts may be circles
class A1: pass
A1.__call__ = A1()
try: A1()()
except RecursionError as e: print("rec3")
s = len
for _ in range(50000): s = staticmethod(s)
try: print(s([1]))
except RecursionError as e: print("rec4")
try:
    try: 1 / 0
    except ZeroDivisionError: raise ValueError("v")
except ValueError as v: saved = v
try: {}[1]
except KeyError:
    try: raise saved
    except ValueError as e: print(repr(e.__context__))
try:
    raise ValueError(1)
except ValueError as ex:
    ex.__context__ = ex
    try: raise TypeError(2)
    except TypeError as t: print(repr(t.__context__), t.__context__.__context__ is t.__context__)
class C:
    def __init__(self): raise RuntimeError("no")
class CE(Exception):
    def __init__(self): raise RuntimeError("init")
try: raise IndexError from CE
except RuntimeError as e: print("rt", e, repr(e.__context__))
class CG(Exception):
    def __init__(self): super().__init__("made")
try: raise IndexError("i") from CG
except IndexError as e: print(repr(e), repr(e.__cause__))
import collections
a = collections.UserList(); b = collections.UserList(); a.append(b); b.append(a)
try: a == b
except RecursionError: print("recursion")

# Functions and code are copied as themselves
import copy


class Holder:
    def __init__(self): self.callback = self.method
    def method(self): return self
    @staticmethod
    def static(): return 1


function = lambda: 1
table = {"f": function, "s": Holder.static, "code": function.__code__, "nested": [len, Holder]}
deep = copy.deepcopy(table)
print(deep["f"] is function, deep == table, deep["nested"] is not table["nested"], copy.copy(function) is function)
holder = copy.deepcopy(Holder())
print(holder.callback() is holder, copy.copy(holder.method)() is holder)

# What can't be called makes no method.
import types

for function, instance in ((5, 1), (len, None), ("text", "text"), (type, 3)):
    try:
        print(types.MethodType(function, instance)())
    except TypeError as error:
        print(error)
