#include "vm/operands_check.h"

#include <cassert>

#include "compiler/code.h"
#include "compiler/opcodes.h"
#include "heap/layout_program.h"

namespace fermata {

namespace {

// A class body returns the cell of `__class__`.
bool takes_cells(Op op, const Code* code) {
  return op == Op::LOAD_CELL || op == Op::STORE_CELL || op == Op::DELETE_CELL || (op == Op::RETURN && code->has(kCodeClassBody));
}

// What no program may ever hold, whatever it does.
bool is_internal(Value v) {
  if (v.is_exhausted() || v.is_missing()) return true;
  if (!v.is_object()) return false;
  switch (v.as_object()->kind) {
    case Kind::kFree:
    case Kind::kCell:
    case Kind::kShape:
    case Kind::kTask: return true;
    default: return false;
  }
}

}  // namespace

bool operands_are_values(const Code* code, const Value* registers, uint64_t word) {
  const Op op = op_of(word);
  const uint32_t site_count = op == Op::CALL_KEYWORDS ? code->sites[c_of(word)].count : 0;
  const bool of_program = !code->has(kCodeHidden);
  bool good = true;
  for_each_needed(word, site_count, [&](uint32_t first, uint32_t count) {
    for (uint32_t reg = first; reg < first + count; ++reg) {
      const Value v = registers[reg];
      assert(!v.is_unset() && !v.is_outcome());  // the verifier proved it
      if (of_program && is_internal(v) && !(takes_cells(op, code) && reg == a_of(word))) good = false;
    }
  });
  // A MOVE may carry an unset value, which others look at before they read it; nothing else that a program mustn't have.
  if (op == Op::MOVE) {
    assert(!registers[b_of(word)].is_outcome());
    if (of_program && is_internal(registers[b_of(word)])) good = false;
  }
  return good;
}

}  // namespace fermata
