// Frames of a task: pushing and popping them, and the segments their registers lie in. A callee's registers
// begin where the caller put the arguments, when there is room after them; else the arguments are copied.
// Called by the dispatch loop, and by the loader to rebuild a saved task.
#pragma once

#include "compiler/code.h"
#include "runtime/context.h"

namespace fermata {

// Room for values that are filled in before they are looked at.
template <uint32_t kCount>
union Storage {
  Value values[kCount];
  Storage() {}
};

Task* make_task(Context& cx);

Value* reserve_in_next_segment(Context& cx, Task* task, uint32_t count);

// Room for `count` registers at the task's top or, when `at` is given and the rest of its segment is large
// enough, right there. Unset them yourself beyond the arguments. Null: the heap is full.
inline Value* reserve_registers(Context& cx, Task* task, Value* at, uint32_t count) {
  if (at && at >= task->segment_begin && at + count <= task->segment_end) [[likely]]
    return at;
  if (task->top && task->top + count <= task->segment_end) return task->top;
  return reserve_in_next_segment(cx, task, count);
}

// The inline caches of a code object, made at its first run. Null: the heap is full.
SiteCache* caches_of(Context& cx, Code* code);

// Pushes a frame for `function` whose registers are `registers` (from reserve_registers, arguments bound).
// False: the heap is full.
inline bool push_frame(Context& cx, Task* task, Function* function, Value* registers, Deliver deliver) {
  Code* code = function->code;
  SiteCache* caches = code->caches.data;
  if (!caches && code->sites.size && !(caches = caches_of(cx, code))) return false;
  if (task->frames.size == task->frames.capacity && !cx.heap.reserve(task->frames, task->frames.size * 2 + 16)) return false;
  Frame& frame = task->frames.data[task->frames.size++];
  frame.function = function;
  frame.code = code;
  frame.registers = registers;
  frame.pc = 0;
  frame.deliver = deliver;
  frame.returns_to = ReturnsTo::kUnknown;
  frame.segment_before = uint16_t(task->segment);
  frame.caches = caches;
  frame.generator = nullptr;
  frame.handled = Value();
  frame.receiver = Value();
  frame.top_before = task->top;
  // Registers at the start of the next segment: that is the current one now.
  if (registers < task->segment_begin || registers >= task->segment_end) [[unlikely]] {
    ++task->segment;
    task->segment_begin = task->segments[task->segment].data;
    task->segment_end = task->segment_begin + task->segments[task->segment].capacity;
  }
  task->top = registers + code->registers;
  if (code->has(kCodeHidden)) ++task->hidden;
  return true;
}

// Pushes the frame of a generator, which has registers of its own.
inline bool push_generator_frame(Context& cx, Task* task, Generator* generator) {
  Code* code = generator->code;
  SiteCache* caches = code->caches.data;
  if (!caches && code->sites.size && !(caches = caches_of(cx, code))) return false;
  if (task->frames.size == task->frames.capacity && !cx.heap.reserve(task->frames, task->frames.size * 2 + 16)) return false;
  Frame& frame = task->frames.data[task->frames.size++];
  frame.function = generator->function;
  frame.code = code;
  frame.registers = generator->registers.data;
  frame.pc = generator->pc;
  frame.deliver = Deliver::kValue;
  frame.returns_to = ReturnsTo::kUnknown;
  frame.segment_before = uint16_t(task->segment);
  frame.caches = caches;
  frame.generator = generator;
  frame.handled = generator->handled;
  frame.receiver = Value();
  frame.top_before = task->top;
  if (code->has(kCodeHidden)) ++task->hidden;
  return true;
}

inline void pop_frame(Task* task) {
  Frame& frame = task->frames.data[--task->frames.size];
  if (frame.code->has(kCodeHidden)) --task->hidden;
  task->top = frame.top_before;
  if (task->segment != frame.segment_before) [[unlikely]] {
    task->segment = frame.segment_before;
    task->segment_begin = task->segments[task->segment].data;
    task->segment_end = task->segment_begin + task->segments[task->segment].capacity;
  }
}

// How deep the program's own calls are: frames of the prelude don't count.
inline uint32_t depth_of(const Task* task) { return task->frames.size - task->hidden; }

// May one more frame be pushed? The library's own recursion (a UserList that holds itself, compared) ends too.
inline bool is_too_deep(const Task* task, uint32_t limit) { return depth_of(task) >= limit || task->frames.size / 8 >= limit; }

// A frame of the library's own with none of the program's outside it, as that of asyncio.run() around a program that awaits at its top
// level: nobody asked for it, so people aren't shown it. (Those of a thread, whose task has a name, they are.)
bool is_around_program(const Task& task, const Frame& f);

}  // namespace fermata
