// Arguments as the natives of str, bytes and bytearray take them: sizes, slice indices, flags; and how they charge bulk work. Results are
// None when done, or an outcome to pass on. Internal to the text files.
#pragma once

#include <algorithm>

#include "objects/errors/errors.h"
#include "objects/model/class.h"
#include "objects/model/operations.h"
#include "objects/numbers/numbers.h"

namespace fermata {

// Work on `bytes` bytes at once. False: return Value::retry().
inline bool tick_bytes(Context& cx, uint64_t bytes) { return bytes < 512 || cx.tick(bytes / 64); }

// Most texts that differ do so soon: the rest of long ones is charged when it comes to that.
inline bool differ_soon(std::string_view a, std::string_view b) {
  constexpr size_t kSoon = 512;
  return a.substr(0, kSoon) != b.substr(0, kSoon);
}

// An int, or an object whose class has __index__ (index_of then defers). For TypeErrors that say more than index_of's.
inline bool may_be_index(Context& cx, Value v) {
  if (is_int_or_bool(v)) return true;
  return !special_method(cx, v, Name::k___index__).is_unset();
}

// A width, a count, a maxsplit: OverflowError beyond a C ssize_t.
inline Value size_argument(Context& cx, Value v, int64_t* out) {
  if (v.is_small()) {
    *out = v.as_small();
    return Value::none();
  }
  const Value index = index_of(cx, v);
  if (index.is_outcome()) return index;
  const std::optional<int64_t> i = int64_of(index);
  if (!i) return raise_overflow_error(cx, "Python int too large to convert to C ssize_t");
  *out = *i;
  return Value::none();
}

// start or end of find and its like. None leaves *out alone; what doesn't fit is clamped.
inline Value slice_argument(Context& cx, Value v, int64_t* out) {
  if (v.is_none() || v.is_missing()) return Value::none();
  if (v.is_small()) {
    *out = v.as_small();
    return Value::none();
  }
  if (!may_be_index(cx, v)) return raise_type_error(cx, "slice indices must be integers or None or have an __index__ method");
  return index_clamped(cx, v, out);
}

// start and end brought into 0 … length, as CPython's ADJUST_INDICES (start may stay beyond the length).
inline void adjust_range(int64_t* start, int64_t* end, int64_t length) {
  if (*end > length) *end = length;
  else if (*end < 0) *end = std::max<int64_t>(*end + length, 0);
  if (*start < 0) *start = std::max<int64_t>(*start + length, 0);
}

// Sizes multiplied and added without overflow: UINT64_MAX when they would.
inline uint64_t mul_sizes(uint64_t a, uint64_t b) {
  uint64_t r;
  return __builtin_mul_overflow(a, b, &r) ? UINT64_MAX : r;
}
inline uint64_t add_sizes(uint64_t a, uint64_t b) { return a > UINT64_MAX - b ? UINT64_MAX : a + b; }

}  // namespace fermata
