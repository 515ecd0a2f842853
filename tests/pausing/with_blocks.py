class Manager:
    def __init__(self, name, swallow=False): self.name, self.swallow = name, swallow
    def __enter__(self):
        print("enter", ask(self.name))
        return self
    def __exit__(self, kind, value, trace):
        print("exit", ask(self.name), kind and kind.__name__, value)
        return ask(self.swallow)
with Manager("a") as a, Manager("b") as b:
    print("body", ask(a.name + b.name))
with Manager("outer", True), Manager("inner"):
    raise ValueError(ask("boom"))
def f():
    with Manager("f"):
        for i in range(3):
            with Manager(f"loop{i}"):
                if i == 1: return ask("returned")
                continue
print(f())
try:
    with Manager("c"):
        1 / ask(0)
except ZeroDivisionError as e:
    print("caught", e)
