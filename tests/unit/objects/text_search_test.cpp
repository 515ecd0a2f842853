// Finder against std::string_view on random and periodic texts, and its promise of linear time on hostile needles.
#include "objects/text/text_search.h"

#include <gtest/gtest.h>

#include <chrono>
#include <random>
#include <string>

namespace fermata {
namespace {

TEST(Finder, AgreesWithStringView) {
  std::mt19937 random(1);
  for (int round = 0; round < 60000; ++round) {
    size_t n = random() % 60, m = 1 + random() % 14;
    if (round % 100 == 0) n = 3000 + random() % 3000, m = 1 + random() % 1500;
    const unsigned letters = 1 + random() % 3;
    std::string text, needle;
    const auto letter = [&] { return char('a' + random() % letters); };
    if (round % 3 == 0) {
      std::string period(1 + random() % 6, ' ');
      for (char& c : period) c = letter();
      for (size_t i = 0; i < n; ++i) text += period[i % period.size()];
      if (n) text[random() % n] = 'z';
      for (size_t i = 0; i < m; ++i) needle += period[i % period.size()];
    } else {
      for (size_t i = 0; i < n; ++i) text += letter();
      for (size_t i = 0; i < m; ++i) needle += letter();
    }
    ASSERT_EQ(Finder(needle).find(text), std::string_view(text).find(needle)) << text << " " << needle;
    ASSERT_EQ(Finder(needle).find_last(text), std::string_view(text).rfind(needle)) << text << " " << needle;
  }
}

TEST(Finder, CountsWithoutOverlap) {
  EXPECT_EQ(Finder("aa").count("aaaaa"), 2u);
  EXPECT_EQ(Finder("aa").count("aaaaa", 1), 1u);
  EXPECT_EQ(Finder("x").count(""), 0u);
}

TEST(Finder, IsLinearOnHostileNeedles) {
  const std::string text(5'000'000, 'a'), run(100'000, 'a');
  for (const std::string& needle : {run + "b", "b" + run, run + "b" + run}) {
    const auto start = std::chrono::steady_clock::now();
    EXPECT_EQ(Finder(needle).find(text), std::string_view::npos);
    EXPECT_EQ(Finder(needle).find_last(text), std::string_view::npos);
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(2));
  }
}

}  // namespace
}  // namespace fermata
