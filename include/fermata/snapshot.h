// Saved states: their encodings, and what can be read from one without running it.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "fermata/host.h"
#include "fermata/limits.h"

namespace fermata {

enum class StateEncoding : uint8_t { kMessagePack, kJson };

// A frame of a paused program, as a person wants to see it. Values are shown by repr(), shortened.
struct FrameView : Place {
  std::vector<std::pair<std::string, std::string>> locals;
};

// An asyncio task that waits.
struct TaskView {
  std::string name;              // "Task-2"
  std::vector<FrameView> stack;  // outermost first; the last stands at what it awaits
  bool is_in_stack = false;      // these frames are the end of the session's stack, too
  uint64_t call = 0;             // the id of the pending call that it awaits, or 0
};

struct SessionView {
  std::vector<Call> pending;
  // Outermost first. Of a program whose event loop waits: with the frames of the task, where the loop's own would be, that awaits the call
  // from which it is seen, or awaits one without frames that does; without any where nobody can say who. From a timer: the first task's.
  std::vector<FrameView> stack;
  std::vector<TaskView> tasks;  // in the order in which they were made; the program itself is one when it awaits at its top level
  std::vector<std::pair<std::string, std::string>> sources;  // the source texts of the stack and the pending calls: name, text
  std::vector<std::pair<std::string, std::string>> globals;
  Spent spent;
  Limits limits;
  uint64_t objects = 0;

  // The tasks whose frames aren't in the stack.
  std::vector<TaskView> tasks_beside() const;
};

}  // namespace fermata
