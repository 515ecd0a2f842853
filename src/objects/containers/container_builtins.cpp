// The builtin functions around containers and iterators: len, iter, next, all, any, sorted, and the natives
// of the prelude that belong to no single type.
#include "base/hash.h"
#include "objects/code/code.h"
#include "objects/containers/list.h"
#include "objects/containers/tuple.h"
#include "objects/errors/errors.h"
#include "objects/iterators/iterators.h"
#include "objects/model/class.h"
#include "objects/model/operations.h"
#include "objects/natives/leaf_callable.h"
#include "objects/numbers/numbers.h"

namespace fermata {

namespace {

Value builtin_len(Context& cx, Value* args) { return length_of(cx, args[0]); }

// iter(object) or iter(callable, sentinel)
Value builtin_iter(Context& cx, Value* args) {
  if (!args[1].is_missing()) return Value::defer();
  const Value iterator = get_iter(cx, args[0]);
  // The twin looks at what the program's __iter__ gives.
  return iterator.is_call() ? Value::defer() : iterator;
}

// next(iterator[, default])
Value builtin_next(Context& cx, Value* args) {
  // A generator's end would be an exception; with a default the twin catches it.
  if (is<Generator>(args[0]) && !args[1].is_missing()) return Value::defer();
  const Value item = iter_next(cx, args[0]);
  if (!item.is_exhausted()) return item;
  return args[1].is_missing() ? raise_plain(cx, ErrorType::kStopIteration) : args[1];
}

// all() and any(): whether an item's truth is `looked_for`. Their items are taken one by one, since what is
// after the deciding one must stay in the iterator.
Value find_truth(Context& cx, Value iterable, bool looked_for) {
  if (!is_leaf_iterable(cx, iterable)) return not_leaf_iterable(cx, iterable);
  if (!operations_of(payload_of(iterable)).next) {
    Items items(cx);
    const Value done = items.take(iterable);
    if (done.is_outcome()) return done;
    for (Value item : items) {
      const Value truth_of_item = truth(cx, item);
      if (truth_of_item.is_outcome()) return truth_of_item;
      if (truth_of_item.is_true() == looked_for) return Value::true_();
    }
    return Value::false_();
  }
  // An iterator. What needs user code must be known before the first item is taken.
  Items ahead(cx);
  const Value done = ahead.take(iterable);
  if (done.is_outcome()) return done;
  size_t used = 0;
  Value found = Value::false_();
  for (Value item : ahead) {
    ++used;
    const Value truth_of_item = truth(cx, item);
    if (truth_of_item.is_outcome()) return ahead.give_back(truth_of_item);
    if (truth_of_item.is_true() != looked_for) continue;
    found = Value::true_();
    break;
  }
  if (used < ahead.size()) {
    ahead.give_back(Value::retry());
    while (used-- > 0) iter_next(cx, iterable);
  }
  return found;
}

Value builtin_any(Context& cx, Value* args) { return find_truth(cx, args[0], true); }

Value builtin_all(Context& cx, Value* args) {
  const Value found = find_truth(cx, args[0], false);
  return found.is_bool() ? Value::boolean(found.is_false()) : found;
}

// repr_is_open(x): is a frame of the calling function, further out, showing the same object already? For the
// [...] of containers whose items show themselves by user code.
Value repr_is_open(Context& cx, Value* args) {
  if (!cx.task || cx.task->frames.empty()) return Value::false_();
  const auto& frames = cx.task->frames;
  const Code* caller = frames[frames.size - 1].code;
  if (!cx.tick(frames.size / 16 + 1)) return Value::retry();
  for (uint32_t i = 0; i + 1 < frames.size; ++i)
    if (frames[i].code->registers && frames[i].registers[0] == args[0] && is_same_function(frames[i].code, caller)) return Value::true_();
  return Value::false_();
}

// tuple_combine_hashes(hashes): the hash of a tuple whose items have these hashes. For states of earlier releases.
Value tuple_combine_hashes(Context& cx, Value* args) {
  List* hashes = as<List>(args[0]);
  if (!cx.tick(hashes->items.size / 8 + 1)) return Value::retry();
  TupleHasher hasher;
  for (Value hash : hashes->items) hasher.add(int64_of(hash).value_or(0));
  return make_int(cx, hasher.result());
}

// unpack_items(iterator, count): the rest of an iterator as a tuple of `count` items. Mostly it's a sequence's.
Value unpack_items(Context& cx, Value* args) {
  if (!is<SequenceIterator>(args[0])) return Value::defer();
  const int64_t count = args[1].as_small();
  std::vector<Value> items;
  while (int64_t(items.size()) <= count) {
    const Value item = iter_next(cx, args[0]);
    if (item.is_exhausted()) break;
    if (item.is_outcome()) return item;
    items.push_back(item);
  }
  if (int64_t(items.size()) < count) return raise_value_error(cx, "not enough values to unpack (expected {}, got {})", count, items.size());
  if (int64_t(items.size()) > count) return raise_value_error(cx, "too many values to unpack (expected {})", count);
  return tuple_of(cx, items);
}

// deque_empty(maxlen)
Value deque_empty(Context& cx, Value* args) {
  if (!args[0].is_none() && (!args[0].is_small() || args[0].as_small() < 0))
    return raise_type_error(cx, "maxlen must be a non-negative int");
  auto* d = cx.heap.make<Deque>();
  d->maxlen = args[0];
  return Value::object(d);
}

// dict_of_view(view): the dict that a view shows.
Value dict_of_view(Context&, Value* args) { return as<DictView>(args[0])->dict; }

constexpr NativeRow kRows[] = {
    {"all", builtin_all, "iterable, /", "builtin_all"},
    {"any", builtin_any, "iterable, /", "builtin_any"},
    {"iter", builtin_iter, "object, sentinel=?, /", "builtin_iter"},
    {"aiter", nullptr, "async_iterable, /", "builtin_aiter"},
    {"anext", nullptr, "aiterator, default=?, /", "builtin_anext"},
    {"len", builtin_len, "obj, /", "op_length"},
    {"next", builtin_next, "iterator, default=?, /", "builtin_next"},
    {"sorted", builtin_sorted, "*args, key=None, reverse=False", "builtin_sorted", NativeRow::kNone,
     "iterable, /, *, key=None, reverse=False"},
};
// is_leaf_callable(function): would leaf_map call it?
Value is_leaf_callable(Context& cx, Value* args) { return Value::boolean(bool(LeafCallable::of(cx, args[0]))); }

// leaf_map(function, items): [function(item) for item in items] as far as natives can do that, so perhaps for fewer items than there are;
// None when the function isn't one of ours.
Value leaf_map(Context& cx, Value* args) {
  const LeafCallable function = LeafCallable::of(cx, args[0]);
  if (!function) return Value::none();
  const std::span<const Value> items = as<List>(args[1])->items.span();
  List* results = new_list(cx);
  if (!cx.heap.reserve(results->items, items.size())) return cx.out_of_memory();
  for (Value item : items) {
    const Value result = cx.tick(1) ? function(cx, item) : Value::retry();
    if (result.is_error()) return result;
    if (result.is_outcome()) {
      cx.trap.kind = Trap::kNone;
      break;
    }
    results->items.data[results->items.size++] = result;
  }
  return Value::object(results);
}

constexpr NativeRow kIntrinsicRows[] = {
    {"is_leaf_callable", is_leaf_callable, "x, /"},
    {"leaf_map", leaf_map, "function, items: list, /"},
    {"map_take", map_take, "map, /"},
    {"deque_empty", deque_empty, "maxlen, /"},
    {"dict_of_view", dict_of_view, "view: view, /"},
    {"repr_is_open", repr_is_open, "x, /"},
    {"tuple_hash_asks", tuple_hash_asks, "t: tuple, /"},
    {"tuple_hash_with", tuple_hash_with, "t: tuple, hashes: list, /"},
    {"items_alike", items_alike, "a, b, start: small, /"},
    {"unpack_items", unpack_items, "iterator, count: small, /", "operator_unpack"},
    {"tuple_combine_hashes", tuple_combine_hashes, "hashes: list, /"},
};

}  // namespace

extern const std::span<const NativeRow> kContainerBuiltins = kRows;
extern const std::span<const NativeRow> kIteratorIntrinsics = kIntrinsicRows;

}  // namespace fermata
