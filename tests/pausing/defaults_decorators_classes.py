def deco(label):
    print("deco", ask(label))
    def apply(f):
        print("apply", ask(f.__name__))
        return lambda *a, **k: (ask(label), f(*a, **k))
    return apply
@deco("outer")
@deco("inner")
def f(x, y=ask(10), *, z=ask(20)):
    return x + y + z
print(f(1), f(1, z=0))
def annotated(x: ask("type") = ask(1)) -> ask("ret"): return x
print(annotated(), annotated.__annotations__)
class Base:
    def __init_subclass__(cls, tag=None, **kw):
        cls.tag = ask(tag)
class C(Base, tag=ask("t")):
    x = ask(1)
    y: int = ask(x + 1)
    for i in range(ask(2)):
        x += ask(i)
    def m(self, v=ask(x)): return v
    print("in class", ask(x), y)
print(C.tag, C.x, C.y, C().m())
print((lambda q=ask(5): ask(q) + 1)())
@deco("class")
class D: pass
print(D()[0])
