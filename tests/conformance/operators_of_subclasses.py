"""Operators that go through their right operand ask a subclass that says in its own way what there is."""


class OwnList(list):
    def __iter__(self):
        return iter([9, 8])


class OwnTuple(tuple):
    def __iter__(self):
        return iter("xy")


class OwnDict(dict):
    def __iter__(self):
        return iter("z")

    def keys(self):
        return ["z"]

    def __getitem__(self, key):
        return key * 2


class PlainList(list):
    pass


items = [0]
kept = items
items += OwnList([1])
items += OwnTuple((1,))
items += OwnDict(a=1)
items += PlainList([2])
print(items, kept is items)
print([0] + OwnList([1]), OwnList([1]) + [2])
items.__iadd__(OwnList([1]))
print(items)
print({} | OwnDict(a=1), {"q": 1} | PlainDict(b=2) if (PlainDict := type("PlainDict", (dict,), {})) else None)
merged = {"q": 1}
same = merged
merged |= OwnDict(a=1)
print(merged, same is merged)
merged |= OwnList([])[:0]
print(merged, {}.__or__(OwnDict(a=1)), merged.__ior__(OwnDict(b=3)))
keys, pairs = {"q": 1}.keys(), {"q": 1}.items()
print(sorted(map(str, keys | OwnList([1]))), sorted(map(str, pairs | OwnList([1]))), sorted(keys - OwnTuple("q")), sorted(map(str, keys ^ OwnList([1]))))
