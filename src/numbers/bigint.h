// Big integers over GMP's mpn layer: sign and magnitude, on limbs in memory that the caller supplies. Nothing here keeps memory: for
// each operation a *_size function first gives the limbs the result may take, the caller checks that against its budget and allocates,
// and the operation writes there and returns the size it really has. The int type owns the limbs and is the main caller; the lexer,
// the parser's constants, float and Decimal code and serialization call it too.
//
// Rules for all of it. Operands are normalised: no zero limbs on top, and zero is size 0 and not negative; so are results. `out` does not
// overlap an operand unless the comment says so. Sizes are uint64_t because an estimate may exceed what memory holds: refuse anything
// above kMaxLimbs before calling the operation. Scratch memory comes from malloc, is at most a small multiple of the operands' and
// result's sizes, and is gone when the call returns. GMP itself uses alloca for its small scratch: up to 140 KB of stack were measured
// (gcd; over all operations, 1 to 30000 limbs), so a fiber that calls this needs a stack of 256 KB.
#pragma once

#include <gmp.h>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace fermata {

static_assert(GMP_NUMB_BITS == 64, "Fermata needs 64-bit limbs without nails");

inline constexpr uint64_t kMaxLimbs = uint64_t{1} << 30;  // 8 GiB; no operation takes or gives more
inline constexpr uint64_t kSaturated = UINT64_MAX;        // what saturating estimates give when they give up

struct IntView {
  const mp_limb_t* limbs = nullptr;
  uint32_t size = 0;
  bool negative = false;

  bool is_zero() const { return size == 0; }
  bool is_odd() const { return size != 0 && (limbs[0] & 1) != 0; }
  int sign() const { return size == 0 ? 0 : negative ? -1 : 1; }
};

struct IntResult {
  uint32_t size = 0;
  bool negative = false;
};

inline IntView view_of(const mp_limb_t* limbs, IntResult result) { return {limbs, result.size, result.negative}; }

// An int64 as an operand: keep it alive while the view is in use.
class SmallInt {
 public:
  explicit SmallInt(int64_t value)
      : limb_(value < 0 ? uint64_t{0} - static_cast<uint64_t>(value) : static_cast<uint64_t>(value)), negative_(value < 0) {}
  SmallInt(const SmallInt&) = delete;
  SmallInt& operator=(const SmallInt&) = delete;
  IntView view() const { return {&limb_, limb_ != 0 ? 1u : 0u, negative_}; }
  operator IntView() const { return view(); }

 private:
  mp_limb_t limb_;
  bool negative_;
};

// Scratch limbs: a few inline, more from malloc (abort when there is none, as GMP does; callers have charged the budget before).
class LimbScratch {
 public:
  explicit LimbScratch(uint64_t limbs);
  ~LimbScratch();
  LimbScratch(const LimbScratch&) = delete;
  LimbScratch& operator=(const LimbScratch&) = delete;
  mp_limb_t* data() { return data_; }
  operator mp_limb_t*() { return data_; }

 private:
  static constexpr uint64_t kInline = 40;
  mp_limb_t* data_;
  mp_limb_t inline_[kInline];
};

// ---- conversion from and to machine integers

inline constexpr uint64_t kInt64Size = 1;  // limbs that either of these may write
IntResult int_from_int64(mp_limb_t* out, int64_t value);
IntResult int_from_uint64(mp_limb_t* out, uint64_t value);
bool int_fits_int64(IntView a);
bool int_to_int64(IntView a, int64_t* out);  // false, and nothing written, when it does not fit
bool int_to_uint64(IntView a, uint64_t* out);

// ---- comparison

int int_compare(IntView a, IntView b);  // negative, 0, positive
bool int_equal(IntView a, IntView b);
std::partial_ordering int_compare_double(IntView a, double b);  // exact; unordered for NaN

// ---- arithmetic; `out` may be the limbs of either operand for add and sub

inline uint64_t add_size(IntView a, IntView b) { return uint64_t{a.size > b.size ? a.size : b.size} + 1; }
IntResult int_add(mp_limb_t* out, IntView a, IntView b);
IntResult int_sub(mp_limb_t* out, IntView a, IntView b);

inline uint64_t mul_size(IntView a, IntView b) { return a.size == 0 || b.size == 0 ? 0 : uint64_t{a.size} + b.size; }
IntResult int_mul(mp_limb_t* out, IntView a, IntView b);

inline IntView int_negated(IntView a) { return {a.limbs, a.size, a.size != 0 && !a.negative}; }
inline IntView int_absolute(IntView a) { return {a.limbs, a.size, false}; }

// Python's // and %: the quotient is floored, the remainder has the divisor's sign. `b` is not zero.
inline uint64_t quotient_size(IntView a, IntView b) { return a.size < b.size ? 1 : uint64_t{a.size} - b.size + 2; }
inline uint64_t remainder_size(IntView, IntView b) { return b.size; }
struct DivmodResult {
  IntResult quotient, remainder;
};
DivmodResult int_divmod(mp_limb_t* quotient, mp_limb_t* remainder, IntView a, IntView b);
IntResult int_floor_div(mp_limb_t* quotient, IntView a, IntView b);
IntResult int_mod(mp_limb_t* remainder, IntView a, IntView b);

// base ** exponent. pow_bits is an upper bound of the result's bits, saturating.
uint64_t pow_bits(IntView base, uint64_t exponent);
uint64_t pow_size(IntView base, uint64_t exponent);
IntResult int_pow(mp_limb_t* out, IntView base, uint64_t exponent);

