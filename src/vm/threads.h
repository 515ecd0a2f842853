// The program's threads: tasks of which one runs at a time. Each has its turn until it waits (library/_thread.py) or, when its turn is
// over, until a safepoint in the program's own code: what the library does itself is never interrupted. A thread that doesn't run stands
// between two instructions, or hasn't begun.
#pragma once

#include <algorithm>

#include "objects/natives/native.h"
#include "runtime/context.h"

namespace fermata {

// What a thread that doesn't run can do.
enum class ThreadState : uint8_t {
  kReady,
  kWaits,   // for another thread, which wakes it
  kSleeps,  // the same, or until some time
};

inline const char* to_string(ThreadState state) {
  constexpr const char* kNames[] = {"ready", "waits", "sleeps"};
  return kNames[size_t(state)];
}

// Context::threads, a flat List: task, identity, state of each. The first one is the main thread. Identity and state are small ints; a
// state above kSleeps is that and the time by the host's monotonic clock, in microseconds, until which the thread sleeps. States don't hold
// the time: a thread that was loaded looks at the clock itself when a turn is over.
class Threads {
 public:
  static constexpr uint32_t kWidth = 3;
  static constexpr uint32_t kMost = 10'000;

  explicit Threads(const Context& cx);

  uint32_t count() const { return list_ ? list_->items.size / kWidth : 0; }
  Task* task(uint32_t i) const { return as<Task>(list_->items[i * kWidth]); }
  int64_t identity(uint32_t i) const { return list_->items[i * kWidth + 1].as_small(); }
  ThreadState state(uint32_t i) const { return ThreadState(std::min(state_and_time(i), int64_t(ThreadState::kSleeps))); }
  void set_state(uint32_t i, ThreadState state) { list_->items[i * kWidth + 2] = Value::small(int64_t(state)); }
  void set_sleeps(uint32_t i, double until);
  void set_task(uint32_t i, Task* task) { list_->items[i * kWidth] = Value::object(task); }
  void remove(uint32_t i);
  // The running one; count() when what runs isn't a thread (the border's code).
  uint32_t current() const;
  // The next one after `i`, in a circle, that is ready. count(): none.
  uint32_t next(uint32_t i) const;
  // Makes those ready whose time is up.
  void wake_due();

  // Is it what Context::threads may be? `running`: the task that runs, or null when the program has ended.
  static bool is_valid(Value v, const Task* running);

 private:
  int64_t state_and_time(uint32_t i) const { return list_->items[i * kWidth + 2].as_small(); }

  const Context& cx_;
  List* list_;
};

// The program has ended, or a chunk of it: there is nobody but the main thread any more.
void forget_threads(Context& cx);
// Of the threads only the main one is left: nobody takes turns.
void end_turns(Context& cx);

extern const std::span<const NativeRow> kThreadIntrinsics;

}  // namespace fermata
