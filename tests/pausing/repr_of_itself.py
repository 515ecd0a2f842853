"""Values that contain themselves are shown while an item's own __repr__ waits: each is still known to be open in the process that goes on."""
import collections
import dataclasses
import functools
import reprlib
import types


class Item:
    def __repr__(self):
        return f"<{ask(1)}>"


listed = [Item()]
listed.append(listed)
print(listed)
keyed = {1: Item()}
keyed[2] = keyed
print(keyed)
print(keyed.values(), keyed.items())
queue = collections.deque([Item()], 4)
queue.append(queue)
print(queue)
ordered = collections.OrderedDict(a=Item())
ordered["b"] = ordered
print(ordered)
by_default = collections.defaultdict(Item)
by_default[0] = by_default
by_default[1]
print(by_default)
chain = collections.ChainMap({"a": Item()})
chain["b"] = chain
print(chain)
user = collections.UserList([Item()])
user.append(user)
print(user)
inner = []
pair = (Item(), inner)
inner.append(pair)
print(pair)
partial = functools.partial(print, Item())
partial.__setstate__((print, (Item(), partial), {}, {}))
print(repr(partial).replace("<built-in function print>", "print"))
space = types.SimpleNamespace(item=Item())
space.space = space
print(space)
error = ValueError(Item())
error.args += ([error],)
print(repr(error))


@dataclasses.dataclass
class Node:
    item: Item
    others: list


node = Node(Item(), [])
node.others.append(node)
print(node)


class Named:
    @reprlib.recursive_repr(fillvalue="+++")
    def __repr__(self):
        return f"Named({Item()!r}, {self!r})"


print(Named())
