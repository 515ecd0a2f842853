"""json.dumps takes what a subclass of dict, list or tuple says is in it."""
import collections
import json


class Items(dict):
    def items(self):
        print("items")
        return [("b", 2), ("a", [1])]


class Length(dict):
    def __len__(self):
        return 0


class Iter(list):
    def __iter__(self):
        print("iter")
        return iter([9, {"x": Items(q=0)}])


class Empty(list):
    def __iter__(self):
        return iter(())


class Pair(tuple):
    def __iter__(self):
        yield from (8, 7)


class Keeps(list):
    def append(self, item):
        super().append(item)


class False_(list):
    def __bool__(self):
        return False


VALUES = [
    Items(),
    Items(a=1),
    Length(a=1),
    Iter([1]),
    Iter(),
    Empty([1]),
    Pair((1, 2)),
    Keeps([1]),
    False_([1]),
    collections.OrderedDict(a=1),
    collections.defaultdict(int, a=1),
    collections.Counter("ab"),
    collections.namedtuple("N", "x y")(1, 2),
]
for value in VALUES:
    for nested in (value, [value], {"in": value}):
        print(json.dumps(nested))
        print(json.dumps(nested, indent=1))
        print(json.dumps(nested, sort_keys=True, separators=(",", ":")))
        print(json.dumps(nested, default=str))


class Wrong(dict):
    def items(self):
        return 5


try:
    json.dumps(Wrong(a=1))
except TypeError as error:
    print(error)
