// Dict's table: looking keys up, inline for the keys that matter most (str and small int). Entries are in
// insertion order; up to eight are searched in order, more through an open-addressing index of entry
// numbers. Called by the dispatch loop and every native that handles dicts; dict_table.cpp has the rest,
// dict.cpp the methods, dict_views.cpp the views and iterators.
#pragma once

#include "base/hash.h"
#include "objects/containers/containers.h"
#include "objects/natives/native.h"
#include "objects/text/text.h"

namespace fermata {

struct Operations;
extern const Operations kDictOperations, kDictViewOperations, kDictIteratorOperations;
extern const TypeRow kDictType;
// The classes of DictView and DictIterator by part: keys, values, items.
extern const TypeRow kDictViewTypes[6], kDictIteratorTypes[6];  // of iterators: backwards after
extern const std::span<const NativeRow> kDictIntrinsics;

inline constexpr uint32_t kDictLinear = 8;  // entries up to which there is no index
inline constexpr int32_t kIndexEmpty = -1, kIndexDeleted = -2;

// Hash of a small int, CPython's: the value modulo 2^61 - 1, the sign kept, and never -1.
inline int64_t small_int_hash(int64_t i) {
  constexpr int64_t kModulus = (int64_t(1) << 61) - 1;
  if (i >= kModulus || i <= -kModulus) i %= kModulus;
  return i == -1 ? -2 : i;
}

inline int64_t cached_str_hash(Str* s) { return s->hash ? s->hash : str_hash(s); }

// The hash of a str or small int; false for any other key.
inline bool quick_hash(Value key, int64_t* hash) {
  if (key.is_small()) {
    *hash = small_int_hash(key.as_small());
    return true;
  }
  if (is<Str>(key)) {
    *hash = cached_str_hash(as<Str>(key));
    return true;
  }
  return false;
}

// Hash of any key: None, or an outcome.
Value key_hash(Context& cx, Value key, int64_t* hash);

// Are two keys of equal hash the same key, as far as that can be said without asking their types?
enum class SameKey : uint8_t { kNo, kYes, kAsk };
[[gnu::always_inline]] inline SameKey same_key(Value a, Value b) {
  if (a == b) return SameKey::kYes;
  if (a.is_small()) return b.is_small() || is<Str>(b) ? SameKey::kNo : SameKey::kAsk;
  if (is<Str>(a)) {
    if (is<Str>(b)) {
      const Str *s = as<Str>(a), *t = as<Str>(b);
      if (s->count != t->count) return SameKey::kNo;
      if (s->count > kLongText) return SameKey::kAsk;
      return std::memcmp(s->text(), t->text(), s->count) == 0 ? SameKey::kYes : SameKey::kNo;
    }
    return b.is_small() ? SameKey::kNo : SameKey::kAsk;
  }
  return SameKey::kAsk;
}

// The order in which slots of an index are tried.
struct IndexProbe {
  uint64_t mask, perturb, slot;
  IndexProbe(int64_t hash, uint32_t size) : mask(size - 1), perturb(uint64_t(hash)), slot(uint64_t(hash) & mask) {}
  void next() {
    perturb >>= 5;
    slot = (slot * 5 + perturb + 1) & mask;
  }
};

// Results of lookups that aren't entry numbers.
inline constexpr int64_t kNoEntry = -1;   // the key is not there
inline constexpr int64_t kAskTypes = -2;  // find_quick alone: a key that needs the types' own comparison, or a long probe

// Looks a str or small int up.
[[gnu::always_inline]] inline int64_t dict_find_quick(const Dict* d, Value key, int64_t hash) {
  const DictEntry* entries = d->entries.data;
  if (d->index.size == 0) {
    for (uint32_t i = 0, n = d->entries.size; i < n; ++i) {
      const DictEntry& e = entries[i];
      if (e.hash != hash || e.key.is_unset()) continue;
      const SameKey same = same_key(key, e.key);
      if (same == SameKey::kYes) return i;
      if (same == SameKey::kAsk) return kAskTypes;
    }
    return kNoEntry;
  }
  IndexProbe probe(hash, d->index.size);
  for (int tries = 0; tries < 16; ++tries, probe.next()) {
    const int32_t i = d->index.data[probe.slot];
    if (i == kIndexEmpty) return kNoEntry;
    if (i == kIndexDeleted) continue;
    const DictEntry& e = entries[i];
    if (e.hash != hash) continue;
    const SameKey same = same_key(key, e.key);
    if (same == SameKey::kYes) return i;
    if (same == SameKey::kAsk) return kAskTypes;
  }
  return kAskTypes;
}

// Looks any key up. An entry number, or kNoEntry; kAskTypes with the outcome in *outcome.
int64_t dict_find_slow(Context& cx, Dict* d, Value key, int64_t hash, Value* outcome);
inline int64_t dict_find(Context& cx, Dict* d, Value key, int64_t hash, Value* outcome) {
  if (key.is_small() || is<Str>(key)) {
    const int64_t i = dict_find_quick(d, key, hash);
    if (i != kAskTypes) return i;
  }
  return dict_find_slow(cx, d, key, hash, outcome);
}

// dict_get and dict_set with the usual keys handled inline. The value, unset when missing, or an outcome.
inline Value dict_get_fast(Context& cx, Dict* d, Value key) {
  int64_t hash;
  if (quick_hash(key, &hash)) {
    const int64_t i = dict_find_quick(d, key, hash);
    if (i >= 0) return d->entries.data[i].value;
    if (i == kNoEntry) return Value::unset();
  }
  return dict_get(cx, d, key);
}
inline Value dict_set_fast(Context& cx, Dict* d, Value key, Value value) {
  int64_t hash;
  if (quick_hash(key, &hash)) {
    const int64_t i = dict_find_quick(d, key, hash);
    if (i >= 0) {
      d->entries.data[i].value = value;
      return Value::none();
    }
    if (i == kNoEntry) return dict_insert_new(cx, d, hash, key, value) ? Value::none() : cx.out_of_memory();
  }
  return dict_set(cx, d, key, value);
}

// The same with a hash that is known already.
Value dict_set_hashed(Context& cx, Dict* d, int64_t hash, Value key, Value value);
// Makes room for `more` further keys at once. False: out of memory.
bool dict_reserve(Context& cx, Dict* d, uint64_t more);
// The last live entry, -1 for an empty dict.
int64_t dict_last_entry(const Dict* d);

// d == e, the ops of the views, update: shared by dict.cpp and dict_views.cpp.
Value dict_equal(Context& cx, Value self, Value other);
// Puts all of `source` into `d` (which may be the same).
Value dict_merge_dict(Context& cx, Dict* d, Dict* source);
Value new_dict_view(Context& cx, Dict* d, DictPart part);
Value new_dict_iterator(Context& cx, Dict* d, DictPart part, bool backwards);

// The next item of a dict's iterator; inline because `for` over dicts is made of it.
Value dict_iterator_changed(Context& cx, DictIterator* it, const char* message);
inline const DictEntry* dict_iterator_step(Context& cx, DictIterator* it, Value* outcome) {
  if (it->dict.is_unset()) {
    *outcome = Value::exhausted();
    return nullptr;
  }
  Dict* d = as<Dict>(it->dict);
  if (d->live != it->expected) {
    *outcome = dict_iterator_changed(cx, it, "dictionary changed size during iteration");
    return nullptr;
  }
  const DictEntry* found = nullptr;
  if (!it->backwards()) {
    uint32_t i = it->index;
    const uint32_t n = d->entries.size;
    while (i < n && d->entries.data[i].key.is_unset()) ++i;
    if (i < n) found = &d->entries.data[i++];
    it->index = i;
  } else {
    uint32_t i = it->index < d->entries.size ? it->index : d->entries.size;
    while (i > 0 && d->entries.data[i - 1].key.is_unset()) --i;
    if (i > 0) found = &d->entries.data[--i];
    it->index = i;
  }
  if (!found) {
    it->dict = Value::unset();
    *outcome = Value::exhausted();
    return nullptr;
  }
  if (it->remaining == 0) {
    *outcome = dict_iterator_changed(cx, it, "dictionary keys changed during iteration");
    return nullptr;
  }
  --it->remaining;
  return found;
}

}  // namespace fermata
