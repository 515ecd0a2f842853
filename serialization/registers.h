// Where the frames of a session being saved stand, which decides which registers belong in the state (vm/live_registers.h). Used by the
// savers.
#pragma once

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
  const Frame* top_ = nullptr;  // of the main task
  bool waiting_;                // the top frame waits for the host
};

}  // namespace fermata
