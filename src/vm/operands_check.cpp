#include "vm/operands_check.h"

#include <cassert>

#include "compiler/code.h"
#include "compiler/opcodes.h"
#include "heap/layout_program.h"

namespace fermata {

namespace {

// The cell that stands for a captured variable; elsewhere a cell is a value like others (`f.__closure__[0]`). A class body returns that of
// `__class__`.
bool is_variable(const Code* code, uint32_t reg) { return reg < code->locals.size && code->local_is_cell[reg]; }
bool takes_variables(Op op, const Code* code) { return has_trait(op, kCell) || (op == Op::RETURN && code->has(kCodeClassBody)); }

// What no program may ever hold, whatever it does.
bool is_internal(Value v) {
  if (v.is_exhausted() || v.is_missing()) return true;
  return v.is_object() && (v.as_object()->kind == Kind::kFree || kind_has<kInternal>(v.as_object()->kind));
}

}  // namespace

bool operands_are_values(const Code* code, const Value* registers, uint64_t word) {
  const Op op = op_of(word);
  const uint32_t site_count = op == Op::CALL_KEYWORDS ? code->sites[c_of(word)].count : 0;
  const bool of_program = !code->has(kCodeHidden);
  const auto is_hidden = [&](uint32_t reg) { return is_internal(registers[reg]) || (is<Cell>(registers[reg]) && is_variable(code, reg)); };
  bool good = true;
  for_each_needed(word, site_count, [&](uint32_t first, uint32_t count) {
    for (uint32_t reg = first; reg < first + count; ++reg) {
      [[maybe_unused]] const Value v = registers[reg];
      assert(!v.is_unset() && !v.is_outcome());  // the verifier proved it
      if (of_program && is_hidden(reg) && !(takes_variables(op, code) && reg == a_of(word))) good = false;
    }
  });
  // A MOVE may carry an unset value, which others look at before they read it; nothing else that a program mustn't have.
  if (op == Op::MOVE) {
    assert(!registers[b_of(word)].is_outcome());
    if (of_program && is_hidden(b_of(word))) good = false;
  }
  return good;
}

}  // namespace fermata
