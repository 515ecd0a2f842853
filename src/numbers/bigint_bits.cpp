// Shifts, bitwise operations and bytes: magnitudes seen as endless two's complement. See bigint.h.
#include <algorithm>
#include <bit>
#include <cstring>

#include "numbers/bigint.h"

namespace fermata {

namespace {

IntResult normalized(const mp_limb_t* limbs, uint64_t size, bool negative) {
  while (size != 0 && limbs[size - 1] == 0) --size;
  return {static_cast<uint32_t>(size), size != 0 && negative};
}

// Yields the limbs of a number's two's complement from the lowest up, without end. Negation is "invert and add one": the one is `carry_`.
class TwosComplement {
 public:
  explicit TwosComplement(IntView a) : a_(a), carry_(a.negative ? 1 : 0) {}
  mp_limb_t next() {
    const mp_limb_t limb = index_ < a_.size ? a_.limbs[index_] : 0;
    ++index_;
    if (!a_.negative) return limb;
    const mp_limb_t inverted = ~limb + carry_;
    carry_ = carry_ != 0 && inverted == 0 ? 1 : 0;
    return inverted;
  }

 private:
  IntView a_;
  mp_limb_t carry_;
  uint64_t index_ = 0;
};

// Turns `size` limbs of two's complement with the given sign into a magnitude, in place.
IntResult from_twos_complement(mp_limb_t* limbs, uint64_t size, bool negative) {
  if (negative) mpn_neg(limbs, limbs, static_cast<mp_size_t>(size));
  return normalized(limbs, size, negative);
}

template <class Op>
IntResult bitwise(mp_limb_t* out, IntView a, IntView b, Op op) {
  // One limb more than the longer operand: -2**64 & -2**64+… may need it, and it holds nothing but signs before negation.
  const uint64_t size = bitwise_size(a, b);
  TwosComplement left(a), right(b);
  for (uint64_t i = 0; i < size; ++i) {
    const mp_limb_t x = left.next(), y = right.next();
    out[i] = op(x, y);
  }
  const bool negative = op(mp_limb_t{a.negative}, mp_limb_t{b.negative}) != 0;
  return from_twos_complement(out, size, negative);
}

}  // namespace

uint64_t shift_left_size(IntView a, uint64_t bits) {
  if (a.size == 0) return 0;
  return bits / 64 + a.size + 1;
}

IntResult int_shift_left(mp_limb_t* out, IntView a, uint64_t bits) {
  if (a.size == 0) return {};
  const uint64_t limbs = bits / 64;
  const auto rest = static_cast<unsigned>(bits % 64);
  std::fill(out, out + limbs, mp_limb_t{0});
  mp_limb_t top = 0;
  if (rest == 0) {
    std::memcpy(out + limbs, a.limbs, a.size * sizeof(mp_limb_t));
  } else {
    top = mpn_lshift(out + limbs, a.limbs, a.size, rest);
  }
  const uint64_t size = limbs + a.size;
  if (top == 0) return {static_cast<uint32_t>(size), a.negative};
  out[size] = top;
  return {static_cast<uint32_t>(size + 1), a.negative};
}

uint64_t shift_right_size(IntView a, uint64_t bits) {
  const uint64_t limbs = bits / 64;
  return limbs >= a.size ? 1 : a.size - limbs + 1;
}

IntResult int_shift_right(mp_limb_t* out, IntView a, uint64_t bits) {
  const uint64_t limbs = bits / 64;
  const auto rest = static_cast<unsigned>(bits % 64);
  if (limbs >= a.size) {
    out[0] = 1;
    return a.negative ? IntResult{1, true} : IntResult{};
  }
  // Floor: a negative number that loses a one moves one further from zero.
  bool lost = false;
  if (a.negative) {
    lost = !std::all_of(a.limbs, a.limbs + limbs, [](mp_limb_t limb) { return limb == 0; }) ||
           (rest != 0 && (a.limbs[limbs] << (64 - rest)) != 0);
  }
  uint64_t size = a.size - limbs;
  if (rest == 0) {
    std::memmove(out, a.limbs + limbs, size * sizeof(mp_limb_t));
  } else {
    mpn_rshift(out, a.limbs + limbs, static_cast<mp_size_t>(size), rest);
  }
  if (lost) {
    const mp_limb_t carry = mpn_add_1(out, out, static_cast<mp_size_t>(size), 1);
    if (carry != 0) out[size++] = carry;
  }
  return normalized(out, size, a.negative);
}

IntResult int_and(mp_limb_t* out, IntView a, IntView b) {
  if (!a.negative && !b.negative) {
    const uint32_t size = std::min(a.size, b.size);
    for (uint32_t i = 0; i < size; ++i) out[i] = a.limbs[i] & b.limbs[i];
    return normalized(out, size, false);
  }
  return bitwise(out, a, b, [](mp_limb_t x, mp_limb_t y) { return x & y; });
}

IntResult int_or(mp_limb_t* out, IntView a, IntView b) {
  return bitwise(out, a, b, [](mp_limb_t x, mp_limb_t y) { return x | y; });
}

IntResult int_xor(mp_limb_t* out, IntView a, IntView b) {
  return bitwise(out, a, b, [](mp_limb_t x, mp_limb_t y) { return x ^ y; });
}

IntResult int_invert(mp_limb_t* out, IntView a) {
  // ~a == -(a + 1)
  static constexpr mp_limb_t kOne = 1;
  IntResult sum = int_add(out, a, {&kOne, 1, false});
  sum.negative = sum.size != 0 && !sum.negative;
  return sum;
}

uint64_t int_bit_length(IntView a) {
  if (a.size == 0) return 0;
  return uint64_t{a.size} * 64 - static_cast<uint64_t>(std::countl_zero(uint64_t{a.limbs[a.size - 1]}));
}

uint64_t int_bit_count(IntView a) { return a.size == 0 ? 0 : mpn_popcount(a.limbs, a.size); }

uint64_t int_trailing_zeros(IntView a) { return mpn_scan1(a.limbs, 0); }

// ---- bytes

ToBytesStatus int_to_bytes(uint8_t* out, size_t length, IntView a, ByteOrder order, bool is_signed) {
  if (a.negative && !is_signed) return ToBytesStatus::kNegativeUnsigned;
  // A negative power of two fits where its magnitude alone would not: -128 is one byte.
  uint64_t bits = int_bit_length(a);
  if (a.negative && int_trailing_zeros(a) == bits - 1) --bits;
  const uint64_t needed = bits + (is_signed && a.size != 0 ? 1 : 0);
  // CPython lets -1 into no bytes at all, and so do we.
  const bool minus_one_in_nothing = length == 0 && a.negative && bits == 0;
  if (needed > uint64_t{length} * 8 && !minus_one_in_nothing) return ToBytesStatus::kTooBig;
  TwosComplement source(a);
  mp_limb_t limb = 0;
  for (size_t i = 0; i < length; ++i) {
    if (i % 8 == 0) limb = source.next();
    out[order == ByteOrder::kLittle ? i : length - 1 - i] = static_cast<uint8_t>(limb >> (8 * (i % 8)));
  }
  return ToBytesStatus::kOk;
}

IntResult int_from_bytes(mp_limb_t* out, const uint8_t* bytes, size_t length, ByteOrder order, bool is_signed) {
  if (length == 0) return {};
  const auto byte_at = [&](size_t i) { return bytes[order == ByteOrder::kLittle ? i : length - 1 - i]; };
  const bool negative = is_signed && (byte_at(length - 1) & 0x80) != 0;
  const uint64_t size = from_bytes_size(length);
  for (uint64_t i = 0; i < size; ++i) {
    mp_limb_t limb = 0;
    for (size_t j = 0; j < 8; ++j) {
      const size_t at = i * 8 + j;
      const mp_limb_t byte = at < length ? byte_at(at) : negative ? 0xFF : 0;
      limb |= byte << (8 * j);
    }
    out[i] = limb;
  }
  return from_twos_complement(out, size, negative);
}

}  // namespace fermata
