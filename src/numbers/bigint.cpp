// Memory, comparison, arithmetic; see bigint.h. Bits are in bigint_bits.cpp, text in bigint_text.cpp, doubles in bigint_float.cpp.
#include "numbers/bigint.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>

namespace fermata {

namespace {

uint32_t normalized_size(const mp_limb_t* limbs, uint64_t size) {
  while (size != 0 && limbs[size - 1] == 0) --size;
  return static_cast<uint32_t>(size);
}

IntResult normalized(const mp_limb_t* limbs, uint64_t size, bool negative) {
  const uint32_t n = normalized_size(limbs, size);
  return {n, n != 0 && negative};
}

void copy_limbs(mp_limb_t* out, const mp_limb_t* from, uint32_t size) {
  if (size != 0 && out != from) std::memmove(out, from, size * sizeof(mp_limb_t));
}

int compare_magnitudes(IntView a, IntView b) {
  if (a.size != b.size) return a.size < b.size ? -1 : 1;
  return a.size == 0 ? 0 : mpn_cmp(a.limbs, b.limbs, a.size);
}

// GMP's mpz functions where mpn has no counterpart of equal comfort: operands are read in place, only results are allocated.
class MpzResult {
 public:
  MpzResult() { mpz_init(value_); }
  ~MpzResult() { mpz_clear(value_); }
  MpzResult(const MpzResult&) = delete;
  MpzResult& operator=(const MpzResult&) = delete;
  operator mpz_ptr() { return value_; }
  IntResult copy_to(mp_limb_t* out) const {
    const auto size = static_cast<uint32_t>(mpz_size(value_));
    copy_limbs(out, mpz_limbs_read(value_), size);
    return {size, mpz_sgn(value_) < 0};
  }

 private:
  mpz_t value_;
};

class MpzOperand {
 public:
  explicit MpzOperand(IntView a) {
    static constexpr mp_limb_t kZero = 0;
    const auto size = static_cast<mp_size_t>(a.size);
    mpz_roinit_n(value_, a.size == 0 ? &kZero : a.limbs, a.negative ? -size : size);
  }
  operator mpz_srcptr() const { return value_; }

