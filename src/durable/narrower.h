// The narrower of two limits, where 0 is none.
#pragma once

#include <algorithm>
#include <cstdint>

#include "fermata/limits.h"

namespace fermata::durable {

inline uint64_t narrower(uint64_t a, uint64_t b) { return a == 0 ? b : b == 0 ? a : std::min(a, b); }

inline Limits narrower(const Limits& a, const Limits& b) {
  Limits limits;
#define LIMIT(name, default_value, unit, since, doc) limits.name = narrower(a.name, b.name);
#include "base/limits.def"
#undef LIMIT
  return limits;
}

}  // namespace fermata::durable
