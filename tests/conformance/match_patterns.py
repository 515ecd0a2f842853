# Every pattern of the match statement, in CPython's order of evaluation.
import collections
import collections.abc
import dataclasses
import enum
import types


class Color(enum.Enum):
    RED = 0
    GREEN = 1


class Names:
    ONE = 1
    KEY = "key"
    OTHER = "key"


def literal(x):
    match x:
        case 0:
            return "zero"
        case -1:
            return "minus one"
        case 2.5 | 3.5:
            return "halves"
        case 1 + 2j | -1 - 2j:
            return "complex"
        case "text" "s":
            return "text"
        case b"bytes":
            return "bytes"
        case None:
            return "none"
        case True:
            return "true"
        case False:
            return "false"
        case Names.ONE:
            return "one"
        case Color.RED:
            return "red"
        case _:
            return "else"


for value in (0, -1, 0.0, -0.0, False, True, 1, 1.0, 2.5, 3.5, 1 + 2j, -1 - 2j, "texts", b"bytes", None, Color.RED, Color.GREEN, float("nan"), 10**30, ()):
    print(repr(value), literal(value))


def sequence(x):
    match x:
        case []:
            return "empty"
        case [1]:
            return "one 1"
        case [a]:
            return ("one", a)
        case (1, b):
            return ("1 and", b)
        case [_, "x", *_]:
            return "second is x"
        case [*_, "end"]:
            return "ends"
        case [a, *rest] if len(rest) == 3:
            return (a, rest)
        case [a, *middle, z] if a == z:
            return ("ring", middle)
        case [[a, b], [c, *d], *_]:
            return ("nested", a, b, c, d)
        case [*all]:
            return ("all", all)
        case _:
            return "no sequence"


class Vector(collections.abc.Sequence):
    def __init__(self, *items):
        self.items = items

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[i]


class Registered:
    def __len__(self):
        return 1

    def __getitem__(self, i):
        if i == 0:
            return "registered"
        raise IndexError


collections.abc.Sequence.register(Registered)


class Derived(Registered):
    pass


class Unregistered:
    def __len__(self):
        return 1

    def __getitem__(self, i):
        raise IndexError


class MyList(list):
    pass


Pair = collections.namedtuple("Pair", "a b")
for value in ([], (), [1], [7], (1, 2), [5, "x"], [5, "x", 6], [5, 6, "end"], (1, 2, 3, 4), [9, 8, 7, 6, 9], [[1, 2], [3, 4, 5], 6], [[1, 2], [3]],
              range(3), "abc", b"abc", bytearray(b"abc"), {1: 2}, {1, 2}, iter([1]), collections.deque([1, 2]), Vector(1, 2), Vector(), Registered(), Derived(),
              Unregistered(), MyList([1, 2, 3, 4]), Pair(1, 2), collections.UserList([1, "x"]), collections.UserString("ab"), None, 5):
    print(type(value).__name__, sequence(value))


def mapping(x):
    match x:
        case {"a": 1, "b": b}:
            return ("a=1", b)
        case {"a": {"deep": [first, *_]}}:
            return ("deep", first)
        case {"a": int() | str() as value, **rest}:
            return ("rest", value, rest)
        case {Names.KEY: value}:
            return ("by name", value)
        case {1: _, 2.5: _, None: _, "true": x} if False:
            return "never"
        case {-1: x, b"b": y}:
            return (x, y)
        case {"only": _}:
            return "only"
        case {**everything} if len(everything) == 2:
            return ("two", everything)
        case {}:
            return "a mapping"
        case _:
            return "no mapping"


class Lookups(collections.UserDict):
    def get(self, key, default=None):
        print("  get", key)
        return super().get(key, default)


class MapAbc(collections.abc.Mapping):
    def __getitem__(self, key):
        print("  getitem", key)
        return {"a": 5}[key]

    def __iter__(self):
        return iter(["a"])

    def __len__(self):
        return 1


