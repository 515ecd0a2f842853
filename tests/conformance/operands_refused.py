"""What operators say to operands that don't fit: sequences, their subclasses, classes with operators of their own."""
import operator

class N:
    def __iand__(self, o): pass
class S(str): pass
class L(list): pass
class T(tuple): pass
class B(bytes): pass
class I:
    def __index__(self): return 2
class M:
    def __mul__(self, o): return NotImplemented
    def __radd__(self, o): return NotImplemented
vals = [N(), S("a"), L([1]), T((1,)), B(b"x"), I(), M(), 1, True, 1.5, "s", [2], (3,), b"b", bytearray(b"c"), None, {}, {1}, range(2), 2j, int, len]
for name in ("add", "mul", "iadd", "imul", "sub", "mod"):
    f = getattr(operator, name)
    for i, a in enumerate(vals):
        for j, b in enumerate(vals):
            if type(a) in (L, list, bytearray):
                a = type(a)(a)
            if type(a) is B and type(b) in (N, M):
                continue  # names the builtin class
            if name == "imul" and not isinstance(a, (str, bytes, bytearray, list, tuple, int)):
                continue
            try: r = f(a, b)
            except Exception as e: r = (type(e).__name__, str(e))
            if " at 0x" in repr(r): r = type(r)
            print(name, type(a).__name__, type(b).__name__, r)
