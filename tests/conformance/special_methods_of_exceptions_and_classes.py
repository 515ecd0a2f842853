# Special methods of objects that aren't instances in the machine's sense: of exceptions, and of classes by their metaclass.
import copy
import math
import operator
import os


class Methods:
    def __index__(self): return 1
    def __float__(self): return 1.5
    def __len__(self): return 3
    def __bytes__(self): return b"x"
    def __hash__(self): return 5
    def __format__(self, s): return "F"+s
    def __round__(self, n=None): return 4
    def __getitem__(self, i): return i
    def __complex__(self): return 1j
    def __reversed__(self): return iter([1])
    def __bool__(self): return False
    def __contains__(self, x): return True
    def __divmod__(self, o): return 3
    def __pow__(self, o, m=None): return 8
    def __neg__(self): return "neg"
    def __abs__(self): return "abs"
    def __trunc__(self): return 7
    def __ceil__(self): return 9
    def __call__(self): return 10
    def __dir__(self): return ["z"]
    def __length_hint__(self): return 2
    def __fspath__(self): return "p"
    def __eq__(self, o): return "eq"
    def __lt__(self, o): return "lt"
    def __enter__(self): return "ent"
    def __exit__(self, *a): return True
    def __missing__(self, k): return k
    def __copy__(self): return "copy"
    def __set_name__(self, o, n): print("set", n)
    def __get__(self, o, t): return "got"
    def __await__(self):
        yield 3
    def keys(self): return ["k"]


class Error(Methods, ValueError):
    __hash__ = Methods.__hash__


class Meta(Methods, type):
    pass


class Class(metaclass=Meta):
    pass


class Instance(Methods):
    def __repr__(self):
        return "<an instance>"


def attempts(o):
    class Y:
        q = o
    print(Y.q, Y().q)
    print(Instance.__name__, isinstance(o, Methods))
    for f in [lambda: int(o), lambda: float(o), lambda: len(o), lambda: bytes(o), lambda: hash(o), lambda: format(o, "a"), lambda: round(o), lambda: round(o, 2), lambda: o[4], lambda: complex(o), lambda: list(reversed(o)), lambda: bool(o), lambda: 3 in o, lambda: divmod(o, 1), lambda: pow(o, 2), lambda: pow(o, 2, 3), lambda: -o, lambda: abs(o), lambda: math.trunc(o), lambda: math.ceil(o), lambda: math.floor(o), lambda: o(), lambda: dir(o), lambda: operator.length_hint(o), lambda: os.fspath(o), lambda: o == 1, lambda: o < 1, lambda: sorted([o, o]) and 0, lambda: copy.copy(o), lambda: [1,2,3][o], lambda: (1,2,3)[o], lambda: "abc"[o], lambda: b"abc"[o], lambda: range(5)[o], lambda: range(o), lambda: "a" * o, lambda: [1] * o, lambda: chr(o), lambda: hex(o), lambda: bin(o), lambda: f"{o:x}", lambda: "%d" % o, lambda: "%s" % o, lambda: math.sqrt(o), lambda: math.sin(o), lambda: dict(o), lambda: {**o}, lambda: "abc".find("b", o), lambda: [1,2].pop(o), lambda: [1,2].insert(o, 3), lambda: bytearray(o), lambda: bytearray(3)[o], lambda: memoryview(b"abc")[o], lambda: 1 .__add__(o), lambda: int("11", o), lambda: sum([o], o), lambda: min(o, o) and 0, lambda: any([o]), lambda: all([o]), lambda: slice(o).indices(o), lambda: list(range(9))[o:], lambda: enumerate([1], o).__next__(), lambda: (5).to_bytes(o, "big"), lambda: math.factorial(o), lambda: math.gcd(o, 4), lambda: operator.index(o), lambda: 1 << o, lambda: "x".center(o), lambda: "x".zfill(o), lambda: "aXbX".split("X", o), lambda: print(end="", *[1 for _ in [0]]), lambda: str(o, "a"), lambda: isinstance(1, o), lambda: bytes([o]), lambda: b"a".join([o]), lambda: divmod(1, o), lambda: type(iter(o)).__name__, lambda: next(o), lambda: o.x]:
        try:
            print(f())
        except Exception as e:
            print(type(e).__name__, e)


for o in (Instance(), Error(), Class):
    print("===", type(o).__name__)
    attempts(o)


class Once(Exception):
    def __iter__(self):
        print("iter")
        return self

    def __next__(self):
        raise StopIteration


for take in (list, tuple, set, sum, any, dict, bytes, bytearray, sorted, lambda x: [*x], lambda x: list(map(str, x)), lambda x: list(zip(x, x)), lambda x: "".join(x)):
    print(take(Once()))


class Product(list):
    def __rmul__(self, other):
        return "mine"


for left, right in ((Product(), Product()), (Product(), 1.5), ([], Product()), ([], 1.5), (2, Product([1])), (Product([1]), 2)):
    try:
        print(left * right)
    except TypeError as e:
        print(e)
