// What the system allows this process of address space (`ulimit -v`).
#pragma once

#include <cstdint>

namespace fermata {

// What was left of it when this was first called; UINT64_MAX: there is no limit. (Later calls ask nothing of the system, so jails may make
// them.)
uint64_t address_space_left();
// Bytes of address space that this process has taken; 0 when the system doesn't say.
uint64_t mapped_bytes();

}  // namespace fermata
