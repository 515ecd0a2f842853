from enum import Enum, IntEnum, Flag, IntFlag, auto, unique, StrEnum
class Color(Enum):
    RED = 1
    GREEN = 2
    BLUE = 3
    ALSO_RED = 1
    def describe(self): return f"{self.name}={self.value}"
    @classmethod
    def first(cls): return cls.RED
    @property
    def twice(self): return self.value * 2
print(Color.RED, repr(Color.RED), Color.RED.name, Color.RED.value, Color(2), Color["BLUE"], list(Color), len(Color), Color.ALSO_RED is Color.RED, Color.RED.describe(), Color.first(), Color.BLUE.twice)
print(Color, Color.__members__, Color.RED == 1, Color.RED != Color.GREEN, Color.RED in Color, isinstance(Color.RED, Color), {Color.RED: 1}[Color(1)], f"{Color.RED}", f"{Color.RED:>12}", hash(Color.RED) == hash(Color.RED))
def error(f, *a):
    try: return f(*a)
    except Exception as e: return f"{type(e).__name__}: {e}"
print(error(Color, 9), error(lambda: Color["X"]), error(lambda: setattr(Color, "RED", 3)), error(lambda: Color.RED < Color.BLUE), error(lambda: Color.NOPE))
class Pri(IntEnum):
    LOW = auto()
    MID = auto()
    HIGH = 10
    TOP = auto()
print(Pri.LOW < Pri.HIGH, Pri.TOP, repr(Pri.TOP), Pri.MID + 1, sorted([Pri.HIGH, Pri.LOW]), f"{Pri.HIGH}", "%d" % Pri.LOW, [10, 20, 30][Pri.LOW], Pri(2), max(Pri), int(Pri.TOP), Pri.LOW == 1)
class P(Flag):
    R = auto()
    W = auto()
    X = auto()
    RW = R | W
print(P.R | P.W, repr(P.R | P.X), P.RW, P.R in P.RW, P.X in P.RW, bool(P.R & P.W), ~P.R, list(P), list(P.RW), P(0), repr(P(0)), P.R ^ P.RW, P(7), len(P.RW), P.RW is P.R | P.W, error(P, 8))
class I(IntFlag):
    A = 1
    B = 2
print(I.A | I.B, repr(I.A | I.B), I.A | 8, repr(I.A | 8), repr(I(0)), I.A == 1, ~I.A, repr(~I.A), I(3) & 1)
class S(StrEnum):
    FOO = auto()
    BAR = "bar!"
print(S.FOO, repr(S.FOO), S.BAR.upper(), S("foo") is S.FOO, f"{S.BAR}", S.FOO == "foo")
class T(str, Enum):
    A = "a"
    B = "b"
print(T.A, repr(T.A), T.A == "a", T("b"), T.A.value, f"{T.A}", T.A + "x", {"a": 1}[T.A])
class Planet(Enum):
    EARTH = (5.97, 6.37)
    MARS = (0.64, 3.39)
    def __init__(self, mass, radius):
        self.mass = mass
        self.radius = radius
    @property
    def g(self): return round(self.mass / self.radius ** 2, 3)
print(Planet.EARTH.g, Planet.MARS.value, Planet((0.64, 3.39)))
Animal = Enum("Animal", "CAT DOG")
print(list(Animal), Animal.DOG.value, Animal(1), Enum("N", ["a", "b"]).b, Enum("M", {"x": 10}).x.value, Animal.__name__)
class M(Enum):
    A = "a"
    @classmethod
    def _missing_(cls, v):
        return cls.A if v == "alias" else None
print(M("alias"), error(M, "q"))
class G(Enum):
    @staticmethod
    def _generate_next_value_(name, start, count, last): return name * 2
    A = auto()
    B = auto()
print(G.A.value, G.B.value)
class N(Enum):
    def __new__(cls, v, label):
        o = object.__new__(cls); o._value_ = v; o.label = label; return o
    A = (1, "one")
    B = (2, "two")
print(N.A.label, N(2), N.B.label, N.A.value)
def dup():
    @unique
    class U(Enum):
        A = 1
        B = 1
print(error(dup))
class E0(Enum):
    def hi(self): return "hi " + self.name
class E1(E0):
    A = 1
print(E1.A.hi(), Color.RED.__class__, type(Color.RED) is Color, [c.name for c in reversed(Color)], "RED" in Color.__members__, [m for m in Pri])
