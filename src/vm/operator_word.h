// Instructions with a binary operator or a comparison, taken apart.
#pragma once

#include "compiler/opcodes.h"
#include "heap/layout_program.h"
#include "objects/model/operations.h"

namespace fermata {

struct OperatorWord {
  bool comparison = false, in_place = false;
  uint32_t op = 0;  // BinaryOp or CompareOp
  Value a, b;
};

// False: the instruction of `f` is another one.
inline bool read_operator(const Frame& f, OperatorWord* out) {
  const Word w = f.code->words[f.pc];
  const Value* r = f.registers;
  const Value* k = f.code->constants.data;
  switch (op_of(w)) {
#define BINARY_CASE(opcode, op, right) \
  case Op::opcode: *out = {false, bool(d_of(w) & 1), uint32_t(BinaryOp::k##op), r[b_of(w)], right}; return true;
#define BINARY(ast, op, name, function, token, symbol, level, opcode) BINARY_CASE(opcode, op, r[c_of(w)])
#include "syntax/operators.def"
#define BINARY(...)
#define BINARY_K(ast, op, name, function, token, symbol, level, opcode) BINARY_CASE(opcode##_K, op, k[c_of(w)])
#include "syntax/operators.def"
#undef BINARY_CASE
#define COMPARE_CASE(opcode, op, left, right) \
  case Op::opcode: *out = {true, false, uint32_t(CompareOp::k##op), r[left], right}; return true;
#define COMPARE(ast, op, name, symbol, opcode)         \
  COMPARE_CASE(opcode, op, b_of(w), r[c_of(w)])        \
  COMPARE_CASE(opcode##_K, op, b_of(w), k[c_of(w)])    \
  COMPARE_CASE(JUMP_##opcode, op, a_of(w), r[b_of(w)]) \
  COMPARE_CASE(JUMP_##opcode##_K, op, a_of(w), k[b_of(w)])
#include "syntax/operators.def"
#undef COMPARE_CASE
    default: return false;
  }
}

}  // namespace fermata
