// Readable text of a CodeUnit, for the `dis` command, golden tests and people. A pure function, called by the command line and tests.
#pragma once

#include <string>
#include <vector>

#include "compiler/code.h"

namespace fermata {

// A unit and, behind it, the units in its constants. Each instruction with its line (when it changes), its pc, its operands by name, and
// jump targets as labels L1, L2, …
std::string disassemble(const CodeUnit& unit);

// The text of each instruction of a unit, by pc: what disassemble() prints for it, without line and line end.
std::vector<std::string> disassembled_instructions(const CodeUnit& unit);

// A constant as Python would write it, roughly; code as `<code name>`.
std::string constant_text(const Constant& constant);

}  // namespace fermata
