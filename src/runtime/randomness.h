// Randomness: where a session's randomness comes from.
#pragma once

#include "heap/value.h"

namespace fermata {

struct Randomness {
  uint64_t seed = 0;                             // of the generators of module random, from the host's entropy when it isn't `seeded`
  bool seeded = false;                           // by the host: all of it repeats, what secrets gives included
  uint64_t entropy_seed = 0, entropy_drawn = 0;  // when it is seeded; drawn are bytes
  Value state;                                   // RandomState of module random's functions, or unset
};

}  // namespace fermata
