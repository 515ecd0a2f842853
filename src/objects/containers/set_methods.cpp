// The methods of set and frozenset, and what their twins are made of.
#include <algorithm>

#include "objects/containers/dict.h"
#include "objects/containers/set.h"
#include "objects/containers/tuple.h"
#include "objects/errors/errors.h"
#include "objects/iterators/iterators.h"
#include "objects/model/class.h"
#include "objects/model/operations.h"
#include "objects/numbers/numbers.h"

namespace fermata {

namespace {

Set* self_of(Value v) { return as<Set>(v); }

// --- methods of both. `*others` come as a tuple.

Value copy(Context& cx, Value* args) {
  if (is<FrozenSet>(args[0])) return args[0];
  return set_copy(cx, self_of(args[0]), Kind::kSet);
}

Value union_(Context& cx, Value* args) {
  const Value result = set_copy(cx, self_of(args[0]), args[0].as_object()->kind);
  if (result.is_outcome()) return result;
  for (Value other : as<Tuple>(args[1])->span()) {
    if (other == args[0]) continue;
    const Value done = set_update(cx, as<Set>(result), other);
    if (done.is_outcome()) return done;
  }
  return result;
}

// The twin takes item after item of one: what may end before its argument does leaves it there, and what asks classes after it has taken
// the items would find none any more.
bool is_iterator(Value v) { return operations_of(v).next; }

// Several iterables are taken one after the other; an iterator among the first ones must not be consumed
// when a later one defers. Such calls are the twin's from the start.
bool may_defer_late(Context& cx, Tuple* others) {
  if (others->count < 2) return false;
  return std::ranges::any_of(others->span(), [&](Value v) { return !is_leaf_iterable(cx, v) || is_iterator(v); });
}

Value intersect_all(Context& cx, Set* s, Tuple* others) {
  if (others->count == 0) return set_copy(cx, s, s->kind);
  if (std::ranges::any_of(others->span(), is_iterator)) return Value::defer();
  Value result = Value::object(s);
  for (Value other : others->span()) {
    result = set_intersect(cx, as<Set>(result), other);
    if (result.is_outcome()) break;
  }
  return result;
}

Value intersection(Context& cx, Value* args) {
  if (may_defer_late(cx, as<Tuple>(args[1]))) return Value::defer();
  return intersect_all(cx, self_of(args[0]), as<Tuple>(args[1]));
}

Value difference(Context& cx, Value* args) {
  Tuple* others = as<Tuple>(args[1]);
  Set* s = self_of(args[0]);
  if (may_defer_late(cx, others)) return Value::defer();
  if (others->count == 0) return set_copy(cx, s, s->kind);
  const Value result = set_difference(cx, s, others->items[0]);
  if (result.is_outcome()) return result;
  for (Value other : others->span().subspan(1)) {
    const Value done = set_subtract(cx, as<Set>(result), other);
    if (done.is_outcome()) return done;
  }
  return result;
}

Value symmetric_difference(Context& cx, Value* args) {
  if (is_iterator(args[1])) return Value::defer();
  Set* s = self_of(args[0]);
  Value result = set_from(cx, args[1]);
  if (result.is_outcome()) return result;
  if (s->kind == Kind::kFrozenSet) {
    Set* frozen = new_frozenset(cx);
    set_swap(frozen, as<Set>(result));
    result = Value::object(frozen);
  }
  const Value done = set_toggle(cx, as<Set>(result), args[0]);
  return done.is_outcome() ? done : result;
}

// Whether all items of what is no set are in the set, or none is.
Value all_are(Context& cx, Set* s, Value iterable, bool in) {
  if (is_iterator(iterable)) return Value::defer();
  Items items(cx);
  Value done = items.take(iterable);
  if (done.is_outcome()) return done;
  for (Value item : items) {
    done = set_contains(cx, s, item);
    if (done.is_outcome()) return items.give_back(done);
    if (done.is_true() != in) return Value::false_();
  }
  return Value::true_();
}

Value isdisjoint(Context& cx, Value* args) {
  Set* s = self_of(args[0]);
  // Alone among the methods it asks a subclass's own __iter__, as CPython's.
  if (may_define(args[1]) && has_trait(cx, class_of(cx, args[1]), kTraitIter)) return Value::defer();
  if (Set* other = as_any_set(args[1])) {
    if (s == other) return Value::boolean(s->live == 0);
    Set *walked = other, *looked_in = s;
    if (other->live > s->live) std::swap(walked, looked_in);
    return set_every(cx, walked, [&](const SetEntry& e) {
      Value outcome;
      const int64_t at = set_find(cx, looked_in, e.key, e.hash, &outcome);
      return at == kAskTypes ? outcome : Value::boolean(at < 0);
    });
  }
  return all_are(cx, s, args[1], false);
}

Value issubset(Context& cx, Value* args) {
  Set* s = self_of(args[0]);
  if (Set* other = as_any_set(args[1])) return set_is_subset(cx, s, other);
  if (is_iterator(args[1])) return Value::defer();
  const Value other = set_from(cx, args[1]);  // all of it, as CPython
  return other.is_outcome() ? other : set_is_subset(cx, s, as<Set>(other));
}

Value issuperset(Context& cx, Value* args) {
  Set* s = self_of(args[0]);
  if (Set* other = as_any_set(args[1])) return set_is_subset(cx, other, s);
  return all_are(cx, s, args[1], true);
}

// --- methods of set alone

Value add(Context& cx, Value* args) {
  const Value done = set_add(cx, self_of(args[0]), args[1]);
  return done.is_outcome() ? done : Value::none();
}

Value clear(Context& cx, Value* args) {
  set_clear(cx, self_of(args[0]));
  return Value::none();
}

Value discard(Context& cx, Value* args) {
  const Value key = set_as_key(cx, args[1]);
  if (key.is_outcome()) return key;
  const Value done = set_discard(cx, self_of(args[0]), key);
  return done.is_outcome() ? done : Value::none();
}

Value remove(Context& cx, Value* args) {
  const Value key = set_as_key(cx, args[1]);
  if (key.is_outcome()) return key;
  const Value done = set_discard(cx, self_of(args[0]), key);
  if (done.is_outcome()) return done;
  return done.is_true() ? Value::none() : raise_key_error(cx, args[1]);
}

Value pop(Context& cx, Value* args) {
  Set* s = self_of(args[0]);
  if (s->live == 0) return raise(cx, ErrorType::kKeyError, "pop from an empty set");
  uint32_t i = s->finger & (s->table.size - 1);
  while (s->table[i].key.is_unset()) i = i + 1 < s->table.size ? i + 1 : 0;
  const Value item = s->table[i].key;
  set_delete_entry(cx, s, i);
  s->finger = i + 1;
  return item;
}

Value update(Context& cx, Value* args) {
  if (may_defer_late(cx, as<Tuple>(args[1]))) return Value::defer();
  for (Value other : as<Tuple>(args[1])->span()) {
    const Value done = set_update(cx, self_of(args[0]), other);
    if (done.is_outcome()) return done;
  }
  return Value::none();
}

Value intersection_update(Context& cx, Value* args) {
  if (may_defer_late(cx, as<Tuple>(args[1]))) return Value::defer();
  const Value result = intersect_all(cx, self_of(args[0]), as<Tuple>(args[1]));
  if (result.is_outcome()) return result;
  set_swap(self_of(args[0]), as<Set>(result));
  return Value::none();
}

Value difference_update(Context& cx, Value* args) {
  if (may_defer_late(cx, as<Tuple>(args[1]))) return Value::defer();
  for (Value other : as<Tuple>(args[1])->span()) {
    const Value done = set_subtract(cx, self_of(args[0]), other);
    if (done.is_outcome()) return done;
  }
  return Value::none();
}

Value symmetric_difference_update(Context& cx, Value* args) {
  return is_iterator(args[1]) ? Value::defer() : set_toggle(cx, self_of(args[0]), args[1]);
}

Value init(Context& cx, Value* args) {
  Set* s = self_of(args[0]);
  if (args[1].is_missing() || args[1] == args[0]) {  // what it was is gone before the argument is read
    set_clear(cx, s);
    return Value::none();
  }
  const Value fresh = set_from(cx, args[1]);
  if (fresh.is_outcome()) return fresh;
  set_swap(s, as<Set>(fresh));
  return Value::none();
}

constexpr NativeRow kSetMethods[] = {
    kClassGetItem,
    {"__init__", init, "self, iterable=?, /", "set_init", NativeRow::kChanges},
    {"__reduce__", nullptr, "self, /", "set__reduce__", NativeRow::kWhole},
    {"add", add, "self, object, /", "set_add", NativeRow::kChanges},
    {"clear", clear, "self, /", nullptr, NativeRow::kChanges},
    {"copy", copy, "self, /"},
    {"difference", difference, "self, /, *others", "set_difference"},
    {"difference_update", difference_update, "self, /, *others", "set_difference_update", NativeRow::kChanges},
    {"discard", discard, "self, object, /", "set_discard", NativeRow::kChanges},
    {"intersection", intersection, "self, /, *others", "set_intersection"},
    {"intersection_update", intersection_update, "self, /, *others", "set_intersection_update", NativeRow::kChanges},
    {"isdisjoint", isdisjoint, "self, other, /", "set_isdisjoint"},
    {"issubset", issubset, "self, other, /", "set_issubset"},
    {"issuperset", issuperset, "self, other, /", "set_issuperset"},
    {"pop", pop, "self, /", nullptr, NativeRow::kChanges},
    {"remove", remove, "self, object, /", "set_remove", NativeRow::kChanges},
    {"symmetric_difference", symmetric_difference, "self, other, /", "set_symmetric_difference"},
    {"symmetric_difference_update", symmetric_difference_update, "self, other, /", "set_symmetric_difference_update", NativeRow::kChanges},
    {"union", union_, "self, /, *others", "set_union"},
    {"update", update, "self, /, *others", "set_update", NativeRow::kChanges},
};
constexpr NativeRow kFrozenSetMethods[] = {
    kClassGetItem,
    {"__reduce__", nullptr, "self, /", "set__reduce__", NativeRow::kWhole},
    {"copy", copy, "self, /"},
    {"difference", difference, "self, /, *others", "set_difference"},
    {"intersection", intersection, "self, /, *others", "set_intersection"},
    {"isdisjoint", isdisjoint, "self, other, /", "set_isdisjoint"},
    {"issubset", issubset, "self, other, /", "set_issubset"},
    {"issuperset", issuperset, "self, other, /", "set_issuperset"},
    {"symmetric_difference", symmetric_difference, "self, other, /", "set_symmetric_difference"},
    {"union", union_, "self, /, *others", "set_union"},
};

Value set_new(Context& cx, Value* args) { return args[1].is_missing() ? Value::object(new_set(cx)) : set_from(cx, args[1]); }
constexpr NativeRow kSetConstructor = {"set", set_new, "cls, iterable=?, /", "set_new"};

Value frozenset_new(Context& cx, Value* args) {
  FrozenSet* s = new_frozenset(cx);
  if (args[1].is_missing()) return Value::object(s);
  if (is<FrozenSet>(args[1])) return args[1];
  const Value done = set_update(cx, s, args[1]);
  return done.is_outcome() ? done : Value::object(s);
}
constexpr NativeRow kFrozenSetConstructor = {"frozenset", frozenset_new, "cls, iterable=?, /", "frozenset_new"};

// --- what the twins are made of: slots by number

Set* set_of(Value v) { return as<Set>(v); }

SetEntry* slot_at(Value set, Value number) {
  Set* s = set_of(set);
  if (!number.is_small() || number.as_small() < 0 || number.as_small() >= s->table.size) return nullptr;
  SetEntry* e = &s->table[size_t(number.as_small())];
  return e->key.is_unset() ? nullptr : e;
}

// set_candidates(s, hash): the slots of the keys that have this hash, in probing order.
Value candidates(Context& cx, Value* args) {
  std::vector<Value> found;
  int64_t at = 0;
  for (;;) {
    const int64_t slot = set_next_candidate(set_of(args[0]), *int64_of(args[1]), &at);
    if (slot < 0) break;
    found.push_back(Value::small(slot));
    if (!cx.tick(uint64_t(at) / 4 + 1)) return Value::retry();
  }
  return tuple_of(cx, found);
}

// set_slot_key(s, slot, hash): __missing__ when the key is gone or has another hash by now.
Value slot_key(Context&, Value* args) {
  SetEntry* e = slot_at(args[0], args[1]);
  return e && e->hash == *int64_of(args[2]) ? e->key : Value::missing();
}
// set_find(s, key, hash): the key's slot, or -1.
Value find(Context& cx, Value* args) {
  Value outcome;
  const int64_t slot = set_find(cx, set_of(args[0]), args[1], *int64_of(args[2]), &outcome);
  return slot == kAskTypes ? outcome : Value::small(slot);
}
// set_first_unsure(s, key, hash): as dict_first_unsure
Value first_unsure(Context& cx, Value* args) {
  const Set* s = set_of(args[0]);
  const int64_t hash = *int64_of(args[2]);
  int64_t at = 0;
  for (;;) {
    const int64_t slot = set_next_candidate(s, hash, &at);
    if (slot < 0) return make_pair_tuple(cx, Value::small(-1), Value::missing());
    const Value candidate = s->table.data[size_t(slot)].key, same = equal(cx, candidate, args[1]);
    if (same.is_retry() || same.is_error()) return same;
    if (same.is_outcome()) return make_pair_tuple(cx, Value::small(slot), candidate);
    if (same.is_true()) return make_pair_tuple(cx, Value::small(slot), Value::missing());
    if (!cx.tick(uint64_t(at) / 4 + 1)) return Value::retry();
  }
}
Value put(Context& cx, Value* args) {
  const Value done = set_add_hashed(cx, set_of(args[0]), args[1], *int64_of(args[2]));
  return done.is_outcome() ? done : Value::none();
}
// set_take_out(s, key, hash): whether it was there
Value take_out(Context& cx, Value* args) { return set_discard_hashed(cx, set_of(args[0]), args[1], *int64_of(args[2])); }
// set_key(item): a set as a key stands for the frozenset of its items.
Value key_of(Context& cx, Value* args) { return set_as_key(cx, args[0]); }
// set_slot_item(s, slot): (hash, key)
Value slot_item(Context& cx, Value* args) {
  SetEntry* e = slot_at(args[0], args[1]);
  if (!e) return Value::missing();
  const Value parts[] = {make_int(cx, e->hash), e->key};
  return tuple_of(cx, parts);
}
// set_next_slot(s, from): the first used slot at or after number `from`, or -1.
Value next_slot(Context&, Value* args) {
  Set* s = set_of(args[0]);
  for (int64_t i = std::max<int64_t>(args[1].as_small(), 0); i < s->table.size; ++i)
    if (!s->table[size_t(i)].key.is_unset()) return Value::small(i);
  return Value::small(-1);
}
Value slot_insert(Context& cx, Value* args) {
  return set_insert_new(cx, set_of(args[0]), *int64_of(args[1]), args[2]) ? Value::none() : cx.out_of_memory();
}
Value slot_delete(Context& cx, Value* args) {
  if (slot_at(args[0], args[1])) set_delete_entry(cx, set_of(args[0]), uint32_t(args[1].as_small()));
  return Value::none();
}
// set_take(s, other): s gets the contents of `other`, which nobody else has.
Value take(Context&, Value* args) {
  set_swap(set_of(args[0]), set_of(args[1]));
  return Value::none();
}
// set_freeze(s): a frozenset with the contents of `s`, which nobody else has.
Value freeze(Context& cx, Value* args) {
  FrozenSet* frozen = new_frozenset(cx);
  set_swap(frozen, set_of(args[0]));
  return Value::object(frozen);
}
// set_plain(v): the set or frozenset that `v` is or holds, or __missing__
Value plain(Context&, Value* args) {
  Set* s = as_any_set(args[0]);
  return s ? Value::object(s) : Value::missing();
}
// set_copy_plain(s): a set with the contents of `s`, frozen or not
Value copy_plain(Context& cx, Value* args) { return set_copy(cx, set_of(args[0]), Kind::kSet); }

constexpr NativeRow kIntrinsicRows[] = {
    {"set_candidates", candidates, "s: set, hash: int64, /"},
    {"set_find", find, "s: set, key, hash: int64, /", "set_find_asking"},
    {"set_first_unsure", first_unsure, "s: set, key, hash: int64, /"},
    {"set_put", put, "s: own_set, key, hash: int64, /", "set_put_asking"},
    {"set_take_out", take_out, "s: own_set, key, hash: int64, /", "set_take_out_asking"},
    {"set_key", key_of, "item, /"},
    {"set_copy_plain", copy_plain, "s: set, /"},
    {"set_freeze", freeze, "s: own_set, /"},
    {"set_insert", add, "s: own_set, item, /", "set_add"},
    {"set_next_slot", next_slot, "s: set, start: small, /"},
    {"set_plain", plain, "s, /"},
    {"set_slot_delete", slot_delete, "s: own_set, slot, /"},
    {"set_slot_insert", slot_insert, "s: own_set, hash: int64, key, /"},
    {"set_slot_item", slot_item, "s: set, slot, /"},
    {"set_slot_key", slot_key, "s: set, slot, hash: int64, /"},
    {"set_take", take, "s: own_set, other: own_set, /"},
};

}  // namespace

extern const std::span<const NativeRow> kSetIntrinsics = kIntrinsicRows;

constexpr NativeRow kSetNew = new_row("set__new__");
extern const TypeRow kSetType = {
    .kind = Kind::kSet,
    .name = "set",
    .base = "object",
    .doc = "Build an unordered collection of unique elements.",
    .methods = kSetMethods,
    .constructor = &kSetConstructor,
    .operations = &kSetOperations,
    .named = true,
    .make_new = &kSetNew,
};
constexpr NativeRow kFrozenSetNew = new_row("frozenset__new__");
extern const TypeRow kFrozenSetType = {
    .kind = Kind::kFrozenSet,
    .name = "frozenset",
    .base = "object",
    .doc = "Build an immutable unordered collection of unique elements.",
    .methods = kFrozenSetMethods,
    .constructor = &kFrozenSetConstructor,
    .operations = &kFrozenSetOperations,
    .named = true,
    .make_new = &kFrozenSetNew,
};

}  // namespace fermata