default = collections.defaultdict(list, {"x": 1})
for value in ({}, {"a": 1, "b": 2}, {"a": {"deep": [1, 2]}}, {"a": 3, "z": 1, "y": 2}, {"a": "s"}, {"a": None, "key": 9}, {"key": 1}, {-1: 2, b"b": 3, 0: 0},
              {"only": 1, 2: 3, 4: 5}, {1: 1, 2: 2}, default, collections.Counter("aab"), collections.OrderedDict(a=1, b=2), Lookups({"a": 1}), MapAbc(),
              types.MappingProxyType({"a": 4}), [], "x", 3):
    print(type(value).__name__, mapping(value))
print(default)


@dataclasses.dataclass
class Point:
    x: int
    y: int


class Line:
    __match_args__ = ("start", "end")

    def __init__(self, start, end):
        self.start = start
        self.end = end
        self.width = 1


class Dotted(Line):
    pass


class Asked:
    __match_args__ = ("a", "b")

    @property
    def a(self):
        print("  a asked")
        return 1

    def __getattr__(self, name):
        print("  getattr", name)
        if name == "b":
            return 2
        raise AttributeError(name)


def classes(x):
    match x:
        case bool(b):
            return ("bool", b)
        case int(n) if n > 100:
            return ("large", n)
        case int() | float():
            return "number"
        case str(s):
            return ("str", s)
        case Point(0, 0):
            return "origin"
        case Point(x=0, y=y):
            return ("on y", y)
        case Point(x, y) if x == y:
            return ("diagonal", x)
        case Point():
            return "point"
        case Line(Point(x1, _), Point(x=x2), width=w):
            return ("line", x1, x2, w)
        case Line(start=s, nothing=_):
            return "never"
        case Dotted(s):
            return ("dotted", s)
        case Asked(a, b, c=_):
            return "never"
        case Asked(_, b=3):
            return "never"
        case Asked(1, 2):
            return "asked"
        case list([a, *_]) | tuple([_, a]):
            return ("first", a)
        case dict({"k": v}):
            return ("k", v)
        case collections.abc.Iterable():
            return "iterable"
        case Color() as c:
            return c
        case object():
            return "object"


class Index(int):
    pass


for value in (True, 5, 500, 2.5, Index(200), "s", Point(0, 0), Point(0, 1), Point(2, 2), Point(1, 2), Line(Point(1, 2), Point(3, 4)), Line(1, 2), Dotted("d", 0),
              Asked(), [3, 4], (5, 6), {"k": 1}, {}, {7}, Color.GREEN, None, object(), len):
    print(type(value).__name__, classes(value))


# Names are bound when the whole pattern has matched, before the guard; a subject is asked once.
def binding(x):
    a = b = "unbound"
    match x:
        case [a, 1]:
            return ("first", a, b)
        case [b, a] if a == 2:
            return ("second", a, b)
        case [_, _, (a, b) | {"a": a, "b": b}] as whole:
            return ("third", a, b, whole)
    return (a, b)


for value in ([0, 1], [0, 2], [0, 3], [1, 2, (3, 4)], [1, 2, {"b": 5, "a": 6}], 7):
    print(binding(value))


def subject():
    print("subject")
    return 3


match subject():
    case 1 | 2:
        print("no")
    case 3 if print("guard"):
        print("no")
    case n:
        print("n", n)

match 1, [2, 3]:
    case x, [*y, z]:
        print(x, y, z)

match *[1, 2], 3:
    case a, *b:
        print(a, b)


class Loud:
    def __init__(self, name):
        self.name = name

    def __eq__(self, other):
        print("  eq", self.name, other)
        return self.name == other


class Numbers:
    two = 2


match Loud(2):
    case 1 | Numbers.two as found:
        print(found.name)


class Sized(collections.abc.Sequence):
    def __len__(self):
        print("  len")
        return 3

    def __getitem__(self, i):
        print("  getitem", i)
        if i > 2:
            raise IndexError
        return i * 10


match Sized():
    case [a]:
        pass
    case [_, b, *_, c]:
        print(b, c)
match Sized():
    case [a, b, c]:
        print(a, b, c)
match Sized():
    case [_, _, _]:
        print("three")
match Sized():
    case [*_]:
        print("any")
match Sized():
    case [*items, 20]:
        print(items)


# In loops, functions, classes and generators; names that are cells, globals, class variables.
def walk(tree):
    match tree:
        case {"left": left, "right": right, "value": value}:
            yield from walk(left)
            yield value
            yield from walk(right)
        case None:
            return
        case other:
            yield other


