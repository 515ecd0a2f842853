// How much memory the session has, and may have: for tracemalloc and resource.
#include "objects/containers/containers.h"
#include "objects/natives/native.h"
#include "objects/numbers/numbers.h"

namespace fermata {

namespace {

// _bytes(): of the heap and what counts as such, garbage included.
Value bytes(Context& cx, Value*) { return make_uint(cx, cx.heap.bytes()); }

// _bytes_in_use(): without garbage.
Value bytes_in_use(Context& cx, Value*) {
  if (!cx.collect_first(Collection::kPrecise)) return Value::retry();
  return make_uint(cx, cx.heap.bytes());
}

// _limits(): of the heap's bytes and the running time's milliseconds; 0 is none.
Value limits(Context& cx, Value*) {
  const Value values[] = {make_uint(cx, cx.budget.limits.heap_bytes), make_uint(cx, cx.budget.limits.time_ms)};
  return tuple_of(cx, values);
}

constexpr NativeRow kRows[] = {
    {"_bytes", bytes, ""},
    {"_bytes_in_use", bytes_in_use, ""},
    {"_limits", limits, ""},
};

}  // namespace

extern const ModuleRow kTracemallocModule = {.name = "_tracemalloc", .functions = kRows};

}  // namespace fermata
