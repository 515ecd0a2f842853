// The verifier's view of a loaded Code, and what frames need to know of instructions. Used by GraphLoader.
#pragma once

#include <optional>
#include <string>

#include "heap/context.h"

namespace fermata {

// Nothing when the code is sound (compiler/verifier.h). Its names and constants must have been checked.
std::optional<std::string> verify_code(const Code& code);

// Can a frame wait here for what a call of it gives? (Something must be able to take the result.)
bool can_wait(uint64_t word);
bool can_yield(uint64_t word);
const char* op_name(uint64_t word);

}  // namespace fermata
