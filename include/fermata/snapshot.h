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

// A task of asyncio that waits.
struct TaskView {
  std::string name;              // "Task-2"
  std::vector<FrameView> stack;  // outermost first; the last stands at what it awaits
};

struct SessionView {
  std::vector<Call> pending;
  std::vector<FrameView> stack;  // outermost first
  std::vector<TaskView> tasks;   // in the order in which they were made; the program itself is one when it awaits at its top
  std::vector<std::pair<std::string, std::string>> sources;  // the texts that stack and pending calls are in: name, text
  std::vector<std::pair<std::string, std::string>> globals;
  Spent spent;
  Limits limits;
  uint64_t objects = 0;
};

}  // namespace fermata
