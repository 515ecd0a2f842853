// The table behind dict: lookup of any key, insertion, deletion, growth. See dict.h.
#include <algorithm>
#include <bit>
#include <cstring>
#include <unordered_map>

#include "objects/containers/dict.h"
#include "objects/errors/errors.h"
#include "objects/model/operations.h"

namespace fermata {

namespace {

constexpr uint32_t kProbesPerCharge = 8;

constexpr uint32_t kFewItems = 8;

// same_key, that looks into small tuples too.
SameKey same_key_or_tuple(Value a, Value b) {
  const SameKey same = same_key(a, b);
  if (same != SameKey::kAsk || !is<Tuple>(a) || !is<Tuple>(b)) return same;
  const Tuple *t = as<Tuple>(a), *u = as<Tuple>(b);
  if (t->count != u->count || t->count > kFewItems) return t->count != u->count ? SameKey::kNo : SameKey::kAsk;
  for (uint32_t i = 0; i < t->count; ++i)
    if (const SameKey item = same_key(t->items[i], u->items[i]); item != SameKey::kYes) return item;
  return SameKey::kYes;
}

uint64_t index_slots_for(uint64_t live) { return std::bit_ceil(std::max<uint64_t>(16, live * 2 + 8)); }

int32_t& used_slots(Dict* d) { return d->index.data[d->index.size]; }

void index_entry(Dict* d, uint32_t entry, IndexProbe probe) {
  int32_t& slot = d->index.data[probe.slot];
  if (slot == kIndexEmpty) ++used_slots(d);
  slot = int32_t(entry);
}

void index_entry(Dict* d, uint32_t entry) {
  IndexProbe probe(d->entries[entry].hash, d->index.size);
  while (d->index.data[probe.slot] >= 0) probe.next();
  index_entry(d, entry, probe);
}

// Where the last of many entries with one hash stands, by the hash: the next is somewhere behind it.
using FarEntries = std::unordered_map<int64_t, IndexProbe>;
constexpr uint32_t kFar = 64;

void index_entry_far(Dict* d, uint32_t entry, FarEntries* far) {
  const int64_t hash = d->entries[entry].hash;
  IndexProbe probe(hash, d->index.size);
  const auto last = far->empty() ? far->end() : far->find(hash);
  if (last != far->end()) probe = last->second;
  uint32_t tries = 0;
  for (; d->index.data[probe.slot] >= 0; ++tries) probe.next();
  if (last != far->end()) last->second = probe;
  else if (tries > kFar) far->emplace(hash, probe);
  index_entry(d, entry, probe);
}

void index_all(Dict* d) {
  std::memset(d->index.data, 0xFF, d->index.size * sizeof(int32_t));
  used_slots(d) = 0;
  FarEntries far;
  for (uint32_t i = d->first; i < d->entries.size; ++i)
    if (!d->entries[i].key.is_unset()) index_entry_far(d, i, &far);
}

void compact(Dict* d) {
  if (d->live == d->entries.size) return;
  uint32_t to = 0;
  for (uint32_t from = 0; from < d->entries.size; ++from)
    if (!d->entries[from].key.is_unset()) d->entries[to++] = d->entries[from];
  d->entries.size = to;
  d->first = 0;
  ++d->version;
}

// Drops the holes and gives the index `slots` slots (0: no index).
bool rebuild(Context& cx, Dict* d, uint64_t slots) {
  if (slots > d->index.size || slots == 0) {
    Array<int32_t> fresh;
    if (slots && !cx.heap.reserve(fresh, slots + 1)) return false;
    cx.heap.release(d->index);
    d->index = fresh;
    d->index.size = uint32_t(slots);
  }
  compact(d);
  if (d->index.size == 0) return true;
  index_all(d);
  return true;
}

// Room for one more entry at the end.
bool make_room(Context& cx, Dict* d) {
  if (d->index.size == 0) {
    if (d->entries.size < kDictLinear) return cx.heap.reserve(d->entries, d->entries.size < 2 ? 2 : d->entries.size < 4 ? 4 : kDictLinear);
    if (d->live < d->entries.size) {
      compact(d);
      return true;
    }
    return cx.heap.reserve(d->entries, 2 * kDictLinear) && rebuild(cx, d, index_slots_for(d->live + 1));
  }
  const bool index_full = (uint64_t(used_slots(d)) + 1) * 3 > uint64_t(d->index.size) * 2;
  const bool entries_full = d->entries.size == d->entries.capacity;
  if (!index_full && !entries_full) return true;
  const uint32_t holes = d->entries.size - d->live;
  if (entries_full && holes <= d->entries.size / 4 && !cx.heap.reserve(d->entries, uint64_t(d->entries.size) + d->entries.size / 2 + 8))
    return false;
  if (index_full || d->entries.size == d->entries.capacity) return rebuild(cx, d, index_slots_for(uint64_t(d->live) + 1));
  return true;
}

}  // namespace

Dict* new_dict(Context& cx) { return cx.heap.make<Dict>(); }

Value key_hash(Context& cx, Value key, int64_t* hash) {
  if (quick_hash(key, hash)) return Value::none();
  // Small tuples of strings and small ints are the usual key that is neither.
  if (const Tuple* t = try_as<Tuple>(key); t && t->count <= kFewItems) {
    TupleHasher hasher;
    uint32_t i = 0;
    for (int64_t item; i < t->count && quick_hash(t->items[i], &item); ++i) hasher.add(item);
    if (i == t->count) {
      *hash = hasher.result();
      return Value::none();
    }
  }
  return hash_of(cx, key, hash);
}

int64_t dict_find_slow(Context& cx, Dict* d, Value key, int64_t hash, Value* outcome) {
  // Compares with one entry: 1 the same, 0 another, -1 an outcome.
  auto compare = [&](const DictEntry& e) -> int {
    if (e.hash != hash || e.key.is_unset()) return 0;
    const SameKey same = same_key_or_tuple(key, e.key);
    if (same != SameKey::kAsk) return same == SameKey::kYes;
    // The entry's key is asked first, as CPython does.
    const Value result = equal(cx, e.key, key);
    if (result.is_outcome()) {
      *outcome = result;
      return -1;
    }
    return result.is_true();
  };
  if (d->index.size == 0) {
    for (uint32_t i = 0; i < d->entries.size; ++i) {
      const int same = compare(d->entries[i]);
      if (same) return same > 0 ? int64_t(i) : kAskTypes;
    }
    return kNoEntry;
  }
  IndexProbe probe(hash, d->index.size);
  for (uint32_t tries = 1;; ++tries, probe.next()) {
    const int32_t i = d->index[probe.slot];
    if (i == kIndexEmpty) return kNoEntry;
    if (i != kIndexDeleted) {
      const int same = compare(d->entries[i]);
      if (same) return same > 0 ? int64_t(i) : kAskTypes;
    }
    if (tries % kProbesPerCharge == 0 && !cx.tick(kProbesPerCharge / 2)) {
      *outcome = Value::retry();
      return kAskTypes;
    }
  }
}

Value dict_get(Context& cx, Dict* d, Value key) {
  int64_t hash;
  const Value hashed = key_hash(cx, key, &hash);
  if (!hashed.is_none()) return hashed;
  Value outcome;
  const int64_t i = dict_find(cx, d, key, hash, &outcome);
  if (i >= 0) return d->entries[i].value;
  return i == kNoEntry ? Value::unset() : outcome;
}

Value dict_set_hashed(Context& cx, Dict* d, int64_t hash, Value key, Value value) {
  Value outcome;
  const int64_t i = dict_find(cx, d, key, hash, &outcome);
  if (i >= 0) {
    d->entries[i].value = value;
    return Value::none();
  }
  if (i != kNoEntry) return outcome;
  return dict_insert_new(cx, d, hash, key, value) ? Value::none() : cx.out_of_memory();
}

Value dict_set(Context& cx, Dict* d, Value key, Value value) {
  int64_t hash;
  const Value hashed = key_hash(cx, key, &hash);
  return hashed.is_none() ? dict_set_hashed(cx, d, hash, key, value) : hashed;
}

Value dict_delete(Context& cx, Dict* d, Value key) {
  int64_t hash;
  const Value hashed = key_hash(cx, key, &hash);
  if (!hashed.is_none()) return hashed;
  Value outcome;
  const int64_t i = dict_find(cx, d, key, hash, &outcome);
  if (i == kNoEntry) return Value::unset();
  if (i < 0) return outcome;
  const Value value = d->entries[i].value;
  dict_delete_entry(cx, d, uint32_t(i));
  return value;
}

namespace {

// A member of a class Name(str, Enum), or another str's subclass.
[[gnu::noinline]] bool is_text(Value key, const Str* text) {
  const Value plain = payload_of(key);
  return is<Str>(plain) && str_equal(as<Str>(plain), text);
}

}  // namespace

int64_t dict_find_str(const Dict* d, const Str* key) {
  const int64_t hash = cached_str_hash(const_cast<Str*>(key));
  auto matches = [&](const DictEntry& e) {
    return e.key == Value::object(key) || (e.hash == hash && (is<Str>(e.key) ? str_equal(as<Str>(e.key), key) : is_text(e.key, key)));
  };
  if (d->index.size == 0) {
    for (uint32_t i = 0; i < d->entries.size; ++i)
      if (matches(d->entries[i])) return i;
    return kNoEntry;
  }
  for (IndexProbe probe(hash, d->index.size);; probe.next()) {
    const int32_t i = d->index[probe.slot];
    if (i == kIndexEmpty) return kNoEntry;
    if (i != kIndexDeleted && matches(d->entries[i])) return i;
  }
}

Value dict_get_str(const Dict* d, const Str* key) {
  const int64_t i = dict_find_str(d, key);
  return i < 0 ? Value::unset() : d->entries[i].value;
}

bool dict_set_str(Context& cx, Dict* d, Str* key, Value value) {
  const int64_t i = dict_find_str(d, key);
  if (i < 0) return dict_insert_new(cx, d, cached_str_hash(key), Value::object(key), value);
  d->entries[i].value = value;
  return true;
}

bool dict_delete_str(Context& cx, Dict* d, Str* key) {
  const int64_t i = dict_find_str(d, key);
  if (i < 0) return false;
  dict_delete_entry(cx, d, uint32_t(i));
  return true;
}

int64_t dict_next_candidate(const Dict* d, int64_t hash, int64_t* probe) {
  if (d->index.size == 0) {
    for (uint64_t i = uint64_t(*probe); i < d->entries.size; ++i)
      if (d->entries[i].hash == hash && !d->entries[i].key.is_unset()) {
        *probe = int64_t(i) + 1;
        return int64_t(i);
      }
    *probe = d->entries.size;
    return kNoEntry;
  }
  // The probe's number is how many slots have been looked at.
  IndexProbe at(hash, d->index.size);
  for (int64_t i = 0; i < *probe; ++i) at.next();
  for (;; at.next()) {
    const int32_t i = d->index[at.slot];
    if (i == kIndexEmpty) return kNoEntry;
    ++*probe;
    if (i != kIndexDeleted && d->entries[i].hash == hash) return i;
  }
}

bool dict_insert_new(Context& cx, Dict* d, int64_t hash, Value key, Value value) {
  if (!make_room(cx, d)) return false;
  const uint32_t n = d->entries.size++;
  d->entries[n] = {hash, key, value};
  if (d->index.size) index_entry(d, n);
  ++d->live;
  ++d->version;
  return true;
}

void dict_delete_entry(Context&, Dict* d, uint32_t entry) {
  DictEntry& e = d->entries[entry];
  if (d->index.size) {
    IndexProbe probe(e.hash, d->index.size);
    while (d->index[probe.slot] != int32_t(entry)) probe.next();
    d->index[probe.slot] = kIndexDeleted;
  }
  e.key = e.value = Value::unset();
  --d->live;
  ++d->version;
  // No holes at the end, and none that are looked at from the start, so that popitem finds the last entry and the first at once.
  while (d->entries.size && d->entries.back().key.is_unset()) --d->entries.size;
  if (entry == d->first)
    while (d->first < d->entries.size && d->entries[d->first].key.is_unset()) ++d->first;
  d->first = std::min(d->first, d->entries.size);
}

namespace {

// Holes before the first entry, so that entries can go there.
bool make_room_in_front(Context& cx, Dict* d) {
  const uint32_t size = d->entries.size, holes = d->live / 2 + 8;
  if (uint64_t(size) + holes > INT32_MAX || !cx.heap.reserve(d->entries, uint64_t(size) + holes)) return false;
  std::memmove(static_cast<void*>(d->entries.data + holes), d->entries.data, size * sizeof(DictEntry));
  std::fill_n(d->entries.data, holes, DictEntry{0, Value::unset(), Value::unset()});
  d->entries.size += holes;
  d->first = holes;
  if (d->index.size == 0) return true;
  index_all(d);
  return true;
}

}  // namespace

bool dict_move_entry(Context& cx, Dict* d, uint32_t entry, bool last) {
  if (entry == (last ? d->entries.size - 1 : d->first)) return true;
  if (!last && d->first == 0) {
    const uint32_t before = d->entries.size;
    if (!make_room_in_front(cx, d)) return false;
    entry += d->entries.size - before;
  }
  const DictEntry moved = d->entries[entry];
  if (last) {
    dict_delete_entry(cx, d, entry);
    if (!make_room(cx, d)) rebuild(cx, d, d->index.size);  // takes no memory, and the entry that is gone leaves room
    d->entries[d->entries.size++] = moved;
    entry = d->entries.size - 1;
  } else {
    const uint32_t front = d->first - 1;
    dict_delete_entry(cx, d, entry);
    d->entries[front] = moved;
    d->first = entry = front;
  }
  if (d->index.size) index_entry(d, entry);
  ++d->live;
  ++d->version;
  return true;
}

void dict_clear(Context& cx, Dict* d) {
  cx.heap.release(d->entries);
  cx.heap.release(d->index);
  d->live = d->first = 0;
  ++d->version;
}

bool dict_reserve(Context& cx, Dict* d, uint64_t more) {
  const uint64_t wanted = uint64_t(d->entries.size) + more;
  if (wanted > INT32_MAX) return false;
  if (!cx.heap.reserve(d->entries, wanted)) return false;
  if (wanted <= kDictLinear || wanted * 3 <= uint64_t(d->index.size) * 2) return true;
  return rebuild(cx, d, index_slots_for(d->live + more));
}

Value dict_copy(Context& cx, Dict* d) {
  Value result;
  if (!cx.can_allocate(uint64_t(d->live) * sizeof(DictEntry) + d->index.size * sizeof(int32_t), &result)) return result;
  if (!cx.tick(d->live / 8 + 1)) return Value::retry();
  Dict* copy = new_dict(cx);
  if (!cx.heap.reserve(copy->entries, d->live)) return cx.out_of_memory();
  if (d->live == d->entries.size && d->live) {
    std::memcpy(static_cast<void*>(copy->entries.data), d->entries.data, d->live * sizeof(DictEntry));
    copy->entries.size = d->live;
  } else {
    dict_for_each(d, [&](const DictEntry& e) { copy->entries.data[copy->entries.size++] = e; });
  }
  copy->live = d->live;
  if (d->live > kDictLinear && !rebuild(cx, copy, index_slots_for(d->live))) return cx.out_of_memory();
  return Value::object(copy);
}

bool dict_rebuild_index(Context& cx, Dict* d) {
  d->live = d->first = 0;
  dict_for_each(d, [&](const DictEntry&) { ++d->live; });
  while (d->entries.size && d->entries.back().key.is_unset()) --d->entries.size;
  while (d->first < d->entries.size && d->entries[d->first].key.is_unset()) ++d->first;
  cx.heap.release(d->index);
  if (d->entries.size <= kDictLinear) return true;
  // Not through rebuild: holes must stay where iterators and later savers expect them.
  const uint64_t slots = index_slots_for(d->entries.size);
  if (slots > INT32_MAX || !cx.heap.reserve(d->index, slots + 1)) return false;
  d->index.size = uint32_t(slots);
  index_all(d);
  return true;
}

int64_t dict_last_entry(const Dict* d) { return int64_t(d->entries.size) - 1; }

}  // namespace fermata
