// Which registers are surely set: a forward data-flow analysis over a Code's words, which proves that no instruction reads a register where
// no value may be. (Natives never see an unset value; the loop doesn't look.) The verifier makes one for each code; the loader asks it
// which registers of a frame must be set, and sees to it. Owned by its caller; keeps a bit set per basic block.
//
// What it knows about the machine: arguments fill the parameters; a call's callee takes the registers from the callable's on as its own, so
// all of them may be unset after it; an exception finds the registers as they were before its instruction. CHECK_LOCAL, DELETE_LOCAL, MOVE,
// MAKE_CELL, LEAVE_HANDLER, the instructions for cells, and the `self` of a CALL_METHOD take unset registers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compiler/blocks.h"

namespace fermata {

class Assignment {
 public:
  // The code must be sound otherwise (verifier.h). It must outlive this.
  explicit Assignment(const CodeShape& shape);

  // Nothing when each register is set where it is read; else what is wrong. Only asked once, before `before`.
  std::optional<std::string> problem();

  // The registers that are set whenever the instruction at `pc` begins, one bit each (and after them those that hold what the frame was
  // handling). Quick when asked for ascending pcs.
  const std::vector<uint64_t>& before(uint32_t pc);

 private:
  using Bits = std::vector<uint64_t>;

  uint64_t* in(uint32_t block) { return in_.data() + size_t{block} * width_; }
  // Turns what is set before an instruction into what is set after it; `caught`, unless null, loses what an exception in it may leave
  // unset.
  void step(uint32_t pc, uint64_t* bits, uint64_t* caught);
  bool flow(const uint64_t* bits, uint32_t block);  // into it; true when something changed there
  bool solve();                                     // false: it would take too long
  uint32_t site_count(Word word) const { return op_of(word) == Op::CALL_KEYWORDS ? shape_.sites[c_of(word)].count : 0; }
  // The first register that the instruction reads and that may be unset, or -1.
  int64_t unset_read(Word word, const uint64_t* bits);

  void set(uint64_t* bits, uint32_t first, uint32_t count);
  void clear(uint64_t* bits, uint32_t first, uint32_t count);
  int64_t first_clear(const uint64_t* bits, uint32_t first, uint32_t count);

  CodeShape shape_;
  Blocks blocks_;
  bool handles_;    // the code has ENTER_HANDLER: a set has a second bit for each register, that what the frame was handling is there
  uint32_t width_;  // words of a set
  Bits in_;         // by block
  uint64_t work_ = 0;
  uint64_t most_work_;
  bool solved_ = false;
  Bits bits_;  // of before(): what is set before pc_
  uint32_t pc_ = UINT32_MAX;
};

}  // namespace fermata
