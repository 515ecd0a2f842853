# super().__getitem__ asks __missing__
class Doubling(dict):
    def __missing__(self, key):
        return key * 2

    def __getitem__(self, key):
        return super().__getitem__(key)


class Key:
    def __init__(self, name): self.name = name
    def __hash__(self): return hash(self.name)
    def __eq__(self, other): return self.name == other.name
    def __mul__(self, n): return self.name * n


d = Doubling(a="found")
print(d["a"], d["b"], dict.__getitem__(d, "c"), d.get("c"), "%(x)s %(a)s" % d, "{y}".format_map(d), d[Key("k")], len(d))
try:
    dict.__getitem__({}, "z")
except KeyError as error:
    print(repr(error))
