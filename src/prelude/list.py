# Twins of list's natives, and sorting with user code.


list_endless = (1 << 63) - 1  # (a list may grow while its items are compared)


def list_new(cls, iterable):
    result = []
    list_extend(result, iterable)
    return result


def list_init(self, iterable):
    self.clear()
    if iterable is not __missing__:
        list_extend(self, iterable)


def list_extend(self, iterable):
    iterator = iter(iterable)
    iterators_ask_hint(iterable)
    if not is_user_object(iterator):
        for item in iterator:
            self.append(item)
        return
    while True:
        try:
            item = next(iterator)
        except StopIteration:
            return
        self.append(item)


def list__iadd__(self, other):
    list_extend(self, other)
    return self


def list__imul__(self, count):
    if type_lookup(class_of(count), "__index__") is __missing__:
        return NotImplemented
    self *= container_index(count)
    return self


def list__repr__(self):
    if repr_is_open(self):
        return "[...]"
    parts = []
    i = 0
    while i < len(self):
        parts.append(repr(self[i]))
        i += 1
    return "[" + ", ".join(parts) + "]"


def list__setitem__(self, key, value):
    if class_of(key) is not slice:
        self[container_position(key)] = value
        return
    key = container_slice(key)
    try:
        iterator = iter(value)
    except TypeError:
        if key.step is None or key.step == 1:
            raise TypeError("can only assign an iterable") from None
        raise TypeError("must assign iterable to extended slice") from None
    self[key] = list(iterator)


def list__delitem__(self, key):
    del self[container_key(key)]


def list_index(self, value, start, stop):
    start, end = container_bounds(len(self), start, stop)
    i = container_find(self, value, start, list_endless if stop is __missing__ else end)
    if i < 0:
        raise ValueError(f"{value!r} is not in list")
    return i


def list_insert(self, index, item):
    self.insert(container_index(index), item)


def list_pop(self, index):
    return self.pop(container_index(index))


def list_remove(self, value):
    i = container_find(self, value, 0, list_endless)
    if i < 0:
        raise ValueError("list.remove(x): x not in list")
    del self[i : i + 1]


# --- sorting


def list_reverse_flag_of(reverse):
    return container_index(reverse) != 0


def list_sort(self, key, reverse):
    # As in CPython the list is empty while it is sorted, and must still be at the end.
    reverse = list_reverse_flag(reverse)
    if not self:
        return
    items = list_sort_begin(self)
    try:
        list_sort_items(items, key, reverse)
    finally:
        unchanged = list_sort_end(self, items)
    if not unchanged:
        raise ValueError("list modified during sort")


def list_sort_items(items, key, reverse):
    keys = None
    if key is not None:
        keys = leaf_map(key, items)
        if keys is None:
            keys = [key(item) for item in items]
        elif len(keys) < len(items):
            list_finish_keys(items, key, keys)
    if list_sort_by(items, keys, reverse):
        return
    if keys is None:
        keys = items[:]
    order = list(range(len(items)))
    if reverse:
        order.reverse()
    try:
        order = list_merge_sort(keys, order)
    finally:  # as far as it got
        if reverse:
            order.reverse()
        items[:] = [items[i] for i in order]


def list_keys(items, key):
    keys = leaf_map(key, items)
    if keys is None:
        return [key(item) for item in items]
    list_finish_keys(items, key, keys)
    return keys


def list_finish_keys(items, key, keys):
    i = len(keys)
    while i < len(items):
        keys.append(key(items[i]))
        i += 1


def list_merge_sort(keys, order):
    # Of key numbers; asks `later < earlier` only, so equal keys keep their order. Which keys are compared, and in what order, is as in
    # CPython for up to 63 items: runs, made longer by binary insertion. CPython merges them by galloping; here they are merged plainly.
    least = list_least_run(len(order))
    runs = []
    begin = 0
    while begin < len(order):
        end = list_run_end(keys, order, begin)
        if end - begin < least:
            end = list_insert_sorted(keys, order, begin, end, min(len(order), begin + least))
        runs.append(order[begin:end])
        begin = end
    while len(runs) > 1:
        merged = []
        for j in range(0, len(runs) - 1, 2):
            merged.append(list_merge(keys, runs[j], runs[j + 1]))
        if len(runs) % 2:
            merged.append(runs[-1])
        runs = merged
    return runs[0] if runs else order


def list_least_run(count):
    # So that there are a power of two of them, or a little fewer.
    odd = 0
    while count >= 64:
        odd |= count & 1
        count >>= 1
    return count + odd


def list_run_end(keys, order, begin):
    # Of keys that don't go down, or of those that do, which are turned.
    end = begin + 1
    if end == len(order):
        return end
    last = keys[order[end]]
    down = bool(last < keys[order[begin]])
    end += 1
    while end < len(order):
        key = keys[order[end]]
        if bool(key < last) is not down:
            break
        last = key
        end += 1
    if down:
        order[begin:end] = order[begin:end][::-1]
    return end


def list_insert_sorted(keys, order, begin, end, stop):
    # Those from `end` to `stop` go to their places among those before them, which are sorted.
    while end < stop:
        key = keys[order[end]]
        left = begin
        right = end
        while left < right:
            middle = (left + right) // 2
            if key < keys[order[middle]]:
                right = middle
            else:
                left = middle + 1
        order.insert(left, order.pop(end))
        end += 1
    return end


def list_merge(keys, left, right):
    result = []
    i = j = 0
    left_count = len(left)
    right_count = len(right)
    left_key = keys[left[0]]
    right_key = keys[right[0]]
    while True:
        if right_key < left_key:
            result.append(right[j])
            j += 1
            if j == right_count:
                result.extend(left[i:])
                return result
            right_key = keys[right[j]]
        else:
            result.append(left[i])
            i += 1
            if i == left_count:
                result.extend(right[j:])
                return result
            left_key = keys[left[i]]


def list_sort_method(self, key, reverse, args):
    list_sort(self, key, reverse)


def builtin_sorted(key, reverse, args):
    items = list(args[0])
    list_sort_items(items, key, list_reverse_flag(reverse))
    return items


def list__contains__(self, item):
    return container_holds(self, item)


def list__getitem__(self, key):
    return self[container_key(key)]


def list__mul__(self, count):
    return container_times(self, count)


def list__rmul__(self, count):
    return container_times(self, count)


def list_count(self, value):
    return container_count(self, value)


def list__eq__(self, other):
    return container_compare_to(4, list, self, other)


def list__ne__(self, other):
    return container_compare_to(5, list, self, other)


def list__lt__(self, other):
    return container_compare_to(0, list, self, other)


def list__le__(self, other):
    return container_compare_to(1, list, self, other)


def list__gt__(self, other):
    return container_compare_to(2, list, self, other)


def list__ge__(self, other):
    return container_compare_to(3, list, self, other)
