// Walk: charges a native that goes through items or bytes and may stop early. It asks for a stretch at a time, before it goes there,
// and each stretch is twice as long as the one before: so it is refused in time, and pays for about what it saw.
#pragma once

#include <algorithm>
#include <cstddef>

#include "runtime/context.h"

namespace fermata {

template <size_t kPerStep, size_t kFirst, bool kFirstIsFree>
class Walk {
 public:
  explicit Walk(Context& cx) : cx_(cx) {}
  // How many of the `left` that follow may be gone through now; there must be some. 0: return Value::retry().
  size_t next(size_t left) {
    const size_t n = std::min(left, stretch_);
    if (!(kFirstIsFree && stretch_ == kFirst) && !cx_.tick(n / kPerStep + 1)) return 0;
    if (stretch_ < kLongest) stretch_ *= 2;
    return n;
  }

 private:
  static constexpr size_t kLongest = 64 << 10;

  Context& cx_;
  size_t stretch_ = kFirst;
};

template <size_t kItemsPerStep>
using ItemWalk = Walk<kItemsPerStep, 64, false>;
inline constexpr size_t kFreeBytes = 256;  // the call itself pays for as many
template <size_t kBytesPerStep>
using ByteWalk = Walk<kBytesPerStep, kFreeBytes, true>;

}  // namespace fermata
