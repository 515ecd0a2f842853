# Twins of tuple's natives.


def tuple_new(cls, iterable):
    return tuple(list(iterable))


def tuple__hash__(self):
    return tuple_hash_with(self, [hash(item) for item in tuple_hash_asks(self)])


def tuple__repr__(self):
    if repr_is_open(self):
        return "(...)"
    parts = [repr(item) for item in self]
    return "(" + parts[0] + ",)" if len(parts) == 1 else "(" + ", ".join(parts) + ")"


def tuple_index(self, value, start, stop):
    start, stop = container_bounds(len(self), start, stop)
    i = container_find(self, value, start, stop)
    if i < 0:
        raise ValueError("tuple.index(x): x not in tuple")
    return i


def tuple__contains__(self, item):
    return container_holds(self, item)


def tuple__getitem__(self, key):
    return self[container_key(key)]


def tuple__mul__(self, count):
    return container_times(self, count)


def tuple__rmul__(self, count):
    return container_times(self, count)


def tuple_count(self, value):
    return container_count(self, value)


def tuple__eq__(self, other):
    return container_compare_to(4, tuple, self, other)


def tuple__ne__(self, other):
    return container_compare_to(5, tuple, self, other)


def tuple__lt__(self, other):
    return container_compare_to(0, tuple, self, other)


def tuple__le__(self, other):
    return container_compare_to(1, tuple, self, other)


def tuple__gt__(self, other):
    return container_compare_to(2, tuple, self, other)


def tuple__ge__(self, other):
    return container_compare_to(3, tuple, self, other)