print(list(walk({"left": {"left": 1, "right": None, "value": 2}, "right": 4, "value": 3})))


def closure(x):
    match x:
        case [a, *b]:
            return lambda: (a, b)


print(closure([1, 2])())


def to_global(x):
    global caught
    match x:
        case {"v": caught}:
            pass


to_global({"v": 8})
print(caught)


class Body:
    match [1, 2]:
        case [first, __private]:
            pass


print(Body.first, Body._Body__private)

total = 0
for item in [1, "two", [3], {"n": 4}, None]:
    match item:
        case int(n) | [n] | {"n": n}:
            total += n
        case None:
            break
        case _:
            continue
print(total)

match = {"case": 1}
case = match["case"]
match (case):
    case 1:
        print("soft", match, case)
print([match for match in range(2)])


def attempt(subject, source):
    namespace = {"subject": subject, "Line": Line, "Bad": Bad, "Worse": Worse, "Keys": Keys, "Point": Point, "Asked": Asked}
    try:
        exec("match subject:\n  case " + source + ":\n    print('matched')\n  case _:\n    print('no match')", namespace)
    except Exception as error:
        print(source, type(error).__name__, error)


class Bad:
    __match_args__ = ["a"]


class Worse:
    __match_args__ = ("a", 3)
    a = 1


class Keys:
    one = "k"
    two = "k"
    three = []


attempt(Bad(), "Bad(1)")
attempt(Worse(), "Worse(1, 2)")
attempt(Worse(), "Worse(1, 2, 3)")
attempt(Worse(), "Worse(_, a=1)")
attempt(5, "subject(1)")
attempt(5, "int(1, 2)")
attempt(5, "float(1, 2)")
attempt(Point(1, 2), "Point(1, 2, 3)")
attempt(Point(1, 2), "Point(1, x=1)")
attempt(object(), "subject()")
attempt({"k": 1}, "{Keys.one: _, Keys.two: _}")
attempt({}, "{Keys.one: _, Keys.two: _}")
attempt({"k": 1, 1: 2}, "{Keys.one: _, Keys.two: _}")
attempt({"k": 1}, "{Keys.three: _}")
attempt({"k": 1}, "{Keys.four: _}")
attempt(Bad(), "Bad()")
attempt(Line(1, 2), "Line(1, 2)")
attempt(Line(1, 2), "Line(1, 2, 3)")
attempt(type, "type()")
attempt(5, "int(real=5, imag=0)")

for source in ["case x: pass\n case 1: pass", "case _: pass\n case 1: pass", "case x | 1: pass", "case 1 | x: pass", "case 1 | _ as y: pass\n case 3: pass",
               "case [x, x]: pass", "case {'a': x, **x}: pass", "case C(x, y=x): pass", "case [x, y] | [x, z]: pass", "case [x] | [x, y]: pass",
               "case {'a': 1, 'a': 2}: pass", "case {1: 1, True: 2}: pass", "case {1: 1, 1.0: 2}: pass", "case {0: 1, -0.0: 2}: pass", "case {-1: 1, -1: 2}: pass",
               "case {1+2j: 1, 1+2j: 2}: pass", "case {b'x': 1, b'x': 2}: pass", "case {None: 1, None: 2}: pass", "case [*a, *b]: pass", "case C(a=1, a=2): pass",
               "case [*_, *_]: pass", "case (x as y) as y: pass", "case __debug__: pass", "case x.y: pass\n case (a, b, a): pass", "case x if 1: pass\n case y: pass",
               "case [x, [y, {**x}]]: pass", "case {0x10: 1, 16: 2}: pass", "case [_, _, _]: pass", "case C(1, a=2, 3): pass", "case a.b as _: pass", "case {**_}: pass",
               "case f'x': pass", "case {x: 1}: pass", "case 1 + 1: pass", "case -x: pass", "case {'it\\'s': 1, \"it's\": 2}: pass", "case *x: pass", "case x as 1: pass"]:
    try:
        compile("match s:\n " + source, "<m>", "exec")
        print("fine", repr(source))
    except SyntaxError as error:
        print(repr(source), error.msg, error.lineno, error.offset, error.end_lineno, error.end_offset)