// pow(base, exponent, modulus) with Python's sign rule (the modulus's); a negative exponent means the inverse's power.
enum class PowmodStatus : uint8_t { kOk, kZeroModulus, kNotInvertible };
inline uint64_t powmod_size(IntView modulus) { return modulus.size; }
PowmodStatus int_powmod(mp_limb_t* out, IntResult* result, IntView base, IntView exponent, IntView modulus);

inline uint64_t gcd_size(IntView a, IntView b) { return a.size > b.size ? a.size : b.size; }
IntResult int_gcd(mp_limb_t* out, IntView a, IntView b);  // never negative

inline uint64_t isqrt_size(IntView a) { return (uint64_t{a.size} + 1) / 2; }
IntResult int_isqrt(mp_limb_t* out, IntView a);  // floor; `a` is not negative

// ---- bits, as if in endless two's complement

uint64_t shift_left_size(IntView a, uint64_t bits);  // saturating
IntResult int_shift_left(mp_limb_t* out, IntView a, uint64_t bits);
uint64_t shift_right_size(IntView a, uint64_t bits);
IntResult int_shift_right(mp_limb_t* out, IntView a, uint64_t bits);  // floor

inline uint64_t bitwise_size(IntView a, IntView b) { return uint64_t{a.size > b.size ? a.size : b.size} + 1; }
IntResult int_and(mp_limb_t* out, IntView a, IntView b);
IntResult int_or(mp_limb_t* out, IntView a, IntView b);
IntResult int_xor(mp_limb_t* out, IntView a, IntView b);
inline uint64_t invert_size(IntView a) { return uint64_t{a.size} + 1; }
IntResult int_invert(mp_limb_t* out, IntView a);

uint64_t int_bit_length(IntView a);      // of the magnitude
uint64_t int_bit_count(IntView a);       // ones in the magnitude
uint64_t int_trailing_zeros(IntView a);  // of the magnitude; `a` is not zero

// ---- text

// sys.get_int_max_str_digits() of CPython 3.11: decimal conversions of more digits than this are refused with a ValueError.
inline constexpr uint64_t kMaxStrDigits = 4300;

// Characters that int_to_text may write at most, '-' included.
uint64_t int_text_size(IntView a, int base);
// Lower-case digits with '-' in front of a negative number, no prefix, no terminator; base 2..36. Returns the characters written.
size_t int_to_text(char* out, IntView a, int base = 10);
std::string int_to_string(IntView a, int base = 10);

// Reads what int(text, base) accepts: spaces around, a sign, a prefix that goes with the base (0: by the prefix, and then no leading
// zeros), digits with single underscores between. `text` is ASCII (see unicode::decimals_and_spaces_to_ascii) and may hold anything.
// Scanning and converting are apart so that the caller can allocate in between.
struct ScannedInt {
  bool ok = false;
  bool negative = false;
  int base = 10;
  std::string_view digits;   // a part of the text: digits and underscores
  uint64_t digit_count = 0;  // without underscores, leading zeros counted (as CPython counts against kMaxStrDigits)
};
ScannedInt scan_int(std::string_view text, int base);
// Does converting `scanned` break CPython's digit limit? (Only for bases that are not powers of two.)
inline bool exceeds_str_digits(const ScannedInt& s) { return (s.base & (s.base - 1)) != 0 && s.digit_count > kMaxStrDigits; }
uint64_t scanned_int_size(const ScannedInt& scanned);
IntResult int_from_scanned(mp_limb_t* out, const ScannedInt& scanned);

// ---- floating point

struct DoubleResult {
  double value = 0;
  bool overflow = false;  // the correctly rounded result is beyond the largest double; value is then an infinity
};
DoubleResult int_to_double(IntView a);                    // half to even
DoubleResult int_true_divide(IntView a, IntView b);       // a / b correctly rounded; `b` is not zero
uint64_t from_double_size(double value);                  // finite
IntResult int_from_double(mp_limb_t* out, double value);  // truncates; finite

// ---- bytes

enum class ByteOrder : uint8_t { kLittle, kBig };
enum class ToBytesStatus : uint8_t { kOk, kNegativeUnsigned, kTooBig };
ToBytesStatus int_to_bytes(uint8_t* out, size_t length, IntView a, ByteOrder order, bool is_signed);
inline uint64_t from_bytes_size(size_t length) { return (uint64_t{length} + 7) / 8; }
IntResult int_from_bytes(mp_limb_t* out, const uint8_t* bytes, size_t length, ByteOrder order, bool is_signed);

// ---- hash: CPython's, modulo 2**61 - 1; never -1

inline constexpr uint64_t kHashModulus = (uint64_t{1} << 61) - 1;
int64_t int_hash(IntView a);
int64_t int64_hash(int64_t value);

// ---- costs, in steps of about one bytecode instruction each (some 16 limb products); at least 1, saturating

uint64_t linear_cost(uint64_t limbs);
uint64_t mul_cost(uint64_t n, uint64_t m);  // limbs
uint64_t div_cost(uint64_t n, uint64_t m);
uint64_t pow_cost(IntView base, uint64_t exponent);
uint64_t powmod_cost(IntView base, IntView exponent, IntView modulus);
uint64_t gcd_cost(uint64_t n, uint64_t m);
uint64_t isqrt_cost(uint64_t n);
uint64_t to_text_cost(uint64_t limbs, int base);
uint64_t from_text_cost(uint64_t digits, int base);

}  // namespace fermata
