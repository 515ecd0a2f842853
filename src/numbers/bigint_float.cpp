// Integers and doubles: exact comparison, correctly rounded conversion and division. See bigint.h.
#include <algorithm>
#include <bit>
#include <cfloat>
#include <cmath>

#include "numbers/bigint.h"
#include "numbers/float_text.h"

namespace fermata {

namespace {

constexpr uint32_t kDoubleLimbs = 1024 / 64 + 1;  // an integer-valued double's, and one for shifting

struct TopBits {
  uint64_t bits;  // the 64 highest, the top one set
  bool more;      // ones below them
};

// `a` has more than 64 bits.
TopBits top_bits(IntView a) {
  const mp_limb_t high = a.limbs[a.size - 1], next = a.limbs[a.size - 2];
  const int zeros = std::countl_zero(uint64_t{high});
  const uint64_t bits = zeros == 0 ? high : (high << zeros) | (next >> (64 - zeros));
  const bool next_rest = zeros == 0 ? next != 0 : (next << zeros) != 0;
  const bool more = next_rest || std::any_of(a.limbs, a.limbs + a.size - 2, [](mp_limb_t limb) { return limb != 0; });
  return {bits, more};
}

double with_sign(double magnitude, bool negative) { return negative ? -magnitude : magnitude; }

}  // namespace

DoubleResult int_to_double(IntView a) {
  if (a.size == 0) return {};
  if (a.size == 1) return {with_sign(static_cast<double>(a.limbs[0]), a.negative), false};
  const uint64_t length = int_bit_length(a);
  if (length > DBL_MAX_EXP) return {with_sign(HUGE_VAL, a.negative), true};
  // The conversion from uint64_t rounds half to even; what is below the 64 bits only has to break ties.
  const TopBits top = top_bits(a);
  const double value = std::ldexp(static_cast<double>(top.bits | (top.more ? 1 : 0)), static_cast<int>(length) - 64);
  return {with_sign(value, a.negative), std::isinf(value)};
}

DoubleResult int_true_divide(IntView a, IntView b) {
  const bool negative = a.negative != b.negative;
  if (a.size == 0) return {with_sign(0.0, negative), false};
  const uint64_t a_bits = int_bit_length(a), b_bits = int_bit_length(b);
  if (a_bits <= DBL_MANT_DIG && b_bits <= DBL_MANT_DIG) {
    return {with_sign(static_cast<double>(a.limbs[0]) / static_cast<double>(b.limbs[0]), negative), false};
  }
  // The quotient is in (2**(difference-1), 2**(difference+1)).
  const int64_t difference = static_cast<int64_t>(a_bits) - static_cast<int64_t>(b_bits);
  if (difference > DBL_MAX_EXP) return {with_sign(HUGE_VAL, negative), true};
  if (difference < DBL_MIN_EXP - DBL_MANT_DIG - 1) return {with_sign(0.0, negative), false};

  // Scale a by a power of two so that the integer quotient has 60 or 61 bits, and remember whether anything is below it.
  const int64_t shift = difference - 60;
  const uint64_t right = shift > 0 ? static_cast<uint64_t>(shift) : 0;
  const uint64_t left = shift < 0 ? static_cast<uint64_t>(-shift) : 0;
  const IntView numerator = int_absolute(a), divisor = int_absolute(b);
  LimbScratch scaled(shift > 0 ? shift_right_size(numerator, right) : shift_left_size(numerator, left));
  const IntResult scaled_result = shift > 0 ? int_shift_right(scaled, numerator, right) : int_shift_left(scaled, numerator, left);
  bool inexact = shift > 0 && int_trailing_zeros(numerator) < right;
  const IntView dividend = view_of(scaled, scaled_result);
  LimbScratch quotient_limbs(quotient_size(dividend, divisor)), remainder_limbs(remainder_size(dividend, divisor));
  const DivmodResult division = int_divmod(quotient_limbs, remainder_limbs, dividend, divisor);
  inexact = inexact || division.remainder.size != 0;
  const double value = double_from_scaled(quotient_limbs[0], inexact, shift);
  return {with_sign(value, negative), std::isinf(value)};
}

uint64_t from_double_size(double value) {
  int exponent;
  std::frexp(value, &exponent);
  return exponent <= 0 ? 0 : static_cast<uint64_t>(exponent) / 64 + 2;
}

IntResult int_from_double(mp_limb_t* out, double value) {
  int exponent;
  const double fraction = std::frexp(std::fabs(value), &exponent);
  if (exponent <= 0) return {};
  if (exponent <= 63) {
    IntResult small = int_from_uint64(out, static_cast<uint64_t>(std::fabs(value)));
    small.negative = small.size != 0 && value < 0;
    return small;
  }
  const mp_limb_t mantissa = static_cast<uint64_t>(std::ldexp(fraction, DBL_MANT_DIG));
  return int_shift_left(out, {&mantissa, 1, value < 0}, static_cast<uint64_t>(exponent - DBL_MANT_DIG));
}

std::partial_ordering int_compare_double(IntView a, double b) {
  if (std::isnan(b)) return std::partial_ordering::unordered;
  if (std::isinf(b)) return b > 0 ? std::partial_ordering::less : std::partial_ordering::greater;
  mp_limb_t limbs[kDoubleLimbs + 1];
  const double whole = std::trunc(b);
  const int order = int_compare(a, view_of(limbs, int_from_double(limbs, whole)));
  if (order != 0) return order < 0 ? std::partial_ordering::less : std::partial_ordering::greater;
  if (whole == b) return std::partial_ordering::equivalent;
  return whole < b ? std::partial_ordering::less : std::partial_ordering::greater;
}

}  // namespace fermata
