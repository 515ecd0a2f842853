// Code objects: made from what the compiler gives, and asked where in the source an instruction is.
// Called by the session and tracebacks; the image's own code comes from archived_code.h.
#pragma once

#include <functional>
#include <vector>

#include "compiler/code.h"
#include "runtime/context.h"

namespace fermata {

// The heap's Code for a CodeUnit, nested ones included. Null when memory is short. Prelude constants are
// looked up in the image: a name it lacks is a bug and aborts.
Code* make_code(Context& cx, const CodeUnit& unit, Str* filename);

// The same code once more, to be changed before it is used. Null when memory is short.
Code* copy_code(Context& cx, const Code* code);

// A function of this code with no defaults and room for a closure of that many cells, which the caller sets. Null when memory is short.
inline Function* new_function(Context& cx, Code* code, Value globals, uint32_t cells = 0) {
  auto* f = cx.heap.make_sized<Function>(cells);
  if (!f) return nullptr;
  f->code = code;
  f->globals = globals;
  f->name = code->name;
  f->qualname = code->qualname;
  f->defaults = f->keyword_defaults = Value::none();
  return f;
}

// The indices of its locals in the order that programs see: parameters and variables in registers, then the others in cells by their names.
std::vector<uint32_t> locals_in_order(const Code* code);

// The source place of an instruction, from the code's packed table; lines from 1, byte columns from 0, all
// zero when there is none.
// A "pc" of frames and tracebacks: before the first instruction, where an exception is thrown into a generator that hasn't begun. Its place
// is the line that the code begins at.
inline constexpr uint32_t kAtDefinition = UINT32_MAX;

struct CodePosition {
  uint32_t line = 0, column = 0, end_line = 0, end_column = 0;
};
CodePosition position_at(const Code* code, uint32_t pc);
// Calls f(position, changed) for the instructions 0 … count-1, in order; `changed` where it isn't the one before.
void for_each_position(const Code* code, uint32_t count, const std::function<void(const CodePosition&, bool)>& f);

// --- what makers of constants share

// Short strings that look like names are interned: attribute and key lookups find them by address.
inline bool is_name_like(std::string_view text) { return text.size() <= 40; }
Value int_from_digits(Context& cx, std::string_view digits, int base = 10);  // maybe with '-'
// Are these the code of one function of ours? A frame that was loaded has the code that its state carries, a new call has the image's.
bool is_same_function(const Code* a, const Code* b);
// What a constant that names something of the prelude stands for; unset when it isn't there.
Value prelude_value(Context& cx, Str* name);

}  // namespace fermata
