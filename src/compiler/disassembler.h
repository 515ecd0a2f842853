// Readable text of code, for the `dis` command, module dis, golden tests and people. Pure functions, called by the command line, the module
// and tests.
#pragma once

#include <functional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "compiler/code.h"
#include "compiler/opcodes.h"

namespace fermata {

// A unit and, after it, the units in its constants. Each instruction with its line (when it changes), its pc, its operands by name, and
// jump targets as labels L1, L2, …
std::string disassemble(const CodeUnit& unit);

// The text of each instruction of a unit, by pc: what disassemble() prints for it, without line and line end.
std::vector<std::string> disassembled_instructions(const CodeUnit& unit);

// A code's instructions and what they name, whatever form it is kept in. What isn't there is shown by its number.
struct CodeTexts {
  std::span<const Word> words;
  std::span<const Handler> handlers;
  std::vector<std::string> locals, free_names, constants, sites;
  std::vector<uint32_t> site_counts;  // parallel to sites
};

struct InstructionText {
  std::string name;      // with the D bits after a dot, when there are any
  std::string operands;  // by name
};

// Where jumps and handlers lead, and each instruction by pc. `jump_text` says how a jump to a pc is shown.
using JumpText = std::function<std::string(uint32_t pc)>;
std::set<uint32_t> jump_targets(const CodeTexts& code);
std::vector<InstructionText> instruction_texts(const CodeTexts& code, const JumpText& jump_text);

// A constant as Python would write it, roughly; code as `<code name>`.
std::string constant_text(const Constant& constant);

}  // namespace fermata
