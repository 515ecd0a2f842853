// Sorting without user code: sorted(), list.sort() and what their twins use. A merge sort that looks for
// runs, written once for every kind of key: a pass over the keys finds what they have in common, and the
// sort is made for that (small ints, floats, strings, anything comparable).
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <vector>

#include "objects/containers/list.h"
#include "objects/containers/tuple.h"
#include "objects/errors/errors.h"
#include "objects/iterators/iterators.h"
#include "objects/model/operations.h"
#include "objects/numbers/numbers.h"

namespace fermata {

namespace {

// Stable. `less(a, b)` gives false for good after a failure (see `failed`), which ends the sort soon, with
// the elements in some order.
template <class T, class Less>
class MergeSort {
 public:
  MergeSort(std::span<T> items, Less& less) : items_(items), less_(less) {}

  void run() {
    const size_t n = items_.size();
    if (n < 2) return;
    size_t minimum = n;  // run length: n / 2^k in 16 … 32, so that merges are balanced
    for (unsigned odd = 0;;) {
      if (minimum < 32) {
        minimum += odd;
        break;
      }
      odd |= minimum & 1;
      minimum >>= 1;
    }
    for (size_t at = 0; at < n && !less_.failed();) {
      size_t length = natural_run(at);
      if (length < minimum) {
        const size_t wanted = std::min(minimum, n - at);
        insertion_sort(at, at + length, at + wanted);
        length = wanted;
      }
      runs_.push_back({at, length});
      at += length;
      collapse();
    }
    while (runs_.size() > 1 && !less_.failed()) {
      size_t i = runs_.size() - 2;
      if (i > 0 && runs_[i - 1].length < runs_[i + 1].length) --i;
      merge_at(i);
    }
  }

 private:
  struct Run {
    size_t start, length;
  };

  // The ascending (or strictly descending, then turned round) run that starts at `at`.
  size_t natural_run(size_t at) {
    const size_t n = items_.size();
    size_t end = at + 1;
    if (end == n) return 1;
    if (less_(items_[end], items_[end - 1])) {
      while (++end < n && less_(items_[end], items_[end - 1])) {
      }
      std::reverse(items_.begin() + ptrdiff_t(at), items_.begin() + ptrdiff_t(end));
    } else {
      while (++end < n && !less_(items_[end], items_[end - 1]) && !less_.failed()) {
      }
    }
    return end - at;
  }

  // Sorts [begin, end), of which [begin, sorted) is sorted.
  void insertion_sort(size_t begin, size_t sorted, size_t end) {
    for (; sorted < end; ++sorted) {
      const T item = items_[sorted];
      size_t low = begin, high = sorted;
      while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (less_(item, items_[middle])) high = middle;
        else low = middle + 1;
      }
      for (size_t i = sorted; i > low; --i) items_[i] = items_[i - 1];
      items_[low] = item;
    }
  }

  // Keeps the runs' lengths growing towards the front, faster than Fibonacci's numbers.
  void collapse() {
    while (runs_.size() > 1 && !less_.failed()) {
      size_t i = runs_.size() - 2;
      const bool unbalanced = (i > 0 && runs_[i - 1].length <= runs_[i].length + runs_[i + 1].length) ||
                              (i > 1 && runs_[i - 2].length <= runs_[i - 1].length + runs_[i].length);
      if (unbalanced) {
        if (runs_[i - 1].length < runs_[i + 1].length) --i;
      } else if (runs_[i].length > runs_[i + 1].length) {
        break;
      }
      merge_at(i);
    }
  }

