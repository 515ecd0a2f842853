#include "unicode/unicode.h"

#include <gtest/gtest.h>

namespace fermata::unicode {
namespace {

TEST(Unicode, FinalSigma) {
  EXPECT_EQ(lower("\u039f\u0394\u039f\u03a3"), "\u03bf\u03b4\u03bf\u03c2");
  EXPECT_EQ(lower("\u03a3"), "\u03c3");
  EXPECT_EQ(lower("A\u03a3'B"), "a\u03c3'b");  // an apostrophe is case-ignorable
  EXPECT_EQ(lower("A\u03a3' B"), "a\u03c2' b");
  EXPECT_EQ(title("a\u03a3 \u03a3a"), "A\u03c2 \u03a3a");
}

TEST(Unicode, MappingsThatGrow) {
  EXPECT_EQ(upper("stra\u00dfe"), "STRASSE");
  EXPECT_EQ(casefold("\ufb03"), "ffi");
  EXPECT_EQ(lower("\u0130"), "i\u0307");
  EXPECT_EQ(capitalize("\u01c6x"), "\u01c5x");
  EXPECT_EQ(to_upper(U'\u0390').size, 3u);
  EXPECT_EQ(swapcase("aB\u00df"), "AbSS");
}

TEST(Unicode, BeyondTheLastCodePoint) {
  for (const char32_t c : {char32_t{0x110000}, char32_t{0xFFFFFFFF}}) {
    EXPECT_FALSE(is_alpha(c) || is_assigned(c) || is_printable(c));
    EXPECT_EQ(to_lower(c).code_points[0], c);
    EXPECT_EQ(digit_value(c), -1);
    EXPECT_STREQ(category(c), "Cn");
  }
}

TEST(Unicode, Normalisation) {
  EXPECT_EQ(normalize("e\u0301", Form::kNfc), "\u00e9");
  EXPECT_EQ(normalize("\u00e9", Form::kNfd), "e\u0301");
  EXPECT_EQ(normalize("\ufb01", Form::kNfkc), "fi");
  EXPECT_EQ(normalize("\ufdfa", Form::kNfkd).size(), 33u);
  EXPECT_EQ(normalize("plain", Form::kNfkd), "plain");
  EXPECT_EQ(normalize("\u212b", Form::kNfc), "\u00c5");
  // Surrogates stay, and nothing combines across them.
  EXPECT_EQ(normalize("e\xED\xA0\x80\u0301", Form::kNfc), "e\xED\xA0\x80\u0301");
}

TEST(Unicode, LongRunsOfMarksAreNotQuadratic) {
  std::string text = "a";
  for (int i = 0; i < 200000; ++i) text += i % 2 == 0 ? "\u0301" : "\u0323";  // out of order all along
  EXPECT_EQ(normalize(text, Form::kNfd).size(), text.size());
}

TEST(Unicode, Identifiers) {
  EXPECT_TRUE(is_identifier("_x1"));
  EXPECT_TRUE(is_identifier("\u00e9t\u00e9"));
  EXPECT_FALSE(is_identifier(""));
  EXPECT_FALSE(is_identifier("1x"));
  EXPECT_FALSE(is_identifier("a b"));
}

TEST(Unicode, DecimalsToAscii) { EXPECT_EQ(decimals_and_spaces_to_ascii("\u2003\u0661\uff12\u00e9"), " 12?"); }

}  // namespace
}  // namespace fermata::unicode
