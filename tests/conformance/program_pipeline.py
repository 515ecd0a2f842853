def orders(n):
    x = 7
    for i in range(n):
        x = x * 48271 % 2147483647
        yield {"id": f"ord-{i:03}", "user": {"name": f"u{x % 5}", "tier": ["free", "pro", "team"][x % 3]}, "lines": [{"sku": f"s{(x >> k) % 9}", "qty": (x >> k) % 4 + 1, "price": (x >> k) % 9000 / 100} for k in range(3)], "late": x % 5 == 0}
def total(o): return round(sum(l["qty"] * l["price"] for l in o["lines"]), 2)
by_user = {}
for o in orders(40): by_user.setdefault(o["user"]["name"], []).append(o)
for name in sorted(by_user):
    os = by_user[name]
    best = max(os, key=total)
    print(f"{name:<4}{len(os):>3}{sum(map(total, os)):>10.2f} {best['id']} {total(best):8.2f} {sum(o['late'] for o in os)} {', '.join(sorted({o['user']['tier'] for o in os}))}")
late = [o["id"] for o in orders(40) if o["late"]]
skus = {}
for o in orders(40):
    for l in o["lines"]: skus[l["sku"]] = skus.get(l["sku"], 0) + l["qty"]
print(late, sorted(skus.items(), key=lambda kv: (-kv[1], kv[0]))[:3])
def flatten(v, path=""):
    if isinstance(v, dict):
        for k, w in v.items(): yield from flatten(w, f"{path}.{k}" if path else k)
    elif isinstance(v, list):
        for i, w in enumerate(v): yield from flatten(w, f"{path}[{i}]")
    else: yield path, v
print(dict(flatten(next(orders(1)))))
class Query:
    def __init__(self, rows): self.rows = rows
    def where(self, **kw): return Query(r for r in self.rows if all(r[k] == v for k, v in kw.items()))
    def select(self, *cols): return Query({c: r[c] for c in cols} for r in self.rows)
    def order_by(self, col, desc=False): return Query(sorted(self.rows, key=lambda r: r[col], reverse=desc))
    def limit(self, n): return Query(r for r, _ in zip(self.rows, range(n)))
    def __iter__(self): return iter(self.rows)
    def __or__(self, f): return f(self)
rows = [{"n": i, "mod": i % 3, "sq": i * i} for i in range(10)]
print(list(Query(rows).where(mod=1).select("n", "sq").order_by("n", desc=True).limit(2)), len(Query(rows) | list))
def pipe(v, *fs):
    for f in fs: v = f(v)
    return v
print(pipe(range(10), lambda r: filter(lambda x: x % 2, r), lambda r: map(lambda x: x * x, r), list, sum))
events = ["login ann", "buy bob 5", "buy ann 7", "bad", "logout ann", "buy ann x"]
state = {"users": set(), "sales": {}, "errors": []}
handlers = {"login": lambda u: state["users"].add(u), "logout": lambda u: state["users"].discard(u), "buy": lambda u, n: state["sales"].update({u: state["sales"].get(u, 0) + int(n)})}
for line in events:
    kind, *args = line.split()
    try: handlers[kind](*args)
    except (KeyError, ValueError) as e: state["errors"].append(f"{line}: {type(e).__name__}: {e}")
print(state)
