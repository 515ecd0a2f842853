# Twins of dict's natives, for keys whose class defines __hash__ or __eq__. User code may change the dict at
# each comparison; then, as in CPython, the search starts again. Entries are known by number; see the
# intrinsics in objects/containers/dict.cpp.


def dict_find_asking(d, key, key_hash):
    # The number of the key's entry, or -1. Mostly there is one candidate, and it is the key.
    entry, candidate = dict_first_unsure(d, key, key_hash)
    if candidate is __missing__:
        return entry
    if candidate == key:
        if dict_entry_key(d, entry, key_hash) is candidate:
            return entry
        asked = -1
    else:
        asked = entry if dict_entry_key(d, entry, key_hash) is candidate else -1
    while True:
        version = dict_version(d)
        entries = dict_candidates(d, key_hash)
        restart = False
        for entry in entries:
            if entry == asked:
                asked = -1
                continue
            candidate = dict_entry_key(d, entry, key_hash)
            if candidate is key:
                return entry
            same = candidate == key
            if dict_version(d) != version and dict_entry_key(d, entry, key_hash) is not candidate:
                restart = True
                break
            if same:
                return entry
        if restart:
            continue
        if dict_version(d) == version or dict_candidates(d, key_hash) == entries:
            return -1


def dict_put_asking(d, key, key_hash, value):
    entry = dict_find(d, key, key_hash)
    if entry >= 0:
        dict_entry_store(d, entry, value)
    else:
        dict_entry_append(d, key_hash, key, value)


def dict__getitem__(self, key):
    entry = dict_find(self, key, hash(key))
    if entry < 0:
        raise KeyError(key)
    return dict_entry_value(self, entry)


def dict_getitem_or_missing(self, data, key):
    entry = dict_find(data, key, hash(key))
    if entry >= 0:
        return dict_entry_value(data, entry)
    return bind_special(self, "__missing__")(key)


def dict__setitem__(self, key, value):
    dict_put(self, key, hash(key), value)


def dict_move_asking(d, key, last):
    entry = dict_find(d, key, hash(key))
    if entry >= 0:
        dict_entry_move(d, entry, last)
    return entry >= 0


def dict__delitem__(self, key):
    entry = dict_find(self, key, hash(key))
    if entry < 0:
        raise KeyError(key)
    dict_entry_delete(self, entry)


def dict__contains__(self, key):
    return dict_find(self, key, hash(key)) >= 0


def dict_get(self, key, default):
    entry = dict_find(self, key, hash(key))
    return default if entry < 0 else dict_entry_value(self, entry)


def dict_setdefault(self, key, default):
    key_hash = hash(key)
    entry = dict_find(self, key, key_hash)
    if entry >= 0:
        return dict_entry_value(self, entry)
    dict_entry_append(self, key_hash, key, default)
    return default


def dict_pop(self, key, default):
    if self:
        entry = dict_find(self, key, hash(key))
        if entry >= 0:
            return dict_entry_delete(self, entry)
    if default is __missing__:
        raise KeyError(key)
    return default


# --- update, dict(…), |


def dict_merge_plain(self, source):
    if self is source:
        return
    size = len(source)
    entry = dict_next_entry(source, 0)
    while entry >= 0:
        key_hash, key, value = dict_entry_item(source, entry)
        dict_put(self, key, key_hash, value)
        if len(source) != size:
            raise RuntimeError("dict mutated during update")
        entry = dict_next_entry(source, entry + 1)


def dict_absorb(self, other):
    source = dict_plain(other)
    if source is not __missing__:
        dict_merge_plain(self, source)
    elif hasattr(other, "keys"):
        for key in other.keys():
            self[key] = other[key]
    else:
        dict_absorb_pairs(self, other)


def dict_absorb_pairs(self, iterable):
    number = 0
    for item in iterable:
        try:
            pair = list(iter(item))
        except TypeError:
            raise TypeError(f"cannot convert dictionary update sequence element #{number} to a sequence") from None
        if len(pair) != 2:
            raise ValueError(f"dictionary update sequence element #{number} has length {len(pair)}; 2 is required")
        self[pair[0]] = pair[1]
        number += 1


def dict_update(self, other, kwargs):
    if other is not __missing__:
        dict_absorb(self, other)
    if kwargs:
        dict_merge_plain(self, kwargs)


def dict_new(cls, iterable, kwargs):
    result = {}
    dict_update(result, iterable, kwargs)
    return result


def dict_copy(self):
    result = {}
    dict_absorb(result, self)
    return result


def dict_fromkeys(cls, iterable, value):
    result = cls()
    if cls is dict and class_of(iterable) is dict:
        # Keys of dicts and sets have their hashes already.
        entry = dict_next_entry(iterable, 0)
        while entry >= 0:
            key_hash, key, _ = dict_entry_item(iterable, entry)
            dict_put(result, key, key_hash, value)
            entry = dict_next_entry(iterable, entry + 1)
        return result
    source = set_plain(iterable) if cls is dict else __missing__
    if source is not __missing__:
        slot = set_next_slot(source, 0)
        while slot >= 0:
            key_hash, key = set_slot_item(source, slot)
            dict_put(result, key, key_hash, value)
            slot = set_next_slot(source, slot + 1)
        return result
    if cls is dict:
        for key in iterable:
            dict_put(result, key, hash(key), value)
        return result
    for key in iterable:
        result[key] = value
    return result


def dict__or__(self, other):
    if dict_plain_payload(other) is __missing__:
        return NotImplemented
    result = self.copy()
    dict_absorb(result, other)
    return result


def dict__ror__(self, other):
    other = dict_plain_payload(other)
    if other is __missing__:
        return NotImplemented
    result = other.copy()
    dict_merge_plain(result, self)
    return result


