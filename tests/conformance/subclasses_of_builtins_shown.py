# Sets, deques and bytearrays of a program's own classes say so, also when their items have a __repr__ of their own.
from collections import deque


class Item:
    def __repr__(self):
        return "Item"


class S(set): pass
class F(frozenset): pass
class D(deque): pass
class L(list): pass
class B(bytearray): pass


for value in (S([1]), S(), F([1]), F(), S([Item()]), F([Item()]), D([1]), D([Item()]), L([Item()]), B(b"x")):
    print(repr(value), str(value), [value], f"{value}", f"{value!r}", "%s" % (value,))


class Wrapped:
    def __repr__(self):
        return repr(self.value)


for kind in (S, F, D, L, set):
    w = Wrapped()
    w.value = kind([w])
    print(repr(w.value))


class BadRepr:
    def __repr__(self):
        return 5


for show in (repr, str, ascii, lambda x: f"{x}", lambda x: f"{x!r}"):
    try:
        show(BadRepr())
    except TypeError as e:
        print(e)

print(S([1]) in {frozenset([1])}, {1, 2} in {frozenset([2, 1])})
wanted = {frozenset([1]), 2}
wanted.discard(S([1]))
print(wanted)
