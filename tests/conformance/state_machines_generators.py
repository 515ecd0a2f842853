def machine():
    state, log = "idle", []
    while True:
        event = yield state, log[-2:]
        old = state
        if (state, event) == ("idle", "start"): state = "running"
        elif state == "running" and event in ("pause", "stop"): state = {"pause": "paused", "stop": "idle"}[event]
        elif state == "paused" and event == "start": state = "running"
        elif event == "quit": return log
        else: log.append(f"bad {event} in {old}")
        log.append(f"{old}->{state}")
m = machine()
next(m)
for e in ["start", "pause", "stop", "start", "stop"]: print(m.send(e))
try: m.send("quit")
except StopIteration as stop: print(stop.value)
def scheduler(*tasks):
    ready = list(tasks)
    while ready:
        t = ready.pop(0)
        try: print(next(t), end=" ")
        except StopIteration as e: print(f"[{e.value}]", end=" ")
        else: ready.append(t)
    print()
def task(name, n):
    for i in range(n): yield f"{name}{i}"
    return name + " done"
scheduler(task("a", 3), task("b", 1), task("c", 2))
def averager():
    total = n = 0
    avg = None
    while (x := (yield avg)) is not None: total += x; n += 1; avg = total / n
    return n, total
def collect(results, key):
    while True: results[key] = yield from averager()
res = {}
c = collect(res, "k"); next(c)
print([c.send(v) for v in (10, 20, 30)], c.send(None), res)
def coroutine(f):
    def start(*a, **k):
        g = f(*a, **k); next(g)
        return g
    return start
@coroutine
def sink(out):
    try:
        while True: out.append((yield))
    except GeneratorExit: out.append("closed")
@coroutine
def mapper(f, target):
    try:
        while True: target.send(f((yield)))
    finally: target.close()
@coroutine
def filterer(p, target):
    while True:
        v = yield
        if p(v): target.send(v)
out = []
p = filterer(lambda x: x % 2, mapper(lambda x: x * x, sink(out)))
for i in range(6): p.send(i)
p.close()
print([o for o in out if o != "closed"])
def window(it, n):
    buf = []
    for x in it:
        buf.append(x)
        if len(buf) == n: yield tuple(buf); buf.pop(0)
def chunks(it, n):
    it = iter(it)
    while chunk := [x for _, x in zip(range(n), it)]: yield chunk
def interleave(*its):
    its = [iter(i) for i in its]
    while its:
        for i in its[:]:
            try: yield next(i)
            except StopIteration: its.remove(i)
def unique(it, seen=None):
    seen = set()
    for x in it:
        if x not in seen: seen.add(x); yield x
print(list(window(range(5), 3)), list(chunks("abcdefg", 3)), list(interleave("abc", [1], "xy")), list(unique("abracadabra")))
def permutations(s):
    if not s: yield ""
    for i, c in enumerate(s):
        for rest in permutations(s[:i] + s[i + 1:]): yield c + rest
def flatten(x):
    for v in x:
        if isinstance(v, (list, tuple)): yield from flatten(v)
        else: yield v
print(list(permutations("abc")), list(flatten([1, [2, (3, [4]), []], 5])))
def peek(it):
    it = iter(it)
    for first in it: return first, it
    return None, it
f, rest = peek(x * 2 for x in range(1, 5))
print(f, list(rest), peek([])[0])
