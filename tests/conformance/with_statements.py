def error(function, *args, **kwargs):
    try:
        return "no error: " + repr(function(*args, **kwargs))
    except Exception as e:
        return f"{type(e).__name__}: {e}"


class M:
    def __init__(self, name, swallow=False): self.name, self.swallow = name, swallow
    def __enter__(self): print("enter", self.name); return self.name
    def __exit__(self, t, v, tb):
        print("exit", self.name, t.__name__ if t else None, v, tb is not None)
        return self.swallow
with M("a"): print("body")
with M("a") as a, M("b") as b: print(a, b)
with (M("p") as p, M("q"),): print(p)
with M("sw", True): raise ValueError("hidden")
def propagate():
    with M("outer"), M("inner"): raise KeyError("k")
print(error(propagate))
def returns():
    with M("r"): return "value"
def loops():
    for i in range(3):
        with M(i):
            if i == 0: continue
            if i == 1: break
    return i
print(returns(), loops())
class BadEnter(M):
    def __enter__(self): raise RuntimeError("enter failed")
class BadExit(M):
    def __exit__(self, *a): raise RuntimeError("exit failed")
def f1():
    with M("first"), BadEnter("x"): print("never")
def f2():
    with M("first"), BadExit("y"): print("body")
def f3():
    with BadExit("y"): raise ValueError("body")
print(error(f1), error(f2))
try: f3()
except RuntimeError as e: print(e, repr(e.__context__))
def not_cm():
    with 5: pass
class NoExit:
    def __enter__(self): return 1
def no_exit():
    with NoExit(): pass
print(error(not_cm), error(no_exit))
class T:
    def __enter__(self): return 1, [2, 3]
    def __exit__(self, *a): self.args = a
t = T()
with t as (x, [y, z]): print(x, y, z)
print(t.args)
d = {}
with M("v") as d["key"], M("w") as t.attr: print(d, t.attr)
def gen():
    with M("gen"):
        yield 1
        yield 2
print(list(gen()))
g = gen(); next(g); g.close()
class Counter:
    depth = 0
    def __enter__(self): Counter.depth += 1; return self
    def __exit__(self, *a): Counter.depth -= 1
c = Counter()
with c:
    with c, c: print(Counter.depth)
print(Counter.depth)
def truthy():
    class S:
        def __enter__(self): return self
        def __exit__(self, *a): return "non-empty"
    with S(): 1 / 0
    return "continued"
print(truthy())
def in_try():
    try:
        with M("t"): raise ValueError("x")
    except ValueError as e: return f"caught {e}"
    finally: print("fin")
print(in_try())
with M("nested"):
    try: 1 / 0
    except ZeroDivisionError: print("inside")
class Ret:
    def __enter__(self): return None
    def __exit__(self, t, v, tb): return t is KeyError
def only(e):
    with Ret(): raise e
    return "swallowed"
print(only(KeyError("a")), error(only, ValueError("b")))
