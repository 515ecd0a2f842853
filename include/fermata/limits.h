// Limits of a session. All are on by default. A session that uses up its steps, time, heap, output or host calls
// pauses (Status::kExhausted): it is whole, can be saved, given more, and run on; the program
// can't catch that. Depth, int digits and files raise RecursionError, ValueError and OSError (ENOSPC) in the program, as CPython does.
// Steps, times, output and host calls count from start(), or from the last feed().
// An allocation larger than what the heap limit leaves raises MemoryError.
#pragma once

#include <cstdint>
#include <string>

namespace fermata {

// 0 means no limit.
struct Limits {
  uint64_t steps = 2'000'000'000;  // calls, loop turns, and natives' work in similar units
  // Running, not waiting for the host. The limit on steps ends a runaway program, at the same place on each machine; the steps
  // above take some 10 to 25 s. Time is for what steps don't see, so it is larger: a busy machine must not end a good program.
  uint64_t time_ms = 30'000;
  uint64_t heap_bytes = 256 * 1024 * 1024;   // live objects
  uint64_t depth = 50'000;                   // frames that sys.setrecursionlimit may ask for; it starts at 1000
  uint64_t output_bytes = 16 * 1024 * 1024;  // printed
  uint64_t host_calls = 1'000'000;
  uint64_t int_digits = 1'000'000;          // of an int converted from or to decimal text; what sys.set_int_max_str_digits() may ask for
  uint64_t wall_ms = 0;                     // since start(), including waiting for the host, but not the time that a saved state rests
  uint64_t file_bytes = 128 * 1024 * 1024;  // in the session's own files, those that the host gave included
};

// What a session has used so far.
struct Spent {
  uint64_t steps = 0;
  uint64_t time_ns = 0;
  uint64_t heap_bytes = 0;  // live now, garbage included
  uint64_t output_bytes = 0;
  uint64_t host_calls = 0;
  uint64_t wall_ns = 0;
};

}  // namespace fermata
