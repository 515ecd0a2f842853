#include "numbers/bigint.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace fermata {
namespace {

// A number read from decimal or prefixed text, with its limbs.
class Number {
 public:
  explicit Number(std::string_view text) {
    const ScannedInt scanned = scan_int(text, 0);
    EXPECT_TRUE(scanned.ok) << text;
    limbs_.resize(scanned_int_size(scanned));
    result_ = int_from_scanned(limbs_.data(), scanned);
  }
  operator IntView() const { return view_of(limbs_.data(), result_); }

 private:
  std::vector<mp_limb_t> limbs_;
  IntResult result_;
};

template <class F>
std::string text_of(uint64_t size, F f) {
  std::vector<mp_limb_t> out(size + 1);
  const IntResult result = f(out.data());
  return int_to_string(view_of(out.data(), result));
}

TEST(BigInt, MachineIntegers) {
  for (const int64_t value : {int64_t{0}, int64_t{1}, int64_t{-1}, INT64_MAX, INT64_MIN}) {
    const SmallInt small(value);
    int64_t back = 7;
    EXPECT_TRUE(int_to_int64(small, &back));
    EXPECT_EQ(back, value);
    EXPECT_EQ(int_to_string(small), std::to_string(value));
    EXPECT_EQ(small.view().sign(), value == 0 ? 0 : value < 0 ? -1 : 1);
  }
  EXPECT_FALSE(int_fits_int64(Number("9223372036854775808")));
  EXPECT_TRUE(int_fits_int64(Number("-9223372036854775808")));
  EXPECT_FALSE(int_fits_int64(Number("-9223372036854775809")));
  uint64_t word = 0;
  EXPECT_TRUE(int_to_uint64(Number("18446744073709551615"), &word));
  EXPECT_FALSE(int_to_uint64(Number("-1"), &word));
}

TEST(BigInt, OutputMayBeAnOperandForAdd) {
  std::vector<mp_limb_t> limbs = {UINT64_MAX, UINT64_MAX, 0};
  const IntView a{limbs.data(), 2, false};
  const IntResult sum = int_add(limbs.data(), a, SmallInt(1));
  EXPECT_EQ(int_to_string(view_of(limbs.data(), sum), 16), "1" + std::string(32, '0'));
}

TEST(BigInt, DivisionFloors) {
  const struct {
    int64_t a, b, quotient, remainder;
  } cases[] = {{7, 2, 3, 1},   {-7, 2, -4, 1},  {7, -2, -4, -1}, {-7, -2, 3, -1}, {1, 5, 0, 1},
               {-1, 5, -1, 4}, {1, -5, -1, -4}, {0, -5, 0, 0},   {-6, 3, -2, 0},  {INT64_MIN, -1, 0, 0}};
  for (const auto& c : cases) {
    const SmallInt a(c.a), b(c.b);
    mp_limb_t q[3], r[1];
    const DivmodResult d = int_divmod(q, r, a, b);
    if (c.a == INT64_MIN) {
      EXPECT_EQ(int_to_string(view_of(q, d.quotient)), "9223372036854775808");
      continue;
    }
    EXPECT_EQ(int_to_string(view_of(q, d.quotient)), std::to_string(c.quotient));
    EXPECT_EQ(int_to_string(view_of(r, d.remainder)), std::to_string(c.remainder));
  }
}

TEST(BigInt, PowerEstimates) {
  EXPECT_EQ(pow_bits(SmallInt(2), 1000), 1001u);
  EXPECT_EQ(pow_bits(SmallInt(-1), UINT64_MAX), 1u);
  EXPECT_EQ(pow_bits(SmallInt(10), UINT64_MAX), kSaturated);
  EXPECT_EQ(pow_size(SmallInt(10), UINT64_MAX), kSaturated);
  EXPECT_EQ(pow_cost(SmallInt(10), UINT64_MAX), kSaturated);
  EXPECT_EQ(shift_left_size(SmallInt(0), UINT64_MAX), 0u);
  EXPECT_GT(shift_left_size(SmallInt(1), UINT64_MAX), kMaxLimbs);
  EXPECT_EQ(text_of(pow_size(SmallInt(-3), 41), [](mp_limb_t* o) { return int_pow(o, SmallInt(-3), 41); }), "-36472996377170786403");
}

TEST(BigInt, ModularPower) {
  mp_limb_t out[1];
  IntResult result;
  EXPECT_EQ(int_powmod(out, &result, SmallInt(2), SmallInt(5), SmallInt(0)), PowmodStatus::kZeroModulus);
  EXPECT_EQ(int_powmod(out, &result, SmallInt(2), SmallInt(-1), SmallInt(4)), PowmodStatus::kNotInvertible);
  EXPECT_EQ(int_powmod(out, &result, SmallInt(3), SmallInt(-1), SmallInt(-7)), PowmodStatus::kOk);
  EXPECT_EQ(int_to_string(view_of(out, result)), "-2");
}

TEST(BigInt, ShiftsFloor) {
  EXPECT_EQ(text_of(1, [](mp_limb_t* o) { return int_shift_right(o, SmallInt(-1), 1000000); }), "-1");
  EXPECT_EQ(text_of(1, [](mp_limb_t* o) { return int_shift_right(o, SmallInt(5), UINT64_MAX); }), "0");
  const Number a("-0xffffffffffffffff0000000000000001");
  EXPECT_EQ(text_of(shift_right_size(a, 64), [&](mp_limb_t* o) { return int_shift_right(o, a, 64); }), "-18446744073709551616");
}

TEST(BigInt, ComparesWithDoublesExactly) {
  EXPECT_TRUE(int_compare_double(Number("9007199254740993"), 9007199254740992.0) > 0);
  EXPECT_TRUE(int_compare_double(SmallInt(1), 1.5) < 0);
  EXPECT_TRUE(int_compare_double(SmallInt(-1), -1.5) > 0);
  EXPECT_TRUE(int_compare_double(SmallInt(0), -0.0) == 0);
  EXPECT_TRUE(int_compare_double(SmallInt(1), HUGE_VAL) < 0);
  EXPECT_EQ(int_compare_double(SmallInt(1), std::nan("")), std::partial_ordering::unordered);
}

TEST(BigInt, DoublesRoundHalfToEven) {
  EXPECT_EQ(int_to_double(Number("9007199254740993")).value, 9007199254740992.0);
  EXPECT_EQ(int_to_double(Number("9007199254740995")).value, 9007199254740996.0);
  EXPECT_TRUE(int_to_double(Number("0x" + std::string(257, 'f'))).overflow);
  EXPECT_TRUE(std::signbit(int_true_divide(SmallInt(0), SmallInt(-5)).value));
  EXPECT_EQ(int_true_divide(SmallInt(1), Number("0x1" + std::string(300, '0'))).value, 0.0);
}

TEST(BigInt, DigitLimit) {
  const std::string digits(4301, '7');
  EXPECT_TRUE(exceeds_str_digits(scan_int(digits, 10)));
  EXPECT_FALSE(exceeds_str_digits(scan_int(digits.substr(1), 10)));
  EXPECT_FALSE(exceeds_str_digits(scan_int(digits, 16)));
}

TEST(BigInt, CostsGrowAndSaturate) {
  EXPECT_GE(mul_cost(0, 0), 1u);
  EXPECT_LT(mul_cost(100, 100), mul_cost(1000, 1000));
  EXPECT_EQ(mul_cost(kSaturated, kSaturated), kSaturated);
  EXPECT_GT(to_text_cost(10000, 10), to_text_cost(10000, 16));
  EXPECT_EQ(from_text_cost(0, 10) > 0, true);
}

}  // namespace
}  // namespace fermata
