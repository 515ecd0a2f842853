"""Searching and inserting in sorted lists. What compares natively is in bisect.cpp; the twins here do the rest."""


def _bisect_left(a, x, lo, hi, key):
    if lo < 0:
        raise ValueError("lo must be non-negative")
    if hi is None:
        hi = len(a)
    while lo < hi:
        middle = (lo + hi) // 2
        item = a[middle] if key is None else key(a[middle])
        if item < x:
            lo = middle + 1
        else:
            hi = middle
    return lo


def _bisect_right(a, x, lo, hi, key):
    if lo < 0:
        raise ValueError("lo must be non-negative")
    if hi is None:
        hi = len(a)
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
