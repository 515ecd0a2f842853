// The instruction set in C++: the enum, the word's encoding and what each operand is, all derived at compile time from opcodes.def. Pure
// constants and functions, owned by nobody; the emitter, disassembler, verifier, saver and the dispatch loop use them.
#pragma once

#include <array>
#include <cstdint>

namespace fermata {

enum class Op : uint8_t {
#define OP(number, name, ...) name = number,
#include "compiler/opcodes.def"
};

// What else a row says of its instruction.
enum OpTrait : uint16_t {
  kEnds = 1,          // the next instruction is not reached, but by a jump
  kQuiet = 2,         // raises nothing and calls nothing
  kNeverWaits = 4,    // writes A, but never what a call gave
  kNoResult = 8,      // what a call gave is dropped
  kDecides = 16,      // takes the truth of what a call gave
  kCalls = 32,        // a call: its arguments become the callee's
  kYields = 64,       // a generator may be suspended at it
  kTakesEnd = 128,    // StopIteration is an iterator's end to it
  kUnsetA = 256,      // register A may be unset when it begins
  kUnsetB = 512,      // register B likewise; the bit after kUnsetA
  kCell = 1024,       // works on the cells of captured variables
  kClassBody = 2048,  // only in the body of a class
};

// One instruction: bits 0-7 opcode, 8-15 D, 16-31 A, 32-47 B, 48-63 C.
using Word = uint64_t;

constexpr Word make_word(Op op, uint32_t a, uint32_t b, uint32_t c, uint32_t d = 0) {
  return Word{static_cast<uint8_t>(op)} | Word{d & 0xFF} << 8 | Word{a & 0xFFFF} << 16 | Word{b & 0xFFFF} << 32 | Word{c & 0xFFFF} << 48;
}
constexpr Word make_wide(Op op, uint32_t a, uint32_t bx, uint32_t d = 0) {
  return Word{static_cast<uint8_t>(op)} | Word{d & 0xFF} << 8 | Word{a & 0xFFFF} << 16 | Word{bx} << 32;
}
constexpr Op op_of(Word w) { return static_cast<Op>(w & 0xFF); }
constexpr uint32_t d_of(Word w) { return (w >> 8) & 0xFF; }
constexpr uint32_t a_of(Word w) { return (w >> 16) & 0xFFFF; }
constexpr uint32_t b_of(Word w) { return (w >> 32) & 0xFFFF; }
constexpr uint32_t c_of(Word w) { return static_cast<uint32_t>(w >> 48); }
constexpr uint32_t bx_of(Word w) { return static_cast<uint32_t>(w >> 32); }
constexpr int32_t sbx_of(Word w) { return static_cast<int32_t>(bx_of(w)); }
constexpr int32_t sc_of(Word w) { return static_cast<int16_t>(c_of(w)); }

// D bit 7 of FORMAT (no format specification) and of MAKE_FUNCTION (no defaults, keyword defaults, annotations).
inline constexpr uint32_t kNoExtras = 0x80;

// The letters of opcodes.def.
enum class Operand : uint8_t {
  kNone,
  kWrite,
  kRead,
  kReadWrite,
  kWriteRun,
  kReadRun,
  kConstant,
  kSite,
  kNumber,
  kFree,
  kJump16,
  kJump32,
  kConstantWide,
  kSiteWide,  // these take B and C together
};

struct OpInfo {
  const char* name = nullptr;  // null: no such opcode
  std::array<Operand, 3> operands{};
  const char* format = nullptr;  // the operands' letters
  const char* doc = nullptr;
  uint16_t traits = 0;  // OpTrait
  uint8_t d_bits = 0;   // those that may be set in D
  constexpr OpInfo& with_traits(int t) { return traits = uint16_t(t), *this; }
  constexpr OpInfo& with_d_bits(uint32_t mask) { return d_bits = uint8_t(mask), *this; }
};

namespace detail {
constexpr Operand operand_of_letter(char letter) {
  switch (letter) {
    case '-': return Operand::kNone;
    case 'd': return Operand::kWrite;
    case 'u': return Operand::kRead;
    case 'b': return Operand::kReadWrite;
    case 'D': return Operand::kWriteRun;
    case 'U': return Operand::kReadRun;
    case 'k': return Operand::kConstant;
    case 's': return Operand::kSite;
    case 'i': return Operand::kNumber;
    case 'f': return Operand::kFree;
    case 'j': return Operand::kJump16;
    case 'J': return Operand::kJump32;
    case 'K': return Operand::kConstantWide;
    case 'S': return Operand::kSiteWide;
  }
  throw "opcodes.def: unknown operand letter";  // at compile time only
}

constexpr OpInfo make_info(const char* name, const char* format, const char* doc) {
  OpInfo info{name, {}, format, doc};
  for (int i = 0; i < 3 && format[i] != 0; i++) info.operands[i] = operand_of_letter(format[i]);
  return info;
}

constexpr std::array<OpInfo, 256> make_table() {
  std::array<OpInfo, 256> table{};
#define TRAITS(t) .with_traits(t)
#define D_BITS(mask) .with_d_bits(mask)
#define OP(number, name, format, doc, ...) table[number] = make_info(#name, format, doc) __VA_ARGS__;
#include "compiler/opcodes.def"
  return table;
}
}  // namespace detail

inline constexpr std::array<OpInfo, 256> kOpInfo = detail::make_table();
constexpr const OpInfo& info_of(Word w) { return kOpInfo[w & 0xFF]; }
constexpr bool has_trait(Op op, int traits) { return (kOpInfo[static_cast<uint8_t>(op)].traits & traits) != 0; }

// The method names that GET_SPECIAL's C counts.
#define FERMATA_SPECIAL_NAMES(X) \
  X(__enter__)                   \
  X(__exit__)                    \
  X(__aenter__)                  \
  X(__aexit__)
#define FERMATA_TEXT(name) #name,
inline constexpr std::array kSpecialNames = {FERMATA_SPECIAL_NAMES(FERMATA_TEXT)};
#undef FERMATA_TEXT

// How many registers the run of an instruction (operand D or U) takes. `arguments` is the count of the instruction's site, which only
// CALL_KEYWORDS needs.
constexpr uint32_t run_length(Word w, uint32_t arguments) {
  [[maybe_unused]] const uint32_t c = c_of(w), d = d_of(w);
  switch (op_of(w)) {
#define RUN(length) return length;
#define OP(number, name, format, doc, ...) \
  case Op::name: __VA_ARGS__ break;
#include "compiler/opcodes.def"
  }
  return 1;
}

// Does the instruction look at its operand number `index` (0 is A)?
constexpr bool operand_used(Word w, uint32_t index) {
  [[maybe_unused]] const uint32_t d = d_of(w);
  switch (op_of(w)) {
#define USED(condition) return condition;
#define OP(number, name, format, doc, ...) \
  case Op::name: __VA_ARGS__ break;
#include "compiler/opcodes.def"
  }
  return true;
}

constexpr uint32_t operand_value(Word w, uint32_t index) { return (w >> (16 + 16 * index)) & 0xFFFF; }

// Calls f(first register, count) for every run of registers that the instruction reads, but those that one of the traits `without`
// (kUnsetA, kUnsetB) is about; likewise for those it writes. Counts may be 0.
template <class F>
constexpr void for_each_read(Word w, uint32_t site_count, F&& f, int without = 0) {
  const OpInfo& info = info_of(w);
  for (uint32_t i = 0; i < 3; i++) {
    const Operand kind = info.operands[i];
    if (info.traits & without & (kUnsetA << i)) continue;
    if (kind == Operand::kRead || kind == Operand::kReadWrite) {
      if (operand_used(w, i)) f(operand_value(w, i), 1u);
    } else if (kind == Operand::kReadRun) {
      f(operand_value(w, i), run_length(w, site_count));
    }
  }
}
template <class F>
constexpr void for_each_write(Word w, F&& f) {
  const OpInfo& info = info_of(w);
  for (uint32_t i = 0; i < 3; i++) {
    const Operand kind = info.operands[i];
    if (kind == Operand::kWrite || kind == Operand::kReadWrite) f(operand_value(w, i), 1u);
    if (kind == Operand::kWriteRun) f(operand_value(w, i), run_length(w, 0));
  }
}

// Calls f(first register, count) for every run of registers that must hold values when the instruction begins: what it reads, without what
// it may find unset. The verifier proves that they do (assignment.h), and a build with assertions looks (vm/operands_check.cpp).
template <class F>
constexpr void for_each_needed(Word w, uint32_t site_count, F&& f) {
  const bool with_self = op_of(w) == Op::CALL_METHOD || (op_of(w) == Op::CALL_KEYWORDS && (d_of(w) & 1));
  const auto each = [&](uint32_t first, uint32_t count) {
    if (!with_self) return f(first, count);
    f(first, 1u);
    if (count > 2) f(first + 2, count - 2);
  };
  for_each_read(w, site_count, each, kUnsetA | kUnsetB);
}

// `for a, b in …`: a FOR_ITER whose item goes to a temporary, and the UNPACK of that temporary after it. The machine may do both at once,
// and then makes no item: after the UNPACK the temporary is unset. A local that is unpacked at once (`for row in …: a, b = row`) has its
// item.
constexpr bool takes_item_apart(Word for_iter, Word next, uint32_t locals) {
  return op_of(for_iter) == Op::FOR_ITER && op_of(next) == Op::UNPACK && b_of(next) == a_of(for_iter) && a_of(for_iter) >= locals;
}

// Jumps. Counted from the instruction after the jump.
constexpr bool has_jump(Word w) {
  const OpInfo& info = info_of(w);
  return info.operands[1] == Operand::kJump32 || info.operands[2] == Operand::kJump16;
}
constexpr int32_t jump_of(Word w) { return info_of(w).operands[1] == Operand::kJump32 ? sbx_of(w) : sc_of(w); }

constexpr bool ends_flow(Op op) { return has_trait(op, kEnds); }
constexpr bool is_call(Op op) { return has_trait(op, kCalls); }

}  // namespace fermata
