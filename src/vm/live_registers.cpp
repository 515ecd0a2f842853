#include "vm/live_registers.h"

#include <algorithm>

#include "compiler/opcodes.h"

namespace fermata {

namespace {

// Having called, these read nothing more.
bool reads_before_it_waits(Op op) { return is_call(op) || op == Op::YIELD; }

// Follows the code from a point on and finds which of up to 64 registers are read before they are written.
class LiveSearch {
 public:
  LiveSearch(const Code* code, uint32_t base) : code_(code), base_(base), seen_(code->words.size) {}

  uint64_t run(FrameStop stop, uint64_t candidates) {
    if (stop.kind == FrameStop::kWaiting) leave(stop.pc, candidates & ~written(code_->words[stop.pc]), candidates);
    else push(stop.pc, candidates);
    while (!stack_.empty()) {
      const auto [pc, mask] = stack_.back();
      stack_.pop_back();
      const Word w = code_->words[pc];
      const uint64_t reads = read(w) & mask;
      live_ |= reads;
      leave(pc, mask & ~reads & ~written(w), mask & ~reads);
      if (live_ == candidates) break;
    }
    return live_;
  }

 private:
  void push(uint64_t pc, uint64_t mask) {
    mask &= ~live_;
    if (pc >= code_->words.size || !(mask &= ~seen_[pc])) return;
    seen_[pc] |= mask;
    stack_.emplace_back(uint32_t(pc), mask);
  }
  // Goes on after an instruction. What it writes is not written where it raises, nor where FOR_ITER jumps.
  void leave(uint32_t pc, uint64_t after, uint64_t unwritten) {
    const Word w = code_->words[pc];
    if (has_jump(w)) push(uint64_t(int64_t(pc) + 1 + jump_of(w)), unwritten);
    if (!ends_flow(op_of(w))) push(pc + 1, after);
    for (const CodeHandler& h : code_->handlers) {
      if (pc < h.begin || pc >= h.end) continue;
      push(h.target, unwritten & ~bit(h.reg));
      break;
    }
  }
  uint64_t bit(uint32_t reg) const { return reg >= base_ && reg - base_ < 64 ? uint64_t(1) << (reg - base_) : 0; }
  uint64_t bits(uint32_t first, uint32_t count) const {
    const uint64_t begin = std::max<uint64_t>(first, base_), end = std::min<uint64_t>(uint64_t(first) + count, uint64_t(base_) + 64);
    if (begin >= end) return 0;
    const uint64_t n = end - begin;
    return (n == 64 ? ~uint64_t(0) : (uint64_t(1) << n) - 1) << (begin - base_);
  }
  uint64_t read(Word w) const {
    const uint32_t site = op_of(w) == Op::CALL_KEYWORDS ? code_->sites[c_of(w)].count : 0;
    uint64_t mask = 0;
    for_each_read(w, site, [&](uint32_t first, uint32_t count) { mask |= bits(first, count); });
    return mask;
  }
  uint64_t written(Word w) const {
    uint64_t mask = 0;
    for_each_write(w, [&](uint32_t first, uint32_t count) { mask |= bits(first, count); });
    return mask;
  }

  const Code* code_;
  uint32_t base_;
  std::vector<uint64_t> seen_;
  std::vector<std::pair<uint32_t, uint64_t>> stack_;
  uint64_t live_ = 0;
};

}  // namespace

FrameStop stop_at(const Code* code, uint32_t pc) {
  return {pc < code->words.size && reads_before_it_waits(op_of(code->words[pc])) ? FrameStop::kWaiting : FrameStop::kAnywhere, pc};
}

void live_registers(const Code* code, FrameStop stop, const Value* values, uint32_t count, std::vector<uint8_t>& keep) {
  keep.assign(code->registers, 0);
  count = std::min(count, code->registers);
  if (stop.kind == FrameStop::kDone) return;
  const uint32_t locals = std::min(std::max(code->locals.size, code->parameters()), count);
  std::fill_n(keep.begin(), locals, 1);
  if (stop.kind == FrameStop::kFresh) return;
  for (uint32_t base = locals; base < count; base += 64) {
    uint64_t candidates = 0;
    for (uint32_t i = 0; i < 64 && base + i < count; ++i)
      if (!values[base + i].is_unset()) candidates |= uint64_t(1) << i;
    if (!candidates) continue;
    const uint64_t live = LiveSearch(code, base).run(stop, candidates);
    for (uint32_t i = 0; i < 64 && base + i < count; ++i) keep[base + i] = live >> i & 1;
  }
}

void forget_dead_registers(Context& cx, const Task* running) {
  std::vector<uint8_t> keep;
  const auto forget = [&](const Code* code, FrameStop stop, Value* registers, uint32_t count) {
    live_registers(code, stop, registers, count, keep);
    for (uint32_t i = 0; i < std::min(count, code->registers); ++i)
      if (!keep[i]) registers[i] = Value::unset();
  };
  cx.heap.for_each([&](Object* o) {
    if (auto* task = o->kind == Kind::kTask ? static_cast<Task*>(o) : nullptr) {
      const Value* above = nullptr;  // where the registers of the next frame begin: those of its caller end there, if not before
      for (uint32_t i = task->frames.size; i-- > 0;) {
        Frame& f = task->frames[i];
        const bool top = i + 1 == task->frames.size && (task == running || !cx.threads.is_unset());
        uint32_t count = f.code->registers;
        if (!f.generator) {
          if (above >= f.registers && above < f.registers + count) count = uint32_t(above - f.registers);
          above = f.registers;
        }
        forget(f.code, top ? FrameStop{FrameStop::kAnywhere, f.pc} : stop_at(f.code, f.pc), f.registers, count);
      }
    } else if (auto* g = o->kind == Kind::kGenerator ? static_cast<Generator*>(o) : nullptr) {
      if (!g->code || g->state == uint32_t(GeneratorState::kFinished)) return;
      if (g->state == uint32_t(GeneratorState::kRunning)) return;  // its frame says what it needs
      const FrameStop stop = g->state == uint32_t(GeneratorState::kFresh) ? FrameStop{FrameStop::kFresh, 0} : stop_at(g->code, g->pc);
      forget(g->code, stop, g->registers.data, g->registers.size);
    }
  });
}

}  // namespace fermata
