"""Iterators for efficient looping. Each is a generator that looks like CPython's iterator; iterables are
asked for their iterators at the call, as there. Calls of the classes are bound by the rows of itertools.cpp."""

__all__ = [
    "accumulate",
    "batched",
    "chain",
    "combinations",
    "combinations_with_replacement",
    "compress",
    "count",
    "cycle",
    "dropwhile",
    "filterfalse",
    "groupby",
    "islice",
    "pairwise",
    "permutations",
    "product",
    "repeat",
    "starmap",
    "takewhile",
    "tee",
    "zip_longest",
]
# Written in C in CPython: no methods of a class that has them as attributes.
__unbound__ = "*"

_end = iterators_end


# --- copies. __reduce__ says what a generator stands at, by its local variables, as CPython's iterators do; __setstate__ sets them.


def _reduced(self, *names):
    if generator_state(self) == 3:
        return iter, ((),)
    return class_of(self), tuple([generator_local(self, name) for name in names])


def _reduced_state(self, state, *names):
    parts = _reduced(self, *names)
    return parts if state is None or parts[0] is iter else (*parts, state)


def _parts_of(state, least, most):
    if not isinstance(state, tuple):
        raise TypeError("state is not a tuple")
    if not least <= len(state) <= most:
        raise TypeError(f"function takes {least} to {most} arguments ({len(state)} given)")
    return state


def _rest_of(iterator):
    """A list's iterator that goes on where the given one stands, which stays there."""
    function, arguments, *state = iterator.__reduce__()
    made = function(*arguments)
    if state:
        made.__setstate__(state[0])
    return made


@native_class(count)
class count:
    def __repr__(self):
        number, step = generator_local(self, "number"), generator_local(self, "step")
        if isinstance(step, int) and step == 1:
            return f"count({number!r})"
        return f"count({number!r}, {step!r})"

    def __reduce__(self):
        step = generator_local(self, "step")
        return _reduced(self, "number") if class_of(step) is int and step == 1 else _reduced(self, "number", "step")


def _new_count(cls, start, step):
    for number in (start, step):
        cls = class_of(number)
        if not issubclass(cls, (int, float, complex)) and all(
            type_lookup(cls, name) is __missing__ for name in ("__index__", "__int__", "__float__")
        ):
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
    def __reduce__(self):
        saved, saving = generator_local(self, "saved"), generator_local(self, "saving")
        if saving:
            return _reduced_state(self, (saved, False), "iterator")
        return cycle, (_rest_of(generator_local(self, "iterator")),), (saved, True)

    def __setstate__(self, state):
        saved, again = _parts_of(state, 2, 2)
        if not isinstance(saved, list):
            raise TypeError(f"argument 1 must be list, not {type_name(saved)}")
        generator_set_local(self, "saved", saved)
        generator_set_local(self, "saving", not container_index(again))


def _new_cycle(cls, iterable):
    return _cycle(iterators_over(iterable), [], True)


@native_iterator(cycle)
def _cycle(iterator, saved, saving):
    for item in iterator:
        if saving:
            saved.append(item)
        yield item
    saving = False
    while saved:
        iterator = iter(saved)
        for item in iterator:
            yield item


@native_class(repeat)
class repeat:
    def __repr__(self):
        item, times = generator_local(self, "item"), generator_local(self, "times")
        if generator_state(self) == 3:
            times = 0  # the item has gone
        return f"repeat({item!r})" if times is None else f"repeat({item!r}, {times!r})"

    def __reduce__(self):
        return _reduced(self, "item") if generator_local(self, "times") is None else _reduced(self, "item", "times")

    def __length_hint__(self):
        times = 0 if generator_state(self) == 3 else generator_local(self, "times")
        if times is None:
            raise TypeError("len() of unsized object")
        return times


def _new_repeat(cls, object, times):
    if times is __missing__:
        return _repeat_forever(object)
    return _repeat(object, max(container_index(times), 0))


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
    def __reduce__(self):
        cls, arguments = _reduced(self, "iterator", "function")
        if cls is iter:
            return cls, arguments
        total, begun = generator_local(self, "total"), generator_local(self, "begun")
        if begun and total is None:  # which as a state would be none
            return islice, (accumulate(chain([None], arguments[0]), arguments[1]), 1, None)
        if begun or total is None:
            return cls, arguments, total
        return cls, (chain([total], arguments[0]), arguments[1]), None

    def __setstate__(self, state):
        generator_set_local(self, "total", state)
        generator_set_local(self, "begun", True)


