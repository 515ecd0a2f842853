"""Iterators for efficient looping. Each is a generator that looks like CPython's iterator; iterables are
asked for their iterators at the call, as there. Calls of the classes are bound by the rows of itertools.cpp."""

__all__ = ["accumulate", "chain", "combinations", "combinations_with_replacement", "compress", "count", "cycle", "dropwhile", "filterfalse",
           "groupby", "islice", "pairwise", "permutations", "product", "repeat", "starmap", "takewhile", "tee", "zip_longest"]
# Written in C in CPython: no methods of a class that has them as attributes.
__unbound__ = "*"

_end = iterators_end


@native_class(count)
class count:
    def __repr__(self):
        number, step = generator_local(self, "number"), generator_local(self, "step")
        if isinstance(step, int) and step == 1:
            return f"count({number!r})"
        return f"count({number!r}, {step!r})"


def _new_count(cls, start, step):
    for number in (start, step):
        if not isinstance(number, (int, float, complex)) and type_lookup(class_of(number), "__sub__") is __missing__:
            raise TypeError("a number is required")
    return _count(start, step)


@native_iterator(count)
def _count(number, step):
    while True:
        current = number
        number = number + step  # before it is given, as CPython does: __repr__ shows the next one
        yield current


@native_class(cycle)
class cycle:
    pass


def _new_cycle(cls, iterable):
    return _cycle(iterators_over(iterable))


@native_iterator(cycle)
def _cycle(iterator):
    saved = []
    for item in iterator:
        yield item
        saved.append(item)
    while saved:
        for item in saved:
            yield item


@native_class(repeat)
class repeat:
    def __repr__(self):
        item, times = generator_local(self, "item"), generator_local(self, "times")
        return f"repeat({item!r})" if times is None else f"repeat({item!r}, {times!r})"


def _new_repeat(cls, object, times):
    if times is __missing__:
        return _repeat_forever(object)
    return _repeat(object, container_index(times))


@native_iterator(repeat)
def _repeat_forever(item):
    while True:
        yield item


@native_iterator(repeat)
def _repeat(item, times):
    while times > 0:
        times -= 1
        yield item


@native_class(accumulate)
class accumulate:
    pass


def _new_accumulate(cls, iterable, func, initial):
    return _accumulate(iterators_over(iterable), func, initial)


@native_iterator(accumulate)
def _accumulate(iterator, function, total):
    if total is None:
        total = next(iterator, _end)
        if total is _end:
            return
    yield total
    if function is None:
        for item in iterator:
            total = total + item
            yield total
    else:
        for item in iterator:
            total = function(total, item)
            yield total


@native_class(chain)
class chain:
    __class_getitem__ = classmethod(make_generic_alias)

    @staticmethod
    def from_iterable(iterable, /):
        return _chain(iterators_over(iterable))


def _new_chain(cls, iterables):
    return _chain(iter(iterables))


@native_iterator(chain)
def _chain(iterables):
    for iterable in iterables:
        for item in iterable:
            yield item


@native_class(compress)
class compress:
    pass


def _new_compress(cls, data, selectors):
    return _compress(iterators_over(data), iterators_over(selectors))


@native_iterator(compress)
def _compress(data, selectors):
    for item in data:
        selector = next(selectors, _end)
        if selector is _end:
            return
        if selector:
            yield item


@native_class(dropwhile)
class dropwhile:
    pass


def _new_dropwhile(cls, predicate, iterable):
    return _dropwhile(predicate, iterators_over(iterable))


@native_iterator(dropwhile)
def _dropwhile(predicate, iterator):
    for item in iterator:
        if not predicate(item):
            yield item
            break
    for item in iterator:
        yield item


@native_class(takewhile)
class takewhile:
    pass


def _new_takewhile(cls, predicate, iterable):
    return _takewhile(predicate, iterators_over(iterable))


@native_iterator(takewhile)
def _takewhile(predicate, iterator):
    for item in iterator:
        if not predicate(item):
            return
        yield item