def dict_plain_payload(value):
    value = payload(value)
    return value if class_of(value) is dict else __missing__


def dict__ior__(self, other):
    dict_absorb(self, other)
    return self


# --- comparison, repr


def dict_equals(a, b):
    if len(a) != len(b):
        return False
    entry = dict_next_entry(a, 0)
    while entry >= 0:
        key_hash, key, value = dict_entry_item(a, entry)
        found = dict_find(b, key, key_hash)
        if found < 0:
            return False
        other = dict_entry_value(b, found)
        if value is not other and not (value == other):
            return False
        entry = dict_next_entry(a, entry + 1)
    return True


def dict__eq__(self, other):
    other = dict_plain_payload(other)
    return NotImplemented if other is __missing__ else dict_equals(self, other)


def dict__ne__(self, other):
    other = dict_plain_payload(other)
    return NotImplemented if other is __missing__ else not dict_equals(self, other)


def dict__repr__(self):
    if repr_is_open(self):
        return "{...}"
    parts = []
    entry = dict_next_entry(self, 0)
    while entry >= 0:  # as long as there are some: what is asked may change the dict
        _, key, value = dict_entry_item(self, entry)
        parts.append(repr(key) + ": " + repr(value))
        entry = dict_next_entry(self, entry + 1)
    return "{" + ", ".join(parts) + "}"


# --- views


def dict_view_other(other):
    # A set or a view that is like one, which views may be compared with.
    cls = class_of(payload(other))
    return cls is set or cls is frozenset or cls is dict_keys_class or cls is dict_items_class


def dict_view_all_in(items, container):
    for item in items:
        if item not in container:
            return False
    return True


def dict_keys__contains__(self, key):
    return dict_find(dict_of_view(self), key, hash(key)) >= 0


def dict_items__contains__(self, item):
    item = payload(item)
    if class_of(item) is not tuple or len(item) != 2:
        return False
    d = dict_of_view(self)
    entry = dict_find(d, item[0], hash(item[0]))
    if entry < 0:
        return False
    value = dict_entry_value(d, entry)
    return value is item[1] or bool(value == item[1])


def dict_values__contains__(self, item):
    for value in self:
        if value is item or value == item:
            return True
    return False


def dict_keys__eq__(self, other):
    if not dict_view_other(other):
        return NotImplemented
    return len(self) == len(other) and dict_view_all_in(self, other)


def dict_keys__ne__(self, other):
    if not dict_view_other(other):
        return NotImplemented
    return not (len(self) == len(other) and dict_view_all_in(self, other))


def dict_keys__lt__(self, other):
    if not dict_view_other(other):
        return NotImplemented
    return len(self) < len(other) and dict_view_all_in(self, other)


def dict_keys__le__(self, other):
    if not dict_view_other(other):
        return NotImplemented
    return len(self) <= len(other) and dict_view_all_in(self, other)


def dict_keys__gt__(self, other):
    if not dict_view_other(other):
        return NotImplemented
    return len(self) > len(other) and dict_view_all_in(other, self)


def dict_keys__ge__(self, other):
    if not dict_view_other(other):
        return NotImplemented
    return len(self) >= len(other) and dict_view_all_in(other, self)


def dict_keys__and__(self, other):
    if class_of(self) is not dict_keys_class and class_of(self) is not dict_items_class:
        self, other = other, self
    result = set()
    for item in other:
        if item in self:
            result.add(item)
    return result


def dict_keys__rand__(self, other):
    return dict_keys__and__(self, other)


def dict_keys__or__(self, other):
    result = dict_view_set(self)
    result.update(other)
    return result


def dict_keys__ror__(self, other):
    return dict_keys__or__(other, self)


def dict_view_set(view):
    # The keys' hashes are known to the dict.
    return set(dict_of_view(view)) if class_of(view) is dict_keys_class else set(view)


def dict_keys__sub__(self, other):
    result = dict_view_set(self)
    result.difference_update(other)
    return result


def dict_keys__rsub__(self, other):
    return dict_keys__sub__(other, self)


def dict_keys__xor__(self, other):
    result = dict_view_set(self)
    result.symmetric_difference_update(other)
    return result


def dict_keys__rxor__(self, other):
    return dict_keys__xor__(other, self)


def dict_keys_isdisjoint(self, other):
    for item in other:
        if item in self:
            return False
    return True


def dict_keys__repr__(self):
    return f"dict_keys([{', '.join([repr(key) for key in list(self)])}])"


def dict_values__repr__(self):
    if repr_is_open(self):
        return "..."
    return f"dict_values([{', '.join([repr(value) for value in list(self)])}])"


def dict_items__repr__(self):
    if repr_is_open(self):
        return "..."
    return f"dict_items([{', '.join([repr(item) for item in list(self)])}])"


dict_keys_class = class_of({}.keys())
dict_items_class = class_of({}.items())
dict_items__eq__ = dict_keys__eq__
dict_items__ne__ = dict_keys__ne__
dict_items__lt__ = dict_keys__lt__
dict_items__le__ = dict_keys__le__
dict_items__gt__ = dict_keys__gt__
dict_items__ge__ = dict_keys__ge__
dict_items__and__ = dict_keys__and__
dict_items__rand__ = dict_keys__rand__
dict_items__or__ = dict_keys__or__
dict_items__ror__ = dict_keys__ror__
dict_items__sub__ = dict_keys__sub__
dict_items__rsub__ = dict_keys__rsub__
dict_items__xor__ = dict_keys__xor__
dict_items__rxor__ = dict_keys__rxor__
dict_items_isdisjoint = dict_keys_isdisjoint
