// tuple, and what it shares with list and deque. See tuple.h.
#include "objects/containers/tuple.h"

#include <algorithm>
#include <cstring>

#include "base/hash.h"
#include "objects/errors/errors.h"
#include "objects/iterators/iterators.h"
#include "objects/iterators/walk.h"
#include "objects/model/class.h"
#include "objects/model/object.h"
#include "objects/numbers/numbers.h"
#include "objects/text/text.h"

namespace fermata {

// --- shared

int64_t find_item(Context& cx, std::span<const Value> items, Value item, Value* outcome) {
  ItemWalk<8> walk(cx);
  for (size_t i = 0; i < items.size();) {
    const size_t end = i + walk.next(items.size() - i);
    if (end == i) {
      *outcome = Value::retry();
      return kAskTypes;
    }
    for (; i < end; ++i) {
      const SameKey same = quick_equal(items[i], item);
      if (same == SameKey::kNo) continue;
      if (same == SameKey::kYes) return int64_t(i);
      const Value result = equal(cx, items[i], item);
      if (result.is_outcome()) {
        *outcome = result;
        return kAskTypes;
      }
      if (result.is_true()) return int64_t(i);
    }
  }
  return kNoEntry;
}

Value count_item(Context& cx, std::span<const Value> items, Value item) {
  if (!cx.tick(items.size() / 8 + 1)) return Value::retry();
  int64_t n = 0;
  for (Value v : items) {
    const Value same = quick_equal_value(cx, v, item);
    if (same.is_outcome()) return same;
    n += same.is_true();
  }
  return Value::small(n);
}

Value items_equal(Context& cx, std::span<const Value> a, std::span<const Value> b) {
  if (a.size() != b.size()) return Value::false_();
  DepthGuard guard(cx);
  if (!guard.ok) return raise_recursion_error(cx, " in comparison");
  ItemWalk<8> walk(cx);
  for (size_t i = 0; i < a.size();) {
    const size_t end = i + walk.next(a.size() - i);
    if (end == i) return Value::retry();
    for (; i < end; ++i) {
      const Value same = quick_equal_value(cx, a[i], b[i]);
      if (!same.is_true()) return same;
    }
  }
  return Value::true_();
}

Value items_order(Context& cx, CompareOp op, std::span<const Value> a, std::span<const Value> b) {
  DepthGuard guard(cx);
  if (!guard.ok) return raise_recursion_error(cx, " in comparison");
  const size_t common = std::min(a.size(), b.size());
  ItemWalk<8> walk(cx);
  for (size_t i = 0; i < common;) {
    const size_t end = i + walk.next(common - i);
    if (end == i) return Value::retry();
    for (; i < end; ++i) {
      const Value same = quick_equal_value(cx, a[i], b[i]);
      if (same.is_outcome()) return same;
      if (same.is_true()) continue;
      if (op != CompareOp::kLt) return rich_compare(cx, op, a[i], b[i]);
      Value outcome;
      const int less = quick_less(cx, a[i], b[i], &outcome);
      return less < 0 ? outcome : Value::boolean(less);
    }
  }
  return ordered(op, a.size() <=> b.size());
}

Value items_repr(Context& cx, std::span<const Value> items, TextBuilder& out) {
  if (!cx.tick(items.size() + 1)) return Value::retry();
  for (size_t i = 0; i < items.size(); ++i) {
    if (i > 0) out.append(", ");
    const Value done = repr_into(cx, items[i], out);
    if (done.is_outcome()) return done;
  }
  return out.status();
}

bool is_open(const TextBuilder& out, const Object* o) { return std::find(out.open.begin(), out.open.end(), o) != out.open.end(); }

Value search_bounds(Context& cx, Value start, Value stop, int64_t length, int64_t* from, int64_t* to) {
  *from = 0;
  *to = INT64_MAX;
  for (auto [v, out] : {std::pair{start, from}, std::pair{stop, to}}) {
    if (v.is_missing()) continue;
    if (!may_define(v) && !is_int_or_bool(v)) return raise_type_error(cx, "slice indices must be integers or have an __index__ method");
    const Value done = index_clamped(cx, v, out);
    if (done.is_outcome()) return done;
    if (*out < 0) *out = *out < -length ? 0 : *out + length;
  }
  *to = std::min(*to, length);
  *from = std::min(*from, *to);
  return Value::none();
}

Value repeat_count(Context& cx, Value count, int64_t* out) {
  if (is_int_or_bool(count)) return index_exact(cx, count, out, false);
  if (may_define(count)) {
    const uint32_t traits = class_traits(cx, class_of(cx, count));
    if (traits & kTraitIndex) return Value::defer();
    if (traits & kTraitNumeric) return Value::not_implemented();
  }
  return raise_type_error(cx, "can't multiply sequence by non-int of type '{}'", type_name(cx, count));
}

Value cannot_concatenate(Context& cx, Value, Value right, const char* type) {
  if (may_define(right) && has_trait(cx, class_of(cx, right), kTraitNumeric)) return Value::not_implemented();
  return raise_type_error(cx, "can only concatenate {} (not \"{}\") to {}", type, type_name(cx, right), type);
}

Tuple* new_tuple(Context& cx, uint64_t count) { return count == 0 ? cx.image->empty_tuple : cx.heap.make_sized<Tuple>(count); }

Value tuple_of(Context& cx, std::span<const Value> items) {
  Tuple* t = new_tuple(cx, items.size());
  if (!t) return cx.out_of_memory();
  if (!items.empty()) std::memcpy(static_cast<void*>(t->items), items.data(), items.size_bytes());
  return Value::object(t);
}

namespace {

Tuple* self_of(Value v) { return as<Tuple>(v); }

// --- operations

Value tuple_length(Context&, Value self) { return Value::small(self_of(self)->count); }

// Goes through the items of a tuple and of the tuples in it: with(item) gives the hash of one that natives can't hash. It may say an
// outcome.
template <class With>
Value hash_with(Context& cx, Tuple* t, With& with, int64_t* out) {
  DepthGuard guard(cx);
  if (!guard.ok) return raise_recursion_error(cx);
  if (!cx.tick(t->count / 8 + 1)) return Value::retry();
  TupleHasher hasher;
  for (Value v : t->span()) {
    int64_t hash = 0;
    Value done = is<Tuple>(v) ? hash_with(cx, as<Tuple>(v), with, &hash) : key_hash(cx, v, &hash);
    if (done.is_defer()) done = with(v, &hash);
    if (done.is_outcome()) return done;
    hasher.add(hash);
  }
  *out = hasher.result();
  return Value::none();
}

Value tuple_hash(Context& cx, Value self, int64_t* out) {
  const auto with = [](Value, int64_t*) { return Value::defer(); };
  return hash_with(cx, self_of(self), with, out);
}

}  // namespace

Value tuple_hash_asks(Context& cx, Value* args) {
  std::vector<Value> asked;
  const auto with = [&](Value v, int64_t*) { return asked.push_back(v), Value::none(); };
  int64_t hash = 0;
  const Value done = hash_with(cx, as<Tuple>(args[0]), with, &hash);
  if (done.is_error()) cx.exception = Value();  // of an item behind those: tuple_hash_with says so when its turn comes
  else if (done.is_outcome()) return done;
  return tuple_of(cx, asked);
}

Value tuple_hash_with(Context& cx, Value* args) {
  const auto& hashes = as<List>(args[1])->items;
  uint32_t next = 0;
  const auto with = [&](Value, int64_t* hash) {
    if (next < hashes.size) *hash = int64_of(hashes[next++]).value_or(0);
    return Value::none();
  };
  int64_t hash = 0;
  const Value done = hash_with(cx, as<Tuple>(args[0]), with, &hash);
  return done.is_outcome() ? done : make_int(cx, hash);
}

Value items_alike(Context& cx, Value* args) {
  const auto row_of = [](Value v) -> std::span<const Value> {
    if (is<Tuple>(v)) return as<Tuple>(v)->span();
    return is<List>(v) ? as<List>(v)->items.span() : std::span<const Value>();
  };
  const auto a = row_of(args[0]), b = row_of(args[1]);
  const size_t n = std::min(a.size(), b.size());
  ItemWalk<8> walk(cx);
  size_t i = std::min<size_t>(n, size_t(std::max<int64_t>(args[2].as_small(), 0)));
  while (i < n) {
    const size_t end = i + walk.next(n - i);
    if (end == i) return Value::retry();
    for (; i < end; ++i) {
      const Value same = equal(cx, a[i], b[i]);
      if (same.is_true()) continue;
      if (same.is_retry()) return same;
      if (same.is_error()) cx.exception = Value();
      return Value::small(int64_t(i));
    }
  }
  return Value::small(int64_t(n));
}

namespace {

Value tuple_equal(Context& cx, Value self, Value other) {
  if (!is<Tuple>(other)) return Value::not_implemented();
  const auto a = self_of(self)->span(), b = self_of(other)->span();
  // Of different sizes, too, their items are asked until two differ, as CPython does, and unlike lists.
  const size_t n = std::min(a.size(), b.size());
  const Value same = items_equal(cx, a.first(n), b.first(n));
  return same.is_true() ? Value::boolean(a.size() == b.size()) : same;
}

Value tuple_order(Context& cx, CompareOp op, Value self, Value other) {
  if (!is<Tuple>(other)) return Value::not_implemented();
  return items_order(cx, op, self_of(self)->span(), self_of(other)->span());
}

Value tuple_repr(Context& cx, Value self, TextBuilder& out) {
  Tuple* t = self_of(self);
  if (is_open(out, t)) {
    out.append("(...)");
    return out.status();
  }
  out.append('(');
  out.open.push_back(t);
  const Value done = items_repr(cx, t->span(), out);
  out.open.pop_back();
  if (done.is_outcome()) return done;
  out.append(t->count == 1 ? ",)" : ")");
  return out.status();
}

Value tuple_iter(Context& cx, Value self) { return Value::object(new_sequence_iterator(cx, self)); }

Value tuple_contains(Context& cx, Value self, Value item) {
  Value outcome;
  const int64_t at = find_item(cx, self_of(self)->span(), item, &outcome);
  return at == kAskTypes ? outcome : Value::boolean(at >= 0);
}

Value tuple_get_item(Context& cx, Value self, Value key) {
  Tuple* t = self_of(self);
  if (is<Slice>(key)) {
    SliceBounds b;
    const Value done = slice_bounds(cx, as<Slice>(key), t->count, &b);
    if (done.is_outcome()) return done;
    if (b.count == t->count && b.step == 1) return self;
    if (!cx.tick(uint64_t(b.count) / 8 + 1)) return Value::retry();
    if (b.count == 0) return tuple_of(cx, {});
    if (b.step == 1) return tuple_of(cx, {t->items + b.start, size_t(b.count)});
    Tuple* result = new_tuple(cx, uint64_t(b.count));
    if (!result) return cx.out_of_memory();
    for (int64_t i = 0; i < b.count; ++i) result->items[i] = t->items[b.start + i * b.step];
    return Value::object(result);
  }
  if (!is_int_or_bool(key) && !may_define(key))
    return raise_type_error(cx, "tuple indices must be integers or slices, not {}", type_name(cx, key));
  int64_t i;
  const Value done = index_exact(cx, key, &i);
  if (done.is_outcome()) {
    if (done.is_error() && may_define(key) && exception_matches(cx, cx.exception, ErrorType::kTypeError))
      return raise_type_error(cx, "tuple indices must be integers or slices, not {}", type_name(cx, key));
    return done;
  }
  if (i < 0) i += t->count;
  if (i < 0 || i >= t->count) return raise(cx, ErrorType::kIndexError, "tuple index out of range");
  return t->items[i];
}

Value tuple_binary(Context& cx, BinaryOp op, Value a, Value b) {
  if (op == BinaryOp::kAdd) {
    if (!is<Tuple>(a)) return Value::not_implemented();
    if (!is<Tuple>(b)) return cannot_concatenate(cx, a, b, "tuple");
    Tuple *left = self_of(a), *right = self_of(b);
    if (right->count == 0) return a;
    if (left->count == 0) return b;
    if (!cx.tick((uint64_t(left->count) + right->count) / 8 + 1)) return Value::retry();
    Tuple* result = new_tuple(cx, uint64_t(left->count) + right->count);
    if (!result) return cx.out_of_memory();
    std::memcpy(static_cast<void*>(result->items), left->items, left->count * sizeof(Value));
    std::memcpy(static_cast<void*>(result->items + left->count), right->items, right->count * sizeof(Value));
    return Value::object(result);
  }
  if (op == BinaryOp::kMul) {
    Value sequence, count;
    split_repeat<Tuple>(a, b, &sequence, &count);
    int64_t times;
    const Value done = repeat_count(cx, count, &times);
    if (!done.is_none()) return done;
    Tuple* t = self_of(sequence);
    if (t->count == 0 || times == 1) return sequence;
    if (times <= 0) return Value::object(cx.image->empty_tuple);
    if (uint64_t(times) > UINT32_MAX) return raise_plain(cx, ErrorType::kMemoryError);
    const uint64_t n = uint64_t(times) * t->count;
    Value refused;
    if (!cx.can_allocate(n * sizeof(Value), &refused)) return refused;
    if (!cx.tick(n / 8 + 1)) return Value::retry();
    Tuple* result = new_tuple(cx, n);
    if (!result) return cx.out_of_memory();
    for (uint64_t i = 0; i < n; i += t->count) std::memcpy(static_cast<void*>(result->items + i), t->items, t->count * sizeof(Value));
    return Value::object(result);
  }
  return Value::not_implemented();
}

// --- methods

Value tuple_count(Context& cx, Value* args) { return count_item(cx, self_of(args[0])->span(), args[1]); }

Value tuple_index(Context& cx, Value* args) {
  Tuple* t = self_of(args[0]);
  int64_t from, to;
  Value done = search_bounds(cx, args[2], args[3], t->count, &from, &to);
  if (done.is_outcome()) return done;
  const int64_t at = find_item(cx, t->span().subspan(size_t(from), size_t(to - from)), args[1], &done);
  if (at == kAskTypes) return done;
  if (at == kNoEntry) return raise_value_error(cx, "tuple.index(x): x not in tuple");
  return Value::small(from + at);
}

Value tuple_getnewargs(Context& cx, Value* args) { return tuple_of(cx, std::span<const Value>(args, 1)); }

constexpr NativeRow kMethods[] = {
    kClassGetItem,
    {"__getnewargs__", tuple_getnewargs, "self, /"},
    {"count", tuple_count, "self, value, /", "tuple_count"},
    {"index", tuple_index, "self, value, start=?, stop=?, /", "tuple_index"},
};

Value tuple_new(Context& cx, Value* args) {
  if (args[1].is_missing()) return Value::object(cx.image->empty_tuple);
  if (is<Tuple>(args[1])) return args[1];
  Items items(cx);
  const Value done = items.take(args[1]);
  if (done.is_outcome()) return done;
  return items.give_back(tuple_of(cx, items.span()));
}
constexpr NativeRow kConstructor = {"tuple", tuple_new, "cls, iterable=?, /", "tuple_new"};

}  // namespace

// tuple.__new__(cls, iterable) for a subclass: a named tuple's way. The instance gets a tuple that nobody else has. All else is the twin's,
// errors too.
Value tuple_bare_new(Context& cx, Value* args) {
  auto* cls = try_as<Class>(args[0]);
  const auto* given = as<Tuple>(args[1]);
  const bool keywords = is<Dict>(args[2]) && as<Dict>(args[2])->live;
  if (!cls || cls->layout != uint32_t(Kind::kTuple) || cls->immortal() || given->count != 1 || keywords) return Value::defer();
  Items items(cx);
  const Value done = items.take(given->items[0]);
  if (done.is_outcome()) return done;
  Value made = new_instance(cx, cls);
  if (!made.is_outcome()) {
    const Value payload = tuple_of(cx, items.span());
    if (payload.is_outcome()) made = payload;
    else as<Instance>(made)->payload = payload;
  }
  return items.give_back(made);
}
constexpr NativeRow kTupleNew = {"__new__", tuple_bare_new, "cls, /, *args, **kwargs", "tuple__new__",
                                 NativeRow::kStatic | NativeRow::kNew};

extern const Operations kTupleOperations = {
    .length = tuple_length,
    .hash = tuple_hash,
    .equal = tuple_equal,
    .order = tuple_order,
    .repr = tuple_repr,
    .iter = tuple_iter,
    .contains = tuple_contains,
    .get_item = tuple_get_item,
    .binary = tuple_binary,
    .binary_ops = 1u << int(BinaryOp::kAdd) | 1u << int(BinaryOp::kMul),
};

extern const TypeRow kTupleType = {
    .kind = Kind::kTuple,
    .name = "tuple",
    .base = "object",
    .doc = "Built-in immutable sequence.",
    .methods = kMethods,
    .constructor = &kConstructor,
    .operations = &kTupleOperations,
    .flags = kClassSequence,
    .named = true,
    .make_new = &kTupleNew,
};

}  // namespace fermata
