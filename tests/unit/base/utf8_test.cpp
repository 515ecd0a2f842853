#include "base/utf8.h"

#include <gtest/gtest.h>

namespace fermata::utf8 {
namespace {

TEST(Utf8, EveryCodePointThereAndBack) {
  for (char32_t c = 0; c <= kMaxCodePoint; ++c) {
    const std::string text = to_string(c);
    ASSERT_EQ(text.size(), encoded_length(c));
    const char* p = text.data();
    const char* const end = p + text.size();
    const Decoded d = decode(p, end);
    ASSERT_EQ(d.code_point, c);
    ASSERT_EQ(d.length, text.size());
    ASSERT_EQ(decode(p, end, Surrogates::kForbid).length, is_surrogate(c) ? 0 : text.size());
    ASSERT_EQ(decode(p, end - 1).length, 0u);
    ASSERT_EQ(next_valid(p), c);
    ASSERT_EQ(p, end);
    ASSERT_EQ(previous_valid(p), c);
    ASSERT_EQ(p, text.data());
  }
}

TEST(Utf8, RefusesWhatIsNotUtf8) {
  for (const char* bad : {"\x80", "\xBF", "\xC0\x80", "\xC1\xBF", "\xE0\x9F\xBF", "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80",
                          "\xF5\x80\x80\x80", "\xFF", "\xC2", "\xE2\x82", "\xC2\x41"}) {
    EXPECT_FALSE(is_valid(bad, Surrogates::kAllow)) << testing::PrintToString(bad);
  }
  EXPECT_TRUE(is_valid("\xED\xA0\xBD\xED\xB8\x80", Surrogates::kAllow));  // a pair of surrogates stays two code points
  EXPECT_EQ(count("\xED\xA0\xBD\xED\xB8\x80"), 2u);
  EXPECT_EQ(valid_prefix("ab\xED\xA0\xBD", Surrogates::kForbid), 2u);
}

TEST(Utf8, CountsAndOffsetsAtEveryAlignment) {
  const std::string unit = "a\u00e9\u20ac\U0001D110 plain text that is long";
  std::string text;
  for (int i = 0; i < 6; ++i) text += unit;
  for (size_t start = 0; start < text.size(); ++start) {
    if (is_continuation(text[start])) continue;
    const std::string_view part = std::string_view(text).substr(start);
    size_t index = 0;
    for (size_t offset = 0; offset < part.size(); offset += sequence_length(part[offset]), ++index) {
      ASSERT_EQ(offset_of_index(part, index), offset);
      ASSERT_EQ(index_of_offset(part, offset), index);
    }
    ASSERT_EQ(count(part), index);
    ASSERT_EQ(offset_of_index(part, index), part.size());
    ASSERT_EQ(offset_of_index(part, index + 100), part.size());
  }
}

TEST(Utf8, FindsTheFirstByteThatIsNotAscii) {
  for (size_t size = 0; size < 80; ++size) {
    std::string text(size, 'x');
    EXPECT_TRUE(is_ascii(text));
    for (size_t at = 0; at < size; ++at) {
      std::string changed = text;
      changed[at] = '\xC3';
      EXPECT_FALSE(is_ascii(changed));
      EXPECT_EQ(ascii_prefix(changed), at);
    }
  }
}

TEST(Utf8, ErrorsAreDescribedAsCPythonDoes) {
  const auto describe = [](std::string_view text) {
    const Malformed m = describe_malformed(text.data(), text.data() + text.size());
    return std::to_string(m.length) + " " + m.reason;
  };
  EXPECT_EQ(describe("\x80"), "1 invalid start byte");
  EXPECT_EQ(describe("\xE2\x82"), "2 unexpected end of data");
  EXPECT_EQ(describe("\xE2\x82z"), "2 invalid continuation byte");
  EXPECT_EQ(describe("\xED\xA0\x80"), "1 invalid continuation byte");
}

}  // namespace
}  // namespace fermata::utf8
