// Code objects: made from what the compiler gives, and asked where in the source an instruction stands.
// Called by the session, the image and tracebacks.
#pragma once

#include "compiler/code.h"
#include "heap/context.h"

namespace fermata {

// The heap's Code for a CodeUnit, nested ones included. Null when memory is short. Prelude constants are
// looked up in the image: a name it lacks is a bug and aborts.
Code* make_code(Context& cx, const CodeUnit& unit, Str* filename);

// The source place of an instruction, from the code's packed table; lines from 1, byte columns from 0, all
// zero when there is none.
struct CodePosition { uint32_t line = 0, column = 0, end_line = 0, end_column = 0; };
CodePosition position_at(const Code* code, uint32_t pc);

// The table's packing: for each entry pc and line (deltas), column, end line (minus line), end column, as
// variable-length integers of 7 bits; the line delta is zigzag coded.
std::vector<uint8_t> pack_positions(const std::vector<PositionUnit>& positions);

}  // namespace fermata
