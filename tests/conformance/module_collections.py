def error(function, *args, **kwargs):
    try:
        return "no error: " + repr(function(*args, **kwargs))
    except Exception as e:
        return f"{type(e).__name__}: {e}"


from collections import Counter, defaultdict, deque, namedtuple, OrderedDict, ChainMap
import collections
c = Counter("mississippi")
print(c, c["i"], c["zzz"], c.most_common(2), c.most_common(), sorted(c.elements()), c.total(), len(c), Counter(a=2, b=1) + Counter(a=1), Counter(a=2, b=1) - Counter(a=1, b=5), Counter(a=2, b=1) & Counter(a=1, b=5), Counter(a=2) | Counter(b=3), Counter([1, 1]) == Counter({1: 2}), +Counter(a=0, b=-1, c=1), -Counter(a=-2))
c.update("mmm"); c.subtract({"i": 5}); c["new"] += 1; del c["p"]
print(c, dict(c), Counter(), Counter({"x": 1}), Counter(a=1).copy(), "zz" in c, list(Counter("abca")), Counter("ab").items(), isinstance(c, dict), c.most_common(0), Counter("aab").values(), max(Counter("aab").items(), key=lambda kv: kv[1]))
d = defaultdict(list)
d["a"].append(1); d["b"]; d["a"].append(2)
print(d, dict(d), d.default_factory, d.get("zz"), "zz" in d, len(d), defaultdict(int, {"k": 1}), defaultdict(lambda: "v")["q"], error(lambda: defaultdict()["x"]), error(defaultdict, 5), defaultdict(int) == {}, d.copy() == d)
nested = defaultdict(lambda: defaultdict(int))
nested["x"]["y"] += 1
print({k: dict(v) for k, v in nested.items()})
q = deque([1, 2, 3], maxlen=4)
q.append(4); q.append(5); q.appendleft(0); print(q, q.maxlen, q[0], q[-1], len(q), list(q), 2 in q)
q.rotate(1); print(q); q.rotate(-2); print(q, q.pop(), q.popleft(), q); q.extend("ab"); q.extendleft("xy"); print(q, q.count("x"), q.index("x"), q.reverse(), q, q.copy() == q); q.remove("x"); q.insert(1, "ins"); del q[0]; q[0] = "set"; print(q, deque("abc") == deque("abc"), deque("ab") + deque("c"), deque([1]) * 2, deque() == deque(), bool(deque()), list(reversed(deque("abc")))); q.clear(); print(q, error(q.pop), error(q.popleft), error(deque, 5), error(lambda: deque([1])[5]), error(deque([1]).remove, 3), deque(maxlen=2), deque([1, 2, 3], 2))
P = namedtuple("P", ["x", "y"])
p = P(1, y=2)
print(p, p.x, p[1], p._fields, p._asdict(), p._replace(x=9), P._make([5, 6]), p == (1, 2), tuple(p), len(p), [*p], p + (3,), isinstance(p, tuple), hash(p) == hash((1, 2)), P.__name__, namedtuple("Q", "a b, c")(1, 2, 3), namedtuple("R", "a b", defaults=[5])(1), sorted([P(2, 1), P(1, 5)]), max(P(1, 2), P(1, 3)), {p: 1}[1, 2], P.__doc__, error(P, 1), error(P, 1, 2, 3), error(lambda: p.z), error(setattr, p, "x", 1), error(namedtuple, "X", "a a"), error(namedtuple, "X", "def"), error(p._replace, z=1), namedtuple("X", "a def", rename=True)._fields)
a, b = p
class Pt(namedtuple("Pt", "x y")):
    __slots__ = ()
    @property
    def norm(self): return (self.x ** 2 + self.y ** 2) ** 0.5
    def __str__(self): return f"<{self.x},{self.y}>"
print(a, b, Pt(3, 4).norm, Pt(3, 4), repr(Pt(3, 4)), f"{Pt(1, 2)}", P(x=[1], y={}))
o = OrderedDict([("a", 1), ("b", 2), ("c", 3)])
o.move_to_end("a"); print(o, list(o)); o.move_to_end("c", last=False); print(o.popitem(), o.popitem(last=False), o, o == {"b": 2}, OrderedDict(a=1, b=2) == OrderedDict(b=2, a=1), OrderedDict(a=1) == {"a": 1}, list(reversed(OrderedDict(a=1, b=2))), OrderedDict(), error(OrderedDict().popitem), error(o.move_to_end, "zz"))
m = ChainMap({"a": 1}, {"a": 2, "b": 3})
m["c"] = 5
print(m["a"], m["b"], sorted(m), m.maps, len(m), m.get("zz"), "b" in m, m.new_child({"a": 0})["a"], m.parents["a"], error(lambda: m["zz"]))

# copies of each class
import collections as _c
import copy as _copy
for _made in (_c.OrderedDict(a=1), _c.defaultdict(list, a=[1]), _c.Counter("aab"), _c.deque([1, 2], 3), _c.ChainMap({1: 2}, {3: 4}), _c.UserDict(a=1), _c.UserList([1, 2]),
              _c.UserString("text")):
    for _copied in (_copy.copy(_made), _copy.deepcopy(_made)) + ((_made.copy(),) if hasattr(_made, "copy") else ()):
        assert _copied == _made and type(_copied) is type(_made) and (_copied is not _made or isinstance(_made, str)), (_made, _copied)
_made = _c.UserList([1])
_made.more = [5]
assert _copy.copy(_made).more is _made.more and _copy.copy(_made).data is not _made.data
_text = _c.UserString("a-b")
assert _text.upper() == "A-B" and _text.split("-") == ["a", "b"] and type(_text.upper()) is _c.UserString and _text.count(_c.UserString("a")) == 1 and "%s" % _text == "a-b"
assert ({"a": 1} | _c.ChainMap({"b": 2})) == {"a": 1, "b": 2} and ({"a": 1} | _c.UserDict(b=2)).data == {"a": 1, "b": 2}
