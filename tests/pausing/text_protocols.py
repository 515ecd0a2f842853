# __repr__, __str__, __format__, __index__ and friends that ask
import json, re, string
class R:
    def __init__(self, n): self.n = n
    def __repr__(self): return f"<{ask(self.n)}>"
class S(R):
    def __str__(self): return ask("s") + str(self.n)
class F(S):
    def __format__(self, spec): return f"[{ask(spec)}|{self.n}]"
print(R(1), S(2), F(3), [R(1), (S(2),), {R(3): F(4)}], {S(5)}, f"{R(1)} {R(1)!r} {S(2)} {S(2)!r:>8} {F(3):ab} {F(3)!s:>5}")
print("{} {!r} {:x} {0.n}".replace("{0.n}", "") .format(S(1), S(2), F(3)), "{0.n} {0!r}".format(R(1)), "{a[0]} {b}".format(a=[R(1)], b=F(2)))
print("%s %r %5s|%-5s|%(x)s" .replace("%(x)s", "") % (S(1), R(2), R(3), R(4)), "%(a)s %(b)r" % {"a": S(1), "b": R(2)})
print(str([R(1), R(2)]), repr({"k": (R(1),)}), ascii([R("é")]), format(F(1), "zz"), str(R(1)) + repr(R(2)), "-".join(str(R(i)) for i in range(3)))
print(*[R(i) for i in range(3)], sep=ask(","), end=ask(";\n"))
print(json.dumps({"a": {1, 2}, "b": [R(1)]}, default=lambda o: ask(sorted(o)) if isinstance(o, set) else ask("obj")))
print(json.loads('{"a": {"b": 1}}', object_hook=lambda d: ask(d) | {"seen": 1}), json.loads("[1.5, 2]", parse_float=lambda s: ask(s), parse_int=lambda s: ask(s) + "!"))
print(json.dumps([1, {"a": 2}], indent=ask(1)))
print(re.sub(r"\d+", lambda m: ask(str(int(m[0]) * 2)), "a1b22c"), re.subn("b", lambda m: ask("B"), "abb"))
print([m.group() for m in re.finditer(r"\w", ask("abc")) if ask(True)])
class T:
    def __getitem__(self, k): return {97: ask("A"), 98: None}[k] if k in (97, 98) else k
    # LookupError leaves the character alone
class T2:
    def __getitem__(self, k):
        if k == 99: raise LookupError
        return ask(chr(k).upper())
print("abcab".translate(T()), "abc".translate(T2()))
class Ix:
    def __init__(self, n): self.n = n
    def __index__(self): return ask(self.n)
L = list(range(10))
print(L[Ix(3)], L[Ix(1):Ix(7):Ix(2)], "abcdef"[Ix(-1)], (1, 2, 3)[:Ix(2)], bytes(Ix(3)), hex(Ix(255)), bin(Ix(5)), oct(Ix(8)), chr(Ix(97)), range(Ix(1), Ix(9), Ix(4)))
L[Ix(0)] = "z"; del L[Ix(1)]; L[Ix(2):Ix(4)] = "qq"; L.insert(Ix(1), "ins"); print(L, L.pop(Ix(0)), "ab" * Ix(2), [0] * Ix(2), round(3.14159, Ix(2)), pow(2, 3, 5), int("z", Ix(36)))
class N:
    def __int__(self): return ask(5)
    def __float__(self): return ask(2.5)
    def __complex__(self): return complex(ask(1), 2)
    def __round__(self, n=None): return ask(("round", n))[0]
    def __trunc__(self): return ask(7)
    def __abs__(self): return ask("abs")
    def __len__(self): return ask(4)
    def __bool__(self): return ask(False)
    def __divmod__(self, o): return ask("divmod")
    def __rdivmod__(self, o): return ask("rdivmod")
    def __pow__(self, o, m=None): return ask(["pow", m])
    def __rpow__(self, o): return ask("rpow")
print(int(N()), float(N()), complex(N()), round(N()), round(N(), 2), abs(N()), len(N()), bool(N()), divmod(N(), 1), divmod(1, N()), N() ** 2, pow(N(), 2, 3), 2 ** N())
import math
class Fl:
    def __floor__(self): return ask("fl")
    def __ceil__(self): return ask("ce")
    def __trunc__(self): return ask("tr")
print(math.floor(Fl()), math.ceil(Fl()), math.trunc(Fl()), math.sqrt(N()), "%d %f" % (3, N()), "%s" % N().__len__())
class Custom(string.Formatter):
    def get_value(self, key, args, kw): return ask(str(key))
print(Custom().format("{} {x}", 1), string.Template("$a-$b").substitute({"a": R(1), "b": 2}))
class B:
    def __bytes__(self): return ask("by").encode()
print(bytes(B()), "%s %s" % (B is not None, 1))
class E(Exception):
    def __str__(self): return ask("estr")
try: raise E(1)
except E as e: print(e, repr(e), f"{e}", str(e))