 private:
  mpz_t value_;
};

}  // namespace

LimbScratch::LimbScratch(uint64_t limbs) : data_(inline_) {
  if (limbs <= kInline) return;
  if (limbs > 16 * kMaxLimbs) std::abort();  // a caller that skipped its size check
  data_ = static_cast<mp_limb_t*>(std::malloc(limbs * sizeof(mp_limb_t)));
  if (data_ == nullptr) std::abort();
}

LimbScratch::~LimbScratch() {
  if (data_ != inline_) std::free(data_);
}

// ---- machine integers

IntResult int_from_int64(mp_limb_t* out, int64_t value) {
  out[0] = SmallInt(value).view().limbs[0];
  return {value != 0 ? 1u : 0u, value < 0};
}

IntResult int_from_uint64(mp_limb_t* out, uint64_t value) {
  out[0] = value;
  return {value != 0 ? 1u : 0u, false};
}

bool int_to_int64(IntView a, int64_t* out) {
  if (a.size > 1) return false;
  const uint64_t magnitude = a.size == 0 ? 0 : a.limbs[0];
  constexpr uint64_t kMinMagnitude = uint64_t{1} << 63;
  if (magnitude > kMinMagnitude || (magnitude == kMinMagnitude && !a.negative)) return false;
  *out = static_cast<int64_t>(a.negative ? uint64_t{0} - magnitude : magnitude);
  return true;
}

bool int_fits_int64(IntView a) {
  int64_t ignored;
  return int_to_int64(a, &ignored);
}

bool int_to_uint64(IntView a, uint64_t* out) {
  if (a.size > 1 || a.negative) return false;
  *out = a.size == 0 ? 0 : a.limbs[0];
  return true;
}

// ---- comparison

int int_compare(IntView a, IntView b) {
  if (a.negative != b.negative) return a.negative ? -1 : 1;
  const int order = compare_magnitudes(a, b);
  return a.negative ? -order : order;
}

bool int_equal(IntView a, IntView b) { return a.negative == b.negative && compare_magnitudes(a, b) == 0; }

// ---- addition

IntResult int_add(mp_limb_t* out, IntView a, IntView b) {
  if (a.size < b.size) std::swap(a, b);
  if (b.size == 0) {
    copy_limbs(out, a.limbs, a.size);
    return {a.size, a.negative};
  }
  if (a.negative == b.negative) {
    const mp_limb_t carry = mpn_add(out, a.limbs, a.size, b.limbs, b.size);
    if (carry == 0) return {a.size, a.negative};
    out[a.size] = carry;
    return {a.size + 1, a.negative};
  }
  const int order = compare_magnitudes(a, b);
  if (order == 0) return {};
  if (order < 0) std::swap(a, b);
  mpn_sub(out, a.limbs, a.size, b.limbs, b.size);
  return normalized(out, a.size, a.negative);
}

IntResult int_sub(mp_limb_t* out, IntView a, IntView b) { return int_add(out, a, int_negated(b)); }

// ---- multiplication and powers

IntResult int_mul(mp_limb_t* out, IntView a, IntView b) {
  if (a.size < b.size) std::swap(a, b);
  if (b.size == 0) return {};
  const uint64_t size = uint64_t{a.size} + b.size;
  if (b.size == 1) {
    out[a.size] = mpn_mul_1(out, a.limbs, a.size, b.limbs[0]);
  } else if (a.limbs == b.limbs && a.size == b.size) {
    mpn_sqr(out, a.limbs, a.size);
  } else {
    mpn_mul(out, a.limbs, a.size, b.limbs, b.size);
  }
  return normalized(out, size, a.negative != b.negative);
}

uint64_t pow_bits(IntView base, uint64_t exponent) {
  if (exponent == 0 || base.size == 0) return 1;
  const uint64_t bits = int_bit_length(base);
  if (bits == 1) return 1;
  // A power of two is exact: (2**k)**e has k*e + 1 bits.
  const bool power_of_two = int_trailing_zeros(base) == bits - 1;
  const uint64_t per_step = power_of_two ? bits - 1 : bits;
  if (exponent > (kSaturated - 1) / per_step) return kSaturated;
  return per_step * exponent + (power_of_two ? 1 : 0);
}

uint64_t pow_size(IntView base, uint64_t exponent) {
  const uint64_t bits = pow_bits(base, exponent);
  return bits == kSaturated ? kSaturated : bits / 64 + 1;
}

IntResult int_pow(mp_limb_t* out, IntView base, uint64_t exponent) {
  const bool negative = base.negative && (exponent & 1) != 0;
  if (exponent == 0) return int_from_uint64(out, 1);
  if (base.size == 0) return {};
  const uint64_t bits = int_bit_length(base);
  if (int_trailing_zeros(base) == bits - 1) {
    const uint64_t shift = (bits - 1) * exponent;
    std::fill(out, out + shift / 64, mp_limb_t{0});
    out[shift / 64] = mp_limb_t{1} << (shift % 64);
    return {static_cast<uint32_t>(shift / 64 + 1), negative};
  }
  // Square and multiply from the top bit. No product's written size exceeds the final one by more than a limb (the top one, zero).
  const uint64_t room = pow_size(base, exponent) + 1;
  LimbScratch scratch(2 * room);
  mp_limb_t* current = scratch;
  mp_limb_t* next = current + room;
  copy_limbs(current, base.limbs, base.size);
  uint32_t size = base.size;
  for (int bit = 62 - std::countl_zero(exponent); bit >= 0; --bit) {
    mpn_sqr(next, current, size);
    size = normalized_size(next, 2 * uint64_t{size});
    std::swap(current, next);
    if (((exponent >> bit) & 1) == 0) continue;
    size = int_mul(next, {current, size, false}, int_absolute(base)).size;
    std::swap(current, next);
  }
  copy_limbs(out, current, size);
  return {size, negative};
}

PowmodStatus int_powmod(mp_limb_t* out, IntResult* result, IntView base, IntView exponent, IntView modulus) {
  *result = {};
  if (modulus.size == 0) return PowmodStatus::kZeroModulus;
  if (modulus.size == 1 && modulus.limbs[0] == 1) return PowmodStatus::kOk;
  const MpzOperand m(int_absolute(modulus));
  const MpzOperand e(int_absolute(exponent));
  MpzResult power;
  if (exponent.negative) {
    MpzResult inverse;
    if (mpz_invert(inverse, MpzOperand(base), m) == 0) return PowmodStatus::kNotInvertible;
    mpz_powm(power, inverse, e, m);
  } else {
    mpz_powm(power, MpzOperand(base), e, m);
  }
  if (modulus.negative && mpz_sgn(static_cast<mpz_ptr>(power)) != 0) mpz_sub(power, power, m);
  *result = power.copy_to(out);
  return PowmodStatus::kOk;
}

// ---- division

DivmodResult int_divmod(mp_limb_t* quotient, mp_limb_t* remainder, IntView a, IntView b) {
  const bool signs_differ = a.negative != b.negative;
  if (compare_magnitudes(a, b) < 0) {
    if (!signs_differ || a.size == 0) {
      copy_limbs(remainder, a.limbs, a.size);
      return {{}, {a.size, a.negative}};
    }
    quotient[0] = 1;  // floor of a proper negative fraction is -1
    return {{1, true}, int_add(remainder, b, a)};
  }
  const uint64_t size = uint64_t{a.size} - b.size + 1;
  if (b.size == 1) {
    remainder[0] = mpn_divrem_1(quotient, 0, a.limbs, a.size, b.limbs[0]);
  } else {
    mpn_tdiv_qr(quotient, remainder, 0, a.limbs, a.size, b.limbs, b.size);
  }
  DivmodResult result{normalized(quotient, size, signs_differ), normalized(remainder, b.size, b.negative)};
  if (signs_differ && result.remainder.size != 0) {
    // From truncated to floored: the quotient's magnitude grows by one, the remainder becomes the rest of the divisor.
    static constexpr mp_limb_t kOne = 1;
    result.quotient = int_add(quotient, {quotient, result.quotient.size, true}, {&kOne, 1, true});
    mpn_sub(remainder, b.limbs, b.size, remainder, result.remainder.size);
    result.remainder = normalized(remainder, b.size, b.negative);
  }
  return result;
}

IntResult int_floor_div(mp_limb_t* quotient, IntView a, IntView b) {
  LimbScratch remainder(remainder_size(a, b));
  return int_divmod(quotient, remainder, a, b).quotient;
}

IntResult int_mod(mp_limb_t* remainder, IntView a, IntView b) {
  LimbScratch quotient(quotient_size(a, b));
  return int_divmod(quotient, remainder, a, b).remainder;
}

IntResult int_gcd(mp_limb_t* out, IntView a, IntView b) {
  MpzResult result;
  mpz_gcd(result, MpzOperand(int_absolute(a)), MpzOperand(int_absolute(b)));
  return result.copy_to(out);
}

IntResult int_isqrt(mp_limb_t* out, IntView a) {
  if (a.size == 0) return {};
  mpn_sqrtrem(out, nullptr, a.limbs, a.size);
  return normalized(out, isqrt_size(a), false);
}

// ---- hash

int64_t int_hash(IntView a) {
  // 2**64 is 8 modulo 2**61 - 1, and multiplying by 8 there rotates 61 bits by 3.
  uint64_t h = 0;
  for (uint32_t i = a.size; i-- != 0;) {
    h = ((h << 3) & kHashModulus) | (h >> 58);
    h += (a.limbs[i] & kHashModulus) + (a.limbs[i] >> 61);
    if (h >= kHashModulus) h -= kHashModulus;
    if (h >= kHashModulus) h -= kHashModulus;
  }
  const auto signed_hash = a.negative ? -static_cast<int64_t>(h) : static_cast<int64_t>(h);
  return signed_hash == -1 ? -2 : signed_hash;
}

int64_t int64_hash(int64_t value) { return int_hash(SmallInt(value)); }

// ---- costs, fitted to measured times so that a step of any operation takes some 5 to 25 ns, from 1 to 100000 limbs

namespace {

uint64_t saturating_mul(uint64_t a, uint64_t b) { return b != 0 && a > kSaturated / b ? kSaturated : a * b; }
uint64_t saturating_add(uint64_t a, uint64_t b) { return a > kSaturated - b ? kSaturated : a + b; }
constexpr uint64_t kProductsPerStep = 16;

}  // namespace

uint64_t linear_cost(uint64_t limbs) { return limbs / kProductsPerStep + 1; }

uint64_t mul_cost(uint64_t n, uint64_t m) {
  // Schoolbook for small sizes; then each doubling of the smaller operand makes a limb of the larger one dearer by half (Karatsuba), until
  // FFT sizes, where it stays about the same.
  const uint64_t small = std::min(n, m);
  uint64_t per_limb = std::min<uint64_t>(small, 32);
  for (uint64_t t = small; t > 32 && per_limb < 480; t /= 2) per_limb = per_limb * 3 / 2;
  const uint64_t products = saturating_mul(std::max(n, m), per_limb);
  return products == kSaturated ? kSaturated : products / kProductsPerStep + 1;
}

uint64_t div_cost(uint64_t n, uint64_t m) { return n < m ? linear_cost(m) : saturating_mul(2, mul_cost(n - m + 1, m)); }

uint64_t pow_cost(IntView base, uint64_t exponent) {
  const uint64_t size = pow_size(base, exponent);
  return size == kSaturated ? kSaturated : saturating_mul(2, mul_cost(size / 2 + 1, size / 2 + 1));
}

uint64_t powmod_cost(IntView base, IntView exponent, IntView modulus) {
  const uint64_t step = saturating_mul(2, mul_cost(modulus.size, modulus.size));
  const uint64_t steps = int_bit_length(exponent) + (exponent.negative ? 64 : 0);
  return saturating_add(saturating_mul(step, steps), div_cost(base.size, modulus.size));
}

uint64_t gcd_cost(uint64_t n, uint64_t m) {
  const uint64_t small = std::min(n, m);
  const uint64_t rounds = saturating_add(saturating_mul(25, small), saturating_mul(8, mul_cost(small, small)));
  return saturating_add(div_cost(std::max(n, m), small), rounds);
}

uint64_t isqrt_cost(uint64_t n) { return saturating_mul(2, mul_cost(n / 2 + 1, n / 2 + 1)); }

uint64_t to_text_cost(uint64_t limbs, int base) {
  if ((base & (base - 1)) == 0) return linear_cost(saturating_mul(limbs, 8));
  const auto levels = static_cast<uint64_t>(std::bit_width(limbs / 32));
  return saturating_add(saturating_mul(mul_cost(limbs, limbs), 2 + levels), saturating_mul(limbs, 4));
}

uint64_t from_text_cost(uint64_t digits, int base) {
  const uint64_t limbs = digits / 10 + 1;  // a limb holds at least 12 digits
  return saturating_add(to_text_cost(limbs, base) / 3, digits / 16 + 1);
}

}  // namespace fermata
