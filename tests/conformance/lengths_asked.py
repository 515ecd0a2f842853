# What makes room for an iterable's items asks how many there will be: __len__, else __length_hint__; errors of these show.
import collections
import operator


class Counted:
    def __init__(self, length):
        self.length = length

    def __len__(self):
        print("len", end=" ")
        return self.length

    def __iter__(self):
        print("iter", end=" ")
        yield 1


class Hinted:
    def __init__(self, hint):
        self.hint = hint

    def __length_hint__(self):
        print("hint", end=" ")
        if isinstance(self.hint, type):
            raise self.hint
        return self.hint

    def __iter__(self):
        print("iter", end=" ")
        yield 2


def collect(*values):
    return values


takers = {
    "list": list, "tuple": tuple, "set": set, "sorted": sorted, "bytes": bytes, "bytearray": bytearray, "deque": collections.deque, "display": lambda x: [*x],
    "longer": lambda x: [0, *x], "call": lambda x: collect(*x), "calls": lambda x: collect(0, *x), "extend": lambda x: [].extend(x), "fromkeys": dict.fromkeys,
    "sum": sum, "iadd": lambda x: [].__iadd__(x), "all": all, "enumerate": enumerate, "hint": operator.length_hint,
}
for made in (Counted(1), Counted(-1), Counted(-2 ** 70), Counted("a"), Hinted(3), Hinted(-1), Hinted(1.5), Hinted(NotImplemented), Hinted(TypeError), Hinted(KeyError)):
    for name, take in takers.items():
        try:
            print(name, take(made).__class__)
        except Exception as e:
            print(name, type(e), e)


# What a deque's methods make of a subclass's instance is of the subclass.
class Queue(collections.deque):
    pass


queue = Queue([1, 2], 3)
for made in queue.copy(), queue + queue, queue * 2, 2 * queue, queue.__add__(queue), queue.__copy__():
    print(type(made), made, made.maxlen)
queue *= 2
print(type(queue), queue)
