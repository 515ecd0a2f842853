#include "numbers/format_spec.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace fermata {
namespace {

std::string format_number(std::string_view text, bool negative, std::string_view digits) {
  FormatSpec spec;
  EXPECT_EQ(parse_format_spec(text, "int", '>', &spec), "");
  EXPECT_EQ(check_int_format(spec), "");
  return format_int(spec, negative, digits);
}

std::string error_of(std::string_view text, char default_align = '>') {
  FormatSpec spec;
  return parse_format_spec(text, "int", default_align, &spec);
}

TEST(FormatSpec, ParsesEveryPart) {
  FormatSpec spec;
  ASSERT_EQ(parse_format_spec("\u00e9^+z#012_.34f", "float", '>', &spec), "");
  EXPECT_EQ(spec.fill, U'\u00e9');
  EXPECT_EQ(spec.align, '^');
  EXPECT_EQ(spec.sign, '+');
  EXPECT_TRUE(spec.no_negative_zero && spec.alternate && spec.fill_given && !spec.zero_padded);
  EXPECT_EQ(spec.width, 12);
  EXPECT_EQ(spec.grouping, '_');
  EXPECT_EQ(spec.precision, 34);
  EXPECT_EQ(spec.type, U'f');
}

TEST(FormatSpec, GroupsZeros) {
  EXPECT_EQ(format_number("08,", false, "12345"), "0,012,345");
  EXPECT_EQ(format_number("020_b", false, "11000000111001"), "0_0011_0000_0011_1001");
  EXPECT_EQ(format_number("=+010,", true, "12345"), "-0,012,345");
  EXPECT_EQ(format_number("#012x", true, "ff"), "-0x0000000ff");
  EXPECT_EQ(format_number("_X", false, "deadbeef"), "DEAD_BEEF");
}

TEST(FormatSpec, Messages) {
  EXPECT_EQ(error_of("5,_"), "Cannot specify both ',' and '_'.");
  EXPECT_EQ(error_of(",x"), "Cannot specify ',' with 'x'.");
  EXPECT_EQ(error_of(",", '<'), "Cannot specify ',' with 's'.");
  EXPECT_EQ(error_of("."), "Format specifier missing precision");
  EXPECT_EQ(error_of("99999999999999999999"), "Too many decimal digits in format string");
  EXPECT_EQ(error_of("10d5"), "Invalid format specifier '10d5' for object of type 'int'");
  EXPECT_EQ(error_of(""), "");
}

TEST(FormatSpec, SizesSaturate) {
  FormatSpec spec;
  ASSERT_EQ(parse_format_spec("9223372036854775807", "int", '>', &spec), "");
  EXPECT_EQ(format_int_max_size(spec, 3), SIZE_MAX);
  EXPECT_EQ(format_string_max_size(spec, "abc"), SIZE_MAX);
  EXPECT_EQ(format_float_spec_max_size(spec, 1.0), SIZE_MAX);
  ASSERT_EQ(parse_format_spec(".2000000000f", "float", '>', &spec), "");
  EXPECT_GT(format_float_spec_max_size(spec, 1.0), 2000000000u);
}

TEST(FormatSpec, PadsByCodePoints) {
  EXPECT_EQ(pad_text("\u00e9", 1, 4, '^', U'\u20ac'), "\u20ac\u00e9\u20ac\u20ac");
  FormatSpec spec;
  ASSERT_EQ(parse_format_spec(">5.2", "str", '<', &spec), "");
  EXPECT_EQ(format_string(spec, "\u00e9\u00e8\u00ea"), "   \u00e9\u00e8");
}

}  // namespace
}  // namespace fermata
