"""Heap queues. Heaps of builtin values are handled natively; the twins here are for items that compare by
code of the program."""

__all__ = ["heapify", "heappop", "heappush", "heappushpop", "heapreplace", "merge", "nlargest", "nsmallest"]


def _up(heap, top, at, largest):
    # The item at `at` moves up to its place, at `top` or below.
    item = heap[at]
    while at > top:
        parent = (at - 1) >> 1
        above = heap[parent]
        if not (above < item if largest else item < above):
            break
        heap[at] = above
        at = parent
    heap[at] = item


def _down(heap, at, largest):
    # The smaller children move up all the way down, then the item goes up from there.
    top = at
    end = len(heap)
    item = heap[at]
    child = 2 * at + 1
    while child < end:
        right = child + 1
        if right < end:
            if largest:
                if not heap[right] < heap[child]:
                    child = right
            elif not heap[child] < heap[right]:
                child = right
        heap[at] = heap[child]
        at = child
        child = 2 * at + 1
    heap[at] = item
    _up(heap, top, at, largest)


def _heappush_twin(heap, item):
    heap.append(item)
    _up(heap, 0, len(heap) - 1, False)


def _pop(heap, largest):
    last = heap.pop()
    if not heap:
        return last
    first = heap[0]
    heap[0] = last
    _down(heap, 0, largest)
    return first


def _replace(heap, item, largest):
    first = heap[0]
    heap[0] = item
    _down(heap, 0, largest)
    return first


def _heapify(heap, largest):
    for i in range(len(heap) // 2 - 1, -1, -1):
        _down(heap, i, largest)


def _heappop_twin(heap):
    return _pop(heap, False)


def _heapreplace_twin(heap, item):
    return _replace(heap, item, False)


def _heapify_twin(heap):
    _heapify(heap, False)


def _heappop_max_twin(heap):
    return _pop(heap, True)


def _heapreplace_max_twin(heap, item):
    return _replace(heap, item, True)


def _heapify_max_twin(heap):
    _heapify(heap, True)


def _heappushpop_twin(heap, item):
    if heap and heap[0] < item:
        return _replace(heap, item, False)
    return item


def nsmallest(n, iterable, key=None):
    """The n smallest items, as sorted(iterable, key=key)[:n]."""
    return sorted(iterable, key=key)[: max(n, 0)]


def nlargest(n, iterable, key=None):
    """The n largest items, as sorted(iterable, key=key, reverse=True)[:n]."""
    return sorted(iterable, key=key, reverse=True)[: max(n, 0)]


def merge(*iterables, key=None, reverse=False):
    """Merges sorted inputs into one sorted iterator."""
    # Each entry: sort key, number of the input (which keeps the order of equal ones), item, the input.
    entries = []
    number = 0
    for iterable in iterables:
        iterator = iter(iterable)
        for item in iterator:
            entries.append([item if key is None else key(item), -number if reverse else number, item, iterator])
            break
        number += 1
    make, replace, pop = (_heapify_max, _heapreplace_max, _heappop_max) if reverse else (heapify, heapreplace, heappop)
    entries = [(e[0], e[1], e) for e in entries]
    make(entries)
    while entries:
        entry = entries[0][2]
        yield entry[2]
        for item in entry[3]:
            entry[0] = item if key is None else key(item)
            entry[2] = item
            replace(entries, (entry[0], entry[1], entry))
            break
        else:
            pop(entries)
