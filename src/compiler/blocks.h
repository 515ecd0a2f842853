// The basic blocks of a Code's words, for the data-flow analysis of assignment.h, which owns one. A block begins at a jump's or a
// handler's target and where a handler's range begins or ends, so it is wholly in a range or out of it. The code's jumps and handlers must
// have been verified.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/verifier.h"

namespace fermata {

struct Blocks {
  static constexpr uint32_t kNoHandler = UINT32_MAX;
  struct Block {
    uint32_t begin, end;
    uint32_t handler;  // the first handler whose range covers it (the others never see an exception from here), or kNoHandler
  };

  explicit Blocks(const CodeShape& shape);

  uint32_t size() const { return static_cast<uint32_t>(blocks.size()); }
  const Block& operator[](uint32_t block) const { return blocks[block]; }

  std::vector<Block> blocks;
  std::vector<uint32_t> block_of;  // by pc
};

}  // namespace fermata
