# Twins of the natives of set and frozenset, for items whose class defines __hash__ or __eq__. User code may
# change a set at each comparison; then, as in CPython, the search starts again. Slots are known by number;
# see the intrinsics in objects/containers/set_methods.cpp.


def set_find_asking(s, key, key_hash):
    # The key's slot, or -1. Mostly there is one candidate, and it is the key.
    slot, candidate = set_first_unsure(s, key, key_hash)
    if candidate is __missing__:
        return slot
    if candidate == key:
        if set_slot_key(s, slot, key_hash) is candidate:
            return slot
        asked = -1
    else:
        asked = slot if set_slot_key(s, slot, key_hash) is candidate else -1
    while True:
        slots = set_candidates(s, key_hash)
        restart = False
        for slot in slots:
            if slot == asked:
                asked = -1
                continue
            candidate = set_slot_key(s, slot, key_hash)
            if candidate is key:
                return slot
            same = candidate == key
            if set_slot_key(s, slot, key_hash) is not candidate:
                restart = True
                break
            if same:
                return slot
        if not restart and (not slots or set_candidates(s, key_hash) == slots):
            return -1


def set_put_asking(s, key, key_hash):
    if set_find(s, key, key_hash) < 0:
        set_slot_insert(s, key_hash, key)


def set_take_out_asking(s, key, key_hash):
    slot = set_find(s, key, key_hash)
    if slot < 0:
        return False
    set_slot_delete(s, slot)
    return True


def set_like(s, result):
    return set_freeze(result) if class_of(s) is frozenset else result


# --- one item


def set_add(self, item):
    set_put(self, item, hash(item))


def set__contains__(self, item):
    item = set_key(item)
    return set_find(self, item, hash(item)) >= 0


def set_discard(self, item):
    item = set_key(item)
    set_take_out(self, item, hash(item))


def set_remove(self, item):
    key = set_key(item)
    if not set_take_out(self, key, hash(key)):
        raise KeyError(item)


# --- all items of another; `other` is any iterable


def set_absorb(self, other):
    source = set_plain(other)
    if class_of(other) is dict:
        entry = dict_next_entry(other, 0)
        while entry >= 0:
            key_hash, key, _ = dict_entry_item(other, entry)
            set_put(self, key, key_hash)
            entry = dict_next_entry(other, entry + 1)
        return
    if source is __missing__:
        for item in other:
            set_put(self, item, hash(item))
        return
    slot = set_next_slot(source, 0)
    while slot >= 0:
        key_hash, key = set_slot_item(source, slot)
        set_put(self, key, key_hash)
        slot = set_next_slot(source, slot + 1)


def set_remove_all(self, other):
    if other is self:
        self.clear()
        return
    source = set_plain(other)
    if source is __missing__:
        for item in other:
            set_take_out(self, item, hash(item))
        return
    slot = set_next_slot(source, 0)
    while slot >= 0:
        key_hash, key = set_slot_item(source, slot)
        set_take_out(self, key, key_hash)
        slot = set_next_slot(source, slot + 1)


def set_common(self, other):
    # A new set of what is in both.
    result = set()
    source = set_plain(other)
    if source is __missing__:
        for item in other:
            key_hash = hash(item)
            if set_find(self, item, key_hash) >= 0:
                set_put(result, item, key_hash)
                if len(result) >= len(self):
                    break
        return result
    if len(source) > len(self):
        self, source = source, self
    slot = set_next_slot(source, 0)
    while slot >= 0:
        key_hash, key = set_slot_item(source, slot)
        if set_find(self, key, key_hash) >= 0:
            set_put(result, key, key_hash)
        slot = set_next_slot(source, slot + 1)
    return result


def set_without(self, other):
    # A new set of what is not in the other set.
    result = set()
    slot = set_next_slot(self, 0)
    while slot >= 0:
        key_hash, key = set_slot_item(self, slot)
        if set_find(other, key, key_hash) < 0:
            set_put(result, key, key_hash)
        slot = set_next_slot(self, slot + 1)
    return result


def set_toggle_all(self, other):
    if other is self:
        self.clear()
        return
    source = set_plain(other)
    if source is __missing__:
        source = set()
        set_absorb(source, other)
    slot = set_next_slot(source, 0)
    while slot >= 0:
        key_hash, key = set_slot_item(source, slot)
        if not set_take_out(self, key, key_hash):
            set_put(self, key, key_hash)
        slot = set_next_slot(source, slot + 1)


def set_all_in(a, b):
    slot = set_next_slot(a, 0)
    while slot >= 0:
        key_hash, key = set_slot_item(a, slot)
        if set_find(b, key, key_hash) < 0:
            return False
        slot = set_next_slot(a, slot + 1)
    return True


# --- constructors and methods


def set_new(cls, iterable):
    result = set()
    set_absorb(result, iterable)
    return result


def set_init(self, iterable):
    fresh = set()
    if iterable is not __missing__:
        set_absorb(fresh, iterable)
    set_take(self, fresh)


def frozenset_new(cls, iterable):
    return set_freeze(set_new(set, iterable))


def set_update(self, others):
    for other in others:
        set_absorb(self, other)


def set_union(self, others):
    result = set_copy_plain(self)
    for other in others:
        set_absorb(result, other)
    return set_like(self, result)


