# Twins of int, bool, float, complex, range and of the builtin functions on numbers, for objects of a
# program's classes. See containers.py for container_index, which is operator.index.


def number_float(value):
    # What C code takes as a real number: a float, or what __float__ or __index__ make of an object.
    cls = class_of(value)
    if cls is float:
        return value
    if type_lookup(cls, "__float__") is __missing__ and type_lookup(cls, "__index__") is __missing__:
        raise TypeError(f"must be real number, not {cls.__name__}")
    return float(value)


def int_new(cls, x, base):
    if base is not __missing__:
        return int(x, container_index(base))
    kind = class_of(x)
    method = bind_special(x, "__int__")
    if method is not __missing__:
        result = method()
        if class_of(result) is int:
            return result
        if not isinstance(result, int):
            raise TypeError(f"__int__ returned non-int (type {class_of(result).__name__})")
        warn_of_subclass("__int__", "int", result)
        return int.__int__(result)
    if type_lookup(kind, "__index__") is not __missing__:
        return container_index(x)
    import_module("warnings").warn("The delegation of int() to __trunc__ is deprecated.", DeprecationWarning)
    result = bind_special(x, "__trunc__")()
    if class_of(result) is int:
        return result
    if isinstance(result, int):
        return int.__int__(result)
    if type_lookup(class_of(result), "__index__") is __missing__:
        raise TypeError(f"__trunc__ returned non-Integral (type {class_of(result).__name__})")
    return container_index(result)


def bool_new(cls, x):
    return not not x


def int__round__(self, ndigits):
    return self.__round__(container_index(ndigits))


def int_from_bytes(cls, bytes_, byteorder, signed):
    if class_of(bytes_) is not bytes:
        bytes_ = number_bytes(bytes_)
    value = int.from_bytes(bytes_, byteorder, signed=not not signed)
    return value if cls is int else cls(value)


def number_bytes(source):
    cls = class_of(source)
    if type_lookup(cls, "__bytes__") is __missing__:
        if isinstance(source, (bytes, bytearray)):
            return bytes(source)
        if type_lookup(cls, "__iter__") is __missing__ and type_lookup(cls, "__getitem__") is __missing__:
            raise TypeError(f"cannot convert '{cls.__name__}' object to bytes")
    return bytes(source)


def int_to_bytes(self, length, byteorder, signed):
    return self.to_bytes(container_index(length), byteorder, signed=not not signed)


def float_new(cls, x):
    kind = class_of(x)
    method = bind_special(x, "__float__")
    if method is not __missing__:
        result = method()
        if class_of(result) is float:
            return result
        if not isinstance(result, float):
            raise TypeError(f"{kind.__name__}.__float__ returned non-float (type {class_of(result).__name__})")
        warn_of_subclass(f"{kind.__name__}.__float__", "float", result)
        return float.__float__(result)
    return float(container_index(x))


def float__round__(self, ndigits):
    return self.__round__(container_index(ndigits))


def float_fromhex(cls, string):
    value = float.fromhex(string)
    return value if cls is float else cls(value)


def complex_new(cls, real, imag):
    if real is not __missing__:
        real = number_complex(real)
    if imag is __missing__:
        return complex(real)
    # The second argument's __complex__ is not asked.
    kind = class_of(imag)
    if type_lookup(kind, "__float__") is not __missing__ or type_lookup(kind, "__index__") is not __missing__:
        imag = float(imag)
    return complex(0 if real is __missing__ else real, imag)


def number_complex(value):
    cls = class_of(value)
    method = bind_special(value, "__complex__")
    if method is not __missing__:
        result = method()
        if not isinstance(result, complex):
            raise TypeError(f"__complex__ returned non-complex (type {class_of(result).__name__})")
        if class_of(result) is not complex:
            warn_of_subclass("__complex__", "complex", result)
        return payload(result)
    if type_lookup(cls, "__float__") is __missing__ and type_lookup(cls, "__index__") is __missing__:
        return value
    return float(value)


def range_new(cls, args):
    return range(*[container_index(arg) for arg in args])


@native_iterator("longrange_iterator")
def range__iter__(self):
    value = self.start
    step = self.step
    stop = self.stop
    if step > 0:
        while value < stop:
            yield value
            value += step
    else:
        while value > stop:
            yield value
            value += step


def range__reversed__(self):
    return range__iter__(self[::-1])


def range__contains__(self, item):
    for value in self:
        if value == item:
            return True
    return False


def range__getitem__(self, key):
    return self[container_key(key)]


def range_index(self, item):
    index = 0
    for value in self:
        if value == item:
            return index
        index += 1
    raise ValueError("sequence.index(x): x not in sequence")


def range_count(self, item):
    count = 0
    for value in self:
        if value == item:
            count += 1
    return count


def builtin_abs(x):
    return op_unary(3, x)


def builtin_divmod(x, y):
    return op_binary(13, x, y)


def builtin_pow(base, exp, mod):
    if mod is None:
        return base**exp
    method = bind_special(base, "__pow__")
    if method is not __missing__:
        result = method(exp, mod)
        if result is not NotImplemented:
            return result
    raise TypeError(
        f"unsupported operand type(s) for ** or pow(): '{class_of(base).__name__}', '{class_of(exp).__name__}', '{class_of(mod).__name__}'"
    )


def builtin_round(number, ndigits):
    method = bind_special(number, "__round__")
    if method is __missing__:
        raise TypeError(f"type {class_of(number).__name__} doesn't define __round__ method")
    return method() if ndigits is None else method(ndigits)


def builtin_bin(number):
    return bin(container_index(number))


def builtin_oct(number):
    return oct(container_index(number))


def builtin_hex(number):
    return hex(container_index(number))


def builtin_sum(iterable, start):
    total = start
    for item in iterable:
        total = total + item
    return total


def builtin_min(key, default, args):
    return extremum(key, default, args, True)


def builtin_max(key, default, args):
    return extremum(key, default, args, False)


def extremum(key, default, args, least):
    items = args[0] if len(args) == 1 else args
    if is_leaf_callable(key) and is_leaf_iterable(items):
        # A native's ranks, all at once.
        items = list(items)
        if items:
            ranks = list_keys(items, key)
            best = 0
            for i in range(1, len(items)):
                if ranks[i] < ranks[best] if least else ranks[i] > ranks[best]:
                    best = i
            return items[best]
    found = False
    for item in items:
        rank = item if key is None else key(item)
        if not found:
            found = True
            best = item
            best_rank = rank
        elif rank < best_rank if least else rank > best_rank:
            best = item
            best_rank = rank
    if found:
        return best
    if default is __missing__:
        raise ValueError(f"{'min' if least else 'max'}() arg is an empty sequence")
    return default


# Module _random.


def Random__new__(cls, args, keywords):
    return class_new_container(Random, cls)


def random_randbelow(self, n):
    return self._randbelow(container_index(n))


def random_getrandbits(self, k):
    return self.getrandbits(container_index(k))


def random_seed(self, n):
    # A hash seeds as the unsigned number that its bits are.
    return self.seed(hash(n) & 0xFFFF_FFFF_FFFF_FFFF)
