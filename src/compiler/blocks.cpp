#include "compiler/blocks.h"

namespace fermata {

Blocks::Blocks(const CodeShape& shape) {
  const auto count = static_cast<uint32_t>(shape.words.size());
  std::vector<bool> starts(count + 1, false);
  starts[0] = true;
  for (uint32_t pc = 0; pc < count; pc++) {
    const Word word = shape.words[pc];
    if (has_jump(word)) starts[pc + 1 + static_cast<uint32_t>(jump_of(word))] = true;
    if (has_jump(word) || ends_flow(op_of(word))) starts[pc + 1] = true;
  }
  for (const Handler& handler : shape.handlers) starts[handler.begin] = starts[handler.end] = starts[handler.target] = true;
  block_of.resize(count);
  for (uint32_t pc = 0; pc < count; pc++) {
    if (starts[pc]) blocks.push_back({pc, pc, kNoHandler});
    blocks.back().end = pc + 1;
    block_of[pc] = size() - 1;
  }
  if (shape.handlers.empty()) return;
  // The first handler that covers a block is its own. `next` skips the blocks that have one.
  std::vector<uint32_t> next(size() + 1);
  for (uint32_t i = 0; i <= size(); i++) next[i] = i;
  const auto without_handler = [&next](uint32_t block) {
    while (next[block] != block) block = next[block] = next[next[block]];
    return block;
  };
  for (uint32_t i = 0; i < shape.handlers.size(); i++) {
    const Handler& handler = shape.handlers[i];
    uint32_t block = without_handler(block_of[handler.begin]);
    while (block < size() && blocks[block].begin < handler.end) {
      blocks[block].handler = i;
      next[block] = block + 1;
      block = without_handler(block);
    }
  }
}

}  // namespace fermata
