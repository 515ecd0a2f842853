// Walk: what a native is charged that goes through items or bytes and may stop early. It asks for a stretch at a time, before it goes there,
// and each stretch is twice as long as the one before: so it is refused in time, and pays for about what it saw.
#pragma once

#include <algorithm>
#include <cstddef>

#include "heap/context.h"

namespace fermata {

class Walk {
 public:
  static Walk over_items(Context& cx, size_t items_per_step) { return {cx, items_per_step, 64, false}; }
  static Walk over_bytes(Context& cx, size_t bytes_per_step) { return {cx, bytes_per_step, 256, true}; }

  // How many of the `left` that follow may be gone through now, none of them when `left` is 0. 0 otherwise: return Value::retry().
  size_t next(size_t left) {
    const size_t n = std::min(left, stretch_);
    if (free_) free_ = false;
    else if (n && !cx_.tick(n / per_step_ + 1)) return 0;
    stretch_ = std::min(stretch_ * 2, kLongest);
    return n;
  }

 private:
  Walk(Context& cx, size_t per_step, size_t first, bool free) : cx_(cx), per_step_(per_step), stretch_(first), free_(free) {}
  static constexpr size_t kLongest = 64 << 10;

  Context& cx_;
  size_t per_step_, stretch_;
  bool free_;  // the first stretch
};

}  // namespace fermata
