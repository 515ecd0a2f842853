// Doubles as values: hash, parts, rounding, division and powers as Python has them. See float_text.h.
#include <algorithm>
#include <bit>
#include <cfloat>
#include <charconv>
#include <cmath>
#include <cstring>

#include "numbers/bigint.h"
#include "numbers/float_text.h"

namespace fermata {

double double_from_scaled(uint64_t mantissa, bool inexact, int64_t exponent) {
  if (mantissa == 0) return 0.0;
  const int64_t top = std::bit_width(mantissa) + exponent;  // the value is below 2**top
  if (top > DBL_MAX_EXP) return HUGE_VAL;
  // The place of the result's last bit is fixed for subnormals.
  const int64_t last = std::max<int64_t>(top - DBL_MANT_DIG, DBL_MIN_EXP - DBL_MANT_DIG);
  const int64_t drop = last - exponent;
  if (drop <= 0) return std::ldexp(static_cast<double>(mantissa), static_cast<int>(exponent));  // exact
  if (drop > 64) return 0.0;
  uint64_t kept = drop == 64 ? 0 : mantissa >> drop;
  const uint64_t dropped = drop == 64 ? mantissa : mantissa & ((uint64_t{1} << drop) - 1);
  const uint64_t half = uint64_t{1} << (drop - 1);
  if (dropped > half || (dropped == half && (inexact || (kept & 1) != 0))) ++kept;
  return std::ldexp(static_cast<double>(kept), static_cast<int>(last));
}

FloatParts float_parts(double value) {
  if (value == 0) return {};
  int exponent;
  const auto mantissa = static_cast<int64_t>(std::ldexp(std::frexp(value, &exponent), DBL_MANT_DIG));
  const int zeros = std::countr_zero(static_cast<uint64_t>(mantissa));
  return {mantissa / (int64_t{1} << zeros), exponent - DBL_MANT_DIG + zeros};
}

bool float_is_integer(double value) { return std::isfinite(value) && std::floor(value) == value; }

int64_t float_hash(double value) {
  if (std::isnan(value)) return 0;
  if (std::isinf(value)) return value > 0 ? 314159 : -314159;
  // mantissa * 2**exponent modulo 2**61 - 1, where multiplying by two rotates the 61 bits by one. Negative exponents rotate back.
  const FloatParts parts = float_parts(value);
  const auto magnitude = static_cast<uint64_t>(parts.mantissa < 0 ? -parts.mantissa : parts.mantissa);
  const int turn = ((parts.exponent % 61) + 61) % 61;
  const uint64_t h = turn == 0 ? magnitude : ((magnitude << turn) & kHashModulus) | (magnitude >> (61 - turn));
  const auto hash = parts.mantissa < 0 ? -static_cast<int64_t>(h) : static_cast<int64_t>(h);
  return hash == -1 ? -2 : hash;
}

double float_round_half_even(double value) {
  // Not nearbyint: it would depend on the host's rounding mode.
  if (!std::isfinite(value) || std::fabs(value) >= 0x1p52) return value;
  const double rounded = std::round(value);
  return std::fabs(value - rounded) == 0.5 ? 2.0 * std::round(value / 2.0) : rounded;
}

namespace {

// Rounds to a multiple of 10**places (places > 0), writing digits that from_chars reads. `magnitude` is finite, not zero.
double round_to_tens(double magnitude, int places) {
  char digits[840];
  // All digits a double can have, so the exponent and the digits are exact.
  const char* end = std::to_chars(digits, digits + sizeof digits, magnitude, std::chars_format::scientific, 800).ptr;
  const char* const e = std::find(static_cast<const char*>(digits), end, 'e');
  int exponent = 0;
  std::from_chars(e[1] == '+' ? e + 2 : e + 1, end, exponent);
  const int significant = exponent + 1 - places;  // digits that stay
  if (significant < 0) return 0.0;
  char text[360];
  if (significant == 0) {
    // Rounds to 0 or to 10**places; a tie goes to 0, the even one.
    const bool above_half =
        digits[0] > '5' || (digits[0] == '5' && std::any_of(static_cast<const char*>(digits) + 2, e, [](char c) { return c != '0'; }));
    if (!above_half) return 0.0;
    text[0] = '1';
    text[1] = 'e';
    end = std::to_chars(text + 2, text + sizeof text, places).ptr;
  } else {
    end = std::to_chars(text, text + sizeof text, magnitude, std::chars_format::scientific, significant - 1).ptr;
  }
  double value = 0;
  return std::from_chars(text, end, value).ec == std::errc::result_out_of_range ? HUGE_VAL : value;
}

}  // namespace

RoundResult float_round(double value, int64_t digits) {
  // Beyond these the double is its own rounding, or zero is.
  constexpr int64_t kMaxDigits = 323, kMinDigits = -308;
  if (!std::isfinite(value) || digits > kMaxDigits || value == 0) return {value, false};
  if (digits < kMinDigits) return {0.0 * value, false};
  const double magnitude = std::fabs(value);
  double rounded = 0;
  if (digits < 0) {
    rounded = round_to_tens(magnitude, static_cast<int>(-digits));
  } else if (uint64_t whole, fraction; magnitude < 1e6 && digits > 0 && digits <= 9 && round_fixed(magnitude, digits, &whole, &fraction)) {
    // Both numbers are exact doubles, so their quotient is the double nearest to the decimal.
    static constexpr double kPowers[] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};
    rounded = (static_cast<double>(whole) * kPowers[digits] + static_cast<double>(fraction)) / kPowers[digits];
  } else {
    char text[720];
    const char* const end = std::to_chars(text, text + sizeof text, magnitude, std::chars_format::fixed, static_cast<int>(digits)).ptr;
    // Out of range can only mean that the digits are those of a subnormal's rounding to zero.
    if (std::from_chars(text, end, rounded).ec == std::errc::result_out_of_range) rounded = magnitude > 1 ? HUGE_VAL : 0.0;
  }
  return {std::copysign(rounded, value), std::isinf(rounded)};
}

