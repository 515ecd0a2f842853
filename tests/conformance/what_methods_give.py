"""Methods of instances give what they found as it is, also where that is of a kind that some methods make anew; C's functions don't bind."""

import collections
import operator


class Plain:
    def __init__(self, *given):
        self.given = given


x = Plain()
x.queue = collections.deque([1])
x.computed = property()
for name in ("queue", "computed"):
    print(type(object.__getattribute__(x, name)), type(super(Plain, x).__getattribute__(name)))


class Stack(list):
    def __init__(self, *given):
        print("made", [*map(type, given)])
        super().__init__(*given)


class Table(dict):
    def __init__(self, *given):
        print("made", [*map(type, given)])
        super().__init__(*given)


class Line(collections.deque):
    def __init__(self, *given):
        super().__init__(*given)


inner = collections.deque([7])
stack, table, line = Stack([inner, property()]), Table(), Line([inner])
table["a"], table["p"] = inner, property()
print(type(stack.pop()), stack.pop() is inner, table.get("a") is inner, table.setdefault("a") is inner, type(table.pop("p")), table.__getitem__("a") is inner)
print(line.__getitem__(0) is inner, line.popleft() is inner)
line.append(inner)
print(type(line.copy()), type(line + line), type(line * 2), line.pop() is inner)


class Named(property):
    pass


named = Named(lambda self: 1)
print(type(named.setter(lambda self, value: None)), type(named.getter(len)), type(named.__get__(None, Plain)))

print([hasattr(f, "__get__") for f in (repr, len, operator.eq, sorted, [].append, (1).__add__, dict.fromkeys, str.upper, int.__add__, dict.__dict__["fromkeys"])])
print([hasattr(f, "__get__") for f in (Plain.__init__, x.__init__, type.mro)])