@native_class(filterfalse)
class filterfalse:
    pass


def _new_filterfalse(cls, function, iterable):
    return _filterfalse(bool if function is None else function, iterators_over(iterable))


@native_iterator(filterfalse)
def _filterfalse(function, iterator):
    for item in iterator:
        if not function(item):
            yield item


@native_class(starmap)
class starmap:
    pass


def _new_starmap(cls, function, iterable):
    return _starmap(function, iterators_over(iterable))


@native_iterator(starmap)
def _starmap(function, iterator):
    for arguments in iterator:
        yield function(*tuple(arguments))


@native_class(pairwise)
class pairwise:
    pass


def _new_pairwise(cls, iterable):
    return _pairwise(iterators_over(iterable))


@native_iterator(pairwise)
def _pairwise(iterator):
    before = next(iterator, _end)
    for item in iterator:
        yield before, item
        before = item


@native_class(islice)
class islice:
    pass


def _new_islice(cls, arguments):
    if len(arguments) == 2 and class_of(arguments[1]) == int and 0 <= arguments[1] <= 9223372036854775807:
        return _islice(iterators_over(arguments[0]), arguments[1])
    if len(arguments) < 2:
        raise TypeError(f"islice expected at least 2 arguments, got {len(arguments)}")
    iterable, *bounds = arguments
    if len(bounds) > 3:
        raise TypeError(f"islice expected at most 4 arguments, got {len(bounds) + 1}")
    start = bounds[0] if len(bounds) > 1 else None
    stop = bounds[1] if len(bounds) > 1 else bounds[0]
    step = bounds[2] if len(bounds) > 2 else None
    start = 0 if start is None else _islice_number(start, 0)
    stop = None if stop is None else _islice_number(stop, 0, len(bounds) == 1)
    step = 1 if step is None else _islice_number(step, 1)
    iterator = iterators_over(iterable)
    return _islice(iterator, stop) if start == 0 and step == 1 else _islice_steps(iterator, start, stop, step)


def _islice_number(value, least, only_stop=False):
    try:
        number = container_index(value)
    except TypeError:
        number = -1
    if least <= number <= 9223372036854775807:
        return number
    if least:
        raise ValueError("Step for islice() must be a positive integer or None.")
    if only_stop:
        raise ValueError("Stop argument for islice() must be None or an integer: 0 <= x <= sys.maxsize.")
    raise ValueError("Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.")


@native_iterator(islice)
def _islice(iterator, left):
    if left == 0:
        return
    if left is None:
        for item in iterator:
            yield item
        return
    for item in iterator:
        yield item
        left -= 1
        if left == 0:
            return


@native_iterator(islice)
def _islice_steps(iterator, target, stop, step):
    taken = 0
    while True:
        while taken < target:
            if next(iterator, _end) is _end:
                return
            taken += 1
        if stop is not None and taken >= stop:
            return
        item = next(iterator, _end)
        if item is _end:
            return
        taken += 1
        target += step
        if stop is not None and target > stop:
            target = stop
        yield item


def tee(iterable, n=2, /):
    n = container_index(n)
    if n < 0:
        raise ValueError("n must be >= 0")
    iterator = iterators_over(iterable)
    link = [None, None]  # [item, next link], the next one made when the item is taken
    return tuple([_tee(iterator, link) for _ in range(n)])


@native_iterator("itertools._tee")
def _tee(iterator, link):
    while True:
        if link[1] is None:
            item = next(iterator, _end)
            if item is _end:
                return
            link[0] = item
            link[1] = [None, None]
        item, link = link
        yield item


@native_class(zip_longest)
class zip_longest:
    pass


def _new_zip_longest(cls, iterables, keywords):
    for name in keywords:
        if name != "fillvalue":
            raise TypeError("zip_longest() got an unexpected keyword argument")
    return _zip_longest([iterators_over(iterable) for iterable in iterables], keywords.get("fillvalue"))


