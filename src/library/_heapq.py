"""Heap queues. Heaps of builtin values are handled natively; the twins here are for items that compare by
code of the program."""


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
