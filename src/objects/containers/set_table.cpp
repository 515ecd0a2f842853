// The table of set and frozenset. To give CPython's order, it places keys as CPython does: from the slot of
// the hash, nine neighbours are tried before the next jump; a table is filled to three fifths; deleted slots
// count as filled until a key takes them or the table is rebuilt.
#include <bit>
#include <cstring>

#include "objects/containers/dict.h"
#include "objects/containers/set.h"
#include "objects/errors/errors.h"
#include "objects/model/class.h"
#include "objects/model/operations.h"

namespace fermata {

namespace {

constexpr uint64_t kNeighbours = 9;
constexpr unsigned kPerturbShift = 5;
constexpr uint64_t kLargeSet = 50000;

uint64_t mask_of(const Set* s) { return (s->table.size ? s->table.size : kSetMinimum) - 1; }

bool is_free(const SetEntry& e) { return e.key.is_unset() && e.hash == 0; }

// The slots to look at for a hash, in order: visit(slot) until it says true.
template <class Visit>
void probe(uint64_t mask, int64_t hash, Visit&& visit) {
  uint64_t perturb = uint64_t(hash), i = uint64_t(hash) & mask;
  for (;;) {
    const uint64_t last = i + kNeighbours <= mask ? i + kNeighbours : i;
    for (uint64_t slot = i; slot <= last; ++slot)
      if (visit(slot)) return;
    perturb >>= kPerturbShift;
    i = (i * 5 + 1 + perturb) & mask;
  }
}

bool make_table(Context& cx, Array<SetEntry>* table, uint64_t slots) {
  if (slots > (uint64_t(1) << 31)) return false;
  return cx.heap.resize(*table, slots);
}

}  // namespace

Set* new_set(Context& cx) { return cx.heap.make<Set>(); }
FrozenSet* new_frozenset(Context& cx) { return cx.heap.make<FrozenSet>(); }

void set_insert_clean(Set* s, Value key, int64_t hash) {
  probe(s->table.size - 1, hash, [&](uint64_t slot) {
    SetEntry& e = s->table[slot];
    if (!e.key.is_unset()) return false;
    e = {hash, key};
    return true;
  });
}

bool set_resize(Context& cx, Set* s, uint64_t least) {
  const uint64_t slots = std::max<uint64_t>(kSetMinimum, std::bit_ceil(least + 1));
  Array<SetEntry> old = s->table;
  Array<SetEntry> fresh;
  if (!make_table(cx, &fresh, slots)) return false;
  s->table = fresh;
  for (const SetEntry& e : old)
    if (!e.key.is_unset()) set_insert_clean(s, e.key, e.hash);
  s->fill = s->live;
  cx.heap.release(old);
  return true;
}

bool set_has_room(const Set* s, uint64_t more) { return (s->fill + more) * 5 < mask_of(s) * 3; }

int64_t set_find(Context& cx, const Set* s, Value key, int64_t hash, Value* outcome) {
  if (s->table.size == 0) return kNoEntry;
  // Mostly the first slot decides.
  const uint64_t first = uint64_t(hash) & (s->table.size - 1);
  if (s->table.data[first].key == key && s->table.data[first].hash == hash) return int64_t(first);
  if (is_free(s->table.data[first])) return kNoEntry;
  int64_t found = kNoEntry;
  uint32_t probes = 0;
  probe(s->table.size - 1, hash, [&](uint64_t slot) {
    const SetEntry& e = s->table.data[slot];
    if (e.key.is_unset()) {
      if (e.hash == 0) return true;
    } else if (e.hash == hash) {
      SameKey same = same_key(e.key, key);
      if (same == SameKey::kAsk) {
        const Value result = equal(cx, e.key, key);
        if (result.is_outcome()) {
          *outcome = result;
          found = kAskTypes;
          return true;
        }
        same = result.is_true() ? SameKey::kYes : SameKey::kNo;
      }
      if (same == SameKey::kYes) {
        found = int64_t(slot);
        return true;
      }
    }
    if (++probes % 16 == 0 && !cx.tick(8)) {
      *outcome = Value::retry();
      found = kAskTypes;
      return true;
    }
    return false;
  });
  return found;
}

int64_t set_next_candidate(const Set* s, int64_t hash, int64_t* at) {
  if (s->table.size == 0) return kNoEntry;
  int64_t found = kNoEntry, seen = 0;
  probe(s->table.size - 1, hash, [&](uint64_t slot) {
    const SetEntry& e = s->table.data[slot];
    if (is_free(e)) return true;
    if (seen++ < *at) return false;
    ++*at;
    if (e.key.is_unset() || e.hash != hash) return false;
    found = int64_t(slot);
    return true;
  });
  return found;
}

bool set_insert_new(Context& cx, Set* s, int64_t hash, Value key) {
  if (s->table.size == 0 && !make_table(cx, &s->table, kSetMinimum)) return false;
  SetEntry *deleted = nullptr, *free = nullptr;
  probe(s->table.size - 1, hash, [&](uint64_t slot) {
    SetEntry& e = s->table[slot];
    if (is_free(e)) {
      free = &e;
      return true;
    }
    if (e.key.is_unset()) deleted = &e;
    return false;
  });
  // The last deleted slot on the way is used again.
  if (deleted) {
    *deleted = {hash, key};
    ++s->live;
    return true;
  }
  // CPython grows a table after the insertion that fills it too far. Memory may refuse that, so the room is
  // made sure of first.
  const bool grow = (uint64_t(s->fill) + 1) * 5 >= mask_of(s) * 3;
  const uint64_t live = uint64_t(s->live) + 1;
  const uint64_t least = live > kLargeSet ? live * 2 : live * 4;
  if (grow && !cx.heap.fits(std::bit_ceil(least + 1) * sizeof(SetEntry))) return false;
  *free = {hash, key};
  ++s->fill;
  ++s->live;
  return !grow || set_resize(cx, s, least);
}

void set_delete_entry(Context&, Set* s, uint32_t slot) {
  s->table[slot] = {kDummyHash, Value::unset()};
  --s->live;
}

Value set_add_hashed(Context& cx, Set* s, Value key, int64_t hash) {
  Value outcome;
  const int64_t at = set_find(cx, s, key, hash, &outcome);
  if (at >= 0) return Value::false_();
  if (at == kAskTypes) return outcome;
  return set_insert_new(cx, s, hash, key) ? Value::true_() : cx.out_of_memory();
}

Value set_discard_hashed(Context& cx, Set* s, Value key, int64_t hash) {
  Value outcome;
  const int64_t at = set_find(cx, s, key, hash, &outcome);
  if (at == kNoEntry) return Value::false_();
  if (at == kAskTypes) return outcome;
  set_delete_entry(cx, s, uint32_t(at));
  return Value::true_();
}

Value set_add(Context& cx, Set* s, Value key) {
  int64_t hash;
  const Value done = key_hash(cx, key, &hash);
  return done.is_outcome() ? done : set_add_hashed(cx, s, key, hash);
}

Value set_as_key(Context& cx, Value item) {
  const Value plain = payload_of(item);
  if (!is<Set>(plain)) return item;
  // A class of the program's may have given its sets a hash.
  if (is<Instance>(item) && !class_lookup(cx, class_of(cx, item), cx.name(Name::k___hash__)).is_none()) return item;
  return set_copy(cx, as<Set>(plain), Kind::kFrozenSet);
}

Value set_contains(Context& cx, Set* s, Value key) {
  int64_t hash;
  const Value done = key_hash(cx, key, &hash);
  if (done.is_outcome()) return done;
  Value outcome;
  const int64_t at = set_find(cx, s, key, hash, &outcome);
  return at == kAskTypes ? outcome : Value::boolean(at >= 0);
}

Value set_discard(Context& cx, Set* s, Value key) {
  int64_t hash;
  const Value done = key_hash(cx, key, &hash);
  return done.is_outcome() ? done : set_discard_hashed(cx, s, key, hash);
}

void set_clear(Context& cx, Set* s) {
  cx.heap.release(s->table);
  s->live = s->fill = 0;
  s->hash = -1;
}

void set_recount(Set* s) {
  s->live = s->fill = 0;
  for (const SetEntry& e : s->table) {
    s->live += !e.key.is_unset();
    s->fill += !is_free(e);
  }
}

void set_swap(Set* s, Set* from) {
  std::swap(s->table, from->table);
  std::swap(s->live, from->live);
  std::swap(s->fill, from->fill);
  s->hash = from->hash = -1;
}

}  // namespace fermata