def set_intersection(self, others):
    result = self
    for other in others:
        result = set_common(result, other)
    return set_like(self, set_copy_plain(result) if result is self else result)


def set_intersection_update(self, others):
    result = self
    for other in others:
        result = set_common(result, other)
    if result is not self:
        set_take(self, result)


def set_difference(self, others):
    result = set_copy_plain(self)
    for other in others:
        set_remove_all(result, result if other is self else other)
    return set_like(self, result)


def set_difference_update(self, others):
    for other in others:
        set_remove_all(self, other)


def set_symmetric_difference(self, other):
    result = set_new(set, other)
    set_toggle_all(result, self)
    return set_like(self, result)


def set_symmetric_difference_update(self, other):
    set_toggle_all(self, other)


def set_isdisjoint(self, other):
    source = set_plain(other)
    if source is not __missing__ and (not is_user_object(other) or looks_builtin(bind_special(other, "__iter__"))):
        if len(source) > len(self):
            self, source = source, self
        slot = set_next_slot(source, 0)
        while slot >= 0:
            key_hash, key = set_slot_item(source, slot)
            if set_find(self, key, key_hash) >= 0:
                return False
            slot = set_next_slot(source, slot + 1)
        return True
    for item in other:
        if set_find(self, item, hash(item)) >= 0:
            return False
    return True


def set_issubset(self, other):
    source = set_plain(other)
    if source is __missing__:
        source = set()
        set_absorb(source, other)
    return len(self) <= len(source) and set_all_in(self, source)


def set_issuperset(self, other):
    source = set_plain(other)
    if source is __missing__:
        for item in other:
            if set_find(self, item, hash(item)) < 0:
                return False
        return True
    return len(source) <= len(self) and set_all_in(source, self)


# --- operators


def set__and__(self, other):
    other = set_plain(other)
    if other is __missing__:
        return NotImplemented
    return set_like(self, set_common(self, other))


def set__or__(self, other):
    other = set_plain(other)
    if other is __missing__:
        return NotImplemented
    result = set_copy_plain(self)
    set_absorb(result, other)
    return set_like(self, result)


def set__sub__(self, other):
    other = set_plain(other)
    if other is __missing__:
        return NotImplemented
    return set_like(self, set_without(self, other))


def set__xor__(self, other):
    other = set_plain(other)
    if other is __missing__:
        return NotImplemented
    result = set_copy_plain(other)
    set_toggle_all(result, self)
    return set_like(self, result)


def set__rand__(self, other):
    other = set_plain(other)
    return NotImplemented if other is __missing__ else set__and__(other, self)


def set__ror__(self, other):
    other = set_plain(other)
    return NotImplemented if other is __missing__ else set__or__(other, self)


def set__rsub__(self, other):
    other = set_plain(other)
    return NotImplemented if other is __missing__ else set__sub__(other, self)


def set__rxor__(self, other):
    other = set_plain(other)
    return NotImplemented if other is __missing__ else set__xor__(other, self)


def set_in_place(self, other, change):
    other = set_plain(other)
    if other is __missing__:
        return NotImplemented
    change(self, other)
    return self


def set_keep_common(self, other):
    set_take(self, set_common(self, other))


def set__iand__(self, other):
    return set_in_place(self, other, set_keep_common)


def set__ior__(self, other):
    return set_in_place(self, other, set_absorb)


def set__isub__(self, other):
    return set_in_place(self, other, set_remove_all)


def set__ixor__(self, other):
    return set_in_place(self, other, set_toggle_all)


def set__eq__(self, other):
    other = set_plain(other)
    if other is __missing__:
        return NotImplemented
    return len(self) == len(other) and set_all_in(self, other)


def set__ne__(self, other):
    same = set__eq__(self, other)
    return NotImplemented if same is NotImplemented else not same


def set__lt__(self, other):
    other = set_plain(other)
    if other is __missing__:
        return NotImplemented
    return len(self) < len(other) and set_all_in(self, other)


def set__le__(self, other):
    other = set_plain(other)
    if other is __missing__:
        return NotImplemented
    return len(self) <= len(other) and set_all_in(self, other)


def set__gt__(self, other):
    other = set_plain(other)
    if other is __missing__:
        return NotImplemented
    return len(other) < len(self) and set_all_in(other, self)


def set__ge__(self, other):
    other = set_plain(other)
    if other is __missing__:
        return NotImplemented
    return len(other) <= len(self) and set_all_in(other, self)


def set__repr__(self):
    if repr_is_open(self):
        return "set(...)"
    return "{" + ", ".join([repr(item) for item in list(self)]) + "}"


def frozenset__repr__(self):
    if repr_is_open(self):
        return "frozenset(...)"
    return "frozenset({" + ", ".join([repr(item) for item in list(self)]) + "})"


frozenset__contains__ = set__contains__
frozenset__and__ = set__and__
frozenset__or__ = set__or__
frozenset__sub__ = set__sub__
frozenset__xor__ = set__xor__
frozenset__rand__ = set__rand__
frozenset__ror__ = set__ror__
frozenset__rsub__ = set__rsub__
frozenset__rxor__ = set__rxor__
frozenset__eq__ = set__eq__
frozenset__ne__ = set__ne__
frozenset__lt__ = set__lt__
frozenset__le__ = set__le__
frozenset__gt__ = set__gt__
frozenset__ge__ = set__ge__
