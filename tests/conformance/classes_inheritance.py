def error(function, *args, **kwargs):
    try:
        return "no error: " + repr(function(*args, **kwargs))
    except Exception as e:
        return f"{type(e).__name__}: {e}"


class A:
    def who(self): return ["A"]
    def base(self): return "base"
    attr = "A"
class B(A):
    def who(self): return ["B"] + super().who()
class C(A):
    def who(self): return ["C"] + super().who()
    attr = "C"
class D(B, C):
    def who(self): return ["D"] + super().who()
d = D()
print(d.who(), D.__mro__, [c.__name__ for c in D.mro()], d.attr, d.base(), isinstance(d, A), issubclass(D, (int, C)), B.who(d), super(B, d).who(), super(D, D).who(d), D.__bases__, A.__subclasses__())
def bad_mro():
    class X(A, B): pass
print(error(bad_mro))
def dup():
    class X(A, A): pass
print(error(dup))
class Base:
    created = []
    def __init__(self, name, **kw):
        self.name = name
        super().__init__(**kw)
    def __init_subclass__(cls, /, label=None, **kw):
        super().__init_subclass__(**kw)
        Base.created.append((cls.__name__, label))
class Mixin:
    def __init__(self, extra="none", **kw):
        self.extra = extra
        super().__init__(**kw)
class Both(Base, Mixin, label="L"): pass
class Child(Both): 
    def __init__(self): super().__init__("child", extra="e")
c = Child()
print(c.name, c.extra, Both("n").extra, Base.created, error(Both), error(Both, "n", zzz=1))
class P:
    @classmethod
    def make(cls): return cls.__name__
    @staticmethod
    def st(): return "P.st"
    @property
    def prop(self): return "P.prop"
    def __str__(self): return "P"
    def __eq__(self, o): return True
class Q(P):
    @classmethod
    def make(cls): return "Q+" + super().make()
    @staticmethod
    def st(): return "Q+" + P.st()
    @property
    def prop(self): return "Q+" + super().prop
    def __str__(self): return "Q" + super().__str__()
    def nested(self):
        def inner(): return super(Q, self).prop
        return inner(), [super(Q, self).make() for _ in range(1)], __class__.__name__
q = Q()
print(Q.make(), q.make(), q.st(), q.prop, str(q), q.nested(), error(hash, q), q == 5, q != 5)
class L(list):
    def append(self, x): super().append(x * 2); return self
    def __getitem__(self, i): return "got", super().__getitem__(i)
    def __len__(self): return 99
l = L([1])
l.append(5)
print(l, l[0], len(l), [*l], l == [1, 10], l + [0], isinstance(l, list), sorted(l), list(l), l.index(10), bool(L()))
class I(int):
    def __new__(cls, v, tag="t"):
        self = super().__new__(cls, v)
        self.tag = tag
        return self
    def __repr__(self): return f"I({int(self)}, {self.tag})"
i = I(5, tag="z")
print(i, i + 1, i.tag, [i], I("7"), hash(i) == 5, i == 5, max(i, 3), type(i * 1), range(10)[i], "abcdefg"[i])
class E(ValueError):
    def __init__(self, msg, code): super().__init__(msg); self.code = code
try: raise E("m", 5)
except ValueError as e: print(e, e.code, repr(e), e.args, type(e).__mro__[1:4])
class Abstract:
    def template(self): return self.step() + 1
    def step(self): raise NotImplementedError("step of " + type(self).__name__)
class Concrete(Abstract):
    def step(self): return 41
print(Concrete().template(), error(Abstract().template))
print(error(lambda: super()), error(lambda: super(B, 5)), error(super(B, d).__getattribute__, "zzz"), error(lambda: super(B, d).zzz), repr(super(B, d))[:31])
class Single:
    _it = None
    def __new__(cls):
        if cls._it is None: cls._it = super().__new__(cls)
        return cls._it
class NotInit:
    def __new__(cls): return 5
    def __init__(self): print("never")
print(Single() is Single(), NotInit(), error(lambda: object.__new__(int)), error(lambda: int.__new__(str)), isinstance(object.__new__(A), A))
def no_base():
    class X(5): pass
def bool_base():
    class X(bool): pass
def kw():
    class X(A, zzz=1): pass
print(error(no_base), error(bool_base), error(kw))
class Changes: pass
o = B(); print(o.who()); o.__class__ = C; print(o.who(), type(o).__name__)
class G:
    def __class_getitem__(cls, k): return cls.__name__, k
print(G[int], G[1, 2], error(lambda: A[0]), error(lambda: int[0]), list[int], dict[str, int], list[int] == list[int], tuple[int, ...])
