// Module struct's formats: sizes and alignment, the ends of each integer, and half floats, all of them.
#include <cmath>

#include "leaves.h"
#include "objects/model/operations.h"

namespace fermata {
namespace {

class StructTest : public LeavesTest {
 protected:
  // Its bytes in hexadecimal, or what is wrong.
  std::string packed(std::string_view format, std::initializer_list<Value> values) {
    const Value r = call("_struct", "_pack", {str(format), tuple(values)});
    if (is<Str>(r)) return text(r);
    if (r.is_error()) return raised(r);
    std::string out;
    for (const char c : data(r)) out += fmt::format("{:02x}", uint8_t(c));
    return out;
  }
  Value unpacked(std::string_view format, std::string_view bytes_) {
    const Value r = call("_struct", "_unpack", {str(format), bytes(bytes_), Value::small(0)});
    return is<Tuple>(r) && as<Tuple>(r)->count == 1 ? as<Tuple>(r)->items[0] : r;
  }
  std::string size(std::string_view format) {
    const Value r = call("_struct", "_size", {str(format)});
    return is<Str>(r) ? text(r) : std::to_string(*int64_of(r));
  }
  Value number(double x) { return make_float(cx, x); }
};

TEST_F(StructTest, Sizes) {
  EXPECT_EQ(size("bhiq"), "16");  // 1, up to 2; 2; 4 at 4; 8 at 8
  EXPECT_EQ(size("=bhiq"), "15");
  EXPECT_EQ(size("b0q"), "8");  // no value, but its alignment
  EXPECT_EQ(size("<b0q"), "1");
  EXPECT_EQ(size("l"), "8");
  EXPECT_EQ(size("<l"), "4");
  EXPECT_EQ(size(" 3s x\n2h"), "8");
  EXPECT_EQ(size("9223372036854775807x"), "9223372036854775807");
  EXPECT_EQ(size("9223372036854775807xx"), "total struct size too long");
  EXPECT_EQ(size("99999999999999999999999x"), "total struct size too long");
  EXPECT_EQ(size("4611686018427387904h"), "total struct size too long");
  EXPECT_EQ(size("<n"), "bad char in struct format");
  EXPECT_EQ(size("3"), "repeat count given without format specifier");
  EXPECT_EQ(size(std::string_view("b\0", 2)), "embedded null character");
}

TEST_F(StructTest, TheEndsOfEachInteger) {
  for (const std::string_view order : {"<", ">"})
    for (const char code : std::string_view("bBhHiIlLqQ")) {
      const std::string format = std::string(order) + code;
      SCOPED_TRACE(format);
      const int width = 8 * std::stoi(size(format));
      const bool is_unsigned = code < 'a';
      const int64_t low = is_unsigned ? 0 : width == 64 ? INT64_MIN : -(int64_t{1} << (width - 1));
      const uint64_t high = is_unsigned ? UINT64_MAX >> (64 - width) : UINT64_MAX >> (65 - width);
      const std::string bytes_of_low = packed(format, {make_int(cx, low)}), bytes_of_high = packed(format, {make_uint(cx, high)});
      const std::string zeros(size_t(width / 4 - 2), '0'), ones(size_t(width / 4 - 2), 'f');
      const bool big = order == ">";
      const std::string top_low = is_unsigned ? "00" : "80", top_high = is_unsigned ? "ff" : "7f";
      EXPECT_EQ(bytes_of_low, big ? top_low + zeros : zeros + top_low);
      EXPECT_EQ(bytes_of_high, big ? top_high + ones : ones + top_high);
      const Value back = unpacked(format, data(call("_struct", "_pack", {str(format), tuple({make_uint(cx, high)})})));
      EXPECT_TRUE(equal(cx, back, make_uint(cx, high)).is_true());
      if (width == 64) continue;
      for (const Value beyond : {make_int(cx, low - 1), make_uint(cx, high + 1)})
        EXPECT_TRUE(is<Str>(call("_struct", "_pack", {str(format), tuple({beyond})})));
    }
  EXPECT_EQ(packed("<i", {make_uint(cx, uint64_t{1} << 31)}), "'i' format requires -2147483648 <= number <= 2147483647");
  EXPECT_EQ(packed("<Q", {Value::small(-1)}), "argument out of range");
  EXPECT_EQ(packed("<i", {number(1)}), "required argument is not an integer");
  EXPECT_EQ(packed("<2i", {Value::small(1)}), "pack expected 2 items for packing (got 1)");
}

// Every half float that is a number comes back to its bits; NaNs become one of two.
TEST_F(StructTest, HalfFloatsComeBack) {
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    const char in[] = {char(bits), char(bits >> 8)};
    const Value x = unpacked("<e", {in, 2});
    const std::string back = data(call("_struct", "_pack", {str("<e"), tuple({x})}));
    const bool nan = (bits & 0x7c00) == 0x7c00 && bits & 0x3ff;
    EXPECT_EQ(std::isnan(float_of(x)), nan);
    const uint32_t expected = nan ? (bits & 0x8000) | 0x7e00 : bits;
    const uint32_t got = uint8_t(back[0]) | uint32_t(uint8_t(back[1])) << 8;
    if (nan) ASSERT_EQ(got & 0x7fff, expected & 0x7fff);
    else ASSERT_EQ(got, expected);
  }
}

// Between two half floats the nearer one is taken, in the middle the even one.
TEST_F(StructTest, HalfFloatsAreRoundedToEven) {
  for (uint32_t bits = 0; bits < 0x7bff; ++bits) {
    const char pair[] = {char(bits), char(bits >> 8), char(bits + 1), char((bits + 1) >> 8)};
    const double low = float_of(unpacked("<e", {pair, 2})), high = float_of(unpacked("<e", {pair + 2, 2}));
    const auto half = [&](double x) {
      const std::string out = data(call("_struct", "_pack", {str("<e"), tuple({number(x)})}));
      return uint8_t(out[0]) | uint32_t(uint8_t(out[1])) << 8;
    };
    const double middle = (low + high) / 2;
    ASSERT_EQ(half(middle), bits & 1 ? bits + 1 : bits);
    ASSERT_EQ(half(std::nextafter(middle, 0)), bits);
    ASSERT_EQ(half(std::nextafter(middle, INFINITY)), bits + 1);
  }
  EXPECT_EQ(packed(">e", {number(65519.99)}), "7bff");
  EXPECT_EQ(packed(">e", {number(65520)}), "OverflowError: float too large to pack with e format");
  EXPECT_EQ(packed(">e", {number(-0.0)}), "8000");
}

TEST_F(StructTest, TextsAreCutAndFilled) {
  EXPECT_EQ(packed("3s", {bytes("ab")}), "616200");
  EXPECT_EQ(packed("1s", {bytes("ab")}), "61");
  EXPECT_EQ(packed("4p", {bytes("abcdef")}), "03616263");
  EXPECT_EQ(packed("0s", {bytes("ab")}), "");
  EXPECT_EQ(packed("c", {bytes("ab")}), "char format requires a bytes object of length 1");
  EXPECT_EQ(data(unpacked("4p", "\x09xyz")), "xyz");  // its length is believed only as far as there is room
  EXPECT_EQ(data(unpacked("300p", std::string(300, '\xff'))).size(), 255u);
  EXPECT_EQ(text(unpacked("i", "abc")), "unpack requires a buffer of 4 bytes");
}

}  // namespace
}  // namespace fermata
