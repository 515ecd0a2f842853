// Numbers in 7-bit groups, the low group first, the top bit set on all bytes but the last: how packed tables in memory and in the binary
// hold small numbers. Signed ones are folded first: 0, -1, 1, -2, …
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace fermata {

inline void put_varint(std::vector<uint8_t>& out, uint64_t n) {
  for (; n >= 0x80; n >>= 7) out.push_back(static_cast<uint8_t>(n | 0x80));
  out.push_back(static_cast<uint8_t>(n));
}

// False when the bytes end or the number is too large for 64 bits; then `at` is somewhere past where it was.
inline bool get_varint(std::span<const uint8_t> in, size_t& at, uint64_t& n) {
  n = 0;
  for (unsigned shift = 0; at < in.size() && shift < 64; shift += 7) {
    const uint8_t byte = in[at++];
    n |= static_cast<uint64_t>(byte & 0x7F) << shift;
    if (!(byte & 0x80)) return true;
  }
  return false;
}

inline uint64_t fold_sign(int64_t n) { return (static_cast<uint64_t>(n) << 1) ^ static_cast<uint64_t>(n >> 63); }
inline int64_t unfold_sign(uint64_t n) { return static_cast<int64_t>((n >> 1) ^ (0 - (n & 1))); }

}  // namespace fermata