@native_iterator(zip_longest)
def _zip_longest(iterators, fillvalue):
    while True:
        items = _zip_longest_step(iterators, fillvalue)
        if items is None:
            return
        if items is False:
            break
        yield items
    active = len(iterators)
    while active:
        items = []
        for i in range(len(iterators)):
            item = fillvalue
            if iterators[i] is not None:
                item = next(iterators[i], _end)
                if item is _end:
                    active -= 1
                    if not active:
                        return
                    iterators[i] = None
                    item = fillvalue
            items.append(item)
        yield tuple(items)


class groupby:
    def __init__(self, iterable, key=None):
        self._iterator = iterators_over(iterable)
        self._function = key
        self._wanted = self._key = self._item = self._group = _end

    def __iter__(self):
        return self

    def __next__(self):
        self._group = group = object()
        function = self._function
        while self._key is _end or self._key == self._wanted:
            self._item = item = next(self._iterator)
            self._key = item if function is None else function(item)
        self._wanted = self._key
        return self._key, _grouper(self, self._key, group)


@native_iterator("itertools._grouper")
def _grouper(parent, wanted, group):
    iterator = parent._iterator
    function = parent._function
    while parent._group is group and parent._key == wanted:
        yield parent._item
        if parent._group is not group:
            return
        item = next(iterator, _end)
        if item is _end:
            parent._key = _end
            parent._group = None
            return
        try:
            parent._key = item if function is None else function(item)
        except StopIteration:
            parent._key = _end
            parent._group = None
            return
        parent._item = item


# --- over fixed pools

_all = (None,) * 32  # as long as a full batch of the natives

@native_class(product)
class product:
    pass


def _new_product(cls, repeat, iterables):
    repeat = container_index(repeat)
    if repeat < 0:
        raise ValueError("repeat argument cannot be negative")
    return _product([tuple(iterable) for iterable in iterables] * repeat)


@native_iterator(product)
def _product(pools):
    for pool in pools:
        if not pool:
            return
    indices = [0] * len(pools)
    yield tuple([pool[0] for pool in pools])
    batch = _all
    while len(batch) == len(_all):
        batch = _product_batch(pools, indices)
        for items in batch:
            yield items


@native_class(permutations)
class permutations:
    pass


def _new_permutations(cls, iterable, r):
    pool = tuple(iterable)
    if r is None:
        r = len(pool)
    elif not isinstance(r, int):
        raise TypeError("Expected int as r")
    if r < 0:
        raise ValueError("r must be non-negative")
    return _permutations(pool, r)


@native_iterator(permutations)
def _permutations(pool, r):
    n = len(pool)
    if r > n:
        return
    indices = list(range(n))
    cycles = list(range(n, n - r, -1))
    yield pool[:r]
    batch = _all
    while len(batch) == len(_all):
        batch = _permutations_batch(pool, indices, cycles)
        for items in batch:
            yield items


@native_class(combinations)
class combinations:
    pass


def _new_combinations(cls, iterable, r):
    pool = tuple(iterable)
    r = container_index(r)
    if r < 0:
        raise ValueError("r must be non-negative")
    return _combinations(pool, r)


@native_iterator(combinations)
def _combinations(pool, r):
    n = len(pool)
    if r > n:
        return
    indices = list(range(r))
    yield pool[:r]
    batch = _all
    while len(batch) == len(_all):
        batch = _combinations_batch(pool, indices, False)
        for items in batch:
            yield items


@native_class(combinations_with_replacement)
class combinations_with_replacement:
    pass


def _new_combinations_with_replacement(cls, iterable, r):
    pool = tuple(iterable)
    r = container_index(r)
    if r < 0:
        raise ValueError("r must be non-negative")
    return _combinations_with_replacement(pool, r)


@native_iterator(combinations_with_replacement)
def _combinations_with_replacement(pool, r):
    n = len(pool)
    if n == 0 and r > 0:
        return
    indices = [0] * r
    yield pool[:1] * r
    batch = _all
    while len(batch) == len(_all):
        batch = _combinations_batch(pool, indices, True)
        for items in batch:
            yield items
