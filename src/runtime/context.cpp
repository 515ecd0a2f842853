#include "runtime/context.h"

#include <algorithm>

#include "heap/marker.h"

namespace fermata {

Context::Context() = default;
Context::~Context() = default;

bool Context::collect_first(Collection how) {
  if (trap.collection_made) {
    trap.collection_made = false;
    return true;
  }
  if (!tick(heap.bytes() / 16)) return false;
  trap.kind = Trap::kCollect;
  trap.collection = how;
  return false;
}

bool Context::tick_failed() {
  trap.kind = Trap::kLimit;
  trap.limit = budget.trapped;
  if (heap.far_over()) {
    // Perhaps it is only garbage: collect first, once.
    trap.kind = trap.collected ? Trap::kLimit : Trap::kCollect;
    trap.limit = Limit::k_heap_bytes;
  }
  budget.trapped = Limit::kNone;
  return false;
}

bool Context::write_output(int stream, std::string_view text) {
  uint64_t limit = budget.limits.output_bytes;
  if (limit && text.size() > limit - std::min(limit, budget.output_bytes)) {
    trap.kind = Trap::kLimit;
    trap.limit = Limit::k_output_bytes;
    return false;
  }
  // It is kept, perhaps twice until the host takes it, and once more while what keeps it grows.
  constexpr size_t kLong = 64 << 10;
  if (text.size() > kLong && !heap.fits(3 * uint64_t(text.size()))) {
    trap.kind = trap.collected ? Trap::kLimit : Trap::kCollect;
    trap.limit = Limit::k_heap_bytes;
    return false;
  }
  budget.output_bytes += text.size();
  if (on_output) on_output(stream, text);
  else output[stream].append(text);
  return true;
}

void Context::forget_methods() { method_cache.assign(kMethodCache, {}); }

void Imports::mark_roots(Marker& marker) {
  marker.mark(modules);
  marker.mark(patches);
}

void HostLink::mark_roots(Marker& marker) {
  marker.mark(types);
  marker.mark(handles);
  marker.mark(answers);
  for (const PendingArguments& p : pending) {
    marker.mark(p.args);
    marker.mark(p.kwargs);
  }
}

void Context::mark_roots(Marker& marker) {
  marker.mark(exception);
  imports.mark_roots(marker);
  host.mark_roots(marker);
  marker.mark(main_globals);
  if (task) marker.mark(task);
  marker.mark(threads);
  marker.mark(randomness.state);
  marker.mark(library_state);
  for (auto& [cls, shape] : image_shapes) marker.mark(shape);
  marker.mark(call_function);
  for (Value v : call_arguments) marker.mark(v);
  marker.mark(resume_generator);
  marker.mark(resume_value);
  for (Value v : temporary_roots) marker.mark(v);
  for (Value v : bereaved) marker.mark(v);
  for (auto& caches : image_caches) marker.caches(caches);
}

}  // namespace fermata
