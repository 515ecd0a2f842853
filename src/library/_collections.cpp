// _collections' natives: counting, for Counter. The rest is _collections.py; deque is objects/containers/deque.cpp.
#include "objects/containers/dict.h"
#include "objects/errors/errors.h"
#include "objects/iterators/iterators.h"
#include "objects/model/class.h"
#include "objects/model/instance.h"
#include "objects/model/operations.h"
#include "objects/natives/native.h"

namespace fermata {

namespace {

// The dict in which the mapping's class itself would look counts up and set them, or null.
Dict* plain_counts(Context& cx, Value mapping) {
  const Value payload = payload_of(mapping);
  if (!is<Dict>(payload) || mapping.as_object()->immortal()) return nullptr;
  Class *const cls = class_of(cx, mapping), *const dict = cx.image->classes[size_t(Kind::kDict)];
  for (Str* name : {cx.intern("get"), cx.name(Name::k___setitem__)})
    if (class_lookup(cx, cls, name) != class_lookup(cx, dict, name)) return nullptr;
  return as<Dict>(payload);
}

Value plain_counts_of(Context& cx, Value* args) {
  Dict* const d = plain_counts(cx, args[0]);
  return d && !d->immortal() ? Value::object(d) : Value::none();
}

// _count_elements(mapping, iterable): adds one to the mapping's count of each item.
Value count_elements(Context& cx, Value* args) {
  Dict* const d = plain_counts(cx, args[0]);
  if (!d || d->immortal()) return Value::defer();
  Items items(cx);
  Value done = items.take(args[1]);
  if (done.is_outcome()) return done;
  // Counting twice would be wrong, so what may stop half-way is looked for first.
  for (Value item : items) {
    int64_t hash;
    done = key_hash(cx, item, &hash);
    if (done.is_outcome()) return items.give_back(done);
  }
  const Value copy = dict_copy(cx, d);
  if (copy.is_outcome()) return items.give_back(copy);
  Dict* work = as<Dict>(copy);
  for (Value item : items) {
    int64_t hash;
    key_hash(cx, item, &hash);
    const int64_t entry = dict_find(cx, work, item, hash, &done);
    if (entry == kAskTypes) return items.give_back(done);
    if (entry == kNoEntry) {
      if (!dict_insert_new(cx, work, hash, item, Value::small(1))) return items.give_back(cx.out_of_memory());
      continue;
    }
    Value& count = work->entries[size_t(entry)].value;
    if (count.is_small() && count.as_small() < Value::kMaxSmall) {
      count = Value::small(count.as_small() + 1);
    } else {
      const Value sum = binary(cx, BinaryOp::kAdd, count, Value::small(1));
      if (sum.is_outcome()) return items.give_back(sum);
      count = sum;
    }
  }
  std::swap(d->entries, work->entries);
  std::swap(d->index, work->index);
  d->live = work->live;
  ++d->version;
  return Value::none();
}

constexpr NativeRow kRows[] = {
    {"_plain_counts", plain_counts_of, "mapping, /"},
    {"_count_elements", count_elements, "mapping, iterable, /", "_count_elements_twin"},
};

}  // namespace

extern const ModuleRow kCollectionsModule = {.name = "_collections", .functions = kRows};

}  // namespace fermata
