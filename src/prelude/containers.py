# What the twins of several containers share. Twins get the bound arguments of their native; the receiver is
# always of the builtin type itself.


def container_index_asking(value):
    # operator.index, for an object of a program's class too: an int, never an instance of a subclass
    method = bind_special(value, "__index__")
    if method is __missing__:
        raise TypeError(f"'{type_name(value)}' object cannot be interpreted as an integer")
    return index_result(method())


def container_index_result(made):
    result = payload(made)
    if class_of(result) is not int and class_of(result) is not bool:
        raise TypeError(f"__index__ returned non-int (type {type_name(made)})")
    warn_of_subclass("__index__", "int", made)
    return int(result)


def warn_of_subclass(method, kind, made):
    import_module("warnings").warn(
        f"{method} returned non-{kind} (type {type_name(made)}).  The ability to return an instance of a strict subclass of {kind} is "
        "deprecated, and may be removed in a future version of Python.",
        DeprecationWarning,
    )


def has_index(value):
    return type_lookup(class_of(value), "__index__") is not __missing__


def _has_index(value):
    return is_user_object(value) and has_index(value)


def call_with_indexes(function, args, keywords):
    # For natives without a twin: what they wait for are ints.
    if not any([_has_index(x) for x in args]) and not any([_has_index(x) for x in keywords.values()]):
        raise SystemError("a builtin met a value that it has no prelude function for")
    args = [container_index(x) if _has_index(x) else x for x in args]
    keywords = {name: container_index(x) if _has_index(x) else x for name, x in keywords.items()}
    return function(*args, **keywords)


def container_slice(key):
    # A slice's parts are asked for their index in CPython's order: step, start, stop.
    step = None if key.step is None else container_index(key.step)
    start = None if key.start is None else container_index(key.start)
    stop = None if key.stop is None else container_index(key.stop)
    return slice(start, stop, step)


def container_key(key):
    return container_slice(key) if class_of(key) is slice else container_position(key)


def container_position(key):
    i = container_index(key)
    if -9223372036854775808 <= i <= 9223372036854775807:
        return i
    raise IndexError(f"cannot fit '{type_name(key)}' into an index-sized integer")


def container_bounds(length, start, stop):
    start = 0 if start is __missing__ else container_index(start)
    stop = length if stop is __missing__ else container_index(stop)
    if start < 0:
        start = max(start + length, 0)
    if stop < 0:
        stop = max(stop + length, 0)
    return start, stop


def container_difference(a, b):
    # Where two sequences of a kind differ first; either may change while their items are compared.
    if class_of(a) is tuple:
        i = items_alike(a, b, 0)
        while i < len(a) and i < len(b) and a[i] == b[i]:
            i = items_alike(a, b, i + 1)
        return i
    i = 0
    for x, y in zip(a, b):
        if x is not y and not (x == y):
            return i
        i += 1
    return i


def container_compare(op, a, b):
    # Two lists, tuples or deques; `op` as op_compare's.
    equality = op == 4 or op == 5
    if equality and len(a) != len(b) and class_of(a) is not tuple:
        return op == 5
    i = container_difference(a, b)
    if i >= len(a) or i >= len(b):
        return (len(a) == len(b)) is (op == 4) if equality else container_order(op, len(a), len(b))
    return op == 5 if equality else container_order(op, a[i], b[i])


def container_order(op, x, y):
    return x < y if op == 0 else x <= y if op == 1 else x > y if op == 2 else x >= y


def container_compare_to(op, cls, a, other):
    other = payload(other)
    return container_compare(op, a, other) if class_of(other) is cls else NotImplemented


def container_item(items, key):
    return items[container_slice(key) if class_of(key) is slice else container_position(key)]


def container_holds(items, value):
    for item in items:
        if item is value or item == value:
            return True
    return False


def container_find(items, value, start, stop):
    i = start
    for item in items if start == 0 else container_from(items, start):
        if i >= stop:
            break
        if item is value or item == value:
            return i
        i += 1
    return -1


def container_from(items, start):
    rest = iter(items)
    rest.__setstate__(start)
    return rest


def container_count(items, value):
    n = 0
    for item in items:
        if item is value or item == value:
            n += 1
    return n


def container_times(sequence, count):
    if type_lookup(class_of(count), "__index__") is __missing__:
        return NotImplemented
    return sequence * container_index(count)


def slice_indices(self, length):
    # The arithmetic of slice.indices, for numbers of any size.
    length = container_index(length)
    if length < 0:
        raise ValueError("length should not be negative")
    step = 1 if self.step is None else container_index(self.step)
    if step == 0:
        raise ValueError("slice step cannot be zero")
    lower, upper = (-1, length - 1) if step < 0 else (0, length)
    if self.start is None:
        start = upper if step < 0 else lower
    else:
        start = container_index(self.start)
        start = max(start + length, lower) if start < 0 else min(start, upper)
    if self.stop is None:
        stop = lower if step < 0 else upper
    else:
        stop = container_index(self.stop)
        stop = max(stop + length, lower) if stop < 0 else min(stop, upper)
    return start, stop, step


def slice__repr__(self):
    return f"slice({self.start!r}, {self.stop!r}, {self.step!r})"


def slice__eq__(self, other):
    if class_of(other) is not slice:
        return NotImplemented
    return (self.start, self.stop, self.step) == (other.start, other.stop, other.step)


def slice__ne__(self, other):
    if class_of(other) is not slice:
        return NotImplemented
    return (self.start, self.stop, self.step) != (other.start, other.stop, other.step)


def slice__lt__(self, other):
    if class_of(other) is not slice:
        return NotImplemented
    return (self.start, self.stop, self.step) < (other.start, other.stop, other.step)


def slice__le__(self, other):
    if class_of(other) is not slice:
        return NotImplemented
    return (self.start, self.stop, self.step) <= (other.start, other.stop, other.step)


def slice__gt__(self, other):
    if class_of(other) is not slice:
        return NotImplemented
    return (self.start, self.stop, self.step) > (other.start, other.stop, other.step)


def slice__ge__(self, other):
    if class_of(other) is not slice:
        return NotImplemented
    return (self.start, self.stop, self.step) >= (other.start, other.stop, other.step)
