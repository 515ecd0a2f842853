// Making and using lists, tuples, dicts and sets from C++. Their methods are in list.cpp, tuple.cpp,
// dict.cpp, set.cpp.
#pragma once

#include <span>

#include "runtime/context.h"

namespace fermata {

// Null when they don't fit (return cx.out_of_memory()); small ones (under 4 KB) always do.
Tuple* new_tuple(Context& cx, uint64_t count);              // items unset: fill them
Value tuple_of(Context& cx, std::span<const Value> items);  // a tuple, or an outcome
List* new_list(Context& cx, uint64_t capacity = 0);
Value list_of(Context& cx, std::span<const Value> items);
Dict* new_dict(Context& cx);
Set* new_set(Context& cx);
FrozenSet* new_frozenset(Context& cx);
Slice* new_slice(Context& cx, Value start, Value stop, Value step);

// --- dict, by any key. Outcomes as in operations.h: defer when a user's __hash__ or __eq__ is needed.
Value dict_get(Context& cx, Dict* d, Value key);               // the value; unset when missing
Value dict_set(Context& cx, Dict* d, Value key, Value value);  // None
Value dict_delete(Context& cx, Dict* d, Value key);            // the value it had; unset when missing
// By a key whose hash is known and that is compared as a str: names. Never an outcome but for memory.
Value dict_get_str(const Dict* d, const Str* key);               // unset when missing
int64_t dict_find_str(const Dict* d, const Str* key);            // its entry, -1 when missing
bool dict_set_str(Context& cx, Dict* d, Str* key, Value value);  // false: out of memory
bool dict_delete_str(Context& cx, Dict* d, Str* key);            // false: was not there
// What prelude twins build dicts with user-defined hashes from: entries of equal hash one by one.
int64_t dict_next_candidate(const Dict* d, int64_t hash, int64_t* probe);          // entry number or -1; *probe starts at 0
bool dict_insert_new(Context& cx, Dict* d, int64_t hash, Value key, Value value);  // the key is known to be absent
void dict_delete_entry(Context& cx, Dict* d, uint32_t entry);
// To the end or, if not `last`, the front. False: there is no memory, and nothing has changed.
bool dict_move_entry(Context& cx, Dict* d, uint32_t entry, bool last);
void dict_clear(Context& cx, Dict* d);
Value dict_copy(Context& cx, Dict* d);          // a dict, or an outcome
bool dict_rebuild_index(Context& cx, Dict* d);  // after loading: entries are set, the rest derived
// Live entries in order.
template <class F>
void dict_for_each(Dict* d, F&& f) {
  for (DictEntry& e : d->entries)
    if (!e.key.is_unset()) f(e);
}

// --- set and frozenset
Value set_add(Context& cx, Set* s, Value key);  // True when it was new, False, or an outcome
Value set_contains(Context& cx, Set* s, Value key);
Value set_discard(Context& cx, Set* s, Value key);  // True when it was there
int64_t set_next_candidate(const Set* s, int64_t hash, int64_t* probe);
bool set_insert_new(Context& cx, Set* s, int64_t hash, Value key);
void set_delete_entry(Context& cx, Set* s, uint32_t slot);
template <class F>
void set_for_each(Set* s, F&& f) {
  for (SetEntry& e : s->table)
    if (!e.key.is_unset()) f(e);
}

}  // namespace fermata
