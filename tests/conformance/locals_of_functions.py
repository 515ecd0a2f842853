# One dict for each frame: what exec() has put there stays, and each locals() writes the variables into it.
def function():
    exec("z = 3")
    print(eval("z"), locals()["z"], "z" in vars(), "z" in dir())
    d = locals()
    print(d is locals(), sorted(d))
    exec("def sq(x): return x * x")
    print(locals()["sq"](4))
def stale(a):
    d = locals()
    b = 2
    print(sorted(d))
    exec("a = 5")
    print(a, d["a"], sorted(d))
    del b
    locals()
    print(sorted(d))
    d["q"] = 1
    print(eval("q + 1"), sorted(locals()))
def gen(n):
    exec("k = n * 2")
    for i in range(n):
        yield i, locals()["k"], len(locals())
    yield sorted(locals())
def outer():
    x = 1
    def inner():
        exec("y = x + 1" if x else "")
        return locals()["y"], sorted(locals())
    return inner()
def many():
    for n in range(3):
        exec(f"v{n} = {n}")
    return [eval("n")] and sorted(locals())
function(); stale(1); print(list(gen(2))); print(outer()); print(many())
def codes():
    return eval("1")
print(codes.__code__.co_varnames, codes.__code__.co_nlocals, function.__code__.co_varnames)
class A:
    exec("m = 4")
    print(sorted(k for k in locals() if not k.startswith("__")))
    def f(self):
        exec("t = self")
        return locals()["t"] is self, [k for k in locals()]
print(A().f())
async def co():
    exec("w = 1")
    return locals()["w"]
import asyncio
print(asyncio.run(co()))
def fmt(name, n):
    return "{name} {n}".format(**locals()), "%(name)s" % vars()
print(fmt("a", 2))
def rec(n):
    exec("m = n")
    return [locals()["m"]] + (rec(n - 1) if n else [])
print(rec(3))
print((lambda: (exec("u = 1"), eval("u")))())
def loop():
    for k in locals():
        pass
try:
    loop()
    def loop2():
        for k in locals(): locals()
    loop2()
except RuntimeError as e:
    print(e)
