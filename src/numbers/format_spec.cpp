// Parsing and checking of format specs. Laying out is in format_render.cpp. See format_spec.h.
#include "numbers/format_spec.h"

#include <cstdint>
#include <cstdio>

#include "base/utf8.h"
#include "unicode/unicode.h"

namespace fermata {

namespace {

bool is_align(char32_t c) { return c == U'<' || c == U'>' || c == U'=' || c == U'^'; }

// A reader over valid text that can look two code points ahead.
class Reader {
 public:
  explicit Reader(std::string_view text) : p_(text.data()), end_(p_ + text.size()) {}
  char32_t peek() const {
    const char* p = p_;
    return p == end_ ? 0 : utf8::next_valid(p);
  }
  char32_t peek_second() const {
    const char* p = p_;
    if (p == end_) return 0;
    utf8::next_valid(p);
    return p == end_ ? 0 : utf8::next_valid(p);
  }
  char32_t take() { return utf8::next_valid(p_); }
  bool take_if(char32_t c) {
    if (p_ == end_ || peek() != c) return false;
    take();
    return true;
  }
  bool at_end() const { return p_ == end_; }
  size_t left() const { return utf8::count({p_, static_cast<size_t>(end_ - p_)}); }

 private:
  const char* p_;
  const char* end_;
};

enum class Number : uint8_t { kNone, kOk, kTooLarge };

Number take_number(Reader& in, int64_t* out) {
  Number result = Number::kNone;
  int64_t value = 0;
  for (; !in.at_end(); in.take()) {
    const int digit = unicode::decimal_value(in.peek());
    if (digit < 0) break;
    if (value > (INT64_MAX - digit) / 10) return Number::kTooLarge;
    value = value * 10 + digit;
    result = Number::kOk;
  }
  if (result == Number::kOk) *out = value;
  return result;
}

std::string quoted_code(char32_t c) {
  if (c > 32 && c < 128) return {'\'', static_cast<char>(c), '\''};
  char buffer[24];
  const int n = std::snprintf(buffer, sizeof buffer, "'\\x%x'", static_cast<unsigned>(c));
  return std::string(buffer, static_cast<size_t>(n));
}

constexpr const char* kTooManyDigits = "Too many decimal digits in format string";
constexpr const char* kCommaAndUnderscore = "Cannot specify both ',' and '_'.";

bool is_one_of(char32_t c, std::u32string_view set) { return set.find(c) != std::u32string_view::npos; }

FormatError unknown_code(const FormatSpec& spec, std::string_view type_name) {
  return "Unknown format code " + quoted_code(spec.type) + " for object of type '" + std::string(type_name) + "'";
}

}  // namespace

FormatError parse_format_spec(std::string_view text, std::string_view type_name, char default_align, FormatSpec* out) {
  Reader in(text);
  FormatSpec spec;
  if (is_align(in.peek_second())) {
    spec.fill = in.take();
    spec.fill_given = true;
    spec.align = static_cast<char>(in.take());
  } else if (is_align(in.peek())) {
    spec.align = static_cast<char>(in.take());
  }
  if (is_one_of(in.peek(), U"+- ")) spec.sign = static_cast<char>(in.take());
  spec.no_negative_zero = in.take_if(U'z');
  spec.alternate = in.take_if(U'#');
  if (!spec.fill_given && in.take_if(U'0')) {
    spec.fill = U'0';
    spec.zero_padded = true;
    if (spec.align == 0 && default_align == '>') spec.align = '=';
  }
  if (take_number(in, &spec.width) == Number::kTooLarge) return kTooManyDigits;
  if (in.take_if(U',')) spec.grouping = ',';
  if (in.take_if(U'_')) {
    if (spec.grouping != 0) return kCommaAndUnderscore;
    spec.grouping = '_';
  }
  if (spec.grouping == '_' && in.peek() == U',') return kCommaAndUnderscore;
  if (in.take_if(U'.')) {
    const Number number = take_number(in, &spec.precision);
    if (number == Number::kTooLarge) return kTooManyDigits;
    if (number == Number::kNone) return "Format specifier missing precision";
  }
  if (in.left() > 1) {
    return "Invalid format specifier '" + std::string(text) + "' for object of type '" + std::string(type_name) + "'";
  }
  if (!in.at_end()) spec.type = in.take();
  if (spec.grouping != 0) {
    // Strings have type s when none is given, which takes no separators; the default types of numbers do.
    const char32_t type = spec.type == 0 && default_align == '<' ? U's' : spec.type;
    const bool digits_in_fours = spec.grouping == '_' && is_one_of(type, U"boxX");
    if (type != 0 && !digits_in_fours && !is_one_of(type, U"deEfFgG%")) {
      return std::string("Cannot specify '") + spec.grouping + "' with " + quoted_code(type) + ".";
    }
  }
  *out = spec;
  return {};
}

FormatError check_string_format(const FormatSpec& spec, std::string_view type_name) {
  if (spec.type != 0 && spec.type != U's') return unknown_code(spec, type_name);
  if (spec.sign == ' ') return "Space not allowed in string format specifier";
  if (spec.sign != 0) return "Sign not allowed in string format specifier";
  if (spec.no_negative_zero) return "Negative zero coercion (z) not allowed in string format specifier";
  if (spec.alternate) return "Alternate form (#) not allowed in string format specifier";
  if (spec.align == '=') return "'=' alignment not allowed in string format specifier";
  return {};
}

bool is_float_format(const FormatSpec& spec) { return spec.type != 0 && is_one_of(spec.type, U"eEfFgG%"); }

FormatError check_int_format(const FormatSpec& spec, std::string_view type_name) {
  if (spec.type != 0 && !is_one_of(spec.type, U"bcdoxXn")) return unknown_code(spec, type_name);
  if (spec.precision != -1) return "Precision not allowed in integer format specifier";
  if (spec.no_negative_zero) return "Negative zero coercion (z) not allowed in integer format specifier";
  if (spec.type == U'c') {
    if (spec.sign != 0) return "Sign not allowed with integer format specifier 'c'";
    if (spec.alternate) return "Alternate form (#) not allowed with integer format specifier 'c'";
  }
  return {};
}

FormatError check_float_format(const FormatSpec& spec, std::string_view type_name) {
  if (spec.type != 0 && spec.type != U'n' && !is_float_format(spec)) return unknown_code(spec, type_name);
  if (spec.precision > INT32_MAX) return "precision too big";
  return {};
}

FormatError check_complex_format(const FormatSpec& spec, std::string_view type_name) {
  if (spec.type != 0 && spec.type != U'n' && (!is_float_format(spec) || spec.type == U'%')) return unknown_code(spec, type_name);
  if (spec.precision > INT32_MAX) return "precision too big";
  if (spec.fill == U'0') return "Zero padding is not allowed in complex format specifier";
  if (spec.align == '=') return "'=' alignment flag is not allowed in complex format specifier";
  return {};
}

int int_format_base(const FormatSpec& spec) {
  switch (spec.type) {
    case U'b': return 2;
    case U'o': return 8;
    case U'x':
    case U'X': return 16;
    default: return 10;
  }
}

}  // namespace fermata
