// set and frozenset: operators, and the algebra behind operators and methods. Each operation goes through
// the sets in the order in which CPython does, since that decides how the result is laid out.
#include "objects/containers/set.h"

#include <cstring>

#include "base/hash.h"
#include "objects/containers/dict.h"
#include "objects/containers/tuple.h"
#include "objects/errors/errors.h"
#include "objects/iterators/iterators.h"
#include "objects/model/class.h"
#include "objects/model/operations.h"
#include "objects/text/text.h"

namespace fermata {

Set* as_any_set(Value v) {
  v = payload_of(v);
  return is_any_set(v) ? as<Set>(v) : nullptr;
}

namespace {

Set* self_of(Value v) { return as<Set>(v); }

Set* new_of_kind(Context& cx, Kind kind) { return kind == Kind::kFrozenSet ? new_frozenset(cx) : new_set(cx); }

// s |= other, of a set.
Value merge(Context& cx, Set* s, Set* other) {
  if (s == other || other->live == 0) return Value::none();
  if (!cx.tick(other->live / 2 + 1)) return Value::retry();
  if (!set_has_room(s, other->live) && !set_resize(cx, s, (uint64_t(s->live) + other->live) * 2)) return cx.out_of_memory();
  if (s->fill == 0) {
    if (s->table.size == 0 && !cx.heap.resize(s->table, kSetMinimum)) return cx.out_of_memory();
    if (s->table.size == other->table.size && other->fill == other->live) {
      std::memcpy(static_cast<void*>(s->table.data), other->table.data, s->table.size * sizeof(SetEntry));
    } else {
      set_for_each(other, [&](const SetEntry& e) { set_insert_clean(s, e.key, e.hash); });
    }
    s->live = s->fill = other->live;
    return Value::none();
  }
  for (const SetEntry& e : other->table) {
    if (e.key.is_unset()) continue;
    const Value done = set_add_hashed(cx, s, e.key, e.hash);
    if (done.is_outcome()) return done;
  }
  return Value::none();
}

Value merge_dict(Context& cx, Set* s, Dict* other) {
  if (!cx.tick(other->live / 2 + 1)) return Value::retry();
  if (!set_has_room(s, other->live) && !set_resize(cx, s, (uint64_t(s->live) + other->live) * 2)) return cx.out_of_memory();
  for (const DictEntry& e : other->entries) {
    if (e.key.is_unset()) continue;
    const Value done = set_add_hashed(cx, s, e.key, e.hash);
    if (done.is_outcome()) return done;
  }
  return Value::none();
}

// Many deleted slots are not worth keeping.
Value drop_dummies(Context& cx, Set* s) {
  const uint64_t mask = (s->table.size ? s->table.size : kSetMinimum) - 1;
  if (s->fill - s->live <= mask / 4) return Value::none();
  return set_resize(cx, s, s->live > 50000 ? uint64_t(s->live) * 2 : uint64_t(s->live) * 4) ? Value::none() : cx.out_of_memory();
}

}  // namespace

Value set_update(Context& cx, Set* s, Value other) {
  if (Set* set = as_any_set(other)) return merge(cx, s, set);
  if (is<Dict>(other)) return merge_dict(cx, s, as<Dict>(other));
  Items items(cx);
  Value done = items.take(other);
  if (done.is_outcome()) return done;
  for (Value item : items) {
    done = set_add(cx, s, item);
    // Starting again gives the same set.
    if (done.is_outcome()) return items.give_back(done);
  }
  return Value::none();
}

Value set_from(Context& cx, Value iterable) {
  Set* s = new_set(cx);
  const Value done = set_update(cx, s, iterable);
  return done.is_outcome() ? done : Value::object(s);
}

Value set_copy(Context& cx, Set* s, Kind kind) {
  Set* copy = new_of_kind(cx, kind);
  const Value done = merge(cx, copy, s);
  return done.is_outcome() ? done : Value::object(copy);
}

Value set_intersect(Context& cx, Set* s, Value other) {
  Set* result = new_of_kind(cx, s->kind);
  if (Set* set = as_any_set(other)) {
    if (set == s) return set_copy(cx, s, s->kind);
    // The smaller one is gone through; of two equal ones, the other.
    Set *looked_in = s, *walked = set;
    if (set->live > s->live) std::swap(looked_in, walked);
    if (!cx.tick(walked->live / 2 + 1)) return Value::retry();
    for (const SetEntry& e : walked->table) {
      if (e.key.is_unset()) continue;
      Value done;
      const int64_t at = set_find(cx, looked_in, e.key, e.hash, &done);
      if (at == kNoEntry) continue;
      if (at >= 0) done = set_add_hashed(cx, result, e.key, e.hash);
      if (done.is_outcome()) return done;
    }
    return Value::object(result);
  }
  Items items(cx);
  Value done = items.take(other);
  if (done.is_outcome()) return done;
  for (Value item : items) {
    int64_t hash;
    done = key_hash(cx, item, &hash);
    if (done.is_outcome()) return items.give_back(done);
    const int64_t at = set_find(cx, s, item, hash, &done);
    if (at == kNoEntry) continue;
    if (at >= 0) done = set_add_hashed(cx, result, item, hash);
    if (done.is_outcome()) return items.give_back(done);
    if (at >= 0 && result->live >= s->live) break;  // nothing more can be in both
  }
  return Value::object(result);
}

Value set_subtract(Context& cx, Set* s, Value other) {
  if (other == Value::object(s)) {
    set_clear(cx, s);
    return Value::none();
  }
  if (Set* set = as_any_set(other)) {
    // Only what both have matters of a much larger set.
    if (set->live / 8 > s->live) {
      const Value both = set_intersect(cx, s, Value::object(set));
      if (both.is_outcome()) return both;
      set = as<Set>(both);
    }
    if (!cx.tick(set->live / 2 + 1)) return Value::retry();
    for (const SetEntry& e : set->table) {
      if (e.key.is_unset()) continue;
      const Value done = set_discard_hashed(cx, s, e.key, e.hash);
      if (done.is_outcome()) return done;
    }
    return drop_dummies(cx, s);
  }
  Items items(cx);
  Value done = items.take(other);
  if (done.is_outcome()) return done;
  for (Value item : items) {
    done = set_discard(cx, s, item);
    if (done.is_outcome()) return items.give_back(done);
  }
  return drop_dummies(cx, s);
}

Value set_difference(Context& cx, Set* s, Value other) {
  Set* set = as_any_set(other);
  Dict* dict = is<Dict>(other) ? as<Dict>(other) : nullptr;
  // A small `other` is taken out of a copy.
  if ((!set && !dict) || s->live / 4 > (set ? set->live : dict->live)) {
    const Value copy = set_copy(cx, s, s->kind);
    if (copy.is_outcome()) return copy;
    const Value done = set_subtract(cx, as<Set>(copy), other == Value::object(s) ? copy : other);
    return done.is_outcome() ? done : copy;
  }
  if (!cx.tick(s->live / 2 + 1)) return Value::retry();
  Set* result = new_of_kind(cx, s->kind);
  for (const SetEntry& e : s->table) {
    if (e.key.is_unset()) continue;
    Value done;
    const int64_t at = set ? set_find(cx, set, e.key, e.hash, &done) : dict_find(cx, dict, e.key, e.hash, &done);
    if (at >= 0) continue;
    if (at == kNoEntry) done = set_add_hashed(cx, result, e.key, e.hash);
    if (done.is_outcome()) return done;
  }
  return Value::object(result);
}

Value set_toggle(Context& cx, Set* s, Value other) {
  if (other == Value::object(s)) {
    set_clear(cx, s);
    return Value::none();
  }
  // Toggling is not to be started again half-way, so it is done on a copy of the table.
  // Deleted slots included: they are part of CPython's layout.
  Set* work = new_set(cx);
  if (!cx.heap.resize(work->table, s->table.size)) return cx.out_of_memory();
  if (s->table.size) std::memcpy(static_cast<void*>(work->table.data), s->table.data, s->table.size * sizeof(SetEntry));
  work->live = s->live;
  work->fill = s->fill;
  auto toggle = [&](Value key, int64_t hash) -> Value {
    const Value done = set_discard_hashed(cx, work, key, hash);
    return done.is_false() ? set_add_hashed(cx, work, key, hash) : done;
  };
  if (is<Dict>(other)) {
    for (const DictEntry& e : as<Dict>(other)->entries) {
      if (e.key.is_unset()) continue;
      const Value done = toggle(e.key, e.hash);
      if (done.is_outcome()) return done;
    }
    set_swap(s, work);
    return Value::none();
  }
  Set* set = as_any_set(other);
  if (!set) {
    const Value distinct = set_from(cx, other);  // each item once
    if (distinct.is_outcome()) return distinct;
    set = as<Set>(distinct);
  }
  if (!cx.tick(set->live / 2 + 1)) return Value::retry();
  for (const SetEntry& e : set->table) {
    if (e.key.is_unset()) continue;
    const Value done = toggle(e.key, e.hash);
    if (done.is_outcome()) return done;
  }
  set_swap(s, work);
  return Value::none();
}

Value set_is_subset(Context& cx, Set* a, Set* b) {
  if (a->live > b->live) return Value::false_();
  return set_every(cx, a, [&](const SetEntry& e) {
    Value outcome;
    const int64_t at = set_find(cx, b, e.key, e.hash, &outcome);
    return at == kAskTypes ? outcome : Value::boolean(at != kNoEntry);
  });
}

int64_t frozenset_hash(FrozenSet* s) {
  if (s->hash != -1) return s->hash;
  FrozensetHasher hasher;
  set_for_each(s, [&](const SetEntry& e) { hasher.add(e.hash); });
  const int64_t hash = hasher.result();
  if (!s->immortal()) s->hash = hash;
  return hash;
}

namespace {

// --- operations

Value length(Context&, Value self) { return Value::small(self_of(self)->live); }

Value hash(Context& cx, Value self, int64_t* out) {
  if (self_of(self)->hash == -1 && !cx.tick(self_of(self)->live / 8 + 1)) return Value::retry();
  *out = frozenset_hash(as<FrozenSet>(self));
  return Value::none();
}

Value equals(Context& cx, Value self, Value other) {
  if (!is_any_set(other)) return Value::not_implemented();
  if (self_of(self)->live != self_of(other)->live) return Value::false_();
  DepthGuard guard(cx);  // frozensets within frozensets
  if (!guard.ok) return raise_recursion_error(cx, " in comparison");
  return set_is_subset(cx, self_of(self), self_of(other));
}

Value order(Context& cx, CompareOp op, Value self, Value other) {
  if (!is_any_set(other)) return Value::not_implemented();
  Set *a = self_of(self), *b = self_of(other);
  switch (op) {
    case CompareOp::kLt: return a->live < b->live ? set_is_subset(cx, a, b) : Value::false_();
    case CompareOp::kLe: return set_is_subset(cx, a, b);
    case CompareOp::kGt: return b->live < a->live ? set_is_subset(cx, b, a) : Value::false_();
    default: return set_is_subset(cx, b, a);
  }
}

Value repr(Context& cx, Value self, TextBuilder& out) {
  Set* s = self_of(self);
  const bool frozen = is<FrozenSet>(self);
  if (s->live == 0) {
    out.append(frozen ? "frozenset()" : "set()");
    return out.status();
  }
  if (is_open(out, s)) {
    out.append(frozen ? "frozenset(...)" : "set(...)");
    return out.status();
  }
  if (!cx.tick(s->live + 1)) return Value::retry();
  out.append(frozen ? "frozenset({" : "{");
  out.open.push_back(s);
  bool first = true;
  Value done = Value::none();
  for (const SetEntry& e : s->table) {
    if (e.key.is_unset()) continue;
    if (!first) out.append(", ");
    first = false;
    done = repr_into(cx, e.key, out);
    if (done.is_outcome()) break;
  }
  out.open.pop_back();
  if (done.is_outcome()) return done;
  out.append(frozen ? "})" : "}");
  return out.status();
}

Value iter(Context& cx, Value self) {
  auto* it = cx.heap.make<SetIterator>();
  it->set = self;
  it->index = 0;
  it->expected = self_of(self)->live;
  return Value::object(it);
}

Value contains_item(Context& cx, Value self, Value item) {
  const Value key = set_as_key(cx, item);
  return key.is_outcome() ? key : set_contains(cx, self_of(self), key);
}

Value binary(Context& cx, BinaryOp op, Value a, Value b) {
  if (!is_any_set(a) || !is_any_set(b)) return Value::not_implemented();
  Set* left = self_of(a);
  switch (op) {
    case BinaryOp::kAnd: return set_intersect(cx, left, b);
    case BinaryOp::kSub: return set_difference(cx, left, b);
    case BinaryOp::kOr: {
      const Value result = set_copy(cx, left, left->kind);
      if (result.is_outcome() || a == b) return result;
      const Value done = set_update(cx, as<Set>(result), b);
      return done.is_outcome() ? done : result;
    }
    case BinaryOp::kXor: {
      // As CPython: what is toggled is a copy of the right one.
      const Value result = set_copy(cx, self_of(b), left->kind);
      if (result.is_outcome()) return result;
      const Value done = set_toggle(cx, as<Set>(result), a);
      return done.is_outcome() ? done : result;
    }
    default: return Value::not_implemented();
  }
}

Value in_place(Context& cx, BinaryOp op, Value a, Value b) {
  if (!is_any_set(b)) return Value::not_implemented();
  Set* s = self_of(a);
  Value done;
  switch (op) {
    case BinaryOp::kOr: done = set_update(cx, s, b); break;
    case BinaryOp::kSub: done = set_subtract(cx, s, b); break;
    case BinaryOp::kXor: done = set_toggle(cx, s, b); break;
    case BinaryOp::kAnd:
      done = set_intersect(cx, s, b);
      if (!done.is_outcome()) set_swap(s, as<Set>(done));
      break;
    default: return Value::not_implemented();
  }
  return done.is_outcome() ? done : a;
}

constexpr uint32_t kSetOps = 1u << int(BinaryOp::kAnd) | 1u << int(BinaryOp::kOr) | 1u << int(BinaryOp::kSub) | 1u << int(BinaryOp::kXor);

}  // namespace

extern const Operations kSetOperations = {
    .length = length,
    .equal = equals,
    .order = order,
    .repr = repr,
    .iter = iter,
    .contains = contains_item,
    .binary = binary,
    .in_place = in_place,
    .binary_ops = kSetOps,
    .in_place_ops = kSetOps,
    .shown = Operations::kPlainContains,
};
extern const Operations kFrozenSetOperations = {
    .length = length,
    .hash = hash,
    .equal = equals,
    .order = order,
    .repr = repr,
    .iter = iter,
    .contains = contains_item,
    .binary = binary,
    .binary_ops = kSetOps,
    .shown = Operations::kPlainContains,
};

}  // namespace fermata
