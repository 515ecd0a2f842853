#include "vm/frames.h"

#include <algorithm>

namespace fermata {

namespace {
constexpr uint32_t kFirstSegment = 1024;
constexpr uint32_t kLargestSegment = 256 * 1024;
}  // namespace

Task* make_task(Context& cx) {
  Task* task = cx.heap.make<Task>();
  task->name = Value::none();
  return task;
}

// Registers at the start of the segment after the current one, which push_frame then makes the current.
Value* reserve_in_next_segment(Context& cx, Task* task, uint32_t count) {
  bool first = task->segments.empty();
  uint32_t next = first ? 0 : task->segment + 1;
  if (!first && !task->top && task->segments[0].capacity >= count) {
    task->top = task->segment_begin;  // no frames: start over
    return task->top;
  }
  if (next < task->segments.size && task->segments[next].capacity >= count) return task->segments[next].data;
  // What comes after is too small: nobody uses it.
  while (task->segments.size > next) {
    Segment& last = task->segments.back();
    cx.heap.free_raw(last.data, last.capacity * sizeof(Value));
    --task->segments.size;
  }
  uint32_t capacity = first ? kFirstSegment : std::min(task->segments.back().capacity * 2, kLargestSegment);
  capacity = std::max(capacity, count);
  auto* data = static_cast<Value*>(cx.heap.allocate_raw(capacity * sizeof(Value)));
  if (!data) return nullptr;
  if (!cx.heap.push(task->segments, Segment{data, capacity})) {
    cx.heap.free_raw(data, capacity * sizeof(Value));
    return nullptr;
  }
  if (first) {
    task->segment_begin = task->top = data;
    task->segment_end = data + capacity;
  }
  return data;
}

SiteCache* caches_of(Context& cx, Code* code) {
  Array<SiteCache>* caches = &code->caches;
  if (code->image_index) {
    if (cx.image_caches.size() <= code->image_index) cx.image_caches.resize(code->image_index + 64);
    caches = &cx.image_caches[code->image_index];
  }
  if (caches->size < code->sites.size && !cx.heap.resize(*caches, code->sites.size)) return nullptr;
  return caches->data;
}

}  // namespace fermata
