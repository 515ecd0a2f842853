// Traps: reasons why a native can't run now. It returns Value::retry(); the loop settles the trap (collects, or pauses the session) and
// runs the same instruction again, but for kWait and kSwitch.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/budget.h"

namespace fermata {

// kWait: the program waits for an answer of the host, which becomes the result of the instruction. kSwitch: the native is done (its result
// is True), and another thread has its turn.
enum class Trap : uint8_t { kNone, kCollect, kLimit, kWait, kSwitch };

// How to collect. kPrecise: what registers hold that nobody will read is garbage too; kWeak: and what is reached only by WeakCells.
enum class Collection : uint8_t { kUsual, kPrecise, kWeak };

struct TrapState {
  Trap kind = Trap::kNone;
  Limit limit = Limit::kNone;                  // of Trap::kLimit
  Collection collection = Collection::kUsual;  // of Trap::kCollect
  bool collection_made = false;            // one that was not usual; the native that asked for it, which runs again at once, takes it back
  bool collected = false;                  // a collection was just made for this instruction: no second one
  const uint64_t* collected_at = nullptr;  // the instruction, in a chain of `collected_depth` frames; safepoints elsewhere end it
  size_t collected_depth = 0;
  uint32_t thread = 0;       // of Trap::kSwitch: which of Context::threads
  bool thread_ends = false;  // and the running one is no more
};

}  // namespace fermata
