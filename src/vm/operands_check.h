// What a program's instructions read are values of the language. Whatever enters a variable, a container or a native has been in a register
// that an instruction read, so this one place sees every internal value that escapes. Builds with assertions ask before each instruction;
// the others have the verifier's proof.
#pragma once

#include "runtime/context.h"

namespace fermata {

// Of the instruction `word` of a frame that runs `code`. False: it would read what only the machine may see (a hostile state can bring that
// about, so it isn't asserted). An unset register, or a native's outcome, is a mistake of ours and stops the process.
bool operands_are_values(const Code* code, const Value* registers, uint64_t word);

}  // namespace fermata
