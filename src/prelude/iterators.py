# Twins of the builtin functions on iterators. The generators here look like the builtin iterators they
# stand for.

iterators_end = object()


def iterators_over(iterable):
    # iter(iterable), fit for a `for` that must not call __iter__ again.
    iterator = iter(iterable)
    return iterators_by_next(iterator) if is_user_object(iterator) else iterator


@native_iterator("iterator_by_next")
def iterators_by_next(iterator):
    while True:
        yield next(iterator)


def iterators_length_hint(obj, default):
    if type_lookup(class_of(obj), "__len__") is not __missing__:
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


def iterators_ask_hint(iterable):
    # Where CPython makes room for the items it asks how many there will be, and errors of that count.
    if is_user_object(iterable) or type_lookup(class_of(iterable), "__length_hint__") is not __missing__:
        iterators_length_hint(iterable, 0)


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
        return map_one(args[0], iter(args[1]))
    return map_many(args[0], [iter(iterable) for iterable in args[1:]])


def map__next__(self):
    function, item = map_take(self)
    return function(item)


# A StopIteration from the function or an iterator of the program's is the end. Natives' iterators are taken by `for`, which is quicker.


@native_iterator("map")
def map_one(function, iterator):
    while is_user_object(iterator):
        yield function(next(iterator))
    for item in iterator:
        yield function(item)


@native_iterator("map")
def map_many(function, iterators):
    while len(iterators) == 2:
        yield function(next(iterators[0]), next(iterators[1]))
    while True:
        items = []
        for iterator in iterators:
            items.append(next(iterator))
        yield function(*items)


def filter_new(cls, function, iterable):
    if function is None or function is bool:
        return filter_true(iter(iterable))
    return filter_by(function, iter(iterable))


@native_iterator("filter")
def filter_true(iterator):
    while is_user_object(iterator):
        item = next(iterator)
        if item:
            yield item
    for item in iterator:
        if item:
            yield item


@native_iterator("filter")
def filter_by(function, iterator):
    while is_user_object(iterator):
        item = next(iterator)
        if function(item):
            yield item
    for item in iterator:
        if function(item):
            yield item


# --- zip, enumerate, reversed


def zip_new(cls, strict, iterables):
    iterators = [iter(iterable) for iterable in iterables]
    strict = True if strict else False
    if len(iterators) == 2:
        return zip_two(iterators[0], iterators[1], strict)
    return zip_many(iterators, strict)


@native_iterator("zip")
def zip_two(first, second, strict):
    while not strict:
        yield next(first), next(second)
    while True:
        yield zip_checked([first, second])


@native_iterator("zip")
def zip_many(iterators, strict):
    while iterators:
        if strict:
            yield zip_checked(iterators)
        else:
            items = []
            for iterator in iterators:
                items.append(next(iterator))
            yield tuple(items)


def zip_checked(iterators):
    items = []
    for iterator in iterators:
        item = next(iterator, iterators_end)
        if item is iterators_end:
            zip_check_ends(iterators, len(items))
            raise StopIteration
        items.append(item)
    return tuple(items)


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
    return enumerate_items(iter(iterable), container_index(start))


@native_iterator("enumerate")
def enumerate_items(iterator, count):
    while is_user_object(iterator):
        item = next(iterator)
        count += 1
        yield count - 1, item
    for item in iterator:
        count += 1
        yield count - 1, item


def reversed_new(cls, sequence):
    method = bind_special(sequence, "__reversed__")
    if method is not __missing__ and method is not None:
        return method()
    if method is None or not operator_has_items(sequence) or class_of(payload(sequence)) is dict:
        raise TypeError(f"'{type_name(sequence)}' object is not reversible")
    return reversed_items(sequence, len(sequence))


@native_once("reversed")
def reversed_items(sequence, index):
    while index > 0:
        index -= 1
        try:
            item = sequence[index]
        except (IndexError, StopIteration):
            return
        yield item


# --- copies: __reduce__ and __setstate__ of those that are generators here


def iterators_reduce(self):
    kind = class_of(self)
    name = kind.__name__
    state = generator_state(self)
    if state == 3:
        return iter, ((),)
    if name == "map" or name == "filter":
        return kind, (generator_local(self, "function"), *(generator_local(self, "iterators") or [generator_local(self, "iterator")]))
    if name == "zip":
        iterators = generator_local(self, "iterators") or [generator_local(self, "first"), generator_local(self, "second")]
        return (kind, tuple(iterators), True) if generator_local(self, "strict") else (kind, tuple(iterators))
    if name == "enumerate":
        return kind, (generator_local(self, "iterator"), generator_local(self, "count"))
    if name == "reversed":
        return kind, (generator_local(self, "sequence"),), generator_local(self, "index") - 1
    if name == "iterator":
        return iter, (generator_local(self, "x"),), generator_local(self, "i")
    if name == "iterator_by_next":
        return iter, (generator_local(self, "iterator"),)
    if name == "longrange_iterator":
        return iter, (iterators_rest_of_range(self),), 0
    function = generator_local(self, "function")
    if function is None:
        raise TypeError(f"cannot pickle '{name}' object")
    return iter, (function, generator_local(self, "sentinel"))


def iterators_rest_of_range(self):
    if generator_state(self) == 0:
        return generator_local(self, "self")
    value, stop, step = generator_local(self, "value"), generator_local(self, "stop"), generator_local(self, "step")
    if stop is None:
        return range(0)
    return range(value + step if generator_state(self) == 1 else value, stop, step)


def iterators_setstate(self, state):
    name = class_of(self).__name__
    if name == "zip":
        generator_set_local(self, "strict", True if state else False)
        return
    state = container_index(state)
    if name == "iterator":
        generator_set_local(self, "i", max(state, 0))
    elif name == "reversed":
        generator_set_local(self, "index", max(min(state, len(generator_local(self, "sequence") or ()) - 1), -1) + 1)
    else:
        rest = iterators_rest_of_range(self)[max(state, 0) :]
        generator_set_local(self, "self", rest)
        generator_set_local(self, "value", rest.start - rest.step)  # a suspended one adds the step when it goes on


def iterators_own_hint(self):
    name = class_of(self).__name__
    if name == "longrange_iterator":
        rest = iterators_rest_of_range(self)
        return max((rest.stop - rest.start + rest.step - (1 if rest.step > 0 else -1)) // rest.step, 0)
    if generator_state(self) == 3:
        return 0
    if name == "reversed":
        index = generator_local(self, "index")
        return 0 if len(generator_local(self, "sequence")) < index else index
    sequence = generator_local(self, "x")
    if type_lookup(class_of(sequence), "__len__") is __missing__:
        return NotImplemented
    return max(len(sequence) - generator_local(self, "i"), 0)
