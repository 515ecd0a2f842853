// Frames of a task: pushing and popping them, and the segments their registers lie in. A callee's registers
// begin where the caller put the arguments, when there is room behind them; else the arguments are copied.
// Called by the dispatch loop, and by the loader to rebuild a saved task.
#pragma once

#include "heap/context.h"

namespace fermata {

Task* make_task(Context& cx);

// Room for `count` registers at the task's top or, when `at` is given and the rest of its segment is large
// enough, right there. Unset them yourself beyond the arguments. Null: the heap is full.
Value* reserve_registers(Context& cx, Task* task, Value* at, uint32_t count);

// Pushes a frame for `function` whose registers are `registers` (from reserve_registers, arguments bound).
// False: the heap is full.
bool push_frame(Context& cx, Task* task, Function* function, Value* registers, Deliver deliver);
// Pushes the frame of a generator.
bool push_generator_frame(Context& cx, Task* task, Generator* generator);
void pop_frame(Task* task);

// The inline caches of a code object, made at its first run.
SiteCache* caches_of(Context& cx, Code* code);

// How deep the program's own calls are: frames of the prelude don't count.
inline uint32_t depth_of(const Task* task) { return task->frames.size - task->hidden; }

}  // namespace fermata
