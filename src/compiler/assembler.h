// Collects the instructions of one CodeUnit: labels, jumps, constants, sites, handler ranges, positions, and which locals certainly have a
// value at each point. finish() lays the code out, with long forms of the jumps that do not fit 16 bits. Owned by the emitter of the unit.
// After an instruction that ends the flow nothing is emitted until a label that something jumps to is bound: dead code vanishes.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "compiler/code.h"
#include "compiler/constants.h"
#include "compiler/opcodes.h"

namespace fermata {

// A set of locals. Those that have a value wherever this point is reached from.
class LocalSet {
 public:
  LocalSet() = default;
  explicit LocalSet(uint32_t locals) : words_((locals + 63) / 64) {}
  bool has(uint32_t local) const { return (words_[local / 64] >> (local % 64)) & 1; }
  void add(uint32_t local) { words_[local / 64] |= uint64_t{1} << (local % 64); }
  void remove(uint32_t local) { words_[local / 64] &= ~(uint64_t{1} << (local % 64)); }
  void intersect(const LocalSet& other) {
    for (size_t i = 0; i < words_.size(); i++) words_[i] &= other.words_[i];
  }

 private:
  std::vector<uint64_t> words_;
};

// A place to jump to. Bound at most once; all jumps to it are forward, but for JUMP_BACK.
struct Label {
  uint32_t id = UINT32_MAX;  // made at the first use
  bool used = false;         // some reachable jump goes there
  LocalSet assigned;         // valid when used
};

class Assembler {
 public:
  explicit Assembler(uint32_t locals) : assigned_(locals) {}

  // ---- emitting

  bool reachable() const { return reachable_; }
  void set_unreachable() { reachable_ = false; }

  void emit(const Span& at, Op op, uint32_t a, uint32_t b = 0, uint32_t c = 0, uint32_t d = 0);
  void emit_wide(const Span& at, Op op, uint32_t a, uint32_t bx, uint32_t d = 0);
  // A jump of any form; the operand that holds the distance is filled in by finish().
  void jump(const Span& at, Op op, Label& target, uint32_t a = 0, uint32_t b = 0, uint32_t d = 0);
  void bind(Label& label);
  // Binds a label whose only jumps come from below, by jump_back.
  void bind_loop(Label& label);

  // ---- constants and sites; nothing is kept while the code is dead

  uint32_t constant(Constant constant) { return reachable_ ? constants_.add(std::move(constant)) : 0; }
  uint32_t code_constant(std::shared_ptr<CodeUnit> code) { return reachable_ ? constants_.add_code(std::move(code)) : 0; }
  const Constant& constant_at(uint32_t index) const { return constants_[index]; }
  // A site of its own for each place, as long as 16 bits can count them; then one for each name.
  uint32_t attribute_site(std::string_view name);
  uint32_t shared_site(std::string_view name);
  uint32_t keywords_site(std::vector<Constant> names, uint32_t count);

  // ---- handlers

  // A range of protected code: [begin, now) goes to `target`. Empty ranges are dropped.
  uint32_t here() const { return static_cast<uint32_t>(instructions_.size()); }
  void protect(uint32_t begin, Label& target, uint32_t reg, const LocalSet& assigned_at_begin);

  // ---- locals that surely have a value

  LocalSet& assigned() { return assigned_; }

  // ---- the end

  // Fills words, constants, sites, handlers, positions of `unit`. False when the code is too large.
  bool finish(CodeUnit& unit);
  bool overflowed() const { return overflowed_; }
  void set_overflowed() { overflowed_ = true; }

 private:
  struct Instruction {
    Word word;
    uint32_t label;  // or kNoLabel
  };
  struct Range {
    uint32_t begin, end, label, reg;
  };
  static constexpr uint32_t kNoLabel = UINT32_MAX;
  static constexpr uint32_t kMaxInstructions = 1u << 20;

  uint32_t label_id(Label& label);
  void append(const Span& at, Word word, uint32_t label);
  void thread_jumps();
  std::vector<uint32_t> lay_out() const;
  static uint32_t long_size(Op op);

  std::vector<Instruction> instructions_;
  std::vector<PositionUnit> positions_;
  std::vector<uint32_t> label_targets_;
  std::vector<Range> ranges_;
  ConstantPool constants_;
  std::vector<SiteUnit> sites_;
  std::unordered_map<uint32_t, uint32_t> shared_sites_;
  LocalSet assigned_;
  bool reachable_ = true;
  bool overflowed_ = false;
};

}  // namespace fermata
