"""The set of weak references: weakref.WeakSet."""


class WeakSet:
    """A set whose elements go when nothing else refers to them."""

    def __init__(self, data=None):
        from weakref import ref
        self.data = set()
        own = ref(self)

        def gone(reference):
            self = own()
            if self is not None:
                self.data.discard(reference)

        self._ref = ref
        self._remove = gone
        if data is not None:
            self.update(data)

    def __iter__(self):
        for reference in list(self.data):
            item = reference()
            if item is not None:
                yield item

    def __len__(self):
        return len(self.data)

    def __contains__(self, item):
        try:
            reference = self._ref(item)
        except TypeError:
            return False
        return reference in self.data

    def add(self, item):
        self.data.add(self._ref(item, self._remove))

    def clear(self):
        self.data.clear()

    def copy(self):
        return self.__class__(self)

    __copy__ = copy

    def pop(self):
        while True:
            try:
                reference = self.data.pop()
            except KeyError:
                raise KeyError("pop from empty WeakSet") from None
            item = reference()
            if item is not None:
                return item

    def remove(self, item):
        self.data.remove(self._ref(item))

    def discard(self, item):
        self.data.discard(self._ref(item))

    def update(self, other):
        for item in other:
            self.add(item)

    def __ior__(self, other):
        self.update(other)
        return self

    def difference(self, other):
        new = self.copy()
        new.difference_update(other)
        return new

    __sub__ = difference

    def difference_update(self, other):
        self.__isub__(other)

    def __isub__(self, other):
        if self is other:
            self.data.clear()
        else:
            self.data.difference_update([self._ref(item) for item in other])
        return self

    def intersection(self, other):
        return self.__class__([item for item in other if item in self])

    __and__ = intersection

    def intersection_update(self, other):
        self.__iand__(other)

    def __iand__(self, other):
        self.data.intersection_update([self._ref(item) for item in other])
        return self

    def issubset(self, other):
        return self.data.issubset([self._ref(item) for item in other])

    __le__ = issubset

    def __lt__(self, other):
        return self.data < set(map(self._ref, other))

    def issuperset(self, other):
        return self.data.issuperset([self._ref(item) for item in other])

    __ge__ = issuperset

    def __gt__(self, other):
        return self.data > set(map(self._ref, other))

    def __eq__(self, other):
        if not isinstance(other, self.__class__):
            return NotImplemented
        return self.data == set(map(self._ref, other))

    def symmetric_difference(self, other):
        new = self.copy()
        new.symmetric_difference_update(other)
        return new

    __xor__ = symmetric_difference

    def symmetric_difference_update(self, other):
        self.__ixor__(other)

    def __ixor__(self, other):
        if self is other:
            self.data.clear()
        else:
            self.data.symmetric_difference_update([self._ref(item, self._remove) for item in other])
        return self

    def union(self, other):
        return self.__class__([item for group in (self, other) for item in group])

    __or__ = union

    def isdisjoint(self, other):
        return len(self.intersection(other)) == 0

    def __repr__(self):
        return repr(self.data)

    __class_getitem__ = classmethod(make_generic_alias)
