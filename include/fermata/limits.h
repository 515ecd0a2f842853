// Limits of a session. All are on by default. Steps, time, heap, output and host calls pause the session
// when they are over (Status::kExhausted): it is whole, can be saved, given more, and run on; the program
// can't catch that. Depth and int digits raise RecursionError and ValueError in the program, as CPython does.
// Steps, time, output and host calls count from start(), or from the last feed().
// An allocation larger than what the heap limit leaves raises MemoryError.
#pragma once

#include <cstdint>
#include <string>

namespace fermata {

// 0 means no limit.
struct Limits {
  uint64_t steps = 2'000'000'000;             // calls, loop turns, and work of natives in like amounts
  uint64_t time_ms = 3'000;                   // running, not waiting for the host
  uint64_t heap_bytes = 256 * 1024 * 1024;    // live objects
  uint64_t depth = 50'000;                    // frames that sys.setrecursionlimit may ask for; it starts at 1000
  uint64_t output_bytes = 16 * 1024 * 1024;   // printed
  uint64_t host_calls = 1'000'000;
  uint64_t int_digits = 4300;                 // of an int turned from or into decimal text
};

// What a session has used so far.
struct Spent {
  uint64_t steps = 0;
  uint64_t time_ns = 0;
  uint64_t heap_bytes = 0;    // now live, garbage included
  uint64_t output_bytes = 0;
  uint64_t host_calls = 0;
};

}  // namespace fermata
