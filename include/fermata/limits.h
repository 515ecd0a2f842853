// Limits of a session. All are on by default. Steps, time, heap, output and host calls pause the session
// when they are over (Status::kExhausted): it is whole, can be saved, given more, and run on; the program
// can't catch that. Depth and int digits raise RecursionError and ValueError in the program, as CPython does.
// Steps, times, output and host calls count from start(), or from the last feed().
// An allocation larger than what the heap limit leaves raises MemoryError.
#pragma once

#include <cstdint>
#include <string>

namespace fermata {

// 0 means no limit.
struct Limits {
  uint64_t steps = 2'000'000'000;             // calls, loop turns, and work of natives in like amounts
  // Running, not waiting for the host. What ends a runaway program is the limit of steps, at the same place on each machine; the steps
  // above take some 10 to 25 s. Time is there for what steps don't see, so it is larger: a machine that is busy must not end a good program.
  uint64_t time_ms = 30'000;
  uint64_t heap_bytes = 256 * 1024 * 1024;    // live objects
  uint64_t depth = 50'000;                    // frames that sys.setrecursionlimit may ask for; it starts at 1000
  uint64_t output_bytes = 16 * 1024 * 1024;   // printed
  uint64_t host_calls = 1'000'000;
  uint64_t int_digits = 4300;                 // of an int turned from or into decimal text
  uint64_t wall_ms = 0;                       // since start(), waiting for the host included; what a saved state rests doesn't count
};

// What a session has used so far.
struct Spent {
  uint64_t steps = 0;
  uint64_t time_ns = 0;
  uint64_t heap_bytes = 0;    // now live, garbage included
  uint64_t output_bytes = 0;
  uint64_t host_calls = 0;
  uint64_t wall_ns = 0;
};

}  // namespace fermata
