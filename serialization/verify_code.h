// The verifier's view of a loaded Code, and what frames need to know about instructions. Used by GraphLoader.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "runtime/context.h"

namespace fermata {

// Where a frame stands, or a generator; `set` gets a bit for each register that the code relies on there (compiler/assignment.h).
struct CodeStop {
  const Code* code;
  uint32_t pc;
  std::vector<uint64_t>* set;
};

// Nothing when the code is sound (compiler/verifier.h). Its names and constants must have been checked. `stops` are those of
// this code, by ascending pc.
std::optional<std::string> verify_code(const Code& code, std::span<const CodeStop> stops = {});

// Can a frame wait here for what a call of it gives? (Something must be able to take the result.)
bool can_wait(uint64_t word);
bool can_yield(uint64_t word);
const char* op_name(uint64_t word);

}  // namespace fermata
