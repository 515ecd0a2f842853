// Module _bisect, the natives: for lists and tuples whose items compare without user code.
#include <algorithm>

#include "objects/containers/list.h"
#include "objects/containers/tuple.h"
#include "objects/errors/errors.h"
#include "objects/model/operations.h"
#include "objects/natives/native.h"
#include "objects/numbers/numbers.h"

namespace fermata {

namespace {

// args: a, x, lo, hi, key. The place of x in a, after (right) or before (left) equal items; an outcome.
Value find_place(Context& cx, Value* args, bool right) {
  if (!args[4].is_none()) return Value::defer();
  std::span<const Value> items;
  if (is<List>(args[0])) items = as<List>(args[0])->items.span();
  else if (is<Tuple>(args[0])) items = as<Tuple>(args[0])->span();
  else return Value::defer();
  int64_t low, high = int64_t(items.size());
  Value done = index_exact(cx, args[2], &low, false);
  if (done.is_outcome()) return done;
  if (low < 0) return raise_value_error(cx, "lo must be non-negative");
  if (!args[3].is_none()) {
    done = index_exact(cx, args[3], &high, false);
    if (done.is_outcome()) return done;
  }
  if (high > int64_t(items.size())) return Value::defer();  // the IndexError is the twin's
  while (low < high) {
    const int64_t middle = low + (high - low) / 2;
    Value outcome;
    const int less =
        right ? quick_less(cx, args[1], items[size_t(middle)], &outcome) : quick_less(cx, items[size_t(middle)], args[1], &outcome);
    if (less < 0) return outcome;
    if (bool(less) == right) high = middle;
    else low = middle + 1;
  }
  return make_int(cx, low);
}

Value insert_at_place(Context& cx, Value* args, bool right) {
  if (!is<List>(args[0])) return Value::defer();
  const Value place = find_place(cx, args, right);
  if (place.is_outcome()) return place;
  List* list = as<List>(args[0]);
  // `lo` may be past the end: list.insert() takes that for the end.
  const size_t at = place.is_small() ? std::min(size_t(place.as_small()), size_t(list->items.size)) : list->items.size;
  if (!cx.tick((list->items.size - at) / 32 + 1)) return Value::retry();
  if (!list_append(cx, list, args[1])) return cx.out_of_memory();
  const auto items = list->items.span();
  for (size_t i = items.size() - 1; i > at; --i) items[i] = items[i - 1];
  items[at] = args[1];
  return Value::none();
}

Value bisect_left(Context& cx, Value* args) { return find_place(cx, args, false); }
Value bisect_right(Context& cx, Value* args) { return find_place(cx, args, true); }
Value insort_left(Context& cx, Value* args) { return insert_at_place(cx, args, false); }
Value insort_right(Context& cx, Value* args) { return insert_at_place(cx, args, true); }

constexpr NativeRow kRows[] = {
    {"bisect", bisect_right, "a, x, lo=0, hi=None, *, key=None", "_bisect_right"},
    {"bisect_left", bisect_left, "a, x, lo=0, hi=None, *, key=None", "_bisect_left"},
    {"bisect_right", bisect_right, "a, x, lo=0, hi=None, *, key=None", "_bisect_right"},
    {"insort", insort_right, "a, x, lo=0, hi=None, *, key=None", "_insort_right", NativeRow::kChanges},
    {"insort_left", insort_left, "a, x, lo=0, hi=None, *, key=None", "_insort_left", NativeRow::kChanges},
    {"insort_right", insort_right, "a, x, lo=0, hi=None, *, key=None", "_insort_right", NativeRow::kChanges},
};

}  // namespace

extern const ModuleRow kBisectModule = {.name = "_bisect", .functions = kRows};

}  // namespace fermata
