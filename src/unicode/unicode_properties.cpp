#include "unicode/unicode_properties.h"

#include <algorithm>
#include <cstdint>
#include <iterator>

#include "unicode/unicode.h"

namespace fermata::unicode {

namespace {

struct Run {
  uint32_t first;
  uint8_t combining, bidi, mirrored, width;
};
struct Number {
  uint32_t code_point;
  int64_t numerator;
  int32_t denominator;
};

#include "unicode/tables/unicode_properties.inc"

const Run& run_of(char32_t c) {
  return *(std::upper_bound(std::begin(kRuns), std::end(kRuns), c, [](char32_t v, const Run& r) { return v < r.first; }) - 1);
}

}  // namespace

int combining_class(char32_t c) { return run_of(c).combining; }
const char* bidirectional_class(char32_t c) { return kBidiClasses[run_of(c).bidi]; }
bool is_mirrored(char32_t c) { return run_of(c).mirrored != 0; }
const char* east_asian_width(char32_t c) { return kWidths[run_of(c).width]; }

bool numeric_value(char32_t c, double* value) {
  if (const int digit = digit_value(c); digit >= 0) return *value = digit, true;
  auto* number =
      std::lower_bound(std::begin(kNumbers), std::end(kNumbers), c, [](const Number& n, char32_t v) { return n.code_point < v; });
  if (number == std::end(kNumbers) || number->code_point != c) return false;
  *value = double(number->numerator) / number->denominator;
  return true;
}

}  // namespace fermata::unicode