def _new_accumulate(cls, iterable, func, initial):
    return _accumulate(iter(iterable), func, initial, False)


@native_iterator(accumulate)
def _accumulate(iterator, function, total, begun):
    if not begun:
        if total is None:
            total = next(iterator)
        begun = True
        yield total
    while is_user_object(iterator):
        item = next(iterator)
        total = total + item if function is None else function(total, item)
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
        return _chain(iterators_over(iterable), None)

    def __reduce__(self):
        if generator_state(self) == 3:
            return chain, ()
        iterables, active = generator_local(self, "iterables"), generator_local(self, "active")
        return chain, (), (iterables,) if active is None else (iterables, active)

    def __setstate__(self, state):
        parts = _parts_of(state, 1, 2)
        for part in parts:
            if type_lookup(class_of(part), "__next__") is __missing__:
                raise TypeError("Arguments must be iterators.")
        generator_set_local(self, "iterables", iterators_over(parts[0]))
        generator_set_local(self, "active", iterators_over(parts[1]) if len(parts) > 1 else None)


def _new_chain(cls, iterables):
    return _chain(iter(iterables), None)


@native_iterator(chain)
def _chain(iterables, active):
    while True:
        if active is not None:
            for item in active:
                yield item
        try:
            iterable = next(iterables, _end)
            if iterable is _end:
                return
            active = iterators_over(iterable)
        except BaseException:
            iterables, active = iter(()), None  # what can't be asked for its items is the last
            raise


@native_class(compress)
class compress:
    def __reduce__(self):
        return _reduced(self, "data", "selectors")


def _new_compress(cls, data, selectors):
    return _compress(iter(data), iter(selectors))


@native_iterator(compress)
def _compress(data, selectors):
    while is_user_object(data):
        item = next(data)
        if next(selectors):
            yield item
    for item in data:
        if next(selectors):
            yield item


@native_class(dropwhile)
class dropwhile:
    def __reduce__(self):
        return _reduced_state(self, int(generator_local(self, "begun") or 0), "predicate", "iterator")

    def __setstate__(self, state):
        generator_set_local(self, "begun", True if state else False)


def _new_dropwhile(cls, predicate, iterable):
    return _dropwhile(predicate, iter(iterable), False)


@native_iterator(dropwhile)
def _dropwhile(predicate, iterator, begun):
    while not begun:
        item = next(iterator)
        if not predicate(item):
            begun = True
            yield item
    while is_user_object(iterator):
        yield next(iterator)
    for item in iterator:
        yield item


@native_class(takewhile)
class takewhile:
    def __reduce__(self):
        return _reduced_state(self, 0, "predicate", "iterator")

    def __setstate__(self, state):
        generator_set_local(self, "ended", True if state else False)


def _new_takewhile(cls, predicate, iterable):
    return _takewhile(predicate, iter(iterable), False)


@native_iterator(takewhile)
def _takewhile(predicate, iterator, ended):
    if ended:
        return
    while is_user_object(iterator):
        item = next(iterator)
        if not predicate(item):
            return
        yield item
    for item in iterator:
        if not predicate(item):
            return
        yield item


@native_class(filterfalse)
class filterfalse:
    def __reduce__(self):
        function, *rest = _reduced(self, "function", "iterator")
        if function is not iter and rest[0][0] is bool:
            return function, (None, rest[0][1])
        return function, *rest


def _new_filterfalse(cls, function, iterable):
    return _filterfalse(bool if function is None else function, iter(iterable))


@native_iterator(filterfalse)
def _filterfalse(function, iterator):
    while is_user_object(iterator):
        item = next(iterator)
        if not function(item):
            yield item
    for item in iterator:
        if not function(item):
            yield item


@native_class(starmap)
class starmap:
    def __reduce__(self):
        return _reduced(self, "function", "iterator")


