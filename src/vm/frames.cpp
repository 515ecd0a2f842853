#include "vm/frames.h"

#include <algorithm>

#include "compiler/code.h"

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

Value* reserve_registers(Context& cx, Task* task, Value* at, uint32_t count) {
  if (task->segments.size && !task->top) {  // no frames yet, or no more
    task->segment = 0;
    if (count <= task->segments[0].capacity) return task->segments[0].data;
    task->top = task->segments[0].data;
  }
  if (task->segments.size) {
    Segment& s = task->segments[task->segment];
    if (at && at >= s.data && at + count <= s.data + s.capacity) return at;
    if (task->top + count <= s.data + s.capacity) return task->top;
    if (task->segment + 1 < task->segments.size && task->segments[task->segment + 1].capacity >= count) {
      ++task->segment;
      return task->segments[task->segment].data;
    }
    // What lies behind is too small: nobody uses it.
    while (task->segments.size > task->segment + 1) {
      Segment& last = task->segments.back();
      cx.heap.free_raw(last.data, last.capacity * sizeof(Value));
      --task->segments.size;
    }
  }
  uint32_t capacity = task->segments.size ? std::min(task->segments.back().capacity * 2, kLargestSegment) : kFirstSegment;
  capacity = std::max(capacity, count);
  auto* data = static_cast<Value*>(cx.heap.allocate_raw(capacity * sizeof(Value)));
  if (!data) return nullptr;
  if (!cx.heap.push(task->segments, Segment{data, capacity})) {
    cx.heap.free_raw(data, capacity * sizeof(Value));
    return nullptr;
  }
  task->segment = task->segments.size - 1;
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

bool push_frame(Context& cx, Task* task, Function* function, Value* registers, Deliver deliver) {
  Code* code = function->code;
  Frame frame;
  frame.function = function;
  frame.code = code;
  frame.registers = registers;
  frame.deliver = deliver;
  frame.segment = uint16_t(task->segment);
  frame.top_before = task->top;
  if (code->sites.size) {
    frame.caches = code->image_index ? nullptr : code->caches.data;
    if (!frame.caches && !(frame.caches = caches_of(cx, code))) return false;
  }
  if (!cx.heap.push(task->frames, frame)) return false;
  task->top = registers + code->registers;
  if (code->has(kCodeHidden)) ++task->hidden;
  return true;
}

bool push_generator_frame(Context& cx, Task* task, Generator* generator) {
  Code* code = generator->code;
  Frame frame;
  frame.function = generator->function;
  frame.code = code;
  frame.registers = generator->registers.data;
  frame.pc = generator->pc;
  frame.generator = generator;
  frame.handled = generator->handled;
  frame.segment = uint16_t(task->segment);
  frame.top_before = task->top;
  if (code->sites.size && !(frame.caches = caches_of(cx, code))) return false;
  if (!cx.heap.push(task->frames, frame)) return false;
  if (code->has(kCodeHidden)) ++task->hidden;
  return true;
}

void pop_frame(Task* task) {
  Frame& frame = task->frames.back();
  if (frame.code->has(kCodeHidden)) --task->hidden;
  task->top = frame.top_before;
  --task->frames.size;
  // The segment of the frame that is now on top; generators note the one that was current.
  while (task->segment > 0 && !(task->top >= task->segments[task->segment].data &&
                                task->top <= task->segments[task->segment].data + task->segments[task->segment].capacity))
    --task->segment;
}

}  // namespace fermata
