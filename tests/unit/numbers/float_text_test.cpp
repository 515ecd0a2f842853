#include "numbers/float_text.h"

#include <gtest/gtest.h>

#include <cmath>

namespace fermata {
namespace {

std::string formatted(double value, char type, int64_t precision, bool alternate = false) {
  FloatFormat f;
  f.type = type;
  f.precision = precision;
  f.alternate = alternate;
  const std::string text = format_float(value, f);
  EXPECT_LE(text.size(), format_float_max_length(value, f));
  return text;
}

TEST(FloatText, Repr) {
  const struct {
    double value;
    const char* text;
  } cases[] = {{0.0, "0.0"},
               {-0.0, "-0.0"},
               {1e16, "1e+16"},
               {9999999999999998.0, "9999999999999998.0"},
               {1e-5, "1e-05"},
               {0.0001, "0.0001"},
               {0.1, "0.1"},
               {-1.5e300, "-1.5e+300"},
               {5e-324, "5e-324"},
               {1.7976931348623157e308, "1.7976931348623157e+308"},
               {HUGE_VAL, "inf"},
               {-HUGE_VAL, "-inf"},
               {std::nan(""), "nan"},
               {123.0, "123.0"},
               {-0.00012345678901234567, "-0.00012345678901234567"}};
  for (const auto& c : cases) EXPECT_EQ(float_repr(c.value), c.text);
}

TEST(FloatText, LongPrecisions) {
  EXPECT_EQ(formatted(0.5, 'f', 5000), "0.5" + std::string(4999, '0'));
  EXPECT_EQ(formatted(1.0, 'e', 2000), "1." + std::string(2000, '0') + "e+00");
  EXPECT_EQ(formatted(1.0, 'g', 2000000000), "1");
  EXPECT_EQ(formatted(1.0, 'g', 3000, true).size(), 3001u);
  EXPECT_EQ(formatted(5e-324, 'f', 1074).back(), '5');
}

TEST(FloatText, OutOfRange) {
  double value = 1;
  EXPECT_TRUE(parse_float("1e400", &value));
  EXPECT_TRUE(std::isinf(value));
  EXPECT_TRUE(parse_float("-1e-400", &value));
  EXPECT_TRUE(value == 0 && std::signbit(value));
  EXPECT_TRUE(parse_float("1e99999999999999999999999", &value));
  EXPECT_TRUE(std::isinf(value));
  value = 3;
  EXPECT_FALSE(parse_float("1_", &value));
  EXPECT_EQ(value, 3);
}

TEST(FloatText, Round) {
  EXPECT_EQ(float_round(2.675, 2).value, 2.67);
  EXPECT_EQ(float_round(25.0, -1).value, 20.0);
  EXPECT_EQ(float_round(35.0, -1).value, 40.0);
  EXPECT_EQ(float_round(5.5, -1).value, 10.0);
  EXPECT_EQ(float_round(5.0, -1).value, 0.0);
  EXPECT_TRUE(float_round(1.7e308, -308).overflow);
  EXPECT_EQ(float_round_half_even(0.5), 0.0);
  EXPECT_EQ(float_round_half_even(2.5), 2.0);
  EXPECT_EQ(float_round_half_even(0.49999999999999994), 0.0);
}

TEST(FloatText, Arithmetic) {
  EXPECT_EQ(float_mod(-1.0, 3.0), 2.0);
  EXPECT_EQ(float_floor_div(-1.0, 3.0), -1.0);
  EXPECT_TRUE(std::signbit(float_mod(3.0, -3.0)));
  double out;
  EXPECT_EQ(float_pow(0.0, -1.0, &out), PowStatus::kZeroDivision);
  EXPECT_EQ(float_pow(-8.0, 1.0 / 3.0, &out), PowStatus::kComplex);
  EXPECT_EQ(float_pow(10.0, 400.0, &out), PowStatus::kOverflow);
  EXPECT_EQ(float_pow(-2.0, 3.0, &out), PowStatus::kOk);
  EXPECT_EQ(out, -8.0);
}

TEST(FloatText, HashAgreesWithInts) {
  EXPECT_EQ(float_hash(-1.0), -2);
  EXPECT_EQ(float_hash(0.5), int64_t{1} << 60);
  EXPECT_EQ(float_hash(HUGE_VAL), 314159);
}

}  // namespace
}  // namespace fermata