def _new_starmap(cls, function, iterable):
    return _starmap(function, iter(iterable))


@native_iterator(starmap)
def _starmap(function, iterator):
    while is_user_object(iterator):
        yield function(*tuple(next(iterator)))
    for arguments in iterator:
        yield function(*tuple(arguments))


@native_class(batched)
class batched:
    pass


def _new_batched(cls, iterable, n):
    size = container_index(n)
    if size < 1:
        raise ValueError("n must be at least one")
    return _batched(iterators_over(iterable), size)


@native_once(batched)
def _batched(iterator, size):
    while batch := tuple(_islice(iterator, size)):
        yield batch


@native_class(pairwise)
class pairwise:
    pass


def _new_pairwise(cls, iterable):
    return _pairwise(iterators_over(iterable))


@native_once(pairwise)
def _pairwise(iterator):
    before = next(iterator, _end)
    for item in iterator:
        yield before, item
        before = item


@native_class(islice)
class islice:
    def __reduce__(self):
        target, left = generator_local(self, "target"), generator_local(self, "left")
        if generator_state(self) == 3:
            return islice, (iter(()), 0), 0
        if target is None:
            return islice, (generator_local(self, "iterator"), 0, left and left - (generator_state(self) == 1), 1), 0
        return (
            islice,
            (generator_local(self, "iterator"), target, generator_local(self, "stop"), generator_local(self, "step")),
            generator_local(self, "taken"),
        )

    def __setstate__(self, state):
        generator_set_local(self, "taken", container_index(state))


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
    start = 0 if start is None else _islice_number(start)
    stop = None if stop is None else _islice_number(stop)
    if stop == -1:
        raise ValueError("Stop argument for islice() must be None or an integer: 0 <= x <= sys.maxsize.")
    if start < 0 or (stop is not None and stop < 0):
        raise ValueError("Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.")
    step = 1 if step is None else _islice_number(step)
    if step < 1:
        raise ValueError("Step for islice() must be a positive integer or None.")
    iterator = iterators_over(iterable)
    return _islice(iterator, stop) if start == 0 and step == 1 else _islice_steps(iterator, start, stop, step, 0)


def _islice_number(value):
    # -1: none that fits; CPython doesn't look at why.
    try:
        number = container_index(value)
    except BaseException:
        return -1
    return number if -9223372036854775808 <= number <= 9223372036854775807 else -1


@native_once(islice)
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


@native_once(islice)
def _islice_steps(iterator, target, stop, step, taken):
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
    if class_of(iterable) is _tee_class:
        return (iterable, *[iterable.__copy__() for _ in range(n - 1)])[:n]
    iterator = iterators_over(iter(iterable))
    link = [None, None]  # [item, next link], the next one made when the item is taken
    return tuple([_tee(iterator, link) for _ in range(n)])


@native_class(_tee_type)
class _tee_class:
    def __copy__(self):
        return _tee_at(generator_local(self, "iterator"), generator_local(self, "link"))

    def __reduce__(self):
        return _tee_at, (generator_local(self, "iterator"), generator_local(self, "link"))


_tee_class.__name__ = _tee_class.__qualname__ = "_tee"


def _new__tee_type(cls, iterable):
    return iterable.__copy__() if class_of(iterable) is _tee_class else _tee(iterators_over(iterable), [None, None])


def _tee_at(iterator, link):
    # An iterator that has ended has gone.
    return _tee(iter(()) if iterator is None else iterator, [None, None] if link is None else link)


@native_iterator(_tee_class)
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
    def __reduce__(self):
        if generator_state(self) == 3:
            return zip_longest, ()
        iterators = generator_local(self, "iterators")
        return zip_longest, tuple([() if iterator is None else iterator for iterator in iterators]), generator_local(self, "fillvalue")

    def __setstate__(self, state):
        generator_set_local(self, "fillvalue", state)


def _new_zip_longest(cls, iterables, keywords):
    for name in keywords:
        if name != "fillvalue":
            raise TypeError("zip_longest() got an unexpected keyword argument")
    return _zip_longest([iterators_over(iterable) for iterable in iterables], keywords.get("fillvalue"))


@native_once(zip_longest)
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


