// What tuple, list and deque share: quick comparisons of the commonest values, and searching, comparing
// and showing runs of items. Also tuple's tables. Called by the containers and by sorting.
#pragma once

#include <span>

#include "objects/containers/containers.h"
#include "objects/containers/dict.h"
#include "objects/model/operations.h"
#include "objects/natives/native.h"

namespace fermata {

extern const Operations kTupleOperations;
extern const TypeRow kTupleType;

inline Value make_pair_tuple(Context& cx, Value first, Value second) {
  Tuple* pair = cx.heap.make_sized<Tuple>(2);
  pair->items[0] = first;
  pair->items[1] = second;
  return Value::object(pair);
}

// Whether two values are the same or equal, when that can be said without asking their types.
inline SameKey quick_equal(Value a, Value b) {
  if (a.is_inline_float() && b.is_inline_float()) return a == b ? SameKey::kYes : SameKey::kNo;  // no NaN among them
  return same_key(a, b);
}
// equal() with the common cases inline: True, False or an outcome.
inline Value quick_equal_value(Context& cx, Value a, Value b) {
  const SameKey same = quick_equal(a, b);
  return same == SameKey::kAsk ? equal(cx, a, b) : Value::boolean(same == SameKey::kYes);
}

// a < b: 1, 0, or -1 with the outcome in *outcome.
inline int quick_less(Context& cx, Value a, Value b, Value* outcome) {
  if (a.is_small() && b.is_small()) return a.as_small() < b.as_small();
  if (a.is_inline_float() && b.is_inline_float()) return a.as_inline_float() < b.as_inline_float();
  if (is<Str>(a) && is<Str>(b) && std::min(as<Str>(a)->count, as<Str>(b)->count) <= kLongText)
    return as<Str>(a)->view() < as<Str>(b)->view();  // UTF-8 orders as code points do
  const Value result = rich_compare(cx, CompareOp::kLt, a, b);
  if (result.is_outcome()) {
    *outcome = result;
    return -1;
  }
  return result.is_true();
}

// The position of the first item equal to `item`; kNoEntry; or kAskTypes with the outcome in *outcome.
int64_t find_item(Context& cx, std::span<const Value> items, Value item, Value* outcome);
Value count_item(Context& cx, std::span<const Value> items, Value item);
Value items_equal(Context& cx, std::span<const Value> a, std::span<const Value> b);
Value items_order(Context& cx, CompareOp op, std::span<const Value> a, std::span<const Value> b);
// "1, 2, 3"
Value items_repr(Context& cx, std::span<const Value> items, TextBuilder& out);
// Bounds as index() takes them: clamped, negative ones counted from the end. None or an outcome.
Value search_bounds(Context& cx, Value start, Value stop, int64_t length, int64_t* from, int64_t* to);
// Is `o` being shown already, further out?
bool is_open(const TextBuilder& out, const Object* o);

// --- natives that only the prelude sees
// tuple_hash_asks(t): the items, of it and of tuples in it, whose hash only the program's code knows, before the first that has none.
Value tuple_hash_asks(Context& cx, Value* args);
// tuple_hash_with(t, hashes): its hash, those items' being `hashes`.
Value tuple_hash_with(Context& cx, Value* args);
// items_alike(a, b, start): how far two lists or tuples are the same from `start` on, as far as natives can say.
Value items_alike(Context& cx, Value* args);

// seq * n: the number of times, at least 0; an outcome, NotImplemented for anything but a number.
Value repeat_count(Context& cx, Value count, int64_t* out);
// Sequence `a` and number `b` in either order.
template <class T>
bool split_repeat(Value a, Value b, Value* sequence, Value* count) {
  *sequence = is<T>(a) ? a : b;
  *count = is<T>(a) ? b : a;
  return true;
}
// a + b where only one is a `type`: NotImplemented when the other one's class might know, else a TypeError.
Value cannot_concatenate(Context& cx, Value left, Value right, const char* type);

}  // namespace fermata
