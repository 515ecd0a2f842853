# Twins of the builtin functions on iterators. The generators here look like the builtin iterators they
# stand for.

iterators_end = object()


def iterators_over(iterable):
    # iter(iterable), fit for a `for` that shall not call __iter__ once more.
    iterator = iter(iterable)
    return iterators_by_next(iterator) if is_user_object(iterator) else iterator


def iterators_by_next(iterator):
    while True:
        item = next(iterator, iterators_end)
        if item is iterators_end:
            return
        yield item


def iterators_length_hint(obj, default):
    try:
        return len(obj)
    except TypeError:
        pass
    hint = bind_special(obj, "__length_hint__")
    if hint is __missing__:
        return default
    try:
        value = hint()
    except TypeError:
        return default
    if value is NotImplemented:
        return default
    if not isinstance(value, int):
        raise TypeError(f"__length_hint__ must be an integer, not {type_name(value)}")
    if value < 0:
        raise ValueError("__length_hint__() should return >= 0")
    return value


def iterators_hinted(iterable):
    # iterators_over(iterable) where CPython makes room for the items: it asks how many there will be, and errors of that count.
    iterator = iterators_over(iterable)
    if is_user_object(iterable):
        iterators_length_hint(iterable, 0)
    return iterator


def builtin_len(obj):
    return op_length(obj)


def builtin_iter(obj, sentinel):
    if sentinel is __missing__:
        return op_iter(obj)
    if not callable(obj):
        raise TypeError("iter(v, w): v must be callable")
    return iterators_calling(obj, sentinel)


@native_iterator("callable_iterator")
def iterators_calling(function, sentinel):
    while True:
        try:
            item = function()
        except StopIteration:
            return
        if sentinel is item or sentinel == item:
            return
        yield item


def builtin_next(iterator, default):
    method = bind_special(iterator, "__next__")
    if method is __missing__:
        raise TypeError(f"'{class_of(iterator).__name__}' object is not an iterator")
    if default is __missing__:
        return method()
    try:
        return method()
    except StopIteration:
        return default


def builtin_all(iterable):
    for item in iterable:
        if not item:
            return False
    return True


def builtin_any(iterable):
    for item in iterable:
        if item:
            return True
    return False


# --- map, filter

def map_new(cls, args):
    if len(args) < 2:
        raise TypeError("map() must have at least two arguments.")
    if len(args) == 2:
        return map_one(args[0], iterators_over(args[1]))
    return map_many(args[0], [iterators_over(iterable) for iterable in args[1:]])


def map__next__(self):
    function, item = map_take(self)
    return function(item)


@native_iterator("map")
def map_one(function, iterator):
    for item in iterator:
        try:
            item = function(item)
        except StopIteration:
            return
        yield item


@native_iterator("map")
def map_many(function, iterators):
    while True:
        items = []
        for iterator in iterators:
            item = next(iterator, iterators_end)
            if item is iterators_end:
                return
            items.append(item)
        try:
            item = function(*items)
        except StopIteration:
            return
        yield item


def filter_new(cls, function, iterable):
    if function is None or function is bool:
        return filter_true(iterators_over(iterable))
    return filter_by(function, iterators_over(iterable))


@native_iterator("filter")
def filter_true(iterator):
    for item in iterator:
        if item:
            yield item


@native_iterator("filter")
def filter_by(function, iterator):
    for item in iterator:
        try:
            if not function(item):
                continue
        except StopIteration:
            return
        yield item


# --- zip, enumerate, reversed

def zip_new(cls, strict, iterables):
    iterators = [iterators_over(iterable) for iterable in iterables]
    if strict:
        return zip_strict(iterators)
    if len(iterators) == 2:
        return zip_two(iterators[0], iterators[1])
    return zip_many(iterators)


@native_iterator("zip")
def zip_two(first, second):
    for a in first:
        b = next(second, iterators_end)
        if b is iterators_end:
            return
        yield a, b


@native_iterator("zip")
def zip_many(iterators):
    while iterators:
        items = []
        for iterator in iterators:
            item = next(iterator, iterators_end)
            if item is iterators_end:
                return
            items.append(item)
        yield tuple(items)


@native_iterator("zip")
def zip_strict(iterators):
    while iterators:
        items = []
        for iterator in iterators:
            item = next(iterator, iterators_end)
            if item is iterators_end:
                zip_check_ends(iterators, len(items))
                return
            items.append(item)
        yield tuple(items)


def zip_check_ends(iterators, i):
    if i > 0:
        behind = " 1" if i == 1 else f"s 1-{i}"
        raise ValueError(f"zip() argument {i + 1} is shorter than argument{behind}")
    i = 1
    while i < len(iterators):
        if next(iterators[i], iterators_end) is not iterators_end:
            behind = " 1" if i == 1 else f"s 1-{i}"
            raise ValueError(f"zip() argument {i + 1} is longer than argument{behind}")
        i += 1


def enumerate_new(cls, iterable, start):
    return enumerate_items(iterators_over(iterable), container_index(start))


@native_iterator("enumerate")
def enumerate_items(iterator, count):
    for item in iterator:
        yield count, item
        count += 1


def reversed_new(cls, sequence):
    sequence_class = class_of(sequence)
    method = bind_special(sequence, "__reversed__")
    if method is not __missing__ and method is not None:
        return method()
    lacking = type_lookup(sequence_class, "__getitem__") is __missing__ or class_of(payload(sequence)) is dict
    if method is None or lacking:
        raise TypeError(f"'{sequence_class.__name__}' object is not reversible")
    return reversed_items(sequence, len(sequence))


@native_iterator("reversed")
def reversed_items(sequence, index):
    while index > 0:
        index -= 1
        try:
            item = sequence[index]
        except (IndexError, StopIteration):
            return
        yield item