@c_class
class groupby:
    def __init__(self, iterable=_end, key=None):
        if iterable is _end:
            raise TypeError("groupby() missing required argument 'iterable' (pos 1)")
        self._iterator = iterators_over(iterable)
        self._function = key
        self._wanted = self._key = self._item = self._group = _end

    def __iter__(self):
        return self

    def __next__(self):
        self._group = group = object()
        # `_key` and `_item` are those of an item that nobody has taken yet.
        function = self._function
        while self._key is _end or self._wanted is self._key or (self._wanted is not _end and self._wanted == self._key):
            item = next(self._iterator)
            self._key = item if function is None else function(item)
            self._item = item
        self._wanted = self._key
        return self._key, _grouper(self, self._key, group)

    def __reduce__(self):
        parts = groupby, (self._iterator, self._function)
        return parts if self._key is _end else (*parts, (self._item, self._key, self._wanted))

    def __setstate__(self, state):
        self._item, self._key, self._wanted = _parts_of(state, 3, 3)


@native_class(_grouper_type)
class _grouper_class:
    def __reduce__(self):
        parent = generator_local(self, "parent")
        if parent is None or parent._group is not generator_local(self, "group"):
            return iter, ((),)
        return _grouper_class, (parent, generator_local(self, "wanted"))


_grouper_class.__name__ = _grouper_class.__qualname__ = "_grouper"


def _new__grouper_type(cls, parent, wanted):
    if not isinstance(parent, groupby):
        raise TypeError(f"_grouper() argument 1 must be itertools.groupby, not {type_name(parent)}")
    parent._group = group = object()
    return _grouper(parent, wanted, group)


@native_iterator(_grouper_class)
def _grouper(parent, wanted, group):
    iterator = parent._iterator
    function = parent._function
    while parent._group is group:
        if parent._key is _end:
            item = next(iterator, _end)
            if item is _end:
                return
            try:
                parent._key = item if function is None else function(item)
            except StopIteration:
                return
            parent._item = item
        if wanted is not parent._key and not wanted == parent._key:
            return
        item = parent._item
        parent._item = parent._key = _end
        yield item


# --- over fixed pools

_all = (None,) * 32  # as long as a full batch of the natives


# The generators below are in a batch: `start` is where its beginning was, `pending` the iterator over it.


def _indices_of(self, advance):
    """The indices of what came last, None at the beginning; `advance(count, indices)` moves them."""
    start = generator_local(self, "start")
    if start is None:
        return generator_local(self, "indices")
    taken = len(generator_local(self, "batch")) - generator_local(self, "pending").__length_hint__()
    indices = start[:]
    if taken:
        advance(taken, indices)
    return indices


def _stand_at(self, indices):
    generator_set_local(self, "indices", indices)


@native_class(product)
class product:
    def __reduce__(self):
        pools = generator_local(self, "pools")
        if pools is None:
            return product, ((),)
        indices = _indices_of(self, lambda batch, start: _product_batch(pools, start, batch))
        return (product, tuple(pools)) if indices is None else (product, tuple(pools), tuple(indices))

    def __setstate__(self, state):
        pools = generator_local(self, "pools") or []
        if not isinstance(state, tuple) or len(state) != len(pools):
            raise ValueError("invalid arguments")
        state = [container_index(i) for i in state]
        if all(pools):
            _stand_at(self, [max(0, min(i, len(pool) - 1)) for i, pool in zip(state, pools)])


def _new_product(cls, repeat, iterables):
    repeat = container_index(repeat)
    if repeat < 0:
        raise ValueError("repeat argument cannot be negative")
    return _product([tuple(iterable) for iterable in iterables] * repeat, None)


@native_iterator(product)
def _product(pools, indices):
    for pool in pools:
        if not pool:
            return
    if indices is None:
        indices = [0] * len(pools)
        yield tuple([pool[0] for pool in pools])
    batch = _all
    while len(batch) == len(_all):
        start = indices[:]
        batch = _product_batch(pools, indices, len(_all))
        pending = iter(batch)
        for items in pending:
            yield items


