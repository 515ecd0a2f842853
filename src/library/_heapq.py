"""Heap queues. Heaps of builtin values are handled natively; the twins here are for items that compare by
code of the program."""


def _is_less(heap, at, other, largest, size):
    # How CPython's C asks: a comparison that changes the list is found out.
    less = True if (heap[other] < heap[at] if largest else heap[at] < heap[other]) else False
    if len(heap) != size:
        raise RuntimeError("list changed size during iteration")
    return less


def _up(heap, top, at, largest):
    # The item at `at` moves up to its place, at `top` or below. Items change places, so that all are there when a comparison raises.
    size = len(heap)
    while at > top:
        parent = (at - 1) >> 1
        if not _is_less(heap, at, parent, largest, size):
            break
        heap[at], heap[parent] = heap[parent], heap[at]
        at = parent


def _down(heap, at, largest):
    # The smaller children move up all the way down, then the item goes up from there.
    top = at
    size = len(heap)
    while at < size >> 1:
        child = 2 * at + 1
        if child + 1 < size and not _is_less(heap, child, child + 1, largest, size):
            child += 1
        heap[at], heap[child] = heap[child], heap[at]
        at = child
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
    if not heap or not heap[0] < item:
        return item
    if not heap:  # by now
        raise IndexError("index out of range")
    return _replace(heap, item, False)
