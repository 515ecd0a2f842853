# Pickles of plain values and of instances that are nothing but their attributes, byte for byte.
import collections
import dataclasses
import hashlib
import io
import pickle
import random


class Empty:
    pass


class Node:
    def __init__(self, value, next=None):
        self.value, self.next = value, next

    def __eq__(self, other):
        return type(other) is Node and self.__dict__ == other.__dict__


@dataclasses.dataclass
class Point:
    x: int
    y: str = "why"

    class Inner:
        def __eq__(self, other):
            return vars(self) == vars(other)


@dataclasses.dataclass(frozen=True)
class Frozen:
    x: object


class Guarded:
    def __setattr__(self, name, value):
        object.__setattr__(self, name, ("set", value))


class WithState(Node):
    def __getstate__(self):
        return {"value": self.value, "next": "lost"}


class SetsState(Node):
    def __setstate__(self, state):
        self.value, self.next = state["value"], "set"


class Slotted:
    __slots__ = ("a",)


class Reduced:
    def __reduce__(self):
        return list, ((1, 2),)


class Asked:
    def __getattr__(self, name):
        raise AttributeError(name)


class Kept(list):
    pass


def shown(value):
    data = [pickle.dumps(value, protocol) for protocol in (None, 4, 5)]
    print([one if len(one) < 200 else (len(one), hashlib.md5(one).hexdigest()) for one in data])
    return [pickle.loads(one) for one in data]


text, key = "shared text", "key"
shared = [text, key]
loop = [1]
loop.append(loop)
within = ([],)
within[0].append(within)
within4 = (1, 2, 3, [])
within4[3].append(within4)
keyed = {}
keyed["me"] = keyed
changed = Node(1)
changed.__dict__["more"] = 2
inner = Point.Inner()
inner.a = 1
numbers = [
    0,
    1,
    255,
    256,
    65535,
    65536,
    2**31 - 1,
    2**31,
    -1,
    -128,
    -129,
    -(2**31),
    -(2**31) - 1,
    2**62,
    -(2**62),
    2**63,
    -(2**63),
    2**64,
    2**127,
    -(2**127),
    -(2**127) - 1,
    2**2039,
    -(2**2039),
    2**3000,
    127,
    128,
    32767,
    32768,
    2**39,
    2**40 - 1,
    -(2**39),
    -(2**47) - 1,
]
values = [
    None,
    True,
    False,
    *numbers,
    1.5,
    -0.0,
    float("inf"),
    1e300,
    "",
    "a",
    "é" * 200,
    "\ud800",
    "a" * 255,
    "a" * 256,
    b"",
    b"x" * 255,
    b"x" * 256,
    bytearray(b"b"),
    (),
    (1,),
    (1, 2),
    (1, 2, 3),
    (1, 2, 3, 4),
    [],
    [1],
    [1, 2],
    {},
    {"a": 1},
    {1: 2, 3: 4},
    set(),
    {1},
    {1, 2},
    frozenset(),
    frozenset({1, 2}),
    numbers,
    [shared, shared, text, {text: key, key: text}],
    [(text,), (text,)],
    list(range(999)),
    list(range(1000)),
    list(range(1001)),
    list(range(2000)),
    dict.fromkeys(range(1000), 1),
    dict.fromkeys(range(1001), "x"),
    dict.fromkeys(range(2500)),
    set(range(1000)),
    set(range(1001)),
    frozenset(range(1500)),
    ["x" * 70000, "y", b"z" * 65536, bytearray(70000)],
    ["w" * 60000, "v" * 60000, 1, 2],
    [[str(i), i * 0.5] for i in range(8000)],
    "q" * 65535,
    b"q" * 65536,
    Empty(),
    Node(1),
    Node([Node(text), Node(text)]),
    Point(1),
    [Point(i) for i in range(3)],
    Frozen((1,)),
    Guarded(),
    inner,
    changed,
    Node(Empty()),
    [Node(i, Point(i)) for i in range(1200)],
    {"p": Point(2), "q": [Point(3, text), text]},
]
for value in values:
    for again in shown(value):
        assert (
            again == value and type(again) is type(value) or type(value) in (Empty, Guarded) or type(getattr(value, "value", None)) is Empty
        ), value
for value in (WithState(1), SetsState(2)):
    print([vars(again) for again in shown(value)])
slotted = Slotted()
slotted.a = 5
print([again.a for again in shown(slotted)], shown(Reduced()), len(shown(Asked())), shown(Kept([1])), shown(collections.OrderedDict(a=1)))
again = shown(loop)[0]
print(again[1] is again, shown(within)[0][0][0][0] is not None, len(shown(within4)), shown(keyed)[1].keys())
node = Node(1)
node.next = node
node = shown(node)[0]
print(node.next is node)
own = Node(1)
own.__reduce_ex__ = lambda protocol: (int, (5,))
print(shown(own))

# What is one object stays one.
one, two, three, four = pickle.loads(pickle.dumps([shared, shared, Point(1, text), text]))
print(one is two, one[0] is three.y is four)

# Files, one pickle after the other.
file = io.BytesIO()
for value in ([1, 2], {"a": Point(1)}, ["x" * 100000, 1], Reduced(), "end"):
    pickle.dump(value, file)
size = file.tell()
file.seek(0)
found = [pickle.load(file) for _ in range(5)]
print(found[0], found[1], len(found[2][0]), found[3:], file.tell() == size)
try:
    pickle.load(file)
except EOFError as e:
    print(e)

# Broken ones.
data = pickle.dumps([1, "two", {3: Point(4)}, (5.0, b"6"), {7}])
for at in range(len(data)):
    try:
        pickle.loads(data[:at])
    except (EOFError, pickle.UnpicklingError) as e:
        print(at, type(e).__name__, e)
random.seed(5)
kinds = collections.Counter()
for _ in range(400):
    broken = bytearray(data)
    broken[random.randrange(2, 12)] = random.choice(b"(.01]}hjKMNXaestu\x85\x86\x87\x88\x89\x8c\x8f\x90\x91\x94")
    try:
        pickle.loads(bytes(broken))
        kinds["fine"] += 1
    except Exception as e:
        kinds[type(e).__name__] += 1
print(sum(kinds.values()))
for data in (
    b"\x80\x04.",
    b"\x80\x04]\x94(K\x01e.",
    b"\x80\x04K\x01a.",
    b"\x80\x04]K\x01\x85.",
    b"\x80\x04(K\x01K\x02t.rest",
    b"\x80\x04h\x00.",
    b"\x80\x04](]e.",
    b"\x80\x04}]K\x01s.",
    b"\x80\x04\x8f(]\x90.",
    b"\x80\x04N0.",
    b"\x80\x04N\x94\x94h\x01\x85.",
    b"\x80\x04\x95\x03\0\0\0\0\0\0\0K\x01.",
    b"\x80\x04\x95\x02\0\0\0\0\0\0\0K\x01.",
    b"\x80\x04\x95\x01\0\0\0\0\0\0\0K\x01.",
    b"\x80\x04\x8c\x01\xff.",
    b"\x80\x04\x8a\x00.",
    b"\x80\x04\x8a\x03\xff\xff\xff.",
    b"\x80\x04\x8b\xff\xff\xff\xff.",
    b"\x80\x05\x96\x02\0\0\0\0\0\0\0ab.",
    b"\x80\x04K\x01q\x05h\x05\x86.",
):
    try:
        print(data, repr(pickle.loads(data)))
    except Exception as e:
        print(data, type(e).__name__, e)
