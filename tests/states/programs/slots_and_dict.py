# Names of __slots__ beside a __dict__, of instances whose attributes are in one.
class Base:
    __slots__ = ("a", "b")


class Sub(Base):
    pass


o = Sub()
o.a, o.x = 1, 2
vars(o)["y"] = 3
p = Sub()
p.b = o
vars(p)
print(ask(1))
o.b = 4
print(o.a, o.b, o.x, o.y, p.b is o, hasattr(p, "a"))
print(ask(2))
del o.a
o.a = 5
print(o.a, sorted(n for n in dir(o) if len(n) == 1))
