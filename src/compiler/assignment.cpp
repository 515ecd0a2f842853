#include "compiler/assignment.h"

#include <fmt/core.h>

#include <algorithm>
#include <bit>

namespace fermata {

namespace {

// Honest code takes a few words per instruction. Hostile code could make the sets, or the work on them, large out of proportion to its
// size.
constexpr uint64_t kLeastWork = 16'384;
constexpr uint64_t kWorkPerInstruction = 1'024;

// Calls f(word index, mask) for the words of a set that hold the registers first … first+count-1.
template <class F>
void for_each_word(uint32_t first, uint32_t count, F&& f) {
  for (uint64_t at = first, end = uint64_t{first} + count; at < end;) {
    const uint64_t stop = std::min(end, (at / 64 + 1) * 64);
    const uint64_t n = stop - at;
    f(at / 64, (n == 64 ? ~uint64_t{0} : (uint64_t{1} << n) - 1) << (at % 64));
    at = stop;
  }
}

bool has(const uint64_t* bits, uint32_t reg) { return bits[reg / 64] >> (reg % 64) & 1; }

bool has_handlers(const CodeShape& shape) {
  return std::any_of(shape.words.begin(), shape.words.end(),
                     [](Word w) { return op_of(w) == Op::ENTER_HANDLER || op_of(w) == Op::LEAVE_HANDLER; });
}

}  // namespace

void Assignment::set(uint64_t* bits, uint32_t first, uint32_t count) {
  work_ += count / 64;
  for_each_word(first, count, [bits](uint64_t i, uint64_t mask) { bits[i] |= mask; });
}
void Assignment::clear(uint64_t* bits, uint32_t first, uint32_t count) {
  work_ += count / 64;
  for_each_word(first, count, [bits](uint64_t i, uint64_t mask) { bits[i] &= ~mask; });
}
int64_t Assignment::first_clear(const uint64_t* bits, uint32_t first, uint32_t count) {
  work_ += count / 64;
  int64_t found = -1;
  for_each_word(first, count, [&](uint64_t i, uint64_t mask) {
    if (const uint64_t missing = mask & ~bits[i]; missing && found < 0) found = static_cast<int64_t>(i * 64) + std::countr_zero(missing);
  });
  return found;
}

Assignment::Assignment(const CodeShape& shape)
    : shape_(shape),
      blocks_(shape),
      handles_(has_handlers(shape)),
      width_(((handles_ ? 2 : 1) * uint64_t{shape.registers} + 63) / 64),
      most_work_(kLeastWork + kWorkPerInstruction * shape.words.size()),
      bits_(width_) {
  solved_ = solve();
}

void Assignment::step(uint32_t pc, uint64_t* bits, uint64_t* caught) {
  const Word word = shape_.words[pc];
  const Op op = op_of(word);
  const auto overwrite = [&](uint32_t first, uint32_t count) {
    if (!handles_) return;
    clear(bits, shape_.registers + first, count);
    if (caught) clear(caught, shape_.registers + first, count);
  };
  const auto unset = [&](uint32_t first, uint32_t count) {
    clear(bits, first, count);
    if (caught) clear(caught, first, count);
    overwrite(first, count);
  };
  switch (op) {
    case Op::MOVE:
      if (!has(bits, b_of(word))) return unset(a_of(word), 1);
      break;
    case Op::ENTER_HANDLER:
      unset(a_of(word), 1);
      set(bits, shape_.registers + a_of(word), 1);
      return;
    case Op::UNSET:
    case Op::DELETE_LOCAL: return unset(a_of(word), 1);
    case Op::CHECK_LOCAL: return set(bits, a_of(word), 1);
    case Op::GET_METHOD:
    case Op::GET_SPECIAL:
      set(bits, a_of(word), 1);
      overwrite(a_of(word), 1);
      return unset(a_of(word) + 1, 1);
    case Op::UNPACK:
      if (pc > 0 && takes_item_apart(shape_.words[pc - 1], word, shape_.locals)) unset(b_of(word), 1);
      break;
    default:
      if (is_call(op)) unset(b_of(word), shape_.registers - b_of(word));
      break;
  }
  for_each_write(word, [&](uint32_t first, uint32_t count) {
    set(bits, first, count);
    overwrite(first, count);
  });
}

bool Assignment::flow(const uint64_t* bits, uint32_t block) {
  uint64_t* to = in(block);
  uint64_t changed = 0;
  for (uint32_t i = 0; i < width_; i++) {
    changed |= to[i] & ~bits[i];
    to[i] &= bits[i];
  }
  return changed != 0;
}

bool Assignment::solve() {
  if (width_ == 0) return true;
  if (uint64_t{blocks_.size()} * width_ > most_work_) return false;
  // Everything is set until a way shows that it isn't; the sets only shrink.
  // Where nothing leads all registers are set, and no bit beyond the registers.
  in_.assign(size_t{blocks_.size()} * width_, ~uint64_t{0});
  if (const uint64_t used = (handles_ ? 2 : 1) * uint64_t{shape_.registers} % 64)
    for (uint32_t block = 0; block < blocks_.size(); ++block) in(block)[width_ - 1] = (uint64_t{1} << used) - 1;
  std::fill_n(in(0), width_, 0);
  const uint32_t parameters =
      shape_.positional + shape_.keyword_only + ((shape_.flags & kCodeVarArgs) ? 1 : 0) + ((shape_.flags & kCodeVarKeywords) ? 1 : 0);
  set(in(0), 0, parameters);
  std::vector<bool> waits(blocks_.size(), true);
  Bits bits(width_), caught(width_), jumped(width_);
  for (bool again = true; again;) {
    again = false;
    for (uint32_t block = 0; block < blocks_.size(); block++) {
      if (!waits[block]) continue;
      waits[block] = false;
      const Blocks::Block& b = blocks_[block];
      if ((work_ += 4 * width_ + (b.end - b.begin)) > most_work_) return false;
      std::copy_n(in(block), width_, bits.begin());
      const bool may_catch = b.handler != Blocks::kNoHandler;
      if (may_catch) caught = bits;
      const uint32_t last = b.end - 1;
      for (uint32_t pc = b.begin; pc < last; pc++) step(pc, bits.data(), may_catch ? caught.data() : nullptr);
      jumped = bits;  // jumps write nothing, and FOR_ITER nothing where it jumps
      step(last, bits.data(), may_catch ? caught.data() : nullptr);
      const auto go_on = [&](const Bits& there, uint32_t to) {
        if (!flow(there.data(), to)) return;
        waits[to] = true;
        again |= to <= block;
      };
      const Word word = shape_.words[last];
      if (has_jump(word)) go_on(jumped, blocks_.block_of[static_cast<uint32_t>(int64_t{last} + 1 + jump_of(word))]);
      if (!ends_flow(op_of(word)) && block + 1 < blocks_.size()) go_on(bits, block + 1);
      if (may_catch) {
        const Handler& handler = shape_.handlers[b.handler];
        set(caught.data(), handler.reg, 1);  // the unwinder writes it
        if (handles_) clear(caught.data(), shape_.registers + handler.reg, 1);
        go_on(caught, blocks_.block_of[handler.target]);
      }
    }
  }
  return true;
}

int64_t Assignment::unset_read(Word word, const uint64_t* bits) {
  int64_t found = -1;
  for_each_needed(word, site_count(word), [&](uint32_t first, uint32_t count) {
    if (found < 0) found = first_clear(bits, first, count);
  });
  return found;
}

std::optional<std::string> Assignment::problem() {
  for (uint32_t block = 0; solved_ && block < blocks_.size(); block++) {
    std::copy_n(in(block), width_, bits_.begin());
    for (uint32_t pc = blocks_[block].begin; pc < blocks_[block].end; pc++) {
      const Word word = shape_.words[pc];
      if (const int64_t reg = unset_read(word, bits_.data()); reg >= 0)
        return fmt::format("instruction {} ({}): register {} may be unset", pc, info_of(word).name, reg);
      if (op_of(word) == Op::LEAVE_HANDLER && !has(bits_.data(), shape_.registers + a_of(word)))
        return fmt::format("instruction {} (LEAVE_HANDLER): register {} may not hold what the frame was handling", pc, a_of(word));
      step(pc, bits_.data(), nullptr);
    }
    solved_ = work_ <= most_work_;
  }
  if (!solved_) return "too tangled to tell which registers are set";
  return std::nullopt;
}

const std::vector<uint64_t>& Assignment::before(uint32_t pc) {
  const uint32_t block = blocks_.block_of[pc];
  if (pc_ > pc || pc_ < blocks_[block].begin) {
    std::copy_n(in(block), width_, bits_.begin());
    pc_ = blocks_[block].begin;
  }
  for (; pc_ < pc; pc_++) step(pc_, bits_.data(), nullptr);
  return bits_;
}

}  // namespace fermata
