// Which registers of a frame belong into a state: its named locals, and the temporaries that the code will
// still read. The rest is whatever some instruction left there. Used by the savers.
#pragma once

#include <vector>

#include "heap/context.h"
#include "serialization/state.h"

namespace fermata {

// How a frame stands at its pc.
struct FrameStop {
  enum Kind : uint8_t {
    kDone,      // a finished generator: nothing is needed
    kFresh,     // a generator before its first instruction: its arguments
    kWaiting,   // the instruction has read its operands and waits for a result
    kAnywhere,  // the instruction may still read its operands, or run again
  };
  Kind kind;
  uint32_t pc;
};

// Tells how each frame of a session stands. Made at the beginning of a save; brings `pc` and `handled` of
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

// keep[i]: register i is saved. Sized code->registers. `values` are the registers, or fewer.
void registers_to_save(const Code* code, FrameStop stop, const Value* values, uint32_t count, std::vector<uint8_t>& keep);

}  // namespace fermata
