// Which temporaries matter at a pause: a backward data-flow analysis over a Code's words. The saver asks it for each frame's pc, so dead
// registers are not saved; the loader asks it which ones must be there. Owned by its caller; keeps a bit set per basic block.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/blocks.h"

namespace fermata {

// The code must have been verified.
class Liveness {
 public:
  explicit Liveness(const CodeShape& shape);

  // The temporaries (registers >= shape.locals), in ascending order, that may still be read when a frame is stopped *inside* the instruction
  // at `pc`: a call it makes is under way, so its operands have been taken and its results are not there yet. That is: what is read on any
  // way from the end of the instruction, or from the handler that would catch an exception in it; without what the instruction itself writes
  // (unless the handler reads that), and with the operands that the instruction goes on using after it has started: those marked 'b', the
  // iterator of FOR_ITER, YIELD_FROM and AWAIT (they are run again), and the containers of LIST_APPEND and the like only when read later.
  // Locals (registers < shape.locals) always count as live and are not listed. Code that is absurdly large for this (only hostile code is)
  // gets the answer "all of them".
  std::vector<uint32_t> live_inside(uint32_t pc) const;

  // The same for a frame that stands *before* the instruction at `pc`, which has not started (a safepoint at the start of an instruction).
  std::vector<uint32_t> live_before(uint32_t pc) const;

 private:
  using Bits = std::vector<uint64_t>;

  uint32_t site_count(Word word) const;
  bool set_all(Bits& bits, const Bits& other) const;
  void add(Bits& bits, uint32_t reg) const;
  void remove(Bits& bits, uint32_t reg) const;
  // Turns what is live after the instruction at `pc` into what is live before it.
  void step(uint32_t pc, Bits& live) const;
  void add_handlers(uint32_t pc, Bits& live) const;
  Bits out_of_block(uint32_t block) const;
  Bits after(uint32_t pc) const;
  std::vector<uint32_t> list(const Bits& bits) const;
  std::vector<uint32_t> all() const;
  bool is_too_large() const;
  void solve();

  CodeShape shape_;
  uint32_t temporaries_;
  Blocks blocks_;
  std::vector<Bits> live_in_;  // by block
  bool gave_up_ = false;
};

}  // namespace fermata
