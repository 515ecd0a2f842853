"""Classes that are a dict, list or set below a mixin of collections.abc: what holds what they show, and what they are made of."""

import collections.abc as abc
import copy
import json


class Mapping(abc.MutableMapping, dict):
    def __init__(self, *given):
        self.shown = dict(*given)
        dict.__init__(self)

    def __setitem__(self, key, value):
        self.shown[key] = value
        dict.__setitem__(self, key, None)

    def __getitem__(self, key):
        return self.shown[key]

    def __delitem__(self, key):
        del self.shown[key]

    def __iter__(self):
        return iter(self.shown)

    def __len__(self):
        return len(self.shown)


class Sequence(abc.MutableSequence, list):
    def __init__(self, given=()):
        self.shown = [*given]

    def __getitem__(self, i):
        return self.shown[i]

    def __setitem__(self, i, value):
        self.shown[i] = value

    def __delitem__(self, i):
        del self.shown[i]

    def __len__(self):
        return len(self.shown)

    def insert(self, i, value):
        self.shown.insert(i, value)


class Set(abc.MutableSet, set):
    def __init__(self, given=()):
        self.shown = [*given]

    def __contains__(self, value):
        return value in self.shown

    def __iter__(self):
        return iter(self.shown)

    def __len__(self):
        return len(self.shown)

    def add(self, value):
        self.shown.append(value)

    def discard(self, value):
        self.shown.remove(value)


m = Mapping()
m["a"] = [1]
m["b"] = Mapping()
m["b"]["z"] = 5
print(json.dumps(m), json.dumps({"in": m}), json.dumps(m, sort_keys=True), json.dumps(m, indent=1))
print(dict(m), {**m}, m.copy(), dict.copy(m), list(m.items()), m)
s = Sequence([1, 2, 3])
s.append(4)
print(json.dumps(s), list(s), [*s], s.copy(), json.dumps({"in": [s]}), s)
t = Set([1, 2])
print({*t}, set(t), [*t], {0, *t}, {0}.union(t), frozenset(t))


class Slots:
    __slots__ = ("x", "__weakref__")


class More(Slots):
    __slots__ = ("y",)


Again = type("Again", (Slots,), {"__slots__": (), "x": Slots.x})


class Both(More, Again):
    pass


print([cls.__name__ for cls in Both.__mro__])


class Told(Exception):
    def __getstate__(self):
        print("never asked")
        return {}


error = Told(1, 2)
error.a = 5
print(copy.copy(error).__dict__, copy.deepcopy(error).args)
