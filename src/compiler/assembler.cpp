#include "compiler/assembler.h"

#include <limits>

namespace fermata {

namespace {
constexpr uint32_t kMaxOwnSites = 50'000;
constexpr uint32_t kMaxSites = 65'535;
constexpr bool is_short_jump(Op op) { return kOpInfo[static_cast<uint8_t>(op)].operands[2] == Operand::kJump16; }
}  // namespace

void Assembler::append(const Span& at, Word word, uint32_t label) {
  if (!reachable_ || overflowed_) return;
  if (instructions_.size() >= kMaxInstructions) {
    overflowed_ = true;
    return;
  }
  // States carry positions. Where nothing can go wrong the line is enough, for those who follow a program by its lines.
  if (positions_.empty() ||
      (has_trait(op_of(word), kQuiet) ? positions_.back().span.begin.line != at.begin.line : positions_.back().span != at))
    positions_.push_back({here(), at});
  instructions_.push_back({word, label});
  if (ends_flow(op_of(word))) reachable_ = false;
}

void Assembler::emit(const Span& at, Op op, uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
  if ((a | b | c) > 0xFFFF) overflowed_ = true;
  append(at, make_word(op, a, b, c, d), kNoLabel);
}

void Assembler::emit_wide(const Span& at, Op op, uint32_t a, uint32_t bx, uint32_t d) {
  if (a > 0xFFFF) overflowed_ = true;
  append(at, make_wide(op, a, bx, d), kNoLabel);
}

uint32_t Assembler::label_id(Label& label) {
  if (label.id == UINT32_MAX) {
    label.id = static_cast<uint32_t>(label_targets_.size());
    label_targets_.push_back(UINT32_MAX);
  }
  return label.id;
}

void Assembler::jump(const Span& at, Op op, Label& target, uint32_t a, uint32_t b, uint32_t d) {
  if (!reachable_) return;
  if (op != Op::JUMP_BACK) {
    if (target.used) {
      target.assigned.intersect(assigned_);
    } else {
      target.used = true;
      target.assigned = assigned_;
    }
  }
  append(at, make_word(op, a, b, 0, d), label_id(target));
}

void Assembler::bind(Label& label) {
  if (!label.used) return;
  label_targets_[label.id] = here();
  if (reachable_) {
    assigned_.intersect(label.assigned);
  } else {
    assigned_ = label.assigned;
    reachable_ = true;
  }
}

void Assembler::bind_loop(Label& label) {
  if (reachable_) label_targets_[label_id(label)] = here();
}

void Assembler::protect(uint32_t begin, Label& target, uint32_t reg, const LocalSet& assigned_at_begin) {
  if (begin >= here()) return;
  if (target.used) {
    target.assigned.intersect(assigned_at_begin);
  } else {
    target.used = true;
    target.assigned = assigned_at_begin;
  }
  if (reg > 0xFFFF) overflowed_ = true;
  ranges_.push_back({begin, here(), label_id(target), reg});
}

uint32_t Assembler::shared_site(std::string_view name) {
  if (!reachable_) return 0;
  const uint32_t name_index = constant(str_constant(name));
  auto [entry, is_new] = shared_sites_.try_emplace(name_index, static_cast<uint32_t>(sites_.size()));
  if (is_new) sites_.push_back({name_index, 0});
  return entry->second;
}

uint32_t Assembler::attribute_site(std::string_view name) {
  if (!reachable_) return 0;
  if (sites_.size() >= kMaxOwnSites) return shared_site(name);
  sites_.push_back({constant(str_constant(name)), 0});
  return static_cast<uint32_t>(sites_.size() - 1);
}

uint32_t Assembler::keywords_site(std::vector<Constant> names, uint32_t count) {
  if (!reachable_) return 0;
  sites_.push_back({constant(tuple_constant(std::move(names))), count});
  return static_cast<uint32_t>(sites_.size() - 1);
}

// The long form of a jump that does not fit: a compare jumps over a JUMP when it does *not* hold; FOR_ITER skips a JUMP on.
uint32_t Assembler::long_size(Op op) { return op == Op::FOR_ITER ? 3 : 2; }

// A jump to a jump goes where that one goes.
void Assembler::thread_jumps() {
  for (Instruction& instruction : instructions_) {
    const Op op = op_of(instruction.word);
    if (instruction.label == kNoLabel || op == Op::JUMP_BACK) continue;
    for (int step = 0; step < 8; step++) {
      const Instruction& target = instructions_[label_targets_[instruction.label]];
      const Op target_op = op_of(target.word);
      if (target_op == Op::JUMP) {
        instruction.label = target.label;
      } else {
        // Only an unconditional jump may become a loop's back-edge.
        if (target_op == Op::JUMP_BACK && op == Op::JUMP) {
          const uint32_t here = static_cast<uint32_t>(&instruction - instructions_.data());
          if (label_targets_[target.label] <= here) instruction = {make_wide(Op::JUMP_BACK, 0, 0), target.label};
        }
        break;
      }
    }
  }
}

// The pc of each instruction, and of the end. A short jump that turns out too long becomes long, which may make others too long; since
// jumps only ever grow, this ends; after a few rounds all become long, so that no program makes it slow.
std::vector<uint32_t> Assembler::lay_out() const {
  const size_t count = instructions_.size();
  std::vector<uint32_t> pcs(count + 1);
  std::vector<bool> is_long(count, false);
  int rounds = 0;
  for (bool changed = true; changed; rounds++) {
    changed = false;
    uint32_t pc = 0;
    for (size_t i = 0; i < count; i++) {
      pcs[i] = pc;
      pc += is_long[i] ? long_size(op_of(instructions_[i].word)) : 1;
    }
    pcs[count] = pc;
    for (size_t i = 0; i < count; i++) {
      const Instruction& instruction = instructions_[i];
      if (is_long[i] || instruction.label == kNoLabel || !is_short_jump(op_of(instruction.word))) continue;
      const uint32_t distance = pcs[label_targets_[instruction.label]] - (pcs[i] + 1);
      if (distance > static_cast<uint32_t>(std::numeric_limits<int16_t>::max()) || rounds > 8) {
        is_long[i] = true;
        changed = true;
      }
    }
  }
  return pcs;
}

bool Assembler::finish(CodeUnit& unit) {
  if (overflowed_ || sites_.size() > kMaxSites) return false;
  thread_jumps();
  const std::vector<uint32_t> pcs = lay_out();
  for (size_t i = 0; i < instructions_.size(); i++) {
    const Word word = instructions_[i].word;
    const Op op = op_of(word);
    if (instructions_[i].label == kNoLabel) {
      unit.words.push_back(word);
      continue;
    }
    const uint32_t target = pcs[label_targets_[instructions_[i].label]];
    const auto distance = [&unit, target] { return target - static_cast<uint32_t>(unit.words.size() + 1); };
    if (!is_short_jump(op)) {
      unit.words.push_back(make_wide(op, a_of(word), distance(), d_of(word)));
    } else if (pcs[i + 1] - pcs[i] == 1) {
      unit.words.push_back(make_word(op, a_of(word), b_of(word), distance(), d_of(word)));
    } else if (op == Op::FOR_ITER) {
      unit.words.push_back(make_word(op, a_of(word), b_of(word), 1));
      unit.words.push_back(make_wide(Op::JUMP, 0, 1));
      unit.words.push_back(make_wide(Op::JUMP, 0, distance()));
    } else {
      unit.words.push_back(make_word(op, a_of(word), b_of(word), 1, d_of(word) ^ 1));
      unit.words.push_back(make_wide(Op::JUMP, 0, distance()));
    }
  }
  for (const Range& range : ranges_) {
    unit.handlers.push_back({pcs[range.begin], pcs[range.end], pcs[label_targets_[range.label]], range.reg});
  }
  for (PositionUnit& position : positions_) position.pc = pcs[position.pc];
  unit.positions = std::move(positions_);
  unit.constants = constants_.take();
  unit.sites = std::move(sites_);
  return true;
}

}  // namespace fermata
