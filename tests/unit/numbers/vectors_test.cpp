// Repeats questions whose answers CPython 3.11 gave (tests/numbers/compare_with_cpython.py --record).
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "probe.h"

namespace {

#include "vectors.inc"

TEST(Vectors, AsCPython) {
  for (const auto& v : kVectors) EXPECT_EQ(probe(v.question), v.expected) << v.question;
}

// Adler-32 over what is known about every third code point: flags, category, digit values, case mappings.
TEST(Vectors, CodePointProperties) {
  uint32_t a = 1, b = 0;
  for (uint32_t c = 0; c < 0x110000; c += 3) {
    for (const unsigned char byte : probe("cp\t" + std::to_string(c)) + "\n") {
      a = (a + byte) % 65521;
      b = (b + a) % 65521;
    }
  }
  EXPECT_EQ((b << 16) | a, kCodePointChecksum);
}

}  // namespace
