// list. See list.h; what it shares with tuple is in tuple.cpp.
#include "objects/containers/list.h"

#include <algorithm>
#include <cstring>

#include "objects/containers/tuple.h"
#include "objects/errors/errors.h"
#include "objects/iterators/iterators.h"
#include "objects/model/class.h"
#include "objects/model/operations.h"
#include "objects/numbers/numbers.h"
#include "objects/text/text.h"

namespace fermata {

List* new_list(Context& cx, uint64_t capacity) {
  List* list = cx.heap.make<List>();
  return cx.heap.reserve(list->items, capacity) ? list : nullptr;
}

Value list_of(Context& cx, std::span<const Value> items) {
  List* list = new_list(cx, items.size());
  if (!list) return cx.out_of_memory();
  if (!items.empty()) std::memcpy(static_cast<void*>(list->items.data), items.data(), items.size_bytes());
  list->items.size = uint32_t(items.size());
  return Value::object(list);
}

Value unpack_star(Context& cx, Value v, uint32_t before, uint32_t behind, Value* to) {
  std::span<const Value> items;
  if (is<List>(v)) items = as<List>(v)->items.span();
  else if (is<Tuple>(v)) items = as<Tuple>(v)->span();
  else return Value::defer();
  if (items.size() < size_t(before) + behind) return Value::defer();
  const size_t middle = items.size() - before - behind;
  if (!cx.tick(middle / 16)) return Value::retry();
  const Value list = list_of(cx, items.subspan(before, middle));
  if (list.is_outcome()) return list;
  std::copy_n(items.begin(), before, to);
  to[before] = list;
  std::copy_n(items.end() - behind, behind, to + before + 1);
  return Value::none();
}

Value list_extend(Context& cx, List* list, Value iterable) {
  Items items(cx);
  const Value done = items.take(iterable);
  if (done.is_outcome()) return done;
  if (items.size() == 0) return done;
  const bool is_itself = items.begin() == list->items.data;  // or an instance of a subclass, whose items these are
  const uint64_t wanted = uint64_t(list->items.size) + items.size();
  if (wanted > list->items.capacity) {
    // Room to grow on, unless memory is too short for that.
    const uint64_t roomy = wanted + list->items.size / 4;
    if (!cx.heap.reserve(list->items, roomy) && !cx.heap.reserve(list->items, wanted)) return items.give_back(cx.out_of_memory());
  }
  const Value* from = is_itself ? list->items.data : items.begin();  // they may have moved
  std::memcpy(static_cast<void*>(list->items.data + list->items.size), from, items.size() * sizeof(Value));
  list->items.size = uint32_t(wanted);
  return Value::none();
}

namespace {

List* self_of(Value v) { return as<List>(v); }

// False: it would take more steps than are left, and nothing has changed.
[[nodiscard]] bool remove_range(Context& cx, List* list, int64_t start, int64_t count) {
  const uint64_t moved = list->items.size - uint64_t(start + count);
  if (moved && !cx.tick(moved / 32 + 1)) return false;
  Value* items = list->items.data;
  std::memmove(static_cast<void*>(items + start), items + start + count, moved * sizeof(Value));
  list->items.size -= uint32_t(count);
  return true;
}

// A large list that became small gives memory back.
void shrink(Context& cx, List* list) {
  if (list->items.capacity < 256 || list->items.size > list->items.capacity / 4) return;
  Array<Value> smaller;
  if (!cx.heap.reserve(smaller, list->items.size + list->items.size / 4 + 4)) return;
  std::memcpy(static_cast<void*>(smaller.data), list->items.data, list->items.size * sizeof(Value));
  smaller.size = list->items.size;
  cx.heap.release(list->items);
  list->items = smaller;
}

// A key's index: None with *i set (maybe out of range), or an outcome.
Value list_index_of(Context& cx, List* list, Value key, int64_t* i) {
  if (!is_int_or_bool(key) && !may_define(key))
    return raise_type_error(cx, "list indices must be integers or slices, not {}", type_name(cx, key));
  const Value done = index_exact(cx, key, i);
  if (done.is_error() && may_define(key) && exception_matches(cx, cx.exception, ErrorType::kTypeError))
    return raise_type_error(cx, "list indices must be integers or slices, not {}", type_name(cx, key));
  if (done.is_none() && *i < 0) *i += list->items.size;
  return done;
}

// --- operations

Value list_length(Context&, Value self) { return Value::small(self_of(self)->items.size); }

Value list_equal(Context& cx, Value self, Value other) {
  if (!is<List>(other)) return Value::not_implemented();
  return items_equal(cx, self_of(self)->items.span(), self_of(other)->items.span());
}

Value list_order(Context& cx, CompareOp op, Value self, Value other) {
  if (!is<List>(other)) return Value::not_implemented();
  return items_order(cx, op, self_of(self)->items.span(), self_of(other)->items.span());
}

Value list_repr(Context& cx, Value self, TextBuilder& out) {
  List* list = self_of(self);
  if (is_open(out, list)) {
    out.append("[...]");
    return out.status();
  }
  out.append('[');
  out.open.push_back(list);
  const Value done = items_repr(cx, list->items.span(), out);
  out.open.pop_back();
  if (done.is_outcome()) return done;
  out.append(']');
  return out.status();
}

Value list_iter(Context& cx, Value self) { return Value::object(new_sequence_iterator(cx, self)); }

Value list_contains(Context& cx, Value self, Value item) {
  Value outcome;
  const int64_t at = find_item(cx, self_of(self)->items.span(), item, &outcome);
  return at == kAskTypes ? outcome : Value::boolean(at >= 0);
}

Value list_get_item(Context& cx, Value self, Value key) {
  List* list = self_of(self);
  if (key.is_small()) {
    const Value item = list_item_quick(list, key.as_small());
    return item.is_unset() ? raise(cx, ErrorType::kIndexError, "list index out of range") : item;
  }
  if (is<Slice>(key)) {
    SliceBounds b;
    const Value done = slice_bounds(cx, as<Slice>(key), list->items.size, &b);
    if (done.is_outcome()) return done;
    if (!cx.tick(uint64_t(b.count) / 8 + 1)) return Value::retry();
    if (b.count == 0) return list_of(cx, {});
    if (b.step == 1) return list_of(cx, {list->items.data + b.start, size_t(b.count)});
    List* result = new_list(cx, uint64_t(b.count));
    if (!result) return cx.out_of_memory();
    for (int64_t i = 0; i < b.count; ++i) result->items.data[i] = list->items.data[b.start + i * b.step];
    result->items.size = uint32_t(b.count);
    return Value::object(result);
  }
  int64_t i;
  const Value done = list_index_of(cx, list, key, &i);
  if (done.is_outcome()) return done;
  if (i < 0 || i >= list->items.size) return raise(cx, ErrorType::kIndexError, "list index out of range");
  return list->items[size_t(i)];
}

// list[start:stop:step] = iterable
Value assign_slice(Context& cx, List* list, Slice* slice, Value iterable) {
  SliceBounds b;
  Value done = slice_bounds(cx, slice, list->items.size, &b);
  if (done.is_outcome()) return done;
  Items items(cx);
  done = items.take(iterable);
  if (done.is_error() && !is_leaf_iterable(cx, iterable))
    return raise(cx, ErrorType::kTypeError, b.step == 1 ? "can only assign an iterable" : "must assign iterable to extended slice");
  if (done.is_outcome()) return done;
  // What is assigned may be (an iterator over) this list.
  std::vector<Value> copy;
  Outside room(cx);
  std::span<const Value> fresh = items.span();
  if (fresh.data() == list->items.data && !fresh.empty()) {
    if (Value refused; !room.take(fresh.size_bytes(), &refused)) return items.give_back(refused);
    copy.assign(fresh.begin(), fresh.end());
    fresh = copy;
  }
  if (b.step != 1) {
    if (int64_t(fresh.size()) != b.count)
      return raise_value_error(cx, "attempt to assign sequence of size {} to extended slice of size {}", fresh.size(), b.count);
    for (int64_t i = 0; i < b.count; ++i) list->items[size_t(b.start + i * b.step)] = fresh[size_t(i)];
    return Value::none();
  }
  const uint32_t size = list->items.size;
  const uint64_t tail = size - uint64_t(b.start + b.count);
  if (!cx.tick((fresh.size() + (fresh.size() == uint64_t(b.count) ? 0 : tail)) / 16 + 1)) return items.give_back(Value::retry());
  const uint64_t wanted = uint64_t(b.start) + fresh.size() + tail;
  if (wanted > list->items.capacity && !cx.heap.reserve(list->items, wanted + wanted / 8) && !cx.heap.reserve(list->items, wanted))
    return items.give_back(cx.out_of_memory());
  Value* at = list->items.data + b.start;
  if (tail && fresh.size() != uint64_t(b.count)) std::memmove(static_cast<void*>(at + fresh.size()), at + b.count, tail * sizeof(Value));
  if (!fresh.empty()) std::memcpy(static_cast<void*>(at), fresh.data(), fresh.size_bytes());
  list->items.size = uint32_t(wanted);
  return Value::none();
}

Value list_set_item(Context& cx, Value self, Value key, Value value) {
  List* list = self_of(self);
  if (is<Slice>(key)) return assign_slice(cx, list, as<Slice>(key), value);
  int64_t i;
  const Value done = list_index_of(cx, list, key, &i);
  if (done.is_outcome()) return done;
  if (i < 0 || i >= list->items.size) return raise(cx, ErrorType::kIndexError, "list assignment index out of range");
  list->items[size_t(i)] = value;
  return Value::none();
}

Value list_delete_item(Context& cx, Value self, Value key) {
  List* list = self_of(self);
  if (!is<Slice>(key)) {
    int64_t i;
    const Value done = list_index_of(cx, list, key, &i);
    if (done.is_outcome()) return done;
    if (i < 0 || i >= list->items.size) return raise(cx, ErrorType::kIndexError, "list assignment index out of range");
    return remove_range(cx, list, i, 1) ? Value::none() : Value::retry();
  }
  SliceBounds b;
  const Value done = slice_bounds(cx, as<Slice>(key), list->items.size, &b);
  if (done.is_outcome()) return done;
  if (b.count == 0) return Value::none();
  if (b.step < 0) {  // the same items upwards
    b.start += (b.count - 1) * b.step;
    b.step = -b.step;
  }
  if (b.step == 1) {
    if (!remove_range(cx, list, b.start, b.count)) return Value::retry();
  } else {
    // What comes after the first one removed is moved.
    if (!cx.tick((list->items.size - uint64_t(b.start)) / 16 + 1)) return Value::retry();
    int64_t to = b.start, next = b.start, left = b.count;
    for (int64_t from = b.start; from < list->items.size; ++from) {
      if (left > 0 && from == next) {
        next += b.step;
        --left;
      } else {
        list->items[size_t(to++)] = list->items[size_t(from)];
      }
    }
    list->items.size = uint32_t(to);
  }
  shrink(cx, list);
  return Value::none();
}

// `list` repeated in place.
Value repeat_in_place(Context& cx, List* list, int64_t times) {
  if (times <= 0) {
    cx.heap.release(list->items);
    return Value::none();
  }
  const uint64_t count = list->items.size;
  if (count == 0 || times == 1) return Value::none();
  Value refused;
  const bool too_many = uint64_t(times) > UINT32_MAX || count * uint64_t(times) > UINT32_MAX;
  if (too_many) return raise_plain(cx, ErrorType::kMemoryError);
  const uint64_t n = count * uint64_t(times);
  if (!cx.can_allocate(n * sizeof(Value), &refused)) return refused;
  if (!cx.tick(n / 8 + 1)) return Value::retry();
  if (!cx.heap.reserve(list->items, n)) return cx.out_of_memory();
  Value* data = list->items.data;
  if (count == 1) {
    std::fill(data + 1, data + n, data[0]);
  } else {
    for (uint64_t i = count; i < n; i += count) std::memcpy(static_cast<void*>(data + i), data, count * sizeof(Value));
  }
  list->items.size = uint32_t(n);
  return Value::none();
}

Value list_binary(Context& cx, BinaryOp op, Value a, Value b) {
  if (op == BinaryOp::kAdd) {
    if (!is<List>(a)) return Value::not_implemented();
    if (!is<List>(b)) return cannot_concatenate(cx, a, b, "list");
    const auto left = self_of(a)->items.span(), right = self_of(b)->items.span();
    if (!cx.tick((left.size() + right.size()) / 8 + 1)) return Value::retry();
    List* result = new_list(cx, left.size() + right.size());
    if (!result) return cx.out_of_memory();
    if (!left.empty()) std::memcpy(static_cast<void*>(result->items.data), left.data(), left.size_bytes());
    if (!right.empty()) std::memcpy(static_cast<void*>(result->items.data + left.size()), right.data(), right.size_bytes());
    result->items.size = uint32_t(left.size() + right.size());
    return Value::object(result);
  }
  if (op == BinaryOp::kMul) {
    Value sequence, count;
    split_repeat<List>(a, b, &sequence, &count);
    int64_t times;
    Value done = repeat_count(cx, count, &times);
    if (!done.is_none()) return done;
    List* result = new_list(cx);
    if (times <= 0 || self_of(sequence)->items.size == 0) return Value::object(result);
    const auto items = self_of(sequence)->items.span();
    if (!cx.heap.reserve(result->items, items.size())) return cx.out_of_memory();
    std::memcpy(static_cast<void*>(result->items.data), items.data(), items.size_bytes());
    result->items.size = uint32_t(items.size());
    done = repeat_in_place(cx, result, times);
    return done.is_outcome() ? done : Value::object(result);
  }
  return Value::not_implemented();
}

Value list_in_place(Context& cx, BinaryOp op, Value a, Value b) {
  if (op == BinaryOp::kAdd) {
    const Value done = list_extend(cx, self_of(a), b);
    return done.is_outcome() ? done : a;
  }
  if (op == BinaryOp::kMul) {
    int64_t times;
    Value done = repeat_count(cx, b, &times);
    if (!done.is_none()) return done;
    done = repeat_in_place(cx, self_of(a), times);
    return done.is_outcome() ? done : a;
  }
  return Value::not_implemented();
}

// --- methods

Value append(Context& cx, Value* args) { return list_append(cx, self_of(args[0]), args[1]) ? Value::none() : cx.out_of_memory(); }

Value extend(Context& cx, Value* args) { return list_extend(cx, self_of(args[0]), args[1]); }

Value insert(Context& cx, Value* args) {
  List* list = self_of(args[0]);
  int64_t i = 0;
  const Value done = place_argument(cx, args[1], &i);
  if (done.is_outcome()) return done;
  const int64_t n = list->items.size;
  if (i < 0) i = std::max<int64_t>(i + n, 0);
  i = std::min(i, n);
  if (!cx.tick(uint64_t(n - i) / 32 + 1)) return Value::retry();
  if (!cx.heap.push(list->items, Value::none())) return cx.out_of_memory();
  Value* items = list->items.data;
  std::memmove(static_cast<void*>(items + i + 1), items + i, size_t(n - i) * sizeof(Value));
  items[i] = args[2];
  return Value::none();
}

Value remove(Context& cx, Value* args) {
  List* list = self_of(args[0]);
  Value outcome;
  const int64_t at = find_item(cx, list->items.span(), args[1], &outcome);
  if (at == kAskTypes) return outcome;
  if (at == kNoEntry) return raise_value_error(cx, "list.remove(x): x not in list");
  return remove_range(cx, list, at, 1) ? Value::none() : Value::retry();
}

Value pop(Context& cx, Value* args) {
  List* list = self_of(args[0]);
  int64_t i = 0;
  const Value done = place_argument(cx, args[1], &i);
  if (done.is_outcome()) return done;
  const int64_t n = list->items.size;
  if (n == 0) return raise(cx, ErrorType::kIndexError, "pop from empty list");
  if (i < 0) i += n;
  if (i < 0 || i >= n) return raise(cx, ErrorType::kIndexError, "pop index out of range");
  const Value item = list->items[size_t(i)];
  if (i == n - 1) --list->items.size;
  else if (!remove_range(cx, list, i, 1)) return Value::retry();
  shrink(cx, list);
  return item;
}

Value clear(Context& cx, Value* args) {
  cx.heap.release(self_of(args[0])->items);
  return Value::none();
}

Value count(Context& cx, Value* args) { return count_item(cx, self_of(args[0])->items.span(), args[1]); }

Value index(Context& cx, Value* args) {
  List* list = self_of(args[0]);
  int64_t from, to;
  Value done = search_bounds(cx, args[2], args[3], list->items.size, &from, &to);
  if (done.is_outcome()) return done;
  const int64_t at = find_item(cx, list->items.span().subspan(size_t(from), size_t(to - from)), args[1], &done);
  if (at == kAskTypes) return done;
  if (at >= 0) return Value::small(from + at);
  const Value shown = repr_of(cx, args[1]);
  if (shown.is_outcome()) return shown;
  return raise_value_error(cx, "{} is not in list", as<Str>(shown)->view());
}

Value reverse(Context& cx, Value* args) {
  List* list = self_of(args[0]);
  if (!cx.tick(list->items.size / 16 + 1)) return Value::retry();
  std::reverse(list->items.begin(), list->items.end());
  return Value::none();
}

Value copy(Context& cx, Value* args) {
  const auto items = self_of(args[0])->items.span();
  if (!cx.tick(items.size() / 8 + 1)) return Value::retry();
  return list_of(cx, items);
}

Value reversed(Context& cx, Value* args) { return Value::object(new_reverse_iterator(cx, args[0], self_of(args[0])->items.size)); }

// __init__ empties the list before it is filled.
Value init(Context& cx, Value* args) {
  List* list = self_of(args[0]);
  if (args[1].is_missing()) {
    cx.heap.release(list->items);
    return Value::none();
  }
  Items items(cx);
  Value done = items.take(args[1]);
  if (done.is_outcome()) return done;
  if (items.begin() == list->items.data) {  // itself, which is empty by now
    cx.heap.release(list->items);
    return done;
  }
  List* fresh = new_list(cx, items.size());
  if (!fresh) return items.give_back(cx.out_of_memory());
  if (items.size()) std::memcpy(static_cast<void*>(fresh->items.data), items.begin(), items.size() * sizeof(Value));
  fresh->items.size = uint32_t(items.size());
  std::swap(list->items, fresh->items);
  return Value::none();
}

constexpr NativeRow kMethods[] = {
    kClassGetItem,
    {"__init__", init, "self, iterable=?, /", "list_init", NativeRow::kChanges},
    {"__reversed__", reversed, "self, /"},
    {"append", append, "self, object, /", nullptr, NativeRow::kChanges},
    {"clear", clear, "self, /", nullptr, NativeRow::kChanges},
    {"copy", copy, "self, /"},
    {"count", count, "self, value, /", "list_count"},
    {"extend", extend, "self, iterable, /", "list_extend", NativeRow::kChanges},
    {"index", index, "self, value, start=?, stop=?, /", "list_index"},
    {"insert", insert, "self, index, object, /", "list_insert", NativeRow::kChanges},
    {"pop", pop, "self, index=-1, /", "list_pop", NativeRow::kChanges},
    {"remove", remove, "self, value, /", "list_remove", NativeRow::kChanges},
    {"reverse", reverse, "self, /", nullptr, NativeRow::kChanges},
    {"sort", list_sort, "self, /, *args, key=None, reverse=False", "list_sort_method", NativeRow::kChanges},
};

Value list_new(Context& cx, Value* args) {
  if (args[1].is_missing()) return Value::object(new_list(cx));
  Items items(cx);
  const Value done = items.take(args[1]);
  if (done.is_outcome()) return done;
  return items.give_back(list_of(cx, items.span()));
}
constexpr NativeRow kConstructor = {"list", list_new, "cls, iterable=?, /", "list_new"};

}  // namespace

extern const Operations kListOperations = {
    .length = list_length,
    .equal = list_equal,
    .order = list_order,
    .repr = list_repr,
    .iter = list_iter,
    .contains = list_contains,
    .get_item = list_get_item,
    .set_item = list_set_item,
    .delete_item = list_delete_item,
    .binary = list_binary,
    .in_place = list_in_place,
    .binary_ops = 1u << int(BinaryOp::kAdd) | 1u << int(BinaryOp::kMul),
    .in_place_ops = 1u << int(BinaryOp::kAdd) | 1u << int(BinaryOp::kMul),
    .shown = Operations::kPlainGetItem,
};

constexpr NativeRow kListNew = new_row("list__new__");
extern const TypeRow kListType = {
    .kind = Kind::kList,
    .name = "list",
    .base = "object",
    .doc = "Built-in mutable sequence.",
    .methods = kMethods,
    .constructor = &kConstructor,
    .operations = &kListOperations,
    .flags = kClassSequence,
    .named = true,
    .make_new = &kListNew,
};

Value place_argument(Context& cx, Value v, int64_t* out) {
  const Value i = index_of(cx, v);
  if (i.is_outcome()) return i;
  const auto place = int64_of(i);
  if (!place) return raise(cx, ErrorType::kOverflowError, "Python int too large to convert to C ssize_t");
  *out = *place;
  return Value::none();
}

}  // namespace fermata
