# Code made at run time: names, namespaces, errors, tracebacks
x = 10
print(eval("x + 1"), eval("1 +\\\n 2"), eval("  3"), eval("x * y", {"x": 2, "y": 3}), eval("a", {}, {"a": 5}))
exec("z = x * 2\nprint('in', z)"); print(z)
d = {}
exec("def f(n):\n    return n + k\nk = 5\nr = f(1)", d); print(d["r"], d["f"](10), sorted(k for k in d if k != "__builtins__"))
d = {"__builtins__": {}}
try: eval("len([1])", d)
except NameError as e: print(e)
print(eval("a + b", {"__builtins__": {}}, {"a": 1, "b": 2}))
def g():
    loc = 3
    print(eval("loc + x"), sorted(locals()))
    exec("loc = 99; new = 1")
    print(loc)
    ns = {}
    exec("class A:\n    v = loc\n    def m(self): return self.v", {"loc": loc}, ns)
    print(ns["A"]().m(), ns["A"].__name__, ns["A"].__module__ if False else "")
g()
for src, mode in (("1 +", "eval"), ("x = 1", "eval"), ("a b", "exec"), ("if x:\npass", "exec"), ("def f(:\n pass", "exec"), ("", "eval"), ("(", "exec"), ("return 1", "exec"), ("'abc", "exec"), ("1; 2", "eval")):
    try: compile(src, "<src>", mode); print("compiled", src)
    except SyntaxError as e: print(type(e).__name__, e.msg, e.filename)
c = compile("x + 5", "<c>", "eval"); print(eval(c), eval(c, {"x": 1}), c.co_filename, type(c))
m = compile("q = 7\nq + 1", "m.py", "exec"); print(exec(m), q, eval(m))
for bad in (lambda: eval(5), lambda: exec(None), lambda: compile(5, "a", "exec"), lambda: compile("1", "a", "b"), lambda: eval("1", []), lambda: exec("1", 5), lambda: exec("1", {}, 5), lambda: eval("a\0b"), lambda: eval()):
    try: bad()
    except Exception as e: print(type(e).__name__, e)
try: exec("def h():\n    return undefined\nh()")
except NameError as e:
    import traceback; print(traceback.format_exc().replace(__file__ if "__file__" in globals() else "~", "F") if False else [(f.name, f.lineno, f.filename == "<string>") for f in traceback.extract_tb(e.__traceback__)][1:])
exec("import math; print(math.floor(2.5)); from math import *; print(ceil(1.2))")
print(eval("[i * x for i in range(3)]"), eval("(lambda a: a + x)(1)"), eval("[y for y in [1, 2] if y > 1]"), eval("{k: v for k, v in d.items() if k == 'p'}", {"d": {"p": 1}}))
exec("global gg\ngg = 5"); print(gg)
exec("a: int = 5\nb: str"); print(a, __annotations__)
def deep(n): return eval("deep(n - 1)", {"deep": deep, "n": n}) if n else "bottom"
print(deep(50))
try:
    def inf(): return eval("inf()")
    inf()
except RecursionError as e: print("RecursionError")
exec("'''doc'''\nx1 = 1"); print(repr(__doc__))
print(eval(b"1 + 1"), 3)
exec("for i in range(2):\n    try:\n        if i: raise ValueError(i)\n    except ValueError as e: print('v', e)\n    finally: print('f')")
exec("x = 1\ndef rec(n): return n and rec(n - 1)\nprint(rec(3))", {})
gen = eval("(i for i in range(3))"); print(list(gen)); print(list(map(eval, ["1", "2+2"])))

# A text has no mark of an order of bytes, its bytes may have one.
for source in ("\ufeffx = 1\ny", "\ufeff", b"\xef\xbb\xbfx = 1"):
    try:
        print(compile(source, "file", "exec").co_names)
    except SyntaxError as error:
        print(error.args)
