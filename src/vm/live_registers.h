// Which registers of a frame matter: its named locals, and the temporaries that the code will still read. The
// rest is whatever some instruction left there: states don't hold it, and precise collections forget it.
#pragma once

#include <vector>

#include "runtime/context.h"

namespace fermata {

// A frame's state at its pc.
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

// The state of a frame that waits for another, or of a suspended generator.
FrameStop stop_at(const Code* code, uint32_t pc);

// keep[i]: register i matters. Sized code->registers. `values` are the registers, or fewer.
void live_registers(const Code* code, FrameStop stop, const Value* values, uint32_t count, std::vector<uint8_t>& keep);

// Unsets what no frame of a task or generator will read again. `running` is the task that stands before an instruction.
void forget_dead_registers(Context& cx, const Task* running);

}  // namespace fermata
