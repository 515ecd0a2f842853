// Hashes: unseeded and the same on every machine and in every release (a saved set or dict relies on them only through order, but
// programs can see hash()). Strings and bytes have our own hash; tuples and frozensets combine their elements' as CPython 3.11 does, so
// hash((1, 2)) is CPython's. Collisions can be made on purpose: probing charges the budget. Header only; called by the str, bytes, tuple,
// set types.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace fermata {

namespace hash_detail {

// Loads spelled out byte by byte are the same everywhere; compilers make them one instruction on little-endian machines.
inline uint64_t load64(const unsigned char* p) {
  uint64_t v = 0;
  for (int i = 0; i < 8; ++i) v |= uint64_t{p[i]} << (8 * i);
  return v;
}

inline uint64_t load32(const unsigned char* p) {
  return uint64_t{p[0]} | uint64_t{p[1]} << 8 | uint64_t{p[2]} << 16 | uint64_t{p[3]} << 24;
}

// The last n bytes, from 1 to 7. Loads overlap, in the same places.
inline uint64_t load_tail(const unsigned char* p, size_t n) {
  if (n >= 4) return load32(p) | load32(p + n - 4) << (8 * (n - 4));
  return uint64_t{p[0]} | uint64_t{p[n / 2]} << (8 * (n / 2)) | uint64_t{p[n - 1]} << (8 * (n - 1));
}

// A bijective finisher: each input bit reaches each output bit.
inline uint64_t finish(uint64_t h) {
  h ^= h >> 32;
  h *= 0x9FB21C651E98DF25ull;
  h ^= h >> 29;
  h *= 0xD6E8FEB86659FD93ull;
  h ^= h >> 32;
  return h;
}

inline constexpr uint64_t kMul1 = 0xA0F2EC75A1FE1575ull;
inline constexpr uint64_t kMul2 = 0x89E182857D9ED689ull;

}  // namespace hash_detail

// Never -1, which CPython keeps for errors.
inline int64_t avoid_minus_one(uint64_t h) { return h == UINT64_MAX ? -2 : static_cast<int64_t>(h); }

// Eight bytes a step in two lanes; the empty string hashes to 0, as in CPython.
inline int64_t hash_bytes(const void* data, size_t size) {
  using namespace hash_detail;
  if (size == 0) return 0;
  const auto* p = static_cast<const unsigned char*>(data);
  uint64_t a = kMul2 ^ (uint64_t{size} * kMul1);
  uint64_t b = kMul1;
  size_t left = size;
  for (; left >= 16; left -= 16, p += 16) {
    a = std::rotl((a ^ load64(p)) * kMul1, 31);
    b = std::rotl((b ^ load64(p + 8)) * kMul2, 29) + a;
  }
  if (left >= 8) {
    a = std::rotl((a ^ load64(p)) * kMul1, 31);
    p += 8;
    left -= 8;
  }
  if (left != 0) b = std::rotl((b ^ load_tail(p, left)) * kMul2, 29);
  return avoid_minus_one(finish(a ^ std::rotl(b, 17) * kMul2));
}

inline int64_t hash_string(std::string_view text) { return hash_bytes(text.data(), text.size()); }

// A tuple's hash, element by element in order: `add` each element's hash, then `result`. (The scheme is xxHash's lane, as in CPython.)
class TupleHasher {
 public:
  void add(int64_t element_hash) {
    acc_ += static_cast<uint64_t>(element_hash) * kPrime2;
    acc_ = std::rotl(acc_, 31) * kPrime1;
    ++count_;
  }
  int64_t result() const {
    const uint64_t h = acc_ + (count_ ^ (kPrime5 ^ 3527539ull));
    return h == UINT64_MAX ? 1546275796 : static_cast<int64_t>(h);
  }

 private:
  static constexpr uint64_t kPrime1 = 11400714785074694791ull;
  static constexpr uint64_t kPrime2 = 14029467366897019727ull;
  static constexpr uint64_t kPrime5 = 2870177450012600261ull;
  uint64_t acc_ = kPrime5;
  uint64_t count_ = 0;
};

// A frozenset's hash: the same for every order of the elements. As in CPython, the result doesn't depend on the table's size.
class FrozensetHasher {
 public:
  void add(int64_t element_hash) {
    const auto h = static_cast<uint64_t>(element_hash);
    acc_ ^= ((h ^ 89869747ull) ^ (h << 16)) * 3644798167ull;
    ++count_;
  }
  int64_t result() const {
    uint64_t h = acc_ ^ ((count_ + 1) * 1927868237ull);
    h ^= (h >> 11) ^ (h >> 25);
    h = h * 69069ull + 907133923ull;
    return h == UINT64_MAX ? 590923713 : static_cast<int64_t>(h);
  }

 private:
  uint64_t acc_ = 0;
  uint64_t count_ = 0;
};

}  // namespace fermata
