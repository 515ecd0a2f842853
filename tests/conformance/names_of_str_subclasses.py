# Names in namespaces that are members of (str, Enum) classes are found like plain ones.
import enum, types
class C(str, enum.Enum): A = "a"
class O: pass
o = O(); o.__dict__[C.A] = 2
def g(): return globals()[C.A]
for f in (lambda: o.a, lambda: eval("a", {C.A: 6}), lambda: eval("a", {}, {C.A: 7}), lambda: type("X", (), {C.A: 1}).a, lambda: vars(o).update({C.A: 3}), lambda: o.a, lambda: setattr(o, "a", 9), lambda: vars(o), lambda: enum.Enum("E", {C.A: 1}).a, lambda: delattr(o, "a"), lambda: o.__dict__, lambda: {C.A: 1}["a"], lambda: {"a": 1}[C.A], lambda: [(k, type(k)) for k in {C.A: 1, "a": 2}]):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
