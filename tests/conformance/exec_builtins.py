# What exec() and eval() put into a fresh namespace as __builtins__.
import builtins

for run in (lambda names: exec("b = __builtins__", names), lambda names: names.update(b=eval("__builtins__", names))):
    names = {}
    run(names)
    print(type(names["__builtins__"]), names["b"] is names["__builtins__"], sorted(names), isinstance(names["b"], dict))
    print(names["b"]["len"] is len, "print" in names["b"], names["b"].get("zork"), names["b"]["ValueError"] is ValueError)

for own in (builtins, vars(builtins), {"len": len}, {"print": print}, {}, 5):
    try:
        exec("print(len([]))", {"__builtins__": own})
    except Exception as e:
        print(type(e).__name__, e)

names = {}
exec("def f(): return len([1]), type(__builtins__)\nclass C: pass\nimport json", names)
print(names["f"](), names["C"], sorted(names))
exec("print(type(__builtins__))", {"__name__": "__main__"})

builtins.zork = 5
try:
    exec("print(zork)", names)
    exec("print(zork)", {})
    print(names["f"]())
finally:
    del builtins.zork
try:
    exec("zork", names)
except NameError as e:
    print(e)
