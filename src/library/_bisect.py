"""Searching and inserting in sorted lists. What compares natively is in _bisect.cpp; the twins here do the rest."""


def _bounds(a, lo, hi):
    lo = container_index(lo)
    hi = None if hi is None else container_index(hi)
    if lo < 0:
        raise ValueError("lo must be non-negative")
    return lo, len(a) if hi is None else hi


def _bisect_left(a, x, lo, hi, key):
    lo, hi = _bounds(a, lo, hi)
    while lo < hi:
        middle = (lo + hi) // 2
        item = a[middle] if key is None else key(a[middle])
        if item < x:
            lo = middle + 1
        else:
            hi = middle
    return lo


def _bisect_right(a, x, lo, hi, key):
    lo, hi = _bounds(a, lo, hi)
    while lo < hi:
        middle = (lo + hi) // 2
        item = a[middle] if key is None else key(a[middle])
        if x < item:
            hi = middle
        else:
            lo = middle + 1
    return lo


def _insort_left(a, x, lo, hi, key):
    place = _bisect_left(a, x if key is None else key(x), lo, hi, key)
    a.insert(place, x)


def _insort_right(a, x, lo, hi, key):
    place = _bisect_right(a, x if key is None else key(x), lo, hi, key)
    a.insert(place, x)
