// Programs that stop at host calls with all sorts of things alive; what the tests of states save and load.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>

#include "fermata/session.h"

namespace fermata {

inline constexpr const char* kStatePrograms[] = {
    // Values of every kind, shared and in circles.
    R"py(
a = [1, -5, 2 ** 61, 2 ** 62, -2 ** 62, -2 ** 62 - 1, 2 ** 200, -(2 ** 2000)]
f = [0.0, -0.0, 1.5, 1e300, 5e-324, float("inf"), float("-inf"), float("nan"), 1 / 3]
t = ((), (1,), (a, a), ("x", ("y", b"z")), 1j)
s = ["", "a", "é", "name", "lone \ud800", "x" * 50, "".join(["na", "me"]), "\U0001f600", "$tag"]
b = [b"", bytes(range(256)), bytearray(b"abc")]
c = {"self": None, 1: 2, (3, 4): [5], None: True, 1.5: ..., frozenset([1, "q"]): NotImplemented, "$ref": 1}
c["self"] = c
gone = {i: i for i in range(20)}
del gone[3], gone[19]
sets = [set(), {1, 2, 3}, {"a", "b", (1, 2)}, frozenset([frozenset([1])])]
sets[1].discard(2)
r = [range(10), range(0, -10, -3), slice(1, None, 2)]
its = [iter([1, 2]), iter((1, 2)), iter("añb"), iter(range(5)), iter(gone), iter(gone.values()), reversed([1, 2, 3]), enumerate("ab"), zip("ab", [1, 2])]
for i in its: next(i)
views = [gone.keys(), gone.items()]
ids = [id(a), id(s[2]), id(its)]
x = ask(1)
print(a, f, t, s, b, sorted(map(str, c)), gone, sets, r, [list(i) for i in its], views, ids == [id(a), id(s[2]), id(its)], c["self"] is c, t[2][0] is a)
)py",
    // What a module keeps for the session: objects that the library made itself, next to the program's of the same class.
    R"py(
import csv
names = csv.list_dialects()
csv.register_dialect("tight", delimiter="|")
csv.unregister_dialect("unix")
ask(1)
print(names, csv.list_dialects(), csv.get_dialect("excel").delimiter, csv.get_dialect("tight").delimiter)
)py",
    // Classes, instances, closures, generators, exceptions.
    R"py(
import collections, functools, re, random
class Base:
    slots = []
    def __init__(self, v): self.v = v; self.w = [v]
    def __repr__(self): return f"B({self.v})"
    def __hash__(self): return 7
    def __eq__(self, o): return ask(self.v == o.v)
    @property
    def p(self): return ask(self.v)
    @classmethod
    def make(cls): return cls(1)
    @staticmethod
    def st(): return 2
class Sub(Base, dict):
    kind = "sub"
class L(list): pass
one, two = Base(1), Sub(2)
two["k"] = one
two.__dict__
l = L([1, 2]); l.extra = two
for i in range(70): setattr(one, "a%d" % i, i)
d = {one: "one"}
def counter():
    n = 0
    def up(by=1, *, twice=False):
        nonlocal n
        n += by * (2 if twice else 1)
        return n
    return up
up = counter(); up()
def gen(n):
    for i in range(n):
        got = yield ask(i)
        if got: print("got", got)
def outer(n):
    yield from gen(n)
    return "end"
g = outer(3)
print(next(g))
bound, part = one.make, functools.partial(up, twice=True)
dd = collections.defaultdict(list); dd["x"].append(1)
q = collections.deque([1, 2, 3], maxlen=4); q.appendleft(0)
P = collections.namedtuple("P", "x y")
m = re.match(r"(?P<a>\w)(\d)?", "x1")
random.seed(3)
try:
    try:
        raise KeyError("k")
    except KeyError as e:
        kept = e
        raise ValueError(one) from e
except ValueError as e:
    print(type(e).__name__, ask("in handler"), e.__cause__)
print(d[Base(1)], [x.p for x in (one, two)], up(), part(), list(g), sorted([3, 1, 2], key=lambda k: ask(-k)))
print(dd, q, P(1, 2), m.group("a"), l, l.extra["k"], bound().v, kept, "%s" % random.random(), max([one, two], key=lambda b: ask(b.v)))
with_default = {k: ask(v) for k, v in zip("ab", range(2))}
print(f"{ask(5):>{ask(4)}}", with_default, one.a69, two.kind)
)py",
    // Deep recursion, and callbacks within callbacks.
    R"py(
def down(n):
    if n == 0: return ask("bottom")
    local = [n]
    return [down(n - 1), local][0]
print(down(120))
print(list(map(lambda v: ask(v) * 2, filter(lambda v: ask(v % 2), range(4)))), sum(ask(i) for i in range(3)))
)py",
    // Names that are long: of attributes, keys, variables, functions, classes, files.
    R"py(
import sys
name = "n" * 300
class Item: pass
items = [Item() for _ in range(3)]
for at, item in enumerate(items): setattr(item, name, at), setattr(item, "short", at)
class Slotted: __slots__ = (name, "short")
slotted = Slotted()
setattr(slotted, name, 1)
keyed = [{name: 1}, {sys.intern(name): 2}, {name.upper(): 3}, {"k" * 65: 4, "k" * 64: 5}]
text = f"""
def {name}({name}p, n=2):
    {name}s = [n, {name}p]
    return ask(n) if n == 0 else {name}({name}p, n - 1) + {name}s[0]
class C{name}: pass
got = {name}(1), C{name}.__name__, [{name}(i) for i in range(2)]
"""
exec(compile(text, name, "exec"))
print([getattr(item, name) for item in items], getattr(slotted, name), keyed, got, ask(list(vars(items[0]))))
)py",
};

struct TestRun {
  std::string output;
  Status status = Status::kReady;
};

inline SessionOptions test_options() {
  SessionOptions options;
  options.functions = {"ask"};
  options.limits.steps = 3'000'000;
  return options;
}

inline std::unique_ptr<Session> start_program(const char* text) {
  std::vector<Finding> findings;
  auto program = Program::compile(text, "test.py", &findings);
  if (!program) throw std::runtime_error(findings.at(0).text);
  auto session = std::make_unique<Session>(program, test_options());
  session->start();
  return session;
}

// Answers a pending call with its first argument.
inline void answer(Session& session) {
  const Call& call = session.pending().at(0);
  session.resume(call.id, call.args.empty() ? Data() : call.args[0]);
}

}  // namespace fermata
