// set and frozenset: CPython's table, so that sets of ints iterate in CPython's order. set_table.cpp has the
// table, set.cpp the operators and the algebra, set_methods.cpp the methods. Called by the dispatch loop,
// the dict views and every native that handles sets.
#pragma once

#include "objects/containers/containers.h"
#include "objects/iterators/walk.h"
#include "objects/natives/native.h"

namespace fermata {

struct Operations;
extern const Operations kSetOperations, kFrozenSetOperations;
extern const TypeRow kSetType, kFrozenSetType;
extern const std::span<const NativeRow> kSetIntrinsics;

inline bool is_any_set(Value v) { return is<Set>(v) || is<FrozenSet>(v); }

inline constexpr int64_t kDummyHash = -1;  // of a slot that was used once
inline constexpr uint32_t kSetMinimum = 8;

// --- the table. Outcomes as usual; `hash` is the key's.
// The slot of a key, -1 when it is not there, -2 with the outcome in *outcome.
int64_t set_find(Context& cx, const Set* s, Value key, int64_t hash, Value* outcome);
Value set_add_hashed(Context& cx, Set* s, Value key, int64_t hash);      // True when it was new
Value set_discard_hashed(Context& cx, Set* s, Value key, int64_t hash);  // True when it was there
bool set_resize(Context& cx, Set* s, uint64_t least);  // a table of more than `least` slots, without dummies; false: out of memory
bool set_has_room(const Set* s, uint64_t more);        // below 3/5 full even so?
void set_clear(Context& cx, Set* s);
void set_insert_clean(Set* s, Value key, int64_t hash);  // known to be absent, and there is room
// After loading: the table is set, the counts are derived.
void set_recount(Set* s);

// --- algebra; `other` is any iterable that natives can go through, else the result is defer
Value set_from(Context& cx, Value iterable);     // a new set
Value set_copy(Context& cx, Set* s, Kind kind);  // a set or frozenset
// What is looked up: a set, which has no hash, stands for the frozenset of its items.
Value set_as_key(Context& cx, Value item);
Value set_update(Context& cx, Set* s, Value other);      // None
Value set_subtract(Context& cx, Set* s, Value other);    // s -= other: None
Value set_toggle(Context& cx, Set* s, Value other);      // s ^= other: None
Value set_intersect(Context& cx, Set* s, Value other);   // a new set of s's kind
Value set_difference(Context& cx, Set* s, Value other);  // a new set of s's kind
Value set_is_subset(Context& cx, Set* a, Set* b);        // True, False
// Takes over the table of `from`, which nobody else has.
void set_swap(Set* s, Set* from);
int64_t frozenset_hash(FrozenSet* s);  // cached

// True when `f` says so of all entries, or else what it says first. Charged as it goes.
template <class F>
Value set_every(Context& cx, const Set* s, F f) {
  ItemWalk<4> walk(cx);
  for (size_t i = 0; i < s->table.size;) {
    const size_t end = i + walk.next(s->table.size - i);
    if (end == i) return Value::retry();
    for (; i < end; ++i) {
      const SetEntry& e = s->table.data[i];
      if (e.key.is_unset()) continue;
      const Value said = f(e);
      if (!said.is_true()) return said;
    }
  }
  return Value::true_();
}

// The set that `v` is or, an instance of a subclass, holds; null otherwise.
Set* as_any_set(Value v);

}  // namespace fermata