  void merge_at(size_t i) {
    size_t start = runs_[i].start;
    const size_t middle = runs_[i + 1].start, end = middle + runs_[i + 1].length;
    runs_[i].length += runs_[i + 1].length;
    runs_.erase(runs_.begin() + ptrdiff_t(i) + 1);
    // What is in place already at both ends needs no copying.
    const T first_right = items_[middle], last_left = items_[middle - 1];
    start = bound(start, middle, [&](const T& x) { return !less_(first_right, x); });
    const size_t stop = bound(middle, end, [&](const T& x) { return less_(x, last_left); });
    if (start == middle || stop == middle) return;
    buffer_.assign(items_.begin() + ptrdiff_t(start), items_.begin() + ptrdiff_t(middle));
    size_t left = 0, right = middle, to = start;
    while (left < buffer_.size() && right < stop) {
      if (less_(items_[right], buffer_[left])) items_[to++] = items_[right++];
      else items_[to++] = buffer_[left++];
    }
    while (left < buffer_.size()) items_[to++] = buffer_[left++];
  }

  // The first position in [low, high) where `holds` ends.
  template <class Holds>
  size_t bound(size_t low, size_t high, Holds holds) {
    while (low < high) {
      const size_t middle = low + (high - low) / 2;
      if (holds(items_[middle])) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  std::span<T> items_;
  Less& less_;
  std::vector<Run> runs_;
  std::vector<T> buffer_;
};

// An item by its key. `prefix` orders most keys without looking at them: the first eight bytes of a string, or a small int, of the key or
// of the tuple's first item that it is.
struct Keyed {
  Value key;
  uint64_t prefix;
  uint32_t at;
};

uint64_t prefix_of(Value v) {
  if (is<Tuple>(v) && as<Tuple>(v)->count) v = as<Tuple>(v)->items[0];
  if (v.is_small()) return uint64_t(v.as_small()) ^ uint64_t(1) << 63;
  if (!is<Str>(v)) return 0;
  const Str* s = as<Str>(v);
  uint64_t prefix = 0;
  std::memcpy(&prefix, s->text(), std::min<size_t>(s->count, 8));
  if constexpr (std::endian::native == std::endian::little) prefix = __builtin_bswap64(prefix);
  return prefix;
}

Value key_of(Value v) { return v; }
Value key_of(const Keyed& k) { return k.key; }

struct LessSmall {
  static bool failed() { return false; }
  template <class T>
  bool operator()(const T& a, const T& b) {
    return key_of(a).as_small() < key_of(b).as_small();
  }
};
struct LessFloat {
  static bool failed() { return false; }
  template <class T>
  bool operator()(const T& a, const T& b) {
    return float_of(key_of(a)) < float_of(key_of(b));
  }
};
struct LessStr {
  static bool failed() { return false; }
  bool operator()(Value a, Value b) { return as<Str>(a)->view() < as<Str>(b)->view(); }
  bool operator()(const Keyed& a, const Keyed& b) { return a.prefix != b.prefix ? a.prefix < b.prefix : (*this)(a.key, b.key); }
};
struct LessAny {
  Context& cx;
  Value outcome = Value::none();
  bool failed() const { return outcome.is_outcome(); }
  template <class T>
  bool operator()(const T& a, const T& b) {
    if (failed()) return false;
    const int less = quick_less(cx, key_of(a), key_of(b), &outcome);
    return less > 0;
  }
};
// Tuples whose first items are all small ints (or all strings): those are compared at once, a few of them; what goes on for longer counts
// steps.
struct LessTuple {
  static constexpr uint32_t kAtOnce = 16;
  LessAny any;
  bool failed() const { return any.failed(); }
  [[gnu::always_inline]] bool operator()(const Keyed& a, const Keyed& b) {
    return a.prefix != b.prefix ? a.prefix < b.prefix : (*this)(a.key, b.key);
  }
  [[gnu::always_inline]] bool operator()(Value a, Value b) {
    const Tuple *t = as<Tuple>(a), *u = as<Tuple>(b);
    const uint32_t common = std::min(t->count, u->count);
    for (uint32_t i = 0; i < common; ++i) {
      if (i == kAtOnce) return any(a, b);
      const Value x = t->items[i], y = u->items[i];
      if (x == y && !is_float(x)) continue;
      if (x.is_small() && y.is_small()) return x.as_small() < y.as_small();
      if (!is<Str>(x) || !is<Str>(y) || std::min(as<Str>(x)->count, as<Str>(y)->count) > kLongText) return any(a, b);
      const int order = as<Str>(x)->view().compare(as<Str>(y)->view());
      if (order) return order < 0;
    }
    return t->count < u->count;
  }
};

enum class KeyClass : uint8_t { kSmall, kFloat, kStr, kTupleOfSmall, kTupleOfStr, kAny };

KeyClass classify_one(Value v) {
  if (v.is_small()) return KeyClass::kSmall;
  if (is_float(v)) return KeyClass::kFloat;
  if (is<Str>(v)) return as<Str>(v)->count <= kLongText ? KeyClass::kStr : KeyClass::kAny;
  if (is<Tuple>(v) && as<Tuple>(v)->count) {
    const Value first = as<Tuple>(v)->items[0];
    if (first.is_small()) return KeyClass::kTupleOfSmall;
    if (is<Str>(first)) return KeyClass::kTupleOfStr;
  }
  return KeyClass::kAny;
}

KeyClass classify(std::span<const Value> keys) {
  const KeyClass first = classify_one(keys[0]);
  for (Value v : keys)
    if (classify_one(v) != first) return KeyClass::kAny;
  return first;
}

template <class T, class Less>
Value sort_with(std::span<T> items, Less less) {
  MergeSort<T, Less>(items, less).run();
  if constexpr (std::is_same_v<Less, LessAny>) return less.outcome;
  if constexpr (std::is_same_v<Less, LessTuple>) return less.any.outcome;
  return Value::none();
}

template <class T>
Value sort_by_class(Context& cx, KeyClass keys, std::span<T> items) {
  switch (keys) {
    case KeyClass::kSmall: return sort_with(items, LessSmall{});
    case KeyClass::kFloat: return sort_with(items, LessFloat{});
    case KeyClass::kStr: return sort_with(items, LessStr{});
    case KeyClass::kTupleOfSmall:
    case KeyClass::kTupleOfStr: return sort_with(items, LessTuple{{cx}});
    default: return sort_with(items, LessAny{cx});
  }
}

// reverse=True of sorted and sort: an int, or an outcome.
Value reverse_flag(Context& cx, Value v, bool* out) {
  if (v.is_bool()) {
    *out = v.is_true();
    return Value::none();
  }
  int64_t i;
  const Value done = index_clamped(cx, v, &i);
  *out = i != 0;
  return done;
}

}  // namespace

Value sort_items(Context& cx, std::span<Value> items, std::span<const Value> keys, bool reverse) {
  const size_t n = items.size();
  if (n < 2) return Value::none();
  if (!cx.tick(n * size_t(std::bit_width(n)) / 4 + 1)) return Value::retry();
  Value refused;
  if (!cx.can_allocate(n * (keys.empty() ? 1 : 4) * sizeof(Value), &refused)) return refused;
  // Turning the items round before and after makes the order descending and keeps equal ones as they were.
  if (keys.empty()) {
    constexpr size_t kFew = 32;
    Value few[kFew];
    std::vector<Value> many;
    if (n > kFew) many.resize(n);
    const std::span<Value> work(n > kFew ? many.data() : few, n);
    std::copy(items.begin(), items.end(), work.begin());
    if (reverse) std::reverse(work.begin(), work.end());
    const Value done = sort_by_class(cx, classify(work), work);
    if (done.is_outcome()) return done;
    if (reverse) std::copy(work.rbegin(), work.rend(), items.begin());
    else std::copy(work.begin(), work.end(), items.begin());
    return Value::none();
  }
  std::vector<Keyed> work(n);
  for (size_t i = 0; i < n; ++i) work[i] = {keys[i], prefix_of(keys[i]), uint32_t(i)};
  if (reverse) std::reverse(work.begin(), work.end());
  const Value done = sort_by_class(cx, classify(keys), std::span(work));
  if (done.is_outcome()) return done;
  if (reverse) std::reverse(work.begin(), work.end());
  const std::vector<Value> before(items.begin(), items.end());
  for (size_t i = 0; i < n; ++i) items[i] = before[work[i].at];
  return Value::none();
}

// list.sort(*, key=None, reverse=False)
Value list_sort(Context& cx, Value* args) {
  if (as<Tuple>(args[3])->count) return raise_type_error(cx, "sort() takes no positional arguments");
  bool reverse;
  const Value done = reverse_flag(cx, args[2], &reverse);
  if (done.is_outcome()) return done;
  if (!args[1].is_none()) return Value::defer();
  return sort_items(cx, as<List>(args[0])->items.span(), {}, reverse);
}

// sorted(iterable, /, *, key=None, reverse=False)
Value builtin_sorted(Context& cx, Value* args) {
  const Tuple* given = as<Tuple>(args[2]);
  if (given->count != 1) return raise_type_error(cx, "sorted expected 1 argument, got {}", given->count);
  const Value iterable = given->items[0];
  if (!args[0].is_none()) return is_leaf_iterable(cx, iterable) ? Value::defer() : not_leaf_iterable(cx, iterable);
  Items items(cx);
  Value done = items.take(iterable);
  if (done.is_outcome()) return done;
  bool reverse;
  done = reverse_flag(cx, args[1], &reverse);
  if (done.is_outcome()) return items.give_back(done);
  const Value result = list_of(cx, items.span());
  if (result.is_outcome()) return items.give_back(result);
  done = sort_items(cx, as<List>(result)->items.span(), {}, reverse);
  return done.is_outcome() ? items.give_back(done) : result;
}

namespace {

// --- what the twin of sort is made of

// list_take(list): moves the items to a new list, which nobody else can reach.
Value take(Context& cx, Value* args) {
  List* taken = new_list(cx);
  std::swap(taken->items, as<List>(args[0])->items);
  return Value::object(taken);
}

// list_give(list, items): puts them back; False when the list was changed meanwhile.
Value give(Context& cx, Value* args) {
  List *list = as<List>(args[0]), *items = as<List>(args[1]);
  const bool touched = list->items.data != nullptr;
  cx.heap.release(list->items);
  std::swap(list->items, items->items);
  return Value::boolean(!touched);
}

// list_sort_begin(list) and list_sort_end(list, items) do the same for a sort that can be saved: the list says that its items are
// elsewhere. (States of earlier releases call the two above.)
Value sort_begin(Context& cx, Value* args) {
  const Value taken = take(cx, args);
  args[0].as_object()->aux |= List::kSorting;
  return taken;
}
Value sort_end(Context& cx, Value* args) {
  List* list = as<List>(args[0]);
  const bool touched = !list->sorting();
  list->aux &= uint16_t(~List::kSorting);
  give(cx, args);
  return Value::boolean(!touched);
}

// list_sort_by(items, keys or None, reverse): sorts `items` by `keys`; False when that needs user code.
Value sort_by(Context& cx, Value* args) {
  List* items = as<List>(args[0]);
  std::span<const Value> keys;
  if (is<List>(args[1])) keys = as<List>(args[1])->items.span();
  bool reverse;
  Value done = reverse_flag(cx, args[2], &reverse);
  if (done.is_outcome()) return done;
  done = sort_items(cx, items->items.span(), keys, reverse);
  if (done.is_defer()) return Value::false_();
  return done.is_outcome() ? done : Value::true_();
}

// list_reverse_flag(reverse): what sort makes of its argument.
Value flag(Context& cx, Value* args) {
  bool reverse;
  const Value done = reverse_flag(cx, args[0], &reverse);
  return done.is_outcome() ? done : Value::boolean(reverse);
}

constexpr NativeRow kRows[] = {
    {"list_give", give, "self: own_list, items: own_list, /"},
    {"list_reverse_flag", flag, "reverse, /", "list_reverse_flag_of"},
    {"list_sort_begin", sort_begin, "self: own_list, /"},
    {"list_sort_by", sort_by, "items: own_list, keys, reverse, /"},
    {"list_sort_end", sort_end, "self: own_list, items: own_list, /"},
    {"list_take", take, "self: own_list, /"},
};

}  // namespace

extern const std::span<const NativeRow> kListIntrinsics = kRows;

}  // namespace fermata
