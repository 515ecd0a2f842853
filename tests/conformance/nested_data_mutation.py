def error(function, *args, **kwargs):
    try:
        return "no error: " + repr(function(*args, **kwargs))
    except Exception as e:
        return f"{type(e).__name__}: {e}"


import copy
cfg = {"db": {"hosts": ["a", "b"], "port": 5432}, "tags": {"x", "y"}, "opts": (1, [2])}
alias, shallow, deep = cfg, dict(cfg), copy.deepcopy(cfg)
cfg["db"]["hosts"].append("c"); cfg["opts"][1].append(3); cfg["new"] = True; cfg["db"] |= {"user": "u"}
print(alias is cfg, shallow["db"], "new" in shallow, deep["db"], deep["opts"], sorted(cfg["tags"]))
def merge(a, b):
    for k, v in b.items():
        if isinstance(v, dict) and isinstance(a.get(k), dict): merge(a[k], v)
        else: a[k] = v
    return a
print(merge({"a": {"b": 1, "c": 2}, "d": 3}, {"a": {"c": 9, "e": [5]}, "f": {}}))
def dig(d, path, default=None):
    for p in path.split("."):
        try: d = d[int(p)] if isinstance(d, list) else d[p]
        except (KeyError, IndexError, TypeError, ValueError): return default
    return d
data = {"users": [{"name": "A", "roles": ["x"]}, {"name": "B", "roles": []}]}
print(dig(data, "users.0.name"), dig(data, "users.1.roles.0", "none"), dig(data, "users.9"), dig(data, "zz.y", 0), dig(data, "users.q"))
grid = [[0] * 3 for _ in range(2)]
grid[0][1] = 5; grid[1][-1] += 7; grid[0], grid[1] = grid[1], grid[0]
print(grid, [*zip(*grid)], [[c or "." for c in r] for r in grid], sum(map(sum, grid)), [r[:] for r in grid] == grid, any(5 in r for r in grid))
groups = {}
for k, v in [("a", 1), ("b", 2), ("a", 3)]: groups.setdefault(k, []).append(v)
inverted = {v: k for k, vs in groups.items() for v in vs}
print(groups, inverted, {k: sum(v) / len(v) for k, v in groups.items()}, sorted(inverted, reverse=True), [(k, *v) for k, v in groups.items()])
stack, queue = [], []
for i in range(4): stack.append(i); queue.insert(0, i)
print([stack.pop() for _ in range(4)], [queue.pop() for _ in range(4)], stack, queue)
L = list(range(10))
L[2:4] = []; L[::3] = ["x"] * len(L[::3]); L.insert(len(L), "end"); L += L[:2]; del L[1:3]; L.reverse()
print(L, L.index("x"), L.count("x"), [i for i, v in enumerate(L) if v == "x"])
for k in list(groups): groups[k + k] = groups.pop(k)
print(groups, [k for k in groups if k.startswith("a")], {**groups, "zz": []}.keys() - groups.keys(), groups.items() >= {}.items())
def tree(): return {"kids": [], "v": 0}
root = tree()
node = root
for i in range(5): child = tree(); child["v"] = i; node["kids"].append(child); node = child
def total(t): return t["v"] + sum(total(k) for k in t["kids"])
def depth(t): return 1 + max(map(depth, t["kids"]), default=0)
print(total(root), depth(root), str(root).count("kids"), root == copy.deepcopy(root))
m = {(i, j): i * j for i in range(3) for j in range(3)}
print(sum(m.values()), m[2, 2], max(m, key=lambda p: (m[p], p)), sorted(k for k in m if m[k] == 2), {i: [m[i, j] for j in range(3)] for i in range(3)}, error(lambda: m[5, 5]), error(lambda: data["users"][0]["zz"]["q"]))
