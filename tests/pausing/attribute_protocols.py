# attribute access, descriptors, properties, calls, construction that ask
class A:
    def __getattr__(self, name):
        if name.startswith("no"): raise AttributeError(ask(name))
        return ask(name)
    def __setattr__(self, name, value): super().__setattr__(name, ask(value)); print("set", name)
    def __delattr__(self, name): ask(name); super().__delattr__(name); print("del", name)
a = A(); a.x = 1; a.x += 2; print(a.x, a.y, getattr(a, "z"), getattr(a, "no", "dflt"), hasattr(a, "no1"), hasattr(a, "yes")); del a.x; print(a.x)
setattr(a, "q", 5); delattr(a, "q")
try: a.nope
except AttributeError as e: print(e)
class B:
    y = 1
    def __getattribute__(self, name):
        ask(name)
        return object.__getattribute__(self, name)
    def m(self): return self.y
print(B().m(), B().y, hasattr(B(), "zz"), getattr(B(), "zz", 3))
class D:
    def __set_name__(self, owner, name): self.name = ask(name); print("named", owner.__name__, name)
    def __get__(self, o, cls=None): return self if o is None else ask((self.name, "get"))
    def __set__(self, o, v): print("dset", ask(v))
    def __delete__(self, o): print("ddel", ask(1))
class C:
    d = D()
    @property
    def p(self): return ask(self._p)
    @p.setter
    def p(self, v): self._p = ask(v)
    @p.deleter
    def p(self): del self._p; ask("deleted")
    @classmethod
    def cm(cls): return ask(cls.__name__)
    @staticmethod
    def sm(x): return ask(x)
    def __call__(self, *a, **k): return ask([list(a), k])
    def __class_getitem__(cls, item): return ask(item)
c = C(); c.d = 3; print(c.d); del c.d
c.p = 4; c.p += 1; print(c.p); del c.p
try: c.p
except AttributeError as e: print(e)
print(C.cm(), c.cm(), C.sm(1), c(1, k=2), C["item"], list(map(c, [1, 2])), sorted([2, 1], key=c.sm))
class Base:
    def __init_subclass__(cls, /, tag=None, **kw): super().__init_subclass__(**kw); cls.tag = ask(tag)
    def __new__(cls, *a): ask("new"); return super().__new__(cls)
    def __init__(self, *a): self.a = [ask(x) for x in a]
class Sub(Base, tag="t"):
    v = [ask(i) for i in range(2)]
    w: int = ask(3)
    def f(self, x=ask("def"), *, y=ask("kw")): return x, y
    class In: z = ask("inner")
print(Sub.tag, Sub(1, 2).a, Sub.v, Sub.w, Sub().f(), Sub.In.z, [Sub(n).a for n in range(2)])
class Single(Base):
    def __init__(self): super().__init__(ask(9)); self.b = ask("b")
print(Single().a, Single().b)
def deco(x):
    ask("factory")
    def wrap(f): ask(f.__name__); return f
    return wrap
@deco(ask(1))
@deco(ask(2))
def g(): return ask("g")
print(g())
@deco(ask(3))
class H: pass
class IC:
    def __instancecheck__(self, o): return ask(True)
class Len:
    def __len__(self): return ask(0)
class Bo:
    def __init__(self, v): self.v = v
    def __bool__(self): return ask(self.v)
print(not Len(), bool(Len()), 1 if Bo(1 == 1) else 2, [x for x in (1, 2) if Bo(x == 1)], all([Bo(True), Bo(False)]), any([Bo(False), Bo(True)]), len(list(filter(None, [Bo(True), Bo(False)]))), (Bo(False) or "or"), (Bo(True) and "and"))
n = 0
while Bo(n < 2): n += 1
assert Bo(True)
try: assert Bo(False), ask("msg")
except AssertionError as e: print(n, e)
class Dir:
    def __dir__(self): return ask(["b", "a"])
    def __sizeof__(self): return ask(1)
print(dir(Dir()), Dir().__sizeof__())
