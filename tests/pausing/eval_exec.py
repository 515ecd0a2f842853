# Pausing in code that was made at run time
print(eval("ask(1) + ask(2)"), eval("[ask(n) for n in range(3)]"), eval("(lambda x: ask(x))(4)"))
space = {"ask": ask}
exec("""
def total(items):
    result = 0
    for item in items:
        result += ask(item)
    return result

class Box:
    size = ask(5)

    def __repr__(self):
        return f"Box({ask(self.size)})"

answer = total([1, 2, 3])
""", space)
print(space["answer"], space["Box"](), space["total"]([ask(7)]))
code = compile("ask(n) * 2", "<formula>", "eval")
print([eval(code, {"ask": ask, "n": n}) for n in range(3)])


def nested(n):
    return eval("ask(nested(n - 1)) + 1", {"ask": ask, "nested": nested, "n": n}) if n else ask(0)


print(nested(20))
def local():
    x = ask("x")
    return eval("x + ask('y')")
print(local())
try:
    exec("try:\n    raise KeyError(ask('k'))\nfinally:\n    print('finally', ask('f'))")
except KeyError as error:
    print(repr(error))
