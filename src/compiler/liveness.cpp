#include "compiler/liveness.h"

#include <bit>
#include <numeric>

namespace fermata {

Liveness::Liveness(const CodeShape& shape) : shape_(shape), temporaries_(shape.registers - shape.locals), blocks_(shape) {
  solve();
}

uint32_t Liveness::site_count(Word word) const { return op_of(word) == Op::CALL_KEYWORDS ? shape_.sites[c_of(word)].count : 0; }

void Liveness::add(Bits& bits, uint32_t reg) const {
  if (reg < shape_.locals) return;
  reg -= shape_.locals;
  bits[reg / 64] |= uint64_t{1} << (reg % 64);
}

void Liveness::remove(Bits& bits, uint32_t reg) const {
  if (reg < shape_.locals) return;
  reg -= shape_.locals;
  bits[reg / 64] &= ~(uint64_t{1} << (reg % 64));
}

bool Liveness::set_all(Bits& bits, const Bits& other) const {
  bool changed = false;
  for (size_t i = 0; i < bits.size(); i++) {
    changed |= (other[i] & ~bits[i]) != 0;
    bits[i] |= other[i];
  }
  return changed;
}

void Liveness::add_handlers(uint32_t pc, Bits& live) const {
  const uint32_t index = blocks_[blocks_.block_of[pc]].handler;
  if (index == Blocks::kNoHandler) return;
  const Handler& handler = shape_.handlers[index];
  Bits caught = live_in_[blocks_.block_of[handler.target]];
  remove(caught, handler.reg);  // the unwinder writes it
  set_all(live, caught);
}

// Hostile code could make the sets, or the work on them, large out of proportion to its size.
bool Liveness::is_too_large() const {
  constexpr uint64_t kMost = uint64_t{1} << 22;
  if (uint64_t{blocks_.size()} * (temporaries_ / 64 + 1) > kMost) return true;
  uint64_t work = 0;
  for (const Word word : shape_.words) {
    for_each_read(word, site_count(word), [&work](uint32_t, uint32_t count) { work += count; });
    for_each_write(word, [&work](uint32_t, uint32_t count) { work += count; });
  }
  return work > kMost;
}

void Liveness::step(uint32_t pc, Bits& live) const {
  const Word word = shape_.words[pc];
  for_each_write(word, [&](uint32_t first, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) remove(live, first + i);
  });
  add_handlers(pc, live);
  for_each_read(word, site_count(word), [&](uint32_t first, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) add(live, first + i);
  });
}

Liveness::Bits Liveness::out_of_block(uint32_t block) const {
  Bits live((temporaries_ + 63) / 64, 0);
  const uint32_t last = blocks_[block].end - 1;
  const Word word = shape_.words[last];
  if (has_jump(word)) set_all(live, live_in_[blocks_.block_of[last + 1 + static_cast<uint32_t>(jump_of(word))]]);
  if (!ends_flow(op_of(word)) && block + 1 < blocks_.size()) set_all(live, live_in_[block + 1]);
  return live;
}

void Liveness::solve() {
  if (temporaries_ == 0 || is_too_large()) {
    gave_up_ = temporaries_ != 0;
    return;
  }
  live_in_.assign(blocks_.size(), Bits((temporaries_ + 63) / 64, 0));
  // Code flows mostly forward, so going backward over the blocks settles after one round more than loops are nested.
  constexpr int kMostRounds = 64;
  int rounds = 0;
  for (bool changed = true; changed; rounds++) {
    if (rounds > kMostRounds) {
      gave_up_ = true;
      return;
    }
    changed = false;
    for (auto block = static_cast<uint32_t>(blocks_.size()); block-- > 0;) {
      Bits live = out_of_block(block);
      for (uint32_t pc = blocks_[block].end; pc-- > blocks_[block].begin;) step(pc, live);
      changed |= set_all(live_in_[block], live);
    }
  }
}

Liveness::Bits Liveness::after(uint32_t pc) const {
  const uint32_t block = blocks_.block_of[pc];
  Bits live = out_of_block(block);
  for (uint32_t later = blocks_[block].end - 1; later > pc; later--) step(later, live);
  return live;
}

std::vector<uint32_t> Liveness::live_inside(uint32_t pc) const {
  if (temporaries_ == 0 || gave_up_) return all();
  Bits live = after(pc);
  const Word word = shape_.words[pc];
  for_each_write(word, [&](uint32_t first, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) remove(live, first + i);
  });
  add_handlers(pc, live);
  const Op op = op_of(word);
  if (op == Op::FOR_ITER || op == Op::YIELD_FROM || op == Op::AWAIT) add(live, b_of(word));
  for (int i = 0; i < 3; i++) {
    if (info_of(word).operands[static_cast<size_t>(i)] == Operand::kReadWrite) add(live, operand_value(word, i));
  }
  return list(live);
}

std::vector<uint32_t> Liveness::live_before(uint32_t pc) const {
  if (temporaries_ == 0 || gave_up_) return all();
  Bits live = after(pc);
  step(pc, live);
  return list(live);
}

std::vector<uint32_t> Liveness::all() const {
  std::vector<uint32_t> registers(temporaries_);
  std::iota(registers.begin(), registers.end(), shape_.locals);
  return registers;
}

std::vector<uint32_t> Liveness::list(const Bits& bits) const {
  std::vector<uint32_t> registers;
  for (size_t i = 0; i < bits.size(); i++) {
    for (uint64_t rest = bits[i]; rest != 0; rest &= rest - 1) {
      registers.push_back(shape_.locals + static_cast<uint32_t>(i * 64) + static_cast<uint32_t>(std::countr_zero(rest)));
    }
  }
  return registers;
}

}  // namespace fermata
