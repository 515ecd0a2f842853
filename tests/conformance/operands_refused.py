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


# Sequences of subclasses, and classes whose own operators refuse: which operand is named, and who is asked at all.
import array
import collections
import operator


class OwnList(list):
    def __float__(self):
        return 1.0


class Index:
    def __index__(self):
        return 2


class Refusing(Index):
    def __mul__(self, other):
        return NotImplemented

    __rmul__ = __mul__


class Words:
    def __add__(self, other):
        return 1

    def __float__(self):
        return 1.5


values = [2, 1.5, [1], (1,), "a", OwnList([1]), Index(), Refusing(), Words(), None, collections.deque([1]), array.array("i", [1])]
for a in values:
    for b in values:
        if any(isinstance(x, (array.array, collections.deque)) for x in (a, b)) and any(isinstance(x, OwnList) for x in (a, b)):
            continue
        for function in operator.mul, operator.imul:
            try:
                result = type(function(a, b)).__name__
            except TypeError as e:
                result = str(e)
            print(type(a).__name__, type(b).__name__, function.__name__, result)


class Slots:
    __slots__ = "x"


try:
    del Slots().x
except AttributeError as e:
    print(e)
