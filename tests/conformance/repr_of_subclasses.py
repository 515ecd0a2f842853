"""The reprs of builtin containers' subclasses: which of them name their own class, also through super()."""
from collections import OrderedDict, Counter, defaultdict, deque


def shown(base, *args):
    class Sub(base):
        pass

    class Own(base):
        def __repr__(self):
            return "<" + super().__repr__() + ">"

    class Item:
        def __repr__(self):
            return "item"

    print(repr(Sub(*args)), repr(Own(*args)), base.__repr__(Sub(*args)), base.__repr__(base(*args)), Sub.__repr__(Own(*args)))
    return Sub, Own, Item


for base in (set, frozenset, list, tuple, dict, deque, bytearray, bytes, OrderedDict, Counter):
    shown(base)
for base in (set, frozenset, list, tuple, deque, bytearray, bytes):
    Sub, Own, Item = shown(base, [1])
    if base not in (bytearray, bytes):
        print(Own([Item()]), Sub([Item()]), base.__repr__(Sub([Item()])))
shown(dict, {1: 2})
shown(OrderedDict, {1: 2})
shown(defaultdict, int, {1: 2})
shown(deque, [1, 2], 1)


class D(deque):
    pass


class L(list):
    pass


d = D()
d.append(d)
print(d, deque.__repr__(d))
x = L()
x.append(x)
print(x, list.__repr__(x))
print(list(map(set.__repr__, [{1}, set()])))

