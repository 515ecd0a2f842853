// The walls around jailed processes. Those that children inherit are built once, in the zygote; the rest by each child. All but the filter
// are as good as the system permits: what isn't there is said (Wall).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fermata/jail.h"
#include "jail/inside/filter.h"

namespace fermata::jail {

// New namespaces for this process, and for what it forks. True: its next child is the first process of its own pid namespace.
bool enter_namespaces(std::vector<Wall>& walls);
// What remains for the zygote, when it needs nothing of the file system any more: an empty root, no capabilities, no new privileges, no
// memory that others may read, Landlock.
void close_in(std::vector<Wall>& walls);

// What a jailed process may have of memory: the image that it was forked with, and what its jail allows besides.
struct Room {
  uint64_t image = 0;      // bytes of address space
  uint64_t heap_most = 0;  // of a session's heap; 0: no limit
  static Room measure(uint64_t heap_most);
  // Address space for a heap of that size; 0: no limit.
  uint64_t address_space(uint64_t heap_bytes) const;
};

// In a child: no files, no processes, no core, this much room, and the filter. Its descriptor 0 is `socket`, and there is no other. False:
// it can't be (errno).
bool shut(int socket, const Room& room, const Filter& filter);
// What shut() does, in words.
void describe_shut(std::vector<Wall>& walls);

// Within the filter, for one session: less address space than the jail allows, and so many more seconds of CPU time (0: no limit). Both are
// for the interpreter's mistakes: who has taken the process over may raise them again, the first up to what shut() said.
void limit_address_space(const Room& room, uint64_t heap_bytes);
void limit_cpu(uint64_t seconds);

}  // namespace fermata::jail
