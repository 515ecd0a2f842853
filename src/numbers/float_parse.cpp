// Doubles from text. See float_text.h.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <string>

#include "base/utf8.h"
#include "numbers/float_text.h"
#include "unicode/unicode.h"

namespace fermata {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_ascii_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

std::string_view strip(std::string_view text) {
  while (!text.empty() && is_ascii_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_ascii_space(text.back())) text.remove_suffix(1);
  return text;
}

bool equals_ignoring_case(std::string_view text, std::string_view lower) {
  return text.size() == lower.size() &&
         std::equal(text.begin(), text.end(), lower.begin(), [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a | 0x20 : a) == b; });
}

bool take_sign(std::string_view& text) {
  if (text.empty() || (text[0] != '+' && text[0] != '-')) return false;
  const bool negative = text[0] == '-';
  text.remove_prefix(1);
  return negative;
}

bool parse_special(std::string_view text, double* out) {
  if (equals_ignoring_case(text, "inf") || equals_ignoring_case(text, "infinity")) {
    *out = kInfinity;
    return true;
  }
  if (equals_ignoring_case(text, "nan")) {
    *out = kNan;
    return true;
  }
  return false;
}

// digits [. digits] [e [sign] digits], with a digit before or after the point
bool is_plain_literal(std::string_view text) {
  size_t i = 0;
  const auto skip_digits = [&] {
    const size_t start = i;
    while (i < text.size() && is_digit(text[i])) ++i;
    return i - start;
  };
  size_t digits = skip_digits();
  if (i < text.size() && text[i] == '.') {
    ++i;
    digits += skip_digits();
  }
  if (digits == 0) return false;
  if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
    ++i;
    if (i < text.size() && (text[i] == '+' || text[i] == '-')) ++i;
    if (skip_digits() == 0) return false;
  }
  return i == text.size();
}

// from_chars does not say on which side a literal is out of range. That is the sign of its decimal exponent.
double out_of_range_value(std::string_view text) {
  const size_t e = text.find_first_of("eE");
  const std::string_view mantissa = text.substr(0, e);
  const size_t first = mantissa.find_first_of("123456789");
  if (first == std::string_view::npos) return 0.0;
  if (e != std::string_view::npos) {
    // An exponent that is not tiny decides, unless as many digits stand against it; compare in saturating arithmetic.
    const size_t point = std::min(mantissa.find('.'), mantissa.size());
    const int64_t place = static_cast<int64_t>(point) - static_cast<int64_t>(first);
    std::string_view digits = text.substr(e + 1);
    const bool negative = take_sign(digits);
    constexpr int64_t kLimit = std::numeric_limits<int64_t>::max() / 16;
    int64_t exponent = 0;
    for (const char c : digits) {
      if (exponent < kLimit) exponent = exponent * 10 + (c - '0');
    }
    return place + (negative ? -exponent : exponent) > 0 ? kInfinity : 0.0;
  }
  return std::min(mantissa.find('.'), mantissa.size()) > first ? kInfinity : 0.0;
}

}  // namespace

bool parse_float_literal(std::string_view text, double* out) {
  if (!is_plain_literal(text)) return false;
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::result_out_of_range) {
    *out = out_of_range_value(text);
    return true;
  }
  if (error != std::errc{} || end != text.data() + text.size()) return false;
  *out = value;
  return true;
}

bool parse_float(std::string_view text, double* out) {
  std::string converted;
  if (!utf8::is_ascii(text)) {
    converted = unicode::decimals_and_spaces_to_ascii(text);
    text = converted;
  }
  text = strip(text);
  const bool negative = take_sign(text);
  double value;
  std::string without;
  if (text.find('_') != std::string_view::npos) {
    // An underscore must be between two digits; then it is as if it were not there.
    without.reserve(text.size());
    for (size_t i = 0; i < text.size(); ++i) {
      if (text[i] != '_') {
        without.push_back(text[i]);
      } else if (i == 0 || i + 1 == text.size() || !is_digit(text[i - 1]) || !is_digit(text[i + 1])) {
        return false;
      }
    }
    text = without;
  }
  if (!parse_float_literal(text, &value) && !parse_special(text, &value)) return false;
  *out = negative ? -value : value;
  return true;
}

HexStatus float_from_hex(std::string_view text, double* out) {
  text = strip(text);
  const bool negative = take_sign(text);
  double special;
  if (parse_special(text, &special)) {
    *out = negative ? -special : special;
    return HexStatus::kOk;
  }
  if (text.size() >= 2 && text[0] == '0' && (text[1] | 0x20) == 'x') text.remove_prefix(2);

  // The first 15 significant hex digits go into the mantissa (57 to 60 bits), of the rest it matters only whether they are all zero.
  uint64_t mantissa = 0;
  bool inexact = false, any = false, behind_point = false;
  int64_t exponent = 0;
  int significant = 0;
  size_t i = 0;
  for (; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '.' && !behind_point) {
      behind_point = true;
      continue;
    }
    const char lower = static_cast<char>(c | 0x20);
    const int digit = is_digit(c) ? c - '0' : lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
    if (digit < 0) break;
    any = true;
    if (behind_point) exponent -= 4;
    if (significant < 15) {
      mantissa = mantissa * 16 + static_cast<uint64_t>(digit);
      if (mantissa != 0) ++significant;
    } else {
      inexact = inexact || digit != 0;
      exponent += 4;
    }
  }
  if (!any) return HexStatus::kInvalid;
  if (i < text.size()) {
    if ((text[i] | 0x20) != 'p') return HexStatus::kInvalid;
    std::string_view digits = text.substr(i + 1);
    const bool down = take_sign(digits);
    if (digits.empty() || !std::all_of(digits.begin(), digits.end(), is_digit)) return HexStatus::kInvalid;
    constexpr int64_t kLimit = std::numeric_limits<int64_t>::max() / 32;
    int64_t given = 0;
    for (const char c : digits) {
      if (given < kLimit) given = given * 10 + (c - '0');
    }
    exponent += down ? -given : given;
  }
  const double value = mantissa == 0 ? 0.0 : double_from_scaled(mantissa, inexact, exponent);
  if (std::isinf(value)) return HexStatus::kTooLarge;
  *out = negative ? -value : value;
  return HexStatus::kOk;
}

}  // namespace fermata