@native_class(permutations)
class permutations:
    def __reduce__(self):
        pool = generator_local(self, "pool")
        if pool is None:
            return permutations, ((), 1)
        r, start = generator_local(self, "r"), generator_local(self, "starting_cycles")
        cycles = (start if start is not None else generator_local(self, "cycles") or ())[:]
        indices = _indices_of(self, lambda batch, start: _permutations_batch(pool, start, cycles, batch))
        return (permutations, (pool, r)) if indices is None else (permutations, (pool, r), (tuple(indices), tuple(cycles)))

    def __setstate__(self, state):
        pool, r = generator_local(self, "pool") or (), generator_local(self, "r")
        indices, cycles = _parts_of(state, 2, 2)
        n = len(pool)
        if len(indices) != n or len(cycles) != r:
            raise ValueError("invalid arguments")
        generator_set_local(self, "cycles", [max(1, min(container_index(c), n - i)) for i, c in enumerate(cycles)])
        _stand_at(self, [max(0, min(container_index(i), n - 1)) for i in indices])


def _new_permutations(cls, iterable, r):
    pool = tuple(iterable)
    if r is None:
        r = len(pool)
    elif not isinstance(r, int):
        raise TypeError("Expected int as r")
    if r < 0:
        raise ValueError("r must be non-negative")
    return _permutations(pool, r, None, None)


@native_iterator(permutations)
def _permutations(pool, r, indices, cycles):
    n = len(pool)
    if r > n:
        return
    if indices is None:
        indices = list(range(n))
        cycles = list(range(n, n - r, -1))
        yield pool[:r]
    batch = _all
    while len(batch) == len(_all):
        start = indices[:]
        starting_cycles = cycles[:]
        batch = _permutations_batch(pool, indices, cycles, len(_all))
        pending = iter(batch)
        for items in pending:
            yield items


@native_class(combinations)
class combinations:
    def __reduce__(self):
        return _reduced_combinations(self, combinations, False)

    def __setstate__(self, state):
        _set_combinations(self, state, False)


def _new_combinations(cls, iterable, r):
    pool = tuple(iterable)
    r = container_index(r)
    if r < 0:
        raise ValueError("r must be non-negative")
    return _combinations(pool, r, None)


@native_iterator(combinations)
def _combinations(pool, r, indices):
    n = len(pool)
    if r > n:
        return
    if indices is None:
        indices = list(range(r))
        yield pool[:r]
    batch = _all
    while len(batch) == len(_all):
        start = indices[:]
        batch = _combinations_batch(pool, indices, False, len(_all))
        pending = iter(batch)
        for items in pending:
            yield items


@native_class(combinations_with_replacement)
class combinations_with_replacement:
    def __reduce__(self):
        return _reduced_combinations(self, combinations_with_replacement, True)

    def __setstate__(self, state):
        _set_combinations(self, state, True)


def _new_combinations_with_replacement(cls, iterable, r):
    pool = tuple(iterable)
    r = container_index(r)
    if r < 0:
        raise ValueError("r must be non-negative")
    return _combinations_with_replacement(pool, r, None)


@native_iterator(combinations_with_replacement)
def _combinations_with_replacement(pool, r, indices):
    n = len(pool)
    if n == 0 and r > 0:
        return
    if indices is None:
        indices = [0] * r
        yield pool[:1] * r
    batch = _all
    while len(batch) == len(_all):
        start = indices[:]
        batch = _combinations_batch(pool, indices, True, len(_all))
        pending = iter(batch)
        for items in pending:
            yield items


def _reduced_combinations(self, cls, replacement):
    pool = generator_local(self, "pool")
    if pool is None:
        return cls, ((), 1)
    indices = _indices_of(self, lambda batch, start: _combinations_batch(pool, start, replacement, batch))
    parts = cls, (pool, generator_local(self, "r"))
    return parts if indices is None else (*parts, tuple(indices))


def _set_combinations(self, state, replacement):
    n, r = len(generator_local(self, "pool") or ()), generator_local(self, "r")
    if not isinstance(state, tuple) or len(state) != r:
        raise ValueError("invalid arguments")
    indices = [container_index(i) for i in state]
    if r is not None and (n or not r):
        _stand_at(self, [max(0, min(index, n - 1 if replacement else i + n - r)) for i, index in enumerate(indices)])
