#include "objects/containers/deque.h"

#include <algorithm>
#include <cstring>

#include "objects/containers/list.h"
#include "objects/containers/tuple.h"
#include "objects/errors/errors.h"
#include "objects/iterators/iterators.h"
#include "objects/model/class.h"
#include "objects/numbers/numbers.h"
#include "objects/text/text.h"

namespace fermata {

namespace {

Deque* self_of(Value v) { return as<Deque>(v); }

Deque* new_deque(Context& cx, Value maxlen) {
  auto* d = cx.heap.make<Deque>();
  d->maxlen = maxlen;
  return d;
}

uint64_t limit_of(const Deque* d) { return d->maxlen.is_none() ? UINT64_MAX : uint64_t(d->maxlen.as_small()); }

// Moves the items so that `front` unset places come before them.
void move_to(Deque* d, uint32_t front) {
  const uint32_t n = d->count();
  std::memmove(static_cast<void*>(d->items.data + front), d->items.data + d->head, n * sizeof(Value));
  std::fill(d->items.data, d->items.data + front, Value::unset());
  d->head = front;
  d->items.size = front + n;
}

bool push_right(Context& cx, Deque* d, Value item) {
  // Room that popleft left in front is used before more is asked for.
  if (d->items.size == d->items.capacity && d->head > d->count()) move_to(d, 0);
  if (!cx.heap.push(d->items, item)) return false;
  ++d->version;
  return true;
}

bool push_left(Context& cx, Deque* d, Value item) {
  if (d->head == 0) {
    const uint32_t room = std::max<uint32_t>(4, d->count() / 2);
    if (!cx.heap.reserve(d->items, uint64_t(d->items.size) + room)) return false;
    move_to(d, room);
  }
  d->items[--d->head] = item;
  ++d->version;
  return true;
}

Value pop_left(Deque* d) {
  const Value item = d->items[d->head];
  d->items[d->head++] = Value::unset();
  if (d->head == d->items.size) d->head = d->items.size = 0;
  ++d->version;
  return item;
}

Value pop_right(Deque* d) {
  const Value item = d->items.data[--d->items.size];
  if (d->head == d->items.size) d->head = d->items.size = 0;
  ++d->version;
  return item;
}

// One item more at the right or left end; with a maxlen, one less at the other.
bool add_right(Context& cx, Deque* d, Value item) {
  if (limit_of(d) == 0) return true;
  if (d->count() >= limit_of(d)) pop_left(d);
  return push_right(cx, d, item);
}
bool add_left(Context& cx, Deque* d, Value item) {
  if (limit_of(d) == 0) return true;
  if (d->count() >= limit_of(d)) pop_right(d);
  return push_left(cx, d, item);
}

// The items on the shorter side are moved. False: that would take more steps than are left, and nothing has changed.
[[nodiscard]] bool erase_at(Context& cx, Deque* d, uint32_t i) {
  if (!cx.tick(std::min(i, d->count() - i) / 32 + 1)) return false;
  Value* items = d->items.data + d->head;
  if (i < d->count() / 2) {
    std::memmove(static_cast<void*>(items + 1), items, i * sizeof(Value));
    pop_left(d);
    return true;
  }
  std::memmove(static_cast<void*>(items + i), items + i + 1, (d->count() - i - 1) * sizeof(Value));
  pop_right(d);
  return true;
}

Value empty_error(Context& cx) { return raise(cx, ErrorType::kIndexError, "pop from an empty deque"); }

// --- operations

Value length(Context&, Value self) { return Value::small(self_of(self)->count()); }

Value equals(Context& cx, Value self, Value other) {
  if (!is<Deque>(other)) return Value::not_implemented();
  return items_equal(cx, deque_span(self_of(self)), deque_span(self_of(other)));
}

Value order(Context& cx, CompareOp op, Value self, Value other) {
  if (!is<Deque>(other)) return Value::not_implemented();
  return items_order(cx, op, deque_span(self_of(self)), deque_span(self_of(other)));
}

Value repr(Context& cx, Value self, TextBuilder& out) {
  Deque* d = self_of(self);
  if (is_open(out, d)) {
    out.append("[...]");
    return out.status();
  }
  out.append("deque([");
  out.open.push_back(d);
  const Value done = items_repr(cx, deque_span(d), out);
  out.open.pop_back();
  if (done.is_outcome()) return done;
  out.append(']');
  if (!d->maxlen.is_none()) out.append(fmt::format(", maxlen={}", d->maxlen.as_small()));
  out.append(')');
  return out.status();
}

Value iter(Context& cx, Value self) { return Value::object(new_sequence_iterator(cx, self)); }

Value contains_item(Context& cx, Value self, Value item) {
  Value outcome;
  const int64_t at = find_item(cx, deque_span(self_of(self)), item, &outcome);
  return at == kAskTypes ? outcome : Value::boolean(at >= 0);
}

// The place of an index: None with *i in range, or an outcome.
Value place(Context& cx, Deque* d, Value key, int64_t* i) {
  if (!is_int_or_bool(key) && !may_define(key)) return raise_type_error(cx, "sequence index must be integer, not '{}'", type_name(cx, key));
  const Value done = index_exact(cx, key, i);
  if (done.is_outcome()) return done;
  if (*i < 0) *i += d->count();
  if (*i < 0 || *i >= d->count()) return raise(cx, ErrorType::kIndexError, "deque index out of range");
  return Value::none();
}

Value deque_get_item(Context& cx, Value self, Value key) {
  int64_t i;
  const Value done = place(cx, self_of(self), key, &i);
  return done.is_outcome() ? done : deque_item(self_of(self), uint32_t(i));
}

Value deque_set_item(Context& cx, Value self, Value key, Value value) {
  int64_t i;
  const Value done = place(cx, self_of(self), key, &i);
  if (done.is_outcome()) return done;
  deque_item(self_of(self), uint32_t(i)) = value;
  return Value::none();
}

Value deque_delete_item(Context& cx, Value self, Value key) {
  int64_t i;
  const Value done = place(cx, self_of(self), key, &i);
  if (done.is_outcome()) return done;
  return erase_at(cx, self_of(self), uint32_t(i)) ? Value::none() : Value::retry();
}

// Appends copies of `items`, of which only what maxlen leaves is kept.
Value append_all(Context& cx, Deque* d, std::span<const Value> items) {
  const uint64_t limit = limit_of(d);
  if (items.size() > limit) items = items.last(size_t(limit));
  const std::vector<Value> copy(items.begin(), items.end());  // they may be d's own
  if (!cx.heap.reserve(d->items, std::min<uint64_t>(limit, d->count() + copy.size()))) return cx.out_of_memory();
  for (Value v : copy)
    if (!add_right(cx, d, v)) return cx.out_of_memory();
  return Value::none();
}

Value copy_of(Context& cx, Deque* d) {
  if (!cx.tick(d->count() / 8 + 1)) return Value::retry();
  Deque* copy = new_deque(cx, d->maxlen);
  const Value done = append_all(cx, copy, deque_span(d));
  return done.is_outcome() ? done : Value::object(copy);
}

Value repeat(Context& cx, Deque* d, int64_t times) {
  if (times <= 0) {
    cx.heap.release(d->items);
    d->head = 0;
    ++d->version;
    return Value::none();
  }
  const uint64_t n = d->count();
  if (n == 0 || times == 1) return Value::none();
  // Beyond maxlen further copies only push out earlier ones.
  if (limit_of(d) != UINT64_MAX && n > 0) times = int64_t(std::min<uint64_t>(uint64_t(times), limit_of(d) / n + 2));
  if (uint64_t(times) > UINT32_MAX) return raise_plain(cx, ErrorType::kMemoryError);
  Value refused;
  if (!cx.can_allocate(n * uint64_t(times) * sizeof(Value), &refused)) return refused;
  if (!cx.tick(n * uint64_t(times) / 4 + 1)) return Value::retry();
  if (!cx.heap.reserve(d->items, std::min<uint64_t>(limit_of(d), n * uint64_t(times)) + d->head)) return cx.out_of_memory();
  const std::vector<Value> items(deque_span(d).begin(), deque_span(d).end());
  for (int64_t i = 1; i < times; ++i)
    for (Value v : items)
      if (!add_right(cx, d, v)) return cx.out_of_memory();
  return Value::none();
}

Value extend_right(Context& cx, Deque* d, Value iterable) {
  Items items(cx);
  const Value done = items.take(iterable);
  return done.is_outcome() ? done : items.give_back(append_all(cx, d, items.span()));
}

Value binary(Context& cx, BinaryOp op, Value a, Value b) {
  if (op == BinaryOp::kAdd) {
    if (!is<Deque>(a)) return Value::not_implemented();
    if (!is<Deque>(b)) return cannot_concatenate(cx, a, b, "deque");
    const Value result = copy_of(cx, self_of(a));
    if (result.is_outcome()) return result;
    const Value done = append_all(cx, as<Deque>(result), deque_span(self_of(b)));
    return done.is_outcome() ? done : result;
  }
  if (op == BinaryOp::kMul) {
    Value sequence, count;
    split_repeat<Deque>(a, b, &sequence, &count);
    int64_t times;
    Value done = repeat_count(cx, count, &times);
    if (!done.is_none()) return done;
    const Value result = copy_of(cx, self_of(sequence));
    if (result.is_outcome()) return result;
    done = repeat(cx, as<Deque>(result), times);
    return done.is_outcome() ? done : result;
  }
  return Value::not_implemented();
}

Value in_place(Context& cx, BinaryOp op, Value a, Value b) {
  if (op == BinaryOp::kAdd) {
    const Value done = extend_right(cx, self_of(a), b);
    return done.is_outcome() ? done : a;
  }
  if (op == BinaryOp::kMul) {
    int64_t times;
    Value done = repeat_count(cx, b, &times);
    if (!done.is_none()) return done;
    done = repeat(cx, self_of(a), times);
    return done.is_outcome() ? done : a;
  }
  return Value::not_implemented();
}

// --- methods

Value append(Context& cx, Value* args) { return add_right(cx, self_of(args[0]), args[1]) ? Value::none() : cx.out_of_memory(); }

Value appendleft(Context& cx, Value* args) {
  if (self_of(args[0])->head == 0 && !cx.tick(self_of(args[0])->count() / 32 + 1)) return Value::retry();
  return add_left(cx, self_of(args[0]), args[1]) ? Value::none() : cx.out_of_memory();
}

Value clear(Context& cx, Value* args) {
  Deque* d = self_of(args[0]);
  cx.heap.release(d->items);
  d->head = 0;
  ++d->version;
  return Value::none();
}

Value copy(Context& cx, Value* args) { return copy_of(cx, self_of(args[0])); }
Value count(Context& cx, Value* args) { return count_item(cx, deque_span(self_of(args[0])), args[1]); }
Value extend(Context& cx, Value* args) { return extend_right(cx, self_of(args[0]), args[1]); }

Value extendleft(Context& cx, Value* args) {
  Deque* d = self_of(args[0]);
  Items items(cx);
  const Value done = items.take(args[1]);
  if (done.is_outcome()) return done;
  const std::vector<Value> copy(items.begin(), items.end());
  if (!cx.heap.reserve(d->items, 2 * (uint64_t(d->items.size) + copy.size()) + 8)) return items.give_back(cx.out_of_memory());
  for (Value v : copy) add_left(cx, d, v);
  return Value::none();
}

Value index(Context& cx, Value* args) {
  Deque* d = self_of(args[0]);
  int64_t from, to;
  Value done = search_bounds(cx, args[2], args[3], d->count(), &from, &to);
  if (done.is_outcome()) return done;
  const int64_t at = find_item(cx, deque_span(d).subspan(size_t(from), size_t(to - from)), args[1], &done);
  if (at == kAskTypes) return done;
  if (at >= 0) return Value::small(from + at);
  const Value shown = repr_of(cx, args[1]);
  if (shown.is_outcome()) return shown;
  return raise_value_error(cx, "{} is not in deque", as<Str>(shown)->view());
}

Value insert(Context& cx, Value* args) {
  Deque* d = self_of(args[0]);
  int64_t i;
  const Value done = place_argument(cx, args[1], &i);
  if (done.is_outcome()) return done;
  const int64_t n = d->count();
  if (uint64_t(n) >= limit_of(d)) return raise(cx, ErrorType::kIndexError, "deque already at its maximum size");
  if (i < 0) i = std::max<int64_t>(i + n, 0);
  i = std::min(i, n);
  if (!cx.tick(uint64_t(std::min(i, n - i)) / 32 + 1)) return Value::retry();
  if (i < n / 2) {
    if (!push_left(cx, d, args[2])) return cx.out_of_memory();
    const auto items = deque_span(d);
    std::rotate(items.begin(), items.begin() + 1, items.begin() + 1 + i);
    return Value::none();
  }
  if (!push_right(cx, d, args[2])) return cx.out_of_memory();
  const auto items = deque_span(d);
  std::rotate(items.begin() + i, items.end() - 1, items.end());
  return Value::none();
}

Value pop(Context& cx, Value* args) { return self_of(args[0])->count() ? pop_right(self_of(args[0])) : empty_error(cx); }
Value popleft(Context& cx, Value* args) { return self_of(args[0])->count() ? pop_left(self_of(args[0])) : empty_error(cx); }

Value remove(Context& cx, Value* args) {
  Deque* d = self_of(args[0]);
  Value outcome;
  const int64_t at = find_item(cx, deque_span(d), args[1], &outcome);
  if (at == kAskTypes) return outcome;
  if (at == kNoEntry) {
    const Value shown = repr_of(cx, args[1]);
    if (shown.is_outcome()) return shown;
    return raise_value_error(cx, "{} is not in deque", as<Str>(shown)->view());
  }
  return erase_at(cx, d, uint32_t(at)) ? Value::none() : Value::retry();
}

Value reverse(Context& cx, Value* args) {
  const auto items = deque_span(self_of(args[0]));
  if (!cx.tick(items.size() / 16 + 1)) return Value::retry();
  std::reverse(items.begin(), items.end());
  return Value::none();
}

Value reversed(Context& cx, Value* args) { return Value::object(new_reverse_iterator(cx, args[0], self_of(args[0])->count())); }

Value rotate(Context& cx, Value* args) {
  Deque* d = self_of(args[0]);
  int64_t by;
  const Value done = index_exact(cx, args[1], &by, false);
  if (done.is_outcome()) return done;
  const int64_t n = d->count();
  if (n < 2 || by % n == 0) return Value::none();
  by %= n;
  if (by < 0) by += n;
  // By few places items change ends, for which there is room before the first does; by many the whole is turned.
  const int64_t few = std::min(by, n - by);
  if (few <= 8 || few <= n / 8) {
    if (few > 8 && !cx.tick(uint64_t(few) / 4)) return Value::retry();
    const bool has_room = by == few ? d->head >= few : d->items.size + uint64_t(few) <= d->items.capacity || d->head > d->count();
    if (!has_room && !cx.heap.reserve(d->items, d->items.size + uint64_t(std::max<int64_t>(8, n / 2)))) return cx.out_of_memory();
    for (int64_t i = 0; i < few; ++i) {
      if (by == few) push_left(cx, d, pop_right(d));
      else push_right(cx, d, pop_left(d));
    }
    return Value::none();
  }
  if (!cx.tick(uint64_t(n) / 16 + 1)) return Value::retry();
  const auto items = deque_span(d);
  std::rotate(items.begin(), items.end() - by, items.end());
  ++d->version;
  return Value::none();
}

// None or a small int that is not negative; else an outcome.
Value check_maxlen(Context& cx, Value v) {
  if (v.is_none()) return v;
  if (!is_int_or_bool(v) && !may_define(v)) return raise_type_error(cx, "an integer is required");
  int64_t n;
  const Value done = index_exact(cx, v, &n, false);
  if (done.is_outcome()) return done;
  if (n < 0) return raise_value_error(cx, "maxlen must be non-negative");
  return make_int(cx, std::min<int64_t>(n, Value::kMaxSmall));
}

Value fill(Context& cx, Deque* d, Value iterable) { return iterable.is_missing() ? Value::none() : extend_right(cx, d, iterable); }

// __init__ empties the deque before it is filled.
Value init(Context& cx, Value* args) {
  const Value maxlen = check_maxlen(cx, args[2]);
  if (maxlen.is_outcome()) return maxlen;
  Deque* fresh = new_deque(cx, maxlen);
  if (args[1] != args[0]) {  // itself is empty by the time it is read
    const Value done = fill(cx, fresh, args[1]);
    if (done.is_outcome()) return done;
  }
  Deque* d = self_of(args[0]);
  std::swap(d->items, fresh->items);
  std::swap(d->head, fresh->head);
  d->maxlen = maxlen;
  ++d->version;
  return Value::none();
}

constexpr NativeRow kMethods[] = {
    kClassGetItem,
    {"__copy__", copy, "self, /", nullptr, NativeRow::kMakesAnother},
    {"__init__", init, "self, iterable=?, maxlen=None", "deque_init", NativeRow::kChanges},
    {"__reduce__", nullptr, "self, /", "deque__reduce__", NativeRow::kWhole},
    {"__reversed__", reversed, "self, /"},
    {"append", append, "self, x, /", nullptr, NativeRow::kChanges},
    {"appendleft", appendleft, "self, x, /", nullptr, NativeRow::kChanges},
    {"clear", clear, "self, /", nullptr, NativeRow::kChanges},
    {"copy", copy, "self, /", nullptr, NativeRow::kMakesAnother},
    {"count", count, "self, value, /", "deque_count"},
    {"extend", extend, "self, iterable, /", "deque_extend", NativeRow::kChanges},
    {"extendleft", extendleft, "self, iterable, /", "deque_extendleft", NativeRow::kChanges},
    {"index", index, "self, value, start=?, stop=?, /", "deque_index"},
    {"insert", insert, "self, index, object, /", "deque_insert", NativeRow::kChanges},
    {"pop", pop, "self, /", nullptr, NativeRow::kChanges},
    {"popleft", popleft, "self, /", nullptr, NativeRow::kChanges},
    {"remove", remove, "self, value, /", "deque_remove", NativeRow::kChanges},
    {"reverse", reverse, "self, /", nullptr, NativeRow::kChanges},
    {"rotate", rotate, "self, n=1, /", "deque_rotate", NativeRow::kChanges},
};

Value get_maxlen(Context&, Value self) { return self_of(self)->maxlen; }
constexpr AttributeRow kAttributes[] = {
    {"maxlen", get_maxlen},
};

Value deque_new(Context& cx, Value* args) {
  const Value maxlen = check_maxlen(cx, args[2]);
  if (maxlen.is_outcome()) return maxlen;
  Deque* d = new_deque(cx, maxlen);
  const Value done = fill(cx, d, args[1]);
  return done.is_outcome() ? done : Value::object(d);
}
constexpr NativeRow kConstructor = {"deque", deque_new, "cls, iterable=?, maxlen=None", "deque_new"};

constexpr uint32_t kOps = 1u << int(BinaryOp::kAdd) | 1u << int(BinaryOp::kMul);

}  // namespace

extern const Operations kDequeOperations = {
    .length = length,
    .equal = equals,
    .order = order,
    .repr = repr,
    .iter = iter,
    .contains = contains_item,
    .get_item = deque_get_item,
    .set_item = deque_set_item,
    .delete_item = deque_delete_item,
    .binary = binary,
    .in_place = in_place,
    .binary_ops = kOps,
    .in_place_ops = kOps,
    .shown = Operations::kMakesAnother,
};

constexpr NativeRow kDequeNew = new_row("deque__new__");
extern const TypeRow kDequeType = {
    .kind = Kind::kDeque,
    .name = "collections.deque",
    .base = "object",
    .doc = "A list-like sequence optimized for data accesses near its endpoints.",
    .methods = kMethods,
    .attributes = kAttributes,
    .constructor = &kConstructor,
    .operations = &kDequeOperations,
    .flags = kClassSequence,
    .make_new = &kDequeNew,
};

}  // namespace fermata
