def error(function, *args, **kwargs):
    try:
        return "no error: " + repr(function(*args, **kwargs))
    except Exception as e:
        return f"{type(e).__name__}: {e}"


print(abs(-3), abs(-3.5), abs(True), divmod(17, 5), divmod(-17, 5), divmod(1.5, 0.5), pow(2, 8), pow(2, 8, 5), pow(2.0, 3), round(3.14159, 2), round(2.5), round(-1.5), round(1234, -2), bin(5), oct(9), hex(255), chr(65), ord("A"), ascii("é"), repr("a"), hash("a") == hash("a"), id(1) == id(1), callable(len), callable(5), len("abc"), len({}), bool([]), bool([0]), type(5), type("") is str, isinstance(5, int), isinstance(True, int), isinstance(5, (str, int)), isinstance("a", (int, (float, str))), isinstance(None, type(None)), issubclass(bool, int), issubclass(int, (str, object)), isinstance(5, int | str), issubclass(int, int | None))
class C:
    x = 1
    def __init__(self): self.y = 2
    def m(self): pass
c = C()
print(getattr(c, "x"), getattr(c, "z", "d"), hasattr(c, "y"), hasattr(c, "q"), vars(c), [n for n in dir(c) if n[0] != "_"], "x" in dir(C), setattr(c, "z", 3), c.z, delattr(c, "z"), hasattr(c, "z"), error(getattr, c, "z"), error(delattr, c, "z"))
print(str(5), str(1.0), str(True), str(None), str("a"), str([1, "a", None, 1.5, True]), str((1,)), str({"a": [1]}), str({1}), str(b"a"), str(range(3)), str(int), str(len), str(ValueError("x")), str(...), str(NotImplemented), repr(ValueError("x", 1)), repr(ValueError()), str(type(None)), repr(slice(1)), repr(C), str(print), repr([].append)[:30], repr("a".upper)[:24], str(type(len)), str(type(c.m)), str(type(C.m)), str(type([].append)), str(type(str.upper)), repr(str.upper), repr(int.from_bytes)[:29])
print(1, "a", None, [1]); print(); print("a", "b", sep="-"); print("a", end="|"); print("b", "c", sep="", end="!\n"); print(*[1, 2, 3], sep=", "); print("x", sep=None, end=None); print([], {}, (), set()); print("no newline", end=""); print(); print("flush", flush=True); print(sep="z"); print("é", "😀", "\t|"); print(print("inner")); print(1.0, 1e100, 10 ** 20, -0.0)
print(error(print, 1, sep=5), error(print, 1, end=5), error(print, 1, nope=1), error(abs, "a"), error(round, 1.5, "a"), error(hash, []), error(len, 5), error(chr, 1.5), error(callable))
print(type(type), type(int), type(object), object.__class__, isinstance(int, type), isinstance(type, object), type(c).__name__, type(c) is C, type(lambda: 0), type(x for x in ""), type(...), type(NotImplemented), type(range(1)), type(C.__dict__), type(1 == 1), type(None))
print(Ellipsis, ... is Ellipsis, NotImplemented is NotImplemented, __debug__, None == None, None != 0, not None, [None] * 2, bool(...), (None, ...), error(lambda: None.x), error(lambda: None()), error(lambda: type(None)(5)), type(None)(), bool(), int(), float(), str(), list(), tuple(), dict(), set(), frozenset(), bytes())
print(format(5), format("a", ">3"), format(3.14159, ".2f"), sorted(["b", "a"]), list(map(type, [1, 1.0, "a", None, True, [], (), {}, set(), b""])), type("X", (), {"a": 1})().a, type("Y", (C,), {}).__mro__[1] is C)
g = globals()
g["injected"] = 5
print(injected, "c" in g, locals() is g, len([k for k in g if k == "C"]), vars() is g)
def f():
    a = 1
    b = [a]
    return locals(), dir()
print(f())
ids = [id(o) for o in (c, C, [], {})]
print(len(set(ids[:2])), id(c) == id(c), all(isinstance(i, int) for i in ids), c is c, [] is not [], () is (), 1 is not None)
print(hash(5), hash(-1), hash(-2), hash(True), hash(2 ** 61 - 1), hash(2 ** 61), hash(-(2 ** 61)), hash(1.5), hash(0.1), hash(1e300), hash(()) == hash(()), hash((1, 2, 3)), hash(((1,), 2.5)), hash(frozenset()) == hash(frozenset()), hash(None) == hash(None), hash(10 ** 30))

# The names of the interpreter's own classes are the classes of its objects.
import types


def some_function():
    yield


async def some_coroutine():
    yield


assert type(some_function) is types.FunctionType is types.LambdaType and isinstance(some_function, types.FunctionType)
assert type(some_function()) is types.GeneratorType and type(some_coroutine()) is types.AsyncGeneratorType
assert type(len) is types.BuiltinFunctionType and type(some_function.__code__) is types.CodeType and type([].append) is types.BuiltinMethodType
assert type(type.__dict__["__mro__"]) is types.MemberDescriptorType or type(type.__dict__["__mro__"]) is types.GetSetDescriptorType
assert type(some_function.__get__(1)) is types.MethodType and type(types) is types.ModuleType
