"""In addition to CPython's functools: what it changes in itself is done; a property's lock is a dummy, so that the image can hold it."""

from _functools import KeyWrapper, _KeyMaker, _MISSING, _bounded_cache, _unbounded_cache  # states of earlier releases find them here

# total_ordering() names what it puts into a class, the same way each time.
for _methods in _convert.values():
    for _name, _method in _methods:
        _method.__name__ = _name
del _methods, _name, _method


class RLock:
    """A lock where nobody else is; since 3.12 cached_property has none."""

    __slots__ = ()

    def __enter__(self):
        return True

    def __exit__(self, *exception):
        pass
