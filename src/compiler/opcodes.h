// The instruction set in C++: the enum, the word's encoding and what each operand is, all derived at compile time from opcodes.def. Pure
// constants and functions, owned by nobody; the emitter, disassembler, verifier, saver and the dispatch loop use them.
#pragma once

#include <array>
#include <cstdint>

namespace fermata {

enum class Op : uint8_t {
#define OP(number, name, format, doc) name = number,
#include "compiler/opcodes.def"
#undef OP
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
#define OP(number, name, format, doc) table[number] = make_info(#name, format, doc);
#include "compiler/opcodes.def"
#undef OP
  return table;
}
}  // namespace detail

inline constexpr std::array<OpInfo, 256> kOpInfo = detail::make_table();
constexpr const OpInfo& info_of(Word w) { return kOpInfo[w & 0xFF]; }

// The method names that GET_SPECIAL's C counts.
#define FERMATA_SPECIAL_NAMES(X) \
  X(__enter__)                   \
  X(__exit__)                    \
  X(__aenter__)                  \
  X(__aexit__)
#define FERMATA_TEXT(name) #name,
inline constexpr std::array kSpecialNames = {FERMATA_SPECIAL_NAMES(FERMATA_TEXT)};
#undef FERMATA_TEXT

// D bit 7 of FORMAT (no format specification) and of MAKE_FUNCTION (no defaults, keyword defaults, annotations).
inline constexpr uint32_t kNoExtras = 0x80;

// How many registers the runs of an instruction (operands D and U) take. `site_count` is the count of the instruction's site, which only
// CALL_KEYWORDS needs.
constexpr uint32_t written_run(Word w) {
  switch (op_of(w)) {
    case Op::GET_METHOD:
    case Op::GET_SPECIAL: return 2;
    case Op::UNPACK: return c_of(w);
    case Op::UNPACK_STAR: return (c_of(w) & 0xFF) + 1 + (c_of(w) >> 8);
    default: return 1;
  }
}
constexpr uint32_t read_run(Word w, uint32_t site_count) {
  switch (op_of(w)) {
    case Op::MAKE_FUNCTION: return d_of(w) & kNoExtras ? 0 : 3;
    case Op::BUILD_SLICE:
    case Op::CALL_SPREAD: return 3;
    case Op::CALL: return 1 + c_of(w);
    case Op::CALL_METHOD: return 2 + c_of(w);
    case Op::CALL_KEYWORDS: return 1 + site_count + (d_of(w) & 1);
    case Op::BUILD_LIST:
    case Op::BUILD_TUPLE:
    case Op::BUILD_SET:
    case Op::BUILD_STRING: return c_of(w);
    case Op::BUILD_DICT: return 2 * c_of(w);
    case Op::FORMAT: return d_of(w) & kNoExtras ? 0 : 1;
    default: return 1;
  }
}

// Does the instruction look at its operand number `index` (0 is A)? Some leave one unused, as D says.
constexpr bool operand_used(Word w, int index) {
  switch (op_of(w)) {
    case Op::RAISE: return index < static_cast<int>(d_of(w));
    case Op::RAISE_ASSERTION: return (d_of(w) & 1) == 0;
    case Op::LIST_EXTEND: return index < 2 || (d_of(w) & 1) != 0;
    default: return true;
  }
}

constexpr uint32_t operand_value(Word w, int index) { return (w >> (16 + 16 * index)) & 0xFFFF; }

// Calls f(first register, count) for every run of registers that the instruction reads; likewise for those it writes. Counts may be 0.
template <class F>
constexpr void for_each_read(Word w, uint32_t site_count, F&& f) {
  const OpInfo& info = info_of(w);
  for (int i = 0; i < 3; i++) {
    const Operand kind = info.operands[i];
    if (kind == Operand::kRead || kind == Operand::kReadWrite) {
      if (operand_used(w, i)) f(operand_value(w, i), 1u);
    } else if (kind == Operand::kReadRun) {
      f(operand_value(w, i), read_run(w, site_count));
    }
  }
}
template <class F>
constexpr void for_each_write(Word w, F&& f) {
  const OpInfo& info = info_of(w);
  for (int i = 0; i < 3; i++) {
    const Operand kind = info.operands[i];
    if (kind == Operand::kWrite || kind == Operand::kReadWrite) f(operand_value(w, i), 1u);
    if (kind == Operand::kWriteRun) f(operand_value(w, i), written_run(w));
  }
}

// Calls f(first register, count) for every run of registers that must hold values when the instruction begins: what it reads, without what
// it may find unset. The verifier proves that they do (assignment.h), and a build with assertions looks (vm/operands_check.cpp).
template <class F>
constexpr void for_each_needed(Word w, uint32_t site_count, F&& f) {
  switch (op_of(w)) {
    case Op::MOVE:
    case Op::CHECK_LOCAL:
    case Op::DELETE_LOCAL:
    case Op::MAKE_CELL:
    case Op::LOAD_CELL:
    case Op::DELETE_CELL:
    case Op::LEAVE_HANDLER: return;
    case Op::STORE_CELL: return f(b_of(w), 1u);
    default: break;
  }
  const bool with_self = op_of(w) == Op::CALL_METHOD || (op_of(w) == Op::CALL_KEYWORDS && (d_of(w) & 1));
  for_each_read(w, site_count, [&](uint32_t first, uint32_t count) {
    if (!with_self) return f(first, count);
    f(first, 1u);
    if (count > 2) f(first + 2, count - 2);
  });
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

// After these the next instruction is not reached, but by a jump.
constexpr bool ends_flow(Op op) {
  switch (op) {
    case Op::JUMP:
    case Op::JUMP_BACK:
    case Op::RETURN:
    case Op::RETURN_CONST:
    case Op::RAISE:
    case Op::RERAISE:
    case Op::RAISE_ASSERTION: return true;
    default: return false;
  }
}

constexpr bool is_operator_k(Op op) { return op >= Op::ADD_K && op <= Op::AND_K; }
constexpr bool is_fused_compare(Op op) { return op >= Op::JUMP_LT && op <= Op::JUMP_IN; }

// Which bits of D an instruction may have set.
constexpr uint32_t allowed_d(Op op) {
  if ((op >= Op::ADD && op <= Op::AND_K) || is_fused_compare(op)) return 1;
  switch (op) {
    case Op::IS:
    case Op::IN:
    case Op::CALL_KEYWORDS:
    case Op::RAISE_ASSERTION:
    case Op::LIST_EXTEND:
    case Op::IMPORT:
    case Op::SETUP_ANNOTATIONS: return 1;
    case Op::RAISE: return 3;
    case Op::FORMAT: return kNoExtras | 3;
    case Op::MAKE_FUNCTION: return kNoExtras;
    default: return 0;
  }
}

}  // namespace fermata
