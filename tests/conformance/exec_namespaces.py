# What eval and exec take as namespaces: mappings of the program's own, closures, builtins.
class Mapping:
    def __init__(self, **names):
        self.names = names
        self.log = []

    def __getitem__(self, name):
        self.log.append("get " + name)
        return self.names[name]

    def __setitem__(self, name, value):
        self.log.append("set " + name)
        self.names[name] = value

    def __delitem__(self, name):
        self.log.append("del " + name)
        del self.names[name]

    def keys(self):
        return list(self.names)


m = Mapping(a=12)
g = {"b": 5}
print(eval("a + b", g, m), m.log)
m = Mapping(a=1)
exec("x = a + b\ndel a\ny = [len(str(b)), x]", g, m)
print(m.names, m.log)
for source in ("missing", "del missing"):
    try:
        exec(source, g, m)
    except (NameError, KeyError) as e:
        print(type(e).__name__, e)


class Default(dict):
    def __missing__(self, name):
        return "<" + name + ">"


print(eval("thing, other", {}, Default(thing=1)))


class Loud(dict):
    def __getitem__(self, name):
        return "loud " + name


print(eval("thing", {}, Loud()))


class Failing(dict):
    def __getitem__(self, name):
        raise RuntimeError(name)


try:
    eval("thing", {}, Failing())
except RuntimeError as e:
    print("RuntimeError", e)
print(eval("thing", {}, type("Plain", (dict,), {})(thing=3)))

for builtins in ({}, {"answer": 42}, 123, type("D", (dict,), {})(answer=43)):
    try:
        print(eval("answer", {"__builtins__": builtins}))
    except (NameError, TypeError) as e:
        print(type(e).__name__, e)


def make():
    a, b = 2, 3

    def inner():
        nonlocal a
        a = a * b
        return a
    return inner


f = make()
exec(f.__code__, {}, closure=f.__closure__)
print(f())
cell = f.__closure__[0]
for code, closure in ((f.__code__, None), (f.__code__, (cell,)), (f.__code__, [cell, cell]), (f.__code__, (1, 2)), ("1", (cell,)), (compile("1", "", "exec"), (cell,))):
    try:
        exec(code, {}, closure=closure)
    except TypeError as e:
        print(e)
try:
    __import__("")
except ValueError as e:
    print(e)
