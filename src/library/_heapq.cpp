// heapq's natives, for heaps whose items compare without user code. A sift asks all its questions before it
// moves anything: the way it takes depends only on the items next to it, which don't move.
#include <vector>

#include "objects/containers/list.h"
#include "objects/containers/tuple.h"
#include "objects/errors/errors.h"
#include "objects/model/operations.h"
#include "objects/natives/native.h"

namespace fermata {

namespace {

// Is a before b? For heaps with the largest item first it is the other way round.
int before(Context& cx, Value a, Value b, bool largest_first, Value* outcome) {
  return largest_first ? quick_less(cx, b, a, outcome) : quick_less(cx, a, b, outcome);
}

// `what`: "heappush() argument 1".
Value check_heap(Context& cx, Value heap, const char* what) {
  if (is<List>(payload_of(heap))) return Value::none();
  return raise_type_error(cx, "{} must be list, not {}", what, heap.is_none() ? "None" : type_name(cx, heap));
}
std::span<Value> items_of(Value heap) { return as<List>(payload_of(heap))->items.span(); }

// Where `item`, now at `at`, belongs on the way up to `top`. None or an outcome.
Value find_place_above(Context& cx, std::span<const Value> heap, size_t top, size_t at, Value item, bool largest, size_t* place) {
  while (at > top) {
    const size_t parent = (at - 1) / 2;
    Value outcome;
    const int less = before(cx, item, heap[parent], largest, &outcome);
    if (less < 0) return outcome;
    if (!less) break;
    at = parent;
  }
  *place = at;
  return Value::none();
}

void shift_down_from(std::span<Value> heap, size_t at, size_t place, Value item) {
  while (at > place) {
    const size_t parent = (at - 1) / 2;
    heap[at] = heap[parent];
    at = parent;
  }
  heap[place] = item;
}

// Puts `item` into the heap below `top`, whose own item is gone: the smaller children move up all the way,
// then the item goes up from the leaf to its place, which is most often near it.
Value sink(Context& cx, std::span<Value> heap, size_t top, Value item, bool largest) {
  const size_t n = heap.size();
  size_t way[64], steps = 0;
  for (size_t at = top; 2 * at + 1 < n;) {
    size_t child = 2 * at + 1;
    if (child + 1 < n) {
      Value outcome;
      const int less = before(cx, heap[child], heap[child + 1], largest, &outcome);
      if (less < 0) return outcome;
      if (!less) ++child;
    }
    way[steps++] = at = child;
  }
  while (steps > 0) {
    Value outcome;
    const int less = before(cx, item, heap[way[steps - 1]], largest, &outcome);
    if (less < 0) return outcome;
    if (!less) break;
    --steps;
  }
  size_t at = top;
  for (size_t i = 0; i < steps; ++i) {
    heap[at] = heap[way[i]];
    at = way[i];
  }
  heap[at] = item;
  return Value::none();
}

Value heappush(Context& cx, Value* args) {
  Value done = check_heap(cx, args[0], "heappush() argument 1");
  if (done.is_outcome()) return done;
  List* list = as<List>(payload_of(args[0]));
  size_t place = 0;
  const size_t at = list->items.size;
  done = find_place_above(cx, list->items.span(), 0, at, args[1], false, &place);
  if (done.is_outcome()) return done;
  if (!list_append(cx, list, args[1])) return cx.out_of_memory();
  shift_down_from(list->items.span(), at, place, args[1]);
  return Value::none();
}

Value pop_heap(Context& cx, Value heap, bool largest) {
  Value done = check_heap(cx, heap, largest ? "_heappop_max() argument" : "heappop() argument");
  if (done.is_outcome()) return done;
  List* list = as<List>(payload_of(heap));
  const size_t n = list->items.size;
  if (n == 0) return raise(cx, ErrorType::kIndexError, "index out of range");
  const Value last = list->items[n - 1], first = list->items[0];
  if (n > 1) {
    done = sink(cx, list->items.span().first(n - 1), 0, last, largest);
    if (done.is_outcome()) return done;
  }
  --list->items.size;
  return first;
}

Value replace_top(Context& cx, Value heap, Value item, bool largest) {
  Value done = check_heap(cx, heap, largest ? "_heapreplace_max() argument 1" : "heapreplace() argument 1");
  if (done.is_outcome()) return done;
  const auto items = items_of(heap);
  if (items.empty()) return raise(cx, ErrorType::kIndexError, "index out of range");
  const Value first = items[0];
  done = sink(cx, items, 0, item, largest);
  return done.is_outcome() ? done : first;
}

Value heappushpop(Context& cx, Value* args) {
  const Value done = check_heap(cx, args[0], "heappushpop() argument 1");
  if (done.is_outcome()) return done;
  const auto items = items_of(args[0]);
  if (items.empty()) return args[1];
  Value outcome;
  const int less = quick_less(cx, items[0], args[1], &outcome);
  if (less < 0) return outcome;
  return less ? replace_top(cx, args[0], args[1], false) : args[1];
}

Value make_heap(Context& cx, Value heap, bool largest) {
  Value done = check_heap(cx, heap, largest ? "_heapify_max() argument" : "heapify() argument");
  if (done.is_outcome()) return done;
  const auto items = items_of(heap);
  if (!cx.tick(items.size() / 2 + 1)) return Value::retry();
  Outside room(cx);
  if (Value refused; !room.take(items.size() * sizeof(Value), &refused)) return refused;
  std::vector<Value> work(items.begin(), items.end());
  for (size_t i = work.size() / 2; i-- > 0;) {
    done = sink(cx, work, i, work[i], largest);
    if (done.is_outcome()) return done;
  }
  std::copy(work.begin(), work.end(), items.begin());
  return Value::none();
}

Value heappop(Context& cx, Value* args) { return pop_heap(cx, args[0], false); }
Value heapreplace(Context& cx, Value* args) { return replace_top(cx, args[0], args[1], false); }
Value heapify(Context& cx, Value* args) { return make_heap(cx, args[0], false); }
Value heappop_max(Context& cx, Value* args) { return pop_heap(cx, args[0], true); }
Value heapreplace_max(Context& cx, Value* args) { return replace_top(cx, args[0], args[1], true); }
Value heapify_max(Context& cx, Value* args) { return make_heap(cx, args[0], true); }

constexpr NativeRow kRows[] = {
    {"_heapify_max", heapify_max, "heap, /", "_heapify_max_twin", NativeRow::kChanges},
    {"_heappop_max", heappop_max, "heap, /", "_heappop_max_twin", NativeRow::kChanges},
    {"_heapreplace_max", heapreplace_max, "heap, item, /", "_heapreplace_max_twin", NativeRow::kChanges},
    {"heapify", heapify, "heap, /", "_heapify_twin", NativeRow::kChanges},
    {"heappop", heappop, "heap, /", "_heappop_twin", NativeRow::kChanges},
    {"heappush", heappush, "heap, item, /", "_heappush_twin", NativeRow::kChanges},
    {"heappushpop", heappushpop, "heap, item, /", "_heappushpop_twin", NativeRow::kChanges},
    {"heapreplace", heapreplace, "heap, item, /", "_heapreplace_twin", NativeRow::kChanges},
};

}  // namespace

extern const ModuleRow kHeapqModule = {.name = "_heapq", .functions = kRows};

}  // namespace fermata
