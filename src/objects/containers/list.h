// list: inline fast paths for the dispatch loop (append, item by small int), its tables, and sorting.
// list.cpp has the methods, list_sort.cpp sorted() and sort().
#pragma once

#include <span>

#include "objects/containers/containers.h"
#include "objects/natives/native.h"

namespace fermata {

struct Operations;
extern const Operations kListOperations;
extern const TypeRow kListType;
extern const std::span<const NativeRow> kListIntrinsics;

// False: out of memory.
inline bool list_append(Context& cx, List* list, Value item) { return cx.heap.push(list->items, item); }

// The item at a small int, unset when out of range.
inline Value list_item_quick(const List* list, int64_t i) {
  const uint64_t n = list->items.size;
  if (uint64_t(i) < n) return list->items.data[i];
  if (i < 0 && uint64_t(i) + n < n) return list->items.data[uint64_t(i) + n];
  return Value::unset();
}

// A place given as an argument (insert, pop): None, or an outcome, with CPython's words for ints beyond 64 bits.
Value place_argument(Context& cx, Value v, int64_t* out);

// Appends all items of an iterable: None or an outcome. What LIST_EXTEND, extend and += are made of.
Value list_extend(Context& cx, List* list, Value iterable);

// Sorts values (stably) whose order needs no user code, or finds that it does: None, or an outcome, with
// `items` as it was. `keys` may be empty: the items are their own keys.
Value sort_items(Context& cx, std::span<Value> items, std::span<const Value> keys, bool reverse);
Value builtin_sorted(Context& cx, Value* args);
Value list_sort(Context& cx, Value* args);

// `a, *b, c = items`: the items before the star, the list of those in the middle, the ones after it, to `to`. None when done; defer
// for anything but a list or tuple, or for one that is too short.
Value unpack_star(Context& cx, Value items, uint32_t before, uint32_t behind, Value* to);

}  // namespace fermata
