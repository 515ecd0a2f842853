# Twins of deque's natives.

deque_class = class_of(deque_empty(None))


def deque_new(cls, iterable, maxlen):
    result = deque_empty(None if maxlen is None else deque_maxlen(maxlen))
    if iterable is not __missing__:
        deque_extend(result, iterable)
    return result


def deque_maxlen(maxlen):
    if not isinstance(maxlen, int):
        raise TypeError("an integer is required")
    maxlen = container_index(maxlen)
    if maxlen < 0:
        raise ValueError("maxlen must be non-negative")
    return maxlen


def deque_init(self, iterable, maxlen):
    fresh = deque_new(None, iterable, maxlen)
    self.__init__(fresh, fresh.maxlen)


def deque_extend(self, iterable):
    for item in iterable:
        self.append(item)


def deque_extendleft(self, iterable):
    for item in iterable:
        self.appendleft(item)


def deque__iadd__(self, other):
    deque_extend(self, other)
    return self


def deque__imul__(self, count):
    if type_lookup(class_of(count), "__index__") is __missing__:
        return NotImplemented
    self *= container_index(count)
    return self


def deque__mul__(self, count):
    return container_times(self, count)


def deque__rmul__(self, count):
    return container_times(self, count)


def deque__repr__(self):
    if repr_is_open(self):
        return "[...]"
    text = "deque([" + ", ".join([repr(item) for item in list(self)])
    return text + "])" if self.maxlen is None else text + f"], maxlen={self.maxlen})"


def deque__contains__(self, value):
    for item in self:
        if item is value or item == value:
            return True
    return False


def deque__getitem__(self, key):
    return self[container_index(key)]


def deque__setitem__(self, key, value):
    self[container_index(key)] = value


def deque__delitem__(self, key):
    del self[container_index(key)]


def deque_count(self, value):
    n = 0
    for item in self:
        if item is value or item == value:
            n += 1
    return n


def deque_index(self, value, start, stop):
    start, stop = container_bounds(len(self), start, stop)
    size = len(self)
    while start < stop and start < size:
        item = self[start]
        if item is value or item == value:
            return start
        if len(self) != size:
            raise RuntimeError("deque mutated during iteration")
        start += 1
    raise ValueError(f"{value!r} is not in deque")


def deque_insert(self, index, item):
    self.insert(container_index(index), item)


def deque_remove(self, value):
    size = len(self)
    i = 0
    while i < size:
        item = self[i]
        found = item is value or item == value
        if len(self) != size:
            raise IndexError("deque mutated during iteration")
        if found:
            del self[i]
            return
        i += 1
    raise ValueError(f"{value!r} is not in deque")


def deque_rotate(self, n):
    self.rotate(container_index(n))


def deque__eq__(self, other):
    return container_compare_to(4, deque_class, self, other)


def deque__ne__(self, other):
    return container_compare_to(5, deque_class, self, other)


def deque__lt__(self, other):
    return container_compare_to(0, deque_class, self, other)


def deque__le__(self, other):
    return container_compare_to(1, deque_class, self, other)


def deque__gt__(self, other):
    return container_compare_to(2, deque_class, self, other)


def deque__ge__(self, other):
    return container_compare_to(3, deque_class, self, other)
