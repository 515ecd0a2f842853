# Exceptions whose classes have special methods.
class E(ValueError):
    def __init__(self, *a): super().__init__(*a); self.n = len(a)
    def __bool__(self): return False
    def __len__(self): return 7
    def __eq__(self, o): return isinstance(o, E) and self.args == o.args
    def __hash__(self): return 5
    def __lt__(self, o): return self.args < o.args
    def __getitem__(self, i): return i
    def __setitem__(self, i, v): print("set", i, v)
    def __delitem__(self, i): print("del", i)
    def __contains__(self, i): return i == 3
    def __iter__(self): return iter([1,2])
    def __call__(self, x): return x + 1
    def __add__(self, o): return "added"
    def __radd__(self, o): return "radded"
    def __iadd__(self, o): return "iadded"
    def __neg__(self): return "neg"
    def __getattr__(self, n):
        if n.startswith("_"): raise AttributeError(n)
        return "got " + n
    def __setattr__(self, n, v): print("setattr", n); super().__setattr__(n, v)
    def __delattr__(self, n): print("delattr", n); super().__delattr__(n)
    def __format__(self, s): return "fmt" + s
    def __str__(self): return "str!"
    def __repr__(self): return "repr!"
    def __index__(self): return 1
    def __float__(self): return 2.5
    def __enter__(self): print("enter"); return self
    def __exit__(self, *a): print("exit"); return True
    def __reversed__(self): return iter([2, 1])
    def __next__(self): raise StopIteration
    def __abs__(self): return "abs"
    def __round__(self, n=None): return "round"
    def __divmod__(self, o): return "divmod"
    def __pow__(self, o, m=None): return "pow"
    def __dir__(self): return ["a"]
    def __bytes__(self): return b"b"
    @property
    def p(self): return "prop"
    @classmethod
    def c(cls): return cls
e = E(1); f = E(1); g = E(2)
def t(name, fn):
    try: print(name, fn())
    except BaseException as x: print(name, type(x).__name__, x if not isinstance(x, E) else '')
t("bool", lambda: bool(e)); t("not", lambda: not e); t("if", lambda: 1 if e else 2); t("len", lambda: len(e)); t("eq", lambda: e == f); t("ne", lambda: e != g)
t("hash", lambda: hash(e)); t("dict", lambda: {e: 1}[f]); t("lt", lambda: e < g); t("sorted", lambda: [x.args for x in sorted([g, e])]); t("item", lambda: e[4])
def si(): e[1] = 2
def di(): del e[1]
t("del", di)
t("in", lambda: 3 in e); t("iter", lambda: list(e)); t("unpack", lambda: [*e]); t("call", lambda: e(1)); t("add", lambda: e + 1); t("radd", lambda: 1 + e)
def ia():
    x = e
    x += 1
    return x
t("iadd", ia); t("neg", lambda: -e); t("ga", lambda: e.zzz); t("hasattr", lambda: hasattr(e, "_x"))
def sa(): e.q = 1; return e.q
t("sa", sa)
def da(): del e.q
t("da", da)
t("fmt", lambda: f"{e:x} {e} {e!r} {e!s}"); t("str", lambda: str(e)); t("print", lambda: print(e, [e])); 
def w():
    with e as z: return z is e
t("with", w); t("rev", lambda: list(reversed(e))); t("next", lambda: next(e, "end")); t("abs", lambda: abs(e)); t("divmod", lambda: divmod(e, 1)); t("pow", lambda: e ** 2)
t("dir", lambda: dir(e)); t("p", lambda: e.p); t("c", lambda: e.c()); t("sum", lambda: sum([e], 0)); t("max", lambda: max(e, g).args); t("callable", lambda: callable(e))
t("list.index", lambda: [1, e].index(f)); t("set", lambda: len({e, f, g})); t("any", lambda: any([e])); t("filter", lambda: list(filter(None, [e, 1])));t("format", lambda: "{} {!r} {:>5}".format(e,e,e))
t("vars", lambda: vars(e)); t("map", lambda: list(map(e, [1]))); t("and", lambda: (e and 1) is e); t("tuple", lambda: (e,) == (f,)); t("range", lambda: range(e)); t("for", lambda: [x for x in e])
class M(Exception):
    __slots__ = ("a",)
m = M(); m.a = 3; print(m.a)
class Meta(type): pass
class N(Exception, metaclass=Meta): pass
try: raise N
except N as n: print(type(type(n)))
class A(Exception):
    def __new__(cls, *a, **k):
        self = super().__new__(cls, *a); self.k = k; return self
    def __init__(self, *a, **k): pass
try: raise A(1, x=2)
except A as a: print(a.k, a.args, repr(a))
class GA(Exception):
    def __getattribute__(self, n): return "ga " + n
print(GA().foo, GA(1).args)
