// Where the frames of a session being saved stand, which decides which registers belong in the state (vm/live_registers.h). Used by the
// savers.
#pragma once

#include <unordered_set>

#include "serialization/state.h"
#include "vm/live_registers.h"

namespace fermata {

// Says where each frame of a session stands. Made at the beginning of a save; brings `pc` and `handled` of
// generators that run up to date, which their frames keep meanwhile.
class FrameStops {
 public:
  explicit FrameStops(const SessionState& state);
  FrameStop of(const Task* task, const Frame& frame) const;
  FrameStop of(const Generator* generator) const;

 private:
  void note(Task* task, bool waits);

  // The tops of tasks that stand between two instructions: all but that of one that waits for the host; and those of them that are
  // generators' frames.
  std::unordered_set<const Frame*> tops_;
  std::unordered_set<const Generator*> generators_;
};

}  // namespace fermata
