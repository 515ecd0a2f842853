def error(function, *args, **kwargs):
    try:
        return "no error: " + repr(function(*args, **kwargs))
    except Exception as e:
        return f"{type(e).__name__}: {e}"


d = {"a": 1, "b": 2}
d["c"] = 3
d.update({"a": 10, "d": 4}); d.update([("e", 5)]); d.update(f=6); d.update({"g": 7}, h=8)
print(d, len(d), d["a"], d.get("z"), d.get("z", 0), "a" in d, "z" in d, d.setdefault("a", 99), d.setdefault("z", 26), d.pop("z"), d.pop("nope", None), d.popitem(), list(d), d.copy() == d, d.copy() is d)
del d["b"]
d["b"] = "again at the end"
print(d, list(d.keys()), list(d.values()), list(d.items()), list(reversed(d)), list(reversed(d.items())), dict.fromkeys("ab"), dict.fromkeys([1, 2], []), dict(a=1), dict([(1, 2)]), dict({"x": 1}, y=2), dict(["ab", "cd"]), dict(zip("xy", [1, 2])), {**d, "a": 0}["a"])
print({1: "int", 1.0: "float", True: "bool"}, {"a": 1} | {"b": 2}, {"a": 1} | {"a": 2}, {} == {}, {"a": 1, "b": 2} == {"b": 2, "a": 1}, {"a": 1} != {"a": 2}, {1: {2: {3: 4}}}, {(): [], None: None, False: 0})
e = {"x": 1}
e |= {"y": 2}
e |= [("z", 3)]
print(e, e.keys() & {"x", "q"}, e.keys() - ["x"] == {"y", "z"}, sorted(e.keys() | "w"), e.keys() == {"x", "y", "z"}, e.items() & {("x", 1)}, ("x", 1) in e.items(), 2 in e.values(), sorted(e.keys() ^ {"x"}), e.keys().isdisjoint("ab"), e.keys() >= {"x"}, len(e.items()))
print(e.keys(), e.values(), e.items(), {}.keys(), type(e.keys()).__name__, e.keys().mapping["x"])
v = e.keys()
e["new"] = 1
print(v, len(v))
def mutate(d, change):
    for k in d: change(d, k)
print(error(mutate, {1: 1, 2: 2}, lambda d, k: d.__setitem__(k + 10, 1)), error(mutate, {1: 1, 2: 2}, lambda d, k: d.pop(k)), error(mutate, {1: 1, 2: 2}, lambda d, k: d.__setitem__(k, 5)))
for call in [lambda: {}["a"], lambda: {}[1, 2], lambda: {}.pop("k"), lambda: {}.popitem(), lambda: {[]: 1}, lambda: {}[{}], lambda: dict(5), lambda: dict([1]), lambda: dict([(1, 2, 3)]), lambda: {} < {}, lambda: {} + {}, lambda: {"a": 1} | [1], lambda: {}.get(), lambda: {}.get([]), lambda: {}.nope, lambda: dict(1, 2), lambda: {}.update(5), lambda: hash({}), lambda: {}.fromkeys(5), lambda: dict(**{1: 2}), lambda: {}.setdefault(), lambda: {"k": 1}()]:
    print(error(call))
n = {"self": None}
n["self"] = n
print(n, [n])
class D(dict):
    def __missing__(self, key): return f"missing {key}"
m = D(a=1)
print(m["a"], m["z"], m.get("z"), "z" in m, m, type(m.copy()).__name__, isinstance(m, dict), len(m))
class Up(dict):
    def __setitem__(self, k, v): super().__setitem__(k.upper(), v)
    def __getitem__(self, k): return super().__getitem__(k.upper())
u = Up(); u["abc"] = 1; u.update(x=2)
print(u["Abc"], dict(u), error(lambda: u["nope"]))
big = {i: i * i for i in range(1000)}
for i in range(0, 1000, 3): del big[i]
for i in range(0, 1000, 6): big[i] = -i
print(len(big), sum(big), sum(big.values()), list(big)[:5], list(big)[-3:])
c = {}
for w in "the cat the dog the end".split(): c[w] = c.get(w, 0) + 1
print(c, sorted(c.items(), key=lambda kv: (-kv[1], kv[0])), max(c, key=c.get), {v: k for k, v in c.items()}, dict(sorted(c.items())))
d.clear()
print(d, bool(d), {"a": {"b": [1, {"c": (1,)}]}}["a"]["b"][1]["c"][0], hash(1) == hash(1.0) == hash(True), {float("nan"): 1}.get(float("nan")))
