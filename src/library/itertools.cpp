// The signatures of itertools' classes. What they make is generators of itertools.py, where each class takes
// its row with @native_class. And what those generators leave to natives.
#include <algorithm>
#include <vector>

#include "objects/containers/containers.h"
#include "objects/containers/tuple.h"
#include "objects/errors/errors.h"
#include "objects/model/operations.h"
#include "objects/natives/native.h"

namespace fermata {

namespace {

// --- permutations, combinations and products come in batches: the next tuples, in order, from the indices of the last one. A batch that
// is not full is the last.

constexpr uint32_t kBatch = 32;  // at most

// A list of small ints, each below `limit`; empty, and false, when it is anything else.
bool read_indices(Value v, uint64_t limit, std::vector<uint32_t>* out) {
  if (!is<List>(v)) return false;
  for (Value item : as<List>(v)->items) {
    if (!item.is_small() || uint64_t(item.as_small()) >= limit) return false;
    out->push_back(uint32_t(item.as_small()));
  }
  return true;
}

void write_indices(Value v, const std::vector<uint32_t>& indices) {
  for (size_t i = 0; i < indices.size(); ++i) as<List>(v)->items[i] = Value::small(indices[i]);
}

// How many a batch should have.
uint32_t batch_of(Value v) { return v.is_small() ? uint32_t(std::clamp<int64_t>(v.as_small(), 1, kBatch)) : kBatch; }

Value wrong_indices(Context& cx) { return raise(cx, ErrorType::kTypeError, "itertools: these aren't indices of the pool"); }

// The work of a batch, charged before anything is changed. False: `*outcome` says why.
bool charge(Context& cx, uint64_t pool, uint64_t length, Value* outcome) {
  if (!cx.can_allocate(kBatch * (length + 4) * sizeof(Value), outcome)) return false;
  if (cx.tick(kBatch * (length / 4 + 1) + pool / 8)) return true;
  *outcome = Value::retry();
  return false;
}

template <class Item>
bool push_tuple(Context& cx, List* batch, uint32_t count, Item item) {
  Tuple* t = new_tuple(cx, count);
  if (!t) return false;
  for (uint32_t i = 0; i < count; ++i) t->items[i] = item(i);
  return cx.heap.push(batch->items, Value::object(t));
}

// _permutations_batch(pool, indices, cycles, count), as CPython's documentation has it.
Value permutations_batch(Context& cx, Value* args) {
  if (!is<Tuple>(args[0])) return wrong_indices(cx);
  const Tuple* pool = as<Tuple>(args[0]);
  const uint32_t n = pool->count;
  std::vector<uint32_t> indices, cycles;
  if (!read_indices(args[1], n, &indices) || indices.size() != n || !read_indices(args[2], uint64_t(n) + 1, &cycles) || cycles.size() > n)
    return wrong_indices(cx);
  const auto r = uint32_t(cycles.size());
  Value outcome;
  if (!charge(cx, n, r, &outcome)) return outcome;
  List* batch = new_list(cx);
  const uint32_t wanted = batch_of(args[3]);
  while (batch->items.size < wanted) {
    bool found = false;
    for (uint32_t i = r; i-- > 0 && !found;) {
      if (cycles[i] <= 1) {
        std::rotate(indices.begin() + i, indices.begin() + i + 1, indices.end());
        cycles[i] = n - i;
      } else {
        --cycles[i];
        std::swap(indices[i], indices[n - cycles[i]]);
        found = true;
      }
    }
    if (!found) break;
    if (!push_tuple(cx, batch, r, [&](uint32_t i) { return pool->items[indices[i]]; })) return cx.out_of_memory();
  }
  write_indices(args[1], indices);
  write_indices(args[2], cycles);
  return Value::object(batch);
}

// _combinations_batch(pool, indices, replacement, count)
Value combinations_batch(Context& cx, Value* args) {
  if (!is<Tuple>(args[0])) return wrong_indices(cx);
  const Tuple* pool = as<Tuple>(args[0]);
  const uint32_t n = pool->count;
  const bool replacement = args[2].is_true();
  std::vector<uint32_t> indices;
  if (!read_indices(args[1], n, &indices) || (!replacement && indices.size() > n)) return wrong_indices(cx);
  const auto r = uint32_t(indices.size());
  Value outcome;
  if (!charge(cx, n, r, &outcome)) return outcome;
  List* batch = new_list(cx);
  const uint32_t wanted = batch_of(args[3]);
  while (batch->items.size < wanted) {
    // The last index that may still grow; those after it follow it.
    uint32_t i = r;
    while (i > 0 && indices[i - 1] >= (replacement ? n - 1 : i - 1 + n - r)) --i;
    if (i == 0) break;
    uint32_t k = ++indices[i - 1];
    for (; i < r; ++i) {
      indices[i] = replacement ? k : ++k;
      if (indices[i] >= n) return wrong_indices(cx);
    }
    if (!push_tuple(cx, batch, r, [&](uint32_t j) { return pool->items[indices[j]]; })) return cx.out_of_memory();
  }
  write_indices(args[1], indices);
  return Value::object(batch);
}

// _product_batch(pools, indices, count): the pools are tuples in a list.
Value product_batch(Context& cx, Value* args) {
  if (!is<List>(args[0])) return wrong_indices(cx);
  const auto pools = as<List>(args[0])->items.span();
  std::vector<uint32_t> indices;
  if (!read_indices(args[1], UINT32_MAX, &indices) || indices.size() != pools.size()) return wrong_indices(cx);
  for (size_t i = 0; i < pools.size(); ++i)
    if (!is<Tuple>(pools[i]) || indices[i] >= as<Tuple>(pools[i])->count) return wrong_indices(cx);
  const auto r = uint32_t(pools.size());
  Value outcome;
  if (!charge(cx, r, r, &outcome)) return outcome;
  List* batch = new_list(cx);
  const uint32_t wanted = batch_of(args[2]);
  while (batch->items.size < wanted) {
    uint32_t i = r;
    while (i > 0 && ++indices[i - 1] == as<Tuple>(pools[i - 1])->count) indices[--i] = 0;
    if (i == 0) break;
    if (!push_tuple(cx, batch, r, [&](uint32_t j) { return as<Tuple>(pools[j])->items[indices[j]]; })) return cx.out_of_memory();
  }
  write_indices(args[1], indices);
  return Value::object(batch);
}

// _zip_longest_step(iterators, fillvalue): the next tuple; None at the end; False when an iterator isn't one of the natives'. Those that
// ended are None in the list.
Value zip_longest_step(Context& cx, Value* args) {
  List* iterators = try_as<List>(args[0]);
  if (!iterators) return Value::false_();
  const uint32_t n = iterators->items.size;
  for (Value it : iterators->items)
    if (!it.is_none() && (!is_leaf_iterator(cx, it) || is<Map>(it))) return Value::false_();
  if (!cx.tick(n / 4 + 1)) return Value::retry();
  Tuple* result = new_tuple(cx, n);
  if (!result) return cx.out_of_memory();
  bool more = false;
  for (uint32_t i = 0; i < n; ++i) {
    result->items[i] = args[1];
    if (iterators->items[i].is_none()) continue;
    const Value item = iter_next(cx, iterators->items[i]);
    if (item.is_exhausted()) {
      iterators->items[i] = Value::none();
      continue;
    }
    if (item.is_outcome()) return item;
    result->items[i] = item;
    more = true;
  }
  return more ? Value::object(result) : Value::none();
}

#define CLASS(name, signature) \
  { #name, nullptr, signature, "_new_" #name, NativeRow::kConstructor }
constexpr NativeRow kFunctions[] = {
    CLASS(count, "cls, /, start=0, step=1"),
    CLASS(cycle, "cls, iterable, /"),
    CLASS(repeat, "cls, /, object, times=?"),
    CLASS(accumulate, "cls, /, iterable, func=None, *, initial=None"),
    CLASS(chain, "cls, /, *iterables"),
    CLASS(compress, "cls, /, data, selectors"),
    CLASS(dropwhile, "cls, predicate, iterable, /"),
    CLASS(takewhile, "cls, predicate, iterable, /"),
    CLASS(filterfalse, "cls, function, iterable, /"),
    CLASS(starmap, "cls, function, iterable, /"),
    CLASS(batched, "cls, iterable, n"),
    CLASS(pairwise, "cls, iterable, /"),
    CLASS(islice, "cls, /, *args"),
    CLASS(zip_longest, "cls, /, *iterables, **kwargs"),
    CLASS(product, "cls, /, *iterables, repeat=1"),
    CLASS(permutations, "cls, /, iterable, r=None"),
    CLASS(combinations, "cls, /, iterable, r"),
    CLASS(combinations_with_replacement, "cls, /, iterable, r"),
    CLASS(_tee_type, "cls, iterable, /"),
    CLASS(_grouper_type, "cls, parent, tgtkey, /"),
    {"_zip_longest_step", zip_longest_step, "iterators, fillvalue, /"},
    {"_permutations_batch", permutations_batch, "pool, indices, cycles, count, /"},
    {"_combinations_batch", combinations_batch, "pool, indices, replacement, count, /"},
    {"_product_batch", product_batch, "pools, indices, count, /"},
};
#undef CLASS

}  // namespace

extern const ModuleRow kItertoolsModule = {"itertools", kFunctions};

}  // namespace fermata
