#include "base/source.h"

#include <gtest/gtest.h>

namespace fermata {
namespace {

TEST(Source, NormalisesLineEnds) {
  Source source("s",
                "\xEF\xBB\xBF"
                "a\r\nb\rc\n\r\n");
  EXPECT_EQ(source.text(), "a\nb\nc\n\n");
  EXPECT_EQ(source.line(1), "a");
  EXPECT_EQ(source.line(3), "c");
  EXPECT_EQ(source.line(4), "");
  EXPECT_EQ(source.line(0), "");
  EXPECT_EQ(source.line(99), "");
}

TEST(Source, FindsPositions) {
  Source source("s", "ab\n\xC3\xA9x\nlast");
  EXPECT_EQ(source.position(0), (Position{1, 0, 0}));
  EXPECT_EQ(source.position(2), (Position{1, 2, 2}));
  EXPECT_EQ(source.position(3), (Position{2, 0, 3}));
  EXPECT_EQ(source.position(5), (Position{2, 2, 5}));
  EXPECT_EQ(source.position(11), (Position{3, 4, 11}));
  EXPECT_EQ(source.character_column(2, 2), 1u);
  EXPECT_EQ(source.character_column(2, 3), 2u);
  EXPECT_EQ(source.character_column(2, 5), 4u) << "beyond the line's end";
  EXPECT_EQ(source.text(Span{source.position(3), source.position(6)}), "\xC3\xA9x");
}

TEST(Source, Empty) {
  Source source("s", "");
  EXPECT_EQ(source.line_count(), 1u);
  EXPECT_EQ(source.position(0), (Position{1, 0, 0}));
}

}  // namespace
}  // namespace fermata