FloatDivmod float_divmod(double a, double b) {
  double mod = std::fmod(a, b);
  double div = (a - mod) / b;
  if (mod != 0) {
    if ((b < 0) != (mod < 0)) {
      mod += b;
      div -= 1.0;
    }
  } else {
    mod = std::copysign(0.0, b);
  }
  if (div == 0) return {std::copysign(0.0, a / b), mod};
  double floored = std::floor(div);
  if (div - floored > 0.5) floored += 1.0;
  return {floored, mod};
}

double float_floor_div(double a, double b) { return float_divmod(a, b).quotient; }
double float_mod(double a, double b) { return float_divmod(a, b).remainder; }

PowStatus float_pow(double base, double exponent, double* out) {
  // Each special case spelled out, as CPython does, so that nothing depends on the C library's reading of Annex F.
  const bool odd = std::isfinite(exponent) && std::fabs(std::fmod(exponent, 2.0)) == 1.0;
  const auto give = [out](double value) {
    *out = value;
    return PowStatus::kOk;
  };
  if (exponent == 0) return give(1.0);
  if (std::isnan(base)) return give(base);
  if (std::isnan(exponent)) return give(base == 1.0 ? 1.0 : exponent);
  if (std::isinf(exponent)) {
    const double magnitude = std::fabs(base);
    if (magnitude == 1.0) return give(1.0);
    return give((exponent > 0) == (magnitude > 1.0) ? HUGE_VAL : 0.0);
  }
  if (std::isinf(base)) {
    if (exponent > 0) return give(odd ? base : std::fabs(base));
    return give(odd ? std::copysign(0.0, base) : 0.0);
  }
  if (base == 0) {
    if (exponent < 0) return PowStatus::kZeroDivision;
    return give(odd ? base : 0.0);
  }
  bool negate = false;
  if (base < 0) {
    if (exponent != std::floor(exponent)) return PowStatus::kComplex;
    base = -base;
    negate = odd;
  }
  const double power = base == 1.0 ? 1.0 : std::pow(base, exponent);
  if (std::isinf(power)) return PowStatus::kOverflow;
  return give(negate ? -power : power);
}

}  // namespace fermata
